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
    text are too coarse to read, but not to guess at, digit by digit. The cells grow with the text, so large
    text is the least protected: of six-digit codes in 40-pixel text under this operator's own cells, 29 of 30
    were named at the first guess, in 24-pixel text 24 of 30 (``docs/leakage.md``). For codes, telephone and
    card numbers take ``black`` or ``replace``.
    """

    name = "mosaic"
    leaks = "the mean colour of every cell: codes in large text can be guessed; black or replace hides those"
    opaque = False

    def paint(self, canvas: NDArray[np.uint8], box: Box, rng: random.Random) -> None:
        """Fill every cell of the box with its mean colour."""
        side = max(8, min(box.width, box.height) // 3)
        for y in range(box.y1, box.y2, side):
            for x in range(box.x1, box.x2, side):
                cell = canvas[y : min(y + side, box.y2), x : min(x + side, box.x2)]
                cell[:] = cell.reshape(-1, 3).mean(axis=0).round().astype(np.uint8)
