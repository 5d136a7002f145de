"""The coverage staircase: nested levels of whole groups, in the order of G.2."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes.painted import region
from tactful.errors import PolicyError
from tactful.protect import LEVELS, staircase
from tactful.terms import Category, Region, Risk

REGIONS = st.lists(
    st.builds(
        region,
        risk=st.sampled_from(Risk),
        category=st.sampled_from(list(Category)),
        necessary=st.booleans(),
    ),
    min_size=1,
    max_size=60,
).filter(lambda found: any(r.private for r in found))


def group(one: Region) -> tuple[Risk, Category | None, bool]:
    return one.risk, one.category, one.necessary


@given(found=REGIONS)
def test_the_four_rules(found: list[Region]) -> None:
    steps = staircase(found)
    counts = Counter(group(r) for r in found if r.private)
    assert [step.target for step in steps] == list(LEVELS)
    for low, high in itertools.pairwise(steps):
        assert low.groups <= high.groups
        assert low.coverage <= high.coverage
    for step in steps:
        policy = step.policy("mosaic")
        done = [r for r in found if policy.decide(r).operator == "mosaic"]
        assert {group(r) for r in done} == step.groups  # whole groups, and nothing without risk
        assert sum(counts[g] for g in step.groups) == len(done)
        assert step.coverage == pytest.approx(100 * len(done) / counts.total())
        left = set(counts) - step.groups
        for taken, spared in itertools.product(step.groups, left):
            assert (taken[2], -taken[0].rank) <= (spared[2], -spared[0].rank)
    assert steps[-1].coverage == 100
    assert steps[-1].groups == set(counts)


def test_a_level_comes_as_close_as_whole_groups_can() -> None:
    sizes = {Category.IDENTITY: 30, Category.CONTACT_FINANCIAL: 12, Category.SENSITIVE_SPECIAL: 58}
    found = [region(category=c) for c, n in sizes.items() for _ in range(n)]
    got = {step.target: step.coverage for step in staircase(found)}
    assert got == {10: 12, 20: 12, 30: 42, 40: 42, 60: 42, 80: 100, 100: 100}


@pytest.mark.parametrize("found", [[], [region(risk=Risk.NONE, category=None)]])
def test_nothing_to_cover(found: list[Region]) -> None:
    with pytest.raises(PolicyError, match="nothing to cover"):
        staircase(found)


@pytest.mark.parametrize("level", [0, -1, 101])
def test_levels_out_of_range(level: int) -> None:
    with pytest.raises(PolicyError, match="from 1 to 100"):
        staircase([region()], [level])
