"""What the layouts calculate before they write: tables, charts, months and maps fitted into their room."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from tactful.runs import generator
from tactful.world.looks import draw
from tactful.world.looks.pen import Pen
from tactful.world.pages import Action, Item, Section
from tactful.world.values import Value

Items = tuple[Item, ...]

# -- tables ------------------------------------------------------------------------------------

_LONG = 20
"""Letters of a word that may be broken where nothing else helps: an address, a number without spaces."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a table: its cells, what selects each of them (by column), and the row's own actions."""

    item: Item
    cells: tuple[Value, ...]
    selects: Mapping[int, Action]
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: ``wide`` columns, a sheet where cells are edited, cards where there is no room for columns."""

    lines: tuple[Line, ...]
    wide: int
    sheet: bool
    stacked: bool


def grid_of(part: Section, items: Items, pen: Pen) -> Grid:
    """The table of a section's items."""
    lines = tuple(
        Line(item, _cells(item), _selects(part, item), tuple(a for a in item.actions if not _is_cell(a)))
        for item in items
    )
    sheet = bool(part.numbers.get("edit")) or any(_is_cell(a) for item in part.items for a in item.actions)
    wide = max([len(part.columns), *(len(line.cells) for line in lines)], default=1)
    narrow = pen.phone and len(part.columns) > (4 if sheet else 3)
    return Grid(lines, wide, sheet, narrow or 0 < pen.room < _least(part, lines, pen, sheet))


def _is_cell(action: Action) -> bool:
    return action.do.startswith("cell:")


def _cells(item: Item) -> tuple[Value, ...]:
    return item.cells or tuple(shown for shown in item.slots.values() if isinstance(shown, Value))


def _selects(part: Section, item: Item) -> dict[int, Action]:
    """What selects a row's cells, by column: by the label that both carry, else in order."""
    cells = [action for action in item.actions if _is_cell(action)]
    names = [column.text for column in part.columns]
    distinct = len(cells) < len(names) and len(set(names)) == len(names)
    if distinct and all(action.label.text in names for action in cells):
        return {names.index(action.label.text): action for action in cells}
    return dict(enumerate(cells))


def _longest(text: str) -> float:
    """The longest word of a text in letters; ideographs and kana may be parted anywhere."""
    return max((2 if ord(word[0]) > 0x2E80 else len(word) for word in text.split()), default=0)


def unbreakable(text: str) -> bool:
    """Whether a cell holds a word that must be broken to fit."""
    return _longest(text) > _LONG


def _least(part: Section, lines: Sequence[Line], pen: Pen, sheet: bool) -> float:
    """About how many CSS pixels across a table needs so that no word is broken."""
    em, pad = pen.look.size * 0.92, (14 if sheet else 22) * pen.look.pad
    texts = [[part.columns[k].text] if k < len(part.columns) else [] for k in range(len(part.columns) or 1)]
    for line in lines:
        for k, cell in enumerate(line.cells[: len(texts)]):
            texts[k].append(cell.text)
    words = sum(min(max(map(_longest, column), default=0), _LONG) for column in texts)
    tools = any(not _is_cell(action) for item in part.items for action in item.actions)
    return words * 0.6 * em + pad * len(texts) + 2.6 * em * sheet + 110 * tools


# -- charts ------------------------------------------------------------------------------------


_AROUND = 2 * math.pi * 38
"""The length of a ring of radius 38."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One item of a chart: its share of the largest, and its arc of a ring (``start``, ``length``)."""

    item: Item
    share: float
    start: float = 0.0
    length: float = 0.0


@dataclass(frozen=True, slots=True)
class Chart:
    """``kind``: bars, columns, line, ring. A line has its ``path`` and the ``area`` below it."""

    kind: str
    bars: tuple[Bar, ...]
    around: float = _AROUND
    path: str = ""
    area: str = ""


