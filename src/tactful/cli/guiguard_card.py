"""`tactful bench card | staircase`: what a data set of the screen benchmark holds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from tactful.cli.command import command
from tactful.cli.inputs import JSON, tell_problems
from tactful.cli.output import console, print_json, print_lines, print_table
from tactful.errors import InputError
from tactful.runs import Option, write_atomic


def register(app: typer.Typer) -> None:
    """Adds the commands to ``tactful bench``."""
    command(app, "card", CardSettings, card)
    command(app, "staircase", StaircaseSettings, staircase)


@dataclass(frozen=True, kw_only=True)
class StaircaseSettings:
    """The options of `tactful bench staircase`."""

    data: Annotated[str, Option("World trajectories, the GUIGuard-Bench release, or runs with labels.")]
    limit: Annotated[int | None, Option("Only N tasks, drawn by the seed.", min=1)] = None
    seed: Annotated[int, Option("Of the draw of tasks.")] = 0
    json: Annotated[bool, JSON] = False


@dataclass(frozen=True, kw_only=True)
class CardSettings(StaircaseSettings):
    """The options of `tactful bench card`."""

    out: Annotated[Path | None, Option("Markdown file for the card.", flags=("-o",))] = None


def card(asked: CardSettings) -> int:
    """A data card with task inventory and staircase, for the release or your own runs (GUIGuard-Bench, K).

    Tasks are named only where the data is public. No picture is needed.
    """
    from tactful.bench import card_text, data_card, read_screen_data

    data = read_screen_data(asked.data, limit=asked.limit, seed=asked.seed)
    tell_problems(data.problems)
    found = data_card(data)
    text = card_text(found, Path(asked.data).name)
    if asked.out is not None:
        write_atomic(asked.out, text)
        console().print(f"card: {escape(str(asked.out))}")
    if asked.json:
        print_json(found)
    elif asked.out is None:
        print_lines(text)
    return 0


def staircase(asked: StaircaseSettings) -> int:
    """Table 7 for your data: what each level covers by the paper's groups, and by the data's own (G.2)."""
    from tactful.bench import coverage_levels, read_screen_data

    data = read_screen_data(asked.data, limit=asked.limit, seed=asked.seed)
    levels = coverage_levels([region for screen in data.screens for region in screen.regions or ()])
    if not levels:
        raise InputError("no region carries any risk", file=data.source, expected="labelled screens")
    if asked.json:
        print_json({"data_sha256": data.sha256, "levels": levels})
        return 0
    rows = [
        (
            f"{step['level']} %",
            f"{step['published_groups']:.2f} %",
            f"{step['own_groups']:.2f} %",
            len(step["groups"]),
        )
        for step in levels
    ]
    print_table(("level", ">paper's groups", ">this data's groups", ">how many"), rows)
    return 0
