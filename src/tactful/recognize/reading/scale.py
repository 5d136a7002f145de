"""How far a screen may be shrunk before its smallest text is lost to the detector."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

_GLYPH = 9.0  # network pixels that a small letter of the smallest text keeps
_SCALES = (0.4, 0.5, 0.64, 0.8, 1.0)  # enlarging finds no more, not even at 10-pixel type
_CLASSES = (5, 7, 9, 11, 13, 16, 19, 22, 26)  # glyph heights in image pixels, smallest first
_ENOUGH = 12  # glyphs with a neighbour of their size: two or three short words
_ENOUGH_DOTS = 40  # of the smallest class, which ellipses and colons fill too
_AROUND = 25  # pixels a side of the surroundings that a stroke is compared with
_STEP = 28  # grey levels by which it stands out
_LEAST = 350_000  # network pixels below which shrinking saves nothing worth a lost word
_MOST = 6_000_000  # pixels looked at; a taller screen is judged by bands spread over it


def choose_scale(pixels: Pixels) -> float:
    """The detection scale for uint8 RGB (H, W, 3), from the height of its smallest rows of glyphs.

    A phone screenshot at three pixels a point reads as well at 0.5 as at 1 in a quarter of the time; a
    desktop with 11-pixel text does not. What decides is in the pixels, not in the format.
    """
    wanted = _GLYPH / glyph_height(_sample(pixels))
    wanted = max(wanted, math.sqrt(_LEAST / (pixels.shape[0] * pixels.shape[1])))
    return next((scale for scale in _SCALES if scale >= wanted), _SCALES[-1])


def glyph_height(pixels: Pixels) -> float:
    """The height of the smallest class of glyphs that stand in rows, in pixels; the largest class if none."""
    x, y, w, h, area = _shapes(pixels)
    likely = (h >= _CLASSES[0]) & (h <= 60) & (w <= 3 * h) & (6 * w >= h) & (6 * area >= w * h)
    x, bottom, w, h = x[likely], (y + h)[likely], w[likely], h[likely]
    order = np.lexsort((x, bottom // 2))
    x, bottom, w, h = x[order], bottom[order], w[order], h[order]
    mated = np.zeros(len(x), bool)
    for step in (1, 2):  # the next glyph, or the one after it where an accent comes between
        gap = x[step:] - (x + w)[:-step]
        alike = (np.abs(bottom[step:] - bottom[:-step]) <= 1) & (
            4 * np.abs(h[step:] - h[:-step]) <= h[:-step]
        )
        near = (gap >= -1) & (gap <= 0.8 * h[:-step])
        mated[:-step] |= alike & near
    heights = h[mated]
    for low, high in pairwise((*_CLASSES, 1000)):
        enough = _ENOUGH_DOTS if low == _CLASSES[0] else _ENOUGH
        if np.count_nonzero((heights >= low) & (heights < high)) >= enough:
            return float(low)
    return float(_CLASSES[-1])


def _shapes(pixels: Pixels) -> NDArray[np.int32]:
    """x, y, width, height and area of what is darker (on a dark screen: lighter) than its surroundings."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    ground = cv2.boxFilter(grey, -1, (_AROUND, _AROUND))
    bright = np.median(grey[::8, ::8]) >= 128
    step = cv2.subtract(ground, grey) if bright else cv2.subtract(grey, ground)
    _, _, stats, _ = cv2.connectedComponentsWithStats((step > _STEP).astype(np.uint8), connectivity=4)
    return np.asarray(stats[1:].T, np.int32)


def _sample(pixels: Pixels) -> Pixels:
    height, width = pixels.shape[:2]
    if height * width <= _MOST:
        return pixels
    count = 6
    rows = max(64, _MOST // (count * width))
    tops = np.linspace(0, max(0, height - rows), count).astype(int)
    return np.concatenate([pixels[top : top + rows] for top in tops])
