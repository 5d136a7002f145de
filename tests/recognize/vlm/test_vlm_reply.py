"""Reads replies in the authors' line format and in JSON, whole and broken."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.recognize.vlm.reply import read_line, read_listing
from tactful.terms import Category, Risk

BOX = '{"x1":10,"y1":20,"x2":30,"y2":40}'
GOOD = f"Ann Sample | high | 1(Basic Identity Identifiers) | {BOX} | yes"
PUBLIC = f"Settings | no_risk | 0(None) | {BOX} | no"
ENTRY = {"text": "Ann", "risk": "high", "category": 1, "box": [10, 20, 30, 40], "necessary": "no"}
FLAT = {"text": "Ann", "risk": "low", "category": 3, "x1": 1, "y1": 2, "x2": 3, "y2": 4, "necessary": False}


def test_one_line() -> None:
    item = read_line(GOOD)
    assert item is not None
    assert (item.text, item.risk, item.category) == ("Ann Sample", Risk.HIGH, Category.IDENTITY)
    assert (item.corners, item.necessary) == ((10, 20, 30, 40), True)
    assert "Ann" not in repr(item)


@pytest.mark.parametrize(
    "line",
    [
        f"| high | 1 | {BOX} | yes",
        f"Ann | very | 1 | {BOX} | yes",
        f"Ann | high | 9 | {BOX} | yes",
        'Ann | high | 1 | {"x1":10,"y1":20} | yes',
        f"Ann | high | 1 | {BOX} | perhaps",
        f"Ann | high | 1 | {BOX}",
        "Ann",
    ],
)
def test_lines_that_are_none(line: str) -> None:
    assert read_line(line) is None


@given(st.text(st.characters(exclude_categories=("C", "Z")) | st.just(" ") | st.just("|"), min_size=1))
def test_the_text_may_hold_bars(text: str) -> None:
    text = text.strip(" `*")
    item = read_line(f"{text} | low | 3 | {BOX} | no")
    if not text:
        assert item is None
    else:
        assert item is not None
        assert item.text == text


@pytest.mark.parametrize(
    ("reply", "items", "broken", "prose", "cut"),
    [
        (f"{GOOD}\n{PUBLIC}", 2, 0, 0, False),
        (f"```\n{GOOD}\n```", 1, 0, 0, False),
        (f"text | risk | n(Category) | box | necessary\n|---|---|---|---|---|\n| {GOOD} |", 1, 0, 0, False),
        (f"Here is the list:\n{GOOD}\nDone.", 1, 0, 2, False),
        (f"<think>Ann | high</think>\n{GOOD}", 1, 0, 0, False),
        (f"{GOOD}\nBob | high | oops | {BOX} | no", 1, 1, 0, False),
        (f"[Draft] hello | medium | 4 | {BOX} | no\n{GOOD}", 2, 0, 0, False),
        (json.dumps([ENTRY, ENTRY]), 2, 0, 0, False),
        (f"```json\n{json.dumps([ENTRY])}\n```", 1, 0, 0, False),
        (json.dumps({"regions": [ENTRY]}), 1, 0, 0, False),
        (json.dumps(ENTRY), 1, 0, 0, False),
        (f"{json.dumps(ENTRY)}\n{json.dumps(ENTRY)}", 2, 0, 0, False),
        (f"{json.dumps(ENTRY)}\n{json.dumps(ENTRY)[:-9]}", 1, 0, 0, True),
        (json.dumps([ENTRY, {"text": "Bob"}]), 1, 1, 0, False),
        (json.dumps([ENTRY, "Bob"]), 1, 1, 0, False),
        (json.dumps([ENTRY, ENTRY])[:-20], 1, 0, 0, True),
        (json.dumps([FLAT]), 1, 0, 0, False),
    ],
)
def test_replies(reply: str, items: int, broken: int, prose: int, cut: bool) -> None:
    listing = read_listing(reply)
    assert (len(listing.items), len(listing.broken), len(listing.prose), listing.cut) == (
        items,
        broken,
        prose,
        cut,
    )
    assert listing.usable


@pytest.mark.parametrize("reply", ["NONE", "none.", "[]", "```json\n[]\n```", "<think>hm</think>NONE"])
def test_nothing_private_must_be_said(reply: str) -> None:
    listing = read_listing(reply)
    assert listing.empty
    assert listing.usable


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "  ",
        "I cannot help with that.",
        "Ann is private.",
        "<think>unfinished",
        "[",
        "{}",
        "NONE\nAnn | high",
    ],
)
def test_replies_that_say_nothing_usable(reply: str) -> None:
    assert not read_listing(reply).usable


def test_a_truncated_reply_is_cut_and_its_last_line_broken() -> None:
    listing = read_listing(f"{GOOD}\nBob Sam", truncated=True)
    assert listing.cut
    assert listing.broken == ("Bob Sam",)
    assert not read_listing("NONE", truncated=True).usable


@given(st.text(max_size=300))
def test_no_reply_breaks_the_reader(reply: str) -> None:
    listing = read_listing(reply)
    assert not listing.items or listing.usable


@given(st.lists(st.sampled_from([GOOD, PUBLIC, "Ann | high |", f"x | low | 8 | {BOX} | no"]), max_size=6))
def test_every_line_is_counted(lines: list[str]) -> None:
    listing = read_listing("\n".join(lines))
    assert len(listing.items) + len(listing.broken) == len(lines)
