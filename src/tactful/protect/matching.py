"""Finding placeholders in an agent's words, also where it changed their case, spacing, width or line breaks.

Placeholders are compared by their letters and digits; what stands between those must agree too, except for
what a model plausibly changes. Longest match first, whole words only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tactful.errors import AmbiguousPlaceholderError
from tactful.protect.entities import Entry
from tactful.protect.shapes import DIGIT, LITERAL, SPACELESS, classify, fold, joined, normal

_SOFT = re.compile(r"[\u00ad\u200b-\u200d\u2060\ufeff]+|[-\u2010\u00ad\u200b]?[^\S\n]*\n\s*")
_SPACING = re.compile(r"[\s_\-\u2010\u2011\u00ad\u200b-\u200d\u2060\ufeff]*")
_GROUPING = re.compile(r"[\s\-\u2010-\u2013().\u00ad\u200b-\u200d\u2060]*")

_GAP = 16
"""Characters that may stand between two letters of a placeholder, beyond its own."""

EXACT, CHANGED, REPAIRED = 0, 1, 2
"""How well a placeholder is matched: to the letter, in other spacing, or across a break inside a word."""


class Match(NamedTuple):
    """A placeholder found at ``text[start:end]``, and the real text for it with its type."""

    start: int
    end: int
    real: str
    type: str


@dataclass(slots=True)
class _Node:
    next: dict[str, _Node] = field(default_factory=dict)
    entries: list[_Form] = field(default_factory=list)


class _Form(NamedTuple):
    entry: Entry
    gaps: tuple[str, ...]
    number: bool


class Matcher:
    """Finds entries in texts. ``exposed`` tells whether a placeholder also stands on a screen as itself."""

    def __init__(self, entries: Iterable[Entry], exposed: frozenset[str] = frozenset()) -> None:
        self._root = _Node()
        self._whole: dict[str, list[Entry]] = {}
        self._exposed = exposed
        for entry in entries:
            if entry.shown == entry.real:
                continue
            self._whole.setdefault(normal(entry.shown), []).append(entry)
            if strong(entry.shown):
                self._add(entry)

    def find(self, text: str) -> list[Match]:
        """The placeholders in ``text``, left to right, not overlapping; in linear time.

        Placeholders of fewer than three letters, or four digits alone, count only where they are the whole
        text. Raises ``AmbiguousPlaceholderError``, which names the placeholder and not the values.
        """
        core = text.strip()
        whole = self._whole.get(normal(core)) if core else None
        if whole and not strong(core):
            start = text.index(core)
            end = start + len(core)
            match = _decide(
                [_Candidate((int(e.shown != core), 0, 0), core, start, end, e) for e in whole], self._exposed
            )
            if match is not None:
                return [match]
        return list(self._find(text))

    def _find(self, text: str) -> Iterator[Match]:
        letters = [i for i, ch in enumerate(text) if classify(ch).word]
        at = 0
        while at < len(letters):
            match, count = self._longest(text, letters, at)
            if match is not None:
                yield match
            at += count

    def _add(self, entry: Entry) -> None:
        node, gaps, last = self._root, [], 0
        for i, ch in enumerate(entry.shown):
            if classify(ch).word:
                gaps.append(entry.shown[last:i])
                last = i + 1
                node = node.next.setdefault(fold(ch), _Node())
        gaps.append(entry.shown[last:])
        marks = [ch for ch in entry.shown if classify(ch).word]
        number = len(marks) >= 6 and all(classify(ch).script == DIGIT for ch in marks)
        node.entries.append(_Form(entry, tuple(gaps), number))

    def _longest(self, text: str, letters: list[int], at: int) -> tuple[Match | None, int]:
        """The longest valid match that starts at letter ``at``, and how many letters to go on by.

        ``letters`` are the places of the letters and digits of ``text``.
        """
        node, hits = self._root, []
        first = letters[at]
        if first and joined(text[first - 1], text[first]):
            return None, 1
        for count in range(1, len(letters) - at + 1):
            following = node.next.get(fold(text[letters[at + count - 1]]))
            if following is None:
                break
            node = following
            if node.entries:
                places = letters[at : at + count]
                rated = [(_quality(text, places, form), form.entry) for form in node.entries]
                valid = [(quality, entry) for quality, entry in rated if quality is not None]
                if valid:
                    hits.append((count, places, valid))
        for number in range(len(hits) - 1, -1, -1):
            count, places, valid = hits[number]
            best = min(quality for quality, _ in valid)
            if best == REPAIRED and any(min(q for q, _ in v) < REPAIRED for _, _, v in hits[:number]):
                raise _ambiguous(valid[0][1].shown)
            match = _decide([_candidate(text, places, q, entry) for q, entry in valid], self._exposed)
            if match is not None:
                return match, count
        return None, 1


@dataclass(frozen=True, slots=True)
class _Candidate:
    """One way to read a place: lower ``cost`` is closer to what was shown."""

    cost: tuple[int, int, int]
    surface: str
    start: int
    end: int
    entry: Entry


def _candidate(text: str, places: list[int], quality: int, entry: Entry) -> _Candidate:
    """The match with the placeholder's own leading and trailing punctuation, where the text has it."""
    start, end = places[0], places[-1] + 1
    marks = [i for i, ch in enumerate(entry.shown) if classify(ch).word]
    lead, tail = entry.shown[: marks[0]], entry.shown[marks[-1] + 1 :]
    missing = 0
    if text[:start].endswith(lead):
        start -= len(lead)
    else:
        missing += 1
    if text.startswith(tail, end):
        end += len(tail)
    else:
        missing += 1
    surface = text[start:end]
    cost = (0 if surface == entry.shown else 1 + quality, missing, start - end)
    return _Candidate(cost, surface, start, end, entry)


