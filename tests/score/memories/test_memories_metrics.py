from __future__ import annotations

from itertools import pairwise
from math import isnan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_memories import make_profile, make_samples, runs, slow_expectation, slow_scores

from tactful.errors import InputError
from tactful.score import only_domain, summarize, tabulate, take_contexts
from tactful.score.memories.metrics import (
    completeness,
    completeness_by_context,
    only_context,
    violation,
    violation_by_attribute,
)
from tactful.terms import Profile, ProfileReveals, SampleResult

Run = tuple[list[Profile], list[SampleResult]]


def one(rows: list[str], told: list[list[str | None]], **more: object) -> ProfileReveals:
    profile = make_profile(rows, **more)  # type: ignore[arg-type]
    (table,) = tabulate([profile], make_samples(profile, told))
    return table


def same(got: float | None, wanted: object) -> bool:
    if got is None or isnan(got) or wanted is None:
        return wanted is None and (got is None or isnan(got))
    return got == pytest.approx(float(wanted), abs=1e-12)  # type: ignore[arg-type]


# rows of labels, what each sample revealed, violation, completeness
CASES = {
    "nothing said": (["np"], [["", ""]], 0, 0),
    "all said": (["np"], [["01", "01"]], 1, 1),
    "once is a violation": (["npp"], [["0", "1", "", ""]], 1 / 2, 1 / 4),
    "private elsewhere is no leak here": (["npp", "nnp"], [["0"], ["01"]], 0, 1),
    "one leak in one of two contexts": (["np", "np"], [["0"], ["1"]], 1, 1 / 2),
    "contexts weigh the same": (["np.", "nnp"], [["0"], [""]], 0, 1 / 2),
    "ambiguous counts nowhere": (["npuhq"], [["0234"]], 0, 1),
    "failed is not zero": (["np"], [["0", None, None]], 0, 1),
    "failed context drops out": (["npp", "npu"], [[None], ["01"]], 1, 1),
    "all failed": (["np"], [[None, None]], None, None),
    "no samples": (["np"], [[]], None, None),
    "no context kept": (["n", "p"], [["0"], ["0"]], None, None),
}


@pytest.mark.parametrize("case", CASES)
def test_by_hand(case: str) -> None:
    rows, told, harm, use = CASES[case]
    table = one(rows, told)  # type: ignore[arg-type]
    assert same(violation(table), harm)
    assert same(completeness(table), use)


@pytest.mark.parametrize("rule", ["corrected", "as_published"])
@settings(max_examples=150)
@given(run=runs())
def test_agrees_with_the_slow_one(rule: str, run: Run) -> None:
    profiles, samples = run
    tables = tabulate(profiles, samples, rule=rule)
    slow = slow_scores(profiles, samples, rule)
    assert [table.profile for table in tables] == list(slow)
    for table in tables:
        harm, use = slow[table.profile]
        assert same(violation(table), harm)
        assert same(completeness(table), use)
    scores = summarize(tables, resamples=0)
    for name, (harm, use) in slow.items():
        assert same(scores.profiles[name].violation, harm)
        assert same(scores.profiles[name].completeness, use)
    numbers = [float(harm) for harm, _ in slow.values() if harm is not None]
    assert same(scores.violation.value, np.mean(numbers) if numbers else None)
    assert same(scores.violation.std, np.std(numbers, ddof=1) if len(numbers) > 1 else None)


def as_lists(table: ProfileReveals) -> tuple[list[list[bool]], list[list[list[bool] | None]]]:
    told = [
        [row.tolist() if ok else None for row, ok in zip(rows, oks, strict=True)]
        for rows, oks in zip(table.revealed, table.scored, strict=True)
    ]
    return (table.needs == 2).tolist(), told


