"""Dates, times, amounts: each language's own way."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest

from tactful.world.content import formats
from tactful.world.people.person import LANGUAGES

AT = datetime(2026, 3, 4, 15, 5)


@pytest.mark.parametrize(
    ("lang", "twelve", "text"),
    [
        ("en", False, "15:05"), ("en", True, "3:05 PM"), ("zh", True, "下午3:05"), ("ja", True, "午後3:05"),
        ("ko", True, "오후 3:05"), ("fr", True, "15:05"), ("ru", False, "15:05"), ("de", True, "15:05"),
    ],
)  # fmt: skip
def test_clock(lang: str, twelve: bool, text: str) -> None:
    assert formats.clock(lang, AT, twelve) == text


@pytest.mark.parametrize(("hour", "text"), [(0, "12:30 AM"), (12, "12:30 PM"), (11, "11:30 AM")])
def test_noon_and_midnight(hour: int, text: str) -> None:
    assert formats.clock("en", AT.replace(hour=hour, minute=30), True) == text


@pytest.mark.parametrize(
    ("lang", "full", "short", "weekday"),
    [
        ("en", "Mar 4, 2026", "3/4/26", "Wed, Mar 4"),
        ("zh", "2026年3月4日", "2026/3/4", "3月4日 周三"),
        ("ja", "2026年3月4日", "2026/3/4", "3月4日 (水)"),
        ("ko", "2026년 3월 4일", "2026. 3. 4.", "3월 4일 (수)"),
        ("fr", "4 mars 2026", "04/03/2026", "mer. 4 mars"),
        ("ru", "4 мар. 2026", "04.03.2026", "ср, 4 мар."),
        ("de", "4. März 2026", "04.03.2026", "Mi, 4. März"),
    ],
)
def test_dates(lang: str, full: str, short: str, weekday: str) -> None:
    assert formats.full_date(lang, AT) == full
    assert formats.short_date(lang, AT) == short
    assert formats.weekday_date(lang, AT) == weekday


@pytest.mark.parametrize(
    ("lang", "base", "text"),
    [
        ("en", 1234.5, "$1,357.95"), ("zh", 10, "¥75.00"), ("ja", 10, "¥1,600"), ("ko", 10, "₩14,500"),
        ("fr", 1234.5, "1 234,50 €"), ("ru", 100, "9 500 ₽"), ("de", 1234.5, "1.234,50 €"),
        ("de", -3, "-3,00 €"),
    ],
)  # fmt: skip
def test_money(lang: str, base: float, text: str) -> None:
    assert formats.money(lang, base) == text


@pytest.mark.parametrize(
    ("lang", "long", "padded", "name"),
    [
        ("en", "March 4, 2026", "03/04/2026", "March"), ("zh", "2026年3月4日", "2026-03-04", "3月"),
        ("ja", "2026年3月4日", "2026/03/04", "3月"), ("ko", "2026년 3월 4일", "2026. 3. 4.", "3월"),
        ("fr", "4 mars 2026", "04/03/2026", "mars"), ("ru", "4 марта 2026 г.", "04.03.2026", "Март"),
        ("de", "4. März 2026", "04.03.2026", "März"),
    ],
)  # fmt: skip
def test_long_dates(lang: str, long: str, padded: str, name: str) -> None:
    assert formats.full_date(lang, AT, long=True) == long
    assert formats.short_date(lang, AT, padded=True) == padded
    assert formats.month(lang, AT) == name


@pytest.mark.parametrize(
    ("lang", "base", "step", "text"),
    [
        ("en", 1234.5, 10, "$1,360"), ("zh", 10.4, 1, "¥80"), ("ko", 10.4, 1, "₩15,000"),
        ("fr", 1234.5, 1, "1 234 €"), ("ru", 100, 1, "9 500 ₽"), ("de", 0.2, 5, "5 €"),
    ],
)  # fmt: skip
def test_round_sums(lang: str, base: float, step: float, text: str) -> None:
    assert formats.money(lang, base, step) == text


@pytest.mark.parametrize(("minutes", "text"), [(45, "45 min"), (65, "1 h 05 min"), (600, "10 h 00 min")])
def test_spans(minutes: int, text: str) -> None:
    assert formats.span("en", minutes) == text


@pytest.mark.parametrize(
    ("minutes", "text"),
    [(1, "just now"), (59, "59 min ago"), (60, "1 h ago"), (1440, "yesterday"), (2880, "2 d ago")],
)
def test_ago(minutes: int, text: str) -> None:
    assert formats.ago("en", minutes) == text


@pytest.mark.parametrize(
    ("ago", "text"),
    [
        (timedelta(minutes=5), "15:00"), (timedelta(days=1), "Gestern"), (timedelta(days=3), "So"),
        (timedelta(days=20), "12. Feb."), (timedelta(days=200), "16.08.2025"),
    ],
)  # fmt: skip
def test_stamps(ago: timedelta, text: str) -> None:
    assert formats.stamp("de", AT - ago, AT) == text


def test_a_moment_has_its_time() -> None:
    assert formats.moment("de", AT - timedelta(days=1), AT) == "Gestern 15:05"
    assert formats.moment("de", AT, AT) == "15:05"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sizes_lengths_distances(lang: str) -> None:
    for text in (formats.size(lang, 4200), formats.duration(lang, 130), formats.distance(lang, 2400)):
        assert text[0].isdigit()
        assert not text[-1].isdigit()


@pytest.mark.parametrize(
    ("year", "month", "days"), [(2024, 2, 29), (2025, 2, 28), (2025, 12, 31), (2026, 4, 30)]
)
def test_days_of_a_month(year: int, month: int, days: int) -> None:
    assert formats.month_days(year, month) == days
    assert date(year, month, days)


def test_who_counts_to_twelve() -> None:
    assert formats.twelve_hours("en", 3, 0)
    assert not formats.twelve_hours("en", 4, 0)
    assert not formats.twelve_hours("de", 3, 0)
