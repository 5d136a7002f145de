"""The four screen benchmarks under `inspect eval`: nothing private stays behind, and a fault is never a zero.

Every run is a process of its own on a user's runs with planted secrets (`planted_run`), against a server that
speaks HTTP and has every fault (`faulty_answers`), or with the built-in models. Then logs, buffers, caches,
what was said, the home and the temporary folder are searched.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("inspect_ai")

from fakes.faulty_answers import Answer, Faulty, findings, labels, planner_or_judge, point
from fakes.leaks import Room
from fakes.openai_server import OpenAIServer
from fakes.planted_run import secrets, write_runs

Row = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """A task, its good answer, how many rows it has and what in them is a figure, and how it is asked."""

    task: str
    good: Answer
    rows: int
    figures: Callable[[Row], list[bool]]
    built_in: str
    words: tuple[str, ...] = ()


CASES = {
    "grounding": Case(
        "guiguard_grounding",
        point,
        6 * 3 + 1,
        lambda row: [row.get("hit") is not None],
        "tactful/screen-grounder",
    ),
    "planning": Case(
        "guiguard_planning",
        planner_or_judge,
        2 * 2,
        lambda row: [step["score"] is not None for step in row["steps"]],
        "tactful/screen-planner",
        ("-T", "methods=black,replace"),
    ),
    "leakage": Case(
        "guiguard_leakage",
        findings,
        6 * 2,
        lambda row: [not row["unscored"]],
        "tactful/leak-reader",
        ("-T", "methods=black,mosaic"),
    ),
    "recognition": Case(
        "guiguard_recognition",
        labels,
        6,
        lambda row: [not row["unscored"]],
        "tactful/screen-reader",
    ),
}
JUDGES = {"openai-api/fake/m": "openai-api/fake/j"}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_runs(tmp_path_factory.mktemp("planted"))


def evaluate(case: Case, data: Path, place: Room, model: str, *words: str, base_url: str = "") -> list[Row]:
    judge = JUDGES.get(model, "tactful/plan-judge")
    roles = ("--model-role", f"judge={judge}") if case.task == "guiguard_planning" else ()
    given = ("-T", f"data={data}", *case.words, *roles, *words)
    done = place.evaluate(f"tactful/{case.task}", model, *given, base_url=base_url, timeout=280)
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
    figures = [figure for row in rows for figure in case.figures(row)]
    assert any(figures)
    assert not all(figures)
    assert {"none", "status 500", "bad request", "empty", "hang"} <= set(
        answer.given
    ) or name == "recognition"


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.built_in])
def test_built_in_models_need_no_server_and_leave_nothing(name: str, data: Path, tmp_path: Path) -> None:
    case, place = CASES[name], Room.made(tmp_path / "room")
    rows = evaluate(case, data, place, case.built_in)
    assert place.leaks(secrets(data)) == []
    figures = [figure for row in rows for figure in case.figures(row)]
    assert figures.count(False) <= 1  # a calibration has none


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
