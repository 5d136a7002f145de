"""Kinds made by code: times, money, measures and other figures (see `tactful.world.content.makers`)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from tactful.world.content import formats
from tactful.world.content.kinds import Ctx
from tactful.world.values import Value

Maker = Callable[[Ctx], str]


def twelve(ctx: Ctx) -> bool:
    """Whether the clock of the record's owner counts to twelve."""
    return ctx.person is not None and formats.twelve_hours(ctx.lang, ctx.person.seed, ctx.person.index)


# -- time --------------------------------------------------------------------------------------


def _past(ctx: Ctx, days: float) -> datetime:
    return ctx.now - timedelta(minutes=ctx.rng.randrange(1, int(days * 1440)))


def _future(ctx: Ctx, days: int) -> datetime:
    at = ctx.now + timedelta(days=ctx.rng.randrange(1, days))
    return at.replace(hour=ctx.rng.randrange(7, 21), minute=ctx.rng.choice((0, 0, 15, 30, 45)))


def time_short(ctx: Ctx) -> str:
    return formats.clock(ctx.lang, _future(ctx, 9), twelve(ctx))


def time(ctx: Ctx) -> str:
    return formats.clock(ctx.lang, _past(ctx, 1), twelve(ctx))


def date(ctx: Ctx) -> str:
    at = _past(ctx, 200)
    return (
        formats.full_date(ctx.lang, at, long=True)
        if ctx.rng.random() < 0.7
        else formats.short_date(ctx.lang, at, padded=True)
    )


def date_short(ctx: Ctx) -> str:
    return formats.day_month(ctx.lang, _past(ctx, 60))


_DAY = "line:day"
"""The mark of the day that a record named last: a trip does not end before it begins."""


def _marked(ctx: Ctx, at: datetime) -> datetime:
    ctx.row[_DAY] = Value(at.isoformat(), "ui", public=True)
    return at


def date_future(ctx: Ctx) -> str:
    return formats.day_month(ctx.lang, _marked(ctx, _future(ctx, 90)), long=True)


def date_past(ctx: Ctx) -> str:
    return formats.full_date(ctx.lang, _marked(ctx, _past(ctx, 300)), long=True)


