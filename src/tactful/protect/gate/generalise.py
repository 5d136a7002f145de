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

from tactful.protect.gate.phrases import normalise

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_MONTH = "|".join(_MONTHS)
_DATES = re.compile(
    rf"\b(?:on\s+|by\s+|until\s+)?(?:(?P<iso>\d{{4}})-(?P<m>\d{{1,2}})-\d{{1,2}}"
    rf"|(?P<us>{_MONTH})\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+(?P<usy>\d{{4}})"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?\s+(?P<eu>{_MONTH}),?\s+(?P<euy>\d{{4}}))\b"
    r"(?:,?\s+at\s+\d{1,2}(?:[:.]\d{2})?\s*(?:[ap]m|[ap]\.m\.)?)?",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"(?P<sign>[$€£¥₹])\s?(?P<n>\d[\d,]*(?:\.\d+)?)\s?(?P<unit>k\b|m\b|thousand\b|million\b)?", re.IGNORECASE
)
_TIMES = {"": 1, "k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6}
_CITY = re.compile(
    r"(?P<street>\d[^,\n]*)[,\n]\s*(?P<city>[^\W\d][^,\n\d]{1,40})(?:,\s*(?P<state>[A-Z]{2})\b)?(?:\s+\d{4,6})?"
)
_QUOTED = re.compile(r"[\"“‘]([^\"”’]{3,})[\"”’]|(?<!\w)'([^']{3,})'(?!\w)")
_NAME = re.compile(r"(?<=[\w,;:)\]'’] )[^\W\d_a-z][\w'’-]*")
_SPELT = "one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty"
_NUMBER_WORDS = frozenset(_SPELT.split())


@dataclass(frozen=True, slots=True)
class Coarse:
    """How one type of information is made coarser: one of the two is set."""

    sentence: str | None = None
    keep: str | None = None


def generalise(statement: str, coarse: Coarse) -> str | None:
    """The coarser text, or None where no safe one exists."""
    text = " ".join(statement.replace("\n", ", ").split())
    made = coarse.sentence if coarse.keep is None else KEEP[coarse.keep](text)
    if made is None or (coarse.keep is None and value_parts(text) & value_parts(f"so {made}")):
        return None
    return None if normalise(made) == normalise(text) else made


def value_parts(text: str) -> frozenset[str]:
    """What could carry a statement's value: numbers, quoted titles, names; in one spelling."""
    numbers = {re.sub(r"\D", "", n) for n in re.findall(r"\d[\d.,:/-]*", text)}
    words = set(re.findall(r"[a-z]+", normalise(text))) & _NUMBER_WORDS
    titles = {normalise(a or b) for a, b in _QUOTED.findall(text)}
    return frozenset(numbers | words | titles | _names(text))


def _names(text: str) -> set[str]:
    """Capitalised words that do not open a sentence; the first person is no name."""
    return {normalise(name).removesuffix("'s") for name in _NAME.findall(text)} - {
        "i",
        "i'm",
        "i've",
        "am",
        "pm",
    }


def _range(text: str) -> str | None:
    if not _AMOUNT.search(text):
        return None
    # What stays around the brackets may tell nothing exact.
    return None if value_parts(_AMOUNT.sub("", text)) else _AMOUNT.sub(_bracket, text)


def _bracket(found: re.Match[str]) -> str:
    amount = float(found["n"].replace(",", "")) * _TIMES[(found["unit"] or "").lower()]
    low, high = _around(amount)
    return f"between {found['sign']}{low:,} and {found['sign']}{high:,}"


def _around(amount: float) -> tuple[int, int]:
    """The nearest 1-2-5 numbers strictly below and above, so that an edge is never the amount itself."""
    if amount <= 1:
        return 0, 2
    power = 10 ** int(math.log10(amount))
    edges = [int(step * power * scale) for scale in (0.1, 1, 10) for step in (1, 2, 5)]
    return max((e for e in edges if e < amount), default=0), min(e for e in edges if e > amount)


def _date(parts: Callable[[re.Match[str]], str]) -> Callable[[str], str | None]:
    def made(text: str) -> str | None:
        if not _DATES.search(text) or value_parts(_DATES.sub("", text)):
            return None
        return _DATES.sub(parts, text)

    return made


def _month_of(found: re.Match[str]) -> str:
    if found["iso"]:
        month = _MONTHS[min(max(int(found["m"]), 1), 12) - 1]
    else:
        month = str(found["us"] or found["eu"]).capitalize()
    return f"in {month} {_year(found)}"


def _year(found: re.Match[str]) -> str:
    return str(found["iso"] or found["usy"] or found["euy"])


def _city(text: str) -> str | None:
    found = _CITY.search(text)
    if found is None:
        return None
    state = f", {found['state']}" if found["state"] else ""
    place = found["city"].strip().rstrip(".") + state
    if value_parts(found["street"]) & value_parts(f"so {place}"):
        return None
    return f"The user lives in {place}."


KEEP: Mapping[str, Callable[[str], str | None]] = MappingProxyType(
    {
        "range": _range,
        "month": _date(_month_of),
        "year": _date(lambda found: f"in {_year(found)}"),
        "city": _city,
    }
)
