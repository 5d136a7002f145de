"""Finds lines of text: probability maps tile by tile, joined, and the boxes of their blobs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tactful.errors import RecognitionError
from tactful.recognize.reading.cache import Recent, content_key
from tactful.terms import Box

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from tactful.recognize.reading.engine import Engine, Floats

    Pixels = NDArray[np.uint8]

_THRESHOLD = 0.3  # PP-OCR's own: a pixel above it belongs to a text kernel
_BOX_SCORE = 0.5  # mean probability of a kernel that counts as text
_UNCLIP = 1.6  # kernels are shrunken lines; area * ratio / perimeter grows them back
_ROWS = 416  # network rows that one tile answers for
_MARGIN = 64  # network rows of context above and below them; both are multiples of 32


@dataclass(frozen=True, slots=True)
class TextBox:
    """Where the detector sees a line: the shrunken ``kernel`` and the full ``box``, and how sure it is.

    ``fill`` is the share of the kernel's box that the blob takes: little of it where a line lies obliquely.
    """

    kernel: Box
    box: Box
    score: float
    fill: float = 1.0


class Detector:
    """Detects lines in tiles of fixed place and size.

    A tile's map depends on its own pixels alone. So an unchanged tile is answered from memory with exactly
    what a cold look would give, a screen of any height takes the memory of one tile and a map, and the
    runtime meets one shape a screen width.
    """

    def __init__(self, engine: Engine, remembered: int) -> None:
        self._engine = engine
        self._maps: Recent[NDArray[np.uint8]] = Recent(remembered)

    def detect(self, pixels: Pixels, scale: float) -> list[TextBox]:
        """Lines of text in uint8 RGB (H, W, 3), looked at ``scale`` times its size."""
        height, width = pixels.shape[:2]
        rows, columns = (max(32, round(side * scale / 32) * 32) for side in (height, width))
        method = cv2.INTER_AREA if rows < height else cv2.INTER_LINEAR
        small = np.asarray(cv2.resize(pixels, (columns, rows), interpolation=method), np.uint8)
        joined = np.zeros((rows, columns), np.uint8)
        for top, bottom, tile in _tiles(small):
            key = content_key(tile)
            found = self._maps.get(key)
            if found is None:
                found = (_checked(self._engine.detect(normalize(tile)[None]), tile) * 255).astype(np.uint8)
                self._maps.put(key, found)
            skip = 0 if top == 0 else _MARGIN
            joined[top:bottom] = found[skip : skip + bottom - top]
        return _boxes(joined, width / columns, height / rows, width, height)

    def forget(self) -> None:
        self._maps.clear()


def _tiles(small: Pixels) -> Iterator[tuple[int, int, Pixels]]:
    """(top, bottom) of the rows each tile answers for, and the tile with its margins."""
    rows = small.shape[0]
    if rows <= _ROWS + 2 * _MARGIN:
        yield 0, rows, small
        return
    for top in range(0, rows, _ROWS):
        bottom = min(rows, top + _ROWS)
        yield top, bottom, small[max(0, top - _MARGIN) : min(rows, bottom + _MARGIN)]


def _checked(probability: Floats, tile: Pixels) -> Floats:
    """The map as it is; ``RecognitionError`` for one that no working network gives: fail closed."""
    if probability.shape != tile.shape[:2]:
        raise RecognitionError("the text detector answered a map of another size than its tile")
    low, high = float(probability.min()), float(probability.max())  # NaN where any value is
    if not (low >= 0 and high <= 1.001):
        raise RecognitionError("the text detector answered values that are no probabilities")
    if low > _THRESHOLD and min(tile.shape[:2]) > _MARGIN:
        raise RecognitionError("the text detector sees text in every pixel")
    return probability


def normalize(pixels: Pixels) -> Floats:
    """RGB (H, W, 3) as the networks take it: BGR, (3, H, W), -1 to 1."""
    scaled = cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_RGB2BGR).astype(np.float32)
    scaled *= 1 / 127.5
    scaled -= 1.0
    return np.ascontiguousarray(scaled.transpose(2, 0, 1))


def _boxes(probability: NDArray[np.uint8], fx: float, fy: float, width: int, height: int) -> list[TextBox]:
    mask = (probability > _THRESHOLD * 255).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    if count <= 1:
        return []
    sums = np.bincount(labels[mask > 0], weights=probability[mask > 0], minlength=count)
    found = []
    for label in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[label])
        score = float(sums[label] / (255 * area))
        if min(w, h) < 2 or score < _BOX_SCORE:
            continue
        grow = w * h * _UNCLIP / (2 * (w + h))
        kernel = Box.around(x * fx, y * fy, (x + w) * fx, (y + h) * fy).clip(width, height)
        full = Box.around((x - grow) * fx, (y - grow) * fy, (x + w + grow) * fx, (y + h + grow) * fy)
        found.append(TextBox(kernel, full.clip(width, height), score, area / (w * h)))
    return found


# How far a screen may be shrunk before its smallest text is lost to the detector.

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
