from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.recognize.reading.split import split
from tactful.terms import Box

HEIGHT = 30


def parts(text: str) -> list[str]:
    """``text`` split as if set in a usual face; each ``_`` is a space ten times as wide."""
    edges = [0.0]
    for ch in text:
        advance = 8 if ch == " " else 80 if ch == "_" else 24 if ord(ch) > 0x2E80 else 13
        edges.append(edges[-1] + advance)
    text = text.replace("_", " ")
    return [text[a:b] for a, b in split(text, edges, Box(0, 0, int(edges[-1]), HEIGHT))]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Ada Moss 3 days ago", ["Ada Moss", "3 days ago"]),
        ("Ada Moss 4:20 AM", ["Ada Moss", "4:20 AM"]),
        ("Ada Moss · 5 Nov 2024", ["Ada Moss", "5 Nov 2024"]),
        ("ada@moss.org 2 days ago", ["ada@moss.org", "2 days ago"]),
        ("张伟 昨天", ["张伟", "昨天"]),
        ("李娜 下午3:15", ["李娜", "下午3:15"]),
        ("田中太郎 3日前", ["田中太郎", "3日前"]),
        ("佐藤花子 10月30日", ["佐藤花子", "10月30日"]),
        ("김민수 오전 10:30", ["김민수", "오전 10:30"]),
        ("박지영 2시간 전", ["박지영", "2시간 전"]),
        ("Marie Dupont il y a 2 h", ["Marie Dupont", "il y a 2 h"]),
        ("Marie Dupont 14 juil. 2024", ["Marie Dupont", "14 juil. 2024"]),
        ("Анна Петрова 3 дня назад", ["Анна Петрова", "3 дня назад"]),
        ("Иван Орлов вчера, 14:05", ["Иван Орлов", "вчера, 14:05"]),
    ],
)
def test_a_sender_and_a_time_part(line: str, expected: list[str]) -> None:
    assert parts(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("From: Ada Moss <ada@moss.org>", ["From:", "Ada Moss", "<ada@moss.org>"]),
        ("Phone: +1 202 555 0123", ["Phone:", "+1 202 555 0123"]),
        ("电话：13800000000", ["电话：", "13800000000"]),
        ("Дата: 5 мая 2024", ["Дата:", "5 мая 2024"]),
        ("Date: Wed, Oct 29, 2025 at 4:20 AM", ["Date:", "Wed, Oct 29, 2025 at 4:20 AM"]),
        ("ada@moss.org because the", ["ada@moss.org", "because the"]),
        ("+1 202 555 0123 Mobile", ["+1 202 555 0123", "Mobile"]),
        ("10:30 Team meeting", ["10:30", "Team meeting"]),
    ],
)
def test_labels_and_values_part(line: str, expected: list[str]) -> None:
    assert parts(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        "Let's meet tomorrow at 10:30",
        "The meeting was moved to Oct 30",
        "Yesterday we went to the zoo",
        "Write to ada@moss.org",
        "Re: Lunch",
        "Note: bring three apples",
        "http://example.org/a",
        "Oct 30, 2025",
        "Mar Vista 12",
        "Deep Work Session Complete",
        "4:17",
    ],
)
def test_prose_and_single_values_stay_whole(line: str) -> None:
    assert parts(line) == [line]


def test_wide_gaps_part_columns() -> None:
    assert parts("Ada Moss_Sales_12") == ["Ada Moss", "Sales", "12"]


def test_a_loose_gap_parts_a_count() -> None:
    edges = [0.0]
    for ch in "Drafts 12":
        edges.append(edges[-1] + (20 if ch == " " else 13))
    assert split("Drafts 12", edges, Box(0, 0, int(edges[-1]), HEIGHT)) == [(0, 6), (7, 9)]


def test_a_monospaced_line_is_not_shredded() -> None:
    text = "no one saw us"
    edges = [i * 18.0 for i in range(len(text) + 1)]
    assert split(text, edges, Box(0, 0, int(edges[-1]), 16)) == [(0, len(text))]


@given(st.text(alphabet="aB1:@. <>·年가я_\t", max_size=30))
def test_spans_are_ordered_apart_and_lose_no_letter(text: str) -> None:
    edges = [i * 13.0 for i in range(len(text) + 1)]
    spans = split(text, edges, Box(0, 0, max(1, 13 * len(text)), HEIGHT))
    ends = [0, *(end for _, end in spans)]
    assert all(end <= start < stop for end, (start, stop) in zip(ends, spans, strict=False))
    kept = {i for a, b in spans for i in range(a, b)}
    assert all(i in kept for i, ch in enumerate(text) if ch.isalnum())
