"""The coordinates that models answer in, told apart by what they say of text whose place is known.

Asked for a grid of 0-1000, models also answer in pixels, or in the pixels of the smaller copy that they
look at (705x1567 for a screen of 1080x2400 was seen).
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass

from tactful.errors import UnscoredError
from tactful.recognize.vlm.labels import Corners
from tactful.terms import Box

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
