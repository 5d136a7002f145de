"""The metrics in the log are those of `tactful.score`."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes.labelled_profiles import write_profiles

pytest.importorskip("inspect_ai")

from inspect_ai.scorer import SampleScore, Score

from tactful.bench.cimemories.plan import MemoryPlan, MemorySettings, make_plan, to_mask
from tactful.bench.cimemories.task import completeness, violation
from tactful.score import summarize, tabulate
from tactful.terms import SampleResult


@pytest.fixture(scope="module")
def plan_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], MemoryPlan]:
    path: Path = write_profiles(tmp_path_factory.mktemp("data") / "d.json", 3, attributes=10, contexts=4)
    plans = {
        rule: make_plan(MemorySettings(data=str(path), rule=rule)) for rule in ("corrected", "as_published")
    }
    return plans.__getitem__


def scores_of(
    plan: MemoryPlan, rule: str, seed: int, epochs: int
) -> tuple[list[SampleScore], list[SampleResult]]:
    rng = random.Random(seed)
    scores, results = [], []
    for sample in plan.samples:
        for epoch in range(epochs):
            keys = [key for key in sample.keys if rng.random() < 0.3]
            score = Score(value=0, metadata={"revealed": to_mask(keys, sample.plan.keys)})
            about: dict[str, Any] = sample.metadata(plan.sha256, rule)
            scores.append(SampleScore(score=score, sample_id=sample.id, sample_metadata=about))
            profile = sample.plan.profile.id
            results.append(
                SampleResult(profile, sample.context_index, epoch, revealed=dict.fromkeys(keys, ""))
            )
    return scores, results


@settings(max_examples=25)
@given(
    seed=st.integers(0, 10**6), epochs=st.integers(1, 4), rule=st.sampled_from(["corrected", "as_published"])
)
def test_they_agree_with_the_pure_functions(
    plan_of: Callable[[str], MemoryPlan], seed: int, epochs: int, rule: str
) -> None:
    plan = plan_of(rule)
    scores, results = scores_of(plan, rule, seed, epochs)
    tables = tabulate([p.profile for p in plan.profiles], results, rule=rule)
    found = summarize(tables, resamples=0)
    random.Random(seed).shuffle(scores)
    assert violation()(scores) == pytest.approx(found.violation.value)
    assert completeness()(scores) == pytest.approx(found.completeness.value)


def test_nothing_scored_is_not_zero() -> None:
    assert math.isnan(violation()([]))
    assert math.isnan(completeness()([]))