def date_until(ctx: Ctx) -> str:
    """A day after the one that the record named: within two weeks, or between a past day and today."""
    mark = ctx.row.get(_DAY)
    since = _future(ctx, 90) if mark is None else datetime.fromisoformat(mark.text)
    if since > ctx.now:
        later = since + timedelta(days=ctx.rng.randrange(1, 15))
        return formats.day_month(ctx.lang, _marked(ctx, later), long=True)
    passed = int((ctx.now - since).total_seconds())
    later = since + timedelta(seconds=ctx.rng.randrange(passed // 2, passed + 1))
    return formats.full_date(ctx.lang, _marked(ctx, later), long=True)


def weekday(ctx: Ctx) -> str:
    return formats.weekday(ctx.lang, _future(ctx, 8))


def month(ctx: Ctx) -> str:
    return formats.month(ctx.lang, _past(ctx, 360))


def both(ctx: Ctx) -> str:
    at = _past(ctx, 30)
    return f"{formats.day_month(ctx.lang, at)} {formats.clock(ctx.lang, at, twelve(ctx))}"


def relative_time(ctx: Ctx) -> str:
    return formats.ago(ctx.lang, int(2 ** ctx.rng.uniform(0, 13)))


def duration(ctx: Ctx) -> str:
    r = ctx.rng
    if r.random() < 0.5:
        return f"{r.randrange(60)}:{r.randrange(60):02d}"
    return formats.span(ctx.lang, r.choice((5, 8, 12, 15, 20, 25, 30, 45, 60, 75, 90, 110, 150)))


def event_time(ctx: Ctx) -> str:
    start = _future(ctx, 14)
    end = start + timedelta(minutes=ctx.rng.choice((30, 30, 45, 60, 90, 120)))
    return f"{formats.clock(ctx.lang, start, twelve(ctx))} – {formats.clock(ctx.lang, end, twelve(ctx))}"


# -- money and measures ------------------------------------------------------------------------


def spread(low: float, high: float, step: float = 0.0) -> Maker:
    """Sums between two numbers of base units, small ones more often; ``step`` as in `formats.money`."""

    def make(ctx: Ctx) -> str:
        base = low * (high / low) ** ctx.rng.random()
        return formats.money(ctx.lang, base, step or (0 if ctx.rng.random() < 0.75 else 1))

    return make


# Monthly sums in units of the country's money: what people there earn and pay, and the step of such sums.
_MONTHLY: dict[str, dict[str, tuple[int, int, int]]] = {
    "salary": {
        "en": (2600, 9200, 50), "zh": (5200, 32000, 100), "ja": (198000, 640000, 1000),
        "ko": (2150000, 7200000, 10000), "fr": (1480, 5200, 10), "ru": (48000, 240000, 500),
        "de": (1700, 5600, 10),
    },
    "rent": {
        "en": (780, 2900, 5), "zh": (1400, 8200, 100), "ja": (46000, 175000, 1000),
        "ko": (350000, 1450000, 10000), "fr": (430, 1550, 5), "ru": (17000, 78000, 500),
        "de": (420, 1650, 5),
    },
    "savings": {
        "en": (100, 1200, 50), "zh": (300, 6000, 100), "ja": (10000, 120000, 5000),
        "ko": (100000, 1500000, 50000), "fr": (50, 700, 10), "ru": (3000, 50000, 1000),
        "de": (50, 800, 25),
    },
}  # fmt: skip


def monthly(kind: str) -> Maker:
    """What comes or goes once a month: ``salary``, ``rent``, ``savings``."""

    def make(ctx: Ctx) -> str:
        low, high, step = _MONTHLY[kind][ctx.lang]
        return formats.sum_of(ctx.lang, round(low * (high / low) ** ctx.rng.random() / step) * step)

    return make


def price(ctx: Ctx) -> str:
    base = 2 * 300 ** ctx.rng.random()
    if ctx.rng.random() < 0.4:
        return formats.money(ctx.lang, base, 1)
    return formats.money(ctx.lang, int(base) + ctx.rng.choice((0.99, 0.5, 0.9, 0.95)))


def percent(ctx: Ctx) -> str:
    return formats.percent(
        ctx.lang, ctx.rng.choice((5, 8, 10, 12.5, 15, 20, 25, 30, 40, 50, 60, 75, 80, 90, 95))
    )


def counter(ctx: Ctx) -> str:
    return ctx.rng.choice((str(ctx.rng.randrange(1, 10)), str(ctx.rng.randrange(10, 100)), "99+"))


def views(ctx: Ctx) -> str:
    n = int(10 ** ctx.rng.uniform(1.5, 6.8))
    if n < 1000:
        return str(n)
    if ctx.lang in ("zh", "ja", "ko") and n >= 10000:
        return f"{n / 10000:.1f}{'万' if ctx.lang != 'ko' else '만'}"
    short, sign = (n / 1e6, "M") if n >= 1_000_000 else (n / 1e3, "K")
    sign = {
        "fr": {"K": " k", "M": " M"},
        "ru": {"K": " тыс.", "M": " млн"},
        "de": {"K": " Tsd.", "M": " Mio."},
    }.get(ctx.lang, {}).get(sign, sign)
    return formats.grouped(ctx.lang, short, 1 if short < 100 else 0) + sign


def stars(ctx: Ctx) -> str:
    value = ctx.rng.choice((5, 4, 4, 3, 4, 5, 2))
    tenth = formats.grouped(ctx.lang, ctx.rng.randrange(31, 50) / 10, 1)
    return ctx.rng.choice(
        ("★" * value + "☆" * (5 - value), tenth, f"{tenth} ★", f"{tenth} ({ctx.rng.randrange(3, 2400)})")
    )


def temperature(ctx: Ctx) -> str:
    celsius = ctx.rng.randrange(-12, 37)
    if ctx.lang == "en" and ctx.rng.random() < 0.5:
        return f"{round(celsius * 1.8 + 32)}°F"
    return f"{celsius}" + ctx.rng.choice(("°", "°C", " °C"))


def score(ctx: Ctx) -> str:
    return f"{ctx.rng.randrange(6)}{ctx.rng.choice((':', '–', ' - '))}{ctx.rng.randrange(6)}"


def stock(ctx: Ctx) -> str:
    change = formats.grouped(ctx.lang, abs(ctx.rng.gauss(0, 1.6)) + 0.01, 2)
    ticker = "".join(ctx.rng.choice("ABCDEFGHKLMNPRSTVXYZ") for _ in range(ctx.rng.randrange(3, 5)))
    return ctx.rng.choice((f"{ticker} {ctx.rng.choice('+−')}{change}%", f"{ctx.rng.choice('▲▼')} {change} %"))


def measure(low: float, high: float, unit: str | dict[str, str], decimals: int = 0) -> Maker:
    def make(ctx: Ctx) -> str:
        text = formats.grouped(ctx.lang, ctx.rng.uniform(low, high), decimals)
        return f"{text} {unit if isinstance(unit, str) else unit.get(ctx.lang, unit['en'])}"

    return make


def vital(ctx: Ctx) -> str:
    r = ctx.rng
    return r.choice(
        (f"{r.randrange(98, 165)}/{r.randrange(58, 102)} mmHg", f"{r.randrange(46, 118)} bpm",
         f"{formats.grouped(ctx.lang, r.uniform(35.9, 39.4), 1)} °C", f"SpO₂ {r.randrange(90, 100)} %",
         f"{formats.grouped(ctx.lang, r.uniform(4.1, 11.8), 1)} mmol/L")
    )  # fmt: skip


def sleep(ctx: Ctx) -> str:
    return formats.span(ctx.lang, ctx.rng.randrange(270, 560))


def letter(ctx: Ctx) -> str:
    return ctx.rng.choice("ABCDEFGHIJKLMNOPRSTUVWXYZ" if ctx.lang != "ru" else "АБВГДЕЖЗИКЛМНОПРСТУФХЭЮЯ")


def age(ctx: Ctx) -> str:
    n = ctx.rng.randrange(18, 86)
    return {"zh": f"{n}岁", "ja": f"{n}歳", "ko": f"{n}세", "fr": f"{n} ans", "de": f"{n} J."}.get(
        ctx.lang, str(n)
    )


def blood_type(ctx: Ctx) -> str:
    r = ctx.rng
    if ctx.lang in ("zh", "ja", "ko"):
        return r.choice(("A", "B", "O", "AB")) + {"zh": "型", "ja": "型", "ko": "형"}[ctx.lang]
    return r.choice(("A", "B", "0" if ctx.lang == "de" else "O", "AB")) + r.choice(("+", "−", " Rh+", " Rh−"))


def quantity(ctx: Ctx) -> str:
    n = ctx.rng.randrange(1, 13)
    return ctx.rng.choice(
        (
            str(n),
            f"×{n}",
            f"{n}×",
            f"{n} "
            + {"zh": "件", "ja": "点", "ko": "개", "fr": "pce", "ru": "шт.", "de": "Stk."}.get(
                ctx.lang, "pcs"
            ),
        )
    )


def size(ctx: Ctx) -> str:
    return formats.size(ctx.lang, int(2 * 30000 ** ctx.rng.random()))


def distance(ctx: Ctx) -> str:
    metres = 10 ** ctx.rng.uniform(1.9, 4.6)
    return formats.distance(ctx.lang, round(metres / 10) * 10)
