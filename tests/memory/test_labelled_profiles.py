"""The norm table on labelled profiles: on what it was steered with, and on totals of what it was not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tactful.formats import read_profiles
from tactful.memory import NormGate
from tactful.memory.training import Pairs, pairs_of, passed_scores

LABELLED = Path(__file__).parents[3] / "shared/data/cimemories/labelled_2_profiles.json"
pytestmark = pytest.mark.skipif(
    not LABELLED.is_file(), reason="the labelled profiles are not on this machine"
)


@pytest.fixture(scope="module")
def judged() -> tuple[Pairs, np.ndarray]:
    profiles = read_profiles(LABELLED).profiles
    pairs = pairs_of(profiles)
    gate = NormGate.default()
    passed = np.zeros(len(pairs.need), bool)
    for p, profile in enumerate(profiles):
        texts = [attribute.statement for attribute in profile.attributes]
        for number, (recipient, task) in enumerate(pairs.contexts):
            kept = [d.action != "withhold" for d in gate.decide(texts, task=task, recipient=recipient)]
            rows = (pairs.profile == p) & (pairs.context == number)
            passed[rows] = np.array(kept)[pairs.attribute[rows]]
    return pairs, passed


# What is said at all counts as passed here, so generalised statements are counted against the gate.
@pytest.mark.parametrize(
    ("part", "violation", "completeness"),
    [("steered", 0.35, 0.95), ("held out", 0.4, 0.75)],
)
def test_the_table_keeps_apart(
    judged: tuple[Pairs, np.ndarray], part: str, violation: float, completeness: float
) -> None:
    pairs, passed = judged
    rows = (pairs.profile == 0) & (pairs.context % 2 == 0)
    rows = rows if part == "steered" else ~rows
    found = passed_scores(pairs.take(rows), passed[rows])
    assert found[0] <= violation
    assert found[1] >= completeness
