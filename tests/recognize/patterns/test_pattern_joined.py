"""Units read as one line: what is joined, and what columns of numbers keep to themselves."""

from __future__ import annotations

import pytest

from tactful.recognize.patterns.joined import JOINED
from tactful.recognize.view import ScreenView
from tactful.terms import Box, TextUnit


def found(*rows: str, gap: int = 24) -> set[tuple[str, str]]:
    """What is found in rows of units with ``|`` between, ``gap`` pixels apart, letters of 15 by 30."""
    units = []
    for number, row in enumerate(rows):
        x = 60
        for text in row.split("|"):
            units.append(TextUnit(text, Box(x, 60 + 44 * number, x + 15 * len(text), 90 + 44 * number)))
            x += 15 * len(text) + gap
    view = ScreenView(tuple(units), 1080, 1200)
    return {(f.type, units[f.unit or 0].text[f.start : f.end]) for f in JOINED.find(view)}


@pytest.mark.parametrize(
    ("kind", "rows", "parts"),
    [
        ("bank", ("IT60|X054|2811|1010|0000|0123|456",), "IT60 X054 2811 1010 0000 0123 456"),
        ("otp", ("Enter PIN", "2|4|5|3|8", "Resend"), "2 4 5 3 8"),
        ("email", ("Contact: ann", ".lee@example.com"), "ann .lee@example.com"),
        (
            "secret",
            ("key", "ghp_16C7e42F292c6912E7a", "71bz9Qk3W3xT0pL5sV2n"),
            "ghp_16C7e42F292c6912E7a 71bz9Qk3W3xT0pL5sV2n",
        ),
        ("coordinates", ("Position 48.85837,", "2.29448"), "48.85837, 2.29448"),
    ],
)
def test_a_value_in_pieces_marks_every_piece(kind: str, rows: tuple[str, ...], parts: str) -> None:
    assert found(*rows) == {(kind, part) for part in parts.split()}


@pytest.mark.parametrize("gap", [24, 110])
@pytest.mark.parametrize(
    "rows",
    [
        ("Enter code", "1|2|3", "4|5|6", "7|8|9"),
        ("The code of this page", "1|2|3|4|5"),
        ("2019|2020|2021|2022", "4111|1111|1111|1112", "4012|8888|8888|1882"),
        ("Order|4021|Qty|12", "Order|4022|Qty|1"),
        ("253|0199|12:30|4.99", "254|0198|12:31|5.99"),
        ("650|253|0199", "651|254|0100", "652|255|0101"),
        ("35.706|46.055", "36.100|47.900"),
        ("4111", "1111", "1111", "1111", "4111", "1111"),
        ("ann.lee@example.com", "Mobile"),
        ("Ann Lee", "@annlee"),
        ("bob@example.com|+1 650 253 0199", "eve@example.com|+1 650 253 0100"),
        ("Version 12.4", "2024 Acme"),
        ("eugene@Eugenes-MBP|HACKING.md",),
        ("replying to @Bitcoin Jungle", "now on air"),
    ],
)
def test_columns_and_neighbours_stay_apart(rows: tuple[str, ...], gap: int) -> None:
    assert found(*rows, gap=gap) == set()
