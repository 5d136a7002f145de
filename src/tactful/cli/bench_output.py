"""What `tactful bench` prints: progress and notes on stderr, figures on stdout."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

if TYPE_CHECKING:
    from tactful.bench.cimemories.run import BenchOutcome
    from tactful.bench.cimemories.settings import BenchSettings
    from tactful.bench.driver import Progress as Counts

WIDTH = 200  # of a pipe; a terminal folds long names in its own width
_EVERY = 15.0  # seconds between lines where there is no terminal to draw a bar on


class Watcher:
    """Shows progress while the ``with`` block lasts: a bar on a terminal, a line now and then elsewhere."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bar: Progress | None = None
        self._next = time.monotonic() + _EVERY
        if console.is_terminal:
            self._bar = Progress(
                TextColumn("messages"),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.fields[note]}"),
                TimeRemainingColumn(),
                console=console,
                transient=True,
            )
            self._task = self._bar.add_task("messages", total=None, note="")

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
            self._console.print(f"{counts.done} of {counts.total} messages{note and f' ({note})'}")


def scores_json(outcome: BenchOutcome, settings: BenchSettings) -> list[dict[str, Any]]:
    """Both metrics of every run and memory composition, as JSON. Holds no private value."""
    from tactful.bench.cimemories.results import RunData, load_profiles_of
    from tactful.bench.cimemories.scored import Choices, score_runs
    from tactful.score import summarise

    memory = settings.memory
    given = [RunData(run, load_profiles_of(run), run.settings["data_sha256"]) for run in outcome.runs]
    choices = Choices(labels=memory.labels, rule=memory.rule, seed=memory.seed)
    return [
        {
            "name": scored.name,
            "memory": cell.name,
            "judge": scored.judge,
            **summarise(tables, seed=memory.seed).to_json(),
            "failures": dict(scored.run.failures),
        }
        for scored in (score_runs(given, choices) if given else ())
        for cell, tables in scored.tables.items()
    ]


def print_outcome(outcome: BenchOutcome, scores: Sequence[Mapping[str, Any]], page: Path | None) -> None:
    """The table of both metrics, what failed, and where the report is."""
    out = Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)
    table = Table(box=None, pad_edge=False)
    for column in ("run", "memory", "violation@n", "completeness", "n", "messages", "unscored"):
        words = column in ("run", "memory")
        table.add_column(column, justify="left" if words else "right", overflow="fold", no_wrap=not words)
    for row in scores:
        table.add_row(
            escape(row["name"]),
            row["memory"],
            _percent(row["violation"]),
            _percent(row["completeness"]),
            str(row["n"]),
            str(row["samples"]),
            str(row["unscored"] + row["missing"]),
        )
    out.print(table)
    for row in scores:
        for reason, count in row["failures"].items():
            out.print(f"[yellow]unscored:[/] {escape(row['name'])}: {count} x {escape(reason)}")
    if outcome.discarded:
        out.print(
            f"{outcome.discarded} contexts without both necessary and private memories were left out",
            style="dim",
        )
    out.print(f"{outcome.seconds:.0f} s; brackets: 95 % intervals", style="dim")
    if page is not None:
        out.print(f"report: {escape(str(page))}")
    if not outcome.complete:
        out.print("[bold red]not finished:[/] start the same command again to continue")


def print_estimate(found: Mapping[str, Any]) -> None:
    """The cost of every model of a run, before it starts."""
    out = Console(highlight=False, soft_wrap=True)
    for row in found["models"]:
        out.print(f"{escape(row['model'])}: {row['text']}")
    out.print(found["note"], style="dim")


def _percent(estimate: Mapping[str, Any]) -> str:
    if estimate["mean"] is None:
        return "–"
    text = f"{100 * estimate['mean']:.1f} %"
    if estimate["low"] is None or estimate["high"] is None:
        return text
    return f"{text} [{100 * estimate['low']:.1f}, {100 * estimate['high']:.1f}]"
