"""``keep``: does nothing. The baseline beside the real operators."""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from tactful.protect.operators.base import PixelOperator
from tactful.terms import Box


class Keep(PixelOperator):
    """Leaves the region as it is. Leaks everything."""

    name = "keep"
    leaks = "everything"
    opaque = False

    def paint(self, canvas: NDArray[np.uint8], box: Box, rng: random.Random) -> None:
        """Paint nothing."""