def number_of(text: str) -> float:
    """The number in a text, whatever separates its thousands; 0 where there is none."""
    found = re.search(r"\d[\d.,\s\u00a0\u202f]*", text)
    if not found:
        return 0.0
    digits = re.sub(r"[\s\u00a0\u202f]", "", found.group()).rstrip(".,")
    pieces = [piece for piece in re.split(r"[.,]", digits) if piece]
    if len(pieces) > 1 and len(pieces[-1]) <= 2:
        return float("".join(pieces[:-1]) + "." + pieces[-1])
    return min(float("".join(pieces)), 1e15)


def chart_of(part: Section, items: Items, pen: Pen) -> Chart:
    """A chart in the kind that the look and the number of items suggest."""
    values = (item.slots.get("value") for item in items)
    sizes = [number_of(value.text) if isinstance(value, Value) else 0.0 for value in values]
    most = max([*sizes, 1e-9])
    bars = tuple(Bar(item, size / most) for item, size in zip(items, sizes, strict=True))
    kind = (pen.look.clamp + len(part.id)) % 4
    if bars and (len(items) > 12 or pen.look.rows in ("split", "plain")):
        return Chart("bars", bars)
    if kind == 3 and 3 <= len(items) <= 7:
        return Chart("ring", _arcs(items, sizes))
    if kind != 2 or len(items) <= 2:
        return Chart("columns", bars)
    step = 100 / len(items)
    points = [(step * (k + 0.5), 100 - 80 * bar.share) for k, bar in enumerate(bars)]
    path = " ".join(f"{'M' if k == 0 else 'L'}{x:.1f} {y:.1f}" for k, (x, y) in enumerate(points))
    area = f"{path} L{points[-1][0]:.1f} 100 L{points[0][0]:.1f} 100z"
    return Chart("line", bars, path=path, area=area)


def _arcs(items: Items, sizes: Sequence[float]) -> tuple[Bar, ...]:
    whole, around, at = sum(sizes) or 1.0, _AROUND, 0.0
    bars = []
    for item, size in zip(items, sizes, strict=True):
        length = around * size / whole
        bars.append(Bar(item, size / whole, at, max(length - 1.5, 0.1)))
        at += length
    return tuple(bars)


# -- months and maps ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Month:
    """A month as weeks: empty days before and after it, and the events by day (0: those of no day)."""

    days: int
    today: int
    before: int
    after: int
    events: Mapping[int, list[Item]]

    @property
    def weeks(self) -> int:
        return (self.before + self.days + self.after) // 7


def month_of(part: Section, items: Items) -> Month:
    """The month of a section's numbers with its items in it."""
    days, before = part.numbers.get("days", 30), part.numbers.get("first_weekday", 0) % 7
    events: dict[int, list[Item]] = {}
    for item in items:
        digits = re.findall(r"\d+", getattr(item.slots.get("day"), "text", ""))
        day = int(digits[-1]) if digits else 0
        events.setdefault(day if day <= days else 0, []).append(item)
    return Month(days, part.numbers.get("today", 0), before, -(before + days) % 7, events)


@dataclass(frozen=True, slots=True)
class Pin:
    """A place on a map, in percent of its ground."""

    item: Item
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Ground:
    """A map: its streets, a pin for each place, the sign of a pin, and where the device is."""

    streets: Markup
    mark: Markup
    pins: tuple[Pin, ...]
    here: tuple[float, float]


def ground_of(part: Section, items: Items, pen: Pen) -> Ground:
    """The map of a section's items, drawn by the section's id."""
    width, height = (400, 420) if pen.phone else (900, 620)
    rng = generator(pen.seed, f"pins/{part.id}")
    # One pin to a cell of a grid, so that names do not lie over one another.
    cells = [(column, line) for column in range(3) for line in range(4)]
    rng.shuffle(cells)
    pins = tuple(
        Pin(item, 18 + 32 * column + rng.uniform(-5, 5), 24 + 20 * line + rng.uniform(-4, 4))
        for item, (column, line) in zip(items, cells, strict=False)
    )
    here = rng.uniform(30, 70), rng.uniform(35, 65)
    streets = draw.streets(f"{pen.seed}/{part.id}", width, height, pen.look.dark)
    return Ground(streets, draw.picture("pin"), pins, here)
