"""What every operator paints, and what it says that it leaks."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes.painted import array, masked, noise, protected, region
from tactful.errors import PolicyError
from tactful.protect import OPERATORS, get_operator
from tactful.protect.operators import PixelOperator, TextOperator
from tactful.protect.operators.blocks import COVERED
from tactful.terms import Box

BOX = Box(10, 8, 60, 38)


def painted(name: str, seed: int = 0, box: Box = BOX) -> tuple[np.ndarray, np.ndarray]:
    before = noise(100, 60, 3)
    canvas = before.copy()
    operator = OPERATORS[name]
    assert isinstance(operator, PixelOperator)
    operator.paint(canvas, box, random.Random(seed))
    return before, canvas


def cut(pixels: np.ndarray, box: Box = BOX) -> np.ndarray:
    return pixels[box.y1 : box.y2, box.x1 : box.x2]


@pytest.mark.parametrize("name", ["black", "mosaic", "blocks", "keep"])
def test_nothing_outside_the_box_changes(name: str) -> None:
    before, after = painted(name)
    before[BOX.y1 : BOX.y2, BOX.x1 : BOX.x2] = after[BOX.y1 : BOX.y2, BOX.x1 : BOX.x2]
    assert (before == after).all()


def test_black_is_black() -> None:
    assert (cut(painted("black")[1]) == 0).all()


def test_keep_changes_nothing() -> None:
    before, after = painted("keep")
    assert (before == after).all()


def test_mosaic_is_the_mean_of_each_cell() -> None:
    before, after = painted("mosaic")  # 50 x 30: cells of 10
    for y in range(8, 38, 10):
        for x in range(10, 60, 10):
            cell = before[y : y + 10, x : x + 10].reshape(-1, 3).mean(axis=0).round()
            assert (after[y : y + 10, x : x + 10] == cell).all()


def test_blocks_cover_their_share_and_leave_the_rest() -> None:
    before, after = painted("blocks")
    hidden = (cut(after) == 0).all(axis=2)
    assert COVERED <= hidden.mean() < 1
    assert (cut(after)[~hidden] == cut(before)[~hidden]).all()


@pytest.mark.parametrize("box", [(0, 0, 1, 1), (5, 5, 5, 9), (0, 0, 100, 60), (3, 3, 90, 4)])
@pytest.mark.parametrize("name", ["black", "mosaic", "blocks"])
def test_boxes_of_all_shapes(name: str, box: tuple[int, int, int, int]) -> None:
    before, after = painted(name, box=Box(*box))
    assert Box(*box).area < 4 or (before != after).any()


@settings(max_examples=15)
@given(seed=st.integers(0, 2**32), index=st.integers(0, 3))
def test_mosaic_and_blocks_are_the_same_every_time(seed: int, index: int) -> None:
    regions = [region(box=(5 + 40 * i, 10, 40 + 40 * i, 40)) for i in range(index + 1)]
    for name in ("mosaic", "blocks"):
        shots = {protected(noise(), regions, name, seed=seed).to_bytes() for _ in range(2)}
        assert len(shots) == 1


def test_blocks_differ_by_seed_and_by_region() -> None:
    regions = [region(box=(10, 10, 60, 40)), region("Eve", (100, 10, 150, 40))]
    flat = np.full((60, 200, 3), 255, np.uint8)
    one, other = (array(protected(flat, regions, "blocks", seed=s)) for s in (1, 2))
    assert (one != other).any()
    assert (one[10:40, 10:60] != one[10:40, 100:150]).any()


@pytest.mark.parametrize("name", ["replace", "fixed"])
def test_written_text_stands_on_the_colour_around(name: str) -> None:
    pixels = np.full((80, 200, 3), (230, 240, 250), np.uint8)
    pixels[20:44, 20:120] = (255, 0, 0)
    got = array(protected(pixels, [region()], name))
    colours, counts = np.unique(got[18:46, 18:122].reshape(-1, 3), axis=0, return_counts=True)
    assert tuple(colours[counts.argmax()]) == (230, 240, 250)
    assert (got[20:44, 20:120] < 60).all(axis=2).any()  # dark ink on a light ground
    assert not ((got[..., 0] > 200) & (got[..., 1] < 60)).any()


def test_light_ink_on_dark_ground() -> None:
    pixels = np.full((80, 200, 3), 20, np.uint8)
    assert (array(protected(pixels, [region()], "replace"))[20:44, 20:120] > 200).any()


@pytest.mark.parametrize("name", list(OPERATORS))
def test_every_operator_says_what_it_leaks(name: str) -> None:
    operator = get_operator(name)
    assert operator.name == name
    assert operator.leaks
    assert isinstance(operator, PixelOperator) != isinstance(operator, TextOperator)


def test_an_unknown_operator() -> None:
    with pytest.raises(PolicyError, match="one of black, mosaic"):
        get_operator("blur")


def test_masks_stay_close_to_their_boxes() -> None:
    """A neighbour line a quarter of a line away stays readable."""
    pixels = noise(400, 300)
    one = region(box=(20, 60, 300, 110))  # 50 high
    got = array(protected(pixels, [one], "black"))
    assert (got[:57] == pixels[:57]).all()
    assert (got[113:] == pixels[113:]).all()
    assert (got[58:112, 18:302] == 0).all()
    assert (
        masked(pixels, [one]).sum()
        == (got == 0).all(axis=2).sum() - ((pixels == 0).all(axis=2) & ~masked(pixels, [one])).sum()
    )
