"""Algorithm 2's figures: a task's steps first, then the tasks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.score import consistency, fidelity

SCORES = st.lists(st.none() | st.integers(0, 4), max_size=6)


@given(st.lists(SCORES, max_size=6))
def test_means_over_tasks_of_means_over_steps(tasks: list[list[int | None]]) -> None:
    found = fidelity(tasks, resamples=20)
    known = [[score for score in task if score is not None] for task in tasks]
    means = [sum(task) / len(task) for task in known if task]
    assert found.value == (pytest.approx(sum(means) / len(means)) if means else None)
    assert found.items == sum(map(len, known))
    assert found.unscored == sum(map(len, tasks)) - found.items
    if found.value is not None and found.low is not None and found.high is not None:
        assert 0 <= found.low <= found.high <= 4
        share = consistency(found)
        points = [sum(task) / (4 * len(task)) for task in known if task]  # the paper's formula, task by task
        assert share.value == pytest.approx(sum(points) / len(points))
        assert share.high == pytest.approx(found.high / 4)


@given(st.lists(SCORES, min_size=1, max_size=5))
def test_unscored_steps_change_no_mean(tasks: list[list[int | None]]) -> None:
    more = [[*task, None] for task in tasks]
    assert fidelity(more, resamples=0).value == fidelity(tasks, resamples=0).value


def test_intervals_are_over_tasks_or_over_the_steps_of_one() -> None:
    many = fidelity([[4], [0], [4], [2]], seed=3)
    assert many.low is not None
    assert many.high is not None
    assert many.low < 2.5 < many.high
    assert many == fidelity([[4], [0], [4], [2]], seed=3)
    one = fidelity([[4, 0, 4, 2], [None]])
    assert one.low is not None
    assert fidelity([[3]]).low is None
