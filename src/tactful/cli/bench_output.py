"""What the commands about memories print for people: progress on stderr, tables and notes on stdout."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

if TYPE_CHECKING:
    from tactful.bench.driver import Progress as Counts

WIDTH = 200  # of a pipe; a terminal folds long names in its own width
_EVERY = 15.0  # seconds between lines where there is no terminal to draw a bar on


class Watcher:
    """Shows progress while the ``with`` block lasts: a bar on a terminal, a line now and then elsewhere."""

    def __init__(self, console: Console, what: str = "messages") -> None:
        self._console, self._what = console, what
        self._bar: Progress | None = None
        self._next = time.monotonic() + _EVERY
        if console.is_terminal:
            self._bar = Progress(
                TextColumn(what),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.fields[note]}"),
                TimeRemainingColumn(),
                console=console,
                transient=True,
            )
            self._task = self._bar.add_task(what, total=None, note="")

    def __enter__(self) -> Watcher:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, err: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, counts: Counts) -> None:
        retries = sum(counts.retries.values())
        note = ", ".join(
            f"{number} {what}" for number, what in ((counts.failed, "failed"), (retries, "retries")) if number
        )
        if self._bar is not None:
            self._bar.update(self._task, completed=counts.done, total=counts.total, note=note)
        elif time.monotonic() >= self._next:
            self._next = time.monotonic() + _EVERY
            self._console.print(f"{counts.done} of {counts.total} {self._what}{note and f' ({note})'}")


def print_columns(
    head: Sequence[str], rows: Iterable[Sequence[object]], title: str | None = None, dim: Sequence[int] = ()
) -> None:
    """A table on stdout. Columns whose name begins with ``>`` hold numbers; ``dim`` are rows by place."""
    out = Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)
    table = Table(box=None, pad_edge=False, title=title, title_justify="left")
    for name in head:
        number = name.startswith(">")
        justify = "right" if number else "left"
        table.add_column(escape(name.removeprefix(">")), justify=justify, overflow="fold", no_wrap=number)  # type: ignore[arg-type]
    for place, row in enumerate(rows):
        table.add_row(*(escape(str(cell)) for cell in row), style="dim" if place in dim else None)
    out.print(table)


def print_lines(*lines: str, dim: str = "", markup: bool = False) -> None:
    """Lines on stdout, and one that is dimmed; without ``markup`` square brackets are what they are."""
    out = Console(highlight=False, soft_wrap=True)
    for line in lines:
        out.print(line, markup=markup)
    if dim:
        out.print(dim, style="dim", markup=markup)
