"""What is not said of the user: a brother's age, a question, what was once but is no more."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tactful.score.memories.lexical_message import Message
from tactful.score.memories.lexical_words import stem, words

_MEN = "brother|father|dad|grandfather|uncle|nephew|son|husband|boyfriend"
_WOMEN = "sister|mother|mom|mum|grandmother|aunt|niece|daughter|wife|girlfriend"
_ANY = (
    "cousin|parent|friend|colleague|coworker|co-worker|neighbou?r|boss|manager|supervisor|partner|spouse"
    "|doctor|physician|roommate|landlord|child|kid"
)
_SOMEBODY = re.compile(rf"\b(?:{_MEN}|{_WOMEN}|{_ANY})", re.I)
_NAMED = r"(?:,?\s+(?-i:[A-Z])\w+){0,2},?"
_VERB = (
    r"(?:is|was|are|were|has|had|turned|works|worked|lives|lived|earns|earned|makes|made|takes|took|sleeps"
    r"|slept|weighs|weighed|owns|owned|attends|attended|suffers|says|said)"
)
_OTHER = re.compile(
    rf"\b(?P<whose>my|our|his|her|their|the|a|an)\s+(?:(?!and\b|or\b)[\w-]+\s+){{0,2}}?"
    rf"(?:(?P<he>{_MEN})|(?P<she>{_WOMEN})|(?:{_ANY}))s?(?:'s\b|{_NAMED}\s+(?:(?:who|also)\s+)?{_VERB}\b|'(?=\s))",
    re.I,
)
_KIN = re.compile(
    rf"\s*(?:my|our)\s+(?:(?!and\b|or\b)[\w-]+\s+){{0,2}}?(?:(?P<he>{_MEN})|(?P<she>{_WOMEN})|(?:{_ANY}))\b"
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

PEOPLE = frozenset(
    stem(word)
    for word in words(
        " ".join((_MEN, _WOMEN, _ANY)).replace("|", " ").replace("u?", "")
        + " sibling twin children grandchild family relative ex fiance fiancee mentor therapist attorney"
        " lawyer counselor dentist nurse teacher coach pastor sponsor"
    )
)


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
