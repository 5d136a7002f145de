"""`tactful selftest`: hostile cases against this installation."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import Annotated

import typer
from rich.markup import escape

from tactful.cli.command import command
from tactful.cli.inputs import JSON
from tactful.cli.output import console, print_json, print_lines, print_table
from tactful.runs import Option
from tactful.selftest import FAMILIES, Outcome, find_cases, run_case


def register(app: typer.Typer) -> None:
    """Add the command to ``tactful``."""
    command(app, "selftest", SelftestSettings, selftest)


@dataclass(frozen=True, kw_only=True)
class SelftestSettings:
    """The settings of `tactful selftest`."""

    families: Annotated[
        tuple[str, ...], Option(f"Of {','.join(FAMILIES)}.", flags=("--only",), default_text="all")
    ] = FAMILIES
    short: Annotated[bool, Option("Only the cases of a run of about a minute.")] = False
    json: Annotated[bool, JSON] = False


def selftest(settings: SelftestSettings) -> int:
    """Send planted values through the guard as installed here, and look for them in all that comes out.

    Exit code 1 where one got out, or where a case could not be judged.
    """
    outcomes = []
    for case in find_cases(settings.families, short=settings.short):
        outcome = run_case(case)
        outcomes.append(outcome)
        if outcome.result not in ("held", "skipped"):
            console().print(
                f"[bold red]{outcome.result}:[/] {case.family}, {escape(case.name)}: {escape(outcome.reason)}"
            )
    bad = sum(outcome.result not in ("held", "skipped") for outcome in outcomes)
    if settings.json:
        print_json({"cases": [asdict(outcome) for outcome in outcomes], "not_held": bad})
        return int(bad > 0)
    print_table(
        ("family", ">cases", ">held", ">leaked", ">failed", ">skipped", ">seconds"),
        [_row(family, outcomes) for family in dict.fromkeys(one.family for one in outcomes)],
    )
    print_lines(f"{len(outcomes)} cases, {bad} not held; what each family stands for: docs/threats.md")
    return int(bad > 0)


def _row(family: str, outcomes: list[Outcome]) -> tuple[object, ...]:
    mine = [one for one in outcomes if one.family == family]
    ended = Counter(one.result for one in mine)
    counts = [ended[result] for result in ("held", "leaked", "failed", "skipped")]
    return family, len(mine), *counts, f"{sum(one.seconds for one in mine):.1f}"
