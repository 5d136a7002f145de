from __future__ import annotations

import numpy as np
import pytest

from tactful.recognize.reading.ink import Ink, find_ink
from tactful.terms import Box


def bars(
    *runs: tuple[int, int], rows: tuple[int, int] = (20, 44), ground: int = 255, ink: int = 0
) -> np.ndarray:
    """A line of upright strokes, 4 on and 6 off, inside each run of columns."""
    image = np.full((64, 300, 3), ground, np.uint8)
    for left, right in runs:
        for x in range(left, right, 10):
            image[rows[0] : rows[1], x : min(x + 4, right)] = ink
    return image


KERNEL, AROUND = Box(12, 24, 290, 40), Box(2, 8, 298, 56)


@pytest.mark.parametrize(("ground", "ink"), [(255, 0), (20, 230), (128, 90), (255, 200)])
def test_the_box_is_tight_on_any_ground(ground: int, ink: int) -> None:
    found = find_ink(bars((20, 154), ground=ground, ink=ink), KERNEL, AROUND)
    assert found is not None
    assert found.box == Box(20, 20, 154, 44)


def test_a_blank_area_has_no_ink() -> None:
    assert find_ink(bars(), KERNEL, AROUND) is None


def test_the_line_above_is_left_out() -> None:
    image = bars((20, 154))
    image[6:11, 20:150:3] = 0
    found = find_ink(image, KERNEL, AROUND)
    assert found is not None
    assert found.box.y1 == 20


def test_an_accent_is_kept() -> None:
    image = bars((20, 154))
    image[15:18, 40:44] = 0
    found = find_ink(image, KERNEL, AROUND)
    assert found is not None
    assert found.box.y1 == 15


def test_a_wide_gap_cuts() -> None:
    found = find_ink(bars((20, 94), (160, 234)), KERNEL, AROUND)
    assert found is not None
    assert [part.box.x1 for part in found.segments(40)] == [20, 160]
    assert len(found.segments(80)) == 1


def test_a_chip_is_apart_from_the_title_before_it() -> None:
    image = bars((20, 94), (120, 194))
    chip = image[14:50, 106:210]
    chip[chip == 255] = 236
    found = find_ink(image, KERNEL, AROUND)
    assert found is not None
    assert [part.box.x1 for part in found.segments(80)] == [20, 120]


def test_a_text_cursor_is_peeled_off() -> None:
    image = bars((20, 154))
    image[12:52, 156:158] = 0
    found = find_ink(image, Box(12, 20, 290, 44), AROUND)
    assert found is not None
    assert [part.box for part in found.segments(80)] == [Box(20, 20, 154, 44), Box(156, 12, 158, 52)]


def test_the_number_in_a_badge_is_found() -> None:
    image = np.full((64, 64, 3), 255, np.uint8)
    rows, columns = np.mgrid[:64, :64]
    image[(rows - 32) ** 2 + (columns - 32) ** 2 < 22**2] = (200, 30, 30)
    image[24:40, 28:31] = 255
    image[24:40, 34:37] = 255
    found = find_ink(image, Box(22, 22, 42, 42), Box(6, 6, 58, 58))
    assert found is not None
    assert found.box == Box(28, 24, 37, 40)


def test_a_part_is_tightened_again() -> None:
    image = bars((20, 94), rows=(26, 44)) & bars((160, 234), rows=(20, 44))
    found = find_ink(image, KERNEL, AROUND)
    assert found is not None
    part = found.part(0, 120)
    assert part is not None
    assert part.box == Box(20, 26, 94, 44)
    assert found.part(100, 150) is None


def test_solid_ink_fills_its_box() -> None:
    box = Box(3, 4, 10, 9)
    assert Ink.solid(box).mask.shape == (5, 7)
    assert Ink.solid(box).runs == ((3, 10),)
