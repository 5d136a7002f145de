"""Matching of the lexical judge: rules that look for a value or a statement in an indexed message.

A `Guard` keeps out what is not said of the user: a brother's age, a question, what was once but is no more.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from tactful.score.lexical.message import Message
from tactful.score.lexical.words import MEASURES, RATE_UNITS, listed, stem, with_alike

_RATES = frozenset(f"per:{unit}" for unit in RATE_UNITS)
_SUBJECT = 5  # tokens from the subject to what is said of it
RATE = "rate"  # stands for the measure of a value such as "weekly"
_HOMES = {stem("house"): stem("home")}  # of the words that short statements have, those that say the same
_AS = re.compile(r"\bas (?:a|an)(?: [\w-]+)?\s+$", re.I)
_MEN, _WOMEN, _ANYONE = ("|".join(listed(name)) for name in ("men", "women", "anyone"))
_SOMEBODY = re.compile(rf"\b(?:{_MEN}|{_WOMEN}|{_ANYONE})", re.I)
_NAMED = r"(?:,?\s+(?-i:[A-Z])\w+){0,2},?"
_VERB = (
    r"(?:is|was|are|were|has|had|turned|works|worked|lives|lived|earns|earned|makes|made|takes|took|sleeps"
    r"|slept|weighs|weighed|owns|owned|attends|attended|suffers|says|said)"
)
_OTHER = re.compile(
    rf"\b(?P<whose>my|our|his|her|their|the|a|an)\s+(?:(?!and\b|or\b)[\w-]+\s+){{0,2}}?"
    rf"(?:(?P<he>{_MEN})|(?P<she>{_WOMEN})|(?:{_ANYONE}))s?(?:'s\b|{_NAMED}\s+(?:(?:who|also)\s+)?{_VERB}\b|'(?=\s))",
    re.I,
)
_KIN = re.compile(
    rf"\s*(?:my|our)\s+(?:(?!and\b|or\b)[\w-]+\s+){{0,2}}?(?:(?P<he>{_MEN})|(?P<she>{_WOMEN})|(?:{_ANYONE}))\b"
    r"(?!\s+and\b)",
    re.I,
)
_MINE = re.compile(r"\b(?:I|my|me|mine|we|our|us)\b|;|:\s|\s-\s|\bthe user\b", re.I)
_THEIRS = re.compile(r"\b(?:he|she|his|her)\b|;|:\s|\s-\s|\bthe user\b", re.I)
_PRONOUN = re.compile(r"[\s\"'(]*(?:(?P<he>he|his)|(?P<she>she|her))\b", re.I)
_WHETHER = re.compile(r"\bwhether\b(?![^,;]*\b(?:my|our|I|we)\b)[^,;]*$", re.I)
_ASKS = re.compile(
    r"(?:^|[,;:]\s)\s*(?:(?P<fact>(?:is|are|was|were|do|does|did|has|have|am)\s)"
    r"|(?:can|could|would|will|should|may|what|how|which|who|when|where|why)\b)[^,;:]*$",
    re.I,
)
_OWN = re.compile(r"\b(?:my|our|I|we|I'm|I've)\b", re.I)
_PAST = re.compile(
    r"(?:\b(?:was|were)|\bused to be|\bhad been|\bformerly|\bpreviously|\bno longer)"
    r"(?:\s+(?:a|an|the|once|only))?\s*$",
    re.I,
)
_AFTER = 2  # sentences that "he" may go on for

_PEOPLE = " ".join(map(" ".join, map(listed, ("men", "women", "anyone", "relations")))).replace("u?", "")
PEOPLE = frozenset(map(stem, _PEOPLE.split()))


@dataclass(frozen=True, slots=True)
class Guard:
    """What an attribute asks of a sentence that seems to state it.

    ``others``: it may be about somebody else, as its own statement is. ``past``: it may be over.
    """

    others: bool = False
    past: bool = True

    def allows(self, message: Message, place: int) -> bool:
        """Whether the token at ``place`` is told of the user, not asked, not over."""
        text = message.text.text
        segment = message.segment_of[place]
        span = message.text.segments[segment]
        before = text[span.start : message.tokens[place].start]
        if not self.others and message.mentions(_SOMEBODY) and _of_another(message, segment, before):
            return False
        if _WHETHER.search(before):
            return False
        if text[span.start : span.end].rstrip(" \n\"')").endswith("?"):
            asked = _ASKS.search(before)
            if asked and (asked["fact"] or not _OWN.search(asked[0])):
                return False
        return self.past or not _PAST.search(before)


def _of_another(message: Message, segment: int, before: str) -> bool:
    subjects = list(_OTHER.finditer(before))
    if subjects:
        found = subjects[-1]
        mine = _MINE if found["whose"].casefold() in ("my", "our", "the", "a", "an") else _THEIRS
        return not mine.search(before, found.end())
    pronoun = _PRONOUN.match(before)
    if pronoun is None or _MINE.search(before):
        return False
    segments, text = message.text.segments, message.text.text
    for back in range(1, _AFTER + 1):
        at = segment - back
        if at < 0 or "\n" in text[segments[at].start : segments[segment].start]:
            return False
        earlier = _KIN.match(text, segments[at].start, segments[at].end)
        if earlier:
            same = earlier["he"] if pronoun["he"] else earlier["she"]
            unknown = not earlier["he"] and not earlier["she"]
            return bool(same or unknown)
    return False


_FREE = Guard(others=True)


@dataclass(frozen=True, slots=True)
class Part:
    """Tokens that must stand together: any order, except that those of a run follow each other.

    ``slots[i]`` are the forms that serve for token i; ``runs`` are (first, count); all must lie within
    ``span`` content tokens of the rarest one. ``wide``: the paragraph may hold them, not one segment alone.
    """

    slots: tuple[tuple[str, ...], ...] = field(repr=False)
    runs: tuple[tuple[int, int], ...] = ()
    span: int = 3
    wide: bool = False

    def find(self, message: Message) -> Iterator[tuple[int, int]]:
        """(first, last) place of every occurrence."""
        places = []
        for slot in self.slots:
            known = [message.places[form] for form in slot if form in message.places]
            if not known:
                return
            places.append(known[0] if len(known) == 1 else sorted({p for ps in known for p in ps}))
        rarest = min(range(len(places)), key=lambda i: len(places[i]))
        for place in places[rarest]:
            found = self._around(message, places, place)
            if found:
                yield found

    def _around(self, message: Message, places: list[list[int]], place: int) -> tuple[int, int] | None:
        segment = message.segment_of[place]
        low, high = message.paragraph(segment) if self.wide else message.bounds[segment]
        if message.content:
            order = message.order[place]
            near = message.content[max(0, order - self.span)]
            far = message.content[min(len(message.content) - 1, order + self.span)]
            low, high = max(low, min(near, place)), min(high, max(far, place) + 1)
        used = []
        for known in places:
            first, last = bisect_left(known, low), bisect_right(known, high - 1)
            if first == last:
                return None
            used.append(min(known[first:last], key=lambda p: abs(p - place)))
        for first, count in self.runs:
            starts = self._run(message, places[first : first + count], low, high)
            if starts is None:
                return None
            used.extend(starts)
        return min(used), max(used)

    @staticmethod
    def _run(message: Message, places: list[list[int]], low: int, high: int) -> tuple[int, int] | None:
        sets = [set(known) for known in places[1:]]
        for start in places[0][bisect_left(places[0], low) : bisect_right(places[0], high - 1)]:
            order = message.order[start] + 1
            steps = message.content[order : order + len(sets)]
            if len(steps) == len(sets) and all(p in known for p, known in zip(steps, sets, strict=True)):
                return start, steps[-1] if steps else start
        return None


@dataclass(frozen=True, slots=True)
class NearWords:
    """Words that must stand near a value for it to be this attribute's: weights by form.

    ``need``: share of the weights of ``words`` (the statement's) or ``key_need`` of ``keys`` (the key's).
    """

    words: Mapping[str, float] = field(repr=False)
    keys: Mapping[str, float] = field(repr=False)
    need: float
    key_need: float
    reach: int = 40
    rates: frozenset[str] = frozenset()  # "two a month" is not "two a week"
    key: frozenset[str] = frozenset()  # all words of the key: together they are enough
    dates: frozenset[str] = frozenset()  # "three in May 2023" are not "three in May 2024"
    alike: bool = False  # other words of the same meaning serve
    event: frozenset[str] = frozenset()  # one of them must be there: "high" says little

    def holds(self, forms: frozenset[str]) -> bool:
        """Whether enough of the words are among ``forms``; True where there are none to look for."""
        if self.rates and not forms.isdisjoint(_RATES) and forms.isdisjoint(self.rates):
            return False
        if self.dates and forms.isdisjoint(self.dates) and any(f.startswith(("d:", "m:")) for f in forms):
            return False
        rated = bool(self.rates) and not forms.isdisjoint(self.rates)
        wanted = (*self.words, *self.keys, *self.event) if self.alike else self.event
        forms = with_alike(forms, wanted, rated)
        if self.event and forms.isdisjoint(self.event):
            return False
        if (not self.words and not self.keys) or (self.key and self.key <= forms):
            return True
        return share(self.words, forms) >= self.need or share(self.keys, forms) >= self.key_need


@dataclass(frozen=True, slots=True)
class ValueRule:
    """The value is stated: every part occurs, in one paragraph, with its evidence near.

    ``denied``: whether a negation must stand by it (the value is a denial) or must not; None: it may.
    """

    parts: tuple[Part, ...]
    evidence: NearWords | None = None
    denied: bool | None = False
    own_words: bool = False  # instead of evidence, the user may be the subject: "I am", "my", "we"
    measure: str | None = None  # of a number: "week", "$", "%", "" for none; RATE; None if it is all one
    guard: Guard = _FREE
    cased: bool = False  # a name or title: its evidence is asked for only where it is written small

    def match(self, message: Message) -> int | None:
        """The segment that states the value, None if none does."""
        for low, high in self.parts[0].find(message):
            if self.denied is not None and message.negated(low, high) is not self.denied:
                continue
            if self.measure is not None and not _measured(message, low, self.measure):
                continue
            segment = message.segment_of[low]
            if not self._belongs(message, low, high) or not self.guard.allows(message, low):
                continue
            first, last = message.paragraph(segment)
            others = self.parts[1:]
            if all(any(first <= a and b < last for a, b in part.find(message)) for part in others):
                return segment
        return None

    def _belongs(self, message: Message, low: int, high: int) -> bool:
        if self.cased and (message.capital(low) or message.capital(high)):
            return True
        if self.evidence is None or self.evidence.holds(message.nearby(low, high, self.evidence.reach)):
            return True
        return self.own_words and _by_the_user(message, low)


@dataclass(frozen=True, slots=True)
class StatementRule:
    """A sentence makes the statement: enough of its content words, all its hard ones, its polarity."""

    words: Mapping[str, float] = field(repr=False)
    hard: tuple[str, ...] = field(repr=False)
    look: tuple[str, ...] = field(repr=False)  # some of these stand in every sentence that can match
    need: float
    negated: bool
    runs: tuple[tuple[str, ...], ...] = ()  # names, each in order
    alike: bool = False  # another word of the same meaning serves
    guard: Guard = _FREE

    def match(self, message: Message) -> int | None:
        """The segment that makes the statement, None if none does."""
        found = [message.places[form] for form in self.look if form in message.places]
        for segment in sorted({message.segment_of[p] for places in found for p in places}) if found else ():
            forms = message.forms(segment)
            if not all(form in forms for form in self.hard):
                continue
            if self.alike:
                forms = with_alike(forms, self.words, rated=False)
            if share(self.words, forms) < self.need:
                continue
            if self.need < 1 and sum(f in forms for f in self.words) < self.need * len(self.words):
                continue  # words that many attributes share tell events apart
            low, high = message.bounds[segment]
            own = self.words.keys() | self.hard
            places = [p for p in range(low, high) if not own.isdisjoint(message.tokens[p].forms)]
            denied = (
                any(token.negates for token in message.tokens[low:high])
                if self.negated
                else message.negated(places[0], places[-1]) or message.flag(segment) is False
            )
            stated = next((p for p in places if self.hard[:1] == message.tokens[p].forms[:1]), places[-1])
            if denied != self.negated or not self.guard.allows(message, stated):
                continue
            if all(message.holds(run, low, high) for run in self.runs):
                return segment
        return None


@dataclass(frozen=True, slots=True)
class ShapeRule:
    """A statement of one or two words ("I am married."): its words one after the other, said of the user."""

    shape: tuple[str, ...] = field(repr=False)
    names: frozenset[str] = field(default=frozenset(), repr=False)
    guard: Guard = _FREE

    def match(self, message: Message) -> int | None:
        """The segment that makes the statement, None if none does."""
        anchor = next((form for form in reversed(self.shape) if form in message.places), None)
        if anchor is None:
            return None
        for segment in sorted({message.segment_of[p] for p in message.places[anchor]}):
            low, high = message.bounds[segment]
            places = [p for p in range(low, high) if message.tokens[p].shape != "DET"]
            shapes = [_HOMES.get(message.tokens[p].shape, message.tokens[p].shape) for p in places]
            for at in range(len(shapes) - len(self.shape) + 1):
                if tuple(shapes[at : at + len(self.shape)]) == self.shape and self._said(
                    message, shapes[:at], places[at - 1] if at else None
                ):
                    last = places[at + len(self.shape) - 1]
                    if self.guard.allows(message, last):
                        return segment
        return None

    def _said(self, message: Message, shapes: list[str], before: int | None) -> bool:
        """Whether the user is the subject of what follows ``shapes``, the last of them at ``before``."""
        if before is None or shapes[-1] in ("PRON", "person"):
            return True
        if message.tokens[before].forms[0] in self.names:
            return True
        if shapes[-1] == "HAVE":
            return shapes[-2:-1] == ["PRON"]  # "we have owned our home"
        return shapes[-1] == "and" and any(a == "PRON" and b == "BE" for a, b in pairwise(shapes))


@dataclass(frozen=True, slots=True)
class TextRule:
    """A turn of phrase of its own: "I'm 42.", "Alva Brandt, 42, a beekeeper"."""

    pattern: re.Pattern[str] = field(repr=False)
    guard: Guard = _FREE

    def match(self, message: Message) -> int | None:
        """The segment that holds the phrase, None if none does."""
        for found in self.pattern.finditer(message.text.text):
            place = bisect_left([t.start for t in message.tokens], found.start("value"))
            if place < len(message.tokens) and self.guard.allows(message, place):
                return message.segment_of[place]
        return None


@dataclass(frozen=True, slots=True)
class FlagRule:
    """A line "Court-mandated: yes": the words of the key and the value of a yes-or-no attribute."""

    words: Mapping[str, float] = field(repr=False)
    value: bool

    def match(self, message: Message) -> int | None:
        """The segment that is such a line, None if none is."""
        if not self.words:
            return None
        rarest = min(self.words, key=lambda form: len(message.places.get(form, ())))
        for segment in sorted({message.segment_of[p] for p in message.places.get(rarest, ())}):
            if message.flag(segment) is self.value and share(self.words, message.forms(segment)) >= 0.999:
                return segment
        return None


RevealRule = ValueRule | StatementRule | ShapeRule | TextRule | FlagRule


def share(words: Mapping[str, float], forms: frozenset[str]) -> float:
    """How much of the weight of ``words`` is among ``forms``; 0 where there are no words."""
    total = sum(words.values())
    return sum(weight for form, weight in words.items() if form in forms) / total if total else 0.0


def _measured(message: Message, place: int, measure: str) -> bool:
    """Whether the number at ``place`` is of ``measure``, as far as the words say."""
    token, order, segment = message.tokens[place], message.order[place], message.segment_of[place]
    before, after = (
        message.tokens[message.content[at]].forms[0]
        if 0 <= at < len(message.content) and message.segment_of[message.content[at]] == segment
        else ""
        for at in (order - 1, order + 1)
    )
    if measure == RATE:
        return before[:1] not in ("~", "#")  # "twice weekly" is not "weekly"
    if token.forms[0][0] in "$€£¥₹%":
        return token.forms[0][0] == measure
    if after in MEASURES:
        return measure in ("", after)
    # "Weeks: 4", where nothing but the key says what is counted.
    return before not in MEASURES or measure not in MEASURES or measure in message.forms(segment)


def _by_the_user(message: Message, place: int) -> bool:
    """Whether "I am", "she has" and the like stand before ``place``, or "as a" just before it."""
    first = message.bounds[message.segment_of[place]][0]
    shapes = [t.shape for t in message.tokens[first:place]]
    if any(a == "PRON" and b in ("BE", "HAVE") for a, b in pairwise(shapes[-_SUBJECT:])):
        return True
    if any(shape in ("BE", "HAVE") for shape in shapes[-2:]) and "and" in shapes and "PRON" in shapes:
        return True  # "I am retired and have been married"
    return bool(_AS.search(message.text.text, message.tokens[first].start, message.tokens[place].start))
