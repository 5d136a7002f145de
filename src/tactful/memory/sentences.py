"""A memory taken apart: its sentences, the circumstances they mention, and what rides along unrecognized.

"I sleep six hours during the divorce" is a statement and a *circumstance*, which is often of another kind
and belongs to fewer recipients. "My annual income is $61,000 and I gamble at night" is a statement and a
*rider*: a part that is of no type of the norm table and holds any word beyond the closed lists of `words`. So
are many such words beside a known phrase, and a memory that speaks to its reader instead of about the user
is none at all.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

from tactful.memory.phrases import Lexicon, visible
from tactful.memory.words import FILLER, PURPOSES

# "before" is not among them: cut off, the rest would claim of today what was true of then.
_STARTS = (
    r"during|throughout|since|after|following|amid|because of|due to|as a result of|"
    r"related to|in connection with|as part of|associated with|while"
)
# What something is for is a circumstance too, but only at the end ("I took leave for the wedding").
_ENDS = rf"{_STARTS}|for|to (?:cover|manage|address|support|help with|prepare for)"
_LEADING = re.compile(
    rf"^(?:{_STARTS})\b[^,.;]{{2,80}}?(?:,\s*|\s+(?=(?:my|i|our|we|she|he|her|his|they|their|the user)\b))",
    re.IGNORECASE,
)
# A clause between subject and verb ("My mood during the trial was low"); "for" there says what the thing is.
_VERB = (
    r"(?:was|is|were|are|has|have|had|remains|remained|averages|averaged|measures|measured|totals|totaled)"
)
_MIDDLE = re.compile(rf"\s+(?:{_STARTS})\b[^,.;]{{2,60}}?(?=\s+{_VERB}\b)", re.IGNORECASE)
_SUBORDINATE = re.compile(r"[\s,]*(?:since|after|while|because)\b", re.IGNORECASE)
_TRAILING = re.compile(rf",?\s+(?:{_ENDS})\b[^.;]*(?=[.;]?\s*$)", re.IGNORECASE)
_TITLE = re.compile(
    r"\b(?:[Dd]r|[Mm]rs?|[Mm]s|[Pp]rof|[Ss]t|[Aa]pt|[Ss]te|[Nn]o|[Aa]ve|[Rr]d|[Bb]lvd|vs"
    r"|(?:by|[A-Z][a-z]+) [A-Z]|(?:[A-Z]\.)+[A-Z])\.$"
)
_WORDS_LEFT = 3

_JOINT = re.compile(
    r"\s*[,;:()\[\]{}|\n/—–]+\s*|\s+-+\s+|\s*--+\s*|\.{2,}\s*|[.!?]\s+|\s*…\s*"
    r"|\s+(?=(?:and|but|or|nor|yet|so|plus|which|who|whom|whose|that|where|when|because|though|although"
    r"|despite|unless|until|however|whereas|except|besides|from|for|by|with|without|through|via|thanks|given"
    r"|while|whilst|since|after|before|during|to|against|like|y|e|et|und|och|og|en|и|और|和)\b)",
    re.IGNORECASE,
)
# No joint: a comma or dot within a number, after a title or an initial, a slash or colon between digits.
_WITHIN = re.compile(r"\d[,./:]\d|\b\d+ ?[-–] ?\d|\b(?:dr|mrs?|ms|st|apt|inc|co|no|ave|jr|sr|[a-z])\. ", re.I)
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
class Clauses:
    """``main`` is the statement without its circumstances, well formed; "" where nothing would be left."""

    main: str = field(repr=False)
    circumstances: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a sentence between two joints, in the offsets of the cleaned text."""

    start: int
    end: int
    typed: bool
    words: int = field(repr=False)
    behind: int = field(default=0, repr=False)

    @property
    def rides(self) -> bool:
        """Whether it says something that no type covers."""
        return self.words >= (_MANY if self.typed else 1) or self.behind >= _BEHIND


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


