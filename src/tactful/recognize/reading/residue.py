"""Ink that no unit explains: rows of letters that the detector left out, or that are too faint for it.

The detector is a network whose output nobody can vouch for: at a wrong scale, or when it fails, it says "no
text" as calmly as on a blank page. Letters side by side are told from the pixels alone, and such a row is
read without it: what is read there is text, what looks like text and cannot be read is unknown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from tactful.recognize.reading.detect import TextBox
from tactful.terms import Box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tactful.terms import TextUnit

    Pixels = NDArray[np.uint8]
    Glyphs = NDArray[np.int32]  # x, y, width, height of each

_FAINTEST = 2  # levels (0-255) that ink must exceed: below, gradients are dithered
_SHARE = 0.55  # of the local contrast: more than the paper between letters, which stands out as well
_AROUND = 25  # pixels a side of the surroundings that ink is compared with
_SMALL, _LARGE = (5, 26), (13, 61)  # glyph heights seen at full and at half scale
_SIZES = ((5, 13), (10, 25), (20, 50), (40, 121))  # glyph heights that make one row
_LETTERS = 4  # glyphs of a row: icons stand in threes
_NEAR = 0.4  # glyph heights on both sides of a glyph that belong to it
_ROW = 3.3  # heights of its large glyphs: a unit's box that is higher holds more than one row
_CLEAR = 60  # levels of contrast that a row needs to be read as it is
_STRIP, _SEAM = 4096, 128  # rows of pixels looked at at once, and what two strips share


def unread_rows(pixels: Pixels, units: Sequence[TextUnit]) -> list[TextBox]:
    """Rows of at least four letters in uint8 RGB (H, W, 3) that no unit explains.

    Where there are half as many such rows as units, the detector is not to be trusted: then two letters, even
    far apart, are a row as well.
    """
    height, width = pixels.shape[:2]
    rows: list[Box] = []
    for top in range(0, height, _STRIP):
        glyphs = _glyphs(pixels[top : top + _STRIP + _SEAM]) + np.array([0, top, 0, 0], np.int32)
        left = _unexplained(glyphs, units, (height, width), top)
        if len(left) < 2:
            continue
        found = _rows(left, _LETTERS, _NEAR)
        if 2 * len(found) > len(units) or not units:
            found = _rows(left, 2, 2 * _NEAR)
        rows += found
    return [_text_box(row, width, height) for row in rows]


def torn(rows: Sequence[TextBox], units: Sequence[TextUnit], size: tuple[int, int]) -> list[TextBox]:
    """Those rows that go on in a unit, with it: half a number is read again with its other half."""
    whole = [(row.box, _with_neighbours(row.box, units)) for row in rows]
    return [_text_box(box, *size) for row, box in whole if box != row]


def _with_neighbours(row: Box, units: Sequence[TextUnit]) -> Box:
    for unit in sorted(units, key=lambda unit: abs(unit.box.center[0] - row.center[0])):
        box = unit.box
        level = min(row.y2, box.y2) - max(row.y1, box.y1) > 0.4 * max(row.height, box.height)
        if level and max(row.x1, box.x1) - min(row.x2, box.x2) < row.height:
            row = Box.hull((row, box))
    return row


def cleared(pixels: Pixels, rows: Sequence[TextBox]) -> Pixels:
    """The pixels with rows of little contrast stretched around their ground, in a copy."""
    areas = [(slice(row.box.y1, row.box.y2), slice(row.box.x1, row.box.x2)) for row in rows if row.box.area]
    faint = [area for area in areas if np.ptp(pixels[area][..., 1]) < _CLEAR > np.ptp(pixels[area])]
    if not faint:
        return pixels
    copy = pixels.copy()
    for area in faint:
        ground = np.median(pixels[area].reshape(-1, 3), axis=0)
        step = pixels[area] - ground
        level = 200 if ground.mean() >= 128 else 55
        contrast = max(1.0, float(np.abs(step).max()))
        copy[area] = np.clip(level + step * (150 / contrast), 0, 255).astype(np.uint8)
    return copy


def _glyphs(pixels: Pixels) -> Glyphs:
    """Whatever stands out from its surroundings and has a letter's size; large letters at half the scale."""
    half = cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return np.concatenate((_shapes(pixels, _SMALL), 2 * _shapes(np.asarray(half, np.uint8), _LARGE)))


