"""`tactful bench leakage`: what local probes still get out of protected screens, without a model or a key."""

from __future__ import annotations

import functools
import hashlib
import json as jsonlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.progress import Progress, TaskID
from rich.table import Table

from tactful.bench.guiguard.choice import LeakageSettings, NamedMethods
from tactful.cli.command import command
from tactful.cli.guiguard_grounding import task_arguments
from tactful.cli.guiguard_protect import methods_of, progress, read_chosen
from tactful.cli.inputs import keep_apart
from tactful.cli.output import console, exit_code, print_json
from tactful.runs import Option

if TYPE_CHECKING:
    from tactful.bench.attacks import Candidates


def register(app: typer.Typer) -> None:
    """Add ``leakage`` to the commands of ``tactful bench``."""
    command(app, "leakage", LeakageCommand, leakage)


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
    from tactful.bench.driver import Evaluation
    from tactful.bench.guiguard.evaluations import KINDS, NO_MODEL
    from tactful.bench.guiguard.leakage.probes import KNOWN, probe_names, read_known
    from tactful.bench.guiguard.logs import LoggedRun, summaries_of
    from tactful.bench.guiguard.protected_data import ProtectedData, open_protected, rules_digest
    from tactful.bench.guiguard.run import run_evaluation, write_summaries

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
    with progress() as bar:
        for name in probes:
            row = bar.add_task(escape(name), total=None)
            job = Evaluation(KINDS["leakage"].task, {**arguments, "probe": name}, [NO_MODEL])
            watch = functools.partial(_watch, bar, row)
            logged += run_evaluation(
                "leakage", job, identity, out, watch=watch, total=len(chosen) * screens, retry_failed=True
            )[0]
    summary = summaries_of(logged, asked.seed).get("leakage", {"evaluation": "leakage", "runs": []})
    write_summaries(out, {"leakage": summary})
    if asked.json:
        print_json({**summary, "data_problems": len(data.problems)})
    else:
        console().print(_table(summary))
        console().print(f"logs and summary: {escape(str(out))}")
    scored = [sum(method["screens"] for method in run["methods"]) for run in summary["runs"]]
    rows = [row for run in logged for row in run.rows]
    unprotected = {(row["method"], row["screen"]) for row in rows if row.get("no_picture")}
    return exit_code(scored, len(unprotected))


def _watch(bar: Progress, task: TaskID, done: int, total: int) -> None:
    bar.update(task, completed=done, total=total or None)


def _digest(known: Sequence[Candidates], key: str) -> str:
    """Tells lists apart without saying what stands in them."""
    text = jsonlib.dumps([[each.type, each.values, each.patterns] for each in known])
    return hashlib.blake2b(text.encode(), key=key.encode()[:64], digest_size=16).hexdigest()


def _table(summary: dict[str, Any]) -> Table:
    table = Table(title="Items still protected after a look at the protected screen")
    for name in ("probe", "method"):
        table.add_column(name, no_wrap=True)
    for name in ("protected", "of covered", "items", "by operator", "by coverage", "chance", "unscored"):
        table.add_column(name, justify="right")
    for run in summary["runs"]:
        for method in run["methods"]:
            table.add_row(
                run["evaluator"],
                method["method"],
                _percent(method["protection"]),
                _percent(method["covered_protection"]),
                str(method["items"]),
                str(method["operator_leaks"]),
                str(method["coverage_leaks"]),
                _percent(method["chance"]),
                str(method["unscored"]),
            )
    return table


def _percent(rate: dict[str, Any]) -> str:
    return "-" if rate["value"] is None else f"{100 * rate['value']:.1f} %"
