"""A memory taken apart, only to be judged: its sentences, their statements, and what rides along.

"My annual income is $61,000 and I gamble at night" is one sentence of two *statements*. A *rider* is a part
that says something of no type of the norm table: any word beyond the closed lists of `words` where nothing
is of a known type, or many such words beside a known phrase; fewer where an amount or a status is said, more
where a type is ``open``. After the ``heads`` of a type ("works as ...") the words are its value and no rider.
Nothing here changes a text: what is judged passes whole or not at all.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

from tactful.memory.phrases import Lexicon, visible
from tactful.memory.words import FILLER

_TITLE = re.compile(
    r"\b(?:[Dd]r|[Mm]rs?|[Mm]s|[Pp]rof|[Ss]t|[Aa]pt|[Ss]te|[Nn]o|[Aa]ve|[Rr]d|[Bb]lvd|vs"
    r"|(?:by|[A-Z][a-z]+) [A-Z]|(?:[A-Z]\.)+[A-Z])\.$"
)
# Another statement begins: what follows is judged by itself.
_SUBJECT = r"(?:i|i'm|i've|we|she|he|they|it|there|my|our|her|his|their|the user)\b"
_STATEMENT = re.compile(
    r"\s*[;:()\[\]{}|\n—–]+\s*|\s+-+\s+|\s*--+\s*|\.{2,}\s*|[.!?]\s+|\s*…\s*"
    rf"|\s*,?\s+(?:and|or|so|yet|nor|plus)\s+(?={_SUBJECT})|\s*,\s*(?={_SUBJECT})"
    r"|\s*,?\s+(?=(?:but|which|who|whom|whose|where|when|because|though|although|despite|unless|until|however"
    r"|whereas|except|besides|given|thanks|while|whilst|y|e|et|und|och|og|en|и|और|和)\b)",
    re.IGNORECASE,
)
# Where a statement goes on to another part of it.
_JOINT = re.compile(
    r"\s*[,/]+\s*|\s+(?=(?:and|or|nor|yet|so|plus|that|from|for|by|with|without|through|via|since|after|before"
    r"|during|to|against|like)\b)",
    re.IGNORECASE,
)
# No joint: a comma or dot within a number, after a title or an initial, between digits, around an age.
_WITHIN = re.compile(
    r"\d[,./:]\d|\b\d+ ?[-–] ?\d|\b(?:dr|mrs?|ms|st|apt|inc|co|no|ave|jr|sr|[a-z])\. "
    r"|\((?:aged? )?\d{1,2}(?: years?| yrs?)?(?: old)?\)",
    re.IGNORECASE,
)
# A part that begins so is another item or statement; others say more of the same.
_ANOTHER = re.compile(r"\s*(?:and|or|nor|yet|so|plus|since|after|before|during)\b|(?<=[,/])", re.IGNORECASE)
_AND = re.compile(r"\s*(?:and|or|plus)\s+", re.IGNORECASE)
_TOKEN = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_NUMBER = re.compile(
    r"(?:[ap]m-)?[\d.,:/-]*\d[\d.,:/-]*(?:k|m|am|pm|st|nd|rd|th|h|mg|kg|lbs?|mmhg|%|-(?:point|year|month|week|day|hour|minute|year-old))?"
)
# A name in its place; "HIV" is not one.
_NAME_LIKE = re.compile(
    r"(?:[dlDLO]['’])?[A-ZÀ-ÖØ-ÞĀ-Ž][a-zß-ÿā-ž]+(?:['’.-][A-Za-zÀ-ÿĀ-ž]+)*|[A-Z]{2}|LLC|[A-Z]\.?|de|la|du|van|von|der"
)
_HYPHENS = dict.fromkeys(map(ord, "‐‑‒"), "-")
_BREAK = re.compile(r"(?<=[^\s.!?;,:])\s*[\r\n\u2028\u2029\x0b\x0c\x85]\s*")
# So many unknown words beside a known phrase are a rider; behind a number, what it counts is said already.
_MANY, _BEHIND = 3, 1
_ITEM = 2  # words of one more item of a list: "zorbatol daily"
# Words that address whoever reads the memory, or the rules that judge it.
_ADDRESSED = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:rules?|instructions?|previous|prior|above|norms?"
    r"|prompts?|polic(?:y|ies)|table|gate|filter)\b"
    r"|(?:^|[\s\W])(?:system|assistant|developer|instructions?)\s*:|<\|?\s*/?\s*(?:system|im_|user|assistant)"
    r"|\b(?:rules?|table|norms?|polic(?:y|ies)|gate|instructions?)\s+(?:says?|said|states?|allows?|requires?"
    r"|permits?|demands?)\b"
    r"|\b(?:approved|cleared|safe|ok|okay|authori[sz]ed|free|allowed|permitted)\s+(?:for|to)\s+"
    r"(?:be\s+)?(?:shar|pass|disclos|reveal|releas|send|all\b|any|every)"
    r"|\b(?:must|should|may|can|shall|has to|have to|needs? to|ought to)\s+(?:always\s+|now\s+)?be\s+"
    r"(?:shared|passed|disclosed|revealed|told|included|mentioned|sent)\b"
    r"|\b(?:pass|share|reveal|disclose|include|mark|classify|treat)\s+(?:this|these|the|all|every)\s+"
    r"(?:memor|statement|fact|information|everything)|\bthis (?:memory|statement|entry)\b"
    r"|\byou (?:must|should|have to|are now|are an?)\b|\bas an ai\b|\b(?:all|any|every) recipients?\b",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a sentence, in its own words, and whether something of no known type rides along."""

    text: str = field(repr=False)
    rides: bool


