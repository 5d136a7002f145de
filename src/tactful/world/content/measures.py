"""Kinds made by code: times, money, measures and other figures (see `tactful.world.content.makers`)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from tactful.world.content import formats
from tactful.world.content.kinds import Ctx
from tactful.world.content.words import load
from tactful.world.values import Value

Maker = Callable[[Ctx], str]

# -- time --------------------------------------------------------------------------------------


def _clock(ctx: Ctx, when: datetime) -> str:
    """The time of day on the clock of the record's owner."""
    person = ctx.person
    twelve = person is not None and formats.twelve_hours(ctx.lang, person.seed, person.index)
    return formats.clock(ctx.lang, when, twelve)


def _past(ctx: Ctx, days: float) -> datetime:
    return ctx.now - timedelta(minutes=ctx.rng.randrange(1, int(days * 1440)))


def _future(ctx: Ctx, days: int) -> datetime:
    at = ctx.now + timedelta(days=ctx.rng.randrange(1, days))
    return at.replace(hour=ctx.rng.randrange(7, 21), minute=ctx.rng.choice((0, 0, 15, 30, 45)))


def _time(ctx: Ctx) -> str:
    return _clock(ctx, _past(ctx, 1))


def _time_short(ctx: Ctx) -> str:
    return _clock(ctx, _future(ctx, 9))


def _date(ctx: Ctx) -> str:
    at = _past(ctx, 200)
    if ctx.rng.random() < 0.7:
        return formats.full_date(ctx.lang, at, long=True)
    return formats.short_date(ctx.lang, at, padded=True)


_DAY = "line:day"
"""The mark of the day that a record named last: a trip does not end before it begins."""


def _marked(ctx: Ctx, at: datetime) -> datetime:
    ctx.row[_DAY] = Value(at.isoformat(), "ui", public=True)
    return at


def _date_future(ctx: Ctx) -> str:
    return formats.day_month(ctx.lang, _marked(ctx, _future(ctx, 90)), long=True)


def _date_past(ctx: Ctx) -> str:
    return formats.full_date(ctx.lang, _marked(ctx, _past(ctx, 300)), long=True)


