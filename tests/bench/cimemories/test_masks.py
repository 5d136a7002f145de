"""Masks of attributes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.bench.cimemories.plan import from_mask, mask_row, row_mask, to_mask
from tactful.errors import RecordError

KEYS = tuple(f"k{i}" for i in range(150))


@given(st.sets(st.sampled_from(KEYS)))
def test_a_mask_holds_the_set(chosen: set[str]) -> None:
    mask = to_mask(chosen, KEYS)
    assert set(from_mask(mask, KEYS)) == chosen
    assert [key for key, on in zip(KEYS, mask_row(mask, len(KEYS)), strict=True) if on] == list(
        from_mask(mask, KEYS)
    )
    assert row_mask(mask_row(mask, len(KEYS))) == mask
    assert len(mask) <= 38


def test_the_order_is_the_profiles() -> None:
    assert from_mask("5", ("a", "b", "c")) == ("a", "c")
    assert row_mask(np.array([True, False, True])) == "5"


@pytest.mark.parametrize("mask", ["8", "ff", "no", "", "-1", None])
def test_what_cannot_be_a_mask_of_three(mask: str) -> None:
    with pytest.raises(RecordError):
        from_mask(mask, ("a", "b", "c"))


def test_a_strange_key_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        to_mask({"z"}, ("a", "b"))
