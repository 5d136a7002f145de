from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.recognize.reading.alignment import exact_edges, unexplained
from tactful.recognize.reading.ink import Ink
from tactful.terms import Box


def inked(*runs: tuple[int, int], height: int = 30) -> Ink:
    box = Box(runs[0][0], 0, runs[-1][1], height)
    mask = np.zeros((height, box.width), np.uint8)
    for a, b in runs:
        mask[:, a - box.x1 : b - box.x1] = 1
    return Ink(box, runs, mask)


TWO_WORDS = inked((10, 24), (27, 41), (60, 74), (77, 91))


def test_a_space_spans_its_gap_and_the_ends_touch_the_ink() -> None:
    edges = exact_edges("ab cd", [17, 34, 48, 67, 84], TWO_WORDS)
    assert edges == (10, 25.5, 41, 60, 75.5, 91)


def test_ink_far_beyond_the_last_character_is_not_its_own() -> None:
    edges = exact_edges("ab", [17, 34], TWO_WORDS)
    assert (edges[0], edges[-1]) == (10, 41)


@pytest.mark.parametrize(
    ("text", "centers", "expected"),
    [
        ("ab cd", [17, 34, 48, 67, 84], []),
        ("ab ", [17, 34, 48], [(60, 91)]),
        ("", [], [(10, 41), (60, 91)]),
        ("   ", [17, 34, 67], [(10, 41), (60, 91)]),
    ],
)
def test_letters_without_a_character_are_found(
    text: str, centers: list[float], expected: list[tuple[float, float]]
) -> None:
    assert unexplained(text, centers, TWO_WORDS) == expected


@given(st.text(alphabet="ab ", min_size=1, max_size=8), st.data())
def test_edges_never_go_back_and_stay_in_the_ink(text: str, data: st.DataObject) -> None:
    places = st.lists(st.floats(0, 120), min_size=len(text), max_size=len(text))
    edges = exact_edges(text, sorted(data.draw(places)), TWO_WORDS)
    assert len(edges) == len(text) + 1
    assert list(edges) == sorted(edges)
    assert edges[0] >= TWO_WORDS.box.x1
    assert edges[-1] <= TWO_WORDS.box.x2
