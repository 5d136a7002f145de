"""Goals in seven languages: deeds, apps, values, places, questions."""

from __future__ import annotations

import pytest

from tactful.bench.guiguard.offline.goals import read_goal
from tactful.bench.guiguard.offline.words import fold, overlap, same_value, similarity, stems, words


@pytest.mark.parametrize(
    ("goal", "values", "place", "app", "act", "question"),
    [
        ('Create a note "Milk" in Notes.', ("Milk",), None, "notes", "create", False),
        ("打开观看记录中的第一个视频。", (), 1, "video", "history", False),
        ("「買い物」という新しいメモを作ってください。", ("買い物",), None, "notes", "create", False),
        ("두 번째 알람을 07:15으로 바꿔 주세요.", ("07:15",), 2, "clock", "edit", False),
        ("Partage le fichier avec lea@example.org.", ("lea@example.org",), None, "drive", "share", False),
        ("Добавь книгу «Зима» в список желаний.", ("Зима",), None, "books", "create", False),
        ("Deinstalliere die App Kassenbuch.", (), None, "appstore", "uninstall", False),
        ("Who sings the third of my liked songs?", (), 3, "music", "", True),
    ],
)
def test_reads(
    goal: str, values: tuple[str, ...], place: int | None, app: str, act: str, question: bool
) -> None:
    found = read_goal(goal)
    assert found.values == values
    assert found.place == place
    assert found.apps[0] == app
    assert not act or act in found.acts
    assert found.question is question


@pytest.mark.parametrize(
    ("goal", "act"),
    [
        ("Open Settings.", "edit"),  # "set" is no part of it
        ("Open the app called Ledger.", "call"),
        ("Open my playlist.", "play"),
        ("Erstelle ein Bild.", "delete"),
    ],
)
def test_hears_no_deed_within_a_word(goal: str, act: str) -> None:
    assert act not in read_goal(goal).acts


def test_apps_stand_in_the_goals_order() -> None:
    goal = read_goal("Look up the IP address in Settings and save it in a new note titled Network.")
    assert goal.apps[:2] == ("settings", "notes")
    assert goal.values == ("Network",)


def test_an_empty_goal_asks_for_nothing() -> None:
    goal = read_goal("")
    assert (goal.values, goal.names, goal.apps, goal.acts, goal.place) == ((), (), (), (), None)
    assert not goal.question


def test_every_word_of_the_tables_is_a_text() -> None:
    table = words()
    texts = [*table.finish, *table.more, *table.common, *(t for a in table.acts.values() for t in a.labels)]
    assert all(isinstance(text, str) and text == fold(text) for text in texts)
    assert {"yes", "да", "ja"} <= table.finish  # words, not truth values of YAML


@pytest.mark.parametrize(
    ("a", "b", "alike"),
    [
        ("Codeschmie...", "Codeschmiede", True),
        ("ＡＢＣ Notes", "abc notes", True),
        ("Ёлка", "елка", True),
        ("Save", "Send", False),
        ("", "Save", False),
    ],
)
def test_similarity(a: str, b: str, alike: bool) -> None:
    assert (similarity(a, b) >= 0.88) is alike
    assert similarity(a, b) == similarity(b, a)


def test_stems_meet_across_forms() -> None:
    assert stems("Deinstallieren") & stems("Deinstalliere die App")
    assert stems("설명 편집") & stems("사진의 설명을 바꿔")
    assert overlap("Connected devices", stems("the list of connected devices")) == 1.0
    assert overlap("", stems("anything")) == 0.0
    assert same_value("+81 90-0661", "+81 900661")
    assert not same_value("1234", "1235")
