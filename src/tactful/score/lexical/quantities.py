"""Numbers, dates and times of the lexical judge: one canonical form for every usual way to write them.

Forms of the number n: ``~n`` it is written; ``#n`` it stands by itself (not in a range, a ratio or an
identifier); ``$n`` with a currency; ``%n`` a percentage; ``+n``, ``-n`` with a sign; ``o:n`` an ordinal;
``of:n`` the upper end of a rating; ``bp:a/b`` a pair such as a blood pressure.

Forms of dates: ``d:2023-04-12`` a day, ``d:--04-12`` a day of no year, ``m:2023-04`` a month, ``y:2023`` its
year, ``t:14:00`` a time of day. A day carries the forms of what it states besides (its month, its year).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from tactful.score.lexical.words import listed, paired
from tactful.terms import MONTHS

Forms = tuple[str, ...]

# Numbers


@dataclass(slots=True)
class Raw:
    """A piece of text before numbers are put together: kind, lower-cased text, place, parts of a number."""

    kind: str
    text: str
    start: int
    end: int
    sign: str = ""
    currency: str = ""
    suffix: str = ""
    capital: bool = False


_UNITS = {word: number for number, word in enumerate(listed("units"))}
_TENS = {word: 10 * number for number, word in enumerate(listed("tens"), 2)}
_ORDINALS = {word: number for number, word in enumerate(listed("ordinals"), 1)} | {"thirtieth": 30}
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9}
_MULTIPLES = {"once": 1, "twice": 2, "thrice": 3}
NUMBER_WORDS = frozenset((*_UNITS, *_TENS, *_SCALES, *_MULTIPLES, *_ORDINALS, "hundred", "dozen"))
_SUFFIXES = {"k": 10**3, "m": 10**6, "mm": 10**6, "b": 10**9, "bn": 10**9}
_CURRENCY = paired("currencies")
_TOPS = frozenset((5, 10, 21, 27, 63, 80, 100))  # of ratings, and of the usual questionnaires


def canonical(value: Decimal | int | float) -> str:
    """Digits without separators, exponent or trailing zeros."""
    number = value if isinstance(value, Decimal) else Decimal(str(value))
    text = format(number, "f")
    return (text.rstrip("0").rstrip(".") or "0") if "." in text else text


def read_number(raws: Sequence[Raw], at: int) -> tuple[list[Forms], int]:
    """The forms from the number at ``raws[at]`` on, and the index after it; no forms if it is no number."""
    value, text, ordinal, after = _value(raws, at)
    if value is None:
        return [], at
    here = raws[at]
    currency = _CURRENCY.get(here.currency[-1:], "")
    if not currency and at and raws[at - 1].text in ("usd", "eur", "gbp", "jpy", "inr"):
        currency = _CURRENCY[raws[at - 1].text]
    percent = here.suffix == "%"
    if _words(raws, after, "percent") or _words(raws, after, "pct"):
        percent, after = True, after + 1
    elif _words(raws, after, "per", "cent"):
        percent, after = True, after + 2
    elif after < len(raws) and raws[after].text in _CURRENCY:
        currency, after = _CURRENCY[raws[after].text], after + 1
    elif _words(raws, after, "us", "dollars"):
        currency, after = "$", after + 2
    if ordinal:
        return [(f"o:{text}",)], after
    if _words(raws, after, "over") and after + 1 < len(raws):
        lower, _, _, end = _value(raws, after + 1)
        if lower is not None and value >= 60 and 30 <= lower < value and not (currency or percent):
            return [(f"bp:{text}/{canonical(lower)}",)], end
    forms = [f"~{text}"]
    if here.text not in _MULTIPLES and not _in_range(raws, at, after):
        forms.append(f"#{text}")
    if currency or percent or here.sign:
        forms.insert(0, f"{currency or ('%' if percent else here.sign)}{text}")
    top, after = _top(raws, after)
    return [tuple(forms), *([(f"of:{top}",)] if top else [])], after


def read_fraction(text: str) -> list[Forms]:
    """The forms of ``a/b``: a rating, a pair of readings, or a fraction."""
    first, second = (canonical(Decimal(part.strip())) for part in text.split("/"))
    a, b = Decimal(first), Decimal(second)
    if b in _TOPS and a <= b:
        return [(f"~{first}", f"#{first}"), (f"of:{second}",)]
    if a >= 60 and 30 <= b < a:
        return [(f"bp:{first}/{second}",)]
    return [(f"f:{first}/{second}",)]


def _value(raws: Sequence[Raw], at: int) -> tuple[Decimal | None, str, bool, int]:
    """Value, digits, whether it is an ordinal, index after; value None where there is no number."""
    if at >= len(raws):
        return None, "", False, at
    here = raws[at]
    if here.kind == "number":
        digits = here.text.replace(",", "")
        value, after = Decimal(digits), at + 1
        # "12m" may be twelve metres: only money is counted in glued millions.
        if here.suffix == "k" or (here.suffix in _SUFFIXES and here.currency):
            value *= _SUFFIXES[here.suffix]
        while after < len(raws) and raws[after].text in (*_SCALES, "hundred") and raws[after].kind == "word":
            value *= _SCALES.get(raws[after].text, 100)
            after += 1
        if _words(raws, after, "and", "a", "half"):
            value, after = value + Decimal("0.5"), after + 3
        # Leading zeros make it a code, not a quantity.
        coded = digits.isdigit() and digits[0] == "0" and len(digits) > 1
        return value, digits if coded else canonical(value), here.suffix in ("st", "nd", "rd", "th"), after
    if here.kind != "word" or here.text not in NUMBER_WORDS:
        return None, "", False, at
    if here.text in _MULTIPLES:
        return Decimal(_MULTIPLES[here.text]), str(_MULTIPLES[here.text]), False, at + 1
    return _spelled(raws, at)


def _spelled(raws: Sequence[Raw], at: int) -> tuple[Decimal, str, bool, int]:
    """A number in words: "two hundred and fifty-first"."""
    total = current = 0
    last, after, ordinal = "start", at, False
    opens = ("start", "hundred", "scale")  # after these a new group of up to 99 begins
    while after < len(raws) and raws[after].kind == "word" and not ordinal:
        word = raws[after].text
        digit = _UNITS.get(word) or _ORDINALS.get(word, 0)
        fits = last in opens or (last == "tens" and 0 < digit < 10)
        if word in _ORDINALS and fits:
            current, ordinal = current + _ORDINALS[word], True
        elif word in _UNITS and fits:
            current, last = current + _UNITS[word], "unit"
        elif word in _TENS and last in opens:
            current, last = current + _TENS[word], "tens"
        elif word in ("hundred", "dozen") and last in ("start", "unit"):
            current = max(current, 1) * (100 if word == "hundred" else 12)
            last = "hundred" if word == "hundred" else "end"
        elif word in _SCALES and last != "end":
            total, current, last = total + max(current, 1) * _SCALES[word], 0, "scale"
        # "and" goes on with a number ("two hundred and fifty"), or with the next item of a list.
        elif not (word == "and" and last in ("hundred", "scale") and _tens_or_unit(raws, after + 1)):
            break
        after += 1
    value = Decimal(total + current)
    if not ordinal and _words(raws, after, "and", "a", "half"):
        value, after = value + Decimal("0.5"), after + 3
    return value, canonical(value), ordinal, after


def _tens_or_unit(raws: Sequence[Raw], at: int) -> bool:
    return at < len(raws) and (raws[at].text in _TENS or raws[at].text in _UNITS)


def _in_range(raws: Sequence[Raw], at: int, after: int) -> bool:
    """Whether the number is one end of a range: ``2-3``, "two to three", or hyphened to another."""
    if _joint(raws, at - 1) and at >= 2 and _value(raws, at - 2)[0] is not None:
        return not (at >= 3 and raws[at - 3].text == "from")
    ends = _joint(raws, after) and _value(raws, after + 1)[0] is not None
    return ends and not (at and raws[at - 1].text == "from")


def _joint(raws: Sequence[Raw], at: int) -> bool:
    return 0 <= at < len(raws) and (raws[at].kind == "dash" or raws[at].text == "to")


def _top(raws: Sequence[Raw], after: int) -> tuple[str, int]:
    """The upper end of a rating after its value ("out of 10", "on a 10-point scale"), "" if there is none."""
    for lead in (("out", "of"), ("of",), ("on", "a"), ("on", "the"), ("on", "an")):
        if not _words(raws, after, *lead):
            continue
        value, text, _, end = _value(raws, after + len(lead))
        if value is not None and lead[0] != "on":
            return text, end
        if value is not None and _words(raws, end, "point"):
            return text, end + 1
        if _words(raws, after + 2, "scale") and lead[0] == "on":
            numbers = [at for at in range(after + 3, min(after + 9, len(raws))) if raws[at].kind == "number"]
            if numbers:
                return raws[numbers[:2][-1]].text, numbers[:2][-1] + 1
    return "", after


def _words(raws: Sequence[Raw], at: int, *words: str) -> bool:
    return at + len(words) <= len(raws) and all(raws[at + n].text == word for n, word in enumerate(words))


# Dates and times. The names of groups are the kinds of `read_date`.

MONTH = "(?:" + "|".join(rf"{name[:3]}(?:{name[3:]})?" for name in map(str.lower, MONTHS)) + "|sept)"
_ORD = r"(?:st|nd|rd|th)?"
_CLOCK = r"(?:\s?[ap]\.?\s?m\b\.?)"
_YEARS = r"(?:19|20)\d\d(?!\d)"
DATE_PATTERNS = {
    "iso": r"(?<![\d-])\d{4}[-/]\d{1,2}[-/]\d{1,2}(?![\d-])(?:T(?=\d))?",
    "slash": r"(?<![\d/.-])\d{1,2}(?P<sep>[/.-])\d{1,2}(?P=sep)(?:\d{4}|\d{2})(?![\d/-])",
    "month_day": rf"\b{MONTH}\.?\s+(?:the\s+)?\d{{1,2}}{_ORD}(?!\d|[%:]|\.\d|,\d{{3}}(?!\d))"
    rf"(?:\s*-\s*\d{{1,2}}{_ORD}(?![\d:])|\s*(?:to|through|and|&)\s*\d{{1,2}}{_ORD}(?=,?\s+\d{{4}}\b))?"
    rf"(?:(?:\s*,\s*|\s+){_YEARS})?",
    "day_month": rf"(?<![\d:.,$-])\d{{1,2}}{_ORD}\s+(?:day\s+)?(?:of\s+)?{MONTH}\b\.?(?:,?\s+{_YEARS})?",
    "month_year": rf"\b{MONTH}\.?,?\s+(?:of\s+)?{_YEARS}|(?<![\d/])(?:0?[1-9]|1[0-2])/{_YEARS}(?!/)",
    "clock_range": rf"(?<![\d:.])\d{{1,2}}(?::\d\d)?\s*(?:-|to|until)\s*\d{{1,2}}(?::\d\d)?{_CLOCK}",
    "clock": rf"(?<![\d:.,])(?:\d{{1,2}}:\d\d(?::\d\d)?{_CLOCK}?(?!\d)|\d{{1,2}}{_CLOCK})",
}
_MONTH = re.compile(rf"\b{MONTH}\b", re.I)
_YEAR = re.compile(_YEARS)
_NUMBER = re.compile(r"\d+")
_TIME = re.compile(r"(\d{1,2})(?::(\d\d))?(?::\d\d)?\s?(?:([ap])\.?\s?m)?", re.I)


def read_date(kind: str, text: str) -> list[Forms]:
    """The canonical forms of a match of `DATE_PATTERNS`, one entry a date or time; empty if it is none."""
    numbers = [int(n) for n in _NUMBER.findall(text)]
    if kind == "iso":
        dates = [_day(numbers[0], numbers[1], numbers[2])]
    elif kind == "slash":
        dates = [_slash(text, numbers)]
    elif kind == "month_year":
        name = _MONTH.search(text)
        dates = [_month(numbers[-1], _month_number(name[0]) if name else numbers[0])]
    elif kind in ("month_day", "day_month"):
        dates = _named(text, numbers)
    else:
        dates = _times(kind, text)
    return dates if all(dates) else []


def with_year(forms: Forms, dated: Forms) -> Forms:
    """A day of no year, given the year of a later day of the same list ("May 5 and June 2, 2023")."""
    return _day(int(dated[0][2:6]), int(forms[0][4:6]), int(forms[0][7:9])) or forms


def _day(year: int | None, month: int, number: int) -> Forms:
    """The forms of a day; empty where there is no such day."""
    if not (1 <= month <= 12 and 1 <= number <= 31):
        return ()
    short = f"d:--{month:02}-{number:02}"
    return (short,) if year is None else (f"d:{year}{short[3:]}", short, *_month(year, month))


def _month(year: int, month: int) -> Forms:
    return (f"m:{year}-{month:02}", f"y:{year}", f"~{year}")


def _month_number(name: str) -> int:
    return [month[:3] for month in MONTHS].index(name[:3].title()) + 1


def _named(text: str, numbers: list[int]) -> list[Forms]:
    """Days beside the name of a month: "April 3 and 5, 2023", "3rd of April"."""
    name = _MONTH.search(text)
    if name is None:
        return []
    dated = _YEAR.search(text)
    year = int(dated[0]) if dated else None
    days = numbers[: len(numbers) - (year is not None)]
    dates = [_day(year, _month_number(name[0]), number) for number in days]
    if name[0] in ("may", "march", "mar") and year is None:
        # Perhaps the verb: "5 may follow".
        dates = [(*forms, f"#{n}", f"~{n}") if forms else () for forms, n in zip(dates, days, strict=True)]
    return dates


def _slash(text: str, numbers: list[int]) -> Forms:
    """Month first as in the United States, unless that is no date or dots are used."""
    first, second, year = numbers
    if year < 100:
        year += 2000 if year < 70 else 1900
    month, number = (second, first) if first > 12 or "." in text else (first, second)
    return _day(year, month, number)


def _times(kind: str, text: str) -> list[Forms]:
    parts = [m for m in _TIME.finditer(text) if m[0].strip()]
    if kind == "clock_range" and len(parts) == 2:
        start, end = parts
        half = (end[3] or "").casefold()
        # "9-5 pm" starts in the morning.
        start_half = {"a": "p", "p": "a"}[half] if int(start[1]) % 12 > int(end[1]) % 12 else half
        return [_time(start[1], start[2], start_half), _time(end[1], end[2], half)]
    return [_time(parts[0][1], parts[0][2], (parts[0][3] or "").casefold())]


def _time(hours: str, minutes: str | None, half: str) -> Forms:
    hour = int(hours)
    if half:
        if not 1 <= hour <= 12:
            return ()
        hour = hour % 12 + (12 if half == "p" else 0)
    if hour > 24 or int(minutes or 0) > 59:
        return ()
    return (f"t:{hour:02}:{minutes or '00'}",)
