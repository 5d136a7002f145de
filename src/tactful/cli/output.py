"""What the commands print: JSON on stdout and nothing else there, everything for people on stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from tactful.errors import InputError, TactfulError

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
    columns: Sequence[str], rows: Iterable[Sequence[object]], *, title: str = "", numbers: bool = False
) -> None:
    """A plain table for people on stdout; with ``numbers`` all columns but the first are set right.

    Cells are shown as they are, except for those of rich's own ``Text``, which keep their style.
    """
    table = Table(title=title or None, title_justify="left", box=None, pad_edge=False)
    for i, column in enumerate(columns):
        table.add_column(column, justify="right" if numbers and i else "left", overflow="fold")
    for row in rows:
        table.add_row(*(cell if isinstance(cell, Text) else Text(str(cell)) for cell in row))
    Console(highlight=False).print(table)


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
