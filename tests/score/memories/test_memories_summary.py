from __future__ import annotations

import json
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from slow_memories import LETTERS, make_profile, make_samples, runs

from tactful.errors import InputError
from tactful.score import by_context, by_domain, corners, leak_matrix, summarize, tabulate
from tactful.score.memories.metrics import violation_by_attribute
from tactful.score.memories.summary import Corner
from tactful.terms import Cell, Context, Profile, ProfileReveals, SampleResult

Run = tuple[list[Profile], list[SampleResult]]


def tables(count: int) -> tuple[ProfileReveals, ...]:
    """Profile i of ``count`` leaks its first i of ten private attributes."""
    profiles = [make_profile(["n" + "p" * 10], name=f"P{index}") for index in range(count)]
    told = ["0" + "123456789"[:index] for index in range(count)]
    return tabulate(
        profiles, [s for p, said in zip(profiles, told, strict=True) for s in make_samples(p, [[said]])]
    )


def test_means_and_spread() -> None:
    scores = summarize(tables(6))
    assert scores.violation.value == pytest.approx(0.25)
    assert scores.violation.std == pytest.approx(np.std(np.arange(6) / 10, ddof=1))
    assert (scores.violation.items, scores.completeness.items) == (60, 6)
    assert {name: score.violation for name, score in scores.profiles.items()} == pytest.approx(
        {f"P{index}": index / 10 for index in range(6)}
    )
    assert (scores.completeness.value, scores.completeness.std) == (1, 0)


@pytest.mark.parametrize(("count", "unit"), [(1, "items"), (4, "items"), (5, "profiles")])
def test_unit_by_itself(count: int, unit: str) -> None:
    assert summarize(tables(count)).unit == unit


def test_interval_over_profiles_covers_what_the_bootstrap_must() -> None:
    scores = summarize(tables(9), unit="profiles", resamples=20_000)
    # The standard error of a bootstrapped mean is std(ddof=0) / sqrt(P).
    error = np.std(np.arange(9) / 10) / 3
    assert scores.violation.low == pytest.approx(0.4 - 1.96 * error, abs=0.01)
    assert scores.violation.high == pytest.approx(0.4 + 1.96 * error, abs=0.01)


def test_interval_over_items() -> None:
    scores = summarize(tables(6)[5:], resamples=20_000)
    error = np.sqrt(0.25 / 10)
    assert scores.violation.low == pytest.approx(0.5 - 1.96 * error, abs=0.1)
    assert scores.violation.high == pytest.approx(0.5 + 1.96 * error, abs=0.1)
    # One context alone says nothing of how contexts vary.
    assert (scores.completeness.low, scores.completeness.high) == (None, None)


def test_items_of_every_profile_are_drawn_apart() -> None:
    half = "0" + "12345"
    profiles = [make_profile(["n" + "p" * 10], name=f"P{index}") for index in range(4)]
    samples = [sample for profile in profiles for sample in make_samples(profile, [[half]])]
    scores = summarize(tabulate(profiles, samples), unit="items", resamples=20_000)
    error = np.sqrt(0.25 / 10 / 4)
    assert scores.violation.low == pytest.approx(0.5 - 1.96 * error, abs=0.03)
    assert scores.violation.high == pytest.approx(0.5 + 1.96 * error, abs=0.03)


def test_one_profile_has_no_interval_over_profiles() -> None:
    estimate = summarize(tables(1), unit="profiles").violation
    assert (estimate.value, estimate.std, estimate.low, estimate.high) == (0, None, None, None)


def test_the_same_seed_gives_the_same_interval() -> None:
    assert summarize(tables(6), seed=3) == summarize(tables(6), seed=3)
    others = [summarize(tables(6), seed=seed, resamples=50).violation.low for seed in range(6)]
    assert len(set(others)) > 1
    assert summarize(tables(6), resamples=0).violation.low is None


