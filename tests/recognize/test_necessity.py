from __future__ import annotations

import pytest

from tactful.recognize.necessity import mark_necessary
from tactful.terms import Box, Category, Region, Risk, TaskState

BOX = Box(100, 100, 300, 140)


def region(text: str, type: str, box: Box = BOX, risk: Risk = Risk.HIGH) -> Region:
    return Region(text, box, risk, Category.IDENTITY, type)


NAMED = [
    ("Ann Lee", "person", "Call Ann Lee from Contacts", True),
    ("Ann Lee", "person", "Call ann", True),
    ("Ann Lee", "person", "Cannot open the annual report", False),
    ("To: partners 2", "contact", "Write to the address of partners", True),
    ("ann.lee@example.com", "email", "Send the file to ann.lee@example.com", True),
    ("ann.lee@example.com", "email", "The recipient is ann.lee", True),
    ("张伟", "person", "给张伟发短信", True),
    ("王芳", "person", "给张伟发短信", False),
    ("3 days ago", "time", "Open the mail of 3 days ago", False),
    ("(202) 555-0147", "phone", "Dial (202) 555-0147", True),
]


@pytest.mark.parametrize(("text", "type", "goal", "needed"), NAMED)
def test_named_in_the_goal(text: str, type: str, goal: str, needed: bool) -> None:
    (marked,) = mark_necessary([region(text, type)], TaskState(goal=goal))
    assert marked.necessary is needed


def test_named_in_the_agents_thought() -> None:
    (marked,) = mark_necessary(
        [region("Ann Lee", "person")], TaskState(reasoning="Ann Lee is the first entry")
    )
    assert marked.necessary


def test_public_text_is_never_necessary_privacy() -> None:
    (marked,) = mark_necessary([region("Ann Lee", "person", risk=Risk.NONE)], TaskState(goal="Call Ann Lee"))
    assert not marked.necessary


def test_the_touched_region_is_necessary_and_its_neighbour_is_not() -> None:
    rows = [
        region("Ann", "person", Box(100, 100, 300, 140)),
        region("Bob", "person", Box(100, 300, 300, 340)),
    ]
    marked = mark_necessary(rows, TaskState(points=((150, 120),)))
    assert [r.necessary for r in marked] == [True, False]


def test_a_touch_on_a_rows_preview_makes_the_rows_name_necessary() -> None:
    rows = [
        region("Ann", "person", Box(100, 100, 300, 140)),
        region("Bob", "person", Box(100, 300, 300, 340)),
    ]
    marked = mark_necessary(rows, TaskState(points=((500, 370),)))
    assert [r.necessary for r in marked] == [False, True]


def test_typed_values_are_necessary() -> None:
    (marked,) = mark_necessary([region("Hello Bob", "message")], TaskState(typed=("hello bob",)))
    assert marked.necessary


def test_nothing_said_nothing_needed() -> None:
    (marked,) = mark_necessary([region("Ann Lee", "person")], TaskState())
    assert not marked.necessary
