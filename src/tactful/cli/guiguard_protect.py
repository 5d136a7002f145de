"""`tactful bench protect`: the protected variants of a data set, written once for every evaluation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tactful.cli.inputs import Json, endpoint, keep_apart, tell_problems
from tactful.cli.output import console, print_json
from tactful.errors import InputError, PolicyError

if TYPE_CHECKING:
    from tactful.bench.guiguard.protected_writer import ProtectOutcome
    from tactful.bench.guiguard.protecting import Method
    from tactful.models import ModelRewriter
    from tactful.terms import CaseData

Data = Annotated[
    Path,
    typer.Option(
        help="World trajectories, the GUIGuard-Bench release, or runs with labels.", show_default=False
    ),
]
Methods = Annotated[
    list[str] | None,
    typer.Option(
        "--methods",
        help="black, mosaic, randblocks, replace, fixed, replace_llm; with a level: black-60; with a policy: "
        "black@high, policy@hybrid. Separated by commas; may be repeated.",
        show_default="black,mosaic,randblocks,replace",
    ),
]
Levels = Annotated[
    str | None,
    typer.Option(help="Levels of Table 7, for every method: 10,20,30,40,60,80,100.", show_default=False),
]
PolicyName = Annotated[
    str | None, typer.Option(help="A preset or YAML file that says which regions are hidden.")
]
By = Annotated[str, typer.Option(help="Who says what is private: annotations, or guard (our recognizers).")]
Seed = Annotated[int, typer.Option(help="Of pseudonyms, random blocks and the draw of --limit.")]
Limit = Annotated[int | None, typer.Option(min=1, help="Only N tasks, drawn by the seed.")]
Steps = Annotated[int | None, typer.Option(min=1, help="Only the first N screens of a task.")]
Platform = Annotated[str | None, typer.Option(help="android or pc.", show_default="both")]
Lang = Annotated[str | None, typer.Option(help="Languages: en,zh.", show_default="all")]
Split = Annotated[str | None, typer.Option(help="train or validation.", show_default="all")]


def register(app: typer.Typer) -> None:
    """Add ``protect`` to the commands of ``tactful bench``."""
    app.command("protect")(protect)


def protect(
    data: Data,
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the variants.")] = Path(
        "protected-data"
    ),
    methods: Methods = None,
    levels: Levels = None,
    policy: PolicyName = None,
    by: By = "annotations",
    rewriter: Annotated[str | None, typer.Option(help="Base URL of a local model for replace_llm.")] = None,
    rewriter_model: Annotated[str | None, typer.Option(help="Its model name.")] = None,
    seed: Seed = 0,
    limit: Limit = None,
    steps: Steps = None,
    platform: Platform = None,
    lang: Lang = None,
    split: Split = None,
    json: Json = False,
) -> int:
    """Write the protected forms of every screen: OUT/METHOD/TASK/NAME.png, receipts and a manifest.

    The same command again continues a run that was cut off; other methods may be added to the same folder.
    """
    from tactful.bench.guiguard.protected_data import ANNOTATIONS, GUARD
    from tactful.bench.guiguard.protected_writer import write_protected
    from tactful.bench.guiguard.protecting import annotated, guarded

    if by not in (ANNOTATIONS, GUARD):
        raise InputError(f"nobody called '{by}'", field="--by", expected="annotations or guard")
    keep_apart(data, out)
    chosen = methods_of(methods, levels, policy)
    if rewriter is None and any("replace_llm" in method.rules().operators for method in chosen):
        raise InputError("is missing", field="--rewriter", expected="the base URL of a local model")
    found = read_chosen(
        data, seed=seed, limit=limit, steps=steps, platform=platform, lang=lang, split=split, images=True
    )
    with progress() as bar:
        rows: dict[str, int] = {}

        def after(method: str, done: int, total: int) -> None:
            row = rows.setdefault(method, len(rows))
            if row == len(bar.task_ids):
                bar.add_task(escape(method), total=total)
            bar.update(bar.task_ids[row], completed=done)

        outcome = write_protected(
            found,
            chosen,
            out,
            seed=seed,
            by=by,
            labels=annotated if by == ANNOTATIONS else guarded(),
            rewriter=None if rewriter is None else _rewriter(rewriter, rewriter_model),
            rewriter_name=rewriter_model,
            after=after,
        )
    if json:
        print_json({**outcome.to_json(), "data_problems": len(found.problems)})
    _tell(outcome)
    return 2 if outcome.failed else 0


def methods_of(names: Sequence[str] | None, levels: str | None, policy: str | None) -> tuple[Method, ...]:
    """The methods that the options name: every name at every level, or under the policy.

    A policy without names also says which operators are used. ``InputError`` for what does not fit.
    """
    from tactful.bench.guiguard.protecting import BY_POLICY, METHODS, Method, parse_method

    given = [part.strip() for name in names or () for part in name.split(",") if part.strip()]
    if policy is not None:
        if levels is not None:
            raise InputError("given beside --policy", field="--levels", expected="one of them")
        try:
            found = [parse_method(f"{name}@{policy}") for name in given or [BY_POLICY]]
        except PolicyError as err:
            if err.file is not None:
                raise
            raise PolicyError(err.problem, field="--policy", expected=err.expected) from None
    elif levels is not None:
        found = [Method(name, level) for name in given or METHODS for level in _levels(levels)]
    else:
        found = [parse_method(name) for name in given or METHODS]
    if len({method.name for method in found}) < len(found):
        raise InputError("the same one twice", field="--methods", expected="each once")
    return tuple(found)


def _levels(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise InputError("not levels", field="--levels", expected="such as 20,60,100") from None


def read_chosen(
    path: Path,
    *,
    seed: int = 0,
    limit: int | None = None,
    steps: int | None = None,
    platform: str | None = None,
    lang: str | None = None,
    split: str | None = None,
    images: bool = False,
) -> CaseData:
    """The part of a data set that the options choose; problems are told on stderr.

    ``images``: ``InputError`` that names what is missing unless every screen has its screenshot.
    """
    from tactful.bench.guiguard.data import choose, read_data, require_images

    data = read_data(path, limit=limit, seed=seed)
    tell_problems(data.problems)
    langs = None if lang is None else [part.strip() for part in lang.split(",") if part.strip()]
    data = choose(data, platform=platform, lang=langs, split=split, steps=steps)
    return require_images(data) if images else data


def progress() -> Progress:
    """Progress on stderr, for people alone."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console(),
        disable=not console().is_terminal,
    )


def _tell(outcome: ProtectOutcome) -> None:
    say = console().print
    for reason in outcome.failed[:10]:
        say(f"[bold red]failed:[/] {escape(reason)}")
    if len(outcome.failed) > 10:
        say(f"[bold red]failed:[/] and {len(outcome.failed) - 10} more")
    kept = f", {outcome.kept} from an earlier call" if outcome.kept else ""
    say(
        f"{outcome.written} pictures written ({outcome.copied} copied bit for bit){kept}, "
        f"{len(outcome.failed)} failed: {escape(str(outcome.out))}"
    )


def _rewriter(url: str, model: str | None) -> ModelRewriter:
    from tactful.models import ModelRewriter
    from tactful.protect import rewrite_prompt

    return ModelRewriter(endpoint(url, model, "--rewriter-model"), rewrite_prompt())
