from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.memory.clauses import split_clauses

CUTS = [
    ("I sleep five hours since the trial began.", "I sleep five hours.", "since the trial began"),
    ("During the trial my mood was low.", "My mood was low.", "During the trial"),
    ("My mood during the trial was low.", "My mood was low.", "during the trial"),
    ("I took two weeks of leave for the wedding.", "I took two weeks of leave.", "for the wedding"),
    ("After the win, Ada's income is $900.", "Ada's income is $900.", "After the win,"),
    ("I sleep badly while it is hot.", "I sleep badly.", "while it is hot"),
]
WHOLE = [
    "I work for Wick Ltd.",  # too little would be left
    "The fee for the course was $90.",  # "for" says which fee
    "Before the move I paid $500.",  # cut, it would claim of today what was true of then
    "My name is Ada Wick.",
    "",
]


@pytest.mark.parametrize(("statement", "main", "clause"), CUTS)
def test_cuts(statement: str, main: str, clause: str) -> None:
    found = split_clauses(statement)
    assert (found.main, found.circumstances.strip()) == (main, clause)


@pytest.mark.parametrize("statement", WHOLE)
def test_leaves_whole(statement: str) -> None:
    assert split_clauses(statement).main == statement
    assert split_clauses(statement).circumstances == ""


@given(st.text())
def test_nothing_is_added(text: str) -> None:
    found = split_clauses(text)
    left = {word.casefold() for word in found.main.split()}
    assert left <= {word.casefold() for word in text.split()} | {found.main.casefold()}


def test_repr_hides() -> None:
    assert "trial" not in repr(split_clauses("I sleep five hours since the trial began."))
