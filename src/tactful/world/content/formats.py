"""How each language writes numbers, money, dates, times, sizes and distances.

Separators are plain spaces throughout, so that what is typed can equal what is shown. Some people of en, zh,
ja and ko read a 12-hour clock (`twelve_hours`). Amounts are in the country's own money, given in base units
(about one euro) and scaled, or in its own units (`sum_of`). Names of months and days are CLDR's.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import date, datetime
from functools import cache
from typing import Any, Literal

from tactful.world.content.words import load

Width = Literal["abbreviated", "wide"]


def _table(name: str) -> dict[str, Any]:
    table: dict[str, Any] = load("formats")[name]
    return table


# -- numbers and money -------------------------------------------------------------------------


def grouped(lang: str, number: float, decimals: int = 0) -> str:
    """A number with the language's separators: ``1,234.5``, ``1 234,5``, ``1.234,5``."""
    text = f"{number:,.{decimals}f}"
    marks = {"de": ".,", "fr": " ,", "ru": " ,"}.get(lang, ",.")
    return text.translate({ord(","): marks[0], ord("."): marks[1]})


def percent(lang: str, value: float) -> str:
    """A share: ``12.5%``, ``12,5 %``."""
    return grouped(lang, value, 1 if value % 1 else 0) + (" %" if lang in ("fr", "ru", "de") else "%")


def money(lang: str, base: float, step: float = 0.0) -> str:
    """An amount of ``base`` units (about euros) in the country's money: ``$12.50``, ``1 250 ₽``.

    With ``step`` it is a whole multiple of so many round sums (1: a euro, ten yuan, a thousand won).
    """
    rate, decimals, least, whole, *_ = _table("money")[lang]
    number, unit = base * rate, step * whole or least
    if unit:
        number = round(number / unit) * unit or unit
    return sum_of(lang, number, 0 if step else decimals)


def sum_of(lang: str, number: float, decimals: int = 0) -> str:
    """An amount in units of the country's own money."""
    *_, before, after = _table("money")[lang]
    return f"{'-' if number < 0 else ''}{before}{grouped(lang, abs(number), decimals)}{after}"


# -- times and dates ---------------------------------------------------------------------------


@cache
def day_names(lang: str, width: Width) -> tuple[str, ...]:
    """The days of the week from Monday on."""
    from babel.dates import get_day_names

    names = get_day_names(width, "stand-alone", lang)
    return tuple(names[k] for k in range(7))


@cache
def month_names(lang: str, width: Width, alone: bool = False) -> tuple[str, ...]:
    """The months; ``alone`` as they stand without a day, else in the case that a date takes."""
    from babel.dates import get_month_names

    names = get_month_names(width, "stand-alone" if alone else "format", lang)
    return tuple(names[k] for k in range(1, 13))


def twelve_hours(lang: str, seed: int, index: int) -> bool:
    """Whether this person's clock counts to twelve: half of the people of languages that do so."""
    return lang in ("en", "zh", "ja", "ko") and (seed + index) % 2 == 1


def clock(lang: str, when: datetime, twelve: bool = False) -> str:
    """The time of day: ``15:05``; with ``twelve``, where the language has it, ``3:05 PM``, ``오후 3:05``."""
    hour, minute = when.hour % 12 or 12, f"{when.minute:02d}"
    if twelve and lang == "en":
        return f"{hour}:{minute} {'AM' if when.hour < 12 else 'PM'}"
    if twelve and lang in _table("halves"):
        return f"{_table('halves')[lang][when.hour >= 12]}{hour}:{minute}"
    return f"{when.hour:02d}:{minute}"


def day_month(lang: str, day: date, long: bool = False) -> str:
    """A date without its year: ``Mar 4`` (``long``: ``March 4``), ``3月4日``, ``4 mars``."""
    if lang in ("zh", "ja"):
        return f"{day.month}月{day.day}日"
    if lang == "ko":
        return f"{day.month}월 {day.day}일"
    month = month_names(lang, "wide" if long else "abbreviated")[day.month - 1]
    return {"en": f"{month} {day.day}", "de": f"{day.day}. {month}"}.get(lang, f"{day.day} {month}")


def full_date(lang: str, day: date, long: bool = False) -> str:
    """A date with its year, as a profile or an order shows it; ``long`` as a letter does."""
    text = day_month(lang, day, long)
    if lang in ("zh", "ja"):
        return f"{day.year}年{text}"
    if lang == "ko":
        return f"{day.year}년 {text}"
    if lang == "en":
        return f"{text}, {day.year}"
    return f"{text} {day.year} г." if lang == "ru" and long else f"{text} {day.year}"


