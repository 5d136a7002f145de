"""What was private once in a run is private when it shows up again.

Two sources: identifiers that a recognizer found on an earlier screen, and values that `restore` put back into
an agent's action (what was typed from a private source reappears in the next screenshot, in places where no
recognizer would look for it: a search box, a title, a confirmation). Values live in memory only.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections import Counter
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
_MIN_CONFIDENCE = 0.85
_SURELY_PUBLIC = 0.8
_MIN_LENGTH = 5
_CONFIDENCE = 0.85


@dataclass(frozen=True, slots=True)
class _Known:
    type: str
    risk: Risk
    category: Category | None
    sure: bool


class SeenValues:
    """The private values of one run. Hides them in ``repr``; safe to call from several threads."""

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}
        self._public: set[str] = set()
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"SeenValues({len(self._known)} values)"

    def remember(self, regions: Iterable[Region]) -> None:
        """Keep the sure, high-risk identifiers of a screen.

        One wrong name would spread to every later screen, so a name must have several parts or stand at two
        places; and what a screen surely shows as interface text is no value, now or later.
        """
        screen = [r for r in regions if r.text]
        public = {_fold(r.text)[0] for r in screen if _surely_public(r)}
        with self._lock:
            self._public |= public
            blocked = frozenset(self._public)
        places = Counter(_fold(r.text)[0] for r in screen if r.type == "person")
        for region in screen:
            value = _fold(region.text)[0]
            if (
                region.risk is Risk.HIGH
                and region.type in _KEPT_TYPES
                and region.source != "seen"
                and region.confidence >= _MIN_CONFIDENCE
                and value not in blocked
                and (region.type != "person" or places[value] >= 2 or _full_name(value))
            ):
                self._keep(value, region.type, region.category, sure=region.type != "person" or " " in value)

    def remember_value(self, text: str, type: str = "text", category: Category | None = None) -> None:
        """Keep one value; short ones are left out, since they would match by accident."""
        self._keep(_fold(text)[0], type, category, sure=True)

    def _keep(self, value: str, type: str, category: Category | None, *, sure: bool) -> None:
        if len(value.strip()) < (_MIN_LENGTH if value.isascii() else 2):
            return
        with self._lock:
            before = self._known.get(value)
            if before is None or (sure and not before.sure):
                self._known[value] = _Known(type, Risk.HIGH, category or Category.IDENTITY, sure)

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
            if whole is not None and not whole.sure and _surely_public(region):
                result.append(region)
                continue
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


def _surely_public(region: Region) -> bool:
    return region.risk is Risk.NONE and region.confidence >= _SURELY_PUBLIC


def _full_name(value: str) -> bool:
    """Two words or more, or three characters or more of a script that does not part its names."""
    return " " in value or "·" in value or (len(value) >= 3 and min(value) >= "\u1100")


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
