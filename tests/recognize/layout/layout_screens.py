"""Reads the invented screens of ``screens.yaml`` into views with expectations."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import yaml

from tactful.recognize.view import ScreenView
from tactful.terms import Box, TaskState, TextUnit


@dataclass(frozen=True)
class Case:
    """A view and, for each unit, the expected risk and (perhaps "") type."""

    name: str
    view: ScreenView
    expected: tuple[tuple[str, str], ...]


def unit(x: int, y: int, size: int, text: str) -> TextUnit:
    """A unit whose width follows from its text."""
    wide = sum(ord(c) >= 0x2E80 for c in text)
    width = max(1, round(size * (wide + 0.5 * (len(text) - wide))))
    return TextUnit(text=text, box=Box(x, y, x + width, y + size))


def cases(name: str = "screens.yaml") -> list[Case]:
    """All invented screens of a file."""
    body = yaml.safe_load((Path(__file__).parent / name).read_text(encoding="utf-8"))
    found = []
    for title, screen in body.items():
        width, height, platform = screen["size"]
        units = tuple(unit(*row[:4]) for row in screen["units"])
        expected = tuple([*row[4].split(), ""][:2] for row in screen["units"])
        state = TaskState(goal=screen.get("task", ""))
        found.append(
            Case(
                title,
                ScreenView(units, width, height, platform, state),
                tuple((e[0], e[1]) for e in expected),
            )
        )
    return found
