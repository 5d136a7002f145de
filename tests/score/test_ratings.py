"""Agreement of people, models and judges against worked examples and slow, plain implementations."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.score import (
    MISSING,
    MODEL,
    RatedPair,
    Ratings,
    check_table,
    human_check,
    judge_agreement,
    rater_agreement,
    verdicts,
)
from tactful.score.stats import cohen_kappa
from tactful.terms import Need
from tactful.terms.reveals import SampleResult

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


P, N, A = int(Need.PRIVATE), int(Need.NECESSARY), int(Need.AMBIGUOUS)


def percent_and_kappa(a: np.ndarray, b: np.ndarray) -> tuple[float | None, float | None]:
    (pair,) = rater_agreement(Ratings(("a", "b"), np.stack([a, b], axis=1)), resamples=0).pairs
    return pair.percent.value, pair.kappa.value


def fleiss_kappa(labels: np.ndarray) -> float | None:
    raters = tuple(f"rater {at}" for at in range(labels.shape[1]))
    figure = rater_agreement(Ratings(raters, labels), resamples=0).fleiss_raters
    assert figure is not None
    return figure.value


def column(*labels: int) -> np.ndarray:
    return np.array(labels, dtype=np.int8)


def test_cohen_s_kappa_of_a_worked_example() -> None:
    # 20 both P, 5 P/N, 10 N/P, 15 both N: observed 0.70, expected 0.50, kappa 0.40.
    a = column(*[P] * 25, *[N] * 25)
    b = column(*[P] * 20, *[N] * 5, *[P] * 10, *[N] * 15)
    assert percent_and_kappa(a, b) == pytest.approx((0.7, 0.4))


def test_fleiss_kappa_of_a_worked_example() -> None:
    # Three raters, four items: per item 1, 1/3, 1/3, 1; shares 1/2 and 1/2; (2/3 - 1/2) / (1 - 1/2) = 1/3.
    rows = np.array([[P, P, P], [P, P, N], [N, N, P], [N, N, N]], dtype=np.int8)
    assert fleiss_kappa(rows) == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("a", "b", "percent", "kappa"),
    [
        ((P, N), (P, N), 1.0, 1.0),
        ((P, N), (N, P), 0.0, -1.0),
        ((P, P), (P, P), 1.0, None),
        ((P, MISSING), (MISSING, N), None, None),
        ((P, N, MISSING), (P, N, N), 1.0, 1.0),
    ],
)
def test_edges(a: tuple[int, ...], b: tuple[int, ...], percent: float | None, kappa: float | None) -> None:
    assert percent_and_kappa(column(*a), column(*b)) == (
        percent,
        None if kappa is None else pytest.approx(kappa),
    )


LABEL = st.sampled_from([P, N, A, MISSING])


def slow_cohen(a: list[int], b: list[int]) -> float | None:
    rated = [(x, y) for x, y in zip(a, b, strict=True) if MISSING not in (x, y)]
    if not rated:
        return None
    observed = sum(x == y for x, y in rated) / len(rated)
    first, second = Counter(x for x, _ in rated), Counter(y for _, y in rated)
    expected = sum(first[c] * second[c] for c in (P, N, A)) / len(rated) ** 2
    return None if expected == 1 else (observed - expected) / (1 - expected)


def slow_fleiss(rows: list[list[int]]) -> float | None:
    rated = [row for row in rows if MISSING not in row]
    if not rated:
        return None
    pairs = [sum(x == y for x, y in combinations(row, 2)) / math.comb(len(row), 2) for row in rated]
    every = Counter(label for row in rated for label in row)
    chance = sum((count / sum(every.values())) ** 2 for count in every.values())
    return None if chance == 1 else (sum(pairs) / len(pairs) - chance) / (1 - chance)


@given(
    st.integers(2, 4).flatmap(
        lambda r: st.lists(st.lists(LABEL, min_size=r, max_size=r), min_size=1, max_size=20)
    )
)
def test_figures_agree_with_slow_ones(rows: list[list[int]]) -> None:
    labels = np.array(rows, dtype=np.int8)
    for first, second in combinations(range(labels.shape[1]), 2):
        expected = slow_cohen([row[first] for row in rows], [row[second] for row in rows])
        found = percent_and_kappa(labels[:, first], labels[:, second])
        assert found[1] == (None if expected is None else pytest.approx(expected))
        assert found == percent_and_kappa(labels[:, second], labels[:, first])
    expected = slow_fleiss(rows)
    assert fleiss_kappa(labels) == (None if expected is None else pytest.approx(expected))


def ratings() -> Ratings:
    rng = np.random.default_rng(0)
    truth = np.where(rng.random(100) < 0.5, P, N)
    noisy = [np.where(rng.random(100) < flip, P + N - truth, truth) for flip in (0.05, 0.1, 0.15, 0.2)]
    labels = np.stack(noisy, axis=1).astype(np.int8)
    labels[3, 2] = MISSING
    return Ratings((MODEL, "Rater 1", "Rater 2", "Rater 3"), labels)


def test_the_layout_of_table_4() -> None:
    figures = rater_agreement(ratings(), resamples=200)
    table = figures.table()
    assert table[0] == ("", "Model", "Rater 1", "Rater 2", "Rater 3")
    assert [row[1:].count("-") for row in table[1:]] == [1, 2, 3, 4]
    expected = percent_and_kappa(ratings().labels[:, 0], ratings().labels[:, 3])[0]
    assert expected is not None
    assert table[1][4] == f"{expected:.0%}"
    assert all(cell == "-" or cell.endswith("%") for row in table[1:] for cell in row[1:])


def test_intervals_hold_the_value_and_repeat_with_the_seed() -> None:
    figures = rater_agreement(ratings(), seed=1, resamples=300)
    assert figures.to_json() == rater_agreement(ratings(), seed=1, resamples=300).to_json()
    assert figures.to_json() != rater_agreement(ratings(), seed=2, resamples=300).to_json()
    for pair in figures.pairs:
        for figure in (pair.percent, pair.kappa):
            assert figure.value is not None
            assert figure.low is not None
            assert figure.high is not None
            assert figure.low <= figure.value <= figure.high
    assert figures.pair("Rater 2", "Model").percent.items == 99
    assert figures.missing == {"Model": 0, "Rater 1": 0, "Rater 2": 1, "Rater 3": 0}
    assert figures.fleiss_raters is not None
    assert figures.fleiss_all is not None
    assert figures.fleiss_all.items == 99


def test_two_people_without_a_model() -> None:
    two = Ratings(("a", "b"), ratings().labels[:, :2])
    figures = rater_agreement(two, resamples=50)
    assert figures.fleiss_all is None
    assert len(figures.pairs) == 1
    with pytest.raises(ValueError, match="two raters"):
        rater_agreement(Ratings(("a",), ratings().labels[:, :1]))
    with pytest.raises(ValueError, match="codes"):
        Ratings(("a",), np.array([[7]], dtype=np.int8))
    with pytest.raises(ValueError, match="column"):
        Ratings(("a", "b"), np.array([[1]], dtype=np.int8))


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
    assert table.pairs == 0


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
