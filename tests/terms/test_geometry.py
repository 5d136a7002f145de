from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.terms import Box, TextUnit

coordinate = st.integers(-500, 3000)
boxes = st.builds(Box.around, coordinate, coordinate, coordinate, coordinate)


@given(boxes, boxes)
def test_iou_is_symmetric_and_bounded(a: Box, b: Box) -> None:
    assert a.iou(b) == b.iou(a)
    assert 0 <= a.iou(b) <= 1


@given(boxes)
def test_iou_with_itself_is_one_unless_empty(box: Box) -> None:
    assert box.iou(box) == (1 if box.area else 0)


@given(boxes, st.integers(1, 2000), st.integers(1, 2000))
def test_clip_stays_inside(box: Box, width: int, height: int) -> None:
    clipped = box.clip(width, height)
    assert 0 <= clipped.x1 <= clipped.x2 <= width
    assert 0 <= clipped.y1 <= clipped.y2 <= height


@given(boxes, st.integers(-50, 50))
def test_grow_never_turns_a_box_inside_out(box: Box, by: int) -> None:
    grown = box.grow(by)
    assert grown.width >= 0
    assert grown.height >= 0


def test_hull_and_overlap() -> None:
    assert Box.hull([Box(0, 0, 10, 10), Box(20, 5, 30, 40)]) == Box(0, 0, 30, 40)
    assert Box(0, 0, 10, 10).overlap(Box(5, 5, 20, 20)) == 25
    assert Box(0, 0, 10, 10).overlap(Box(10, 0, 20, 10)) == 0
    with pytest.raises(ValueError, match="no boxes"):
        Box.hull([])
    with pytest.raises(ValueError, match="x1 <= x2"):
        Box(5, 0, 4, 1)


@given(st.text(min_size=1, max_size=40), st.data())
def test_span_boxes_lie_in_the_unit_and_keep_their_order(text: str, data: st.DataObject) -> None:
    unit = TextUnit(text, Box(10, 20, 210, 50))
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    box = unit.span_box(start, end)
    assert unit.box.x1 <= box.x1 <= box.x2 <= unit.box.x2 + 1
    assert unit.span_box(0, len(text)) == unit.box


def test_span_box_uses_the_readers_edges() -> None:
    unit = TextUnit("ab cd", Box(0, 0, 100, 10), edges=(0.0, 10.0, 20.0, 60.0, 80.0, 100.0))
    assert unit.span_box(3, 5) == Box(60, 0, 100, 10)
