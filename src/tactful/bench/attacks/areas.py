"""Where a picture is mosaicked, and in which grid: found in its pixels alone.

A mosaic is easy to see: rectangles of one colour, equally wide, side by side. So an attacker needs nobody to
tell where the hidden boxes are or how large their cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

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