def short_date(lang: str, day: date, padded: bool = False) -> str:
    """A date in digits: ``3/4/26``, ``2026/3/4``, ``04.03.2026``; ``padded`` as forms do: ``03/04/2026``."""
    if lang == "en":
        return f"{day:%m/%d/%Y}" if padded else f"{day.month}/{day.day}/{day.year % 100:02d}"
    if lang in ("zh", "ja"):
        sign = "-" if lang == "zh" else "/"
        return f"{day:%Y{sign}%m{sign}%d}" if padded else f"{day.year}/{day.month}/{day.day}"
    if lang == "ko":
        return f"{day.year}. {day.month}. {day.day}."
    return f"{day:%d/%m/%Y}" if lang == "fr" else f"{day:%d.%m.%Y}"


def weekday_date(lang: str, day: date) -> str:
    """A date with its day of the week: ``Wed, Mar 4``."""
    name, text = day_names(lang, "abbreviated")[day.weekday()], day_month(lang, day)
    if lang == "zh":
        return f"{text} {name}"
    if lang in ("ja", "ko"):
        return f"{text} ({name})"
    return f"{name} {text}" if lang == "fr" else f"{name}, {text}"


def weekday(lang: str, day: date) -> str:
    """The day's name in full."""
    return day_names(lang, "wide")[day.weekday()]


def month(lang: str, day: date) -> str:
    """The month's name, standing alone."""
    if lang in ("zh", "ja", "ko"):
        return f"{day.month}{'월' if lang == 'ko' else '月'}"
    name = month_names(lang, "wide", alone=True)[day.month - 1]
    return name.capitalize() if lang == "ru" else name


def stamp(lang: str, when: datetime, now: datetime, twelve: bool = False) -> str:
    """When something happened, as a list shows it: today's time, yesterday, a weekday, a date."""
    days = (now.date() - when.date()).days
    if days <= 0:
        return clock(lang, when, twelve)
    if days == 1:
        return str(_table("yesterday")[lang])
    if days < 7:
        return day_names(lang, "wide" if lang in ("zh", "ja", "ko") else "abbreviated")[when.weekday()]
    return day_month(lang, when) if when.year == now.year else short_date(lang, when)


def moment(lang: str, when: datetime, now: datetime, twelve: bool = False) -> str:
    """When a message was sent: the time, with the day before it where that is not today."""
    if when.date() == now.date():
        return clock(lang, when, twelve)
    return f"{stamp(lang, when, now)} {clock(lang, when, twelve)}"


def month_days(year: int, month: int) -> int:
    """The number of days of a month."""
    return monthrange(year, month)[1]


def ago(lang: str, minutes: int) -> str:
    """How long ago, in the short form of feeds."""
    mins, hours, days, yesterday, now = _table("ago")[lang]
    if minutes < 2:
        return str(now)
    if minutes < 60:
        return str(mins.format(n=minutes))
    if minutes < 24 * 60:
        return str(hours.format(n=minutes // 60))
    return str(yesterday if minutes < 48 * 60 else days.format(n=minutes // 1440))


# -- lengths -----------------------------------------------------------------------------------


def span(lang: str, minutes: int) -> str:
    """A length of time in hours and minutes."""
    short, long = _table("spans")[lang]
    hours, rest = divmod(minutes, 60)
    return str(long.format(n=hours, m=f"{rest:02d}") if hours else short.format(n=minutes))


def duration(lang: str, seconds: int) -> str:
    """How long a call was: ``4 min 12 s``."""
    minutes, rest = divmod(seconds, 60)
    minute, second = _table("calls")[lang]
    return (f"{minutes}{minute}" if minutes else "") + f"{rest}{second}"


def size(lang: str, kilobytes: int) -> str:
    """A file's size: ``820 KB``, ``3,4 Mo``."""
    kilo, mega = {"fr": ("Ko", "Mo"), "ru": ("КБ", "МБ")}.get(lang, ("KB", "MB"))
    return f"{kilobytes} {kilo}" if kilobytes < 1000 else f"{grouped(lang, kilobytes / 1000, 1)} {mega}"


def distance(lang: str, metres: int) -> str:
    """How far a place is: ``350 m``, ``2.4 km``; miles in English."""
    if lang == "en":
        return f"{metres / 1609:.1f} mi"
    metre, kilo = ("м", "км") if lang == "ru" else ("m", "km")
    return f"{metres} {metre}" if metres < 1000 else f"{grouped(lang, metres / 1000, 1)} {kilo}"
