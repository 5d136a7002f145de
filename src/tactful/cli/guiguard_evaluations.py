"""`tactful bench recognition | planning | grounding`: one evaluation of GUIGuard-Bench by itself."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

from tactful.bench import (
    MODEL,
    GroundingSettings,
    JudgeSampling,
    PlanningDesign,
    RecognitionOptions,
    Recognizer,
    Sampling,
)
from tactful.cli.command import command
from tactful.cli.inputs import (
    JSON,
    RewriterSettings,
    asked_identity,
    asked_model,
    endpoint,
    keep_apart,
    task_arguments,
    tell_problems,
)
from tactful.cli.output import ProgressWatch, console, exit_code, percent, print_json, print_table, use_json
from tactful.errors import InputError
from tactful.runs import Option

if TYPE_CHECKING:
    from tactful.bench import LoggedRun, ModelSpec
    from tactful.models import ChatModel
    from tactful.terms import CaseData, Problem

Row = dict[str, Any]
PLANNER, PLAN_JUDGE = "tactful/screen-planner", "tactful/plan-judge"
FIGURES = ("detection", "recall", "strict", "risk", "category", "necessity", "over_masking", "covered")
NO_PICTURE = "no picture"  # how the problem of a screen begins that could not be protected or read
LOCAL_URL = Option("Base URL of a local OpenAI-compatible endpoint. It sees raw screens.")


def register(app: typer.Typer) -> None:
    """Add the commands to `tactful bench`."""
    command(app, "recognition", RecognitionCommand, recognition)
    command(app, "planning", PlanningCommand, planning)
    command(app, "grounding", GroundingCommand, grounding)


def run_shown(
    name: str,
    arguments: Mapping[str, Any],
    models: Sequence[ModelSpec],
    identity: Mapping[str, Any],
    out: Path,
    *,
    roles: Mapping[str, ModelSpec] | None = None,
    stage: str = "",
    connections: int = 1,
    total: int = 0,
    retry_failed: bool = False,
) -> tuple[list[LoggedRun], bool]:
    """Run one evaluation as `run_evaluation` does, with its progress on stderr."""
    from tactful.bench import KINDS, Evaluation, Pace, run_evaluation

    job = Evaluation(KINDS[name].task, arguments, models, roles or {})
    with ProgressWatch() as watch:
        return run_evaluation(
            name,
            job,
            identity,
            out,
            Pace(max_connections=connections),
            functools.partial(watch, stage or name),
            total=total,
            retry_failed=retry_failed,
        )


def painted(
    asked: PlanningCommand | GroundingCommand, data: CaseData, out: Path, given: str | None
) -> tuple[str | None, dict[str, Any]]:
    """The folder of protected screens, and what tells a run of it from others.

    The folder is the ``given`` one, or one in ``out`` that a rewriter is asked for; None where screens are
    protected in memory, which needs no rewriter.
    """
    from tactful.bench import PROTECTED, open_protected, write_protected

    methods, rewriter = asked.hiding(), asked.open_rewriter()
    if given is None and rewriter is not None:
        with ProgressWatch() as watch:
            write_protected(data, methods, out / PROTECTED, seed=asked.seed, rewriter=rewriter, after=watch)
        given = str((out / PROTECTED).resolve())
    source = open_protected(data, methods, given, seed=asked.seed)
    return given, {
        **asked.to_json(),
        "data_sha256": data.sha256,
        "protected_sha256": source.fingerprint(methods),
    }


@dataclass(frozen=True, kw_only=True)
class RecognitionCommand(RecognitionOptions, Sampling):
    """The options of the command: those of the task, who is asked, and where the logs go."""

    out: Annotated[Path, Option("Folder for the logs; a rerun goes on there.")]
    recognizer: Recognizer = "local"
    model: Annotated[str, Option("For --recognizer model: a built-in one, or with --url its name there.")] = (
        "tactful/screen-reader"
    )
    url: Annotated[str | None, LOCAL_URL] = None
    retry_failed: Annotated[bool, Option("Also do again what failed.")] = False
    connections: Annotated[int, Option("Questions in flight.", min=1)] = 1
    json: Annotated[bool, JSON] = False


def recognition(asked: RecognitionCommand) -> int:
    """Is what is private found, and labelled rightly (GUIGuard-Bench, section 4.1)?

    Models with a key: `inspect eval tactful/guiguard_recognition --model ... -T data=...`.
    """
    use_json(asked.json)
    from tactful.bench import places, summaries_of

    model = _recognizer(asked)
    keep_apart(Path(asked.data), asked.out)
    data = asked.choice(asked.first).read()
    tell_problems(data.problems)
    logged, complete = run_shown(
        "recognition",
        task_arguments(RecognitionOptions, asked),
        [model],
        {
            "data": data.sha256,
            **asked_identity("model", model),
            "design": (asked.local() or asked).to_json(),
        },
        asked.out,
        connections=asked.connections,
        total=len(places(data)),
        retry_failed=asked.retry_failed,
    )
    summary = summaries_of(logged, asked.seed).get("recognition", {"runs": []})
    if asked.json:
        print_json({**summary, "data_problems": len(data.problems)})
    else:
        for run in summary["runs"]:
            _print_recognition(run)
    code = exit_code(screens_scored(run) for run in summary["runs"])
    return code if complete else 2


def _recognizer(asked: RecognitionCommand) -> ModelSpec:
    """Who is asked. Options that would be passed over in silence are errors."""
    from tactful.bench import NO_MODEL

    if asked.recognizer != MODEL:
        if asked.url is not None:
            raise InputError("is for --recognizer model", field="--url", expected="--vlm")
        if asked.vlm is not None and not asked.vlm_model:
            raise InputError("is missing", field="--vlm-model", expected="the model's name at that endpoint")
        return NO_MODEL
    if asked.vlm is not None:
        raise InputError("is for our own recognizers", field="--vlm", expected="--url")
    return asked_model("--model", asked.model, asked.url, "guiguard_recognition", asked.generate)


def _print_recognition(run: Mapping[str, Any]) -> None:
    out = Console(highlight=False)
    screens, malformed, inconsistent = run["screens"], run["malformed"], run["answers"]["inconsistent"]
    out.print(f"{escape(run['name'])}: {screens['n']} screens")
    for each in screens["unscored"]:
        out.print(f"[bold red]unscored:[/] {each['n']}: {escape(each['reason'])} (counted as missed)")
    if malformed["of"]:
        out.print(f"{malformed['lines']} of {malformed['of']} lines of the answers were malformed")
    if items := inconsistent["items"]:
        of = inconsistent["of"]
        out.print(f"{items} of {of} items were private at one stage and without a category at the next")
    rules = run["rules"]
    groups = {rule.replace("_", " "): scores["overall"] for rule, scores in rules.items()}
    groups |= rules["corrected"]["by_platform"]
    rows = [
        (figure.replace("_", "-"), *(_rate(rates.get(figure)) for rates in groups.values()))
        for figure in FIGURES
    ]
    print_table(("", *(f">{name}" for name in groups)), rows)
    out.print("platforms by the corrected rule; languages, categories and sweeps: --json", style="dim")


def _rate(rate: Mapping[str, Any] | None) -> str:
    if rate is None or rate["value"] is None:
        return "-"
    return f"{percent(rate)} ({rate['hits']}/{rate['n']})"


@dataclass(frozen=True, kw_only=True)
class PlanningCommand(PlanningDesign, Sampling, JudgeSampling, RewriterSettings):
    """The options of the command: those of the task, the models, published results, the folder."""

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
        Option("Planner: a built-in model, or with --url its name there.", default_text=PLANNER),
    ] = None
    url: Annotated[str | None, LOCAL_URL] = None
    judge: Annotated[
        str | None, Option("A built-in model, or with --judge-url its name there.", default_text=PLAN_JUDGE)
    ] = None
    judge_url: Annotated[str | None, Option("The judge's endpoint. It sees plans.")] = None
    parallel: Annotated[int, Option("Replays under way at once.", min=1)] = 2
    retry_failed: Annotated[bool, Option("Ask again where a model gave no answer.")] = False
    json: Annotated[bool, JSON] = False


def planning(asked: PlanningCommand) -> int:
    """Replay every task unprotected and under each method, and have the plans of each step compared.

    OUT/plans holds the plans and the judge's words, which quote screens. Models with a key:
    `inspect eval tactful/guiguard_planning --model ... --model-role judge=... -T data=...`.
    """
    use_json(asked.json)
    from tactful.bench import summarize

    if (asked.data is None) == (asked.results is None):
        raise InputError("one of both is needed", field="--data", expected="--data or --import")
    rows, problems, complete = _imported(asked) if asked.data is None else _replayed(asked, asked.data)
    summary = summarize(rows, seed=asked.seed)
    for run in summary["runs"]:
        _print_planning(run)
    if asked.json:
        print_json({**summary, "data_problems": len(problems)})
    scored = [sum(method["score"]["n"] for method in run["methods"]) for run in summary["runs"]]
    # A row's own problem: a screen of the task could not be read or protected.
    code = exit_code(scored, sum(bool(row.get("problem")) for row in rows))
    return code if complete else 2


def _replayed(asked: PlanningCommand, path: str) -> tuple[Sequence[Row], Sequence[Problem], bool]:
    from tactful.bench import JUDGE, PLANS, require_rewriter

    if asked.out is None:
        raise InputError("is missing", field="--out", expected="a folder")
    require_rewriter(asked.hiding(), asked.rewriter or asked.protected)
    planner = asked_model("--model", asked.model or PLANNER, asked.url, "guiguard_planning", asked.generate)
    judge = asked_model(
        "--judge", asked.judge or PLAN_JUDGE, asked.judge_url, "guiguard_planning", asked.judge_generate
    )
    keep_apart(Path(path), asked.out)
    data = asked.choice(Path(path).resolve()).read()
    tell_problems(data.problems)
    arguments = {**task_arguments(PlanningDesign, asked), "data": str(Path(path).resolve())}
    arguments["out"] = str((asked.out / PLANS).resolve())
    arguments["protected"], identity = painted(asked, data, asked.out, arguments["protected"])
    identity |= asked_identity("planner", planner) | asked_identity("judge", judge)
    logged, complete = run_shown(
        "planning",
        arguments,
        [planner],
        identity,
        asked.out,
        roles={JUDGE: judge},
        connections=asked.parallel,
        total=len(data.tasks) * len(asked.conditions()),
        retry_failed=asked.retry_failed,
    )
    return [row for run in logged for row in run.rows], data.problems, complete


def _imported(asked: PlanningCommand) -> tuple[Sequence[Row], Sequence[Problem], bool]:
    from tactful.bench import PlannerResults

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


def _judge(asked: PlanningCommand) -> ChatModel:
    from tactful.bench import open_model

    if asked.judge_url is not None:
        return replace(endpoint(asked.judge_url, asked.judge, "--judge"), **asked.judge_generate)
    return open_model(asked_model("--judge", asked.judge or PLAN_JUDGE, None, "guiguard_planning").name)


def _print_planning(run: Mapping[str, Any]) -> None:
    judge = f"{run['judge']} ({run['judging']})" if run["judging"] else run["judge"]
    rows = []
    for method in run["methods"]:
        score, lengths = method["score"], method["lengths"]
        rows.append((
            method["method"],
            "-" if score["value"] is None else f"{score['value']:.2f}",
            "-" if score["low"] is None else f"{score['low']:.2f} to {score['high']:.2f}",
            percent(method["consistency"]),
            score["n"],
            score["unscored"],
            f"{lengths['different']} of {lengths['of']}",
            percent(method["coverage"]),
        ))  # fmt: skip
    head = ("method", ">score", ">95 %", ">consistency", ">steps", ">unscored", ">other length", ">covered")
    title = f"{run['planner']}, judged by {judge}, history: {run['history']}"
    print_table(head, rows, title=title, stderr=True)
    for problem in run["problems"]:
        console().print(f"unscored, {problem['n']} steps: {escape(problem['reason'])}")


@dataclass(frozen=True, kw_only=True)
class GroundingCommand(GroundingSettings, Sampling, RewriterSettings):
    """The options of the command: those of the task, the model, and where the run goes."""

    out: Annotated[Path, Option("Folder for the run; a rerun goes on there.")]
    model: Annotated[str, Option("Built-in model, or with --url the model's name there.")] = (
        "tactful/screen-grounder"
    )
    url: Annotated[str | None, LOCAL_URL] = None
    connections: Annotated[int, Option("Questions in flight.", min=1)] = 1
    retry_failed: Annotated[bool, Option("Ask again where no point came.")] = False
    json: Annotated[bool, JSON] = False


def grounding(asked: GroundingCommand) -> int:
    """Does a model still find the element to click when the screen is protected?

    Models with a key: `inspect eval tactful/guiguard_grounding --model ... -T data=...`.
    """
    use_json(asked.json)
    from tactful.bench import read_screen_data, summaries_of

    keep_apart(Path(asked.data), asked.out)
    data = read_screen_data(asked.data, limit=asked.limit, seed=asked.seed)
    tell_problems(data.problems)
    model = asked_model("--model", asked.model, asked.url, "guiguard_grounding", asked.generate)
    arguments = task_arguments(GroundingSettings, asked)
    arguments["protected"], identity = painted(asked, data, asked.out, arguments["protected"])
    identity |= asked_identity("model", model)
    logged, complete = run_shown(
        "grounding",
        arguments,
        [model],
        identity,
        asked.out,
        connections=asked.connections,
        retry_failed=asked.retry_failed,
    )
    summary = summaries_of(logged, asked.seed).get("grounding", {"runs": []})
    for run in summary["runs"]:
        _print_grounding(run)
    if asked.json:
        print_json({**summary, "data_problems": len(data.problems)})
    unread = sum(row.get("problem", "").startswith(NO_PICTURE) for run in logged for row in run.rows)
    code = exit_code((sum(map(points, run["methods"])) for run in summary["runs"]), unread)
    return code if complete else 2


def _print_grounding(run: Mapping[str, Any]) -> None:
    rows = []
    for method in run["methods"]:
        accuracy = method["accuracy"]
        cells = (percent(accuracy), accuracy["n"], method["hidden"], percent(method["hidden_accuracy"]))
        rows.append((method["method"], *cells, method["unscored"]))
    title = f"{run['model']}, coordinates: {run['convention']}"
    print_table(
        ("method", ">accuracy", ">of", ">hidden", ">on hidden", ">unscored"), rows, title=title, stderr=True
    )
    for platform, calibration in run["calibration"].items():
        if calibration["warning"]:
            console().print(f"[yellow]note:[/] {platform}: {escape(calibration['warning'])}")


def points(method: Mapping[str, Any]) -> int:
    """How many clicks of a method have a score."""
    return int(method["accuracy"]["n"] + method["hidden_accuracy"]["n"])


def screens_scored(run: Mapping[str, Any]) -> int:
    """How many screens of a recognition run have a score."""
    return int(run["screens"]["n"] - sum(each["n"] for each in run["screens"]["unscored"]))
