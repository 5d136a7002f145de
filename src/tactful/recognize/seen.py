"""What was private once in a run is private when it shows up again.

Two sources: identifiers that a recognizer found on an earlier screen, and values that `restore` put back into
an agent's action (what was typed from a private source reappears in the next screenshot, in places where no
recognizer would look for it: a search box, a title, a confirmation). Values live in memory only.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tactful.terms import Box, Category, Region, Risk, TextUnit

_KEPT_TYPES = frozenset(
    {
        "person",
        "email",
        "phone",
        "username",
        "account",
        "id_number",
        "card",
        "bank",
        "secret",
        "otp",
        "address",
    }
)
_MIN_CONFIDENCE = 0.75
_MIN_LENGTH = 5
_CONFIDENCE = 0.85


@dataclass(frozen=True, slots=True)
class _Known:
    type: str
    risk: Risk
    category: Category | None


class SeenValues:
    """The private values of one run. Hides them in ``repr``; safe to call from several threads."""

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"SeenValues({len(self._known)} values)"

    def remember(self, regions: Iterable[Region]) -> None:
        """Keep the sure, high-risk identifiers of a screen."""
        for region in regions:
            if (
                region.risk is Risk.HIGH
                and region.type in _KEPT_TYPES
                and region.confidence >= _MIN_CONFIDENCE
            ):
                self.remember_value(region.text, region.type, region.category)

    def remember_value(self, text: str, type: str = "text", category: Category | None = None) -> None:
        """Keep one value; short ones are left out, since they would match by accident."""
        value, _ = _fold(text)
        if len(value.strip()) < (_MIN_LENGTH if value.isascii() else 2):
            return
        with self._lock:
            self._known.setdefault(value, _Known(type, Risk.HIGH, category or Category.IDENTITY))

    def relabel(self, regions: Sequence[Region]) -> tuple[Region, ...]:
        """The same regions, with known values raised to their label or given an inner region of their own."""
        with self._lock:
            known = dict(self._known)
        if not known:
            return tuple(regions)
        result: list[Region] = []
        inner = [r for r in regions if r.inner]
        for region in regions:
            found = _occurrences(region.text, known) if region.text and not region.inner else []
            whole = next((k for start, end, k in found if (start, end) == (0, len(region.text))), None)
            if whole is not None:
                result.append(_raised(region, whole) if region.risk < whole.risk else region)
                continue
            result.append(region)
            for start, end, label in found:
                if region.risk is Risk.HIGH and region.type == label.type:
                    continue
                box = TextUnit(region.text, region.box).span_box(start, end)
                if not any(_same_place(box, other.box) for other in inner):
                    result.append(_piece(region, region.text[start:end], box, label))
        return tuple(result)


def _occurrences(text: str, known: dict[str, _Known]) -> list[tuple[int, int, _Known]]:
    """Non-overlapping occurrences of known values, as spans of ``text``; longest values first."""
    folded, origin = _fold(text)
    taken: list[tuple[int, int, _Known]] = []
    for value in sorted(known, key=len, reverse=True):
        if value not in folded:
            continue
        # Scripts without spaces have no word boundaries to ask for.
        edge = r"(?<![^\W_])", r"(?![^\W_])"
        pattern = f"{edge[0]}{re.escape(value)}{edge[1]}" if value.isascii() else re.escape(value)
        for match in re.finditer(pattern, folded):
            start, end = origin[match.start()], origin[match.end() - 1] + 1
            if not any(start < b and a < end for a, b, _ in taken):
                taken.append((start, end, known[value]))
    return sorted(taken, key=lambda item: item[0])


def _raised(region: Region, label: _Known) -> Region:
    return replace(
        region,
        risk=label.risk,
        category=label.category,
        type=label.type,
        confidence=_CONFIDENCE,
        source="seen",
        reason="the same value was private earlier in this run",
    )


def _piece(region: Region, text: str, box: Box, label: _Known) -> Region:
    return replace(_raised(region, label), text=text, box=box, inner=True)


def _same_place(a: Box, b: Box) -> bool:
    smaller = min(a.area, b.area)
    return smaller > 0 and a.overlap(b) >= 0.5 * smaller


def _fold(text: str) -> tuple[str, list[int]]:
    """Case- and width-folded text with single spaces, and for each of its characters the source index."""
    out: list[str] = []
    origin: list[int] = []
    for index, ch in enumerate(text):
        for folded in unicodedata.normalize("NFKC", ch).casefold():
            if folded.isspace():
                if not out or out[-1] == " ":
                    continue
                folded = " "
            out.append(folded)
            origin.append(index)
    while out and out[-1] == " ":
        out.pop()
        origin.pop()
    return "".join(out), origin
