from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.memory.words import amount_of, canonical_numbers

SAME = [
    ("sixty thousand", "60000"),
    ("sixty-one thousand dollars", "61000"),
    ("$61,000", "61000"),
    ("€61.000", "61000"),
    ("61k", "61000"),
    ("1.2 million", "1200000"),
    ("one hundred and five", "105"),
    ("the third", "3"),
    ("the twentieth", "20"),
    ("5.5 hours", "5.5"),
]


@pytest.mark.parametrize(("text", "number"), SAME)
def test_one_spelling(text: str, number: str) -> None:
    assert number in canonical_numbers(text)


def test_no_number() -> None:
    assert canonical_numbers("I am fine and well.") == frozenset()


@given(st.integers(0, 10**9))
def test_separators_change_nothing(number: int) -> None:
    assert amount_of(f"{number:,}") == amount_of(f"{number:,}".replace(",", ".")) == number
    assert canonical_numbers(f"{number:,}") == canonical_numbers(str(number))
