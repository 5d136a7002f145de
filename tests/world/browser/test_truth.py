"""Labels of regions from what was measured, by the rules of docs/labels.md."""

from __future__ import annotations

import pytest

from tactful.terms import Box, Category, Risk
from tactful.world.browser.truth import TrueRegion, region_record, regions_of
from tactful.world.measured import Measured, Seen
from tactful.world.values import TYPES, Value, sentence, ui

NAME = Value("Ann Lee", "person", "contact/1/name")
MAIL = Value("ann@sample.example", "email", "contact/1/email")


def line(value: Value, text: str | None = None, y: int = 0, x: int = 0, inner: bool = False) -> Seen:
    text = value.text if text is None else text
    return Seen(value, text, Box(x, y, x + 10 * len(text), y + 10), inner=inner, window="w1")


def nested(value: Value, *values: Value, y: int = 0) -> list[Seen]:
    """A line and the values in it, where they stand in its text."""
    return [line(value, y=y)] + [
        line(inner, y=y, x=10 * value.text.index(inner.text), inner=True) for inner in values
    ]


def regions(*seen: Seen, now: tuple[str, ...] = (), later: tuple[str, ...] = ()) -> tuple[TrueRegion, ...]:
    return regions_of(Measured(2000, 500, seen), now=frozenset(now), later=frozenset(later))


@pytest.mark.parametrize("kind", sorted(TYPES))
def test_a_value_alone_has_its_types_label(kind: str) -> None:
    (private,) = regions(line(Value("x", kind, "e")))
    assert (private.region.risk, private.region.category) == TYPES[kind]
    (public,) = regions(line(Value("x", kind, "e", public=True)))
    assert (public.region.risk, public.region.category, public.role) == (Risk.NONE, None, "public")


SAID = [
    # the line, the value in it -> the line's risk, category and type
    (("Call ", MAIL, " today"), "message", Risk.HIGH, Category.CONTACT_FINANCIAL, "email"),  # covers half
    ((NAME, " wrote to you"), "message", Risk.HIGH, Category.IDENTITY, "person"),  # leads, covers 35 %
    (("Did you see that ", NAME, " is here?"), "message", Risk.MEDIUM, Category.BEHAVIOR_CONTEXT, "message"),
    ((NAME, " has asked whether you will come on Friday"), "message", Risk.MEDIUM, Category.BEHAVIOR_CONTEXT,
     "message"),
    (("Signed in for the last two weeks as ", NAME), "ui", Risk.MEDIUM, Category.IDENTITY, "ui"),
    (("Paid ", Value("3 €", "amount", "a/1"), " to it"), "health", Risk.HIGH, Category.SENSITIVE_SPECIAL,
     "health"),
]  # fmt: skip


@pytest.mark.parametrize(("parts", "kind", "risk", "category", "type_"), SAID)
def test_lines_with_a_value_in_them(
    parts: tuple[str | Value, ...], kind: str, risk: Risk, category: Category, type_: str
) -> None:
    value = sentence(parts, kind, "m/1", public=kind == "ui")
    inner = next(part for part in parts if isinstance(part, Value))
    outer, own = regions(*nested(value, inner))
    assert (outer.region.risk, outer.region.category, outer.region.type) == (risk, category, type_)
    assert own.region.inner
    assert (own.region.risk, own.region.category) == inner.label


def test_a_public_line_stays_public_around_public_values() -> None:
    value = sentence(("By ", NAME, " today"), "text", public=True).as_public()
    inner = value.parts[1]
    assert isinstance(inner, Value)
    assert [r.region.risk for r in regions(*nested(value, inner))] == [Risk.NONE, Risk.NONE]


def test_a_line_that_is_one_value_is_one_region() -> None:
    (only,) = regions(*nested(sentence((NAME,), "ui", public=True), NAME))
    assert (only.region.risk, only.entity, only.region.inner) == (Risk.HIGH, "contact/1/name", False)


# Each row: a line, the value that is all of it, and the type of the one region.
@pytest.mark.parametrize(
    ("line_type", "inner", "type_"),
    [
        ("secret", Value("Ann Lee", "note", "n/1"), "secret"),
        ("health", NAME, "health"),
        ("note", NAME, "person"),
        ("message", NAME.as_public(), "message"),
    ],
)
def test_of_one_text_with_two_labels_the_more_severe_holds(line_type: str, inner: Value, type_: str) -> None:
    outer = sentence((inner,), line_type, "m/1")
    (only,) = regions(*nested(outer, inner), now=(inner.entity,))
    assert (only.region.type, only.region.risk) == (type_, TYPES[type_].risk)
    assert only.need == "now"


def test_values_go_with_the_line_they_stand_in() -> None:
    first = sentence(("To ", NAME, " and all the others of the team"), "message", "m/1")
    found = regions(*nested(first, NAME), *nested(sentence((NAME, ": hi"), "message", "m/2"), NAME, y=50))
    assert [r.region.risk for r in found] == [Risk.MEDIUM, Risk.HIGH, Risk.HIGH, Risk.HIGH]


def test_needs_by_entity() -> None:
    value = sentence(("Please write to ", NAME, " or to somebody else"), "message", "m/1")
    seen = [*nested(value, NAME), line(MAIL, y=50), line(ui("Send"), y=80)]
    found = regions(*seen, now=("contact/1/name",), later=("contact/1/email",))
    assert [(r.need, r.region.necessary) for r in found] == [
        ("now", True), ("now", True), ("later", False), ("never", False),
    ]  # fmt: skip


def test_public_regions_are_never_necessary() -> None:
    (found,) = regions(line(MAIL.as_public()), now=("contact/1/email",))
    assert (found.need, found.region.necessary) == ("now", False)


def test_a_masked_password_tells_only_its_length() -> None:
    (found,) = regions(line(Value("hunter22", "secret", "me/password"), "•" * 8))
    assert (found.region.risk, found.region.category) == (Risk.LOW, Category.IDENTITY)


def test_letters_on_an_avatar_are_the_picture() -> None:
    picture = Seen(Value("avatar", "avatar", "a/1"), "avatar", Box(0, 0, 40, 40), picture=True)
    letters = Seen(Value("AL", "avatar", "a/1/letters"), "AL", Box(10, 10, 30, 30))
    (found,) = regions(picture, letters)
    assert found.region.is_picture
    assert found.region.text == "avatar"


def test_record_of_a_region() -> None:
    (found,) = regions(line(MAIL), now=("contact/1/email",))
    assert region_record(found) == {
        "text": "ann@sample.example", "box": [0, 0, 180, 10], "risk": "high", "category": "contact_financial",
        "type": "email", "necessary": True, "inner": False, "entity": "contact/1/email", "role": "private",
        "need": "now", "window": "w1", "do": "", "bind": "", "whole": True,
    }  # fmt: skip
