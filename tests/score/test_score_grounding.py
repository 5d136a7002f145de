"""Points against boxes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
