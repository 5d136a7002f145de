"""Finds the text units that an item of a model's list speaks of, by its words and its box."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

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
