"""People against the judge: the published table, and kappa against its definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.score import RatedPair, check_table, human_check
from tactful.score.stats import cohen_kappa

PUBLISHED = [[6, 0, 0, 0, 0], [12, 36, 12, 1, 0], [5, 52, 218, 53, 7], [1, 5, 21, 90, 20], [0, 0, 0, 4, 44]]
"""The 587 ratings behind G.3 (row: person)."""
SCORES = st.integers(0, 4)
PAIRS = st.lists(st.tuples(SCORES, SCORES), min_size=1, max_size=12)


def test_the_published_figures() -> None:
    found = check_table(PUBLISHED)
    assert found.n == 587
    assert (found.exact.value, found.within_one.value) == (pytest.approx(394 / 587), pytest.approx(568 / 587))
    # The paper's 96.7 % is the sum of two rounded shares, 67.1 % and 29.6 %; unrounded it is 96.76 %.
    exact, one_off = round(100 * 394 / found.n, 1), round(100 * (89 + 85) / found.n, 1)
    assert (exact, one_off, round(exact + one_off, 1)) == (67.1, 29.6, 96.7)
    assert abs(100 * (found.within_one.value or 0) - 96.7) < 0.1
    assert found.differences == {-4: 0, -3: 1, -2: 10, -1: 89, 0: 394, 1: 85, 2: 8, 3: 0, 4: 0}
    for figure in (found.exact, found.within_one, found.quadratic, found.linear):
        assert figure.low is not None
        assert figure.high is not None
        assert figure.value is not None
        assert figure.low < figure.value < figure.high


def rows(table: list[list[int]]) -> list[tuple[int, int]]:
    return [(human, judge) for human in range(5) for judge in range(5) for _ in range(table[human][judge])]


@given(PAIRS, st.sampled_from((1, 2)))
def test_kappa_is_that_of_all_pairs(pairs: list[tuple[int, int]], power: int) -> None:
    table = np.zeros((5, 5), dtype=np.int64)
    for pair in pairs:
        table[pair] += 1
    observed = sum(abs(a - b) ** power for a, b in pairs) / len(pairs)
    expected = sum(abs(a - b) ** power for a, _ in pairs for _, b in pairs) / len(pairs) ** 2
    found = float(cohen_kappa(table, power))
    if expected == 0:
        assert np.isnan(found)
    else:
        assert found == pytest.approx(1 - observed / expected)


@given(PAIRS)
def test_shares_are_counts(pairs: list[tuple[int, int]]) -> None:
    found = human_check([RatedPair(a, b) for a, b in pairs], resamples=20)
    assert found.exact.value == pytest.approx(sum(a == b for a, b in pairs) / len(pairs))
    assert found.within_one.value == pytest.approx(sum(abs(a - b) < 2 for a, b in pairs) / len(pairs))
    assert sum(found.differences.values()) == len(pairs)
    assert found.mean_judge == pytest.approx(sum(b for _, b in pairs) / len(pairs))


def test_perfect_and_reversed() -> None:
    same = human_check([RatedPair(n, n) for n in range(5)])
    assert (same.quadratic.value, same.linear.value) == (1, 1)
    turned = human_check([RatedPair(n, 4 - n) for n in range(5)])
    assert turned.quadratic.value == pytest.approx(-1)


def test_groups_widen_the_interval_and_draws_are_seeded() -> None:
    pairs = rows(PUBLISHED)
    clustered = [RatedPair(a, b, at * 12 // len(pairs)) for at, (a, b) in enumerate(pairs)]
    one = human_check(clustered, resamples=400, seed=1)
    assert one == human_check(clustered, resamples=400, seed=1)
    flat = check_table(PUBLISHED, resamples=400, seed=1)
    assert one.table == flat.table
    assert one.exact.value == flat.exact.value

    def width(low: float | None, high: float | None) -> float:
        assert low is not None
        assert high is not None
        return high - low

    assert width(one.exact.low, one.exact.high) > 2 * width(flat.exact.low, flat.exact.high)


def test_nothing_rated() -> None:
    found = human_check([])
    assert (found.n, found.exact.value, found.quadratic.value, found.mean_human) == (0, None, None, None)


@pytest.mark.parametrize("table", [[[1]], np.full((5, 5), -1), [[0] * 5] * 4])
def test_what_is_no_table(table: list[list[int]]) -> None:
    with pytest.raises(ValueError, match="5 by 5"):
        check_table(table)


@pytest.mark.parametrize("pair", [RatedPair(5, 0), RatedPair(0, -1)])
def test_scores_beyond_the_scale(pair: RatedPair) -> None:
    with pytest.raises(ValueError, match="0 to 4"):
        human_check([pair])
