"""The geometry of a screen: text units as spots, gathered into rows and columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from tactful.recognize.view import ScreenView
from tactful.terms import Box, TextUnit


@dataclass(frozen=True, slots=True)
class Spot:
    """A text unit in its place; ``index`` counts in the view."""

    index: int
    unit: TextUnit = field(repr=False)

    @property
    def text(self) -> str:
        return self.unit.text

    @property
    def box(self) -> Box:
        return self.unit.box

    @property
    def cx(self) -> float:
        return (self.box.x1 + self.box.x2) / 2

    @property
    def cy(self) -> float:
        return (self.box.y1 + self.box.y2) / 2


@dataclass(frozen=True, slots=True)
class Page:
    """All spots of a screen with the measures that rules need.

    ``line`` is the median text height in pixels and the unit of all distances. ``rows`` run from top to
    bottom, each from left to right; a spot belongs to one row. ``phone``: an upright hand-held screen.
    """

    spots: tuple[Spot, ...]
    rows: tuple[tuple[Spot, ...], ...]
    width: int
    height: int
    line: float
    phone: bool
    row_of: dict[int, int] = field(repr=False)

    def row(self, spot: Spot) -> tuple[Spot, ...]:
        """The row that holds the spot."""
        return self.rows[self.row_of[spot.index]]

    def right_of(self, spot: Spot) -> Spot | None:
        """The next spot of the same row to the right."""
        row = self.row(spot)
        at = row.index(spot) + 1
        return row[at] if at < len(row) else None

    def left_of(self, spot: Spot) -> Spot | None:
        """The next spot of the same row to the left."""
        row = self.row(spot)
        at = row.index(spot) - 1
        return row[at] if at >= 0 else None

    def below(self, spot: Spot, reach: float = 1.6, slack: float = 0.8) -> Spot | None:
        """The nearest spot below with the same left edge, at most ``reach`` lines away."""
        return self._nearest(spot, reach, slack, down=True)

    def above(self, spot: Spot, reach: float = 1.6, slack: float = 0.8) -> Spot | None:
        """The nearest spot above with the same left edge, at most ``reach`` lines away."""
        return self._nearest(spot, reach, slack, down=False)

    def _nearest(self, spot: Spot, reach: float, slack: float, *, down: bool) -> Spot | None:
        at, step = self.row_of[spot.index], 1 if down else -1
        limit = reach * max(self.line, min(spot.box.height, 2 * self.line))
        for i in range(at + step, len(self.rows) if down else -1, step):
            row = self.rows[i]
            gap = row[0].box.y1 - spot.box.y2 if down else spot.box.y1 - row[0].box.y2
            if gap > limit + 2 * self.line:
                return None
            for other in row:
                near = other.box.y1 - spot.box.y2 if down else spot.box.y1 - other.box.y2
                if abs(other.box.x1 - spot.box.x1) <= slack * self.line and -0.5 * self.line <= near <= limit:
                    return other
        return None

    def column(self, spot: Spot, slack: float = 0.6) -> list[Spot]:
        """All spots with the same left edge, from top to bottom."""
        edge, tolerance = spot.box.x1, slack * self.line
        return sorted((s for s in self.spots if abs(s.box.x1 - edge) <= tolerance), key=lambda s: s.cy)

    def gap(self, left: Spot, right: Spot) -> float:
        """The free space between two spots of a row, in lines."""
        return (right.box.x1 - left.box.x2) / self.line

    def in_top(self, spot: Spot, share: float) -> bool:
        return spot.cy <= share * self.height

    def in_bottom(self, spot: Spot, share: float) -> bool:
        return spot.cy >= (1 - share) * self.height


def page_of(view: ScreenView) -> Page:
    """Lay out a view; units without text or area are left out."""
    spots = [Spot(i, u) for i, u in enumerate(view.units) if u.text.strip() and u.box.area > 0]
    heights = [s.box.height for s in spots if s.box.height <= s.box.width * 1.6] or [
        s.box.height for s in spots
    ]
    line = float(median(heights)) if heights else 1.0
    rows = _rows(spots, line)
    row_of = {s.index: i for i, row in enumerate(rows) for s in row}
    phone = view.platform in ("android", "ios") or (view.platform != "pc" and view.height > 1.2 * view.width)
    return Page(tuple(spots), rows, max(view.width, 1), max(view.height, 1), max(line, 1.0), phone, row_of)


def _rows(spots: Sequence[Spot], line: float) -> tuple[tuple[Spot, ...], ...]:
    """Spots whose centres lie within half a line of the row's first one."""
    rows: list[list[Spot]] = []
    for spot in sorted(spots, key=lambda s: (s.cy, s.box.x1)):
        if rows and abs(spot.cy - rows[-1][0].cy) <= 0.55 * min(line, max(spot.box.height, 0.6 * line)):
            rows[-1].append(spot)
        else:
            rows.append([spot])
    return tuple(tuple(sorted(row, key=lambda s: s.box.x1)) for row in rows)
