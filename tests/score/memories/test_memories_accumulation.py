from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_memories import make_profile, make_samples, runs, slow_expectation

from tactful.score import accumulate, tabulate
from tactful.score.memories.curves import accumulation_by_attribute, symmetric_means
from tactful.score.memories.metrics import violation, violation_by_attribute
from tactful.terms import Profile, ProfileReveals, SampleResult

Run = tuple[list[Profile], list[SampleResult]]


def big(
    tasks: int, samples: int, attributes: int = 147, seed: int = 0, failed: float = 0.0
) -> ProfileReveals:
    random = np.random.default_rng(seed)
    return ProfileReveals(
        f"profile {seed}",
        tuple(f"key{at}" for at in range(attributes)),
        ("finance",) * attributes,
        tuple((f"recipient {at}", f"task {at}") for at in range(tasks)),
        random.choice([0, 1, 2], size=(tasks, attributes)).astype(np.int8),
        random.random((tasks, samples, attributes)) < 0.02,
        random.random((tasks, samples)) >= failed,
        np.ones((tasks, attributes), dtype=bool),
    )


@settings(max_examples=80)
@given(run=runs(most_contexts=3))
def test_equals_the_mean_over_all_subsets(run: Run) -> None:
    for table in tabulate(*run):
        total, most = len(table.contexts), table.scored.shape[1]
        if not total:
            continue
        private = (table.needs == 2).tolist()
        told = [
            [row.tolist() if ok else None for row, ok in zip(rows, oks, strict=True)]
            for rows, oks in zip(table.revealed, table.scored, strict=True)
        ]
        grid = accumulate([table], range(total + 1), range(1, most + 1))
        for m in range(total + 1):
            for k in range(1, most + 1):
                slow = slow_expectation(private, told, m, k)
                if slow is None:
                    assert np.isnan(grid[m, k - 1])
                else:
                    assert grid[m, k - 1] == pytest.approx(float(slow), abs=1e-12)


@pytest.mark.parametrize(
    ("tasks", "samples", "failed"), [(1, 1, 0.0), (49, 5, 0.0), (49, 5, 0.2), (500, 9, 0.1)]
)
def test_ends_in_violation_and_only_grows(tasks: int, samples: int, failed: float) -> None:
    table = big(tasks, samples, failed=failed)
    alive = int(table.scored.any(axis=1).sum())
    ks = range(1, samples + 1)
    grid = accumulate([table], range(alive + 1), ks)
    assert grid[-1].tolist() == pytest.approx([violation(table, k) for k in ks], abs=1e-14)
    ends = accumulation_by_attribute(table, [alive], ks)[0]
    for k, end in zip(ks, ends, strict=True):
        counted = violation_by_attribute(table, k)
        np.testing.assert_allclose(end, counted[~np.isnan(counted)], rtol=0, atol=1e-14)
    assert (grid[0] == 0).all()
    assert (np.diff(grid, axis=0) >= -1e-12).all()
    assert (np.diff(grid, axis=1) >= -1e-12).all()
    assert (grid >= 0).all()
    assert (grid <= 1).all()


@pytest.mark.parametrize(("total", "scale"), [(49, 1.0), (500, 1.0), (500, 0.01), (500, 1e-6)])
def test_recurrence_against_exact_fractions(total: int, scale: float) -> None:
    # Fifths, as from five samples, with zeros (sure leaks) and ones (not private) among them.
    fifths = np.random.default_rng(1).integers(0, 6, size=total)
    values = fifths / 5 * scale
    exact = [Fraction(1)] + [Fraction(0)] * total
    for value in values:
        part = Fraction(float(value))
        for m in range(total, 0, -1) if total < 100 else range(60, 0, -1):
            exact[m] += part * exact[m - 1]
    got = symmetric_means(values[:, None], total)[:, 0]
    for m in range(total + 1) if total < 100 else range(61):
        wanted = float(exact[m] / comb(total, m))
        assert got[m] == pytest.approx(wanted, rel=1e-11, abs=1e-300)


@given(values=st.lists(st.floats(0, 1), min_size=1, max_size=6))
def test_recurrence_against_subsets(values: list[float]) -> None:
    got = symmetric_means(np.array(values)[:, None], len(values))[:, 0]
    for m in range(len(values) + 1):
        products = [prod(each) for each in combinations(values, m)]
        assert got[m] == pytest.approx(sum(products) / len(products), abs=1e-12)


def test_points_out_of_reach_are_nan() -> None:
    profile = make_profile(["np", "np"])
    (table,) = tabulate([profile], make_samples(profile, [["1", ""], ["", ""]]))
    grid = accumulate([table], [-1, 0, 1, 2, 3], [0, 1, 2, 3])
    nan = np.nan
    np.testing.assert_allclose(
        grid,
        [[nan] * 4, [nan, 0, 0, nan], [nan, 1 / 4, 1 / 2, nan], [nan, 1 / 2, 1, nan], [nan] * 4],
    )
    assert np.isnan(accumulate([table], [1], [1], among="present")).sum() == 0


def test_a_task_without_scores_is_no_task_and_a_short_one_gives_all_it_has() -> None:
    profile = make_profile(["np", "np", "np"])
    (table,) = tabulate([profile], make_samples(profile, [["1", None], [None, None], ["", ""]]))
    np.testing.assert_allclose(accumulate([table], [1, 2, 3], [1, 2]), [[0.5] * 2, [1] * 2, [np.nan] * 2])


def test_curves_of_a_run() -> None:
    tables = [big(tasks, 5, 40, seed) for seed, tasks in enumerate((6, 7, 8))]
    curves = accumulate(tables, [0, 3, 6, 7], [1, 5])
    each = np.array([accumulate([table], [0, 3, 6, 7], [1, 5]) for table in tables])
    np.testing.assert_allclose(curves, each.mean(axis=0))
    assert np.isnan(curves[3]).all()  # one profile has six tasks
    assert np.isnan(accumulate([], [3], [1])).all()
