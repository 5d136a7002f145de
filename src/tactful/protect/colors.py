"""Colours for a replacement, taken from pixels outside every protected region."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tactful.terms import Box

Color = tuple[int, int, int]

BLACK: Color = (0, 0, 0)
WHITE: Color = (255, 255, 255)


def background(pixels: NDArray[np.uint8], hidden: NDArray[np.bool_], box: Box) -> Color:
    """The median colour of a ring around ``box``, protected pixels left out.

    ``pixels``: uint8 (height, width, 3) of the original; ``hidden``: bool (height, width), true in every
    protected region of the screen, ``box`` included. The ring is a quarter of the box high and doubles
    until it shows something; white where the whole image is protected.
    """
    height, width = hidden.shape
    reach = max(4, box.height // 4)
    while True:
        ring = box.grow(reach).clip(width, height)
        seen = ~hidden[ring.y1 : ring.y2, ring.x1 : ring.x2]
        if seen.any():
            found = np.median(pixels[ring.y1 : ring.y2, ring.x1 : ring.x2][seen], axis=0)
            red, green, blue = (int(value) for value in found)
            return red, green, blue
        if ring == Box(0, 0, width, height):
            return WHITE
        reach *= 2


def contrasting(color: Color) -> Color:
    """Black or white, whichever has the higher contrast ratio on ``color`` (WCAG 2, relative luminance)."""
    red, green, blue = (_linear(value / 255) for value in color)
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return BLACK if (luminance + 0.05) ** 2 > 1.05 * 0.05 else WHITE


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)
