from __future__ import annotations

import pytest

from tactful.memory.generalize import keeps_value, value_parts


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
