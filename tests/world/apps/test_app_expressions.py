from __future__ import annotations

import pytest

from tactful.world.apps.expressions import (
    Count,
    Draw,
    Fact,
    Field,
    Joined,
    Made,
    Now,
    Outer,
    Typed,
    Word,
    parse,
    walk,
)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("sender", Field("sender")),
        ("record.id", Outer("id")),
        ("record.name", Outer("name")),
        ("me.phone", Fact("phone")),
        ("$to", Typed("to")),
        ("now", Now()),
        ("nowhere", Field("nowhere")),
        ("=Wi-Fi", Word("Wi-Fi")),
        ("= · ", Word(" · ")),
        ("~headline", Made("headline")),
        ("~headline!", Made("headline", public=True)),
        ("count(mails)", Count("mails")),
        (
            "count(mails, folder=inbox, unread=true)",
            Count("mails", (("folder", "inbox"), ("unread", "true"))),
        ),
        ("avatar(sender)", Draw("avatar", Field("sender"))),
        ("scene(~place!)", Draw("scene", Made("place", public=True))),
        (["name", "= · ", "time"], Joined((Field("name"), Word(" · "), Field("time")))),
        (7, Word("7")),
    ],
)
def test_every_form_is_read(raw: object, expected: object) -> None:
    assert parse(raw) == expected


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        ("See you", "plain words start with '='"),
        ("Sender", "plain words start with '='"),
        ("me.", "not an expression"),
        ("$", "not an expression"),
        ("=", "without a word"),
        ("", "not an expression"),
        ("hologram(name)", "unknown picture"),
        ("count()", "table's name"),
        ("count(mails, inbox)", "key=value"),
        ([], "empty list"),
        (True, "not an expression"),
        (None, "not an expression"),
        (["name", {"a": 1}], "not an expression"),
    ],
)
def test_what_is_no_expression_is_said(raw: object, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        parse(raw)


def test_walk_reaches_what_is_inside() -> None:
    found = list(walk(parse(["avatar(me.name)", "=x"])))
    assert Fact("name") in found
    assert Word("x") in found
