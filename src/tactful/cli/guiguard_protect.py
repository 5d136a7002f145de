"""`tactful bench protect`: the protected variants of a data set, written once for every evaluation."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from tactful.bench.guiguard.choice import METHODS, NamedMethods
from tactful.cli.command import command
from tactful.cli.inputs import endpoint, keep_apart, tell_problems
from tactful.cli.output import console, print_json
from tactful.errors import InputError, PolicyError
from tactful.runs import Option

if TYPE_CHECKING:
    from tactful.bench.guiguard.protected_writer import ProtectOutcome
    from tactful.bench.guiguard.protecting import Method
    from tactful.models import ModelRewriter
    from tactful.terms import CaseData


def register(app: typer.Typer) -> None:
    """Add ``protect`` to the commands of ``tactful bench``."""
    command(app, "protect", ProtectCommand, protect)


@dataclass(frozen=True, kw_only=True)
class ProtectCommand(NamedMethods):
    """The options of the command."""

    out: Annotated[Path, Option("Folder for the variants.", flags=("-o",))] = Path("protected-data")
    rewriter: Annotated[str | None, Option("Base URL of a local model for replace_llm.")] = None
    rewriter_model: Annotated[str | None, Option("Its model name.")] = None


def protect(asked: ProtectCommand) -> int:
    """Write the protected forms of every screen: OUT/METHOD/TASK/NAME.png, receipts and a manifest.

    The same command again continues a run that was cut off; other methods may be added to the same folder.
    """
    from tactful.bench.guiguard.protected_data import ANNOTATIONS, GUARD
    from tactful.bench.guiguard.protected_writer import write_protected
    from tactful.bench.guiguard.protecting import annotated, guarded

    if asked.by not in (ANNOTATIONS, GUARD):
        raise InputError(f"nobody called '{asked.by}'", field="--by", expected="annotations or guard")
    keep_apart(Path(asked.data), asked.out)
    chosen = methods_of(asked)
    if asked.rewriter is None and any("replace_llm" in method.rules().operators for method in chosen):
        raise InputError("is missing", field="--rewriter", expected="the base URL of a local model")
    data = read_chosen(asked)
    with progress() as bar:
        rows: dict[str, TaskID] = {}

        def after(method: str, done: int, total: int) -> None:
            if method not in rows:
                rows[method] = bar.add_task(escape(method), total=total)
            bar.update(rows[method], completed=done)

        outcome = write_protected(
            data,
            chosen,
            asked.out,
            seed=asked.seed,
            by=asked.by,
            labels=annotated if asked.by == ANNOTATIONS else guarded(),
            rewriter=None if asked.rewriter is None else _rewriter(asked.rewriter, asked.rewriter_model),
            rewriter_name=asked.rewriter_model,
            after=after,
        )
    if asked.json:
        print_json({**outcome.to_json(), "data_problems": len(data.problems)})
    _tell(outcome)
    return 2 if outcome.failed else 0


def methods_of(asked: NamedMethods) -> tuple[Method, ...]:
    """The methods that the options name: every name at every level, or under the policy.

    A policy without names also says which operators are used. ``InputError`` for what does not fit.
    """
    from tactful.bench.guiguard.protecting import BY_POLICY, Method, parse_method

    if asked.policy is not None:
        if asked.levels:
            raise InputError("given beside --policy", field="--levels", expected="one of them")
        try:
            methods = [parse_method(f"{name}@{asked.policy}") for name in asked.methods or [BY_POLICY]]
        except PolicyError as err:
            if err.file is not None:
                raise
            raise PolicyError(err.problem, field="--policy", expected=err.expected) from None
    elif asked.levels:
        methods = [Method(name, level) for name in asked.methods or METHODS for level in asked.levels]
    else:
        methods = [parse_method(name) for name in asked.methods or METHODS]
    if len({method.name for method in methods}) < len(methods):
        raise InputError("the same one twice", field="--methods", expected="each once")
    return tuple(methods)


def read_chosen(asked: NamedMethods) -> CaseData:
    """The part of a data set that the options choose; problems are told on stderr."""
    data = asked.choice(asked.steps).read()
    tell_problems(data.problems)
    return data


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
