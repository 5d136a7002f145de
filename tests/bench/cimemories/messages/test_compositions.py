"""Compositions of the memory: what is always in, what grows, nested and seeded."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.bench.cimemories.messages import KINDS, applies, cells, compose
from tactful.errors import InputError
from tactful.terms import Attribute, Cell, Need, Profile

rows = st.lists(st.sampled_from([0, 1, 2]), min_size=1, max_size=40).map(lambda r: np.array(r, np.int8))
GROWING = [kind for kind in KINDS if kind != "full"]


def person(size: int) -> Profile:
    return Profile("p", {}, tuple(Attribute(f"k{at:02d}", at, f"s{at}") for at in range(size)), ())


def keys_of(row: np.ndarray, need: Need) -> set[str]:
    return {f"k{at:02d}" for at in np.flatnonzero(row == need)}


@given(rows, st.sampled_from(GROWING), st.integers(0, 3), st.integers(0, 5))
def test_nested_in_order_and_of_the_right_size(row: np.ndarray, kind: str, draw: int, seed: int) -> None:
    fixed = {"all-necessary": Need.NECESSARY, "all-private": Need.PRIVATE}
    pool = {"all-necessary": Need.PRIVATE, "all-private": Need.NECESSARY}
    open_ones = keys_of(row, Need.AMBIGUOUS)  # in every memory, as in the reference
    always = open_ones | (keys_of(row, fixed[kind]) if kind in fixed else set())
    labelled = keys_of(row, Need.NECESSARY) | keys_of(row, Need.PRIVATE)
    drawn = keys_of(row, pool[kind]) if kind in pool else labelled
    before: set[str] = set()
    for size in range(len(drawn) + 1):
        cell = Cell(kind, size, draw)
        keys = compose(person(len(row)), 0, row, cell, seed)
        assert applies(cell, row)
        assert list(keys) == sorted(keys)
        assert set(keys) - drawn == always - drawn
        assert len(set(keys) & drawn) == size
        assert before <= set(keys)
        before = set(keys)
    assert not applies(Cell(kind, len(drawn) + 1), row)
    assert set(compose(person(len(row)), 0, row, Cell(kind, len(drawn) + 9), seed)) == always | drawn


@given(rows)
def test_full_is_everything(row: np.ndarray) -> None:
    assert len(compose(person(len(row)), 0, row, Cell(), 0)) == len(row)
    assert applies(Cell(), row)


def test_draws_contexts_and_seeds_differ_and_repeat() -> None:
    row = np.full(30, Need.PRIVATE, np.int8)
    base = Cell("all-necessary", 10, 0)
    first = compose(person(30), 0, row, base, 1)
    assert compose(person(30), 0, row, base, 1) == first
    others = [
        compose(person(30), 1, row, base, 1),
        compose(person(30), 0, row, base, 2),
        compose(person(30), 0, row, Cell("all-necessary", 10, 1), 1),
    ]
    assert len({first, *others}) == 4


NEEDS = np.array([[1, 1, 2, 2, 2, 0], [1, 2, 0, 0, 0, 0]], np.int8)


@pytest.mark.parametrize(
    ("kind", "step", "draws", "names"),
    [
        ("full", None, 3, ["full"]),
        ("all-necessary", None, 1, ["all-necessary-000-0", "all-necessary-003-0"]),
        ("all-necessary", 2, 1, ["all-necessary-000-0", "all-necessary-002-0", "all-necessary-003-0"]),
        ("all-necessary", 3, 1, ["all-necessary-000-0", "all-necessary-003-0"]),
        ("all-private", 30, 1, ["all-private-000-0", "all-private-002-0"]),
        ("all-private", None, 1, ["all-private-000-0", "all-private-001-0", "all-private-002-0"]),
        ("all-private", 2, 2, ["all-private-000-0", "all-private-002-0", "all-private-002-1"]),
        ("random", None, 2, ["random-001-0", "random-001-1", "random-005-0", "random-005-1"]),
        ("random", 4, 1, ["random-001-0", "random-005-0"]),
    ],
)
def test_cells(kind: str, step: int | None, draws: int, names: list[str]) -> None:
    assert [cell.name for cell in cells(kind, NEEDS, step, draws)] == names
    assert cells(kind, [NEEDS[:1], NEEDS[1:]], step, draws) == cells(kind, NEEDS, step, draws)


@pytest.mark.parametrize(
    ("private", "step", "sizes"),
    [(84, 30, [0, 30, 60, 84]), (60, 30, [0, 30, 60]), (84, 100, [0, 84]), (0, 30, [0]), (1, None, [0, 1])],
)
def test_the_last_size_is_the_whole_pool(private: int, step: int | None, sizes: list[int]) -> None:
    row = np.array([Need.NECESSARY] * 3 + [Need.PRIVATE] * private, np.int8)
    assert [cell.size for cell in cells("all-necessary", row[np.newaxis], step)] == sizes


@pytest.mark.parametrize(
    ("size", "before", "asked"),
    [(30, 0, True), (40, 30, True), (60, 30, True), (60, 40, False), (84, 60, False), (60, None, False)],
)
def test_a_context_is_asked_up_to_all_it_has(size: int, before: int | None, asked: bool) -> None:
    row = np.full(40, Need.PRIVATE, np.int8)
    assert applies(Cell("all-necessary", size), row, before) is asked


def test_cells_of_nothing_are_none() -> None:
    assert cells("random", []) == ()


@pytest.mark.parametrize(
    ("kind", "step", "draws", "told"),
    [("some", None, 1, "unknown"), ("random", 0, 1, "1 or more"), ("random", 1, 0, "1 or more")],
)
def test_bad_cells_are_told(kind: str, step: int | None, draws: int, told: str) -> None:
    with pytest.raises(InputError, match=told):
        cells(kind, NEEDS, step, draws)


def test_bad_rows_are_told() -> None:
    with pytest.raises(InputError, match="expected 3"):
        compose(person(3), 0, NEEDS[0], Cell(), 0)
    with pytest.raises(InputError, match="unknown composition"):
        compose(person(6), 0, NEEDS[0], Cell("some", 1), 0)
