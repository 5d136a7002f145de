"""`tactful bench guiguard`: recognition, planning, grounding and leakage in one run and one report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from tactful.bench.models import key_values
from tactful.cli.guiguard_evaluations import points, screens_scored
from tactful.cli.inputs import Json, keep_apart
from tactful.cli.output import (
    ProgressWatch,
    console,
    exit_code,
    percent,
    print_json,
    print_lines,
    print_table,
)

if TYPE_CHECKING:
    from tactful.bench.guiguard.run import GuiguardOutcome
    from tactful.bench.guiguard.settings import GuiguardSettings
    from tactful.bench.models import Pace

MODELS = "Inspect's name of a model with eyes: openai/gpt-5, ollama/..., tactful/screen-planner."


def register(app: typer.Typer) -> None:
    """Adds the commands to ``tactful bench``."""
    app.command("guiguard")(guiguard)
    app.command("report")(report)


def guiguard(
    data: Annotated[
        Path,
        typer.Option(help="World trajectories, the GUIGuard-Bench release, or runs with annotations."),
    ],
    offline: Annotated[
        bool, typer.Option("--offline", help="The built-in baselines: no key and no network.")
    ] = False,
    model: Annotated[
        list[str] | None, typer.Option(help=f"{MODELS} May be repeated.", show_default=False)
    ] = None,
    judge: Annotated[
        str | None, typer.Option(help="The model that compares plans; tactful/plan-judge needs no key.")
    ] = None,
    only: Annotated[
        str | None, typer.Option(help="Of recognition,planning,grounding,leakage.", show_default="all")
    ] = None,
    methods: Annotated[
        str | None,
        typer.Option(
            help="Such as black,mosaic,black-60,replace@non-necessary.",
            show_default="black,mosaic,randblocks,replace,black-30,black-60",
        ),
    ] = None,
    levels: Annotated[
        str, typer.Option(help="Levels of Table 7 for methods that name none, such as 20,60,100.")
    ] = "100",
    history: Annotated[
        str, typer.Option(help="What a replay remembers: own, or same-state (the unprotected run's).")
    ] = "own",
    judging_variant: Annotated[
        str | None,
        typer.Option(
            help="The judge's prompts: neutral, as in the paper; lenient: told of the protection.",
            show_default="neutral",
        ),
    ] = None,
    probes: Annotated[
        str, typer.Option(help="Local evaluators of leakage: ocr, sharpen, dictionary (slow).")
    ] = "ocr,sharpen",
    platform: Annotated[str, typer.Option(help="Of grounding: android, pc or all.")] = "all",
    limit: Annotated[
        int | None, typer.Option(min=1, help="Tasks, drawn by the seed and spread over platforms.")
    ] = None,
    screens: Annotated[
        int | None,
        typer.Option(min=1, help="As many tasks as fit into so many screens. Offline: 60 unless --limit."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every task, offline too.")] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Run folder; by default one named by the settings."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Of draws, paints and intervals.")] = 0,
    model_arg: Annotated[
        list[str] | None, typer.Option("-M", "--model-arg", help="KEY=VALUE for the models' providers.")
    ] = None,
    judge_arg: Annotated[list[str] | None, typer.Option(help="KEY=VALUE for the judge's provider.")] = None,
    temperature: Annotated[float | None, typer.Option(min=0, max=10, help="Of the models.")] = None,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="Of an answer.")] = None,
    max_connections: Annotated[int, typer.Option(min=1, help="Calls in flight.")] = 10,
    max_retries: Annotated[int, typer.Option(min=0, help="Retries of a failed call.")] = 5,
    attempt_timeout: Annotated[int, typer.Option(min=1, help="Seconds until one attempt is given up.")] = 300,
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Also run again what failed in an earlier start.")
    ] = False,
    json: Json = False,
) -> int:
    """GUIGuard-Bench: what is recognised, what protection costs, what still leaks (arXiv 2601.18842).

    With --offline the local guard, a planner that reads the screen, a rule judge and local probes are
    measured; with --model any model with eyes, which is shown raw screens too; with both, side by side.
    Starting the same command again continues a run that was cut off. OUT/plans quotes screens; the report,
    rows and logs do not.
    """
    from tactful.bench.guiguard.run import default_out
    from tactful.bench.guiguard.settings import EVALUATIONS, OFFLINE_SCREENS, GuiguardSettings
    from tactful.bench.models import Pace

    free = limit is None and screens is None and not everything
    given: dict[str, Any] = {} if methods is None else {"methods": _words(methods)}
    generate = {"temperature": temperature, "max_tokens": max_tokens}
    settings = GuiguardSettings(
        data=str(data),
        offline=offline,
        models=tuple(dict.fromkeys(model or ())),
        judge=judge,
        evaluations=tuple(_words(only)) if only is not None else EVALUATIONS,
        levels=_numbers(levels),
        history=history,
        judging_variant=judging_variant or "",
        probes=_words(probes),
        platform=platform,
        limit=limit,
        screens=OFFLINE_SCREENS if offline and free else screens,
        seed=seed,
        model_args=key_values("-M", model_arg),
        judge_args=key_values("--judge-arg", judge_arg),
        generate={name: value for name, value in generate.items() if value is not None},
        **given,
    )
    pace = Pace(max_connections, max_retries, attempt_timeout)
    out = out or default_out(settings)
    keep_apart(data, out)
    outcome, page = run_and_report(settings, out, pace, retry_failed=retry_failed)
    for reason, count in outcome.about["problems"].items():
        console().print(f"[yellow]problem:[/] {escape(reason)} ({count})")
    if json:
        print_json(outcome_json(outcome, page))
    else:
        print_outcome(outcome, page)
    code = exit_code(scored_by_run(outcome.summaries), unprotected(outcome.summaries))
    return code if outcome.complete else 2


def report(
    logs: Annotated[list[Path], typer.Argument(help="Inspect's logs (.eval), or folders with logs.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the report.", show_default=False)],
    seed: Annotated[int, typer.Option(help="Of intervals.")] = 0,
    json: Json = False,
) -> None:
    """The report of `inspect eval tactful/guiguard_*` runs, from their logs.

    Logs that are not finished, of other tasks, or replaced by a later attempt are left out and told.
    """
    from tactful.bench.guiguard.from_logs import report_logs
    from tactful.bench.report.documents import write_document

    found = report_logs(logs, seed=seed)
    for path, why in found.skipped.items():
        console().print(f"[yellow]left out:[/] {escape(path)}: {escape(why)}")
    page = write_document(found.document(), out, png=_can_draw())
    if json:
        told = {"report": str(page), "unscored": found.unscored, "data": dict(found.about)}
        print_json({**told, "summaries": dict(found.summaries)})
        return
    print_tables(found.summaries, found.unscored)
    print_lines(f"report: {page}")


def run_and_report(
    settings: GuiguardSettings,
    out: Path,
    pace: Pace | None = None,
    title: str = "GUIGuard-Bench",
    *,
    retry_failed: bool = False,
) -> tuple[GuiguardOutcome, Path]:
    """Run with progress on stderr, and write the report into ``out/report``; the outcome and the page."""
    from tactful.bench.guiguard.run import run_guiguard
    from tactful.bench.report.documents import write_document

    with ProgressWatch() as watch:
        outcome = run_guiguard(settings, out, pace, watch, retry_failed=retry_failed)
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


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def _numbers(text: str) -> tuple[int, ...]:
    from tactful.errors import InputError

    try:
        return tuple(int(word) for word in _words(text))
    except ValueError:
        raise InputError("not numbers", field="--levels", expected="such as 20,60,100") from None
