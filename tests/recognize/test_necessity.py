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


ROWS = [("Ann", "Lunch?", "9:10"), ("Bob", "The keys", "8:02"), ("Cleo", "Garden news", "7:40")]


def inbox() -> list[Region]:
    regions = []
    for index, (name, text, time) in enumerate(ROWS):
        y = 300 + 200 * index
        regions += [
            region(name, "person", Box(100, y, 300, y + 40)),
            region(text, "preview", Box(100, y + 50, 600, y + 90), Risk.MEDIUM),
            region(time, "time", Box(900, y, 980, y + 40), Risk.MEDIUM),
        ]
    return regions


@pytest.mark.parametrize(
    ("goal", "needed"),
    [
        ("Open the first email", {"Ann"}),
        ("View third email in the list", {"Cleo"}),
        ("打开第二封邮件", {"Bob"}),
        ("2番目のメールを開く", {"Bob"}),
        ("세 번째 메일 열기", {"Cleo"}),
        ("Ouvrir le deuxième message", {"Bob"}),
        ("Открыть третье письмо", {"Cleo"}),
        ("Open the fourth email", set()),
        ("Archive the message about gardening", {"Cleo", "Garden news", "7:40"}),
        ("Open the settings", set()),
    ],
)
def test_a_row_that_the_goal_points_at(goal: str, needed: set[str]) -> None:
    marked = mark_necessary(inbox(), TaskState(goal=goal))
    assert {r.text for r in marked if r.necessary} == needed


@pytest.mark.parametrize(
    ("label", "goal", "needed"),
    [
        ("Memory", "Check the memory size of the computer", True),
        ("IMEI", "Write down the device's IMEI", True),
        ("内存", "查看手机的内存大小", True),
        ("Processor", "Check the memory size of the computer", False),
    ],
)
def test_a_value_beside_the_field_that_the_goal_names(label: str, goal: str, needed: bool) -> None:
    name = region(label, "text", Box(100, 100, 300, 140), Risk.NONE)
    value = region("32 GiB", "device", Box(500, 100, 700, 140), Risk.LOW)
    _, marked = mark_necessary([name, value], TaskState(goal=goal))
    assert marked.necessary is needed


@pytest.mark.parametrize(
    ("type", "goal", "needed"),
    [
        ("otp", "Find the verification code in Messages", True),
        ("otp", "在信息里找到验证码", True),
        ("phone", "Call the plumber", True),
        ("phone", "Open the call history", False),
        ("email", "Copy the verification code", False),
    ],
)
def test_a_value_of_the_kind_that_the_goal_asks_for(type: str, goal: str, needed: bool) -> None:
    (marked,) = mark_necessary([region("48-29-13", type)], TaskState(goal=goal))
    assert marked.necessary is needed


def test_the_address_that_one_writes_from_is_not_asked_for() -> None:
    label = region("From", "text", Box(100, 100, 200, 140), Risk.NONE)
    own = region("ann@example.com", "email", Box(300, 100, 600, 140))
    other = region("bob@example.com", "email", Box(300, 200, 600, 240))
    marked = mark_necessary([label, own, other], TaskState(goal="Send a message to that address"))
    assert [r.necessary for r in marked] == [False, False, True]


@pytest.mark.parametrize(("risk", "needed"), [(Risk.NONE, True), (Risk.MEDIUM, True), (Risk.HIGH, False)])
def test_a_label_counts_by_its_place_and_words_though_called_private(risk: Risk, needed: bool) -> None:
    label = region("Serial number", "note", Box(40, 100, 300, 140), risk)
    value = region("QX-1", "device", Box(400, 100, 600, 140))
    _, marked = mark_necessary([label, value], TaskState(goal="Read the serial code"))
    assert marked.necessary is needed


def test_a_label_that_shares_little_with_the_goal_names_nothing() -> None:
    label = region("Emergency doctor insurance", "text", Box(40, 100, 300, 140), Risk.NONE)
    value = region("QX-1", "device", Box(400, 100, 600, 140))
    _, marked = mark_necessary([label, value], TaskState(goal="Read the insurance terms"))
    assert not marked.necessary
