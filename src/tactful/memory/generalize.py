"""Coarser statements: they say of what kind something is, not what it is.

A type of information says in the norm table how it is made coarser: a fixed ``sentence`` (it tells nothing
but the type), or a way to ``keep`` part of the statement: ``range`` (an amount becomes a bracket of the
1-2-5 series), ``month`` or ``year`` (of a date), ``city`` (of a postal address). What comes out is checked:
no number, quoted title or name of the original may be left in it. Where one is, there is no safe coarse
form, and the memory is withheld.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tactful.memory.phrases import normalize, visible
from tactful.memory.words import CATEGORY, NUMBER_WORDS, amount_of, canonical_numbers
from tactful.terms import MONTHS

_MONTH = "|".join(MONTHS)
_DATES = re.compile(
    rf"\b(?:on\s+|by\s+|until\s+)?(?:(?P<iso>\d{{4}})-(?P<m>\d{{1,2}})-\d{{1,2}}"
    rf"|(?P<us>{_MONTH})\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+(?P<usy>\d{{4}})"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?\s+(?P<eu>{_MONTH}),?\s+(?P<euy>\d{{4}}))\b"
    r"(?:,?\s+at\s+\d{1,2}(?:[:.]\d{2})?\s*(?:[ap]m|[ap]\.m\.)?)?",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"(?P<sign>[$€£¥₹])\s?(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?|\d+(?:\.\d{1,2})?)"
    r"(?![.,]?\d)(?:\s?(?P<unit>k|m|thousand|million)\b)?",
    re.IGNORECASE,
)
_TIMES = {"": 1, "k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6}
# The whole sentence, and it is the user who lives there; anything else in it may tell more than a city.
_WHO = (
    r"(?:I(?: currently)? (?:live|reside)|I am (?:living|residing)|(?:The (?:user|person|individual)|She|He"
    r"|They)(?: currently)? (?:lives?|resides?)) (?:at|in|on)"
    r"|(?:My|The (?:user|person|individual)['’]s)(?: current| home| mailing| residential| postal)? address is"
)
_PLACE = r"[A-Z][^\W\d_]+(?:[ '’.-]{1,2}[A-Z][^\W\d_]+){0,3}"
_CITY = re.compile(
    rf"(?:{_WHO}) (?P<street>\d+[A-Za-z]?(?: [A-Z][\w.'’-]*){{1,5}}"
    rf"(?:,? (?:Apt|Apartment|Unit|Suite|Ste|#)\b\.? ?#?\w{{1,5}})?)"
    rf", (?P<city>(?!Apt|Unit|Suite|Ste|Apartment){_PLACE})"
    r", (?P<state>[A-Z]{2})(?: \d{5}(?:-\d{4})?)?\.?"
)
_QUOTED = re.compile(r"[\"“‘]([^\"”’]{3,})[\"”’]|(?<!\w)'([^']{3,})'(?!\w)")
_NAME = re.compile(r"(?<=[\w,;:)\]'’] )[^\W\d_a-z][\w'’-]*")
_STEM = 5


@dataclass(frozen=True, slots=True)
class Coarse:
    """How one type of information is made coarser: one of the two is set."""

    sentence: str | None = None
    keep: str | None = None


def generalize(statement: str, coarse: Coarse) -> str | None:
    """The coarser text, or None where no safe one exists."""
    text = " ".join(visible(statement).replace("\n", ", ").split())
    coarser = coarse.sentence if coarse.keep is None else KEEP[coarse.keep](text)
    if coarser is None or (coarse.keep is None and value_parts(text) & value_parts(f"so {coarser}")):
        return None
    return None if normalize(coarser) == normalize(text) else coarser


def value_parts(text: str) -> frozenset[str]:
    """What could carry a statement's value: numbers, quoted titles, names; in one spelling."""
    numbers = {re.sub(r"\D", "", n) for n in re.findall(r"\d[\d.,:/-]*", text)}
    words = set(re.findall(r"[a-z]+", normalize(text))) & NUMBER_WORDS
    titles = {normalize(a or b) for a, b in _QUOTED.findall(text)}
    return frozenset(numbers | words | titles | _names(text))


def keeps_value(original: str, coarser: str) -> bool:
    """Whether a freely worded coarser text still states something of the original.

    It does where it shares a number, however spelt, or a content word (by its first letters) beyond plain
    words of category such as "income" or "appointment".
    """
    if value_parts(original) & value_parts(f"so {coarser}"):
        return True
    if canonical_numbers(original) & canonical_numbers(coarser):
        return True
    return bool(_content(original) & _content(coarser))


def _content(text: str) -> set[str]:
    words = {word.removesuffix("'s") for word in re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)*", normalize(text))}
    return {word[:_STEM] for word in words - CATEGORY - NUMBER_WORDS}


def _names(text: str) -> set[str]:
    """Capitalized words that do not open a sentence; the first person is no name."""
    names = {normalize(name).removesuffix("'s") for name in _NAME.findall(text)}
    return names - {"i", "i'm", "i've", "am", "pm"}


Way = Callable[[str], str | None]
"""A coarser text for a statement, or None where this way makes no safe one."""


def _replace_all(pattern: re.Pattern[str], coarser: Callable[[re.Match[str]], str]) -> Way:
    """``coarser`` in place of every match; not safe where what stands around them tells something exact."""

    def replaced(text: str) -> str | None:
        if not pattern.search(text) or value_parts(pattern.sub("", text)):
            return None
        return pattern.sub(coarser, text)

    return replaced


def _bracket(match: re.Match[str]) -> str:
    amount = amount_of(match["n"]) * _TIMES[(match["unit"] or "").lower()]
    low, high = _around(amount)
    return f"between {match['sign']}{low:,} and {match['sign']}{high:,}"


def _around(amount: float) -> tuple[int, int]:
    """The nearest 1-2-5 numbers strictly below and above, so that an edge is never the amount itself."""
    if amount <= 1:
        return 0, 2
    power = 10 ** int(math.log10(amount))
    edges = [int(step * power * scale) for scale in (0.1, 1, 10) for step in (1, 2, 5)]
    return max((e for e in edges if e < amount), default=0), min(e for e in edges if e > amount)


def _month(match: re.Match[str]) -> str:
    if match["iso"]:
        month = MONTHS[min(max(int(match["m"]), 1), 12) - 1]
    else:
        month = str(match["us"] or match["eu"]).capitalize()
    return f"in {month} {_year_of(match)}"


def _year(match: re.Match[str]) -> str:
    return f"in {_year_of(match)}"


def _year_of(match: re.Match[str]) -> str:
    return str(match["iso"] or match["usy"] or match["euy"])


def _city(text: str) -> str | None:
    match = _CITY.fullmatch(text)
    if match is None:
        return None
    place = f"{match['city']}, {match['state']}"
    if value_parts(match["street"]) & value_parts(f"so {place}"):
        return None
    return f"The user lives in {place}."


KEEP: Mapping[str, Way] = MappingProxyType(
    {
        "range": _replace_all(_AMOUNT, _bracket),
        "month": _replace_all(_DATES, _month),
        "year": _replace_all(_DATES, _year),
        "city": _city,
    }
)
"""The ways to keep part of a statement, by the names that norm tables use."""
