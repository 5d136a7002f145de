"""What the built-in models see of a picture: its texts, covered areas, and the rows of its longest list.

A picture is read once in a process, whoever looks at it: a screen that the planner has read costs the
grounder and the recognizer nothing. It is known by a keyed digest of its pixels; all stays in memory.
"""

from __future__ import annotations

import io
import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from statistics import median, mode
from typing import TYPE_CHECKING

from tactful.bench.guiguard.offline.words import fold, words
from tactful.errors import ModelError
from tactful.models import Message, Picture
from tactful.terms import Box, TextUnit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tactful.recognize import Recent, ScreenReader

_PICTURES = 4096  # of about forty units each: some tens of megabytes at most
_reading = threading.Lock()  # the reader uses all cores for one screen, so two at once would not be faster

_SURE = 0.5  # a reader's confidence below which a text is a guess at an icon
_GAP = 0.55  # text heights from which two lines of a column are no longer of one row
_PLUS = {"+": "+", "＋": "+", "十": "+"}  # how the reader reads the sign for something new
_SPAN = 3  # rows from which texts below each other are a list
_LEVEL = 0.015  # of the screen's width between left edges that are one
_LAUNCHER = 6  # names of apps on a screen that is a launcher
_SHARE = 0.3  # of all its texts
_BARS = (0.06, 0.93)  # of a screen's height: the status bar ends, the navigation bar begins
HEIGHTS, SIDES = ("top", "upper", "middle", "lower", "bottom"), ("left", "centre", "right")


@dataclass(frozen=True, slots=True)
class Element:
    """A text on the screen ("" where it is covered), and its box in pixels."""

    text: str = field(repr=False)
    box: Box
    covered: bool = False

    @property
    def folded(self) -> str:
        return fold(self.text)

    @property
    def center(self) -> tuple[float, float]:
        return (self.box.x1 + self.box.x2) / 2, (self.box.y1 + self.box.y2) / 2


@dataclass(frozen=True, slots=True)
class Layout:
    """What a picture shows. ``rows`` are the first elements of its longest list's rows, top to bottom."""

    elements: tuple[Element, ...]
    rows: tuple[Element, ...]
    width: int
    height: int

    @property
    def covered(self) -> tuple[Box, ...]:
        return tuple(element.box for element in self.elements if element.covered)

    @property
    def visible(self) -> tuple[Element, ...]:
        return tuple(element for element in self.elements if not element.covered)

    @property
    def is_launcher(self) -> bool:
        """Whether this is a screen full of apps."""
        apps = sum(element.folded in words().app_names for element in self.elements)
        return apps >= max(_LAUNCHER, _SHARE * len(self.elements))

    def has(self, labels: frozenset[str]) -> bool:
        """Whether any text is one of the folded ``labels``."""
        return any(element.folded in labels for element in self.elements)

    def where(self, box: Box) -> str:
        """In words where a box lies, such as "at the lower left"."""
        x = (box.x1 + box.x2) / 2 / max(self.width, 1)
        y = (box.y1 + box.y2) / 2 / max(self.height, 1)
        return f"at the {HEIGHTS[min(4, int(y * 5))]} {SIDES[min(2, int(x * 3))]}"


def read_layout(data: bytes) -> Layout:
    """Read an encoded picture; ``ModelError`` for bytes that are none."""
    pixels = pixels_of(data)
    return layout_of(read_units(data), pixels)


def read_units(data: bytes) -> tuple[TextUnit, ...]:
    """The text units of an encoded picture, boxes in its own pixels, in reading order.

    Equal pixels are read once, whatever the encoding, also by two threads at once. ``ModelError`` for bytes
    that are no picture; ``RecognitionError`` where the reader fails.
    """
    from tactful.recognize import content_key

    pixels = pixels_of(data)
    key = content_key(pixels)
    with _reading:
        units = _seen().get(key)
        if units is None:
            units = shared_reader().read(pixels)
            _seen().put(key, units)
    return units


