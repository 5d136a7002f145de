"""What the shorter answers say, and how many of their lines say nothing."""

import pytest

from tactful.bench.guiguard.recognition.replies import (
    read_binary,
    read_categories,
    read_extracted,
    read_free,
    read_labels,
    read_private,
    read_risks,
)
from tactful.models import Reply
from tactful.terms import Category, Risk

BOX = '{"x1":1,"y1":2,"x2":3,"y2":4}'
FULL = f"Ann | high | 1(Basic Identity Identifiers) | {BOX} | no"


@pytest.mark.parametrize(
    ("text", "items", "lines", "broken", "usable"),
    [
        (FULL, 1, 1, 0, True),
        (f"Here it is:\n{FULL}", 1, 1, 0, True),
        (f"{FULL}\nBob | high | 1 | nowhere | no", 1, 2, 1, True),
        ("NONE", 0, 0, 0, True),
        ("", 0, 0, 0, False),
        ("I cannot help with that.", 0, 1, 1, False),
        ("Ann | high", 0, 1, 1, False),
        (
            '[{"text": "Ann", "risk": "high", "category": "1", "bbox": [1, 2, 3, 4], "necessary": "no"}]',
            1,
            1,
            0,
            True,
        ),
    ],
)
def test_free(text: str, items: int, lines: int, broken: int, usable: bool) -> None:
    answer = read_free(Reply(text))
    assert (len(answer.entries), answer.lines, answer.broken, answer.usable) == (items, lines, broken, usable)


@pytest.mark.parametrize(
    ("text", "risks", "lines", "broken", "usable"),
    [
        (f"Ann | private | {BOX}", [Risk.MEDIUM], 1, 0, True),
        (f"Ann | Public | {BOX}", [Risk.NONE], 1, 0, True),
        (f"a | b | private | {BOX}", [Risk.MEDIUM], 1, 0, True),  # a bar in the text
        (f"| Ann | private | {BOX} |\n|---|---|---|", [Risk.MEDIUM], 1, 0, True),
        (f"Ann | secret | {BOX}", [], 1, 1, False),
        ("**None.**", [], 0, 0, True),
        ("<think>Ann | private</think>NONE", [], 0, 0, True),
        ("Nothing here.", [], 1, 1, False),
    ],
)
def test_binary(text: str, risks: list[Risk], lines: int, broken: int, usable: bool) -> None:
    answer = read_binary(Reply(text))
    assert [entry.risk for entry in answer.entries] == risks
    assert (answer.lines, answer.broken, answer.usable) == (lines, broken, usable)


def test_extracted() -> None:
    answer = read_extracted(Reply(f"Ann | {BOX}\n9:41 | no box"))
    assert [(entry.text, entry.corners) for entry in answer.entries] == [("Ann", (1, 2, 3, 4))]
    assert (answer.lines, answer.broken) == (2, 1)


def test_a_cut_answer_that_says_none_is_not_believed() -> None:
    assert not read_binary(Reply("NONE", truncated=True)).usable


@pytest.mark.parametrize(
    ("text", "values", "broken"),
    [
        ("1 | high | 2 | yes", {1: (Risk.HIGH, Category.CONTACT_FINANCIAL, True)}, 0),
        ("1 | none | 0(None) | yes", {1: (Risk.NONE, None, False)}, 0),
        ("1. | low | 3(Technical & Device) | no", {1: (Risk.LOW, Category.TECHNICAL_DEVICE, False)}, 0),
        ("9 | high | 2 | yes", {}, 1),  # nobody asked for that number
        ("1 | high | 7 | yes", {}, 1),
        ("1 | high | 2", {}, 1),
        ("Sure!\n1 | high | 2 | yes", {1: (Risk.HIGH, Category.CONTACT_FINANCIAL, True)}, 1),
        ("1 | low | 3 | no\n1 | high | 2 | yes", {1: (Risk.LOW, Category.TECHNICAL_DEVICE, False)}, 0),
    ],
)
def test_labels(text: str, values: dict[int, object], broken: int) -> None:
    answer = read_labels(Reply(text), (1, 2))
    assert dict(answer.values) == values
    assert answer.broken == broken


def test_the_stages_and_private_or_not() -> None:
    assert dict(read_risks(Reply("1 | high\n2 | none\n3 | odd"), (1, 2, 3)).values) == {
        1: Risk.HIGH,
        2: Risk.NONE,
    }
    assert dict(read_private(Reply("1 | private\n2 | public"), (1, 2)).values) == {1: True, 2: False}
    categories = read_categories(
        Reply("1 | 5(Sensitive Special Personal Data) | no\n2 | 0(None) | no"), (1, 2)
    )
    assert dict(categories.values) == {1: (Category.SENSITIVE_SPECIAL, False), 2: (None, False)}


def test_the_last_line_of_a_cut_answer_is_not_trusted() -> None:
    answer = read_risks(Reply("1 | high\n2 | no", truncated=True), (1, 2))
    assert (dict(answer.values), answer.broken) == ({1: Risk.HIGH}, 1)
