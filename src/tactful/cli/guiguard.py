"""`tactful bench guiguard`: recognition, planning, grounding and leakage in one run and one report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from tactful.bench import OFFLINE_SCREENS, GuiguardSettings
from tactful.cli.command import command
from tactful.cli.guiguard_evaluations import points, screens_scored
from tactful.cli.inputs import JSON, RewriterSettings, keep_apart
from tactful.cli.output import (
    ProgressWatch,
    console,
    exit_code,
    percent,
    print_json,
    print_lines,
    print_table,
)
from tactful.runs import Option

if TYPE_CHECKING:
    from tactful.bench import GuiguardOutcome, Pace
    from tactful.models import ModelRewriter


def register(app: typer.Typer) -> None:
    """Adds the commands to ``tactful bench``."""
    command(app, "guiguard", GuiguardCommand, guiguard)
    command(app, "report", ReportSettings, report)


@dataclass(frozen=True, kw_only=True)
class GuiguardCommand(GuiguardSettings, RewriterSettings):
    """The options of the command: the run's settings, how much is run, and where it goes."""

    offline: Annotated[bool, Option("The built-in baselines: no key and no network.")] = False
    everything: Annotated[bool, Option("Every task, offline too.", flags=("--all",))] = False
    out: Annotated[
        Path | None, Option("Run folder; by default one named by the settings.", flags=("-o",))
    ] = None
    retry_failed: Annotated[bool, Option("Also run again what failed in an earlier start.")] = False


def guiguard(asked: GuiguardCommand) -> int:
    """GUIGuard-Bench: what is recognised, what protection costs, what still leaks (arXiv 2601.18842).

    With --offline the local guard, a planner that reads the screen, a rule judge and local probes are
    measured; with --model any model with eyes, which is shown raw screens too; with both, side by side.
    Starting the same command again continues a run that was cut off. OUT/plans quotes screens; the report,
    rows and logs do not.
    """
    from tactful.bench import default_out

    if asked.offline and asked.limit is None and asked.screens is None and not asked.everything:
        asked = replace(asked, screens=OFFLINE_SCREENS)
    out = asked.out or default_out(asked)
    keep_apart(Path(asked.data), out)
    outcome, page = run_and_report(
        asked, out, asked.pace, retry_failed=asked.retry_failed, rewriter=asked.open_rewriter()
    )
    for reason, count in outcome.about["problems"].items():
        console().print(f"[yellow]problem:[/] {escape(reason)} ({count})")
    if asked.json:
        print_json(outcome_json(outcome, page))
    else:
        print_outcome(outcome, page)
    code = exit_code(scored_by_run(outcome.summaries), unprotected(outcome.summaries))
    return code if outcome.complete else 2


@dataclass(frozen=True, kw_only=True)
class ReportSettings:
    """The options of `tactful bench report`."""

    logs: Annotated[
        tuple[Path, ...],
        Option("Inspect's logs (.eval), or folders with logs.", argument=True, split=False),
    ]
    out: Annotated[Path, Option("Folder for the report.", flags=("-o",))]
    seed: Annotated[int, Option("Of intervals.")] = 0
    json: Annotated[bool, JSON] = False


def report(asked: ReportSettings) -> int:
    """The report of `inspect eval tactful/guiguard_*` runs, from their logs.

    Logs that are not finished, of other tasks, or replaced by a later attempt are left out and told.
    """
    from tactful.bench import report_logs, write_document

    runs = report_logs(asked.logs, seed=asked.seed)
    for path, why in runs.skipped.items():
        console().print(f"[yellow]left out:[/] {escape(path)}: {escape(why)}")
    page = write_document(runs.document(), asked.out, png=_can_draw())
    if asked.json:
        about = {"report": str(page), "unscored": runs.unscored, "data": dict(runs.about)}
        print_json({**about, "summaries": dict(runs.summaries)})
        return 0
    print_tables(runs.summaries, runs.unscored)
    print_lines(f"report: {page}")
    return 0


def run_and_report(
    settings: GuiguardSettings,
    out: Path,
    pace: Pace | None = None,
    title: str = "GUIGuard-Bench",
    *,
    retry_failed: bool = False,
    rewriter: ModelRewriter | None = None,
) -> tuple[GuiguardOutcome, Path]:
    """Run with progress on stderr, and write the report into ``out/report``; the outcome and the page."""
    from tactful.bench import run_guiguard, write_document

    with ProgressWatch() as watch:
        outcome = run_guiguard(settings, out, pace, watch, retry_failed=retry_failed, rewriter=rewriter)
    page = write_document(outcome.document(title), out / "report", png=_can_draw())
    return outcome, page


