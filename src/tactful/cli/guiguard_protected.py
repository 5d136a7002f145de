"""`tactful bench protect | leakage`: protected screens, and what local probes still get out of them."""

from __future__ import annotations

import hashlib
import json as jsonlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from tactful.bench import METHODS, LeakageSettings, NamedMethods
from tactful.cli.command import command
from tactful.cli.guiguard_evaluations import run_shown
from tactful.cli.inputs import RewriterSettings, keep_apart, task_arguments, tell_problems
from tactful.cli.output import ProgressWatch, console, exit_code, percent, print_json, print_table
from tactful.errors import InputError, PolicyError
from tactful.runs import Option

if TYPE_CHECKING:
    from tactful.bench import Candidates, LoggedRun, Method, ProtectOutcome
    from tactful.terms import CaseData


def register(app: typer.Typer) -> None:
    """Add the commands to `tactful bench`."""
    command(app, "protect", ProtectCommand, protect)
    command(app, "leakage", LeakageCommand, leakage)


@dataclass(frozen=True, kw_only=True)
class ProtectCommand(NamedMethods, RewriterSettings):
    """The options of the command."""

    out: Annotated[Path, Option("Folder for the variants.", flags=("-o",))] = Path("protected-data")


def protect(asked: ProtectCommand) -> int:
    """Write the protected forms of every screen: OUT/METHOD/TASK/NAME.png, receipts and a manifest.

    The same command again continues a run that was cut off; other methods may be added to the same folder.
    """
    from tactful.bench import ANNOTATIONS, GUARD, annotated, guarded, require_rewriter, write_protected

    if asked.by not in (ANNOTATIONS, GUARD):
        raise InputError(f"nobody called '{asked.by}'", field="--by", expected="annotations or guard")
    keep_apart(Path(asked.data), asked.out)
    chosen = methods_of(asked)
    require_rewriter(chosen, asked.rewriter)
    data = read_chosen(asked)
    with ProgressWatch() as watch:
        outcome = write_protected(
            data,
            chosen,
            asked.out,
            seed=asked.seed,
            by=asked.by,
            labels=annotated if asked.by == ANNOTATIONS else guarded(),
            rewriter=asked.open_rewriter(),
            after=watch,
        )
    if asked.json:
        print_json({**outcome.to_json(), "data_problems": len(data.problems)})
    _tell(outcome)
    return 2 if outcome.failed else 0


def methods_of(asked: NamedMethods) -> tuple[Method, ...]:
    """The methods that the options name: every name at every level, or under the policy.

    A policy without names also says which operators are used. ``InputError`` for what does not fit.
    """
    from tactful.bench import BY_POLICY, Method, parse_method

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


@dataclass(frozen=True, kw_only=True)
class LeakageCommand(LeakageSettings, NamedMethods):
    """The options of the command."""

    out: Annotated[Path, Option("Folder for logs and summary.", flags=("-o",))] = Path("leakage")
    probe: Annotated[tuple[str, ...], Option("ocr, sharpen, dictionary; separated by commas.")] = (
        "ocr",
        "sharpen",
        "dictionary",
    )


def leakage(asked: LeakageCommand) -> int:
    """What a probe recovers from protected screens (GUIGuard-Bench, J.5, Table 8).

    The method `original` hides nothing: it tells how much the probe reads at all. For a model with eyes use
    `inspect eval tactful/guiguard_leakage`. Starting the same command again continues.
    """
    from tactful.bench import (
        KNOWN,
        NO_MODEL,
        Pace,
        ProtectedData,
        open_protected,
        probe_names,
        read_known,
        rules_digest,
        summaries_of,
        write_summaries,
    )

    out = asked.out
    keep_apart(Path(asked.data), out)
    chosen = methods_of(asked)
    probes = probe_names(",".join(asked.probe))
    known = None if asked.known is None else Path(asked.known)
    lists = KNOWN if known is None else read_known(known)
    data = read_chosen(asked)
    source = open_protected(data, chosen, asked.protected, by=asked.by, seed=asked.seed)
    made = source if isinstance(source, ProtectedData) else asked
    arguments = {
        **task_arguments(LeakageSettings, asked),
        "methods": ",".join(method.spec for method in chosen),
        "known": None if known is None else str(known.resolve()),
    }
    identity = {
        "data": data.sha256,
        "seed": made.seed,
        "by": made.by,
        "known": _digest(lists, data.sha256),
        "policies": {method.name: rules_digest(method) for method in chosen if method.policy is not None},
    }
    logged: list[LoggedRun] = []
    screens = sum(case.regions is not None for case in data.screens)
    for name in probes:
        logged += run_shown(
            "leakage",
            {**arguments, "probe": name},
            [NO_MODEL],
            identity,
            out,
            stage=name,
            connections=Pace().max_connections,
            total=len(chosen) * screens,
            retry_failed=True,
        )[0]
    summary = summaries_of(logged, asked.seed).get("leakage", {"evaluation": "leakage", "runs": []})
    write_summaries(out, {"leakage": summary})
    if asked.json:
        print_json({**summary, "data_problems": len(data.problems)})
    else:
        _print_leakage(summary)
        console().print(f"logs and summary: {escape(str(out))}")
    scored = [sum(method["screens"] for method in run["methods"]) for run in summary["runs"]]
    rows = [row for run in logged for row in run.rows]
    unprotected = {(row["method"], row["screen"]) for row in rows if row.get("no_picture")}
    return exit_code(scored, len(unprotected))


def _digest(known: Sequence[Candidates], key: str) -> str:
    """Tells lists apart without saying what stands in them."""
    text = jsonlib.dumps([[each.type, each.values, each.patterns] for each in known])
    return hashlib.blake2b(text.encode(), key=key.encode()[:64], digest_size=16).hexdigest()


def _print_leakage(summary: Mapping[str, Any]) -> None:
    rows = [
        (
            run["evaluator"],
            method["method"],
            percent(method["protection"]),
            percent(method["covered_protection"]),
            method["items"],
            method["operator_leaks"],
            method["coverage_leaks"],
            percent(method["chance"]),
            method["unscored"],
        )
        for run in summary["runs"]
        for method in run["methods"]
    ]
    counts = (">items", ">by operator", ">by coverage", ">chance", ">unscored")
    head = ("probe", "method", ">protected", ">of covered", *counts)
    print_table(head, rows, title="Items still protected after a look at the protected screen", stderr=True)
