"""Coarser sentences that are true wherever they are said.

A type of information lists in the norm table what may be said in its place, and from which sentences each
follows::

    coarse:
      - {sentence: The user has a health condition., from: [I have/has ~ asthma/diabetes]}
      - {sentence: "The user lives in {city}.", from: ["I live/lives in {city}"]}

A form has to fit the **whole** memory, so what the table's author did not foresee (a negation, an exception,
a past, another person, a wish) fits nothing and nothing is said. In a form, ``I`` at its start is the user
("I", "the user", their own name, or nothing as in a note), ``My`` is the user's, ``The`` either; ``a/b`` is
either word, ``(a/b)`` either or neither, ``0`` a number from 1, ``~`` any words of the closed list ``plain``,
``@`` a name, ``{who}`` a name and an age or neither, ``{word}`` one word, ``{dose}`` "5 mg", ``{street}`` a
street with its number, ``{state}`` a state or postcode, ``{date}`` a date; ``{when}`` at its end lets follow
when, how often and with whom ("on Mondays at 5 pm", "with Dr. Stone"). ``{city}`` and ``{amount}`` are slots
of the sentence: the city is said as it stands, an amount as a bracket of the 1-2-5 series.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from tactful.memory.words import PLAIN, amount_of
from tactful.terms import MONTHS

_AND = "(?: |, )"
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_TIME = r"\d{1,2}(?::\d{2})? ?(?:am|pm|a\.m\.|p\.m\.)|\d{1,2}:\d{2}|noon"
_DATE = rf"(?:\d{{4}}-\d\d-\d\d|(?:(?:{'|'.join(MONTHS)})(?: \d{{1,2}},?)? ?)?(?:19|20)\d\d)"
_NAME = r"(?:(?-i:Drs?|Mr|Mrs|Ms|Prof)\.? )?(?-i:[A-Z][^\W\d_]+)(?:[ '’-]{1,2}(?-i:[A-Z][^\W\d_]+)){0,3}"
_PLACE = r"(?-i:[A-Z][^\W\d_]+)(?:[ '’.-]{1,2}(?-i:[A-Z][^\W\d_]+)){0,3}"
# When, how often or with whom.
_MORE = (
    rf"(?:(?:on|every|each|every other) {_DAY}(?:{_AND}and {_DAY})?|every (?:day|week|month|morning|evening)"
    rf"|(?:at|from) (?:{_TIME})|(?:since|on|in) {_DATE}|with (?-i:Dr)\.? {_NAME}"
    r"|daily|weekly|biweekly|bi-weekly|monthly"
    r"|(?:once|twice|(?:two|three|four) times) (?:a|per) (?:day|week|month))"
)
_WHEN = rf"(?:{_MORE},? ){{0,3}}"
_STREET = (
    r"\d+[A-Za-z]?(?: (?-i:[A-Z])[\w.'’-]*){1,5}(?:,? (?:apt|apartment|unit|suite|ste|#)\b\.? ?#?\w{1,5})?"
)
_STATE = r"(?-i:[A-Z]{2}(?: \d{5}(?:-\d{4})?)?|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|\d{4,5})"
_SUBJECT = r"(?:(?:(?:I|the user|the person|the individual) )?(?:(?:currently|now|also|still) )?)"
_OWNER = r"(?:(?:my|our|the user['’]s|the person['’]s|the individual['’]s) )"
_AMOUNT = (
    r"(?P<sign>[$€£¥₹]) ?(?![0.,]+(?!\d))"
    r"(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?|\d+(?:\.\d{1,2})?)"
    r"(?: ?(?P<unit>k|m|thousand|million)\b)?"
)
_COUNT = r"(?:[1-9]\d*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_PLAIN = rf"(?:(?:{'|'.join(sorted(PLAIN))}|[1-9]\d*) ){{0,4}}"
_TIMES = {"": 1.0, "k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6}
_STARTS = {"I": _SUBJECT, "My": f"{_OWNER}?", "The": f"(?:{_OWNER}|the )"}
_TOKENS = {
    "0": _COUNT,
    "@": _NAME,
    "{amount}": _AMOUNT,
    "{city}": f"(?P<city>{_PLACE})",
    "{street}": _STREET,
    "{state}": _STATE,
    "{date}": _DATE,
    "{dose}": r"\d[\d.,]* ?(?:mg|mcg|ml|g|units)",
    "{word}": r"[a-z][a-z-]+",
}
_WORD = re.compile(r"[^\W\d_][\w'-]*(?:/[^\W\d_][\w'-]*)*")
_SHORT = (("I'm ", "I am "), ("I’m ", "I am "), ("I've ", "I have "), ("I’ve ", "I have "))


@dataclass(frozen=True, slots=True)
class Coarse:
    """One coarse sentence of a type, and the forms that it follows from."""

    sentence: str
    forms: tuple[str, ...] = field(repr=False)


def coarser(memory: str, coarse: Sequence[Coarse], user: frozenset[str] = frozenset()) -> str | None:
    """The first of the coarse sentences that follows from a memory, or None.

    ``memory`` is cleaned (see `sentences.clean`); ``user`` holds the user's own names.
    """
    text = _as_user(memory, user)
    for row in coarse:
        for form in row.forms:
            match = compile_form(form).fullmatch(f"{text.removesuffix('.')} ")
            if match is None:
                continue
            said = _fill(row.sentence, match)
            if said is not None and said.casefold() != memory.casefold():
                return said
    return None


@cache
def compile_form(form: str) -> re.Pattern[str]:
    """A form as a pattern over whole memories; ``ValueError`` that says what is wrong with it."""
    first, *words = form.split(" ")
    if first not in _STARTS or not words:
        raise ValueError("a form begins with 'I', 'My' or 'The' and goes on")
    when = _WHEN if words[-1] == "{when}" else ""
    parts = [_part(word) for word in (words[:-1] if when else words)]
    # Every part ends with a space, so the text gets one too.
    return re.compile(_STARTS[first] + "".join(parts) + when, re.IGNORECASE)


def _part(word: str) -> str:
    """One word of a form with the space behind it."""
    bare = word.rstrip(",")
    if word == "~":
        return _PLAIN
    if word == "{who}":
        return rf"(?:{_NAME} )?(?:\((?:aged? )?\d{{1,2}}(?: years old)?\) )?"
    if word[0] == "(" and word[-1] == ")":
        return f"(?:{_part(word[1:-1])})?"
    if bare not in _TOKENS and not _WORD.fullmatch(bare):
        raise ValueError("a form holds words, 'a/b', '0', '@', '~' and the slots only")
    either = "|".join(map(re.escape, bare.split("/")))
    return _TOKENS.get(bare, f"(?:{either})") + word[len(bare) :] + " "


def _as_user(memory: str, user: frozenset[str]) -> str:
    """A memory that begins with the user's own name, with "the user" in its place; no contractions."""
    text = memory
    for name in sorted(user, key=len, reverse=True):
        rest = text[len(name) :]
        if text.casefold().startswith(name.casefold()) and rest[:1] in (" ", "'", "’"):
            text = f"The user{rest}"
            break
    for short, long in _SHORT:
        if text.startswith(short):
            text = long + text.removeprefix(short)
    return text


def _fill(sentence: str, match: re.Match[str]) -> str | None:
    """The sentence with its slots filled; None where an amount has no bracket."""
    found = match.groupdict()
    if "{city}" in sentence:
        sentence = sentence.replace("{city}", found["city"])
    if "{amount}" in sentence:
        sentence = sentence.replace("{amount}", _bracket(found))
    return sentence


def _bracket(found: dict[str, str]) -> str:
    low, high = _around(amount_of(found["n"]) * _TIMES[(found["unit"] or "").lower()])
    return f"between {found['sign']}{low:,} and {found['sign']}{high:,}"


def _around(amount: float) -> tuple[int, int]:
    """The nearest 1-2-5 numbers strictly below and above, so that an edge is never the amount itself."""
    if amount <= 1:
        return 0, 2
    power = 10 ** int(math.log10(amount))
    edges = [int(step * power * scale) for scale in (0.1, 1, 10) for step in (1, 2, 5)]
    return max((e for e in edges if e < amount), default=0), min(e for e in edges if e > amount)
