"""The numbers beside the lines."""

from __future__ import annotations

import numpy as np
import pytest

from tactful.recognize.vlm.grounded import draw_tags
from tactful.terms import Box


def test_tags_stand_beside_their_lines_and_cover_no_other() -> None:
    pixels = np.full((400, 600, 3), 255, np.uint8)
    boxes = [Box(100, 50, 300, 80), Box(100, 100, 300, 130), Box(320, 100, 500, 130)]
    tagged = draw_tags(pixels, {i + 1: box for i, box in enumerate(boxes)}, boxes)
    assert (pixels == 255).all()
    for box in boxes:
        inside = tagged[box.y1 : box.y2, box.x1 : box.x2]
        assert (inside == 255).all()
    assert (tagged[50:80, 60:100] != 255).any()


@pytest.mark.parametrize("box", [Box(0, 0, 60, 20), Box(0, 0, 64, 48), Box(60, 44, 64, 48)])
def test_tags_stay_on_a_small_screen(box: Box) -> None:
    pixels = np.full((48, 64, 3), 255, np.uint8)
    tagged = draw_tags(pixels, {7: box}, [box])
    assert tagged.shape == pixels.shape
    assert (tagged != 255).any()
