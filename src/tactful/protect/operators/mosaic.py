"""``mosaic``: the region in large square cells, each of its mean colour (GUIGuard-Bench, Table 2)."""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from tactful.protect.operators.base import PixelOperator
from tactful.terms import Box


class Mosaic(PixelOperator):
    """Leaks by design: the mean colour of every cell, so the rough layout of what was there.

    A cell's side is a third of the box's shorter side, at least 8 pixels: three rows of cells in a line of
    text are too coarse to read, but somebody who can guess the text may test the guess. Use ``black`` or
    ``replace`` where that matters.
    """

    name = "mosaic"
    leaks = "the mean colour of every cell: a guess at the content can be tested"
    opaque = False

    def paint(self, canvas: NDArray[np.uint8], box: Box, rng: random.Random) -> None:
        """Fill every cell of the box with its mean colour."""
        side = max(8, min(box.width, box.height) // 3)
        for y in range(box.y1, box.y2, side):
            for x in range(box.x1, box.x2, side):
                cell = canvas[y : min(y + side, box.y2), x : min(x + side, box.x2)]
                cell[:] = cell.reshape(-1, 3).mean(axis=0).round().astype(np.uint8)
