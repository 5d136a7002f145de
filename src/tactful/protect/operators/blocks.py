"""``blocks``: black squares at seeded random places (GUIGuard-Bench, "random square masking", 6.2)."""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from tactful.protect.operators.base import PixelOperator
from tactful.terms import Box

COVERED = 0.6
"""The share of the region under squares."""


class Blocks(PixelOperator):
    """Leaks by design: two fifths of the pixels stay as they were.

    A square's side is two fifths of the box's shorter side, at least 4 pixels.
    """

    name = "blocks"
    leaks = "the pixels between the squares"
    opaque = False

    def paint(self, canvas: NDArray[np.uint8], box: Box, rng: random.Random) -> None:
        """Black out random squares until they cover their share of the box."""
        side = max(4, min(box.width, box.height) * 2 // 5)
        area = canvas[box.y1 : box.y2, box.x1 : box.x2]
        hidden = np.zeros(area.shape[:2], dtype=bool)
        while hidden.size and hidden.mean() < COVERED:
            # A square may stick out: otherwise the corners would be covered less than the middle.
            x, y = rng.randrange(1 - side, box.width), rng.randrange(1 - side, box.height)
            hidden[max(y, 0) : y + side, max(x, 0) : x + side] = True
        area[hidden] = 0
