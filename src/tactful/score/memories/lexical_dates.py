"""Dates and times of the lexical judge: one canonical form for every usual way to write them.

Forms: ``d:2023-04-12`` a day, ``d:--04-12`` a day of no year, ``m:2023-04`` a month, ``y:2023`` its year,
``t:14:00`` a time of day. A day carries the forms of what it states besides (its month, its year).
"""

from __future__ import annotations

import re

Forms = tuple[str, ...]

MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_ORD = r"(?:st|nd|rd|th)?"
_CLOCK = r"(?:\s?[ap]\.?\s?m\b\.?)"
# Group names are the kinds that `lexical_tokens` dispatches on.
_YEARS = r"(?:19|20)\d\d(?!\d)"
_MONTH_DAY = (
    rf"(?P<month_day>\b{MONTH}\.?\s+(?:the\s+)?\d{{1,2}}{_ORD}(?!\d|[%:]|\.\d|,\d{{3}}(?!\d))"
    rf"(?:\s*-\s*\d{{1,2}}{_ORD}(?![\d:])|\s*(?:to|through|and|&)\s*\d{{1,2}}{_ORD}(?=,?\s+\d{{4}}\b))?"
    rf"(?:(?:\s*,\s*|\s+){_YEARS})?)"
)
_DAY_MONTH = (
    rf"(?P<day_month>(?<![\d:.,$-])\d{{1,2}}{_ORD}\s+(?:day\s+)?(?:of\s+)?{MONTH}\b\.?(?:,?\s+{_YEARS})?)"
)
_MONTH_YEAR = (
    rf"(?P<month_year>\b{MONTH}\.?,?\s+(?:of\s+)?{_YEARS}|(?<![\d/])(?:0?[1-9]|1[0-2])/{_YEARS}(?!/))"
)
_RANGE = rf"(?P<clock_range>(?<![\d:.])\d{{1,2}}(?::\d\d)?\s*(?:-|to|until)\s*\d{{1,2}}(?::\d\d)?{_CLOCK})"
DATE_PATTERNS = (
    r"(?P<iso>(?<![\d-])\d{4}[-/]\d{1,2}[-/]\d{1,2}(?![\d-])(?:T(?=\d))?)",
    r"(?P<slash>(?<![\d/.-])\d{1,2}(?P<sep>[/.-])\d{1,2}(?P=sep)(?:\d{4}|\d{2})(?![\d/-]))",
    _MONTH_DAY,
    _DAY_MONTH,
    _MONTH_YEAR,
    _RANGE,
    rf"(?P<clock>(?<![\d:.,])(?:\d{{1,2}}:\d\d(?::\d\d)?{_CLOCK}?(?!\d)|\d{{1,2}}{_CLOCK}))",
)
_ABBREVIATED = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = re.compile(rf"\b{MONTH}\b", re.I)
_YEAR = re.compile(r"(?:19|20)\d\d(?!\d)")
_NUMBER = re.compile(r"\d+")
_TIME = re.compile(r"(\d{1,2})(?::(\d\d))?(?::\d\d)?\s?(?:([ap])\.?\s?m)?", re.I)


def day(year: int | None, month: int, number: int) -> Forms:
    """The forms of a day; empty where there is no such day."""
    if not (1 <= month <= 12 and 1 <= number <= 31):
        return ()
    short = f"d:--{month:02}-{number:02}"
    if year is None:
        return (short,)
    return (f"d:{year}-{month:02}-{number:02}", short, *month_of(year, month))


def month_of(year: int, month: int) -> Forms:
    """The forms of a month of a year."""
    return (f"m:{year}-{month:02}", f"y:{year}", f"~{year}")


def read_date(kind: str, text: str) -> list[Forms]:
    """The canonical forms of a match of `DATE_PATTERNS`, one entry a date or time; empty if it is none."""
    numbers = [int(n) for n in _NUMBER.findall(text)]
    if kind == "iso":
        found = [day(numbers[0], numbers[1], numbers[2])]
    elif kind == "slash":
        found = [_slash(text, numbers)]
    elif kind == "month_year":
        name = _MONTH.search(text)
        month = _month(name[0]) if name else numbers[0]
        found = [month_of(numbers[-1], month)]
    elif kind in ("month_day", "day_month"):
        found = _named(text, numbers)
    else:
        found = _times(kind, text)
    return found if all(found) else []


def with_year(forms: Forms, dated: Forms) -> Forms:
    """A day of no year, given the year of a later day of the same list ("May 5 and June 2, 2023")."""
    return day(int(dated[0][2:6]), int(forms[0][4:6]), int(forms[0][7:9])) or forms


def _named(text: str, numbers: list[int]) -> list[Forms]:
    name = _MONTH.search(text)
    if name is None:
        return []
    dated = _YEAR.search(text)
    year = int(dated[0]) if dated else None
    days = numbers[: len(numbers) - (year is not None)]
    month = _month(name[0])
    found = [day(year, month, number) for number in days]
    if name[0] in ("may", "march", "mar") and year is None:
        # Perhaps the verb: "5 may follow".
        found = [(*forms, f"#{n}", f"~{n}") if forms else () for forms, n in zip(found, days, strict=True)]
    return found


def _month(name: str) -> int:
    return _ABBREVIATED.index(name[:3].casefold()) + 1


def _slash(text: str, numbers: list[int]) -> Forms:
    """Month first as in the United States, unless that is no date or dots are used."""
    first, second, year = numbers
    if year < 100:
        year += 2000 if year < 70 else 1900
    month, number = (second, first) if first > 12 or "." in text else (first, second)
    return day(year, month, number)


def _times(kind: str, text: str) -> list[Forms]:
    parts = [m for m in _TIME.finditer(text) if m[0].strip()]
    if kind == "clock_range" and len(parts) == 2:
        start, end = parts
        half = (end[3] or "").casefold()
        first = int(start[1]) % 12
        other = {"a": "p", "p": "a"}[half]
        # "9-5 pm" starts in the morning.
        start_half = other if first > int(end[1]) % 12 else half
        return [_time(start[1], start[2], start_half), _time(end[1], end[2], half)]
    part = parts[0]
    return [_time(part[1], part[2], (part[3] or "").casefold())]


def _time(hours: str, minutes: str | None, half: str) -> Forms:
    hour = int(hours)
    if half:
        if not 1 <= hour <= 12:
            return ()
        hour = hour % 12 + (12 if half == "p" else 0)
    if hour > 24 or int(minutes or 0) > 59:
        return ()
    return (f"t:{hour:02}:{minutes or '00'}",)
