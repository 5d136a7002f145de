from __future__ import annotations

import pytest

from tactful.world.apps.loader import load_apps
from tactful.world.content import formats
from tactful.world.people.make import make_person
from tactful.world.people.person import LANGUAGES
from tactful.world.session.store import Store


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rows_with_ages_are_listed_in_time(lang: str) -> None:
    """The goal of a task may say "the latest code": it must be the first one that the list shows."""
    store = Store(make_person(4, 0, lang), load_apps())
    ages = {formats.ago(lang, minutes): minutes for minutes in range(2**13, -1, -1)}
    lists = [("messages", "codes"), ("phone", "voicemails"), ("ai", "chats"), ("social", "posts")]
    for app, table in lists:
        told = [ages[row.text("time")] for row in store.rows(app, table)]
        assert told == sorted(told), table
        assert len(set(told)) > 1, table


def test_ages_repeat() -> None:
    texts = [
        [row.text("time") for row in Store(make_person(4), load_apps()).rows("messages", "codes")]
        for _ in range(2)
    ]
    assert texts[0] == texts[1]