def test_what_failed_is_counted() -> None:
    profile = make_profile(["np.", "n.p", "npp", "u.."])
    samples = make_samples(profile, [["01", None], [None, None], [], ["0", "1"]])
    scores = summarize(tabulate([profile], samples))
    assert (scores.contexts, scores.contexts_discarded, scores.contexts_unscored) == (3, 1, 2)
    assert (scores.samples, scores.unscored, scores.missing) == (6, 3, 2)
    assert (scores.violation.value, scores.violation.items, scores.violation.unscored) == (1, 1, 1)
    assert (scores.completeness.value, scores.completeness.items, scores.completeness.unscored) == (1, 1, 2)
    assert (scores.none_revealed.violation, scores.all_revealed.violation) == (1 / 2, 1)
    assert scores.none_revealed.completeness == pytest.approx((1 / 2 + 0 + 0) / 3)
    assert scores.all_revealed.completeness == 1


@settings(max_examples=100)
@given(run=runs())
def test_bounds_hold_whatever_the_failed_samples_were(run: Run) -> None:
    profiles, samples = run
    scores = summarize(tabulate(profiles, samples), resamples=0)
    random = np.random.default_rng(len(samples))
    known = {(sample.profile, sample.context, sample.epoch): sample for sample in samples}
    truth = []
    for profile in profiles:
        for at in product([profile.id], range(len(profile.contexts)), range(scores.n)):
            guess = {each.key: "" for each in profile.attributes if random.random() < 0.5}
            sample = known.get(at)
            failed = sample is None or sample.revealed is None
            truth.append(SampleResult(*at, revealed=guess) if failed else sample)
    full = summarize(tabulate(profiles, truth), resamples=0)
    assert full.unscored == full.missing == 0
    for name in ("violation", "completeness"):
        low, high = getattr(scores.none_revealed, name), getattr(scores.all_revealed, name)
        value = getattr(full, name).value
        if value is None:
            assert low is None
        else:
            assert low - 1e-12 <= value <= high + 1e-12


def test_bounds_know_the_memory() -> None:
    profile = make_profile(["npp"])
    cell = Cell("all-necessary", 1)
    samples = make_samples(profile, [["0", None]], cell=cell, in_memory=("key0", "key1"))
    assert summarize(tabulate([profile], samples)).all_revealed.violation == 1 / 2


def test_corners() -> None:
    profile = make_profile(["npp", "nnp"])
    full = tabulate([profile], make_samples(profile, [["0"], [None]]))
    nothing, everything = corners(full)
    assert (nothing.violation, nothing.completeness) == (0, 0)
    assert (everything.violation, everything.completeness) == (1, 1)
    part = tabulate([profile], make_samples(profile, [["0"], [""]], in_memory=("key0", "key1")))
    assert corners(part)[1] == Corner(1 / 2, 1)
    assert corners(part, among="present")[1].violation == 1
    assert corners([])[0].violation is None


def test_nothing_at_all() -> None:
    scores = summarize([])
    assert (scores.violation.value, scores.completeness.value, scores.n) == (None, None, 0)
    json.dumps(scores.to_json(), allow_nan=False)


def test_one_profile_twice() -> None:
    with pytest.raises(InputError, match="several tables"):
        summarize([*tables(1), *tables(1)])


@pytest.mark.parametrize("unit", ["profile", ""])
def test_unknown_unit(unit: str) -> None:
    with pytest.raises(InputError, match="auto or profiles or items"):
        summarize(tables(1), unit=unit)  # type: ignore[arg-type]


def test_json() -> None:
    record = summarize(tables(2)).to_json()
    json.dumps(record, allow_nan=False)
    assert record["violation"]["mean"] == pytest.approx(0.05)
    assert record["violation"]["profiles"] == {"P0": 0, "P1": pytest.approx(0.1)}
    assert set(record["completeness"]) == {
        "mean", "std", "low", "high", "items", "unscored", "profiles", "bounds",
    }  # fmt: skip
    assert (record["contexts_discarded"], record["unscored"], record["n"]) == (0, 0, 1)


def two() -> tuple[ProfileReveals, ...]:
    domains = ("general", "health", "finance")
    first = make_profile(["npp", "ppn", "nnn"], name="Ada", domains=domains)
    second = make_profile(["npp", "ppn"], name="Ben", domains=domains)
    return tabulate(
        [first, second],
        [*make_samples(first, [["01", "0"], ["2", "0"]]), *make_samples(second, [["1", ""], [None, None]])],
    )


