"""`tactful bench planning`: does a planner still plan the same on protected screens, without Inspect."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from tactful.cli.guiguard_protect import (
    Lang,
    Levels,
    Limit,
    Platform,
    PolicyName,
    Seed,
    Split,
    Steps,
    progress,
    read_chosen,
)
from tactful.cli.inputs import Json, endpoint, keep_apart, tell_problems
from tactful.cli.output import console, exit_code, print_json
from tactful.errors import InputError

if TYPE_CHECKING:
    from tactful.bench.guiguard.planning import PlanningSettings, Row
    from tactful.models import ChatModel
    from tactful.terms import CaseData, Problem

_PREFIX = "tactful/"


def register(app: typer.Typer) -> None:
    """Add ``planning`` to the commands of ``tactful bench``."""
    app.command("planning")(planning)


def planning(
    data: Annotated[
        Path | None, typer.Option(help="World trajectories, the release, or runs.", show_default=False)
    ] = None,
    results: Annotated[
        Path | None,
        typer.Option("--import", help="Instead of --data: planner results in the published layout."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", help="Folder for rows and plans; a rerun goes on there.", show_default=False
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            help="Planner: a built-in model, or with --url its name there.",
            show_default="tactful/screen-planner",
        ),
    ] = None,
    url: Annotated[
        str | None, typer.Option(help="Base URL of a local OpenAI-compatible endpoint. It sees raw screens.")
    ] = None,
    judge: Annotated[
        str | None,
        typer.Option(
            help="A built-in model, or with --judge-url its name there.", show_default="tactful/plan-judge"
        ),
    ] = None,
    judge_url: Annotated[str | None, typer.Option(help="The judge's endpoint. It sees plans.")] = None,
    methods: Annotated[
        list[str] | None,
        typer.Option(
            help="As of `bench protect`; original: the unprotected pass against itself. Separated by commas.",
            show_default="black,mosaic,randblocks,replace",
        ),
    ] = None,
    levels: Levels = None,
    policy: PolicyName = None,
    history: Annotated[
        str, typer.Option(help="own: the replay's own plans; same-state: those of the unprotected pass.")
    ] = "own",
    images: Annotated[int, typer.Option(min=1, help="Screenshots that the planner sees at a step.")] = 3,
    reflection: Annotated[bool, typer.Option("--reflection", help="Have every step reflected on.")] = False,
    attempts: Annotated[int, typer.Option(min=1, help="Answers until the format must be right.")] = 3,
    prompts: Annotated[str, typer.Option(help="Prompt pack of the planner.")] = "guiguard_planning",
    judging: Annotated[str, typer.Option(help="Prompt pack of the judge.")] = "guiguard_judging",
    judging_variant: Annotated[
        str | None,
        typer.Option(
            help="neutral, as in the paper; lenient: told of the protection; or a level of your pack.",
            show_default="the pack's first: neutral",
        ),
    ] = None,
    protected: Annotated[
        Path | None, typer.Option(help="Folder of `tactful bench protect`.", show_default="made on the spot")
    ] = None,
    seed: Seed = 0,
    limit: Limit = None,
    steps: Steps = None,
    platform: Platform = None,
    lang: Lang = None,
    split: Split = None,
    parallel: Annotated[int, typer.Option(min=1, help="Replays under way at once.")] = 2,
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Ask again where a model gave no answer.")
    ] = False,
    json: Json = False,
) -> int:
    """Replay every task unprotected and under each method, and have the plans of each step compared.

    OUT/planning.rows.jsonl holds the scores; OUT/plans the plans and the judge's words, which quote screens.
    Models with a key run in Inspect: `inspect eval tactful/guiguard_planning --model ... -T data=...`.
    """
    from tactful.bench.guiguard.planning import (
        PlannerSettings,
        PlanningSettings,
        named_methods,
        summarise,
    )
    from tactful.bench.guiguard.protecting import METHODS

    if (data is None) == (results is None):
        raise InputError("one of both is needed", field="--data", expected="--data or --import")
    if results is not None:
        judging_model = None if judge is None and judge_url is None else _model("--judge", judge, judge_url)
        rows, problems = _imported(
            results, judging_model, out, model or "", platform or "", judging, judging_variant, retry_failed
        )
    else:
        assert data is not None
        if out is None:
            raise InputError("is missing", field="--out", expected="a folder")
        settings = PlanningSettings(
            methods=named_methods(_words(methods) or METHODS, _numbers(levels), policy),
            planner=PlannerSettings(history, images, reflection, attempts, prompts),
            judging=judging,
            judging_variant=judging_variant or "",
            seed=seed,
        )
        planner = _model("--model", model, url, "screen-planner")
        judge_model = _model("--judge", judge, judge_url, "plan-judge")
        keep_apart(data, out)
        found = read_chosen(
            data, seed=seed, limit=limit, steps=steps, platform=platform, lang=lang, split=split, images=True
        )
        problems = found.problems
        rows = _run(found, settings, planner, judge_model, out, protected, parallel, retry_failed)
    summary = summarise(rows, seed=seed)
    for run in summary["runs"]:
        _show(run)
    if json:
        print_json({**summary, "data_problems": len(problems)})
    scored = [sum(method["score"]["n"] for method in run["methods"]) for run in summary["runs"]]
    # A row's own problem: a screen of the task could not be read or protected.
    return exit_code(scored, sum(bool(row.get("problem")) for row in rows))


def _run(
    data: CaseData,
    settings: PlanningSettings,
    planner: ChatModel,
    judge: ChatModel,
    out: Path,
    protected: Path | None,
    parallel: int,
    retry_failed: bool,
) -> tuple[Row, ...]:
    from tactful.bench.guiguard.planning import run_planning, samples
    from tactful.bench.guiguard.protected_data import read_protected

    source = None if protected is None else read_protected(protected, data)
    with progress() as bar:
        told = bar.add_task("planning", total=len(samples(data, settings)))
        return run_planning(
            data,
            settings,
            planner,
            judge,
            out,
            protected=source,
            watch=lambda row: bar.advance(told),
            parallel=parallel,
            retry_failed=retry_failed,
        )


def _imported(
    results: Path,
    judge: ChatModel | None,
    out: Path | None,
    planner: str,
    platform: str,
    judging: str,
    variant: str | None,
    retry_failed: bool,
) -> tuple[tuple[Row, ...], tuple[Problem, ...]]:
    from tactful.bench.guiguard.planning import import_results

    if platform not in ("", "android", "pc"):
        raise InputError("no such platform", field="--platform", expected="android or pc")
    if judge is not None and out is None:
        raise InputError("is missing", field="--out", expected="a folder for the judge's scores")
    found = import_results(
        results,
        judge,
        out,
        planner=planner,
        platform=platform,
        judging=judging,
        variant=variant or "",
        retry_failed=retry_failed,
    )
    tell_problems(found.problems)
    if found.without_original:
        console().print(f"[yellow]note:[/] {found.without_original} replays have no unprotected pass")
    return found.rows, tuple(found.problems)


def _model(option: str, name: str | None, url: str | None, default: str = "plan-judge") -> ChatModel:
    from tactful.bench.guiguard.offline.registry import open_model

    if url is not None:
        return endpoint(url, name, option)
    name = name or f"{_PREFIX}{default}"
    if not name.startswith(_PREFIX):
        raise InputError(
            "is no built-in model",
            field=option,
            expected=f"tactful/{default}, or its URL; others: inspect eval tactful/guiguard_planning",
        )
    return open_model(name)


def _words(given: list[str] | None) -> tuple[str, ...]:
    return tuple(part.strip() for name in given or () for part in name.split(",") if part.strip())


def _numbers(levels: str | None) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in (levels or "100").split(","))
    except ValueError:
        raise InputError("not levels", field="--levels", expected="such as 20,60,100") from None


def _show(run: Mapping[str, Any]) -> None:
    judge = f"{run['judge']} ({run['judging']})" if run["judging"] else run["judge"]
    title = f"{run['planner']}, judged by {judge}, history: {run['history']}"
    table = Table(title=escape(title))
    for name in ("method", "score", "95 %", "consistency", "steps", "unscored", "other length", "covered"):
        table.add_column(name, justify="left" if name == "method" else "right")
    for method in run["methods"]:
        score, lengths = method["score"], method["lengths"]
        table.add_row(
            method["method"],
            _number(score["value"]),
            "-" if score["low"] is None else f"{score['low']:.2f} to {score['high']:.2f}",
            _percent(method["consistency"]["value"]),
            str(score["n"]),
            str(score["unscored"]),
            f"{lengths['different']} of {lengths['of']}",
            _percent(method["coverage"]["value"]),
        )
    console().print(table)
    for problem in run["problems"]:
        console().print(f"unscored, {problem['n']} steps: {escape(problem['reason'])}")


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{value:.1%}"
