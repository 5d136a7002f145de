"""The four screen benchmarks under `inspect eval`: nothing private stays behind, and a fault is never a zero.

Every run is a process of its own on a user's runs with planted secrets (`planted_run`), one with a damaged
picture, against a server that
speaks HTTP and has every fault (`faulty_answers`), or with the built-in models. Then logs, buffers, caches,
what was said, the home and the temporary folder are searched.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("inspect_ai")

from fakes.faulty_answers import Answer, Faulty, findings, judged, labels, mark, planner_or_judge, point
from fakes.leaks import Room
from fakes.openai_server import OpenAIServer
from fakes.planted_run import secrets, write_runs
from tactful.bench.guiguard.choice import ORIGINAL
from tactful.bench.guiguard.data import read_screen_data
from tactful.bench.guiguard.protected_data import InMemory, screen_key
from tactful.bench.guiguard.protecting import NotProtected, parse_method, raw_screen
from tactful.errors import ImageError

Row = dict[str, Any]
Figure = tuple[Sequence[str], bool]
"""What must have been answered for it, and whether it is there."""
STEPS = (3, 3, 2)
SCREENS = sum(STEPS)
DAMAGED = SCREENS - 1
"""The screen that nobody can read, in the order of the data; its task cannot be replayed."""


class Shown:
    """The marks of the pictures that a model is shown: made here again, which gives the same pixels."""

    def __init__(self, data: Path) -> None:
        self._data = read_screen_data(data)
        self._places = [(task, at) for task in self._data.tasks for at in range(len(task.screens))]
        self._protected = InMemory(keep=99)

    def mark(self, method: str, number: int) -> str:
        """Of the screen in the order of the data, from 0; "none" for the damaged one."""
        task, at = self._places[number]
        if method != ORIGINAL:
            found = self._protected.screen(task, parse_method(method), at)
            return "none" if isinstance(found, NotProtected) else mark(found.screen.image)
        try:
            image = raw_screen(task.screens[at]).image
        except ImageError:
            return "none"
        assert image is not None
        return mark(image)

    def number(self, key: str) -> int:
        """The screen's number by the name that rows of leakage have for it."""
        return [screen_key(task.screens[at], self._data) for task, at in self._places].index(key)


@dataclass(frozen=True)
class Case:
    """A task, its good answer, how many rows it has, how many of them of the damaged screen, and what in them
    is a figure; and how it is asked."""

    task: str
    good: Answer
    rows: int
    lost: int
    figures: Callable[[Row, Shown], list[Figure]]
    built_in: str
    words: tuple[str, ...] = ()


def _grounded(row: Row, shown: Shown) -> list[Figure]:
    if "calibration" in row:
        return []
    return [([shown.mark(row["method"], row["number"] - 1)], row["hit"] is not None)]


def _planned(row: Row, shown: Shown) -> list[Figure]:
    first = sum(STEPS[: row["ordinal"]])
    found: list[Figure] = []
    for step in row["steps"]:
        reference, replay = (shown.mark(name, first + step["step"] - 1) for name in (ORIGINAL, row["method"]))
        found.append(([reference, replay, judged(reference, replay)], step["score"] is not None))
    assert len(found) == STEPS[row["ordinal"]]
    return found


def _leaked(row: Row, shown: Shown) -> list[Figure]:
    return [([shown.mark(row["method"], shown.number(row["screen"]))], not row["unscored"])]


def _recognised(row: Row, shown: Shown) -> list[Figure]:
    return [([shown.mark(ORIGINAL, row["ordinal"])], not row["unscored"])]


CASES = {
    "grounding": Case("guiguard_grounding", point, SCREENS * 3 + 1, 3, _grounded, "tactful/screen-grounder"),
    "planning": Case(
        "guiguard_planning",
        planner_or_judge,
        len(STEPS) * 2,
        2,
        _planned,
        "tactful/screen-planner",
        ("-T", "methods=black,replace"),
    ),
    "leakage": Case(
        "guiguard_leakage",
        findings,
        SCREENS * 2,
        2,
        _leaked,
        "tactful/leak-reader",
        ("-T", "methods=black,mosaic"),
    ),
    "recognition": Case("guiguard_recognition", labels, SCREENS, 1, _recognised, "tactful/screen-reader"),
}
JUDGES = {"openai-api/fake/m": "openai-api/fake/j"}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_runs(tmp_path_factory.mktemp("planted"), damaged=True)


def evaluate(case: Case, data: Path, place: Room, model: str, *words: str, base_url: str = "") -> list[Row]:
    judge = JUDGES.get(model, "tactful/plan-judge")
    roles = ("--model-role", f"judge={judge}") if case.task == "guiguard_planning" else ()
    given = ("-T", f"data={data}", *case.words, *roles, *words)
    done = place.evaluate(f"tactful/{case.task}", model, *given, base_url=base_url)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = place.rows()
    assert len(rows) == case.rows
    assert not [row for row in rows if "error" in row]
    return rows


@pytest.mark.parametrize("name", CASES)
def test_faults_are_unscored_and_nothing_is_left(name: str, data: Path, tmp_path: Path) -> None:
    case, place = CASES[name], Room.made(tmp_path / "room")
    answer = Faulty(case.good)
    patience = ("--max-retries", "1", "--attempt-timeout", "2", "--max-connections", "20", "-T", "cache=true")
    with OpenAIServer(answer) as server:
        rows = evaluate(case, data, place, "openai-api/fake/m", *patience, base_url=server.base_url)
    assert place.leaks(secrets(data)) == []
    shown = Shown(data)
    figures = [figure for row in rows for figure in case.figures(row, shown)]
    for needed, there in figures:
        assert there == answer.answered.issuperset(needed), "a fault is a figure, or an answer is lost"
    assert {there for _, there in figures} == {True, False}
    assert {"none", "status 500", "bad request", "empty", "hang"} <= set(answer.given)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.built_in])
def test_built_in_models_need_no_server_and_leave_nothing(name: str, data: Path, tmp_path: Path) -> None:
    case, place = CASES[name], Room.made(tmp_path / "room")
    rows = evaluate(case, data, place, case.built_in)
    assert place.leaks(secrets(data)) == []
    shown = Shown(data)
    lost = [row for row in rows if not all(there for _, there in case.figures(row, shown))]
    assert len(lost) == sum(_names_damage(row) for row in rows) == case.lost


def _names_damage(row: Row) -> bool:
    """Whether a row says that a picture could not be read."""
    said = row.get("unscored") or row.get("problem") or ""
    return "damaged or truncated" in said


def test_a_log_that_is_asked_for_has_them(data: Path, tmp_path: Path) -> None:
    """The search finds what is there: else an empty result would mean nothing."""
    case, place = CASES["grounding"], Room.made(tmp_path / "room")
    with OpenAIServer(case.good) as server:
        rows = evaluate(
            case, data, place, "openai-api/fake/m", "-T", "log_private=true", base_url=server.base_url
        )
    assert not any(isinstance(value, float) and math.isnan(value) for row in rows for value in row.values())
    found = {leak.rsplit(": ", 1)[1] for leak in place.leaks(secrets(data))}
    assert {"plan", "target", "pixels s0.png of 0"} <= found