def _date_until(ctx: Ctx) -> str:
    """A day after the one that the record named: within two weeks, or between a past day and today."""
    mark = ctx.row.get(_DAY)
    since = _future(ctx, 90) if mark is None else datetime.fromisoformat(mark.text)
    if since > ctx.now:
        later = since + timedelta(days=ctx.rng.randrange(1, 15))
        return formats.day_month(ctx.lang, _marked(ctx, later), long=True)
    passed = int((ctx.now - since).total_seconds())
    later = since + timedelta(seconds=ctx.rng.randrange(passed // 2, passed + 1))
    return formats.full_date(ctx.lang, _marked(ctx, later), long=True)


def _weekday(ctx: Ctx) -> str:
    return formats.weekday(ctx.lang, _future(ctx, 8))


def _month(ctx: Ctx) -> str:
    return formats.month(ctx.lang, _past(ctx, 360))


def _datetime(ctx: Ctx) -> str:
    at = _past(ctx, 30)
    return f"{formats.day_month(ctx.lang, at)} {_clock(ctx, at)}"


def _relative_time(ctx: Ctx) -> str:
    return formats.ago(ctx.lang, int(2 ** ctx.rng.uniform(0, 13)))


def _duration(ctx: Ctx) -> str:
    if ctx.rng.random() < 0.5:
        return f"{ctx.rng.randrange(60)}:{ctx.rng.randrange(60):02d}"
    return formats.span(ctx.lang, ctx.rng.choice((5, 8, 12, 15, 20, 25, 30, 45, 60, 75, 90, 110, 150)))


def _event_time(ctx: Ctx) -> str:
    start = _future(ctx, 14)
    end = start + timedelta(minutes=ctx.rng.choice((30, 30, 45, 60, 90, 120)))
    return f"{_clock(ctx, start)} – {_clock(ctx, end)}"


# -- money and measures ------------------------------------------------------------------------


def _sum(low: float, high: float, step: float = 0.0) -> Maker:
    """Sums between two numbers of base units, small ones more often; ``step`` as in `formats.money`."""

    def make(ctx: Ctx) -> str:
        base = low * (high / low) ** ctx.rng.random()
        return formats.money(ctx.lang, base, step or (0 if ctx.rng.random() < 0.75 else 1))

    return make


def _monthly(by_lang: dict[str, tuple[int, int, int]]) -> Maker:
    """What comes or goes once a month, in the country's own money."""

    def make(ctx: Ctx) -> str:
        low, high, step = by_lang[ctx.lang]
        return formats.sum_of(ctx.lang, round(low * (high / low) ** ctx.rng.random() / step) * step)

    return make


def _measure(low: float, high: float, decimals: int, units: dict[str, str]) -> Maker:
    def make(ctx: Ctx) -> str:
        text = formats.grouped(ctx.lang, ctx.rng.uniform(low, high), decimals)
        return f"{text} {units.get(ctx.lang, units['en'])}"

    return make


def _price(ctx: Ctx) -> str:
    base = 2 * 300 ** ctx.rng.random()
    if ctx.rng.random() < 0.4:
        return formats.money(ctx.lang, base, 1)
    return formats.money(ctx.lang, int(base) + ctx.rng.choice((0.99, 0.5, 0.9, 0.95)))


def _percent(ctx: Ctx) -> str:
    shares = (5, 8, 10, 12.5, 15, 20, 25, 30, 40, 50, 60, 75, 80, 90, 95)
    return formats.percent(ctx.lang, ctx.rng.choice(shares))


def _counter(ctx: Ctx) -> str:
    return ctx.rng.choice((str(ctx.rng.randrange(1, 10)), str(ctx.rng.randrange(10, 100)), "99+"))


def _views(ctx: Ctx) -> str:
    n = int(10 ** ctx.rng.uniform(1.5, 6.8))
    if n < 1000:
        return str(n)
    if ctx.lang in ("zh", "ja", "ko") and n >= 10000:
        return f"{n / 10000:.1f}{'万' if ctx.lang != 'ko' else '만'}"
    signs = {"fr": (" k", " M"), "ru": (" тыс.", " млн"), "de": (" Tsd.", " Mio.")}.get(ctx.lang, ("K", "M"))
    short, sign = (n / 1e6, signs[1]) if n >= 1_000_000 else (n / 1e3, signs[0])
    return formats.grouped(ctx.lang, short, 1 if short < 100 else 0) + sign


def _stars(ctx: Ctx) -> str:
    value = ctx.rng.choice((5, 4, 4, 3, 4, 5, 2))
    tenth = formats.grouped(ctx.lang, ctx.rng.randrange(31, 50) / 10, 1)
    many = f"{tenth} ({ctx.rng.randrange(3, 2400)})"
    return ctx.rng.choice(("★" * value + "☆" * (5 - value), tenth, f"{tenth} ★", many))


def _temperature(ctx: Ctx) -> str:
    celsius = ctx.rng.randrange(-12, 37)
    if ctx.lang == "en" and ctx.rng.random() < 0.5:
        return f"{round(celsius * 1.8 + 32)}°F"
    return f"{celsius}" + ctx.rng.choice(("°", "°C", " °C"))


def _score(ctx: Ctx) -> str:
    return f"{ctx.rng.randrange(6)}{ctx.rng.choice((':', '–', ' - '))}{ctx.rng.randrange(6)}"


def _stock(ctx: Ctx) -> str:
    change = formats.grouped(ctx.lang, abs(ctx.rng.gauss(0, 1.6)) + 0.01, 2)
    ticker = "".join(ctx.rng.choice("ABCDEFGHKLMNPRSTVXYZ") for _ in range(ctx.rng.randrange(3, 5)))
    return ctx.rng.choice((f"{ticker} {ctx.rng.choice('+−')}{change}%", f"{ctx.rng.choice('▲▼')} {change} %"))


def _vital(ctx: Ctx) -> str:
    r = ctx.rng
    return r.choice(
        (f"{r.randrange(98, 165)}/{r.randrange(58, 102)} mmHg", f"{r.randrange(46, 118)} bpm",
         f"{formats.grouped(ctx.lang, r.uniform(35.9, 39.4), 1)} °C", f"SpO₂ {r.randrange(90, 100)} %",
         f"{formats.grouped(ctx.lang, r.uniform(4.1, 11.8), 1)} mmol/L")
    )  # fmt: skip


def _sleep(ctx: Ctx) -> str:
    return formats.span(ctx.lang, ctx.rng.randrange(270, 560))


def _letter(ctx: Ctx) -> str:
    return ctx.rng.choice("АБВГДЕЖЗИКЛМНОПРСТУФХЭЮЯ" if ctx.lang == "ru" else "ABCDEFGHIJKLMNOPRSTUVWXYZ")


def _age(ctx: Ctx) -> str:
    unit = {"zh": "岁", "ja": "歳", "ko": "세", "fr": " ans", "de": " J."}.get(ctx.lang, "")
    return f"{ctx.rng.randrange(18, 86)}{unit}"


def _blood_type(ctx: Ctx) -> str:
    r = ctx.rng
    if ctx.lang in ("zh", "ja", "ko"):
        return r.choice(("A", "B", "O", "AB")) + ("형" if ctx.lang == "ko" else "型")
    return r.choice(("A", "B", "0" if ctx.lang == "de" else "O", "AB")) + r.choice(("+", "−", " Rh+", " Rh−"))


def _quantity(ctx: Ctx) -> str:
    units = {"zh": "件", "ja": "点", "ko": "개", "fr": "pce", "ru": "шт.", "de": "Stk."}
    n = ctx.rng.randrange(1, 13)
    return ctx.rng.choice((str(n), f"×{n}", f"{n}×", f"{n} {units.get(ctx.lang, 'pcs')}"))


def _file_size(ctx: Ctx) -> str:
    return formats.size(ctx.lang, int(2 * 30000 ** ctx.rng.random()))


def _distance(ctx: Ctx) -> str:
    return formats.distance(ctx.lang, round(10 ** ctx.rng.uniform(1.9, 4.6) / 10) * 10)


MAKERS: dict[str, Maker] = {
    "time": _time, "clock": _time, "time_short": _time_short, "time_public": _time_short, "date": _date,
    "date_short": lambda ctx: formats.day_month(ctx.lang, _past(ctx, 60)),
    "date_future": _date_future, "date_past": _date_past, "date_public": _date_past,
    "date_until": _date_until, "weekday": _weekday, "weekday_public": _weekday, "month": _month,
    "month_public": _month, "datetime": _datetime, "relative_time": _relative_time,
    "relative_time_public": _relative_time, "duration": _duration, "duration_public": _duration,
    "event_time": _event_time, "price": _price, "price_public": _price, "percent": _percent,
    "percent_done": _percent, "percent_public": _percent, "counter": _counter, "views": _views,
    "likes": _views, "stars": _stars, "rating": _stars, "temperature": _temperature, "score": _score,
    "stock": _stock, "vital": _vital, "sleep": _sleep, "letter": _letter, "age": _age,
    "blood_type": _blood_type, "quantity": _quantity, "file_size": _file_size, "distance": _distance,
    "distance_public": _distance,
    **{name: _sum(*given) for name, given in load("kinds")["sums"].items()},
    **{name: _monthly(by_lang) for name, by_lang in load("kinds")["monthly"].items()},
    **{name: _measure(*given) for name, given in load("kinds")["measures"].items()},
}  # fmt: skip
"""The makers of figures by kind."""
