"""Where a picture is covered by scattered black squares, and what shows between them."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from tactful.bench.attacks.areas import Pixels
from tactful.bench.attacks.fitting import Ink, ink_values
from tactful.terms import Box

_LEAST = 4  # the smallest square of the operator; a stroke of black text is thinner
_MOST = 0.9  # of a box under black: more is an opaque box, which shows nothing
_ROWS = 12  # rows of cells that are compared between the squares
_THIN = 0.06  # of a box: more black that is thinner than a square is text
_TALL = 400  # pixels: taller black patterns are pictures


@dataclass(frozen=True, slots=True)
class Squares:
    """One place under scattered squares: its box, and which of its pixels are hidden (height, width)."""

    box: Box
    hidden: NDArray[np.bool_] = field(repr=False)
    side: int


def find_squares(pixels: Pixels) -> tuple[Squares, ...]:
    """The places of an RGB picture, uint8 (height, width, 3), that black squares cover in part."""
    black = (pixels.max(axis=-1) == 0).astype(np.uint8)
    # An even kernel has no middle: growing back by the mirrored one leaves the squares where they are.
    kernel = np.ones((_LEAST, _LEAST), np.uint8)
    thin = cv2.erode(black, kernel, anchor=(0, 0), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    solid = cv2.dilate(thin, kernel, anchor=(_LEAST - 1, _LEAST - 1)).astype(np.uint8)
    if not solid.any():
        return ()
    near = cv2.morphologyEx(solid, cv2.MORPH_CLOSE, np.ones((9, 25), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(near, connectivity=8)
    found = []
    for x, y, width, height, _ in stats[1:count].tolist():
        part = solid[y : y + height, x : x + width].astype(np.bool_)
        if height > _TALL or height < 2 * _LEAST or not 0.3 <= part.mean() <= _MOST:
            continue
        if len(np.unique(part.sum(axis=0))) < 3:
            continue  # a frame or a few bars, not scattered squares
        side = max(_LEAST, 2 * min(width, height) // 5)
        found.append(_with_slivers(black, solid, Box(x, y, x + width, y + height), side))
    return tuple(sorted(found, key=lambda s: (s.box.y1, s.box.x1)))


def _with_slivers(black: Pixels, solid: Pixels, box: Box, side: int) -> Squares:
    """The place with what squares leave at the box's ends: too thin for a square, and yet no stroke.

    Where the text itself is as black as the squares these cannot be told apart, and strokes stay ink.
    """
    wide = box.grow(_LEAST - 1).clip(black.shape[1], black.shape[0])
    dark = black[wide.y1 : wide.y2, wide.x1 : wide.x2].astype(np.bool_)
    squares = solid[wide.y1 : wide.y2, wide.x1 : wide.x2].astype(np.bool_)
    if (dark & ~squares).mean() > _THIN:
        return Squares(box, solid[box.y1 : box.y2, box.x1 : box.x2].astype(np.bool_), side)
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    y1, y2, x1, x2 = int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1
    whole = Box(wide.x1 + x1, wide.y1 + y1, wide.x1 + x2, wide.y1 + y2)
    return Squares(whole, dark[y1:y2, x1:x2], side)


def ink_between(pixels: Pixels, place: Squares) -> Ink | None:
    """The ink that shows between the squares; None where none does."""
    height, width = pixels.shape[:2]
    area = place.box.grow(place.side).clip(width, height)
    side = max(2, place.box.height // _ROWS)
    rows, columns = area.height // side, area.width // side
    if not rows or not columns:
        return None
    hidden = np.zeros((area.height, area.width), np.bool_)
    box = place.box.shift(-area.x1, -area.y1)
    hidden[box.y1 : box.y2, box.x1 : box.x2] = place.hidden
    # Beyond the squares' box the raw screen shows: other texts there would be taken for hidden ink.
    inside = np.zeros_like(hidden)
    inside[box.y1 : box.y2, box.x1 : box.x2] = True

    def cells(values: NDArray[np.float64]) -> NDArray[np.float64]:
        cut = values[: rows * side, : columns * side]
        return np.asarray(cut.reshape(rows, side, columns, side, -1).mean(axis=(1, 3)))

    picture = pixels[area.y1 : area.y2, area.x1 : area.x2]
    seen = picture[inside & ~hidden]
    if not len(seen):
        return None
    colours, counts = np.unique(seen, axis=0, return_counts=True)
    background = colours[int(np.argmax(counts))].astype(np.float64)
    means = cells(picture.astype(np.float64))
    weights = (cells(hidden[..., None].astype(np.float64))[..., 0] == 0).astype(np.float64)
    outside = cells(inside[..., None].astype(np.float64))[..., 0] == 0
    weights[outside & (np.abs(means - background).max(axis=-1) > 2)] = 0
    values = ink_values(means, weights, background)
    if values is None:
        return None
    xs = area.x1 + side * np.arange(columns + 1.0)
    ys = area.y1 + side * np.arange(rows + 1.0)
    return Ink(values, weights, xs, ys, side, float(side + place.side))


def filled(pixels: Pixels) -> Pixels:
    """The picture with its scattered squares filled in from what shows around them."""
    out = pixels.copy()
    height, width = pixels.shape[:2]
    for place in find_squares(pixels):
        area = place.box.grow(place.side).clip(width, height)
        mask = np.zeros((area.height, area.width), np.uint8)
        box = place.box.shift(-area.x1, -area.y1)
        mask[box.y1 : box.y2, box.x1 : box.x2] = place.hidden
        part = np.ascontiguousarray(out[area.y1 : area.y2, area.x1 : area.x2])
        out[area.y1 : area.y2, area.x1 : area.x2] = cv2.inpaint(part, mask, 3, cv2.INPAINT_TELEA)
    return out