@dataclass(frozen=True, slots=True)
class Known:
    """What accounts for words: phrases of types, which types hold names, heads, the user's own names."""

    types: Lexicon = field(repr=False)
    named: frozenset[str]
    open: frozenset[str]
    heads: Lexicon = field(repr=False)
    user: frozenset[str] = field(default=frozenset(), repr=False)


def speaks_to_reader(memory: str) -> bool:
    """Whether a memory gives orders or permissions instead of saying something of the user."""
    return bool(_ADDRESSED.search(" ".join(visible(memory).split()).casefold()))


def clean(text: str) -> str:
    """Text without invisible characters, in compatibility forms and with single spaces."""
    plain = unicodedata.normalize("NFKC", visible(text)).translate(_HYPHENS)
    plain = _BREAK.sub(", ", plain.strip())  # a new line ends a clause
    return " ".join(plain.split())


def split_sentences(statement: str) -> tuple[str, ...]:
    """The sentences of a memory; no title, initial or "Apt." ends one, nor does "Inc. in May"."""
    sentences: list[str] = []
    for piece in re.split(r"(?<=[.!?;])\s+(?=\S)", " ".join(statement.split())):
        if sentences and (_TITLE.search(sentences[-1][-60:]) or piece[0].islower()):
            sentences[-1] += f" {piece}"
        else:
            sentences.append(piece)
    return tuple(sentences)


def statements(sentence: str, known: Known) -> tuple[Statement, ...]:
    """The statements of a cleaned sentence, each judged for riders."""
    # Letter by letter, so that offsets stay those of the text.
    folded = "".join(low if len(low := char.casefold()) == 1 else char for char in sentence).replace("’", "'")
    spans = known.types.spans(folded)
    reading = _Reading(
        sentence,
        covered=[(start, end) for _, start, end in spans],
        closed=[start for name, start, _ in spans if name not in known.open],
        heads=[end for _, _, end in known.heads.spans(folded)],
        names=any(name in known.named for name, _, _ in spans),
        user=known.user,
    )
    return tuple(
        Statement(sentence[a:b], reading.rides(a, b))
        for a, b in _between(_STATEMENT, sentence, 0, len(sentence))
    )


def _between(joints: re.Pattern[str], text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The stretches between joints; no joint lies within a number or after a title."""
    unbroken = [match.span() for match in _WITHIN.finditer(text)]
    found = []
    for joint in joints.finditer(text, start, end):
        if any(a < joint.end() and joint.start() < b for a, b in unbroken):
            continue
        if joint.start() > start:
            found.append((start, joint.start()))
        start = joint.end()
    return [*found, (start, end)]


@dataclass(frozen=True, slots=True)
class _Reading:
    """A sentence with what is known of its words, in its own offsets."""

    text: str
    covered: list[tuple[int, int]]
    closed: list[int]  # where phrases stand beside which nothing else is a value
    heads: list[int]  # where each ends
    names: bool
    user: frozenset[str]

    def rides(self, start: int, end: int) -> bool:
        """Whether a part of the statement says what no type covers."""
        value = False  # whether the last part held a head's value, which a list may continue
        covered = any(x < end and start < y for x, y in self.covered)
        free = covered and not any(start <= x < end for x in self.closed)
        for a, b in _between(_JOINT, self.text, start, end):
            opened = max((tail for tail in self.heads if a < tail <= b), default=None)
            listed = value and self._listed(a, b)
            words, behind = self._unknown(a, b if opened is None else opened)
            typed = any(x < b and a < y for x, y in self.covered)
            most = _MANY if typed else 1
            if free and (typed or not _ANOTHER.match(self.text, a)):
                most, behind = 2 * _MANY if typed else _MANY, 0
            if not listed and (words >= most or behind >= _BEHIND):
                return True
            value = opened is not None or listed
        return False

    def _listed(self, start: int, end: int) -> bool:
        """Whether a part is one more item of a list: a word or names, and no more."""
        tokens = [t.group() for t in _TOKEN.finditer(self.text, _end(_AND, self.text, start), end)]
        others = [token for token in tokens if not (token[0].isupper() and _NAME_LIKE.fullmatch(token))]
        return len(others) <= _ITEM

    def _unknown(self, start: int, end: int) -> tuple[int, int]:
        """How many words nothing accounts for, and how many of them stand behind a number."""
        words = behind = 0
        number = end
        for token in _TOKEN.finditer(self.text, start, end):
            if number == end and _NUMBER.fullmatch(token.group().casefold()):
                number = token.start()
            phrases = [a for a, b in self.covered if a <= token.start() < b]
            if not phrases:
                weight = self._weight(token.group(), token.start() == 0)
                words, behind = words + weight, behind + weight * (number < token.start())
            elif max(phrases) > number:
                number = end  # the number counted this
        return words, behind

    def _weight(self, token: str, first: bool) -> int:
        """How much a word weighs: 0 where it is filler or a name in its place, many for another script."""
        low = token.casefold().replace("’", "'")
        base = low.removesuffix("'s")
        if len(low) == 1 and low.isascii():
            return 0
        if _NUMBER.fullmatch(low):
            return int(sum(char.isdigit() for char in low) >= 9)
        if {low, base} & FILLER or (self.names and _NAME_LIKE.fullmatch(token)):
            return 0
        if base in self.user and token[0].isupper():
            return 0
        if not token.isascii():
            return 0 if first and token[0].isupper() else _MANY
        return 1


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    match = pattern.match(text, start)
    return start if match is None else match.end()
