"""`tactful policy`: the presets, and a check of one's own file."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tactful.cli.inputs import Json
from tactful.cli.output import print_json

app = typer.Typer(help="Presets, and a check of a policy file.", no_args_is_help=True)


@app.command("list")
def list_(json: Json = False) -> None:
    """The presets and their rules, first match wins."""
    from tactful.protect import PRESETS, Policy, get_policy

    policies: list[Policy] = [get_policy(name) for name in PRESETS]
    if json:
        print_json([_document(policy) for policy in policies])
        return
    table = Table(box=None, pad_edge=False)
    for column in ("preset", "rule", "operator"):
        table.add_column(column, overflow="fold")
    for policy in policies:
        for number, rule in enumerate(policy.rules):
            table.add_row(policy.name if number == 0 else "", rule.title, rule.operator)
    Console(highlight=False).print(table)


@app.command()
def check(
    policy: Annotated[str, typer.Argument(help="A preset's name or a YAML file.")], json: Json = False
) -> None:
    """Read a policy and print it; a mistake is named with its line, exit code 2."""
    from tactful.protect import get_policy

    chosen = get_policy(policy)
    if json:
        print_json(_document(chosen))
        return
    out = Console(highlight=False, markup=False)
    out.print(f"policy {chosen.name}: {len(chosen.rules)} rules, otherwise {chosen.default}")
    for number, rule in enumerate(chosen.rules, start=1):
        out.print(f"{number:3}. {rule.title} -> {rule.operator}")


def _document(policy: object) -> dict[str, object]:
    from tactful.protect import Policy

    assert isinstance(policy, Policy)
    return {
        "name": policy.name,
        "rules": [{"when": rule.title, "operator": rule.operator} for rule in policy.rules],
        "default": policy.default,
    }
