"""What the commands print: JSON on stdout and nothing else there, everything for people on stderr."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from tactful.errors import InputError, TactfulError

if TYPE_CHECKING:
    from tactful.bench import Progress as Counts

PIPE_WIDTH = 200  # of tables in a pipe; a terminal folds long names in its own width
_EVERY = 10.0  # seconds between lines of progress where there is no terminal to draw bars on

# Set where --json was asked for, so that errors are a document as well.
_json_mode = False


def console() -> Console:
    """For people: on stderr, so that stdout can be piped."""
    return Console(stderr=True, highlight=False, soft_wrap=True)


def use_json(on: bool) -> None:
    """Errors of this call are printed as one JSON document on stdout when ``on``."""
    global _json_mode
    _json_mode = on


def print_json(document: Any) -> None:
    """One machine-readable document on stdout."""
    text = json.dumps(document, ensure_ascii=False, indent=2)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:  # another encoding, or a file name that is not UTF-8
        text = json.dumps(document, indent=2)
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def print_table(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    title: str = "",
    dim: Sequence[int] = (),
    stderr: bool = False,
) -> None:
    """A plain table for people. Columns whose name begins with ``>`` hold numbers; ``dim`` are rows by place.

    Cells are shown as they are, except for those of rich's own ``Text``, which keep their style.
    """
    stream = sys.stderr if stderr else sys.stdout
    table = Table(title=escape(title) or None, title_justify="left", box=None, pad_edge=False)
    for column in columns:
        number = column.startswith(">")
        name = escape(column.removeprefix(">"))
        table.add_column(name, justify="right" if number else "left", overflow="fold", no_wrap=number)
    for place, row in enumerate(rows):
        cells = (cell if isinstance(cell, Text) else Text(str(cell)) for cell in row)
        table.add_row(*cells, style="dim" if place in dim else None)
    Console(stderr=stderr, highlight=False, width=None if stream.isatty() else PIPE_WIDTH).print(table)


def print_lines(*lines: str, dim: str = "", markup: bool = False) -> None:
    """Lines on stdout, and one that is dimmed; without ``markup`` square brackets are what they are."""
    out = Console(highlight=False, soft_wrap=True)
    for line in lines:
        out.print(line, markup=markup)
    if dim:
        out.print(dim, style="dim", markup=markup)


def percent(rate: Mapping[str, Any] | float | None) -> str:
    """A share, or one of a summary with its ``value``, as ``12.3%``; ``-`` where there is none."""
    value = rate["value"] if isinstance(rate, Mapping) else rate
    return "-" if value is None else f"{value:.1%}"


class ProgressWatch:
    """Shows the progress of stages on stderr while the ``with`` block lasts.

    Bars on a terminal; elsewhere a line where a stage begins, and one now and then.
    """

    def __init__(self) -> None:
        self._console = console()
        self._next = time.monotonic() + _EVERY
        self._last = ""
        self._tasks: dict[str, TaskID] = {}
        self._bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[note]}"),
            TimeRemainingColumn(elapsed_when_finished=True),
            console=self._console,
            transient=True,
            disable=not self._console.is_terminal,
        )

    def __enter__(self) -> ProgressWatch:
        self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bars.stop()

    def __call__(self, stage: str, done: int, total: int, note: str = "") -> None:
        """Of ``stage`` is ``done`` what is done of ``total``, which is 0 where nobody knows."""
        if stage not in self._tasks:
            self._tasks[stage] = self._bars.add_task(escape(stage), total=total or None, note="")
        self._bars.update(self._tasks[stage], completed=done, total=total or None, note=escape(note))
        if self._bars.disable and (stage != self._last or time.monotonic() >= self._next):
            self._next = time.monotonic() + _EVERY
            of = f"{done} of {total or 'an unknown number'}"
            self._console.print(escape(f"{stage}: {of}" + (note and f" ({note})")))
        self._last = stage

    def counts(self, what: str) -> Callable[[Counts], None]:
        """Shows the counts of an evaluation as the stage ``what``, with failed calls and retries."""

        def show(counts: Counts) -> None:
            retries = sum(counts.retries.values())
            parts = ((counts.failed, "failed"), (retries, "retries"))
            note = ", ".join(f"{number} {name}" for number, name in parts if number)
            self(what, counts.done, counts.total, note)

        return show


def progress_bar() -> Progress:
    """A bar on stderr with a count and the time, hidden where nobody looks at a terminal."""
    parts = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    return Progress(*parts, console=console(), disable=not console().is_terminal)


def exit_code(scored: Iterable[int], unprotected: int = 0) -> int:
    """The exit code of an evaluation whose results have been printed.

    ``scored``: how much of each run has a score. 2 where a run has none at all, and where ``unprotected``
    screens could not be protected, or not even read; else 0, and the results say how much is unscored.
    """
    counts = list(scored)
    if unprotected:
        problem = f"{unprotected} screens (planning: tasks) could not be read or protected"
        console().print(f"[bold red]not protected:[/] {problem}")
    return 0 if counts and all(counts) and not unprotected else 2


def emit_error(err: TactfulError) -> None:
    """One clear error: on stderr, and as JSON on stdout when that was asked for."""
    console().print(f"[bold red]error:[/] {_plain(str(err))}")
    if _json_mode:
        where = err if isinstance(err, InputError) else None
        print_json(
            {
                "error": {
                    "type": type(err).__name__,
                    "message": str(err),
                    "file": None if where is None or where.file is None else str(where.file),
                    "line": None if where is None else where.line,
                    "field": None if where is None else where.field,
                }
            }
        )


def fail(message: str, *, code: int) -> NoReturn:
    """Say it on stderr (and as JSON where asked) and exit."""
    console().print(f"[bold red]error:[/] {_plain(message)}")
    if _json_mode:
        print_json({"error": {"type": "Stopped" if code == 130 else "Failure", "message": message}})
    sys.exit(code)


def _plain(text: str) -> str:
    """Text with square brackets that rich must not take for markup."""
    return text.replace("[", r"\[")
