"""`tactful bench grounding`: click points on original and protected screens."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from tactful.bench.guiguard.grounding.settings import GroundingSettings
from tactful.cli.command import command
from tactful.cli.inputs import keep_apart, tell_problems
from tactful.cli.output import console, exit_code, print_json, use_json
from tactful.errors import InputError
from tactful.runs import Option

if TYPE_CHECKING:
    from tactful.bench.models import ModelSpec

NO_PICTURE = "no picture"  # how the problem of a screen begins that could not be protected or read
API_KEY = "TACTFUL_API_KEY"  # the environment variable with the key of a local endpoint, where it wants one


@dataclass(frozen=True, kw_only=True)
class _Grounding(GroundingSettings):
    out: Annotated[Path, Option("Folder for the run; a rerun goes on there.")]
    model: Annotated[str, Option("Built-in model, or with --url the model's name there.")] = (
        "tactful/screen-grounder"
    )
    url: Annotated[
        str | None, Option("Base URL of a local OpenAI-compatible endpoint. It sees raw screens.")
    ] = None
    connections: Annotated[int, Option("Questions in flight.", min=1)] = 1
    retry_failed: Annotated[bool, Option("Ask again where no point came.")] = False
    json: Annotated[bool, Option("One JSON document on stdout.")] = False


def register(app: typer.Typer) -> None:
    """Adds the command to `tactful bench`."""
    command(app, "grounding", _Grounding, grounding)


def grounding(asked: _Grounding) -> int:
    """Does a model still find the element to click when the screen is protected?

    Models with a key: `inspect eval tactful/guiguard_grounding --model ... -T data=...`.
    """
    use_json(asked.json)
    from tactful.bench.driver import Evaluation
    from tactful.bench.guiguard.data import read_data
    from tactful.bench.guiguard.evaluations import KINDS
    from tactful.bench.guiguard.logs import summaries_of
    from tactful.bench.guiguard.protected_data import open_protected
    from tactful.bench.guiguard.run import run_evaluation
    from tactful.bench.models import Pace

    keep_apart(Path(asked.data), asked.out)
    data = read_data(asked.data, limit=asked.limit, seed=asked.seed)
    tell_problems(data.problems)
    model = asked_model("--model", asked.model, asked.url, "guiguard_grounding")
    source = open_protected(data, asked.hiding(), asked.protected, seed=asked.seed)
    identity = {
        **asked.to_json(),
        "data_sha256": data.sha256,
        "protected_sha256": source.fingerprint(asked.hiding()),
        **asked_identity("model", model),
    }
    with console().status("grounding") as status:
        logged, complete = run_evaluation(
            "grounding",
            Evaluation(KINDS["grounding"].task, task_arguments(GroundingSettings, asked), [model]),
            identity,
            asked.out,
            Pace(max_connections=asked.connections),
            lambda done, of: status.update(f"grounding: {done} of {of}"),
            retry_failed=asked.retry_failed,
        )
    summary = summaries_of(logged, asked.seed).get("grounding", {"runs": []})
    for run in summary["runs"]:
        _show(run)
    if asked.json:
        print_json({**summary, "data_problems": len(data.problems)})
    unread = sum(row.get("problem", "").startswith(NO_PICTURE) for run in logged for row in run.rows)
    code = exit_code(map(_points, summary["runs"]), unread)
    return code if complete else 2


def asked_model(option: str, name: str, url: str | None, task: str) -> ModelSpec:
    """The built-in model of that name, or the one at a local endpoint, as Inspect is told of it."""
    from tactful.bench.models import BUILT_IN, ModelSpec

    if url is not None:
        key = {"key_variable": API_KEY} if os.environ.get(API_KEY) else {}
        return ModelSpec(f"endpoint/{name}", {"base_url": url, **key})
    if not name.startswith(BUILT_IN):
        raise InputError(
            "is no built-in model",
            field=option,
            expected=f"tactful/..., or its URL; others: inspect eval tactful/{task}",
        )
    return ModelSpec(name)


def asked_identity(role: str, model: ModelSpec) -> dict[str, Any]:
    """What tells a run with this model from another: its name, and the host and path of its endpoint."""
    from tactful.models import address

    return {role: model.name, f"{role}_url": address(model.args.get("base_url"))}


def task_arguments(kind: type, settings: Any) -> dict[str, Any]:
    """What the Inspect task with settings of ``kind`` is given, paths made absolute."""
    from tactful.runs import settings_of

    given = {each.name: getattr(settings, each.name) for each in settings_of(kind)}
    for name in ("data", "out", "protected"):
        if given.get(name) is not None:
            given[name] = str(Path(given[name]).resolve())
    return {name: list(value) if isinstance(value, tuple) else value for name, value in given.items()}


def _points(run: Mapping[str, Any]) -> int:
    return sum(method["accuracy"]["n"] + method["hidden_accuracy"]["n"] for method in run["methods"])


def _show(run: Mapping[str, Any]) -> None:
    table = Table(title=escape(f"{run['model']}, coordinates: {run['convention']}"))
    for name in ("method", "accuracy", "of", "hidden", "on hidden", "unscored"):
        table.add_column(name, justify="left" if name == "method" else "right")
    for method in run["methods"]:
        accuracy, hidden = method["accuracy"], method["hidden_accuracy"]
        cells = (_percent(accuracy), str(accuracy["n"]), str(method["hidden"]), _percent(hidden))
        table.add_row(method["method"], *cells, str(method["unscored"]))
    console().print(table)
    for platform, found in run["calibration"].items():
        if found["warning"]:
            console().print(f"[yellow]note:[/] {platform}: {escape(found['warning'])}")


def _percent(rate: Mapping[str, Any]) -> str:
    return "-" if rate["value"] is None else f"{rate['value']:.1%}"
