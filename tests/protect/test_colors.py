"""Colours of a replacement: from the ring around it, with the better contrast."""

from __future__ import annotations

import numpy as np
import pytest

from tactful.protect.colors import BLACK, WHITE, background, contrasting
from tactful.terms import Box


@pytest.mark.parametrize(
    ("ground", "ink"),
    [
        ((255, 255, 255), BLACK),
        ((0, 0, 0), WHITE),
        ((255, 255, 0), BLACK),
        ((0, 0, 255), WHITE),
        ((118, 118, 118), BLACK),
        ((110, 110, 110), WHITE),
    ],
)
def test_contrast(ground: tuple[int, int, int], ink: tuple[int, int, int]) -> None:
    assert contrasting(ground) == ink


def test_the_ring_grows_past_other_regions() -> None:
    pixels = np.full((60, 60, 3), 9, np.uint8)
    pixels[:4] = 77
    hidden = np.zeros((60, 60), dtype=bool)
    hidden[4:] = True
    assert background(pixels, hidden, Box(20, 30, 40, 50)) == (77, 77, 77)


def test_white_where_everything_is_hidden() -> None:
    hidden = np.ones((20, 20), dtype=bool)
    assert background(np.zeros((20, 20, 3), np.uint8), hidden, Box(0, 0, 20, 20)) == WHITE