def _can_draw() -> bool:
    """Whether the PNG of the figures can be drawn; without matplotlib the page is whole, and told."""
    from tactful.errors import MissingExtraError
    from tactful.runs import require

    try:
        require("matplotlib", extra="eval", purpose="the figures as PNG")
    except MissingExtraError as err:
        console().print(f"[yellow]left out:[/] {escape(str(err))}")
        return False
    return True


def outcome_json(outcome: GuiguardOutcome, page: Path) -> dict[str, Any]:
    """The summaries of a run, where they lie, and what failed. Holds no private value."""
    return {
        "out": str(outcome.out),
        "report": str(page),
        "complete": outcome.complete,
        "unscored": outcome.unscored,
        "seconds": dict(outcome.seconds),
        "data": dict(outcome.about),
        "summaries": dict(outcome.summaries),
    }


def scored_by_run(summaries: Mapping[str, Mapping[str, Any]]) -> list[int]:
    """How much has a score, for each model or recognizer of each evaluation."""
    scored: dict[str, Callable[[Mapping[str, Any]], int]] = {
        "planning": lambda method: int(method["score"]["n"]),
        "grounding": points,
        "leakage": lambda method: int(method["screens"]),
    }
    return [
        screens_scored(run) if name == "recognition" else sum(map(scored[name], run["methods"]))
        for name, summary in summaries.items()
        if name in ("recognition", *scored)
        for run in summary.get("runs", ())
    ]


def unprotected(summaries: Mapping[str, Mapping[str, Any]]) -> int:
    """How many screens, each once a method, have no protected form."""
    return sum(method["failed"] for method in summaries.get("protect", {}).get("methods", ()))


def print_outcome(outcome: GuiguardOutcome, page: Path | None) -> None:
    """A line or table an evaluation on stdout, and where the report is."""
    print_tables(outcome.summaries, outcome.unscored)
    took = ", ".join(f"{name} {seconds:.0f} s" for name, seconds in outcome.seconds.items() if seconds >= 1)
    print_lines(dim=took or "nothing was left to do")
    if page is not None:
        print_lines(f"report: {page}")
    if not outcome.complete:
        print_lines("[bold red]not finished:[/] start the same command again to continue", markup=True)


def print_tables(summaries: Mapping[str, Mapping[str, Any]], unscored: int) -> None:
    """The headline figures of each evaluation on stdout, and how much has no score."""
    if "recognition" in summaries:
        figures = ("detection", "recall", "over_masking", "strict")
        rows = []
        for run in summaries["recognition"]["runs"]:
            rates = run["rules"]["corrected"]["overall"]
            rows.append((run["name"], *(percent(rates.get(name)) for name in figures)))
        _print_rows(("recognition", ">detection", ">recall", ">over-masking", ">strict"), rows)
    if "planning" in summaries:
        rows = []
        for name, method in _by_method(summaries["planning"]):
            score = method["score"]
            shown = "-" if score["value"] is None else f"{score['value']:.2f}"
            consistency = percent(method["consistency"])
            rows.append((name, method["method"], shown, consistency, score["n"], score["unscored"]))
        head = ("planning fidelity", "protection", ">score 0-4", ">consistency", ">steps", ">unscored")
        _print_rows(head, rows)
    for evaluation, figure, count in (
        ("grounding", "accuracy", "hidden"),
        ("leakage", "protection", "operator_leaks"),
    ):
        if evaluation in summaries:
            rows = [
                (
                    name,
                    method["method"],
                    percent(method[figure]),
                    method[figure]["n"],
                    method[count],
                    method["unscored"],
                )
                for name, method in _by_method(summaries[evaluation])
            ]
            head = (evaluation, "protection", f">{figure}", ">of", f">{count.replace('_', ' ')}", ">unscored")
            _print_rows(head, rows)
    if unscored:
        print_lines(f"[yellow]unscored:[/] {unscored}; the report says what and why", markup=True)


def _by_method(summary: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    return [(run["name"], method) for run in summary["runs"] for method in run["methods"]]


def _print_rows(head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    print_table(head, rows)
    print_lines("")
