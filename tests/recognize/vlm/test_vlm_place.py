"""Which units an item of a model's list speaks of."""

from __future__ import annotations

import pytest

from tactful.recognize.vlm.place import Span, anchor, mentioned, place
from tactful.terms import Box, TextUnit

UNITS = (
    TextUnit("Ann Sample", Box(100, 100, 300, 140)),
    TextUnit("Oct 30", Box(800, 100, 900, 140)),
    TextUnit("Oct 30", Box(800, 300, 900, 340)),
    TextUnit("call me on 555 0100 now", Box(100, 300, 600, 340)),
    TextUnit("first line of a", Box(100, 500, 400, 540)),
    TextUnit("longer message", Box(100, 550, 400, 590)),
    TextUnit("山田 太郎", Box(100, 700, 300, 740)),
    TextUnit("", Box(100, 900, 300, 940), readable=False),
    TextUnit("To", Box(100, 1000, 140, 1040)),
)
FAR = Box(0, 2000, 10, 2010)


@pytest.mark.parametrize(
    ("text", "box", "spans"),
    [
        ("Ann Sample", FAR, [Span(0)]),
        ("ann  SAMPLE", FAR, [Span(0)]),
        ("Ann Sampel", FAR, [Span(0)]),
        ("Oct 30", Box(790, 290, 880, 350), [Span(2)]),
        ("Oct 30", Box(790, 90, 880, 150), [Span(1)]),
        ("555 0100", FAR, [Span(3, 11, 19)]),
        ("5550100", FAR, [Span(3)]),
        ("first line of a longer message", Box(90, 490, 410, 600), [Span(4), Span(5)]),
        ("first line of a longer message", FAR, []),
        ("山田太郎", FAR, [Span(6)]),
        ("太郎", FAR, []),
        ("太郎", Box(200, 700, 300, 740), [Span(6, 3, 5)]),
        ("a stamp", Box(100, 900, 300, 945), [Span(7)]),
        ("on", FAR, []),
        ("something else", Box(100, 100, 300, 140), []),
        ("   ", Box(100, 100, 300, 140), []),
    ],
)
def test_place(text: str, box: Box, spans: list[Span]) -> None:
    assert list(place(text, box, UNITS)) == spans


def test_units_named_in_a_broken_line() -> None:
    assert mentioned("Ann Sample | hi | Oct 30", UNITS) == (0, 1, 2)
    assert mentioned("To", UNITS) == ()  # too short to mean anything


def test_only_text_that_stands_once_is_an_anchor() -> None:
    assert anchor("ann sample", UNITS) == Box(100, 100, 300, 140)
    assert anchor("Oct 30", UNITS) is None
    assert anchor("To", UNITS) is None
    assert anchor("absent text", UNITS) is None
