"""A command made of its settings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from tactful.cli.command import command
from tactful.errors import InputError
from tactful.runs import Option


@dataclass(frozen=True, kw_only=True)
class Copying:
    source: Annotated[Path, Option("What to copy.", argument=True)]
    out: Annotated[Path | None, Option("Where to.", ("-o",))] = None
    names: Annotated[tuple[str, ...], Option("Which.", ("--import",), choices=("a", "b", "c"))] = ("a",)
    times: Annotated[int, Option("How often.", min=1)] = 2
    mode: Annotated[str, Option("How.", choices=("own", "same"))] = "own"
    careful: Annotated[bool, Option("With care.")] = True
    json: Annotated[bool, Option("One document.", recorded=False)] = False


def called(*args: str) -> Copying:
    seen: list[Copying] = []

    def run(settings: Copying) -> int:
        """Copy things."""
        seen.append(settings)
        return 0

    app = typer.Typer()
    command(app, "copy", Copying, run)
    result = CliRunner().invoke(app, args)
    if isinstance(result.exception, InputError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return seen[0] if seen else pytest.fail(result.output)


def test_options_become_settings() -> None:
    assert called("x") == Copying(source=Path("x"))
    assert called(
        "x", "-o", "y", "--import", "a,b", "--import", "c", "--times", "3", "--no-careful", "--json"
    ) == Copying(source=Path("x"), out=Path("y"), names=("a", "b", "c"), times=3, careful=False, json=True)


def test_a_wrong_value_names_the_option() -> None:
    with pytest.raises(InputError, match="field '--mode': unknown value 'mine'"):
        called("x", "--mode", "mine")
    with pytest.raises(InputError, match="field '--import': unknown value 'd'"):
        called("x", "--import", "a,d")
