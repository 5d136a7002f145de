"""An indexed message of the lexical judge: its segments and tokens, and where every form stands."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from tactful.score.lexical.text import clean
from tactful.score.lexical.tokens import tokenize

_BREAK = re.compile(r"[,;:](?=\s)|\s-\s|\b(?:but|because|although|though|however|only|just|since|as)\b", re.I)
_FLAG = re.compile(
    r"(?:[:=|?]|\s-)\s*\(?(?P<yes>yes|true|y|confirmed)?(?P<no>no|false|n|none|null|n/?a|not applicable)?\b"
    r"[.)!]*(?:\s*\||\s*$)",
    re.I,
)
_REACH = 4  # words between a negation and what it negates


class Message:
    """A message cleaned, cut into segments and tokens, with the places of every form."""

    def __init__(self, message: str) -> None:
        self.text = clean(message)
        self.tokens = tokenize(self.text.text)
        self.places: dict[str, list[int]] = {}
        self.segment_of: list[int] = []
        self.order: list[int] = []  # content tokens before each token
        self.content: list[int] = []  # place of each content token
        self.bounds: list[tuple[int, int]] = []  # tokens of each segment
        self._forms: dict[int, frozenset[str]] = {}
        self._mentions: dict[re.Pattern[str], bool] = {}
        ends = [segment.end for segment in self.text.segments]
        for place, token in enumerate(self.tokens):
            self.segment_of.append(bisect_right(ends, token.start))
            self.order.append(len(self.content))
            if not token.stop:
                self.content.append(place)
            for form in token.forms:
                self.places.setdefault(form, []).append(place)
        for segment in range(self.segment_of[-1] + 1 if self.tokens else 0):
            first, last = (side(self.segment_of, segment) for side in (bisect_left, bisect_right))
            self.bounds.append((first, last))

    def paragraph(self, segment: int) -> tuple[int, int]:
        """The tokens of the paragraph that holds ``segment``."""
        number = self.text.segments[segment].paragraph
        low = high = segment
        while low and self.text.segments[low - 1].paragraph == number:
            low -= 1
        while high + 1 < len(self.bounds) and self.text.segments[high + 1].paragraph == number:
            high += 1
        return self.bounds[low][0], self.bounds[high][1]

    def mentions(self, pattern: re.Pattern[str]) -> bool:
        """Whether ``pattern`` is anywhere in the text; looked up once."""
        known = self._mentions.get(pattern)
        if known is None:
            known = self._mentions[pattern] = bool(pattern.search(self.text.text))
        return known

    def forms(self, segment: int) -> frozenset[str]:
        """All forms of a segment."""
        known = self._forms.get(segment)
        if known is None:
            low, high = self.bounds[segment]
            known = self._forms[segment] = frozenset(f for t in self.tokens[low:high] for f in t.forms)
        return known

    def nearby(self, low: int, high: int, reach: int) -> frozenset[str]:
        """All forms of [low, high] and ``reach`` tokens on either side, within the segment of ``low``."""
        first, last = self.bounds[self.segment_of[low]]
        if low - first <= reach and last - high <= reach + 1:
            return self.forms(self.segment_of[low])
        tokens = self.tokens[max(first, low - reach) : min(last, high + reach + 1)]
        return frozenset(f for t in tokens for f in t.forms)

    def negated(self, low: int, high: int) -> bool:
        """Whether a negation reaches [low, high]: inside it, or just before it in the same clause."""
        first = self.bounds[self.segment_of[low]][0]
        for place in range(max(first, low - _REACH - 1), high + 1):
            if self.tokens[place].negates:
                between = self.text.text[self.tokens[place].start : self.tokens[low].start]
                if place > low or not _BREAK.search(between):
                    return True
        return False

    def holds(self, run: tuple[str, ...], low: int, high: int) -> bool:
        """Whether the forms of ``run`` follow each other in [low, high), words without content aside."""
        for place in self.places.get(run[0], ()):
            if low <= place < high and not self.tokens[place].stop:
                order = self.order[place]
                steps = self.content[order : order + len(run)]
                if len(steps) == len(run) and all(
                    form in self.tokens[p].forms for form, p in zip(run, steps, strict=True)
                ):
                    return True
        return False

    def capital(self, place: int) -> bool:
        """Whether the token at ``place`` starts with a capital."""
        return self.text.text[self.tokens[place].start].isupper()

    def flag(self, segment: int) -> bool | None:
        """The yes (True) or no (False) that ends a line such as "Court-mandated: no"; None without one."""
        span = self.text.segments[segment]
        found = _FLAG.search(self.text.text, span.start, span.end)
        return bool(found["yes"]) if found and (found["yes"] or found["no"]) else None

    def sentence(self, segment: int) -> str:
        """The segment as a person reads it."""
        return self.text.sentence(self.text.segments[segment])
