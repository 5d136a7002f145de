"""Dates, times and amounts."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    "line",
    [
        "Oct 30",
        "October 30, 2025",
        "30 Oct 2025",
        "Fri, Oct 31",
        "2025-10-31",
        "31.10.2025",
        "10/31/25",
        "2:03 AM",
        "14:30",
        "3 days ago",
        "5m ago",
        "Yesterday",
        "2025年10月31日",
        "10月31日",
        "令和7年10月31日",
        "2025년 10월 31일",
        "下午3:20",
        "午後3時20分",
        "오후 3:20",
        "3分钟前",
        "3時間前",
        "5분 전",
        "昨天",
        "昨日",
        "어제",
        "31 octobre 2025",
        "il y a 3 jours",
        "14h30",
        "31 октября 2025 г.",
        "5 минут назад",
        "вчера",
        "31. Oktober 2025",
        "vor 5 Minuten",
        "9:00 - 10:30 AM",
        "31 окт.",
    ],
)
def test_date_alone(values, line):
    found = {text for kind, text in values(line, only="dates") if kind in ("date", "time")}
    assert line.rstrip(".") in {text.rstrip(".") for text in found}


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("Meeting on Nov 3 at the office", "Nov 3"),
        ("See you at 5:30 pm then", "5:30 pm"),
        ("会议改到11月3日上午", "11月3日"),
        ("명절은 10월 3일입니다", "10월 3일"),
        ("Встреча 3 ноября в офисе", "3 ноября"),
        ("Thursday·12:57 PM", "Thursday·12:57 PM"),
        ("余额 3月4日 17:20 支出", "3月4日 17:20"),
        ("on May 3, 2:10 PM they left", "May 3, 2:10 PM"),
        ("2026-01-29T20:12:02Z INFO start", "2026-01-29T20:12:02Z"),
        ("Date: Thu Jan 29 21:14:03 2026 +0100", "Thu Jan 29 21:14:03 2026 +0100"),
        ("Mobile·1min ago", "1min ago"),
    ],
)
def test_date_inside(values, line, value):
    assert value in {text for _, text in values(line, only="dates")}


@pytest.mark.parametrize(
    "line",
    [
        "Version 2.10.3",
        "192.168.1.1",
        "16:9",
        "3.5.2024.1",
        "May",
        "March",
        "Mark all",
        "Wedding",
        "may be late",
        "Second hand",
        "Sonntagskind",
        "10 items",
        "1080p",
    ],
)
def test_no_date(values, line):
    assert values(line, only="dates", least=0.51) == set()


@pytest.mark.parametrize("line", ["14 февраля 2026 г.", "Oct 30", "2:03 AM", "3 days ago", "昨天"])
def test_a_date_alone_leaves_the_last_word_to_its_place(findings, line):
    assert all(f.confidence <= 0.6 for f in findings(line, only="dates"))


def test_birth_date_is_high(findings):
    (found,) = findings("Date of birth", "1990-02-03", only="dates")
    assert (found.risk.value, found.category.value) == ("high", "identity")


@pytest.mark.parametrize(
    "line", ["45:34", "1:02:33", "0:45 / 3:10", "25 min", "1 h 20 min", "30分钟", "2시간"]
)
def test_duration_is_low(findings, line):
    assert {f.risk.value for f in findings(line, only="dates") if (f.end or 0) - f.start == len(line)} <= {
        "low",
        "medium",
    }
    assert findings(line, only="dates")


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("$1,234.56", "$1,234.56"),
        ("Total: US$ 12.00", "US$ 12.00"),
        ("¥128.00", "¥128.00"),
        ("￥128", "￥128"),
        ("实付 128.50元", "128.50元"),
        ("3,980円", "3,980円"),
        ("12,000원", "12,000원"),
        ("1 250,00 €", "1 250,00 €"),
        ("5 000 ₽", "5 000 ₽"),
        ("1500 руб.", "1500 руб."),
        ("-$45.10", "-$45.10"),
        ("EUR 99.95", "EUR 99.95"),
        ("£3.5k", "£3.5k"),
        ("7,200 a year from her and earn 41k there", "7,200"),
        ("7,200 a year from her and earn 41k there", "41k"),
        ("我还欠他 1,500", "1,500"),
        ("15/04/2026 Prélèvement 187,00 €", "187,00 €"),
        ("15/04/2026 Prélèvement 187,00 €", "15/04/2026 Prélèvement 187,00 €"),
    ],
)
def test_amount(values, line, value):
    assert ("amount", value) in values(line, only="amounts")


def test_amount_of_ones_own_is_surer(findings):
    (public,) = findings("$12.99", only="amounts")
    (own,) = findings("Available balance", "$12.99", only="amounts")
    assert own.confidence > public.confidence
    assert findings("Balance", "1,234.50", only="amounts")


@pytest.mark.parametrize(
    "line", ["12.99", "100%", "$", "USD", "1 won", "$variable", "v1.2", "eth0 UP", "41k likes", "paid 3 pm"]
)
def test_no_amount(values, line):
    assert values(line, only="amounts") == set()
