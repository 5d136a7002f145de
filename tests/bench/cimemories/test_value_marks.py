"""Where a value stands in a sentence."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.bench.cimemories.marks import value_marks


@pytest.mark.parametrize(
    ("value", "sentence", "marked"),
    [
        (45000, "He earns $45,000, not 145,000.", ["$45,000"]),
        (1450.5, "A rent of 1450.50 euros.", ["1450.50"]),
        ("$1,200", "It cost 1200 dollars.", ["1200"]),
        ("2024-01-17", "On January 17, 2024, at noon.", ["January 17, 2024"]),
        ("2024-01-17", "On 17 Jan 2024.", ["17 Jan 2024"]),
        ("2023-07", "Since July 2023.", ["July 2023"]),
        ("HI-742190 (2023-07)", "Policy HI-742190 of July 2023.", ["HI-742190", "July 2023"]),
        ("WL‑2023‑07 contract", "The contract is WL-2023-07.", ["contract", "WL-2023-07"]),
        (["a cat", "dogs"], "She has a cat and dogs.", ["a cat", "dogs"]),
        ({"city": "Oslo", "years": 3}, "Three years, or 3, in Oslo.", ["3", "Oslo"]),
        ("Mild asthma", "the asthma is MILD", ["asthma", "MILD"]),
        ("mild asthma", "a mild  asthma", ["mild  asthma"]),
        (17, "room 170, flat 17", ["17"]),
        ("cat", "concatenate", []),
        (True, "Smokes a pipe.", ["Smokes"]),
        (None, "Nothing here.", []),
        ("(", "a ( b", []),
        ("", "", []),
    ],
)  # fmt: skip
def test_marks(value: Any, sentence: str, marked: list[str]) -> None:
    found = value_marks(value, "The user smokes daily." if value is True else "", sentence)
    assert [sentence[start:end] for start, end in found] == marked


@given(
    st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | st.text(), st.lists, max_leaves=5),
    st.text(),
    st.text(),
)
def test_marks_lie_inside_and_never_overlap(value: Any, statement: str, sentence: str) -> None:
    at = 0
    for start, end in value_marks(value, statement, sentence):
        assert at <= start < end <= len(sentence)
        at = end
