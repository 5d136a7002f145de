"""Tells the coordinates that a model answers in."""

from __future__ import annotations

import pytest

from tactful.errors import UnscoredError
from tactful.recognize.vlm import PIXELS, RESIZED, THOUSAND, Grid
from tactful.recognize.vlm.place import GridDetector
from tactful.terms import Box

W, H = 1080, 2400
KNOWN = [Box(60, 100, 400, 150), Box(60, 700, 700, 760), Box(500, 1500, 900, 1550), Box(60, 2200, 300, 2260)]


def said(box: Box, grid: Grid, width: int = W, height: int = H) -> tuple[float, float, float, float]:
    """A model's answer for a box, on its grid."""
    across, down = grid.extent(width, height)
    return box.x1 * across / width, box.y1 * down / height, box.x2 * across / width, box.y2 * down / height


def test_the_resized_grid_is_the_one_that_was_seen() -> None:
    assert tuple(round(side) for side in RESIZED.extent(1080, 2400)) == (705, 1567)
    assert RESIZED.extent(1280, 800) == (1280, 800)


@pytest.mark.parametrize(
    "grid", [THOUSAND, RESIZED, PIXELS, Grid("own", 500, 800), Grid("long", longest=640)]
)
def test_boxes_come_back_in_pixels(grid: Grid) -> None:
    for box in KNOWN:
        back = grid.box(said(box, grid), W, H)
        assert back.iou(box) > 0.9


def test_boxes_are_clipped_to_the_screen() -> None:
    assert THOUSAND.box((-5, -5, 1010, 1010), W, H) == Box(0, 0, W, H)
    assert THOUSAND.holds((-5, -5, 1010, 1010), W, H)
    assert not THOUSAND.holds((0, 0, 1030, 10), W, H)


@pytest.mark.parametrize("grid", [THOUSAND, RESIZED, PIXELS])
def test_known_text_settles_the_grid(grid: Grid) -> None:
    detector = GridDetector("m")
    boxes = [said(box, grid) for box in KNOWN]
    assert detector.choose(boxes, list(zip(boxes, KNOWN, strict=True)), W, H) is grid
    assert detector.settled is grid


@pytest.mark.parametrize("grid", [THOUSAND, RESIZED, PIXELS])
def test_evidence_adds_up_over_replies(grid: Grid) -> None:
    detector = GridDetector("m")
    for box in KNOWN:
        answer = said(box, grid)
        chosen = detector.choose([answer], [(answer, box)], W, H)
    assert chosen is grid
    assert detector.settled is grid


def test_weak_boxes_still_settle_it() -> None:
    detector = GridDetector("m")
    shaken = [box.shift(25, -30) for box in KNOWN]
    boxes = [said(box, THOUSAND) for box in shaken]
    assert detector.choose(boxes, list(zip(boxes, KNOWN, strict=True)), W, H) is THOUSAND


@pytest.mark.parametrize(
    ("corners", "grid"),
    [((10, 10, 900, 990), THOUSAND), ((10, 10, 600, 1500), RESIZED), ((10, 10, 1000, 2300), PIXELS)],
)
def test_without_known_text_the_extent_decides_and_nothing_settles(
    corners: tuple[float, float, float, float], grid: Grid
) -> None:
    detector = GridDetector("m")
    assert detector.choose([corners], [], W, H) is grid
    assert detector.settled is None


def test_a_grid_that_an_earlier_reply_left_is_out() -> None:
    detector = GridDetector("m")
    assert detector.choose([(0, 2000, 900, 2300)] * 3, [], W, H) is PIXELS
    assert detector.choose([(10, 10, 90, 90)], [], W, H) is PIXELS


def test_boxes_outside_every_grid_are_an_error() -> None:
    with pytest.raises(
        UnscoredError, match=r"'m' fall outside .*0-1000 \(1000x1000\), resized \(705x1567\)"
    ) as err:
        GridDetector("m").choose([(0, 0, 5000, 9000)], [], W, H)
    assert err.value.lines == 1


def test_boxes_outside_the_settled_grid_are_an_error() -> None:
    detector = GridDetector("m", THOUSAND)
    detector.choose([(0, 0, 10, 10)] * 4 + [(0, 0, 2000, 10)], [], W, H)  # one of five may stray
    with pytest.raises(UnscoredError, match="grid=Grid"):
        detector.choose([(0, 0, 10, 10)] * 3 + [(0, 0, 2000, 10)], [], W, H)
