"""`tactful bench`: the papers' benchmarks, from one command to a report."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.markup import escape

from tactful.bench import LEXICAL, BenchSettings
from tactful.cli import (
    guiguard,
    guiguard_card,
    guiguard_evaluations,
    guiguard_people,
    guiguard_protected,
)
from tactful.cli.command import command
from tactful.cli.output import ProgressWatch, console, exit_code, print_json, print_lines, print_table
from tactful.errors import InputError

if TYPE_CHECKING:
    from tactful.bench import BenchOutcome

app = typer.Typer(help="Run the papers' benchmarks.", no_args_is_help=True)


@app.callback()
def bench() -> None:
    """Run the papers' benchmarks."""


def cimemories(settings: BenchSettings) -> int:
    """CIMemories: what does an assistant that remembers its user tell to whom (arXiv 2511.14937).

    Starting the same command again continues a run that was cut off, and pays for nothing twice. The logs
    hold prompts and messages; look at them with `inspect view --log-dir OUT/logs`.
    """
    if settings.limit_profiles is not None:
        from tactful.bench import read_memory_data

        last = min(settings.limit_profiles, len(read_memory_data(settings.data).profiles)) - 1
        settings = replace(settings, profiles=(f"0-{last}",), limit_profiles=None)
    if settings.dry_run:
        return _dry_run(settings)
    if settings.prices is not None:
        raise InputError("is of no use here", field="--prices", expected="--dry-run beside it")
    _tell_judge(settings)
    outcome, scores, page = run_and_report(settings)
    if settings.json:
        print_json(
            {
                "out": str(outcome.out),
                "report": None if page is None else str(page),
                "complete": outcome.complete,
                "seconds": round(outcome.seconds, 1),
                "runs": scores,
            }
        )
    else:
        print_outcome(outcome, scores, page)
    code = exit_code(sum(not sample.problem for sample in run.samples) for run in outcome.runs)
    return code if outcome.complete else 2


command(app, "cimemories", BenchSettings, cimemories)


def _dry_run(settings: BenchSettings) -> int:
    from tactful.bench import estimates

    estimate = estimates(settings)
    if settings.json:
        print_json(estimate)
    else:
        print_lines(*(f"{row['model']}: {row['text']}" for row in estimate["models"]), dim=estimate["note"])
    return 0


def _tell_judge(settings: BenchSettings) -> None:
    say = console().print
    if settings.judge == LEXICAL:
        say("judge: lexical, by rules: counts values that are stated, not ones that are paraphrased")
        return
    say(f"judge: {escape(settings.judge)}, with the lexical judge as a cross-check")
    if settings.judge in settings.model:
        say(f"[yellow]note:[/] {escape(settings.judge)} judges its own messages")


def run_and_report(settings: BenchSettings) -> tuple[BenchOutcome, list[dict[str, Any]], Path | None]:
    """Run with progress on stderr, score, and write the report into ``out/report``.

    The scores are both metrics of every run and memory composition, as JSON; the page is None where there is
    nothing to report.
    """
    from tactful.bench import (
        Choices,
        read_run_data,
        report_document,
        run_bench,
        score_runs,
        source_hashes,
        with_profiles,
        write_document,
    )
    from tactful.score import summarize

    with ProgressWatch() as watch:
        outcome = run_bench(settings, watch=watch.counts("messages"))
    if not outcome.runs:
        return outcome, [], None
    choices = Choices(labels=settings.labels, rule=settings.rule, seed=settings.seed)
    scores = [
        {
            "name": scored.name,
            "memory": cell.name,
            "judge": scored.judge,
            **summarize(tables, seed=settings.seed).to_json(),
            "failures": dict(scored.run.failures),
        }
        for scored in score_runs([with_profiles(run) for run in outcome.runs], choices)
        for cell, tables in scored.tables.items()
    ]
    runs, _ = read_run_data([outcome.out / "logs"])
    document = report_document(runs, sources=source_hashes(runs))
    return outcome, scores, write_document(document, outcome.out / "report")


def print_outcome(outcome: BenchOutcome, scores: list[dict[str, Any]], page: Path | None) -> None:
    """The table of both metrics, what failed, and where the report is."""
    print_table(
        ("run", "memory", ">violation@n", ">completeness", ">n", ">messages", ">unscored"),
        [
            (
                row["name"],
                row["memory"],
                _interval(row["violation"]),
                _interval(row["completeness"]),
                row["n"],
                row["samples"],
                row["unscored"] + row["missing"],
            )
            for row in scores
        ],
    )
    lines = [
        f"[yellow]unscored:[/] {escape(row['name'])}: {count} x {escape(reason)}"
        for row in scores
        for reason, count in row["failures"].items()
    ]
    if outcome.discarded:
        left_out = f"{outcome.discarded} contexts without both necessary and private memories were left out"
        lines.append(f"[dim]{left_out}[/]")
    lines.append(f"[dim]{outcome.seconds:.0f} s; brackets: 95 % intervals[/]")
    if page is not None:
        lines.append(f"report: {escape(str(page))}")
    if not outcome.complete:
        lines.append("[bold red]not finished:[/] start the same command again to continue")
    print_lines(*lines, markup=True)


def _interval(estimate: dict[str, Any]) -> str:
    if estimate["mean"] is None:
        return "–"
    text = f"{100 * estimate['mean']:.1f} %"
    if estimate["low"] is None or estimate["high"] is None:
        return text
    return f"{text} [{100 * estimate['low']:.1f}, {100 * estimate['high']:.1f}]"


for _part in (guiguard, guiguard_card, guiguard_evaluations, guiguard_protected, guiguard_people):
    _part.register(app)


def register(root: typer.Typer) -> None:
    """Add the commands to ``tactful``."""
    root.add_typer(app, name="bench")
