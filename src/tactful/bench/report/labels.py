"""Where the names of a scatter's marks stand: beside their marks, and where they cover least."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

WIDTH, HEIGHT = 720, 460  # of the drawing; names are placed in these units
LEFT, RIGHT, TOP, BOTTOM = 52, 24, 18, 46
_ACROSS, _UP = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
Place = tuple[float, float, float, float]
Mark = Mapping[str, Any]


def label_places(
    marks: Sequence[Mark], arrows: Sequence[Sequence[int]]
) -> Iterator[tuple[Mark, str, float, float]]:
    """Every named mark with its name, and the fractions of both axes where the name's base line begins.

    The paper's marks (kind "reference") have no names.
    """
    named = [mark for mark in marks if mark["kind"] != "reference"]
    taken = [box for mark in named for box in _inked(mark)]
    taken += [(0.0, _y(0) + 4, float(WIDTH), _y(0) + 40), (0.0, 0.0, LEFT - 4, float(HEIGHT))]  # the ticks
    for start, end in arrows:
        taken += _along(_place(marks[start]), _place(marks[end]))
    for mark in named:
        x, y = _place(mark)
        name = str(mark.get("label") or mark["name"])
        wide = 6.4 * min(len(name), 48)
        corners = [
            (x + 11, y - 7), (x - 11 - wide, y - 7), (x + 8, y - 22), (x + 8, y + 8), (x - 8 - wide, y - 22),
            (x - 8 - wide, y + 8), (x - wide / 2, y - 25), (x - wide / 2, y + 11),
            *((x + side, y - 7 + 15 * step) for step in (-2, 2, -3, 3, -4, 4) for side in (11, -11 - wide)),
        ]  # fmt: skip
        boxes: list[Place] = [(left, top, left + wide, top + 14) for left, top in corners]
        left, top, *_ = best = min(boxes, key=lambda box: _cost(box, taken))
        taken.append(best)
        yield mark, name, (left - LEFT) / _ACROSS, (HEIGHT - BOTTOM - top - 11) / _UP


def _x(share: float) -> float:
    return LEFT + _ACROSS * share


def _y(share: float) -> float:
    return HEIGHT - BOTTOM - _UP * share


def _place(mark: Mark) -> tuple[float, float]:
    return _x(mark["violation"]["value"]), _y(mark["completeness"]["value"])


def _inked(mark: Mark) -> list[Place]:
    """What a mark and the bars of its intervals cover."""
    x, y = _place(mark)
    across, up = mark["violation"], mark["completeness"]
    boxes: list[Place] = [(x - 7, y - 7, x + 7, y + 7)]
    if across["low"] is not None and across["high"] is not None:
        boxes.append((_x(across["low"]), y - 2, _x(across["high"]), y + 2))
    if up["low"] is not None and up["high"] is not None:
        boxes.append((x - 2, _y(up["high"]), x + 2, _y(up["low"])))
    return boxes


def _along(start: tuple[float, float], end: tuple[float, float], pieces: int = 40) -> list[Place]:
    """Small boxes along an arrow."""
    (x1, y1), (x2, y2) = start, end
    steps = (piece / pieces for piece in range(pieces + 1))
    centers = ((x1 + (x2 - x1) * part, y1 + (y2 - y1) * part) for part in steps)
    return [(x - 3, y - 3, x + 3, y + 3) for x, y in centers]


def _cost(box: Place, taken: Sequence[Place]) -> float:
    """Area that is covered, and much more for what leaves the picture."""
    covered = sum(
        max(0.0, min(box[2], other[2]) - max(box[0], other[0]))
        * max(0.0, min(box[3], other[3]) - max(box[1], other[1]))
        for other in taken
    )
    outside = max(0.0, -box[0]) + max(0.0, box[2] - WIDTH) + max(0.0, -box[1]) + max(0.0, box[3] - HEIGHT)
    return covered + 1000 * outside
