"""Where the ink is: tight extents of text inside a box, its runs along the line, and their colours."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tactful.terms import Box

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]
    Flags = NDArray[np.bool_]

_FAINTEST = 18  # a step of colour (0-255) below which nothing counts as ink
_WORD = 0.15  # line heights: a gap between words, not letters
_HAIRLINE = 0.12  # line heights: as thin as a text cursor
_PEEL = 12  # runs from an end in which an icon's gap is looked for
_OVERSHOOT = 0.12  # line heights above and below the text, which only icons and cursors reach
_STEP = 7  # levels by which a chip's ground differs from the page's
_PLAIN = 5  # levels within a plain column of ground
_FILLED = 0.55  # of a box inked, which no letters reach
_DISC = 0.6  # of its box inked by a disc with a number in it
_INSIDE = 0.17  # of a disc's height cut off on each side to look inside
_ACCENT = 0.2  # kernel heights between a letter and its accent, or the strokes of an ideograph
_BEYOND = 0.45  # kernel heights that text reaches beyond its kernel
_RIM = 0.25  # of a box's rim inked: what surrounds the ground, not text
_SHARE = 0.32  # of the local contrast: halfway up a glyph's blurred flank


@dataclass(frozen=True, slots=True)
class Ink:
    """The ink of one line: its tight ``box`` and its ``runs`` (x1, x2), all in image pixels.

    A run is an unbroken stretch of columns with ink: a letter, joined letters, an icon. ``mask`` is 1 on
    ink and covers exactly ``box``. ``breaks`` are columns between runs where the ground changes colour:
    the border of a chip or a button.
    """

    box: Box
    runs: tuple[tuple[int, int], ...]
    mask: Pixels
    breaks: tuple[float, ...] = ()

    @classmethod
    def solid(cls, box: Box) -> Ink:
        """A box taken as ink from edge to edge."""
        return cls(box, ((box.x1, box.x2),), np.ones((box.height, box.width), np.uint8))

    def part(self, x1: float, x2: float) -> Ink | None:
        """The ink whose runs have their middle in x1..x2, tightened again; None where there is none."""
        runs = tuple(run for run in self.runs if x1 <= (run[0] + run[1]) / 2 <= x2)
        if not runs:
            return None
        left, right = runs[0][0] - self.box.x1, runs[-1][1] - self.box.x1
        mask = self.mask[:, left:right]
        rows = np.flatnonzero(mask.any(axis=1))
        top, bottom = int(rows[0]), int(rows[-1]) + 1
        box = Box(runs[0][0], self.box.y1 + top, runs[-1][1], self.box.y1 + bottom)
        return Ink(box, runs, mask[top:bottom])

    def segments(self, gap: float) -> list[Ink]:
        """The line cut wherever ``gap`` or more columns are free of ink, at its breaks, and at end icons."""
        cuts = {(a[1] + b[0]) / 2 for a, b in pairwise(self.runs) if b[0] - a[1] >= gap}
        cuts.update(self.breaks)
        bounds = [float(self.box.x1), *sorted(cuts), float(self.box.x2)]
        parts = [part for a, b in pairwise(bounds) if (part := self.part(a, b)) is not None]
        return [piece for part in parts for piece in part.peeled()]

    def peeled(self) -> list[Ink]:
        """The line without what stands at its ends and reaches above and below it: a star, a text cursor."""
        for tail in (True, False):
            found = self._peel(tail)
            if found is not None:
                text, end = found
                return [*text.peeled(), end] if tail else [end, *text.peeled()]
        return [self]

    def _peel(self, tail: bool) -> tuple[Ink, Ink] | None:
        pairs = list(pairwise(self.runs))
        for a, b in (pairs[::-1] if tail else pairs)[:_PEEL]:
            hairline = (b if tail else a) == self.runs[-1 if tail else 0] and (
                (b[1] - b[0] if tail else a[1] - a[0]) <= _HAIRLINE * self.box.height
            )
            if b[0] - a[1] < _WORD * self.box.height and not hairline:
                continue
            left, right = self.part(self.box.x1, a[1]), self.part(b[0], self.box.x2)
            if left is None or right is None:
                return None
            text, end = (left, right) if tail else (right, left)
            over = (_OVERSHOOT / 3 if hairline else _OVERSHOOT) * text.box.height
            above, below = text.box.y1 - end.box.y1, end.box.y2 - text.box.y2
            if len(text.runs) >= 3 and min(above, below) >= over and end.box.width <= 1.3 * end.box.height:
                return text, end
            if not hairline:
                return None
        return None


def ink_mask(crop: Pixels) -> Pixels:
    """1 where a pixel of uint8 RGB (H, W, 3) stands out from the background around it.

    The background is a local median, so that chips, bubbles and gradients inside a line do not count.
    """
    height, width = crop.shape[:2]
    step = max(1, min(height // 12, width))  # a strip far higher than wide keeps a column
    small = np.ascontiguousarray(crop[step // 2 :: step, step // 2 :: step])
    window = int(small.shape[0] * 1.6) | 1
    ground = cv2.medianBlur(small, min(window, 255))
    if step > 1:
        ground = cv2.resize(ground, (width, height), interpolation=cv2.INTER_LINEAR)
    difference = cv2.absdiff(crop, ground).max(axis=2)
    reach = max(3, height * 2)
    local = cv2.dilate(difference, np.ones((1, 3), np.uint8))
    columns = local.max(axis=0)[None]
    contrast = cv2.dilate(columns, np.ones((1, reach), np.uint8))[0]
    threshold = np.maximum(_FAINTEST, contrast * _SHARE)
    return np.asarray(difference > threshold[None], np.uint8)


def find_ink(pixels: Pixels, kernel: Box, box: Box) -> Ink | None:
    """The ink of the line whose middle is ``kernel``, looked for inside ``box``; None where there is none.

    Rows are taken outwards from the kernel up to the first gap and not far, so that neither an underline
    nor the line above widens the box. Where a filled shape stands out instead of the text in it (a badge, an
    avatar), the text inside is looked for.
    """
    reach = 2 + round(_BEYOND * kernel.height)
    box = Box(box.x1, max(box.y1, kernel.y1 - reach), box.x2, min(box.y2, kernel.y2 + reach))
    crop = np.ascontiguousarray(pixels[box.y1 : box.y2, box.x1 : box.x2])
    if crop.size == 0:
        return None
    mask = ink_mask(crop)
    inside = kernel.grow(1).clip(box.x2, box.y2)
    if _is_shape(mask) and inside.area < 0.9 * box.area:
        return find_ink(pixels, kernel, inside)
    top, bottom = _reach(_any(mask, 1), kernel.y1 - box.y1, kernel.y2 - box.y1)
    runs = _runs(_any(mask[top:bottom], 0))
    if not runs:
        return None
    left, right = runs[0][0], runs[-1][1]
    tight = Box(box.x1 + left, box.y1 + top, box.x1 + right, box.y1 + bottom)
    mask = mask[top:bottom, left:right]
    if _is_disc(mask):
        within = find_ink(pixels, kernel, tight.grow(-round(_INSIDE * tight.height)))
        if within is not None and 9 * within.box.height > 2 * tight.height:
            return within
    placed = tuple((box.x1 + a, box.x1 + b) for a, b in runs)
    breaks = tuple(box.x1 + x for x in _ground_steps(crop[top:bottom], runs))
    return Ink(tight, placed, mask, breaks)


def _any(mask: Pixels, axis: int) -> Flags:
    return np.asarray(mask.any(axis=axis), np.bool_)


def _is_shape(mask: Pixels) -> bool:
    """Whether a filled shape or what surrounds it stood out, which letters never do."""
    rim = np.concatenate((mask[0], mask[-1], mask[:, 0], mask[:, -1]))
    return bool(mask.mean() > _FILLED or rim.mean() > _RIM)


def _is_disc(mask: Pixels) -> bool:
    """Whether this is a filled shape about as wide as high, such as a badge with a number in it."""
    height, width = mask.shape
    return bool(0.7 * height < width < 1.6 * height and mask.mean() > _DISC and height > 12)


def _ground_steps(crop: Pixels, runs: list[tuple[int, int]]) -> list[float]:
    """Middles of the gaps whose two ends are plain and of different colours."""
    steps = []
    crop = crop[crop.shape[0] // 4 : -(-crop.shape[0] * 3 // 4)]  # a chip is seldom as high as its line
    for a, b in pairwise(runs):
        if b[0] - a[1] < max(4, 2 * _WORD * crop.shape[0]):
            continue
        before, after = crop[:, a[1] + 1].astype(int), crop[:, b[0] - 2].astype(int)
        plain = np.ptp(before, axis=0).max() < _PLAIN and np.ptp(after, axis=0).max() < _PLAIN
        if plain and np.abs(before[0] - after[0]).max() >= _STEP:
            steps.append((a[1] + b[0]) / 2)
    return steps


def _reach(rows: Flags, first: int, last: int) -> tuple[int, int]:
    """From first..last outwards to a gap wider than below an accent; inwards where rows are empty."""
    count = len(rows)
    first, last = max(0, min(first, count - 1)), max(1, min(last, count))
    inked = np.flatnonzero(rows)
    inside = inked[(inked >= first) & (inked < last)]
    if not len(inside):
        return 0, 0
    gap = 1 + round(_ACCENT * (last - first))
    top, bottom = int(inside[0]), int(inside[-1])
    for row in reversed(inked[inked < top].tolist()):
        if top - row > gap:
            break
        top = row
    for row in inked[inked > bottom].tolist():
        if row - bottom > gap:
            break
        bottom = row
    return top, bottom + 1


def _runs(columns: Flags) -> list[tuple[int, int]]:
    padded = np.concatenate(([False], columns, [False])).astype(np.int8)
    steps = np.flatnonzero(np.diff(padded))
    return [(int(a), int(b)) for a, b in steps.reshape(-1, 2)]