def split_clauses(statement: str) -> Clauses:
    """Cut a leading and a later circumstance off one sentence; what cannot be cut cleanly is left whole."""
    text = " ".join(statement.split())
    main, cut = text, []
    for find in (_LEADING.search, _later_clause):
        match = find(main)
        if match is None:
            continue
        rest = main[: match.start()] + main[match.end() :]
        if len(rest.split()) >= _WORDS_LEFT:
            cut.append(match.group())
            main = rest
    main = main.strip()
    if not cut:
        return Clauses(text, "")
    return Clauses(main[:1].upper() + main[1:], " ; ".join(cut))


def _later_clause(text: str) -> re.Match[str] | None:
    """The clause at the end, or the one between subject and verb where the sentence's verb follows it."""
    match = _TRAILING.search(text)
    if match is None or _SUBORDINATE.match(match.group()) or not re.search(rf"\b{_VERB}\b", match.group()):
        return match
    return _MIDDLE.search(text)


def parts_of(text: str, lexicon: Lexicon, named: frozenset[str]) -> tuple[Part, ...]:
    """The parts of a cleaned sentence, with how many words of each nothing accounts for."""
    # Letter by letter, so that offsets stay those of the text.
    folded = "".join(low if len(low := char.casefold()) == 1 else char for char in text).replace("’", "'")
    spans = lexicon.spans(folded)
    names = any(name in named for name, _, _ in spans)
    covered = [(start, end) for _, start, end in spans]
    unbroken = [match.span() for match in _WITHIN.finditer(text)]
    parts, start = [], 0
    for joint in _JOINT.finditer(text):
        if any(a < joint.end() and joint.start() < b for a, b in unbroken):
            continue
        if joint.start() > start:
            parts.append(_part(text, start, joint.start(), covered, names))
        start = joint.end()
    return (*parts, _part(text, start, len(text), covered, names))


def _part(text: str, start: int, end: int, covered: list[tuple[int, int]], names: bool) -> Part:
    words = behind = 0
    number = end
    for token in _TOKEN.finditer(text, start, end):
        if number == end and _NUMBER.fullmatch(token.group().casefold()):
            number = token.start()
        phrases = [a for a, b in covered if a <= token.start() < b]
        if not phrases:
            weight = _weight(token.group(), names, token.start() == 0)
            words, behind = words + weight, behind + weight * (number < token.start())
        elif max(phrases) > number:
            number = end  # the number counted this
    return Part(start, end, any(a < end and start < b for a, b in covered), words, behind)


def without_riders(text: str, parts: tuple[Part, ...]) -> str:
    """The sentence up to its first rider, or "" where what is left would not stand by itself."""
    kept = next((part.start for part in parts if part.rides), None)
    if kept is None:
        return text
    before = [part for part in parts if part.end <= kept]
    if not any(part.typed for part in before):
        return ""
    rest = text[: before[-1].end].rstrip(" ,;:-")
    return f"{rest}." if len(rest.split()) >= _MANY else ""


def plain_words(text: str) -> bool:
    """Whether a text holds words of the closed lists alone, those of purposes included."""
    tokens = [token.group() for token in _TOKEN.finditer(text)]
    return not any(_weight(token, False, False) for token in tokens if _base(token) not in PURPOSES)


def _base(token: str) -> str:
    return token.casefold().replace("’", "'").removesuffix("'s")


def _weight(token: str, names: bool, first: bool) -> int:
    """How much a word weighs: 0 where it is filler or a name in its place, many for another script."""
    low = token.casefold().replace("’", "'")
    if len(low) == 1 and low.isascii():
        return 0
    if _NUMBER.fullmatch(low):
        return int(sum(char.isdigit() for char in low) >= 9)
    if {low, _base(token)} & FILLER or (names and _NAME_LIKE.fullmatch(token)):
        return 0
    if not token.isascii():
        return 0 if first and token[0].isupper() else _MANY
    return 1
