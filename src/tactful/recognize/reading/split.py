"""Cuts a line of text into units, one meaning each: at wide gaps, and where a typed part stands at an end.

One real row: ``From: Amy Stone <a@b.c>`` gives a label, a name and an address.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import TYPE_CHECKING

from tactful.recognize.reading.typed import (
    COUNT_LAST,
    LABEL,
    LEADS_ON,
    REPLY,
    VALUE_FIRST,
    VALUE_LAST,
    WHEN_FIRST,
    WHEN_LAST,
)

if TYPE_CHECKING:
    from tactful.terms import Box

Span = tuple[int, int]

_WIDE = 0.8  # line heights: no word space in a proportional face is so wide
_ADVANCES = 1.8  # character advances: no word space in a monospaced face is so wide
_LOOSE = 1.4  # of the line's usual word space: set apart on purpose
_SHORT = 0.42  # line heights that count as usual where a line has a single space
_NAME = 5  # words a name or title has at most; longer text before a time is prose
_SEPARATORS = " \t\u00a0\u3000·•|｜∙・—–,;"


def split(text: str, edges: Sequence[float], box: Box) -> list[Span]:
    """The (start, end) of each unit in ``text``, in order; spaces and separators between them belong to none.

    ``edges`` are the len(text) + 1 character boundaries in pixels, ``box`` the line's tight box. A text
    without visible characters gives no span. Prose that merely mentions a time or an address stays whole:
    such a part is split off only at an end of the line, and not where the sentence leads on to it.
    """
    line = _Line(text, edges, box.height)
    spans: list[Span] = []
    for part in line.columns():
        for piece in line.labelled(part):
            spans.extend(line.typed(piece))
    return [span for span in map(line.trim, spans) if span[0] < span[1]]


class _Line:
    def __init__(self, text: str, edges: Sequence[float], height: int) -> None:
        self.text, self.edges, self.height = text, edges, max(1, height)
        self.spaces = self._spaces()
        widths = [b - a for a, b, ch in zip(edges, edges[1:], text, strict=False) if not ch.isspace()]
        self.advance = median(widths) if widths else 0.0

    def _spaces(self) -> list[Span]:
        spaces, start = [], None
        for i, ch in enumerate(self.text + "."):
            if ch.isspace() and start is None:
                start = i
            elif not ch.isspace() and start is not None:
                spaces.append((start, i))
                start = None
        return spaces

    def gap(self, space: Span) -> float:
        return self.edges[space[1]] - self.edges[space[0]]

    def columns(self) -> list[Span]:
        """Cut at gaps wider than any word space."""
        wide = max(_WIDE * self.height, _ADVANCES * self.advance)
        cuts = [space for space in self.spaces if self.gap(space) >= wide]
        starts = [0, *(b for _, b in cuts)]
        ends = [*(a for a, _ in cuts), len(self.text)]
        return list(zip(starts, ends, strict=True))

    def labelled(self, part: Span) -> list[Span]:
        """A leading ``Label:`` apart from what follows it."""
        start, end = self.trim(part)
        match = LABEL.match(self.text, start, end)
        if (
            match is None
            or match.end() >= end
            or len(match.group().split()) > _NAME
            or REPLY.match(match.group())
        ):
            return [(start, end)]
        if self.text[match.end()].islower() and not VALUE_FIRST.match(self.text, match.end(), end):
            return [(start, end)]  # "To: info", or prose after a colon
        return [(start, match.end()), (match.end(), end)]

    def typed(self, part: Span) -> list[Span]:
        """Values and times at the ends of a part, apart from the rest."""
        start, end = self.trim(part)
        if start >= end:
            return []
        if first := self._first(start, end):
            return [(start, first), *self.typed((first, end))]
        if (last := self._last(start, end)) is not None:
            return [*self.typed((start, last)), (last, end)]
        return [(start, end)]

    def _first(self, start: int, end: int) -> int | None:
        """Where a value or time that opens the part ends, if something else follows."""
        if (match := VALUE_FIRST.match(self.text, start, end)) and self._follows(match.end(), end):
            return match.end()
        match = WHEN_FIRST.match(self.text, start, end)
        if match is None or not self._follows(match.end(), end):
            return None
        rest = self.text[match.end() : end].lstrip(_SEPARATORS)
        titled = rest[:1].isupper() or ord(rest[0]) >= 0x2E80 or rest[0] in "<("
        return match.end() if titled and len(rest.split()) <= _NAME + 1 else None

    def _last(self, start: int, end: int) -> int | None:
        """Where a value, time or count that closes the part begins, if it is not part of a sentence."""
        text = self.text[start:end]
        for pattern in (VALUE_LAST, WHEN_LAST):
            match = pattern.search(text)
            if match and match.start() > 0 and self._set_apart(start, start + match.start()):
                return start + match.start()
        match = COUNT_LAST.search(text)
        if match and match.start() > 0 and self._loose(start + match.start(), start):
            return start + match.start()
        return None

    def _follows(self, at: int, end: int) -> bool:
        """Whether a separator and then something visible come after ``at``."""
        return at < end and self.text[at] in _SEPARATORS and bool(self.text[at:end].strip(_SEPARATORS))

    def _set_apart(self, start: int, at: int) -> bool:
        before = self.text[start:at].rstrip()
        words = before.split()
        if not words or self.text[at - 1] not in _SEPARATORS:
            return bool(words) and before[-1:] in "·•|｜"
        if before[-1] in "·•|｜—–" or self.text[at] in "<(" or self._loose(at, start):
            return True
        plain = words[-1].strip(".,;:!?").lower()
        if before[-1] in ",;:" or plain in LEADS_ON or len(words) > _NAME:
            return False
        return len(words) == 1 or not any(word[0].islower() for word in words)  # a name or title, not prose

    def _loose(self, at: int, start: int) -> bool:
        """Whether the space before ``at`` is wider than the part's other word spaces."""
        here = next((space for space in self.spaces if space[1] == at), None)
        if here is None:
            return False
        others = [self.gap(space) for space in self.spaces if start <= space[0] < here[0]]
        usual = median(others) if others else _SHORT * self.height
        return self.gap(here) >= _LOOSE * usual

    def trim(self, span: Span) -> Span:
        start, end = span
        while start < end and self.text[start] in _SEPARATORS:
            start += 1
        while start < end and self.text[end - 1] in _SEPARATORS.replace(",", "").replace(";", ""):
            end -= 1
        return start, end