def _shapes(pixels: Pixels, heights: tuple[int, int]) -> Glyphs:
    step = cv2.absdiff(pixels, cv2.blur(pixels, (_AROUND, _AROUND)))
    red, green, blue = cv2.split(step)
    step = cv2.max(cv2.max(red, green), blue)
    local = cv2.dilate(step, np.ones((1, _AROUND), np.uint8))
    local = cv2.dilate(local, np.ones((_AROUND, 1), np.uint8))
    least = np.maximum(cv2.convertScaleAbs(local, alpha=_SHARE), _FAINTEST)
    ink = cv2.compare(step, least, cv2.CMP_GT)
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    w, h, area = stats[1:, 2], stats[1:, 3], stats[1:, 4]
    sized = (h >= heights[0]) & (h < heights[1]) & (w <= 8 * h) & (8 * w >= h)
    bar = (w > h) & (10 * area > 9 * w * h)
    return np.asarray(stats[1:, :4][sized & ~bar & (12 * area >= w * h)], np.int32)


def _unexplained(glyphs: Glyphs, units: Sequence[TextUnit], size: tuple[int, int], top: int) -> Glyphs:
    """The glyphs that no unit holds from top to bottom, and those of units too high for what they say."""
    places = np.zeros((min(size[0] - top, _STRIP + _SEAM), size[1]), np.uint16)
    for i, unit in enumerate(units, start=1):
        box = unit.box.grow(max(2, unit.box.height // 8)).shift(0, -top).clip(size[1], len(places))
        places[box.y1 : box.y2, box.x1 : box.x2] = i
    x, y, w, h = glyphs.T
    owner, lower = (places[y - top + row, x + w // 2] for row in (h // 6, h - 1 - h // 6))
    readable = np.array([False, *(unit.readable for unit in units)])
    left = (owner == 0) | (lower == 0) | (readable[owner] != readable[lower])
    for i in np.unique(owner[~left]).tolist():
        unit, own = units[i - 1], owner == i
        if unit.readable and unit.box.height > _ROW * np.sort(h[own])[9 * own.sum() // 10]:
            left |= own
    return np.asarray(glyphs[left], np.int32)


def _rows(glyphs: Glyphs, least: int, near: float) -> list[Box]:
    """The hulls of ``least`` or more glyphs of like height, side by side."""
    found: list[Box] = []
    for low, high in _SIZES:
        x, y, w, h = glyphs[(glyphs[:, 3] >= low) & (glyphs[:, 3] < high)].T
        if len(x) < least:
            continue
        # Their middles in the height, widened, at half the scale: what touches is a row.
        left, top = int(x.min()) // 2, int(y.min()) // 2
        canvas = np.zeros(((y + h).max() // 2 - top + 1, (x + w).max() // 2 - left + 1), np.uint8)
        ends = np.stack((x - near * h, y + h // 4, x + w + near * h, y + 3 * h // 4)) / 2
        for x1, y1, x2, y2 in (ends.T - np.array([left, top, left, top])).astype(int).tolist():
            cv2.rectangle(canvas, (x1, y1), (x2, y2), 1, -1)
        _, labels = cv2.connectedComponents(canvas)
        row = labels[(y + h // 2) // 2 - top, (x + w // 2) // 2 - left]
        for label in np.flatnonzero(np.bincount(row) >= least).tolist():
            own = row == label
            hull = Box(
                *(int(v) for v in (x[own].min(), y[own].min(), (x + w)[own].max(), (y + h)[own].max()))
            )
            if hull.width >= hull.height and hull.height <= 2.5 * np.median(h[own]):
                found.append(hull)
    kept: list[Box] = []
    for hull in sorted(found, key=lambda box: (-box.area, box)):
        if all(2 * hull.overlap(other) <= hull.area for other in kept):
            kept.append(hull)
    return kept


def _text_box(row: Box, width: int, height: int) -> TextBox:
    inset = row.height // 5
    kernel = Box(row.x1, row.y1 + inset, row.x2, row.y2 - inset)
    return TextBox(kernel, row.grow(max(2, round(0.3 * row.height))).clip(width, height), 1.0)
