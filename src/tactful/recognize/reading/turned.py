"""Text areas that no upright unit accounts for: lines turned by a quarter, stacked letters, oblique lines.

What is seen there and cannot be read is unknown, never clean. Icons stay what they are: no text.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from tactful.recognize.reading.detect import TextBox
from tactful.recognize.reading.ink import find_ink
from tactful.recognize.reading.lines import Piece, cut, find_pieces, shared_areas
from tactful.recognize.reading.readings import SURE, first_reading, is_spaced_out
from tactful.recognize.reading.units import is_solid, units_of
from tactful.terms import Box, TextUnit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from tactful.recognize.reading.lines import Line

    Pixels = NDArray[np.uint8]
    ReadLines = Callable[[list[Pixels]], Sequence[Line]]

_SEEN = 0.3  # of a kernel covered by units: the area is accounted for
_TALL = 1.5  # height by width from which a line may be turned by a quarter
_LONG = 2.5  # the same, or width by height, of what no single glyph is
_OBLIQUE = 0.5  # of its box filled by a kernel: less, and it lies across
_STACK = 4  # glyphs apart from each other: more than the three dots of a menu
_MARGIN = 0.1  # by which one turn's reading must be surer than the other's
_QUARTERS = (1, 3)  # counter-clockwise


def lost_areas(found: Sequence[TextBox], units: Sequence[TextUnit]) -> list[TextBox]:
    """The detected areas that the units leave (nearly) uncovered."""
    boxes = np.array([unit.box.tuple() for unit in units], np.int64).reshape(-1, 4)
    return [line for line in found if shared_areas(line.kernel, boxes).sum() < _SEEN * line.kernel.area]


def units_of_lost(pixels: Pixels, lost: Sequence[TextBox], read: ReadLines) -> list[TextUnit]:
    """Units of lost areas in uint8 RGB (H, W, 3): read where a turn makes them sure, else not readable.

    Glyph-sized areas and bars give none. The boxes are those of the areas, and edges are unknown.
    """
    units: list[TextUnit] = []
    for line in lost:
        tall = line.kernel.height >= _TALL * line.kernel.width
        units.extend(_turned(pixels, line, read) if tall else ())
        if not (tall and units and units[-1].box.overlap(line.kernel)) and _is_unread_line(pixels, line):
            units.append(_unknown(line.box))
    return units


def _turned(pixels: Pixels, line: TextBox, read: ReadLines) -> list[TextUnit]:
    """The area's units from the quarter turn that reads surely; one unknown if text stands there unread."""
    height, width = pixels.shape[:2]
    around = line.box.grow(4 + line.kernel.width // 2).clip(width, height)
    patch = cut(pixels, around)
    outcomes = [_read_turned(patch, line, around, quarters, read) for quarters in _QUARTERS]
    if not any(outcomes):
        return []
    best, other = sorted(outcomes, key=_certainty, reverse=True)
    if _certainty(best) >= max(SURE, _certainty(other) + _MARGIN):
        return best
    return [_unknown(line.box)]


def _read_turned(patch: Pixels, line: TextBox, around: Box, quarters: int, read: ReadLines) -> list[TextUnit]:
    size = (around.width, around.height)
    image = np.ascontiguousarray(np.rot90(patch, quarters))
    kernel, box = (_turn(_moved(b, -around.x1, -around.y1), size, quarters) for b in (line.kernel, line.box))
    pieces = [p for p in find_pieces(image, [TextBox(kernel, box, line.score)]) if _is_row(p)]
    back = (image.shape[1], image.shape[0])
    units: list[TextUnit] = []
    for piece, text in zip(pieces, read([cut(image, p.look) for p in pieces]), strict=True):
        found = units_of(piece.ink, first_reading(piece.look, piece.ink, text), back)
        units.extend(found or [_unknown(piece.box)])
    return [
        replace(unit, box=_moved(_turn(unit.box, back, 4 - quarters), around.x1, around.y1), edges=None)
        for unit in units
    ]


def _is_row(piece: Piece) -> bool:
    """Whether turned ink may be letters in a row, close to each other or many apart."""
    runs = len(piece.ink.runs)
    return not is_solid(piece.ink) and (not is_spaced_out(piece.ink) or runs >= _STACK)


def _is_unread_line(pixels: Pixels, line: TextBox) -> bool:
    """Whether the area is long and lies across, or is a long row too faint to find ink in."""
    kernel = line.kernel
    if line.fill < _OBLIQUE:
        return True
    if max(kernel.width, kernel.height) < _LONG * min(kernel.width, kernel.height):
        return False
    around = line.box.grow(2).clip(pixels.shape[1], pixels.shape[0])
    return find_ink(pixels, kernel, around) is None


def _certainty(units: Sequence[TextUnit]) -> float:
    """The mean confidence by character; 0 where anything could not be read."""
    count = sum(len(unit.text) for unit in units)
    if not count or not all(unit.readable for unit in units):
        return 0.0
    return sum(unit.confidence * len(unit.text) for unit in units) / count


def _unknown(box: Box) -> TextUnit:
    return TextUnit("", box, 0.0, readable=False, source="ocr")


def _moved(box: Box, dx: int, dy: int) -> Box:
    return Box(box.x1 + dx, box.y1 + dy, box.x2 + dx, box.y2 + dy)


def _turn(box: Box, size: tuple[int, int], quarters: int) -> Box:
    """Where ``box`` of a (width, height) image lies after one or three quarters, as ``np.rot90`` turns."""
    width, height = size
    if quarters == 1:
        return Box(box.y1, width - box.x2, box.y2, width - box.x1)
    return Box(height - box.y2, box.x1, height - box.y1, box.x2)
