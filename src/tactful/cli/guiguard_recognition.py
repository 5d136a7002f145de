"""`tactful bench recognition`: what recognizers and models find private."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tactful.bench.guiguard.recognition.settings import MODEL, RecognitionOptions, Recognizer
from tactful.cli.command import command
from tactful.cli.guiguard_grounding import asked_model, task_arguments
from tactful.cli.inputs import keep_apart, tell_problems
from tactful.cli.output import console, exit_code, print_json, use_json
from tactful.errors import InputError
from tactful.runs import Option

if TYPE_CHECKING:
    from tactful.bench.models import ModelSpec

FIGURES = ("detection", "recall", "strict", "risk", "category", "necessity", "over_masking", "covered")


def register(app: typer.Typer) -> None:
    """Adds the command to `tactful bench`."""
    command(app, "recognition", RecognitionCommand, recognition)


@dataclass(frozen=True, kw_only=True)
class RecognitionCommand(RecognitionOptions):
    """The options of the command: those of the task, who is asked, and where the logs go."""

    out: Annotated[Path, Option("Folder for the logs; a rerun goes on there.")]
    recognizer: Recognizer = "local"
    model: Annotated[str, Option("For --recognizer model: a built-in one, or with --url its name there.")] = (
        "tactful/screen-reader"
    )
    url: Annotated[
        str | None, Option("Base URL of a local OpenAI-compatible endpoint. It sees raw screens.")
    ] = None
    retry_failed: Annotated[bool, Option("Also do again what failed.")] = False
    connections: Annotated[int, Option("Questions in flight.", min=1)] = 1
    json: Annotated[bool, Option("One JSON document on stdout, and nothing else there.")] = False


def recognition(asked: RecognitionCommand) -> int:
    """Is what is private found, and labelled rightly (GUIGuard-Bench, section 4.1)?

    Models with a key: `inspect eval tactful/guiguard_recognition --model ... -T data=...`.
    """
    use_json(asked.json)
    from tactful.bench.driver import Evaluation
    from tactful.bench.guiguard.evaluations import KINDS
    from tactful.bench.guiguard.logs import summaries_of
    from tactful.bench.guiguard.recognition.rows import places
    from tactful.bench.guiguard.run import run_evaluation
    from tactful.bench.models import Pace

    model = _model(asked)
    keep_apart(Path(asked.data), asked.out)
    chosen = asked.choice(asked.first).read()
    tell_problems(chosen.problems)
    design = (asked.local() or asked).to_json()
    with console().status("recognition") as status:
        logged, complete = run_evaluation(
            "recognition",
            Evaluation(KINDS["recognition"].task, task_arguments(RecognitionOptions, asked), [model]),
            {"data": chosen.sha256, "model": model.name, "design": design},
            asked.out,
            Pace(max_connections=asked.connections),
            lambda done, of: status.update(f"recognition: {done} of {of} screens"),
            total=len(places(chosen)),
            retry_failed=asked.retry_failed,
        )
    summary = summaries_of(logged, asked.seed).get("recognition", {"runs": []})
    if asked.json:
        print_json({**summary, "data_problems": len(chosen.problems)})
    else:
        for run in summary["runs"]:
            _show(run)
    code = exit_code(run["screens"]["n"] - _unscored(run) for run in summary["runs"])
    return code if complete else 2


def _model(asked: RecognitionCommand) -> ModelSpec:
    """Who is asked. Options that would be passed over in silence are errors."""
    from tactful.bench.guiguard.evaluations import NO_MODEL

    if asked.recognizer != MODEL:
        if asked.url is not None:
            raise InputError("is for --recognizer model", field="--url", expected="--vlm")
        if asked.vlm is not None and not asked.vlm_model:
            raise InputError("is missing", field="--vlm-model", expected="the model's name at that endpoint")
        return NO_MODEL
    if asked.vlm is not None:
        raise InputError("is for our own recognizers", field="--vlm", expected="--url")
    return asked_model("--model", asked.model, asked.url, "guiguard_recognition")


def _unscored(run: Mapping[str, Any]) -> int:
    return sum(each["n"] for each in run["screens"]["unscored"])


def _show(run: Mapping[str, Any]) -> None:
    out = Console(highlight=False)
    screens, bad, answers = run["screens"], run["malformed"], run["answers"]
    out.print(f"{escape(run['name'])}: {screens['n']} screens")
    for each in screens["unscored"]:
        out.print(f"[bold red]unscored:[/] {each['n']}: {escape(each['reason'])} (counted as missed)")
    if bad["of"]:
        out.print(f"{bad['lines']} of {bad['of']} lines of the answers were malformed")
    if odd := answers["inconsistent"]["items"]:
        of = answers["inconsistent"]["of"]
        out.print(f"{odd} of {of} items were private at one stage and without a category at the next")
    rules = run["rules"]
    groups = {rule.replace("_", " "): scores["overall"] for rule, scores in rules.items()}
    groups |= rules["corrected"]["by_platform"]
    table = Table(box=None, pad_edge=False)
    for name in ("", *groups):
        table.add_column(name, justify="right" if name else "left")
    for figure in FIGURES:
        cells = [_cell(figures.get(figure)) for figures in groups.values()]
        table.add_row(figure.replace("_", "-"), *cells)
    out.print(table)
    out.print("platforms by the corrected rule; languages, categories and sweeps: --json", style="dim")


def _cell(rate: Mapping[str, Any] | None) -> str:
    return (
        "-" if rate is None or rate["value"] is None else f"{rate['value']:.1%} ({rate['hits']}/{rate['n']})"
    )
