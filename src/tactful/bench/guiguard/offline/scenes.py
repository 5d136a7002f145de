"""A screen as the built-in planner takes it: things that say something, covered areas, rows of a list."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from statistics import median, mode
from typing import TYPE_CHECKING

from tactful.bench.guiguard.offline.eyes import pixels_of, read_units
from tactful.bench.guiguard.offline.lexicon import words
from tactful.bench.guiguard.offline.likeness import fold
from tactful.terms import Box, TextUnit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SURE = 0.5  # a reader's confidence below which a text is a guess at an icon
_GAP = 0.55  # text heights from which two lines of a column are no longer of one row
_PLUS = {"+": "+", "＋": "+", "十": "+"}  # how the reader reads the sign for something new
_SPAN = 3  # rows from which things below each other are a list
_LEVEL = 0.015  # of the screen's width between left edges that are one
_LAUNCHER = 6  # names of apps on a screen that is a launcher
_SHARE = 0.3  # of all that it says
_BARS = (0.06, 0.93)  # of a screen's height: the status bar ends, the navigation bar begins


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on the screen: what it says ("" where that is covered), and its box in pixels."""

    text: str = field(repr=False)
    box: Box
    covered: bool = False

    @property
    def says(self) -> str:
        return fold(self.text)


@dataclass(frozen=True, slots=True)
class Scene:
    """What a picture shows. ``rows`` are the first things of the rows of its longest list, top to bottom."""

    things: tuple[Thing, ...]
    covered: tuple[Box, ...]
    rows: tuple[Thing, ...]
    width: int
    height: int

    @property
    def launcher(self) -> bool:
        """Whether this is a launcher: a screen full of apps."""
        told = sum(thing.says in _app_names() for thing in self.things)
        return told >= max(_LAUNCHER, _SHARE * len(self.things))

    def where(self, box: Box) -> str:
        """In words where a box lies, such as "at the lower left"."""
        x = (box.x1 + box.x2) / 2 / max(self.width, 1)
        y = (box.y1 + box.y2) / 2 / max(self.height, 1)
        high = ("top", "upper", "middle", "lower", "bottom")[min(4, int(y * 5))]
        wide = ("left", "centre", "right")[min(2, int(x * 3))]
        return f"at the {high} {wide}"


@cache
def _app_names() -> frozenset[str]:
    return frozenset(name for app in words().apps.values() for name in app.names)


def read_scene(data: bytes) -> Scene:
    """Read an encoded picture; ``ModelError`` for bytes that are none."""
    pixels = pixels_of(data)
    return scene_of(read_units(data), pixels)


def scene_of(units: Sequence[TextUnit], pixels: NDArray[np.uint8]) -> Scene:
    """The scene of units that were read off ``pixels`` (uint8, height x width x 3)."""
    height, width = pixels.shape[:2]
    hidden = covered_areas(pixels)
    things = [
        Thing(_PLUS.get(unit.text.strip(), unit.text.strip()), unit.box)
        for unit in units
        if _tells(unit) or (unit.text.strip() in _PLUS and unit.readable)
    ]
    things = [t for t in things if not any(_inside(t.box, area) for area in hidden)]
    things += [Thing("", area, covered=True) for area in hidden]
    # Text that nobody can read for blocks or a mosaic is covered as well, where it is as wide as words are.
    things += [
        Thing("", unit.box, covered=True)
        for unit in units
        if not unit.readable
        and unit.box.width > 2 * unit.box.height
        and unit.box.y2 > 0.04 * height
        and not any(_inside(unit.box, a) for a in hidden)
    ]
    things.sort(key=lambda thing: (thing.box.y1, thing.box.x1))
    return Scene(
        tuple(things),
        tuple(thing.box for thing in things if thing.covered),
        _rows(things, width, height),
        width,
        height,
    )


def covered_areas(pixels: NDArray[np.uint8]) -> tuple[Box, ...]:
    """Rectangles of pure black that are as large as words are: what black masking leaves of a text."""
    import cv2

    height, width = pixels.shape[:2]
    mask = cv2.inRange(pixels, (0, 0, 0), (0, 0, 0))
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    found = []
    for x, y, w, h, area in stats[1:count]:
        solid = area >= 0.97 * w * h
        if solid and w >= 8 and h >= 8 and w * h <= 0.3 * width * height and not (w > 0.98 * width and h < 8):
            found.append(Box(int(x), int(y), int(x + w), int(y + h)))
    return tuple(sorted(found, key=lambda box: (box.y1, box.x1)))


def _tells(unit: TextUnit) -> bool:
    """Whether a unit says something: single characters are keys, icons and badges."""
    text = unit.text.strip()
    return unit.readable and unit.confidence >= _SURE and len(re.sub(r"\W", "", text)) >= 2


def _inside(box: Box, area: Box) -> bool:
    return area.x1 <= (box.x1 + box.x2) / 2 < area.x2 and area.y1 <= (box.y1 + box.y2) / 2 < area.y2


def _rows(things: Sequence[Thing], width: int, height: int) -> tuple[Thing, ...]:
    """The rows of the list that reaches furthest down: things with one left edge, at like distances."""
    body = [t for t in things if _BARS[0] * height <= t.box.y1 and t.box.y2 <= _BARS[1] * height]
    best: tuple[Thing, ...] = ()
    for thing in body:
        column = [t for t in body if abs(t.box.x1 - thing.box.x1) <= max(4, _LEVEL * width)]
        rows = _starts(column)
        apps = sum(row.says in _app_names() for row in rows)  # of a desktop, which stand in a column as well
        if len(rows) >= _SPAN and 2 * apps < len(rows) and _reach(rows) > _reach(best):
            best = rows
    return best


def _reach(rows: Sequence[Thing]) -> int:
    """How much of the screen a list takes up: its stretch times the width of its texts."""
    if not rows:
        return 0
    return (rows[-1].box.y2 - rows[0].box.y1) * sum(row.box.width for row in rows) // len(rows)


def _starts(column: Sequence[Thing]) -> tuple[Thing, ...]:
    """The things of a column that begin a row: those after a wider gap, in the longest run of like rows."""
    if len(column) < _SPAN:
        return ()
    gaps = [b.box.y1 - a.box.y2 for a, b in pairwise(column)]
    wide = _GAP * median(thing.box.height for thing in column)
    starts = [0] + [i + 1 for i, gap in enumerate(gaps) if gap > wide]
    lines = [after - start for start, after in pairwise([*starts, len(column)])]
    while len(lines) > _SPAN and lines[0] < mode(lines):
        starts, lines = starts[1:], lines[1:]  # a heading over the list, with one edge with it
    run: list[int] = []
    best: list[int] = []
    for start in starts:
        pitch = column[start].box.y1 - column[run[-1]].box.y1 if run else 0
        usual = column[run[1]].box.y1 - column[run[0]].box.y1 if len(run) > 1 else pitch
        if run and not 0.6 * usual <= pitch <= 1.7 * usual:
            run = [run[-1]] if len(run) == 2 else []
        run.append(start)
        best = max(best, run[:], key=len)
    return tuple(column[i] for i in best)
