"""`tactful policy`: the presets, and a check of one's own file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from tactful.cli.command import command
from tactful.cli.inputs import JSON
from tactful.cli.output import print_json, print_table
from tactful.runs import Option

if TYPE_CHECKING:
    from tactful.protect import Policy

app = typer.Typer(help="Presets, and a check of a policy file.", no_args_is_help=True)


@dataclass(frozen=True, kw_only=True)
class ListSettings:
    """The settings of `tactful policy list`."""

    json: Annotated[bool, JSON] = False


@dataclass(frozen=True, kw_only=True)
class CheckSettings:
    """The settings of `tactful policy check`."""

    policy: Annotated[str, Option("A preset's name or a YAML file.", argument=True)]
    json: Annotated[bool, JSON] = False


def list_presets(settings: ListSettings) -> int:
    """The presets and their rules, first match wins."""
    from tactful.protect import PRESETS, get_policy

    policies = [get_policy(name) for name in PRESETS]
    if settings.json:
        print_json([_document(policy) for policy in policies])
        return 0
    rows = [
        (policy.name if number == 0 else "", rule.title, rule.operator)
        for policy in policies
        for number, rule in enumerate(policy.rules)
    ]
    print_table(("preset", "rule", "operator"), rows)
    return 0


def check(settings: CheckSettings) -> int:
    """Read a policy and print it; a mistake is named with its line, exit code 2."""
    from tactful.protect import get_policy

    policy = get_policy(settings.policy)
    if settings.json:
        print_json(_document(policy))
        return 0
    out = Console(highlight=False, markup=False)
    out.print(f"policy {policy.name}: {len(policy.rules)} rules, otherwise {policy.default}")
    for number, rule in enumerate(policy.rules, start=1):
        out.print(f"{number:3}. {rule.title} -> {rule.operator}")
    return 0


def _document(policy: Policy) -> dict[str, Any]:
    return {
        "name": policy.name,
        "rules": [{"when": rule.title, "operator": rule.operator} for rule in policy.rules],
        "default": policy.default,
    }


command(app, "list", ListSettings, list_presets)
command(app, "check", CheckSettings, check)


def register(root: typer.Typer) -> None:
    """Add the commands to ``tactful``."""
    root.add_typer(app, name="policy")