@cache
def shared_reader() -> ScreenReader:
    """The one reader of this process that the built-in models look through."""
    from tactful.recognize import open_reader

    return open_reader(guess=True)


def forget() -> None:
    """Drop everything that was read; the reader's models stay loaded."""
    _seen().clear()
    shared_reader().forget()


def pixels_of(data: bytes) -> NDArray[np.uint8]:
    """The picture's pixels, uint8 (height, width, 3) RGB; ``ModelError`` for bytes that are no picture."""
    import numpy as np
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data)) as image:
            return np.asarray(image.convert("RGB"), dtype=np.uint8)
    except (OSError, ValueError, Image.DecompressionBombError):
        raise ModelError("a built-in model was sent bytes that are no picture") from None


def last_picture(messages: Sequence[Message], model: str) -> Picture:
    """The newest picture of a conversation; ``ModelError`` where there is none."""
    for message in reversed(messages):
        if message.pictures:
            return message.pictures[-1]
    raise ModelError(f"the built-in model '{model}' was sent no picture")


def layout_of(units: Sequence[TextUnit], pixels: NDArray[np.uint8]) -> Layout:
    """The layout of units that were read off ``pixels`` (uint8, height x width x 3)."""
    height, width = pixels.shape[:2]
    boxes = covered_areas(pixels)
    elements = [Element("", box, covered=True) for box in boxes]
    for unit in units:
        if any(_inside(unit.box, box) for box in boxes):
            continue
        text = unit.text.strip()
        if _tells(unit) or (unit.readable and text in _PLUS):
            elements.append(Element(_PLUS.get(text, text), unit.box))
        elif not unit.readable and unit.box.width > 2 * unit.box.height and unit.box.y2 > 0.04 * height:
            # Text that nobody can read for blocks or a mosaic, where it is as wide as words are.
            elements.append(Element("", unit.box, covered=True))
    elements.sort(key=lambda element: (element.box.y1, element.box.x1))
    return Layout(tuple(elements), _rows(elements, width, height), width, height)


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
    return unit.readable and unit.confidence >= _SURE and len(re.sub(r"\W", "", unit.text)) >= 2


def _inside(box: Box, area: Box) -> bool:
    return area.x1 <= (box.x1 + box.x2) / 2 < area.x2 and area.y1 <= (box.y1 + box.y2) / 2 < area.y2


def _rows(elements: Sequence[Element], width: int, height: int) -> tuple[Element, ...]:
    """The rows of the list that reaches furthest down: elements with one left edge, at like distances."""
    body = [e for e in elements if _BARS[0] * height <= e.box.y1 and e.box.y2 <= _BARS[1] * height]
    best: tuple[Element, ...] = ()
    for first in body:
        rows = _starts([e for e in body if abs(e.box.x1 - first.box.x1) <= max(4, _LEVEL * width)])
        apps = sum(row.folded in words().app_names for row in rows)  # of a desktop: in a column as well
        if len(rows) >= _SPAN and 2 * apps < len(rows) and _reach(rows) > _reach(best):
            best = rows
    return best


def _reach(rows: Sequence[Element]) -> int:
    """How much of the screen a list takes up: its stretch times the width of its texts."""
    if not rows:
        return 0
    return (rows[-1].box.y2 - rows[0].box.y1) * sum(row.box.width for row in rows) // len(rows)


def _starts(column: Sequence[Element]) -> tuple[Element, ...]:
    """The elements of a column that begin a row: those after a wider gap, in the longest run of like rows."""
    if len(column) < _SPAN:
        return ()
    gaps = [b.box.y1 - a.box.y2 for a, b in pairwise(column)]
    wide = _GAP * median(element.box.height for element in column)
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


@cache
def _seen() -> Recent[tuple[TextUnit, ...]]:
    from tactful.recognize import Recent

    return Recent(_PICTURES)
