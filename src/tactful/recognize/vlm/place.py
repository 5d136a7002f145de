"""Finds the text units that an item of a model's list speaks of, by its words and its box."""

from __future__ import annotations

import math
import threading
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from tactful.errors import UnscoredError
from tactful.recognize.vlm.reply import Corners
from tactful.terms import Box, TextUnit

ALIKE = 0.8  # similarity of two texts that are the same but for reading errors
SAME_PLACE = 0.5  # IoU of two boxes that mean the same place


@dataclass(frozen=True, slots=True)
class Span:
    """``units[unit].text[start:end]``; ``end`` None: to the end."""

    unit: int
    start: int = 0
    end: int | None = None


def fold(text: str) -> str:
    """``text`` without case, width and spacing, so that two readings of it compare."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def place(text: str, box: Box, units: Sequence[TextUnit]) -> tuple[Span, ...]:
    """The units (or the parts of one) that an item means; empty where there are none.

    By words first, since models read well and box badly: the same text, a part of a unit, several units
    in one item, a text read a little differently; then, for what nobody else could read, by place. Among
    equal texts the nearest to ``box`` is meant.
    """
    words = fold(text)
    if not words:
        return ()
    folded = [fold(unit.text) for unit in units]
    same = [i for i, other in enumerate(folded) if other == words]
    if same:
        return (Span(_nearest(same, box, units)),)
    if part := _part(text, words, box, units, folded):
        return (part,)
    several = [
        i
        for i, other in enumerate(folded)
        if len(other) >= 2 and other in words and _inside(units[i].box, box)
    ]
    if several:
        return tuple(Span(i) for i in several)
    alike = [i for i, other in enumerate(folded) if _alike(words, other) >= ALIKE]
    if alike:
        return (Span(_nearest(alike, box, units)),)
    return tuple(
        Span(i)
        for i, unit in enumerate(units)
        if unit.box.iou(box) >= SAME_PLACE and (not unit.readable or _alike(words, folded[i]) >= 0.4)
    )


def mentioned(line: str, units: Sequence[TextUnit]) -> tuple[int, ...]:
    """The units whose whole text (3 characters at least) stands in a line that could not be read."""
    words = fold(line)
    return tuple(i for i, unit in enumerate(units) if len(other := fold(unit.text)) >= 3 and other in words)


def anchor(text: str, units: Sequence[TextUnit]) -> Box | None:
    """The box of the only unit with this text (4 characters at least): a place that is known for sure."""
    words = fold(text)
    same = [unit.box for unit in units if fold(unit.text) == words] if len(words) >= 4 else []
    return same[0] if len(same) == 1 else None


def _part(text: str, words: str, box: Box, units: Sequence[TextUnit], folded: Sequence[str]) -> Span | None:
    holding = [i for i, other in enumerate(folded) if words in other]
    if len(words) < 4:  # short words stand everywhere: only those in the right place count
        holding = [i for i in holding if units[i].box.overlap(box)]
    if not holding:
        return None
    unit = _nearest(holding, box, units)
    whole, part = units[unit].text.lower(), text.strip().lower()
    start = whole.find(part)
    if start < 0 or len(whole) != len(units[unit].text):
        return Span(unit)  # the same but for width or spacing: the offsets are not known
    return Span(unit, start, start + len(part))


def _inside(box: Box, outer: Box) -> bool:
    return outer.grow(outer.height // 2).holds(*box.center)


def _alike(a: str, b: str) -> float:
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    if matcher.real_quick_ratio() < 0.4 or matcher.quick_ratio() < 0.4:
        return 0.0
    return matcher.ratio()


def _nearest(indices: Sequence[int], box: Box, units: Sequence[TextUnit]) -> int:
    def distance(i: int) -> float:
        (ax, ay), (bx, by) = units[i].box.center, box.center
        return math.hypot(ax - bx, ay - by)

    return min(indices, key=distance)


# The coordinates that models answer in, told apart by what they say of text whose place is known.

SLACK = 0.02  # boxes may stand out by this share of the grid; they are clipped
OUTSIDE = 0.2  # with a larger share of boxes outside, the convention is wrong, not the boxes
REACH = 0.08  # centres further apart than this share of the diagonal say nothing for a grid
ENOUGH = 3  # boxes of known text that it takes to settle on a grid
MARGIN = 0.15


@dataclass(frozen=True, slots=True)
class Grid:
    """A convention: a fixed size, or a longest side (0: the screen's own pixels)."""

    name: str
    width: float = 0
    height: float = 0
    longest: float = 0

    def extent(self, width: int, height: int) -> tuple[float, float]:
        """The grid's size for a screen of ``width`` x ``height`` pixels."""
        if self.width and self.height:
            return self.width, self.height
        scale = min(1.0, self.longest / max(width, height)) if self.longest else 1.0
        return width * scale, height * scale

    def holds(self, corners: Corners, width: int, height: int) -> bool:
        """Whether a box lies on the grid, but for a little slack."""
        across, down = self.extent(width, height)
        x1, y1, x2, y2 = corners
        return (
            min(x1 / across, y1 / down) >= -SLACK
            and max(x2 / across, y2 / down) <= 1 + SLACK
        )  # fmt: skip

    def box(self, corners: Corners, width: int, height: int) -> Box:
        """The box in pixels, clipped to the screen."""
        across, down = self.extent(width, height)
        x1, y1, x2, y2 = corners
        sx, sy = width / across, height / down
        return Box.around(x1 * sx, y1 * sy, x2 * sx, y2 * sy).clip(width, height)


THOUSAND = Grid("0-1000", 1000, 1000)
RESIZED = Grid("resized", longest=1567)
PIXELS = Grid("pixels")


class GridDetector:
    """Settles on one model's convention over its first replies. Safe to call from several threads.

    Every reply is evidence: boxes of text that the reader has read too must lie near the reader's boxes.
    Without such text, the first of 0-1000, resized, pixels that holds the boxes is taken, and not settled.
    """

    def __init__(self, model: str, grid: Grid | None = None) -> None:
        self._model = model
        self._settled = grid
        self._lock = threading.Lock()
        self._scores = dict.fromkeys((THOUSAND, RESIZED, PIXELS), 0.0)
        self._anchors = 0
        self._outside: set[Grid] = set()

    @property
    def settled(self) -> Grid | None:
        """The convention, once it is sure."""
        return self._settled

    def choose(
        self, boxes: Sequence[Corners], anchors: Sequence[tuple[Corners, Box]], width: int, height: int
    ) -> Grid:
        """The grid of these boxes. ``anchors`` pairs a model's box with the reader's box of the same text.

        ``UnscoredError`` when too many boxes fall outside the settled grid, or outside every grid.
        """
        with self._lock:
            candidates = [self._settled] if self._settled else list(self._scores)
            fitting = []
            for grid in candidates:
                outside = sum(not grid.holds(box, width, height) for box in boxes)
                if outside <= OUTSIDE * len(boxes):
                    fitting.append(grid)
                elif len(boxes) >= ENOUGH:
                    self._outside.add(grid)
            if not fitting:
                raise UnscoredError(self._complaint(candidates, width, height), lines=len(boxes))
            if self._settled:
                return self._settled
            self._weigh(anchors, width, height)
            # A grid that an earlier reply did not fit into is out, unless nothing else is left.
            fitting = [grid for grid in fitting if grid not in self._outside] or fitting
            return self._best(fitting)

    def _weigh(self, anchors: Sequence[tuple[Corners, Box]], width: int, height: int) -> None:
        for grid in self._scores:
            for corners, known in anchors:
                self._scores[grid] += _closeness(grid.box(corners, width, height), known, width, height)
        self._anchors += len(anchors)

    def _best(self, fitting: list[Grid]) -> Grid:
        if not self._anchors:
            return fitting[0]
        ranked = sorted(fitting, key=lambda grid: -self._scores[grid])
        best = ranked[0]
        means = [self._scores[grid] / self._anchors for grid in ranked] + [0.0]
        if self._anchors >= ENOUGH and means[0] >= 0.4 and means[0] - means[1] >= MARGIN:
            self._settled = best
        return best

    def _complaint(self, grids: Sequence[Grid], width: int, height: int) -> str:
        sizes = ", ".join(
            "{} ({:.0f}x{:.0f})".format(grid.name, *grid.extent(width, height)) for grid in grids
        )
        return (
            f"the boxes of the model '{self._model}' fall outside the grid they were read on: {sizes}; "
            "if it answers in other coordinates, name them with grid=Grid(name, width, height)"
        )


def _closeness(box: Box, known: Box, width: int, height: int) -> float:
    (ax, ay), (bx, by) = box.center, known.center
    apart = math.hypot(ax - bx, ay - by) / (REACH * math.hypot(width, height))
    return 0.5 * box.iou(known) + 0.5 * max(0.0, 1 - apart)
