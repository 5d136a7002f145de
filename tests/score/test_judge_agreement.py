"""Agreement of two judges."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.score import judge_agreement, verdicts
from tactful.terms.reveals import SampleResult


def test_counts_percent_and_kappa() -> None:
    pairs = [(True, True)] * 20 + [(True, False)] * 5 + [(False, True)] * 10 + [(False, False)] * 15
    table = judge_agreement(pairs)
    assert (table.both, table.first_only, table.second_only, table.neither) == (20, 5, 10, 15)
    assert table.percent == pytest.approx(70)
    assert table.kappa == pytest.approx(0.4)


def test_no_pairs_have_no_figures() -> None:
    table = judge_agreement([])
    assert math.isnan(table.percent)
    assert math.isnan(table.kappa)
    assert table.to_json()["percent"] is None
    assert table.to_json()["pairs"] == 0


def test_kappa_is_undefined_where_nothing_varies() -> None:
    table = judge_agreement([(False, False)] * 3)
    assert table.percent == 100
    assert math.isnan(table.kappa)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1))
def test_agreement_is_symmetric(pairs: list[tuple[bool, bool]]) -> None:
    one, two = judge_agreement(pairs), judge_agreement([(b, a) for a, b in pairs])
    assert one.percent == two.percent
    assert math.isnan(one.kappa) == math.isnan(two.kappa)
    assert math.isnan(one.kappa) or one.kappa == pytest.approx(two.kappa)
    assert math.isnan(one.kappa) or -1 <= one.kappa <= 1


def test_verdicts_of_a_sample() -> None:
    sample = SampleResult("p", 0, 0, revealed={"a": "x", "b": "y"}, lexical=frozenset("bc"))
    assert verdicts(sample, ["a", "b", "c", "d"]) == [
        (True, False),
        (True, True),
        (False, True),
        (False, False),
    ]


def test_unscored_samples_have_no_verdicts() -> None:
    assert verdicts(SampleResult("p", 0, 0, lexical=frozenset("a")), ["a"]) == []
    assert verdicts(SampleResult("p", 0, 0, revealed={"a": "x"}), ["a"]) == []
