"""Where a picture is mosaicked or under scattered squares, and the ink that shows there.

All of it is found in the pixels alone. A mosaic is easy to see: rectangles of one colour, equally wide, side
by side. So an attacker needs nobody to tell where the hidden boxes are or how large their cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from tactful.bench.attacks.glyphs import Ink
from tactful.terms import Box

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

LEAST, MOST = 3, 80
"""Sides of cells that are looked for, in pixels."""

_CELLS = 3  # fewer cells of a size side by side are an icon or a table


@dataclass(frozen=True, slots=True)
class Mosaic:
    """One mosaicked place: ``box`` holds its cells, ``side`` is their width in pixels.

    ``xs`` (K+1) and ``ys`` (R+1) are the cells' edges with one cell of margin around; ``colours`` (R, K, 3)
    the mean colours; ``weights`` (R, K) what a cell tells: 1 for a whole cell, less for one cut by the box's
    end, 0 for a margin cell in which something else stands.
    """

    box: Box
    side: int
    xs: Floats = field(repr=False)
    ys: Floats = field(repr=False)
    colours: Floats = field(repr=False)
    weights: Floats = field(repr=False)
    background: Floats = field(repr=False)


class _Cell(NamedTuple):
    x: int
    y: int
    width: int
    height: int


def find_mosaics(pixels: Pixels) -> tuple[Mosaic, ...]:
    """The mosaicked places of an RGB picture, uint8 (height, width, 3), from top to bottom."""
    cells = _flat_rectangles(pixels)
    found = []
    for side, group in _groups(cells):
        box = Box(
            min(c.x for c in group),
            min(c.y for c in group),
            max(c.x + c.width for c in group),
            max(c.y + c.height for c in group),
        )
        found.append(_observe(pixels, box, side, max(c.height for c in group)))
    return tuple(sorted(found, key=lambda m: (m.box.y1, m.box.x1)))


def _flat_rectangles(pixels: Pixels) -> list[_Cell]:
    """Maximal stacks of equal runs: rectangles of one colour that end left and right with it."""
    height, width = pixels.shape[:2]
    flat = pixels.astype(np.int32)
    code = (flat[..., 0] << 16) | (flat[..., 1] << 8) | flat[..., 2]
    starts = np.ones((height, width), np.bool_)
    starts[:, 1:] = code[:, 1:] != code[:, :-1]
    y, x = np.nonzero(starts)
    end = np.append(x[1:], 0)
    end[np.append(y[1:] != y[:-1], True)] = width
    length = end - x
    keep = (length >= LEAST) & (length <= MOST)
    y, x, length = y[keep], x[keep], length[keep]
    colour = code[y, x]
    order = np.lexsort((y, colour, length, x))
    y, x, length, colour = y[order], x[order], length[order], colour[order]
    new = np.ones(len(y), np.bool_)
    new[1:] = (
        (x[1:] != x[:-1]) | (length[1:] != length[:-1]) | (colour[1:] != colour[:-1]) | (y[1:] != y[:-1] + 1)
    )
    first = np.flatnonzero(new)
    tall = np.diff(np.append(first, len(y)))
    chosen = (tall >= 2) & (tall <= MOST)
    return [
        _Cell(int(a), int(b), int(w), int(h))
        for a, b, w, h in zip(
            x[first][chosen], y[first][chosen], length[first][chosen], tall[chosen], strict=True
        )
    ]


def _groups(cells: Sequence[_Cell]) -> list[tuple[int, list[_Cell]]]:
    """Clusters of cells that lie in one grid: the cell's side, and the cells."""
    at = {(c.x, c.y, c.height): c for c in cells}
    seeds: dict[_Cell, None] = {}
    for cell in cells:
        right = at.get((cell.x + cell.width, cell.y, cell.height))
        if right is not None and right.width == cell.width and cell.height <= cell.width:
            seeds[cell] = seeds[right] = None
    groups: list[tuple[int, list[_Cell]]] = []
    left = dict(seeds)
    while left:
        start = next(iter(left))
        group = _grow(start, left)
        if len(group) >= _CELLS:
            side = start.width
            groups.append((side, _with_partial(group, cells, side)))
    return groups


def _grow(start: _Cell, left: dict[_Cell, None]) -> list[_Cell]:
    """All seeds of the grid of ``start`` within reach of one another; taken out of ``left``."""
    side = start.width
    mates = [c for c in left if c.width == side and (c.x - start.x) % side == 0]
    group, queue = [start], [start]
    del left[start]
    while queue:
        cell = queue.pop()
        for other in mates:
            if (
                other in left
                and abs(other.x - cell.x) <= 3 * side
                and (other.y - cell.y) % side == 0
                and abs(other.y - cell.y) <= 2 * side
            ):
                del left[other]
                group.append(other)
                queue.append(other)
    return group