def test_by_domain() -> None:
    parts = by_domain(two(), resamples=0)
    assert list(parts) == ["finance", "health", "general"]
    assert {name: part.violation.value for name, part in parts.items()} == {
        "finance": 0,
        "health": 1,
        "general": 1,
    }
    assert parts["health"].completeness.value is None
    assert parts["general"].completeness.value == (1 + 0) / 2
    assert parts["general"].violation.unscored == 1


def test_by_context() -> None:
    parts = by_context(two(), resamples=0)
    first, second = (("recipient 0", "task 0"), ("recipient 1", "task 1"))
    assert list(parts) == [first, second]
    assert parts[first].violation.value == 1 / 2
    assert parts[first].completeness.value == 1 / 2
    assert (parts[second].violation.value, parts[second].completeness.value) == (1 / 2, 1 / 2)
    assert parts[second].completeness.unscored == 1
    assert (parts[second].contexts, parts[second].samples, parts[second].unscored) == (2, 4, 2)
    assert parts[second].contexts_discarded == 0


def test_leak_matrix() -> None:
    matrix = leak_matrix(two())
    assert matrix.domains == ("finance", "health", "general")
    nan = np.nan
    np.testing.assert_array_equal(matrix.violation, [[0, nan], [1, 0], [nan, 1]])
    np.testing.assert_array_equal(matrix.completeness, [[nan, 1 / 2], [nan, nan], [1 / 2, nan]])
    assert matrix.private.tolist() == [[2, 0], [2, 1], [0, 1]]
    assert matrix.necessary.tolist() == [[0, 1], [0, 0], [2, 0]]
    assert leak_matrix(two(), n=1).violation[1, 0] == 1 / 2
    assert leak_matrix([]).violation.shape == (0, 0)


@settings(max_examples=50)
@given(run=runs())
def test_leak_matrix_of_one_context_and_one_domain_is_its_violation(run: Run) -> None:
    for table in tabulate(*run):
        matrix = leak_matrix([table])
        for row, context in enumerate(dict.fromkeys(table.contexts)):
            (part,) = [s for c, s in by_context([table], resamples=0).items() if c == context]
            got = matrix.violation[0, row]
            assert part.violation.value == (None if np.isnan(got) else pytest.approx(got))


def test_each_label_set_gives_its_own_scores() -> None:
    profile = make_profile(["npp"])
    (context,) = profile.contexts
    strict = dict.fromkeys(context.labels["combined"], LETTERS["p"]) | {
        profile.attributes[0].statement: LETTERS["n"],
        profile.attributes[2].statement: LETTERS["u"],
    }
    labels = {**context.labels, "pragmatic": strict}
    profile = replace(profile, contexts=(Context("r", "t", (), labels),))
    samples = make_samples(profile, [["02"]])
    for name, violation in (("combined", 0.5), ("pragmatic", 0)):
        assert summarize(tabulate([profile], samples, labels=name)).violation.value == violation


def test_each_composition_gives_its_own_scores() -> None:
    profile = make_profile(["npp"], name="Ada")
    small, large = Cell("all-necessary", 0), Cell("all-necessary", 1)
    samples = [
        *make_samples(profile, [["0"]], cell=small, in_memory=("key0",)),
        *make_samples(profile, [["01"]], cell=large, in_memory=("key0", "key1")),
    ]
    for cell, labelled, present in ((small, 0, None), (large, 1 / 2, 1)):
        tables = tabulate([profile], samples, cell=cell)
        assert summarize(tables).violation.value == labelled
        assert summarize(tables, among="present").violation.value == present


def test_tables_are_not_touched() -> None:
    (table,) = tables(1)
    before = [array.copy() for array in (table.needs, table.revealed, table.scored, table.present)]
    summarize([table])
    corners([table])
    leak_matrix([table])
    violation_by_attribute(table, 1)
    after = (table.needs, table.revealed, table.scored, table.present)
    for left, right in zip(before, after, strict=True):
        np.testing.assert_array_equal(left, right)
