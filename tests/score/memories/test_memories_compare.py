from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from slow_memories import make_profile, make_samples, runs

from tactful.errors import InputError
from tactful.score import compare_runs, summarize, tabulate
from tactful.terms import Profile, SampleResult

Run = tuple[list[Profile], list[SampleResult]]


def test_second_minus_first() -> None:
    profile = make_profile(["npp", "npp"])
    first = tabulate([profile], make_samples(profile, [["01", ""], ["", ""]]))
    second = tabulate([profile], make_samples(profile, [["0", "0"], ["02", "01"]]))
    found = compare_runs(first, second)
    assert (found.violation.first, found.violation.second) == (1 / 2, 1)
    assert found.violation.change.value == 1 / 2
    assert found.violation.change.items == 2
    assert (found.completeness.first, found.completeness.second) == (1 / 4, 1)
    assert found.completeness.change.value == 3 / 4
    assert (found.n, found.contexts, found.unit) == (2, 2, "items")


@settings(max_examples=60)
@given(run=runs())
def test_a_run_beside_itself(run: Run) -> None:
    tables = tabulate(*run)
    found = compare_runs(tables, tables, resamples=50)
    alone = summarize(tables, resamples=0)
    for name in ("violation", "completeness"):
        difference, estimate = getattr(found, name), getattr(alone, name)
        assert difference.first == difference.second
        if estimate.value is None:
            assert difference.first is None
            continue
        assert difference.first == pytest.approx(estimate.value)
        assert difference.change.value == 0
        assert (difference.change.items, difference.change.unscored) == (estimate.items, estimate.unscored)
        assert difference.change.low in (0, None)


def test_as_many_samples_of_both() -> None:
    profile = make_profile(["np"])
    many = tabulate([profile], make_samples(profile, [["1", "", "", ""]]))
    few = tabulate([profile], make_samples(profile, [[""]]))
    found = compare_runs(few, many)
    assert (found.n, found.violation.second) == (1, 1 / 4)
    failed = tabulate([profile], make_samples(profile, [["", "", None, None]]))
    assert compare_runs(failed, many).violation.second == 1 / 2
    assert compare_runs(many, failed).violation.first == 1 / 2
    assert compare_runs(many, many, n=3).violation.first == 3 / 4
    with pytest.raises(InputError, match="1 to 1"):
        compare_runs(few, many, n=2)


def test_only_what_both_have() -> None:
    profile = make_profile(["npp", "n.p"])
    other = make_profile(["np"], name="Ben Sample")
    first = tabulate([profile, other], make_samples(profile, [["01"], [None]]))
    second = tabulate([profile], make_samples(profile, [["0"], ["2"]]))
    found = compare_runs(first, second)
    assert (found.profiles, found.profiles_left_out) == (1, 1)
    assert (found.contexts, found.contexts_left_out) == (1, 1)
    assert found.violation.change.value == -1 / 2  # the leak where the first run failed counts for neither
    assert (found.completeness.change.items, found.completeness.change.unscored) == (1, 1)


def test_attributes_that_one_run_never_had() -> None:
    profile = make_profile(["npp"])
    first = tabulate([profile], make_samples(profile, [["0"]], in_memory=("key0", "key1")))
    second = tabulate([profile], make_samples(profile, [["012"]], in_memory=("key0", "key1", "key2")))
    assert compare_runs(first, second).violation.change.items == 2
    found = compare_runs(first, second, among="present").violation
    assert (found.change.value, found.change.items, found.change.unscored) == (1, 1, 0)
    leaks = tabulate([profile], make_samples(profile, [["02"]], in_memory=("key0", "key1", "key2")))
    found = compare_runs(leaks, first, among="present").violation
    assert (found.first, found.second, found.change.value) == (0, 0, 0)


def test_contexts_of_one_run_alone() -> None:
    short, long = make_profile(["np"]), make_profile(["np", "np", "np"])
    first = tabulate([short], make_samples(short, [["0"]]))
    second = tabulate([long], make_samples(long, [["0"], ["1"], ["1"]]))
    for found in (compare_runs(first, second), compare_runs(second, first)):
        assert (found.contexts, found.contexts_left_out) == (1, 2)
        assert found.violation.change.value == 0


def test_pairing_narrows_the_interval() -> None:
    random = np.random.default_rng(0)
    profiles = [make_profile(["n" + "p" * 9], name=f"P{index}") for index in range(12)]
    base, more = [], []
    for profile in profiles:
        leaks = sorted(random.choice(range(1, 9), size=random.integers(1, 8), replace=False).tolist())
        said = "0" + "".join(map(str, leaks))
        base += make_samples(profile, [[said]])
        more += make_samples(profile, [[said + "9"]])
    first, second = tabulate(profiles, base), tabulate(profiles, more)
    change = compare_runs(first, second, unit="profiles").violation.change
    # Every profile leaks exactly one attribute more, however different the profiles are.
    assert (change.low, change.high) == (pytest.approx(1 / 9), pytest.approx(1 / 9))
    alone = summarize(first, unit="profiles").violation
    assert alone.low is not None
    assert alone.high is not None
    assert alone.high - alone.low > 0.1


@pytest.mark.parametrize(
    ("rows", "keys", "said"),
    [(["npn"], ("key0", "key1", "key2"), "labels"), (["npp"], ("key0", "key1", "new"), "attributes")],
)
def test_other_data(rows: list[str], keys: tuple[str, ...], said: str) -> None:
    first = tabulate([make_profile(["npp"])], [])
    second = tabulate([make_profile(rows, keys=keys)], [])
    with pytest.raises(InputError, match=said):
        compare_runs(first, second)


def test_contexts_that_occur_twice_are_told_apart() -> None:
    profile = make_profile(["np", "np"], tasks=("ask", "ask"))
    twice = Profile(profile.id, profile.bio, profile.attributes, (profile.contexts[0],) * 2)
    first = tabulate([twice], make_samples(twice, [["0"], [""]]))
    second = tabulate([twice], make_samples(twice, [["0"], ["0"]]))
    assert compare_runs(first, second).completeness.change.value == 1 / 2
    merged = [
        tabulate([twice], make_samples(twice, t), rule="as_published")
        for t in ([["0"], [""]], [["0"], ["0"]])
    ]
    change = compare_runs(*merged).completeness.change
    assert (change.value, change.items) == (1 / 2, 1)


def test_nothing() -> None:
    found = compare_runs([], [])
    assert (found.profiles, found.violation.first, found.violation.change.value) == (0, None, None)
