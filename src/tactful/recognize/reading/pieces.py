"""From detected boxes to pieces of line: tight around their ink, cut at wide gaps, in reading order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tactful.recognize.reading.ink import Ink, find_ink
from tactful.terms import Box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tactful.recognize.reading.detect import TextBox

    Pixels = NDArray[np.uint8]

_GAP = 1.3  # ink heights free of ink: wider than any word space, so two pieces
_MARGIN = 0.18  # ink heights around the ink in the image that the recogniser sees
_SAME = 0.7  # shared part of the smaller piece from which two are one


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of one line without wide gaps: the ``look`` to read and the ``ink`` in it."""

    look: Box
    ink: Ink

    @property
    def box(self) -> Box:
        return self.ink.box


def find_pieces(pixels: Pixels, found: Sequence[TextBox]) -> list[Piece]:
    """The pieces of all detected lines, each area once, in reading order."""
    height, width = pixels.shape[:2]
    pieces: list[Piece] = []
    for line in found:
        around = line.box.grow(2).clip(width, height)
        ink = find_ink(pixels, line.kernel, around)
        if ink is None:  # too faint to tell from the ground: taken whole
            pieces.append(Piece(line.box, Ink.solid(line.kernel)))
            continue
        for part in ink.segments(max(3.0, _GAP * ink.box.height)):
            look = part.box.grow(2 + round(_MARGIN * part.box.height)).clip(width, height)
            pieces.append(Piece(look, part))
    return reading_order(_distinct(pieces))


def cut(pixels: Pixels, box: Box) -> Pixels:
    """The pixels inside ``box``, contiguous."""
    return np.ascontiguousarray(pixels[box.y1 : box.y2, box.x1 : box.x2])


def _distinct(pieces: list[Piece]) -> list[Piece]:
    """Each area once: of two pieces that mostly overlap, the wider one stays."""
    kept: list[Piece] = []
    for piece in sorted(pieces, key=lambda p: (-p.box.area, p.box)):
        if not any(piece.box.overlap(other.box) > _SAME * piece.box.area for other in kept):
            kept.append(piece)
    return kept


def reading_order(pieces: Sequence[Piece]) -> list[Piece]:
    """Rows from top to bottom, each from left to right; a row is what shares half of its height."""
    rows: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda p: (p.box.center[1], p.box)):
        last = rows[-1][-1] if rows else None
        if last is not None and _same_row(last.box, piece.box):
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return [piece for row in rows for piece in sorted(row, key=lambda p: p.box)]


def _same_row(a: Box, b: Box) -> bool:
    shared = min(a.y2, b.y2) - max(a.y1, b.y1)
    return shared > 0.5 * min(a.height, b.height)
