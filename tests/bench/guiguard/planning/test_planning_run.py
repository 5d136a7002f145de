"""The direct driver: every task under every method, once, private where it must be."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from fakes.planted_run import secrets, write_runs
from tactful.bench.guiguard.data import read_data
from tactful.bench.guiguard.planning import PlanningSettings, Row, failed, identity, run_planning, summarise
from tactful.bench.guiguard.planning.replay import PlannerSettings
from tactful.bench.guiguard.protected_data import InMemory, read_protected
from tactful.bench.guiguard.protected_writer import write_protected
from tactful.bench.guiguard.protecting import parse_method
from tactful.errors import InputError, ModelError
from tactful.models import Message, ScriptedModel, Turn
from tactful.terms import CaseData

BACK = "(Next Action)\nBack.\n(Grounded Action)\n```python\nagent.back()\n```"
THREE = '{"score": 3, "reason": "near"}'
TWO_METHODS = PlanningSettings(methods=("black", "replace-60"))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> CaseData:
    """Two private tasks of three screens."""
    return read_data(write_runs(tmp_path_factory.mktemp("planted")))


def planner(says: Callable[[Sequence[Message]], Turn] = lambda said: BACK) -> ScriptedModel:
    return ScriptedModel(says, name="p")


def judge(says: Callable[[Sequence[Message]], Turn] = lambda said: THREE) -> ScriptedModel:
    return ScriptedModel(says, name="j")


def test_every_step_is_scored_and_the_unprotected_pass_made_once(data: CaseData, tmp_path: Path) -> None:
    asked, told = planner(), list[Row]()
    rows = run_planning(data, TWO_METHODS, asked, judge(), tmp_path / "out", watch=told.append)
    assert [(row["task"], row["method"], row["level"]) for row in rows] == [
        (task, *method) for task in ("task 1", "task 2") for method in (("black", 100), ("replace-60", 60))
    ]
    assert {step["score"] for row in rows for step in row["steps"]} == {3}
    assert all(step["same_call"] for row in rows for step in row["steps"])
    assert [row["lengths"] for row in rows] == [[3, 3]] * 4
    assert [row["coverage"] for row in rows if row["method"] == "black"] == [{"hits": 6, "n": 6}] * 2
    assert len(asked.asked) == 2 * 3 * 3  # tasks, steps, passes
    assert sorted(row["method"] for row in told) == sorted(row["method"] for row in rows)


def test_a_task_with_a_damaged_picture_is_unscored_and_stops_no_other(tmp_path: Path) -> None:
    data = read_data(write_runs(tmp_path / "data", damaged=True))
    asked = planner()
    rows = run_planning(data, PlanningSettings(methods=("black",)), asked, judge(), tmp_path / "out")
    assert [[step["score"] for step in row["steps"]] for row in rows] == [[3] * 3, [3] * 3, [None] * 2]
    assert rows[2]["problem"] == "no picture: damaged or truncated (OSError)"
    assert len(asked.asked) == 2 * 3 * 2
    assert not failed(rows[2])


def test_rows_hold_no_secret_and_plans_are_the_owners_alone(data: CaseData, tmp_path: Path) -> None:
    sly = BACK.replace("Back.", f"Back from {data.tasks[0].goal}.")
    said = json.dumps({"score": 1, "reason": data.tasks[0].goal})
    out = tmp_path / "out"
    run_planning(data, TWO_METHODS, planner(lambda _: sly), judge(lambda _: said), out)
    texts = [value for value in secrets(Path(data.source)).values() if isinstance(value, str)]
    for file in out.glob("*.json*"):
        assert not [text for text in texts if text in file.read_text("utf-8")]
    files = [path for path in out.rglob("*") if path.is_file()]
    assert any(data.tasks[0].goal in path.read_text("utf-8") for path in files)
    assert {path.stat().st_mode & 0o077 for path in [out, *out.rglob("*")]} == {0}
    assert not list(out.rglob(".*"))  # no lock and no part is left


def test_a_second_start_asks_nothing(data: CaseData, tmp_path: Path) -> None:
    first = run_planning(data, TWO_METHODS, planner(), judge(), tmp_path)
    asked = planner(), judge()
    assert run_planning(data, TWO_METHODS, *asked, tmp_path) == first
    assert [model.asked for model in asked] == [[], []]


def test_a_run_that_was_cut_off_goes_on(data: CaseData, tmp_path: Path) -> None:
    done = list[Row]()

    def stop(row: Row) -> None:
        done.append(row)
        if len(done) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_planning(data, TWO_METHODS, planner(), judge(), tmp_path, watch=stop, parallel=1)
    asked = planner()
    rows = run_planning(data, TWO_METHODS, asked, judge(), tmp_path)
    assert len(rows) == 4
    assert 0 < len(asked.asked) <= 9


@pytest.mark.parametrize(
    "other",
    [replace(TWO_METHODS, seed=1), PlanningSettings(methods=("black",)),
     replace(TWO_METHODS, judging_variant="lenient"),
     replace(TWO_METHODS, planner=PlannerSettings(images=1))],
)  # fmt: skip
def test_a_folder_is_of_one_evaluation(data: CaseData, tmp_path: Path, other: PlanningSettings) -> None:
    run_planning(data, TWO_METHODS, planner(), judge(), tmp_path)
    with pytest.raises(InputError, match="other settings"):
        run_planning(data, other, planner(), judge(), tmp_path)


@pytest.mark.parametrize("changed", ["seed", "picture"])
def test_a_folder_is_of_one_set_of_protected_screens(data: CaseData, tmp_path: Path, changed: str) -> None:
    painted = tmp_path / "painted"
    write_protected(data, [parse_method("black")], painted)
    settings = PlanningSettings(methods=("black",))

    def start() -> tuple[Row, ...]:
        source = read_protected(painted, data)
        return run_planning(data, settings, planner(), judge(), tmp_path / "out", protected=source)

    rows = start()
    write_protected(data, [parse_method("black"), parse_method("mosaic")], painted)
    assert start() == rows  # another method beside it changes nothing
    if changed == "seed":
        shutil.rmtree(painted)
        write_protected(data, [parse_method("black")], painted, seed=5)
    else:
        kept = painted / "screens.rows.jsonl"
        first = json.loads(kept.read_text().splitlines()[0])["row"]["sha256"]
        kept.write_text(kept.read_text().replace(first, "0" * 64))
    with pytest.raises(InputError, match=r"other settings \(protected\)"):
        start()


def test_the_endpoint_and_the_judges_prompts_are_part_of_what_a_folder_is_of(data: CaseData) -> None:
    def about(**given: object) -> dict[str, object]:
        return identity(data, TWO_METHODS, "p", "j", **given)  # type: ignore[arg-type]

    assert about(config={"base_url": "a"}) != about(config={"base_url": "b"})
    assert about(judge_config={"temperature": 0}) != about(judge_config={"temperature": 1})
    assert about() == about(protected=InMemory(seed=TWO_METHODS.seed))
    assert about() != about(protected=InMemory(seed=9))


def test_rows_say_how_they_were_judged(data: CaseData, tmp_path: Path) -> None:
    settings = PlanningSettings(methods=("black",), judging_variant="lenient")
    asked = judge()
    rows = run_planning(data, settings, planner(), asked, tmp_path)
    assert {row["judging"] for row in rows} == {"guiguard_judging 2, lenient"}
    assert all("covered or replaced" in said[0].text for said in asked.asked)
    with pytest.raises(InputError, match="no level 'kind'"):
        PlanningSettings(judging_variant="kind")


def test_failures_are_results_until_they_are_asked_for_again(data: CaseData, tmp_path: Path) -> None:
    def down(said: Sequence[Message]) -> Turn:
        return ModelError("down") if "Step 2." in said[-1].text else BACK

    settings = PlanningSettings(methods=("black",))
    rows = run_planning(data, settings, planner(down), judge(), tmp_path)
    assert [[step["score"] for step in row["steps"]] for row in rows] == [[3, None, 3]] * 2
    assert {row["steps"][1]["problem"] for row in rows} == {"reference: no answer from the planner: down"}
    assert [row["unplanned"] for row in rows] == [[1, 1]] * 2
    assert run_planning(data, settings, planner(), judge(), tmp_path) == rows
    again = run_planning(data, settings, planner(), judge(), tmp_path, retry_failed=True)
    assert [[step["score"] for step in row["steps"]] for row in again] == [[3, 3, 3]] * 2


def test_a_judge_that_failed_is_asked_again_without_new_plans(data: CaseData, tmp_path: Path) -> None:
    settings = PlanningSettings(methods=("black",))
    run_planning(data, settings, planner(), judge(lambda _: ModelError("down")), tmp_path)
    asked = planner()
    rows = run_planning(data, settings, asked, judge(), tmp_path, retry_failed=True)
    assert {step["score"] for row in rows for step in row["steps"]} == {3}
    assert asked.asked == []


def test_what_cannot_be_protected_is_unscored(data: CaseData, tmp_path: Path) -> None:
    first = data.tasks[0]
    bare = replace(first.screens[1], step=replace(first.screens[1].step, regions=None))
    torn = replace(first, screens=(first.screens[0], bare, *first.screens[2:]))
    some = replace(data, tasks=(torn, data.tasks[1]))
    rows = run_planning(some, PlanningSettings(methods=("black",)), planner(), judge(), tmp_path)
    assert [[step["score"] for step in row["steps"]] for row in rows] == [[None] * 3, [3] * 3]
    (run,) = summarise(rows)["runs"]
    assert run["problems"] == [{"reason": "a screen of the task could not be protected", "n": 3}]
    assert (run["methods"][0]["score"]["n"], run["methods"][0]["score"]["unscored"]) == (3, 3)
    assert run["methods"][0]["lengths"]["unpaired"] == 0


def test_the_original_against_itself_is_planned_a_second_time(data: CaseData, tmp_path: Path) -> None:
    asked = planner()
    rows = run_planning(data, PlanningSettings(methods=("original",)), asked, judge(), tmp_path)
    assert [row["method"] for row in rows] == ["again"] * 2
    assert len(asked.asked) == 2 * 2 * 3
    assert (tmp_path / "plans/planner_results/again").is_dir()


def test_protected_passes_end_where_they_say_so(data: CaseData, tmp_path: Path) -> None:
    def ends(said: Sequence[Message]) -> Turn:
        late = len([message for message in said if message.role == "assistant"]) == 1
        return BACK.replace("back", "done") if late and next(calls) % 2 else BACK

    calls = iter(range(99))
    settings = PlanningSettings(methods=("black",))
    rows = run_planning(data, settings, planner(ends), judge(), tmp_path, parallel=1)
    (run,) = summarise(rows)["runs"]
    assert [row["lengths"] for row in rows] == [[3, 2]] * 2
    assert run["methods"][0]["lengths"] == {"different": 2, "of": 2, "unpaired": 2}
    # Coverage is of the task's screens, not of those that the planner looked at.
    assert run["methods"][0]["coverage_by_platform"] == {"android": {"value": 1.0, "hits": 12, "n": 12}}


def test_the_same_state_tells_the_references_plans(data: CaseData, tmp_path: Path) -> None:
    passes = iter(range(99))
    asked = planner(lambda _: BACK.replace("Back.", f"Back {next(passes)}."))
    settings = PlanningSettings(methods=("black",), planner=PlannerSettings(history="same-state"))
    run_planning(data, settings, asked, judge(), tmp_path, parallel=1)
    last = [
        re.findall(r"Back (\d+)\.", message.text) for message in asked.asked[5] if message.role == "assistant"
    ]
    assert last == [["0"], ["1"]]


@pytest.mark.parametrize(
    "bad",
    [{"methods": ()}, {"methods": ("black", "black-100")}, {"methods": ("fog",)}, {"judge_attempts": 0}],
)
def test_settings_that_cannot_be(bad: dict[str, object]) -> None:
    with pytest.raises(InputError):
        PlanningSettings(**bad)  # type: ignore[arg-type]
