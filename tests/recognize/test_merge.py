from __future__ import annotations

import pytest

from tactful.recognize.merge import merge
from tactful.recognize.view import OF_PLACE, Finding, ScreenView
from tactful.terms import Box, Category, Risk, TextUnit

ID, CONTACT, DEVICE = Category.IDENTITY, Category.CONTACT_FINANCIAL, Category.TECHNICAL_DEVICE
BEHAVIOR, SPECIAL, PROFILE = (
    Category.BEHAVIOR_CONTEXT,
    Category.SENSITIVE_SPECIAL,
    Category.INFERENCE_PROFILING,
)
BOX = Box(0, 0, 100, 10)


def found(
    risk: Risk,
    category: Category | None,
    confidence: float,
    type: str = "text",
    source: str = "test",
    start: int = 0,
    end: int | None = None,
) -> Finding:
    priority = OF_PLACE if source.startswith("layout:") else 0
    return Finding(0, type, risk, category, confidence, "because", source, start, end, priority=priority)


def labels(text: str, *findings: Finding) -> list[tuple[str, str, str | None, bool]]:
    view = ScreenView((TextUnit(text, BOX),), 200, 200)
    return [
        (r.text, r.risk.value, r.category and r.category.digit, r.inner)  # type: ignore[misc]
        for r in merge(view, findings)
    ]


WHOLE = [
    # no finding at all
    ([], ("none", None)),
    # the higher risk wins, whatever the confidence
    ([found(Risk.MEDIUM, BEHAVIOR, 0.9), found(Risk.HIGH, ID, 0.5)], ("high", "1")),
    # of equal risk, 5 > 1 > 2 > 3 > 4 > 6
    ([found(Risk.HIGH, CONTACT, 0.9), found(Risk.HIGH, ID, 0.5)], ("high", "1")),
    ([found(Risk.HIGH, ID, 0.9), found(Risk.HIGH, SPECIAL, 0.5)], ("high", "5")),
    ([found(Risk.LOW, PROFILE, 0.9), found(Risk.LOW, BEHAVIOR, 0.5)], ("low", "4")),
    ([found(Risk.LOW, DEVICE, 0.4), found(Risk.LOW, BEHAVIOR, 0.5)], ("low", "3")),
    # public beats only what is less sure
    ([found(Risk.NONE, None, 0.8), found(Risk.MEDIUM, BEHAVIOR, 0.6)], ("none", None)),
    ([found(Risk.NONE, None, 0.5), found(Risk.MEDIUM, BEHAVIOR, 0.6)], ("medium", "4")),
    # a sure identifier stays what it is
    ([found(Risk.NONE, None, 0.95), found(Risk.HIGH, CONTACT, 0.92, "email")], ("high", "2")),
    # a guess loses to what is surer
    ([found(Risk.LOW, DEVICE, 0.7), found(Risk.HIGH, ID, 0.45)], ("low", "3")),
    # a first person in a title that was looked at is its author's
    (
        [
            found(Risk.MEDIUM, BEHAVIOR, 0.8, "history", "layout:entry-line"),
            found(Risk.HIGH, SPECIAL, 0.75, "religion"),
        ],
        ("medium", "5"),
    ),
    # a place rule overrides weaker words
    (
        [
            found(Risk.LOW, DEVICE, 0.97, "time", "layout:status-bar"),
            found(Risk.MEDIUM, BEHAVIOR, 0.8, "time"),
        ],
        ("low", "3"),
    ),
]


@pytest.mark.parametrize(("findings", "expected"), WHOLE)
def test_findings_on_the_whole_unit(findings: list[Finding], expected: tuple[str, str | None]) -> None:
    assert labels("4:16", *findings) == [("4:16", *expected, False)]


def test_a_value_inside_a_message_gets_its_own_tight_box() -> None:
    text = "call me on +1 202 555 0147 tonight"
    message = found(Risk.MEDIUM, BEHAVIOR, 0.7, "message")
    phone = found(Risk.HIGH, CONTACT, 0.9, "phone", start=11, end=26)
    view = ScreenView((TextUnit(text, BOX),), 200, 200)
    outer, inner = merge(view, [message, phone])
    assert (outer.risk, outer.type, outer.inner) == (Risk.MEDIUM, "message", False)
    assert (inner.text, inner.risk, inner.inner) == ("+1 202 555 0147", Risk.HIGH, True)
    assert outer.box.x1 < inner.box.x1 < inner.box.x2 < outer.box.x2


def test_a_line_that_is_mostly_a_value_takes_its_label() -> None:
    text = "Mail: ann@example.com"
    rows = labels(text, found(Risk.HIGH, CONTACT, 0.9, "email", start=6, end=21))
    assert rows == [(text, "high", "2", False), ("ann@example.com", "high", "2", True)]


def test_a_line_that_holds_a_little_value_is_at_most_medium() -> None:
    text = "please keep in touch with Ann, she will know what to do"
    rows = labels(text, found(Risk.HIGH, ID, 0.8, "person", start=26, end=29))
    assert rows == [(text, "medium", "1", False), ("Ann", "high", "1", True)]


