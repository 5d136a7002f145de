"""`tactful bench grounding`: click points on original and protected screens, without Inspect."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from tactful.cli.inputs import Json, endpoint, keep_apart, tell_problems
from tactful.cli.output import console, exit_code, print_json, use_json
from tactful.errors import InputError

_PREFIX = "tactful/"
NO_PICTURE = "no picture"  # how the problem of a screen begins that could not be protected or read


def register(app: typer.Typer) -> None:
    """Adds the command to `tactful bench`."""
    app.command("grounding")(grounding)


def grounding(
    data: Annotated[Path, typer.Option(help="World trajectories, the release, or runs.", show_default=False)],
    out: Annotated[
        Path, typer.Option(help="Folder for the rows; a rerun goes on there.", show_default=False)
    ],
    model: Annotated[
        str, typer.Option(help="Built-in model, or with --url the model's name there.")
    ] = "tactful/screen-grounder",
    url: Annotated[
        str | None,
        typer.Option(help="Base URL of a local OpenAI-compatible endpoint. It sees raw screens."),
    ] = None,
    methods: Annotated[
        str, typer.Option(help="original, and methods such as black, replace, black-60, black@non-necessary.")
    ] = "original,black,replace",
    platform: Annotated[str, typer.Option(help="android, pc, or all.")] = "android",
    convention: Annotated[
        str, typer.Option(help="Frame of the model's coordinates; auto: by the table of models.")
    ] = "auto",
    private: Annotated[int, typer.Option(min=0, help="Private labels a screen must have.")] = 2,
    protected: Annotated[Path | None, typer.Option(help="Folder of `tactful bench protect`.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Tasks, drawn by the seed.")] = None,
    calibrate: Annotated[bool, typer.Option(help="Check the convention on a drawn picture.")] = True,
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Ask again where no point came.")
    ] = False,
    connections: Annotated[int, typer.Option(min=1, help="Questions in flight.")] = 1,
    seed: Annotated[int, typer.Option(help="Of the draw of tasks, of protection, of intervals.")] = 0,
    json: Json = False,
) -> int:
    """Does a model still find the element to click when the screen is protected?

    Models with a key run in Inspect: `inspect eval tactful/guiguard_grounding --model ... -T data=...`.
    """
    use_json(json)
    from tactful.bench.guiguard.data import read_data
    from tactful.bench.guiguard.grounding import GroundingSettings, run_grounding, summarise
    from tactful.bench.guiguard.grounding.bench import read_bench

    keep_apart(data, out)
    settings = GroundingSettings.of(
        str(data), methods=methods, platform=platform, convention=convention, private=private,
        protected=None if protected is None else str(protected), limit=limit, calibrate=calibrate, seed=seed,
    )  # fmt: skip
    asked = endpoint(url, model, "--model") if url is not None else _built_in(model)
    found = read_data(data, limit=limit, seed=seed)
    tell_problems(found.problems)
    bench = read_bench(settings, found)
    with console().status("grounding") as status:
        rows = run_grounding(
            settings,
            asked,
            out,
            name=model,
            retry_failed=retry_failed,
            connections=connections,
            progress=lambda done, of: status.update(f"grounding: {done} of {of}"),
            bench=bench,
        )
    summary = summarise(rows, seed=seed)
    for run in summary["runs"]:
        _show(run)
    if json:
        print_json({**summary, "data_problems": len(found.problems)})
    return exit_code(
        map(_points, summary["runs"]), sum(row.get("problem", "").startswith(NO_PICTURE) for row in rows)
    )


def _points(run: Mapping[str, Any]) -> int:
    return sum(method["accuracy"]["n"] + method["hidden_accuracy"]["n"] for method in run["methods"])


def _built_in(model: str) -> Any:
    from tactful.bench.guiguard.offline.registry import open_model

    if not model.startswith(_PREFIX):
        raise InputError(
            "is no built-in model",
            field="--model",
            expected="tactful/screen-grounder, or --url; others: inspect eval tactful/guiguard_grounding",
        )
    return open_model(model)


def _show(run: Mapping[str, Any]) -> None:
    table = Table(title=escape(f"{run['model']}, coordinates: {run['convention']}"))
    for name in ("method", "accuracy", "of", "hidden", "on hidden", "unscored"):
        table.add_column(name, justify="left" if name == "method" else "right")
    for method in run["methods"]:
        accuracy, hidden = method["accuracy"], method["hidden_accuracy"]
        table.add_row(
            method["method"], _percent(accuracy), str(accuracy["n"]), str(method["hidden"]), _percent(hidden),
            str(method["unscored"]),
        )  # fmt: skip
    console().print(table)
    for platform, found in run["calibration"].items():
        if found["warning"]:
            console().print(f"[yellow]note:[/] {platform}: {escape(found['warning'])}")


def _percent(rate: Mapping[str, Any]) -> str:
    return "-" if rate["value"] is None else f"{rate['value']:.1%}"