def _with_partial(group: list[_Cell], cells: Sequence[_Cell], side: int) -> list[_Cell]:
    """The group with the cells of its grid that touch it and that the box's end has cut."""
    x0, y0 = group[0].x, group[0].y
    x1, y1 = min(c.x for c in group), min(c.y for c in group)
    x2, y2 = max(c.x + c.width for c in group), max(c.y + c.height for c in group)
    single = all(c.height < side for c in group)  # one row of cells, cut by the lower end already
    more = [
        c
        for c in cells
        if c.width <= side
        and c.height <= (group[0].height if single else side)
        and (c.x - x0) % side == 0
        and (c.y - y0) % side == 0
        and x1 - side <= c.x <= x2
        and (c.y == y0 if single else y1 - side <= c.y <= y2)
    ]
    return list(dict.fromkeys([*group, *more]))


def _observe(pixels: Pixels, box: Box, side: int, row: int) -> Mosaic:
    """Reads the cells of the grid, a margin around them included."""
    height, width = pixels.shape[:2]
    xs = _edges(box.x1, box.x2, side, width)
    ys = _edges(box.y1, box.y2, min(side, max(row, 1)), height)
    inner_x, inner_y = (xs[:-1] >= box.x1) & (xs[1:] <= box.x2), (ys[:-1] >= box.y1) & (ys[1:] <= box.y2)
    background = _background(pixels, box, side)
    colours = np.zeros((len(ys) - 1, len(xs) - 1, 3))
    weights = np.zeros(colours.shape[:2])
    for r in range(len(ys) - 1):
        for k in range(len(xs) - 1):
            cell = pixels[ys[r] : ys[r + 1], xs[k] : xs[k + 1]].reshape(-1, 3)
            if not len(cell):
                continue
            colours[r, k] = cell.mean(axis=0)
            plain = not np.ptp(cell, axis=0).any()
            if inner_x[k] and inner_y[r]:
                weights[r, k] = len(cell) / side**2 if plain else 0.0
            elif plain and np.abs(colours[r, k] - background).max() <= 1:
                weights[r, k] = 1.0
    return Mosaic(box, side, xs.astype(float), ys.astype(float), colours, np.minimum(weights, 1), background)


def _edges(low: int, high: int, side: int, limit: int) -> NDArray[np.int64]:
    inner = [*range(low, high, side), high]
    return np.array(sorted({max(0, low - side), *inner, min(limit, high + side)}), np.int64)


def _background(pixels: Pixels, box: Box, side: int) -> Floats:
    """The most common colour of a ring around the box: what the text stood on."""
    height, width = pixels.shape[:2]
    ring = box.grow(max(4, side // 2)).clip(width, height)
    inside = np.zeros((ring.height, ring.width), np.bool_)
    inside[box.y1 - ring.y1 : box.y2 - ring.y1, box.x1 - ring.x1 : box.x2 - ring.x1] = True
    around = pixels[ring.y1 : ring.y2, ring.x1 : ring.x2][~inside]
    if not len(around):
        around = pixels[box.y1 : box.y2, box.x1 : box.x2].reshape(-1, 3)
    colours, counts = np.unique(around, axis=0, return_counts=True)
    return np.asarray(colours[int(np.argmax(counts))], np.float64)


def ink_of(mosaic: Mosaic) -> Ink | None:
    """The ink of a mosaic; None where all of it is background."""
    values = ink_values(mosaic.colours, mosaic.weights, mosaic.background)
    if values is None:
        return None
    return Ink(values, mosaic.weights, mosaic.xs, mosaic.ys, mosaic.side, mosaic.side)


def ink_values(colours: Floats, weights: Floats, background: Floats) -> Floats | None:
    """Colours (R, K, 3) along the line from the background to the text's colour, black to white being 1.

    None where all are background.
    """
    off = (colours - background) * (weights > 0)[..., None]
    far = np.abs(off).sum(axis=-1)
    if far.max() < 3:
        return None
    strong = off[far >= 0.5 * far.max()]
    direction = strong.mean(axis=0)
    length = float(np.linalg.norm(direction))
    if length < 1:
        return None
    return np.asarray(off @ (direction / length) / 255)


# Where a picture is covered by scattered black squares, and what shows between them.

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
