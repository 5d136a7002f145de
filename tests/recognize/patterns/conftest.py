"""Views made from lines of text, and what the recognizers say of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tactful.recognize.patterns import pattern_recognizers
from tactful.recognize.view import Finding, ScreenView
from tactful.terms import Box, TextUnit

Found = list[tuple[str, str, str]]


def screen(lines: Sequence[str]) -> ScreenView:
    """Lines below each other; a tab parts columns of one row."""
    units = []
    for row, line in enumerate(lines):
        for column, text in enumerate(line.split("\t")):
            x, y = 40 + column * 500, 60 + row * 70
            units.append(TextUnit(text, Box(x, y, x + 20 * max(len(text), 1), y + 40)))
    return ScreenView(tuple(units), 1080, 2400)


@pytest.fixture
def findings() -> Callable[..., list[Finding]]:
    """Findings of the families named (all of them by default) on the given lines."""

    def run(*lines: str, only: str = "", least: float = 0.0) -> list[Finding]:
        view = screen(lines)
        chosen = [r for r in pattern_recognizers() if only in r.name]
        return [f for r in chosen for f in r.find(view) if f.confidence >= least]

    return run


@pytest.fixture
def values(findings: Callable[..., list[Finding]]) -> Callable[..., set[tuple[str, str]]]:
    """The same as (type, text) pairs."""

    def run(*lines: str, only: str = "", least: float = 0.0) -> set[tuple[str, str]]:
        units = screen(lines).units
        return {
            (f.type, units[f.unit].text[f.start : f.end])
            for f in findings(*lines, only=only, least=least)
            if f.unit is not None
        }

    return run
