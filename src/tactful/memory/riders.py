"""What rides along with a recognised statement: clauses that no type of the table covers.

"My annual income is $61,000 and I gamble at night" is about income, and about something else. A sentence is
taken apart at its joints (and, which, from, commas, dashes, brackets ...); a part that is of no type of its
own and holds any word beyond the closed lists below is a rider. So are many such words beside a known
phrase, and a memory that speaks to its reader instead of about the user is none at all.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

from tactful.memory.clauses import TIME_WORDS
from tactful.memory.numbers import NUMBER_WORDS
from tactful.memory.phrases import Lexicon, visible

# Harmless filler: function words, frequencies, units. Nothing here says anything of a person.
_FILLER = (
    "i i'm i've i'd me my mine myself we our us you your he she it its they his her hers their them theirs "
    "himself herself themselves who which that this these those the a an and or but so as of in on at by for "
    "from to with per via about around approximately roughly nearly almost exactly over under up down out "
    "into off than then there here is am are was were be been being has have had having do does did will "
    "would can could may must shall should not no nor never also both only just very more most less least "
    "another other same such each every all any some few many much several total average overall currently "
    "current now today still already always usually often regularly sometimes once twice times time daily "
    "nightly weekly biweekly bi-weekly monthly quarterly yearly annual annually hourly day days night week "
    "weeks weekend weekends weekdays weekday month months quarter year years hour hours minute minutes "
    "morning afternoon evening noon midnight dollar dollars euro euros pound pounds usd eur gbp percent "
    "before after between through throughout mg mcg mmhg ml kg lbs level scale score range rate amount user "
    "user's person person's individual individual's name named called full-time part-time mr mrs ms dr "
    "jan feb mar apr jun jul aug sep sept oct nov dec gross net main new old "
    # Plain verbs and words of order: what was done with the thing, not what it is.
    "attend attended attending complete completed completing take takes took taken taking start started "
    "begin began begun end ended ends finish finished set held hold holds use uses used using get got make "
    "makes made receive received see saw met meet meets schedule scheduled planned due update updated "
    "review reviewed adjust adjusted granted provided includes included increased decreased changed remain "
    "remains remained showed shows rates rated assigned actively highly full fully regarding concerning past "
    "compliance process period session sessions appointment appointments meeting meetings zero high low "
    "normal year-old primary known expect expected include bi-monthly"
)
FILLER = frozenset(_FILLER.split()) | NUMBER_WORDS | TIME_WORDS
# What something may be for without saying more of the user.
PURPOSES = frozenset(
    ["house", "home", "apartment", "flat", "work", "office", "use", "purposes", "future", "living", "car"]
)
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


def parts_of(text: str, lexicon: Lexicon, named: frozenset[str]) -> tuple[Part, ...]:
    """The parts of a cleaned sentence, with how many words of each nothing accounts for."""
    # Letter by letter, so that offsets stay those of the text.
    folded = "".join(low if len(low := char.casefold()) == 1 else char for char in text).replace("’", "'")
    spans = lexicon.spans(folded)
    names = any(name in named for name, _, _ in spans)
    parts, start = [], 0
    inside = [found.span() for found in _WITHIN.finditer(text)]
    for joint in [*_JOINT.finditer(text), None]:
        at = len(text) if joint is None else joint.start()
        if joint is not None and any(a < joint.end() and joint.start() < b for a, b in inside):
            continue
        if at > start or joint is None:
            typed = any(a < at and start < b for _, a, b in spans)
            covered = [(a, b) for _, a, b in spans]
            words = behind = 0
            number = at
            for token in _TOKEN.finditer(text, start, at):
                if number == at and _NUMBER.fullmatch(token.group().casefold()):
                    number = token.start()
                inside_of = [a for a, b in covered if a <= token.start() < b]
                if not inside_of:
                    weight = _counts(token.group(), names, token.start() == 0)
                    words, behind = words + weight, behind + weight * (number < token.start())
                elif max(inside_of) > number:
                    number = at  # the number counted this
            parts.append(Part(start, at, typed, words, behind))
        start = at if joint is None else joint.end()
    return tuple(parts)


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


def plain_words(text: str, more: frozenset[str] = frozenset()) -> bool:
    """Whether a text holds words of the closed lists alone."""
    return not any(_counts(token.group(), False, False, more) for token in _TOKEN.finditer(text))


def _counts(token: str, names: bool, first: bool, more: frozenset[str] = frozenset()) -> int:
    """How much a word weighs: 0 where it is filler or a name in its place, many for another script."""
    low = token.casefold().replace("’", "'")
    base = low.removesuffix("'s")
    if len(low) == 1 and low.isascii():
        return 0
    if _NUMBER.fullmatch(low):
        return int(sum(char.isdigit() for char in low) >= 9)
    if {low, base} & FILLER or base in more or (names and _NAME_LIKE.fullmatch(token)):
        return 0
    if not token.isascii():
        return 0 if first and token[0].isupper() else _MANY
    return 1
