"""Hidden places and their grid are found in the pixels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes.hidden_codes import WHITE, drawn, mosaicked, operated
from tactful.bench.attacks.areas import filled, find_mosaics, find_squares, ink_between, ink_of


@settings(max_examples=25)
@given(side=st.integers(4, 14), x=st.integers(40, 80), y=st.integers(20, 50), loose=st.integers(0, 5))
def test_the_grid_of_a_mosaic_is_found(side: int, x: int, y: int, loose: int) -> None:
    pixels, box = drawn("480315", 30, at=(x, y), loose=loose)
    found = find_mosaics(mosaicked(pixels, box, side))
    largest = max(found, key=lambda m: m.box.area)
    assert largest.side == side
    assert (largest.box.x1 - box.x1) % side == 0
    assert (largest.box.y1 - box.y1) % side == 0
    assert largest.box.overlap(box) == largest.box.area
    assert np.abs(largest.background - WHITE).max() == 0


def test_plain_text_and_opaque_boxes_are_no_mosaic() -> None:
    pixels, box = drawn("No mosaic here", 20)
    assert find_mosaics(pixels) == ()
    black = operated(pixels, box, "black")
    assert find_mosaics(black) == ()
    assert find_squares(black) == ()
    assert find_squares(pixels) == ()


@pytest.mark.parametrize("ground", [(250, 250, 252), (20, 22, 26)])
def test_squares_are_found_to_the_pixel(ground: tuple[int, int, int]) -> None:
    pixels, box = drawn("480315", 40, ground=ground, ink=(120, 130, 150))
    hidden = operated(pixels, box, "blocks")
    (place,) = find_squares(hidden)
    truth = hidden.max(axis=-1) == 0
    assert place.box.overlap(box) == place.box.area
    assert (place.hidden == truth[place.box.y1 : place.box.y2, place.box.x1 : place.box.x2]).all()
    # A sliver far from every square may be missed: a strip of an end of the box.
    assert place.hidden.sum() >= 0.98 * truth.sum()


def test_what_squares_hide_is_not_taken_for_ink() -> None:
    pixels, box = drawn("480315", 40)
    hidden = operated(pixels, box, "blocks")
    (place,) = find_squares(hidden)
    ink = ink_between(hidden, place)
    assert ink is not None
    clear = ink_between(pixels, place)
    assert clear is not None
    seen = ink.weights > 0
    assert 0.1 < seen.mean() < 0.8
    assert np.allclose(ink.values[seen], clear.values[seen], atol=0.05)


def test_filling_in_leaves_everything_else() -> None:
    pixels, box = drawn("480315", 40)
    hidden = operated(pixels, box, "blocks")
    out = filled(hidden)
    (place,) = find_squares(hidden)
    same = np.ones(hidden.shape[:2], np.bool_)
    same[place.box.y1 : place.box.y2, place.box.x1 : place.box.x2] = ~place.hidden
    assert (out[same] == hidden[same]).all()
    assert (out.max(axis=-1) == 0).sum() < (hidden.max(axis=-1) == 0).sum() / 10


def test_ink_is_the_mean_coverage_of_a_cell() -> None:
    pixels, box = drawn("88", 40, ground=(255, 255, 255), ink=(0, 0, 0))
    mosaic = find_mosaics(mosaicked(pixels, box, 8))[0]
    ink = ink_of(mosaic)
    assert ink is not None
    x, y = int(ink.xs[2]), int(ink.ys[2])
    expected = 1 - pixels[y : y + 8, x : x + 8].mean() / 255
    assert ink.values[2, 2] / np.sqrt(3) == pytest.approx(expected, abs=0.003)


@pytest.mark.parametrize("size", [14, 24, 40])
def test_the_tests_paint_as_the_operator_does(size: int) -> None:
    pixels, box = drawn("480315", size)
    side = max(8, min(box.width, box.height) // 3)
    assert (mosaicked(pixels, box, side) == operated(pixels, box, "mosaic")).all()
