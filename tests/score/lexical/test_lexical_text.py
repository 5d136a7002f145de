"""Sentences, bullets, and canonical tokens."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.score import LexicalJudge
from tactful.score.lexical.text import clean
from tactful.score.lexical.tokens import tokenize
from tactful.terms.memories import Attribute


def sentences(text: str) -> list[str]:
    cleaned = clean(text)
    return [cleaned.sentence(segment) for segment in cleaned.segments]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I saw Dr. Nadia Sorrel. She helped.", ["I saw Dr. Nadia Sorrel.", "She helped."]),
        ("It costs $9.99 a month. Fine!", ["It costs $9.99 a month.", "Fine!"]),
        ("Come at 5 p.m. on Monday. Bye.", ["Come at 5 p.m. on Monday.", "Bye."]),
        ("Come at 5 p.m. I will be there.", ["Come at 5 p.m.", "I will be there."]),
        ("I hold a B.S. in Nursing.", ["I hold a B.S. in Nursing."]),
        ("Case No. 23-1456 is open.", ["Case No. 23-1456 is open."]),
        ("By J. Clarke. Good.", ["By J. Clarke.", "Good."]),
        ("first. second one. third", ["first.", "second one.", "third"]),
        ("- Income: $61,000\n- Age: 42", ["Income: $61,000", "Age: 42"]),
        ("1. Income\n2. Age", ["Income", "Age"]),
        ("| Income | $61,000 |\n| Age | 42 |", ["Income | $61,000", "Age | 42"]),
        ("This line was wrapped by\na mail program.", ["This line was wrapped by a mail program."]),
        ("Best regards,\nAlva", ["Best regards,", "Alva"]),
        ("**Age:** 42<br>Sex: F", ["Age: 42", "Sex: F"]),
        ("“Quoted” &amp; typed – so", ['"Quoted" & typed - so']),
        ("", []),
        ("\n\n", []),
    ],
)
def test_segments(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("$61,000", "$61000"),
        ("61000 dollars", "$61000"),
        ("61k USD", "$61000"),
        ("$1.2 million", "$1200000"),
        ("two hundred and fifty thousand", "~250000"),
        ("twenty-one", "~21"),
        ("five and a half", "~5.5"),
        ("12,031", "~12031"),
        ("fifteen percent", "%15"),
        ("15 %", "%15"),
        ("3rd", "o:3"),
        ("twenty-first", "o:21"),
        ("2031-04-12", "d:2031-04-12"),
        ("April 12, 2031", "d:2031-04-12"),
        ("12th of April 2031", "d:2031-04-12"),
        ("04/12/2031", "d:2031-04-12"),
        ("25/12/2031", "d:2031-12-25"),
        ("April 2031", "m:2031-04"),
        ("04/2031", "m:2031-04"),
        ("April 12", "d:--04-12"),
        ("2 PM", "t:14:00"),
        ("12:30 a.m.", "t:00:30"),
        ("14:00", "t:14:00"),
        ("noon", "t:12:00"),
        ("141/92", "bp:141/92"),
        ("141 over 92", "bp:141/92"),
        ("1/2", "f:1/2"),
        ("per week", "per:week"),
        ("weekly", "per:week"),
        ("HI-7730418", "id:hi7730418"),
        ("401(k)", "id:401k"),
        ("a.b@example.org", "a.b@example.org"),
        ("089", "~089"),
    ],
)
def test_canonical_forms(text: str, form: str) -> None:
    assert tokenize(clean(text).text)[0].forms[0] == form


@pytest.mark.parametrize(
    ("text", "absent"),
    [
        ("12,031", "#2031"),
        ("12,031", "#31"),
        ("15 sessions", "#5"),
        ("2-3 times", "#2"),
        ("two to three times", "#3"),
        ("GAD-7", "#7"),
        ("141/92", "#92"),
        ("8/10", "#10"),
        ("99/99/2031", "d:2031-99-99"),
        ("2031-13-45", "d:2031-13-45"),
        ("25:99", "t:25:99"),
    ],
)
def test_parts_of_numbers_are_not_numbers(text: str, absent: str) -> None:
    assert all(absent not in token.forms for token in tokenize(clean(text).text))


@given(st.integers(0, 999_999_999))
def test_a_number_is_the_same_with_and_without_separators(number: int) -> None:
    assert [t.forms for t in tokenize(f"{number}")] == [t.forms for t in tokenize(f"{number:,}")]


@given(st.dates(dt.date(1900, 1, 1), dt.date(2099, 12, 31)))
def test_dates_in_four_styles_are_one(date: dt.date) -> None:
    iso = date.isoformat()
    styles = (iso, f"{date:%B} {date:%d}, {date:%Y}", f"{date:%d} {date:%b}. {date:%Y}", f"{date:%m/%d/%Y}")
    assert {tokenize(style)[0].forms[0] for style in styles} == {f"d:{iso}"}


@given(st.text(max_size=200))
def test_any_message_is_judged_alike_twice(message: str) -> None:
    attributes = [Attribute("note", message[:20], message[:40]), Attribute("age", 42, "I am 42 years old.")]
    judge = LexicalJudge(attributes)
    assert judge.revealed(message) == judge.revealed(message) == LexicalJudge(attributes).revealed(message)