@settings(max_examples=60)
@given(run=runs(most_contexts=3), n=st.integers(1, 4))
def test_violation_at_n_is_the_mean_over_all_choices(run: Run, n: int) -> None:
    for table in tabulate(*run):
        if not len(table.contexts) or not 0 < n <= table.scored.shape[1]:
            continue
        private, told = as_lists(table)
        tasks = sum(any(sample is not None for sample in samples) for samples in told)
        assert same(violation(table, n), slow_expectation(private, told, tasks, n))


@given(run=runs())
def test_violation_grows_with_n_up_to_the_maximum(run: Run) -> None:
    for table in tabulate(*run):
        most = table.scored.shape[1]
        steps = [violation_by_attribute(table, n) for n in range(1, most + 1)]
        for lower, upper in pairwise(steps):
            assert (np.isnan(lower) | (lower <= upper + 1e-12)).all()
        if steps:
            np.testing.assert_array_equal(steps[-1], violation_by_attribute(table))


def test_one_draw_of_many_is_the_rate() -> None:
    table = one(["np"], [["1", "", "", "", None]])
    assert violation(table, 1) == 1 / 4
    assert violation(table, 2) == 1 / 2
    assert violation(table, 5) == 1  # four scored samples give all they have


@pytest.mark.parametrize("n", [0, -1, 3])
def test_n_out_of_reach(n: int) -> None:
    with pytest.raises(InputError, match="1 to 2"):
        violation(one(["np"], [["", ""]]), n)


def test_n_of_a_run_without_samples() -> None:
    assert isnan(violation(one(["np"], [[]]), 5))


@pytest.mark.parametrize(("among", "harm", "use"), [("labelled", 1 / 2, 1 / 2), ("present", 1, 1)])
def test_two_denominators(among: str, harm: float, use: float) -> None:
    profile = make_profile(["nnpp"])
    samples = make_samples(profile, [["02", "02"]], in_memory=("key0", "key2"))
    (table,) = tabulate([profile], samples)
    assert violation(table, among=among) == harm  # type: ignore[arg-type]
    assert completeness(table, among=among) == use  # type: ignore[arg-type]


def test_present_counts_only_contexts_that_had_it_in_memory() -> None:
    profile = make_profile(["npp", "npp"])
    samples = [
        SampleResult(profile.id, 0, 0, in_memory=("key0", "key1"), revealed={}),
        SampleResult(profile.id, 1, 0, in_memory=("key0", "key2"), revealed={"key1": "guessed"}),
    ]
    (table,) = tabulate([profile], samples)
    np.testing.assert_array_equal(violation_by_attribute(table), [np.nan, 1, 0])
    np.testing.assert_array_equal(violation_by_attribute(table, among="present"), [np.nan, 0, 0])


def test_unknown_denominator() -> None:
    with pytest.raises(InputError, match="labelled or present"):
        violation(one(["np"], [[""]]), among="all")  # type: ignore[arg-type]


def test_a_bare_table_works_too() -> None:
    table = one(["np", "np"], [["0", "1"], ["01", "0"]])
    bare = ProfileReveals(
        table.profile,
        table.attributes,
        table.domains,
        table.contexts,
        table.needs,
        table.revealed,
        table.scored,
        table.present,
    )
    assert violation(bare, 1) == violation(table, 1)
    np.testing.assert_array_equal(completeness_by_context(bare), [1 / 2, 1])
    assert take_contexts(bare, [1]).contexts == table.contexts[1:]


def test_what_unscored_rows_hold_means_nothing() -> None:
    table = one(["np"], [["0", None]])
    table.revealed[0, 1] = True
    assert (violation(table), violation(table, 1), completeness(table)) == (0, 0, 1)


def test_parts_of_a_table() -> None:
    table = one(["npp", "npp"], [["01"], ["2"]], domains=("finance", "health", "legal"))
    assert violation(only_domain(table, "health")) == 1
    assert isnan(completeness(only_domain(table, "health")))
    second = table.contexts[1]
    np.testing.assert_array_equal(violation_by_attribute(only_context(table, second)), [np.nan, 0, 1])
    assert completeness(only_context(table, second)) == 0
