"""Points against boxes, and plan fidelity."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.score import consistency, fidelity
from tactful.score.utility import PointScore, is_hidden, score_point, target_cover
from tactful.terms import Box

TARGET = Box(10, 20, 30, 60)
boxes = st.builds(
    lambda x, y, w, h: Box(x, y, x + w, y + h),
    st.integers(0, 40), st.integers(0, 40), st.integers(0, 30), st.integers(0, 30),
)  # fmt: skip


@pytest.mark.parametrize(
    ("point", "hit"),
    [((10, 20), True), ((29.99, 59.99), True), ((30, 40), False), ((20, 60), False), ((9.99, 20), False)],
)
def test_the_right_and_lower_edges_are_outside(point: tuple[float, float], hit: bool) -> None:
    assert score_point(point, TARGET) == PointScore(hit, 0.0, False)


@pytest.mark.parametrize(
    ("protected", "covered", "hidden"),
    [
        ((), 0, False),
        ((Box(0, 0, 100, 100),), 1, True),
        ((Box(0, 0, 100, 40),), 0.5, True),
        ((Box(0, 0, 100, 39),), 0.475, False),
        ((Box(10, 20, 30, 40), Box(10, 30, 30, 45)), 0.625, True),
    ],
)
def test_hidden_targets(protected: tuple[Box, ...], covered: float, hidden: bool) -> None:
    found = score_point((11, 21), TARGET, protected)
    assert (found.covered, found.hidden, found.hit) == (pytest.approx(covered), hidden, True)


@given(boxes.filter(lambda box: box.area > 0), st.lists(boxes, max_size=4))
def test_cover_counts_each_pixel_once(target: Box, protected: list[Box]) -> None:
    inside = [
        any(box.holds(x, y) for box in protected)
        for x in range(target.x1, target.x2)
        for y in range(target.y1, target.y2)
    ]
    assert target_cover(target, protected) == pytest.approx(sum(inside) / len(inside))


@pytest.mark.parametrize("threshold", [0, -0.1, 1.1])
def test_a_threshold_is_a_share(threshold: float) -> None:
    with pytest.raises(ValueError, match="threshold"):
        is_hidden(0.5, threshold)


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