def test_interface_text_keeps_its_label_and_still_gives_the_value_inside() -> None:
    text = "Signed in as ann@example.com on this device"
    public = found(Risk.NONE, None, 0.8)
    rows = labels(text, public, found(Risk.HIGH, CONTACT, 0.95, "email", start=13, end=28))
    assert rows == [(text, "none", None, False), ("ann@example.com", "high", "2", True)]


def test_a_weak_value_inside_public_text_is_dropped() -> None:
    text = "Open until 9 PM"
    rows = labels(
        text, found(Risk.NONE, None, 0.8), found(Risk.MEDIUM, BEHAVIOR, 0.6, "time", start=11, end=15)
    )
    assert rows == [(text, "none", None, False)]


def test_unreadable_text_is_unknown_and_at_least_medium() -> None:
    view = ScreenView((TextUnit("", BOX, 0.1, readable=False),), 200, 200)
    (region,) = merge(view, [])
    assert (region.type, region.risk) == ("unknown", Risk.MEDIUM)


def test_boxed_findings_are_clipped_and_not_doubled() -> None:
    face = Finding(None, "face", Risk.HIGH, SPECIAL, 0.9, "a face", "faces", box=Box(150, 150, 400, 400))
    avatar = Finding(None, "avatar", Risk.LOW, ID, 0.9, "an avatar", "faces", box=Box(148, 150, 400, 400))
    (region,) = merge(ScreenView((), 200, 200), [avatar, face])
    assert (region.type, region.box) == ("face", Box(150, 150, 200, 200))


LINES = [
    # a value that leads the line and covers 30 % of it gives its label to a message
    ("Amy Stone, confirm your email", ("person", ID, 0, 9), Risk.MEDIUM, "high"),
    # further back it does not
    ("confirm your email, Amy Stone", ("person", ID, 20, 29), Risk.MEDIUM, "medium"),
    ("joindre au 06 39 98 41 07 ce soir oui", ("phone", CONTACT, 11, 25), Risk.MEDIUM, "medium"),
    # half of the line is enough anywhere
    ("home 010-0000-9184", ("phone", CONTACT, 5, 18), Risk.MEDIUM, "high"),
    # a low line that holds a value is medium
    ("certificate of birth, Ann.jpg", ("person", ID, 22, 25), Risk.LOW, "medium"),
]


@pytest.mark.parametrize(("text", "inner", "outer", "expected"), LINES)
def test_what_a_line_takes_from_its_value(
    text: str, inner: tuple[str, Category, int, int], outer: Risk, expected: str
) -> None:
    type, category, start, end = inner
    rows = labels(
        text, found(outer, BEHAVIOR, 0.8), found(Risk.HIGH, category, 0.9, type, start=start, end=end)
    )
    assert [row[1] for row in rows] == [expected, "high"]


@pytest.mark.parametrize(("public", "line"), [(0.4, "medium"), (0.7, "none")])
def test_a_line_called_public_without_much_ground_is_private_with_a_sure_value(
    public: float, line: str
) -> None:
    text = "Connection to 203.0.113.41 closed by somebody far away"
    rows = labels(
        text, found(Risk.NONE, None, public), found(Risk.HIGH, DEVICE, 0.95, "ip", start=14, end=26)
    )
    assert [row[1] for row in rows] == [line, "high"]


@pytest.mark.parametrize(("outer", "count"), [(Risk.MEDIUM, 2), (Risk.NONE, 1)])
def test_an_amount_is_an_inner_region_of_private_lines_alone(outer: Risk, count: int) -> None:
    text = "Refund of 214.00 EUR"
    amount = found(Risk.MEDIUM, CONTACT, 0.75, "amount", start=10, end=20)
    category = BEHAVIOR if outer > Risk.NONE else None
    assert len(labels(text, found(outer, category, 0.6), amount)) == count


def test_a_name_with_its_address_gives_both() -> None:
    text = "Author: Ann Lee <ann@example.org>"
    wide = found(Risk.HIGH, ID, 0.85, "person", "layout:colon-value", start=8)
    address = found(Risk.HIGH, CONTACT, 0.98, "email", start=17, end=32)
    inner = [row[0] for row in labels(text, wide, address) if row[3]]
    assert inner == ["Ann Lee", "ann@example.org"]


def test_a_name_that_one_place_gives_away_is_found_at_the_others() -> None:
    units = (TextUnit("Mme Ann Lee", BOX), TextUnit("Ann Lee - Messages", Box(0, 40, 100, 50)))
    name = Finding(0, "person", Risk.HIGH, ID, 0.9, "a title", "names.latin", 4, 11)
    regions = merge(ScreenView(units, 200, 200), [name])
    assert [r.text for r in regions if r.inner] == ["Ann Lee", "Ann Lee"]


@pytest.mark.parametrize(("public", "line"), [(0.45, "medium"), (0.55, "none")])
def test_a_likely_value_is_enough_against_a_guess_of_public(public: float, line: str) -> None:
    text = "words words words words Ann Lee words"
    inner = found(Risk.HIGH, ID, 0.7, "person", start=24, end=31)
    assert labels(text, found(Risk.NONE, None, public, source="layout:x"), inner)[0][1] == line


def test_a_line_with_a_short_label_gives_the_address_as_well() -> None:
    text = "To: ann.lee@example.com"
    address = found(Risk.HIGH, CONTACT, 0.98, "email", start=4, end=len(text))
    assert [r[3] for r in labels(text, address)] == [False, True]
