from __future__ import annotations

import numpy as np
import pytest
from reading_pages import FakeEngine

from tactful.recognize.reading.lines import _decode, read_lines


@pytest.mark.parametrize(
    ("path", "text", "centers"),
    [
        ([0, 1, 1, 0, 2, 0], "ab", (20.0, 45.0)),
        ([1, 0, 1], "aa", (5.0, 25.0)),
        ([1, 3, 2], "a b", (5.0, 15.0, 25.0)),
        ([0, 0, 0], "", ()),
    ],
)
def test_a_run_is_one_character_and_the_blank_separates(
    path: list[int], text: str, centers: tuple[float, ...]
) -> None:
    line = _decode(FakeEngine.characters, np.array(path), np.full(len(path), 0.9, np.float32), 10.0)
    assert (line.text, line.centers) == (text, centers)
    assert line.confidence == pytest.approx(0.9 if text else 0.0)


def test_lines_come_back_in_order_whatever_their_width() -> None:
    images = [np.zeros((24, width, 3), np.uint8) for width in (400, 30, 1200, 31, 5)]
    engine = FakeEngine()
    lines = read_lines(engine, images)
    assert len(lines) == len(images)
    assert engine.recognized == len(images)
    assert all(line.centers[0] > 0 for line in lines)


def test_no_lines_need_no_call() -> None:
    engine = FakeEngine()
    assert read_lines(engine, []) == []
    assert engine.recognized == 0
