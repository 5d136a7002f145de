"""`tactful bench planning`: does a planner still plan the same on protected screens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from tactful.bench.guiguard.planning.settings import PlanningDesign
from tactful.cli.command import command
from tactful.cli.guiguard_grounding import asked_identity, asked_model, task_arguments
from tactful.cli.inputs import endpoint, keep_apart, tell_problems
from tactful.cli.output import console, exit_code, print_json, use_json
from tactful.errors import InputError
from tactful.runs import Option

if TYPE_CHECKING:
    from tactful.models import ChatModel
    from tactful.terms import Problem

Row = dict[str, Any]
_PLANNER, _JUDGE, _TASK = "tactful/screen-planner", "tactful/plan-judge", "guiguard_planning"


@dataclass(frozen=True, kw_only=True)
class _Planning(PlanningDesign):
    data: Annotated[str | None, Option("World trajectories, the release, or runs.")] = None
    results: Annotated[
        Path | None,
        Option("Instead of --data: planner results in the published layout.", flags=("--import",)),
    ] = None
    out: Annotated[
        Path | None, Option("Folder for the run and its plans; a rerun goes on there.", flags=("-o",))
    ] = None
    model: Annotated[
        str | None,
        Option("Planner: a built-in model, or with --url its name there.", default_text=_PLANNER),
    ] = None
    url: Annotated[
        str | None, Option("Base URL of a local OpenAI-compatible endpoint. It sees raw screens.")
    ] = None
    judge: Annotated[
        str | None, Option("A built-in model, or with --judge-url its name there.", default_text=_JUDGE)
    ] = None
    judge_url: Annotated[str | None, Option("The judge's endpoint. It sees plans.")] = None
    parallel: Annotated[int, Option("Replays under way at once.", min=1)] = 2
    retry_failed: Annotated[bool, Option("Ask again where a model gave no answer.")] = False
    json: Annotated[bool, Option("One JSON document on stdout.")] = False


def register(app: typer.Typer) -> None:
    """Add ``planning`` to the commands of ``tactful bench``."""
    command(app, "planning", _Planning, planning)


def planning(asked: _Planning) -> int:
    """Replay every task unprotected and under each method, and have the plans of each step compared.

    OUT/plans holds the plans and the judge's words, which quote screens. Models with a key:
    `inspect eval tactful/guiguard_planning --model ... --model-role judge=... -T data=...`.
    """
    use_json(asked.json)
    from tactful.bench.guiguard.planning.rows import summarize

    if (asked.data is None) == (asked.results is None):
        raise InputError("one of both is needed", field="--data", expected="--data or --import")
    rows, problems, complete = _imported(asked) if asked.data is None else _run(asked, asked.data)
    summary = summarize(rows, seed=asked.seed)
    for run in summary["runs"]:
        _show(run)
    if asked.json:
        print_json({**summary, "data_problems": len(problems)})
    scored = [sum(method["score"]["n"] for method in run["methods"]) for run in summary["runs"]]
    # A row's own problem: a screen of the task could not be read or protected.
    code = exit_code(scored, sum(bool(row.get("problem")) for row in rows))
    return code if complete else 2


def _run(asked: _Planning, path: str) -> tuple[Sequence[Row], Sequence[Problem], bool]:
    from tactful.bench.driver import Evaluation
    from tactful.bench.guiguard.evaluations import JUDGE, KINDS, PLANS
    from tactful.bench.guiguard.protected_data import open_protected
    from tactful.bench.guiguard.run import run_evaluation
    from tactful.bench.models import Pace

    if asked.out is None:
        raise InputError("is missing", field="--out", expected="a folder")
    planner = asked_model("--model", asked.model or _PLANNER, asked.url, _TASK)
    judge = asked_model("--judge", asked.judge or _JUDGE, asked.judge_url, _TASK)
    keep_apart(Path(path), asked.out)
    data = asked.choice(Path(path).resolve()).read()
    tell_problems(data.problems)
    arguments = {**task_arguments(PlanningDesign, asked), "data": str(Path(path).resolve())}
    arguments["out"] = str((asked.out / PLANS).resolve())
    source = open_protected(data, asked.hiding(), asked.protected, seed=asked.seed)
    identity = {
        **asked.to_json(),
        "data_sha256": data.sha256,
        "protected_sha256": source.fingerprint(asked.hiding()),
        **asked_identity("planner", planner),
        **asked_identity("judge", judge),
    }
    with console().status("planning") as status:
        logged, complete = run_evaluation(
            "planning",
            Evaluation(KINDS["planning"].task, arguments, [planner], {JUDGE: judge}),
            identity,
            asked.out,
            Pace(max_connections=asked.parallel),
            lambda done, of: status.update(f"planning: {done} of {of} replays"),
            total=len(data.tasks) * len(asked.conditions()),
            retry_failed=asked.retry_failed,
        )
    return [row for run in logged for row in run.rows], data.problems, complete


def _imported(asked: _Planning) -> tuple[Sequence[Row], Sequence[Problem], bool]:
    from tactful.bench.guiguard.planning.imported import PlannerResults

    if asked.platform not in (None, "android", "pc"):
        raise InputError("no such platform", field="--platform", expected="android or pc")
    judge = _judge(asked) if asked.judge or asked.judge_url else None
    if judge is not None and asked.out is None:
        raise InputError("is missing", field="--out", expected="a folder for the judge's scores")
    assert asked.results is not None
    results = PlannerResults(asked.results, asked.model or "", asked.platform or "")
    tell_problems(results.problems)
    if results.without_original:
        console().print(f"[yellow]note:[/] {results.without_original} replays have no unprotected pass")
    if judge is None or asked.out is None:
        return results.rows(), results.problems, True
    rows = results.judged(judge, asked.judge_settings(), asked.out, retry_failed=asked.retry_failed)
    return rows, results.problems, True


def _judge(asked: _Planning) -> ChatModel:
    from tactful.bench.guiguard.offline.registry import open_model

    if asked.judge_url is not None:
        return endpoint(asked.judge_url, asked.judge, "--judge")
    return open_model(asked_model("--judge", asked.judge or _JUDGE, None, _TASK).name)


def _show(run: Mapping[str, Any]) -> None:
    judge = f"{run['judge']} ({run['judging']})" if run["judging"] else run["judge"]
    table = Table(title=escape(f"{run['planner']}, judged by {judge}, history: {run['history']}"))
    for name in ("method", "score", "95 %", "consistency", "steps", "unscored", "other length", "covered"):
        table.add_column(name, justify="left" if name == "method" else "right")
    for method in run["methods"]:
        score, lengths = method["score"], method["lengths"]
        table.add_row(
            method["method"],
            "-" if score["value"] is None else f"{score['value']:.2f}",
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


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{value:.1%}"
