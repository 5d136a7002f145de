"""`tactful bench recognition`: what recognizers and models find private."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tactful.cli.inputs import API_KEY, Json, VlmMode, VlmModel, VlmUrl, keep_apart, tell_problems
from tactful.cli.output import console, exit_code, print_json, use_json
from tactful.errors import InputError

if TYPE_CHECKING:
    from tactful.bench.driver import ModelSpec

FIGURES = ("detection", "recall", "strict", "risk", "category", "necessity", "over_masking", "covered")
MODEL = "model"


def register(app: typer.Typer) -> None:
    """Adds the command to `tactful bench`."""
    app.command("recognition")(recognition)


def recognition(
    data: Annotated[Path, typer.Option(help="World trajectories, the release, or runs.", show_default=False)],
    out: Annotated[
        Path, typer.Option(help="Folder for the rows; a rerun goes on there.", show_default=False)
    ],
    recognizer: Annotated[
        str,
        typer.Option(
            help="local: all of the guard's; patterns, names, layout, faces: one part; model: see --model."
        ),
    ] = "local",
    vlm: VlmUrl = None,
    vlm_model: VlmModel = None,
    vlm_mode: VlmMode = "grounded",
    model: Annotated[
        str, typer.Option(help="For --recognizer model: a built-in one, or with --url its name there.")
    ] = "tactful/screen-reader",
    url: Annotated[
        str | None,
        typer.Option(help="Base URL of a local OpenAI-compatible endpoint. It sees raw screens."),
    ] = None,
    prompt: Annotated[str, typer.Option(help="Definitions: simple, detailed, binary.")] = "detailed",
    context: Annotated[
        str, typer.Option(help="Told beside the screen: none, goal, response, history, decisions.")
    ] = "response",
    stages: Annotated[str, typer.Option(help="joint, or decomposed.")] = "joint",
    answers: Annotated[str, typer.Option(help="free, or grounded in lines that were read.")] = "free",
    steps: Annotated[int, typer.Option(help="Earlier screens told of by history and decisions.")] = 2,
    retries: Annotated[int, typer.Option(help="Further tries for an answer that cannot be read.")] = 1,
    grid: Annotated[
        str,
        typer.Option(
            help="The model's boxes: model (the frame declared for it), 0-1000, resized, pixels, "
            "or auto (chosen by the truth)."
        ),
    ] = "model",
    prompts: Annotated[str, typer.Option(help="Prompt pack.")] = "guiguard_recognition",
    platform: Annotated[str, typer.Option(help="android, pc, or all.")] = "all",
    lang: Annotated[str | None, typer.Option(help="Languages, as in en,zh.")] = None,
    split: Annotated[str | None, typer.Option(help="train or validation.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Tasks, drawn by the seed.")] = None,
    first: Annotated[int | None, typer.Option(min=1, help="Only the first steps of each task.")] = None,
    retry_failed: Annotated[bool, typer.Option("--retry-failed", help="Also do again what failed.")] = False,
    connections: Annotated[int, typer.Option(min=1, help="Questions in flight.")] = 1,
    seed: Annotated[int, typer.Option(help="Of the draw of tasks and of intervals.")] = 0,
    json: Json = False,
) -> int:
    """Is what is private found, and labelled rightly (GUIGuard-Bench, section 4.1)?

    Models with a key: `inspect eval tactful/guiguard_recognition --model ... -T data=...`.
    """
    use_json(json)
    from tactful.bench.driver import Evaluation, Pace
    from tactful.bench.guiguard.data import DataChoice
    from tactful.bench.guiguard.evaluations import KINDS, NO_MODEL
    from tactful.bench.guiguard.logs import summaries_of
    from tactful.bench.guiguard.recognition.local import LocalSettings
    from tactful.bench.guiguard.recognition.rows import places
    from tactful.bench.guiguard.recognition.settings import RecognitionSettings
    from tactful.bench.guiguard.run import run_evaluation

    _check(recognizer, vlm, vlm_model, vlm_mode, url)
    design: dict[str, Any]
    if recognizer == MODEL:
        design = {"prompt": prompt, "context": context, "stages": stages, "answers": answers, "steps": steps}
        design |= {"retries": retries, "grid": grid, "prompts": prompts}
        asked, told = _asked(model, url), RecognitionSettings(**design).to_json()
    else:
        design = {"recognizer": recognizer, "context": context}
        design |= {} if vlm is None else {"vlm": vlm, "vlm_model": vlm_model, "vlm_mode": vlm_mode}
        asked, told = NO_MODEL, LocalSettings(**design).to_json()
    keep_apart(data, out)
    choice = DataChoice.of(data.resolve(), platform, lang, split, limit, first, seed)
    chosen = choice.read()
    tell_problems(chosen.problems)
    arguments = {"data": choice.data, **choice.to_json(), **design}
    identity = {"data": chosen.sha256, "model": asked.name, "design": told}
    with console().status("recognition") as status:
        logged, complete = run_evaluation(
            "recognition",
            Evaluation(KINDS["recognition"].task, arguments, [asked]),
            identity,
            out,
            Pace(max_connections=connections),
            lambda done, of: status.update(f"recognition: {done} of {of} screens"),
            total=len(places(chosen)),
            retry_failed=retry_failed,
        )
    summary = summaries_of(logged, seed).get("recognition", {"runs": []})
    if json:
        print_json({**summary, "data_problems": len(chosen.problems)})
    else:
        for run in summary["runs"]:
            _show(run)
    code = exit_code(run["screens"]["n"] - _unscored(run) for run in summary["runs"])
    return code if complete else 2


def _unscored(run: Mapping[str, Any]) -> int:
    return sum(each["n"] for each in run["screens"]["unscored"])


def _check(recognizer: str, vlm: str | None, vlm_model: str | None, vlm_mode: str, url: str | None) -> None:
    """Options that would be passed over in silence are errors."""
    if recognizer == MODEL and vlm is not None:
        raise InputError("is for our own recognizers", field="--vlm", expected="--url")
    if recognizer != MODEL and url is not None:
        raise InputError("is for --recognizer model", field="--url", expected="--vlm")
    if vlm is not None and vlm_model is None:
        raise InputError("is missing", field="--vlm-model", expected="the model's name at that endpoint")
    if vlm_mode not in ("grounded", "free"):
        raise InputError(f"unknown mode '{vlm_mode}'", field="--vlm-mode", expected="grounded or free")


def _asked(model: str, url: str | None) -> ModelSpec:
    from tactful.bench.driver import ModelSpec

    if url is not None:
        key = {"key_variable": API_KEY} if os.environ.get(API_KEY) else {}
        return ModelSpec(f"endpoint/{model}", {"base_url": url, **key})
    if not model.startswith("tactful/"):
        raise InputError(
            "is no built-in model",
            field="--model",
            expected="tactful/screen-reader, or --url; others: inspect eval tactful/guiguard_recognition",
        )
    return ModelSpec(model)


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
