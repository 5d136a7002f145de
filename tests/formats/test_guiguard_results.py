"""Published planner and judge files, ours and others', one file at a time."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.errors import RecordError
from tactful.formats.guiguard_results import (
    NO_PLAN,
    NO_SCORE,
    read_judgements,
    read_plan_run,
    write_judgements,
    write_plan_run,
)
from tactful.terms import Judgement, PlanRun, PlanStep

TEXT = st.text(max_size=12)
WORDS = st.text("ab(); ", min_size=1, max_size=8).map(lambda text: text.strip() or "a")


@st.composite
def plan_steps(draw: st.DrawFn, at: int) -> PlanStep:
    if draw(st.booleans()):
        return PlanStep(at, draw(TEXT), problem=draw(WORDS), attempts=draw(st.integers(1, 4)))
    return PlanStep(
        at, draw(TEXT), plan=f"x{draw(TEXT)}", action=f"agent.{draw(WORDS)}", code=draw(WORDS),
        reflection=draw(TEXT), attempts=draw(st.integers(1, 4)),
    )  # fmt: skip


@st.composite
def plan_runs(draw: st.DrawFn) -> PlanRun:
    steps = tuple(draw(plan_steps(at)) for at in range(draw(st.integers(0, 3))))
    level = draw(st.sampled_from((20, 100)))
    return PlanRun(draw(TEXT), draw(WORDS), level, draw(TEXT), steps, draw(WORDS))


@given(run=plan_runs())
def test_replays_come_back_equal(run: PlanRun, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("r") / "x.json"
    write_plan_run(run, path)
    assert read_plan_run(path, task="other", method="other") == run


JUDGED = st.one_of(
    st.builds(Judgement, st.integers(0, 3), st.integers(0, 4), TEXT),
    st.builds(Judgement, st.integers(0, 3), st.none(), TEXT, WORDS),
)


@given(judged=st.dictionaries(st.text(min_size=1, max_size=5), st.lists(JUDGED, max_size=3).map(tuple)))
def test_scores_come_back_equal(
    judged: dict[str, tuple[Judgement, ...]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("j") / "x.json"
    write_judgements(judged, path, judge="rules")
    assert read_judgements(path) == judged


def test_files_are_the_owners_alone(tmp_path: Path) -> None:
    write_plan_run(PlanRun("t", "black", 100, "g", ()), tmp_path / "a.json")
    write_judgements({}, tmp_path / "b.json")
    assert {stat.S_IMODE(p.stat().st_mode) for p in tmp_path.iterdir()} == {0o600}


def test_a_published_replay(tmp_path: Path) -> None:
    plan = '(Next Action)\nTap it.\n\n(Grounded Action)\n```python\nagent.click("Sam (1)", 1)\n```'
    actions = [{"screenshot_path": "s1.png", "plan": plan, "extra": 1}, {"plan": None}]
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"instruction": "Call Sam", "actions": actions}))
    run = read_plan_run(path, task="2", method="replace_llm", level=60)
    assert (run.task, run.method, run.level, run.instruction) == ("2", "replace_llm", 60, "Call Sam")
    assert run.steps[0] == PlanStep(0, "s1.png", plan, 'agent.click("Sam (1)", 1)')
    assert run.steps[1] == PlanStep(1, "", problem=NO_PLAN)


@pytest.mark.parametrize(
    ("given_steps", "expected"),
    [
        ([{"step": 1, "score": 4}, {"step": 2, "score": 0}], [(0, 4), (1, 0)]),
        ([{"step": 0, "score": 4}, {"step": 2, "score": 0}], [(0, 4), (2, 0)]),
        ([{"score": "3"}, {"score": 2.0}], [(0, 3), (1, 2)]),
        ([{"score": 5}, {"score": None}, {"score": 2.5}, {"score": True}, 7], [(n, None) for n in range(5)]),
    ],
)
def test_published_scores(tmp_path: Path, given_steps: list[Any], expected: list[Any]) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"results": [{"task_name": "2", "step_results": given_steps}]}))
    found = read_judgements(path)["2"]
    assert [(one.step, one.score) for one in found] == expected
    assert {one.problem for one in found if one.score is None} <= {NO_SCORE}
    assert all(one.problem == "" for one in found if one.score is not None)


@pytest.mark.parametrize(
    "document",
    [[], {}, {"actions": {}}, {"actions": [3]}, {"actions": [], "level": "x"}, {"actions": [{"problem": 3}]}],
)
def test_what_is_no_replay(tmp_path: Path, document: object) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps(document))
    with pytest.raises(RecordError) as caught:
        read_plan_run(path)
    assert caught.value.file == path


@pytest.mark.parametrize(
    "results",
    [
        None,
        [3],
        [{"step_results": []}],
        [{"task_name": "a"}],
        [{"task_name": "a", "step_results": []}, {"task_name": "a", "step_results": []}],
    ],
)
def test_what_is_no_judgement(tmp_path: Path, results: object) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"results": results}))
    with pytest.raises(RecordError):
        read_judgements(path)
