"""The planning task with scripted models: what is asked again, what is unscored, what the rows say."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("inspect_ai")

from fakes.planted_run import secrets, write_runs
from fakes.scripted_task import evaluate
from tactful.bench.guiguard.planning.rows import call_failed, summarize
from tactful.bench.guiguard.planning.settings import PlanningDesign
from tactful.errors import InputError, ModelError
from tactful.models import Message, ScriptedModel, Turn

# Of the libraries that Inspect calls; our own are still errors everywhere else.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
BACK = "(Next Action)\nBack.\n(Grounded Action)\n```python\nagent.back()\n```"
THREE = '{"score": 3, "reason": "near"}'
Says = Callable[[Sequence[Message]], Turn]
Pass = Callable[..., list[dict[str, Any]]]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two private tasks of three screens."""
    return write_runs(tmp_path_factory.mktemp("planted"))


@pytest.fixture
def plan(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pass:
    """Rows of the task, by what the planner and the judge say."""

    def rows(planner: ScriptedModel, judge: Says = lambda said: THREE, **args: Any) -> list[dict[str, Any]]:
        given = {"data": str(data), "methods": "black", "out": str(tmp_path / "plans"), **args}
        return evaluate(monkeypatch, "planning", tmp_path / "logs", planner, ScriptedModel(judge), **given)

    return rows


def planner(says: Says = lambda said: BACK) -> ScriptedModel:
    return ScriptedModel(says)


def scores(rows: Sequence[dict[str, Any]]) -> list[list[int | None]]:
    return [[step["score"] for step in row["steps"]] for row in rows]


def test_every_step_is_scored_and_nothing_private_leaves_the_plans(
    plan: Pass, data: Path, tmp_path: Path
) -> None:
    asked = planner()
    rows = plan(asked, methods="black,replace-60")
    assert [(row["task"], row["method"], row["level"]) for row in rows] == [
        (task, *method) for task in ("task 1", "task 2") for method in (("black", 100), ("replace-60", 60))
    ]
    assert scores(rows) == [[3] * 3] * 4
    assert all(step["same_call"] for row in rows for step in row["steps"])
    assert [row["coverage"] for row in rows if row["method"] == "black"] == [{"hits": 6, "n": 6}] * 2
    assert len(asked.asked) == 2 * 3 * 3, "tasks, steps, passes: the unprotected one is made once"
    texts = [value for value in secrets(data).values() if isinstance(value, str)]
    assert not [text for text in texts if text in json.dumps(rows)]
    assert {path.stat().st_mode & 0o077 for path in (tmp_path / "plans").rglob("*")} == {0}
    again = planner()
    assert plan(again, methods="black,replace-60") == rows
    assert again.asked == []


def test_a_task_with_a_damaged_picture_is_unscored_and_stops_no_other(plan: Pass, tmp_path: Path) -> None:
    asked = planner()
    rows = plan(asked, data=str(write_runs(tmp_path / "data", damaged=True)))
    assert scores(rows) == [[3] * 3, [3] * 3, [None] * 2]
    assert rows[2]["problem"] == "no picture: damaged or truncated (OSError)"
    assert len(asked.asked) == 2 * 3 * 2
    assert not call_failed(rows[2])


def test_failures_are_results_until_they_are_asked_for_again(plan: Pass) -> None:
    def down(said: Sequence[Message]) -> Turn:
        return ModelError("down") if "Step 2." in said[-1].text else BACK

    rows = plan(planner(down))
    assert scores(rows) == [[3, None, 3]] * 2
    assert {row["steps"][1]["problem"] for row in rows} == {"reference: no answer from the planner: down"}
    assert [row["unplanned"] for row in rows] == [[1, 1]] * 2
    assert all(map(call_failed, rows))
    assert plan(planner()) == rows
    assert scores(plan(planner(), retry_failed=True)) == [[3, 3, 3]] * 2


def test_a_judge_that_failed_is_asked_again_without_new_plans(plan: Pass) -> None:
    rows = plan(planner(), lambda _: ModelError("down"))
    assert all(map(call_failed, rows))
    asked = planner()
    assert scores(plan(asked)) == [[3] * 3] * 2
    assert asked.asked == []


def test_what_cannot_be_protected_is_unscored(plan: Pass, data: Path, tmp_path: Path) -> None:
    torn = write_runs(tmp_path / "torn")
    file = sorted(torn.rglob("annotations/*.json"))[1]
    file.unlink()
    rows = plan(planner(), data=str(torn))
    assert sorted(scores(rows), key=str) == [[3] * 3, [None] * 3]
    (run,) = summarize(rows)["runs"]
    assert run["problems"] == [{"reason": "a screen of the task could not be protected", "n": 3}]
    assert run["methods"][0]["lengths"]["unpaired"] == 0


def test_the_original_against_itself_is_planned_a_second_time(plan: Pass, tmp_path: Path) -> None:
    asked = planner()
    assert [row["method"] for row in plan(asked, methods="original")] == ["again"] * 2
    assert len(asked.asked) == 2 * 2 * 3
    assert list((tmp_path / "plans").rglob("planner_results/again"))


def test_protected_passes_end_where_they_say_so(plan: Pass) -> None:
    def ends(said: Sequence[Message]) -> Turn:
        late = len([message for message in said if message.role == "assistant"]) == 1
        return BACK.replace("back", "done") if late and next(calls) % 2 else BACK

    calls = iter(range(99))
    rows = plan(planner(ends))
    (run,) = summarize(rows)["runs"]
    assert [row["lengths"] for row in rows] == [[3, 2]] * 2
    assert run["methods"][0]["lengths"] == {"different": 2, "of": 2, "unpaired": 2}
    # Coverage is of the task's screens, not of those that the planner looked at.
    assert run["methods"][0]["coverage_by_platform"] == {"android": {"value": 1.0, "hits": 12, "n": 12}}


def test_the_same_state_tells_the_references_plans(plan: Pass) -> None:
    passes = iter(range(99))
    asked = planner(lambda _: BACK.replace("Back.", f"Back {next(passes)}."))
    plan(asked, history="same-state")
    last = [
        re.findall(r"Back (\d+)\.", message.text) for message in asked.asked[5] if message.role == "assistant"
    ]
    assert last == [["0"], ["1"]]


@pytest.mark.parametrize(
    "bad", [{"methods": ("original", "again")}, {"methods": ("fog",)}, {"methods": ()}, {"images": 0},
            {"judging_variant": "kind"}, {"history": "none"}],
)  # fmt: skip
def test_settings_that_cannot_be(bad: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        PlanningDesign(**bad)


@pytest.mark.parametrize("other", [{"seed": 1}, {"judging_variant": "lenient"}, {"images": 1}])
def test_what_results_depend_on_tells_designs_apart(other: dict[str, Any]) -> None:
    assert PlanningDesign(**other).to_json() != PlanningDesign().to_json()