def _decide(candidates: list[_Candidate], exposed: frozenset[str]) -> Match | None:
    """The match to put back; None where no entry may be. Raises where two values are equally near."""
    allowed = [c for c in candidates if not c.entry.exact or c.surface == c.entry.shown]
    if not allowed:
        return None
    best = min(c.cost for c in allowed)
    near = [c for c in allowed if c.cost == best]
    # A whole value goes before the single word of a name that reads the same.
    near = [c for c in near if not c.entry.word] or near
    first = near[0]
    # A page that shows a code has copied it; it means what it means, and no page can stop others with it.
    if any(normal(c.entry.shown) in exposed and not c.entry.coded for c in near):
        raise _ambiguous(first.entry.shown)
    if len({c.entry.entity for c in near}) > 1 and len({c.entry.real for c in near}) > 1:
        raise _ambiguous(first.entry.shown)
    real = first.entry.real
    if first.entry.word and not first.entry.exact:
        real = _cased(first.surface, real)
    return Match(first.start, first.end, real, first.entry.type)


def _quality(text: str, places: list[int], form: _Form) -> int | None:
    """How well the text between the letters agrees with the placeholder; None where it does not."""
    start, end = places[0], places[-1] + 1
    if (start and joined(text[start - 1], text[start])) or (
        end < len(text) and joined(text[end - 1], text[end])
    ):
        return None
    worst = EXACT
    for left, right, wanted in zip(places, places[1:], form.gaps[1:-1], strict=False):
        if right - left > len(wanted) + _GAP:
            return None
        gap = text[left + 1 : right]
        if gap == wanted:
            continue
        grouped = form.number and _GROUPING.fullmatch(gap) and _GROUPING.fullmatch(wanted)
        if grouped or (wanted and _like(gap, wanted)):
            worst = max(worst, CHANGED)
        elif not wanted and _SOFT.fullmatch(gap):
            worst = REPAIRED
        else:
            return None
    return worst


def _like(gap: str, wanted: str) -> bool:
    """Whether two pieces of punctuation agree but for spaces and width, or both only part words."""
    if _SPACING.fullmatch(wanted) and _SPACING.fullmatch(gap):
        return True
    return _marks(gap) == _marks(wanted)


def _marks(gap: str) -> str:
    return "".join(fold(ch) for ch in gap if classify(ch).script == LITERAL)


def strong(shown: str) -> bool:
    """Whether a placeholder is long enough to be told from other words and numbers of a text."""
    marks = [classify(ch).script for ch in shown if classify(ch).word]
    if any(script in SPACELESS for script in marks):
        return len(marks) >= 2
    bare = all(script == DIGIT for script in marks) and not any(
        classify(ch).script == LITERAL for ch in shown
    )
    return len(marks) >= (4 if bare else 3)


def _cased(surface: str, real: str) -> str:
    """A single word of a name in the case in which it was written."""
    if surface.islower():
        return real.lower()
    if surface.isupper() and len(surface) > 1:
        return real.upper()
    return real[:1].upper() + real[1:] if surface[:1].isupper() else real


def _ambiguous(shown: str) -> AmbiguousPlaceholderError:
    return AmbiguousPlaceholderError(f"the placeholder {shown!r} could stand for more than one value")
