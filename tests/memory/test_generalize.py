from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.memory.generalize import Coarse, generalize, keeps_value, value_parts

MADE = [
    ("My income is $72,000.", "range", "My income is between $50,000 and $100,000."),
    ("My income is $50,000.", "range", "My income is between $20,000 and $100,000."),
    ("Her income is €1.2 million.", "range", "Her income is between €1,000,000 and €2,000,000."),
    ("Her income is €61.000.", "range", "Her income is between €50,000 and €100,000."),
    ("I earn $1,000 a month, and more.", "range", "I earn between $500 and $2,000 a month, and more."),
    ("The visit is on 2031-04-12.", "month", "The visit is in April 2031."),
    ("I live at 5 Elm Road, Apt B, Wickham, ME 01234.", "city", "The user lives in Wickham, ME."),
    ("My home address is 5 Elm Road, Old Wick, ME.", "city", "The user lives in Old Wick, ME."),
    ("The visit is on April 12, 2031 at 10:00 AM.", "month", "The visit is in April 2031."),
    ("The visit is on 12 April 2031.", "year", "The visit is in 2031."),
    ("I live at 5 Elm Road, Wickham, ME 01234.", "city", "The user lives in Wickham, ME."),
    ("I live at 5 Elm Road\nWickham, ME 01234", "city", "The user lives in Wickham, ME."),
]
NONE = [
    ("My income is good.", "range"),
    ("Ada of Wick Ltd earns $72,000.", "range"),  # a name stays
    ("I earn $72,000 in 12 months.", "range"),  # a number stays
    ("See Dr. Wick on 2031-04-12.", "month"),
    ("I earn $70,000, seventy thousand dollars.", "range"),
    ("I earn $1,23,4.", "range"),
    ("I saw her on March 3, 2031, the third.", "month"),
    ("I live in Wickham.", "city"),
    ("I live at 5 Elm Road, Wickham.", "city"),  # no state
    ("My ex lives at 5 Elm Road, Reno, NV.", "city"),
    ("I used to live at 5 Elm Road, Reno, NV.", "city"),
    ("I stayed at my cousin's house on 5 Elm Road, Reno, NV.", "city"),
    ("I live at 5 Elm Road, next to the women's shelter, Reno, NV.", "city"),
    ("I live at 5 Elm Road, with my boyfriend, in Reno, NV", "city"),
    ("I live at 5 Elm Road, unit b, Reno", "city"),
    ("I live at 5 Wickham Road, Wickham.", "city"),
]


@pytest.mark.parametrize(("text", "keep", "made"), MADE)
def test_made(text: str, keep: str, made: str) -> None:
    assert generalize(text, Coarse(keep=keep)) == made


@pytest.mark.parametrize(("text", "keep"), NONE)
def test_no_safe_form(text: str, keep: str) -> None:
    assert generalize(text, Coarse(keep=keep)) is None


def test_a_sentence_that_states_the_value_is_not_used() -> None:
    coarse = Coarse(sentence="The user sees Wick often.")
    assert generalize("I see Ada Wick on Mondays.", coarse) is None
    assert generalize("I see Ada Stone on Mondays.", coarse) == "The user sees Wick often."
    assert generalize("the user sees  wick often.", coarse) is None  # not coarser at all


@given(st.integers(1, 10**9))
def test_no_edge_is_the_amount(amount: int) -> None:
    made = generalize(f"I earn ${amount:,}.", Coarse(keep="range"))
    assert made is not None
    low, high = (int(n.replace(",", "")) for n in re.findall(r"\$([\d,]+)", made))
    assert low < amount < high


@given(st.dates())
def test_a_month_never_tells_the_day(day: object) -> None:
    made = generalize(f"The visit is on {day}.", Coarse(keep="month"))
    assert made is not None
    assert len(re.findall(r"\d+", made)) == 1


def test_value_parts() -> None:
    parts = value_parts("I read 'The Long Way' with Ada Wick four times since 2031-04-12.")
    assert {"the long way", "ada", "wick", "four", "20310412"} <= parts
    assert value_parts("I am fine.") == frozenset()


KEPT = [
    ("I was diagnosed with diabetes.", "The user has diabetes."),
    ("I have diabetes.", "The user is diabetic."),
    ("I earn sixty thousand.", "The user earns 60,000."),
    ("I earn 61k.", "The user earns sixty-one thousand."),
    ("I work for Ada Wick.", "the user works for wick."),
    ("I vote for the Pirate Party.", "The user likes pirates."),
]
COARSER = [
    ("I was diagnosed with diabetes.", "The user has a health condition."),
    ("I have therapy with Dr. Stone on May 3.", "The user has an appointment."),
    ("My annual income is $61,000.", "The user has a regular income."),
]


@pytest.mark.parametrize(("text", "coarser"), KEPT)
def test_a_free_text_that_keeps_something(text: str, coarser: str) -> None:
    assert keeps_value(text, coarser)


@pytest.mark.parametrize(("text", "coarser"), COARSER)
def test_a_free_text_that_keeps_nothing(text: str, coarser: str) -> None:
    assert not keeps_value(text, coarser)
