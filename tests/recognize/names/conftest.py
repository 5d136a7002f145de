"""Views made from lines of text, and the names found on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tactful.recognize.names import name_recognizers
from tactful.recognize.view import ScreenView
from tactful.terms import Box, TextUnit


def screen(lines: Sequence[str]) -> ScreenView:
    """Lines below each other; a tab parts columns of one row."""
    units = []
    for row, line in enumerate(lines):
        for column, text in enumerate(line.split("\t")):
            x, y = 40 + column * 500, 60 + row * 110
            units.append(TextUnit(text, Box(x, y, x + 20 * max(len(text), 1), y + 40)))
    return ScreenView(tuple(units), 1080, 2400)


@pytest.fixture
def names() -> Callable[..., set[tuple[str, str]]]:
    """(type, text) pairs found on the given lines."""

    def run(*lines: str, least: float = 0.5) -> set[tuple[str, str]]:
        view = screen(lines)
        return {
            (f.type, view.units[f.unit].text[f.start : f.end])
            for r in name_recognizers()
            for f in r.find(view)
            if f.unit is not None and f.confidence >= least
        }

    return run
