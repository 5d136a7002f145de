"""``black``: an opaque black rectangle (GUIGuard-Bench, F.1)."""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from tactful.protect.operators.base import PixelOperator
from tactful.terms import Box


class Black(PixelOperator):
    """Leaks where something was and how large it is, nothing of its content."""

    name = "black"
    leaks = "the place and size of a region"
    opaque = True

    def paint(self, canvas: NDArray[np.uint8], box: Box, rng: random.Random) -> None:
        """Fill the box with black."""
        canvas[box.y1 : box.y2, box.x1 : box.x2] = 0
