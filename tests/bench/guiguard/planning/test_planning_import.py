"""Published result files: scored as they are, or judged anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tactful.bench.guiguard.planning.imported import PlannerResults
from tactful.bench.guiguard.planning.judge import Judging
from tactful.bench.guiguard.planning.rows import Row, call_failed, summarize
from tactful.errors import InputError, ModelError
from tactful.models import ScriptedModel, load_pack

FOUR = '{"score": 4, "reason": "same"}'


def write(path: Path, document: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document), encoding="utf-8")


def plans(*texts: str) -> dict[str, Any]:
    actions = [{"screenshot_path": f"s{at}.png", "plan": text} for at, text in enumerate(texts)]
    return {"instruction": "Call Ann", "actions": actions}


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """Two tasks in the published form; one method judged but for a step, one not, one replay alone."""
    root = tmp_path / "owl"
    write(root / "gt_results/2_gt_result.json", plans("tap A", "tap B", "tap C"))
    write(root / "gt_results/10_gt_result.json", plans("tap A"))
    write(root / "planner_results/black/2_result.json", plans("tap A", "", "tap D"))
    write(root / "planner_results/black/10_result.json", plans("tap A", "tap B"))
    write(root / "planner_results/black/11_result.json", plans("tap A"))
    write(root / "planner_results/replace_llm/2_result.json", plans("go"))
    results = [
        {"task_name": "2", "step_results": [{"step": 1, "score": 4}, {"step": 3, "score": 1}]},
        {"task_name": "10", "step_results": [{"step": 1, "score": 3}]},
    ]
    write(root / "judge_evaluation/black_evaluation.json", {"results": results})
    return root


def judged(results: Path, judge: ScriptedModel, out: Path, planner: str = "", **more: Any) -> tuple[Row, ...]:
    return PlannerResults(results, planner).judged(judge, Judging(), out, **more)


def test_the_files_scores_count_and_gaps_are_unscored(published: Path) -> None:
    found = PlannerResults(published, platform="android")
    assert found.without_original == 1
    (run,) = summarize(found.rows())["runs"]
    assert (run["planner"], run["judge"]) == ("owl", "as imported")
    black, replaced = run["methods"]
    assert black["score"]["value"] == pytest.approx((2.5 + 3) / 2)
    assert (black["score"]["n"], black["score"]["unscored"]) == (3, 1)
    assert [(task["task"], task["lengths"]) for task in black["tasks"]] == [("2", [3, 3]), ("10", [1, 2])]
    assert (replaced["operator"], replaced["score"]["unscored"]) == ("replace_llm", 1)
    assert "android" in black["by_platform"]
    assert {each["reason"] for each in run["problems"]} == {
        "nobody has judged it",
        "replay: the file holds no plan",
    }


def test_a_judge_is_asked_about_every_pair_and_not_twice(published: Path, tmp_path: Path) -> None:
    judge = ScriptedModel(lambda said: FOUR, name="j")
    first = judged(published, judge, tmp_path / "out", planner="owl-7b")
    asked = [load_pack("guiguard_judging").read("judge", said[0].text) for said in judge.asked]
    assert sorted(str(each and each["replay"]) for each in asked) == ["go", "tap A", "tap A", "tap D"]
    (run,) = summarize(first)["runs"]
    assert (run["planner"], run["judge"], run["methods"][0]["score"]["value"]) == ("owl-7b", "j", 4.0)
    again = ScriptedModel([], name="j")
    assert judged(published, again, tmp_path / "out", planner="owl-7b") == first
    assert again.asked == []


def test_a_replay_that_changed_is_judged_anew_and_no_other(published: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    judged(published, ScriptedModel(lambda said: FOUR, name="j"), out)
    write(published / "planner_results/black/10_result.json", plans("open A"))
    write(published / "gt_results/3_gt_result.json", plans("tap C"))  # takes the second place of 10
    write(published / "planner_results/black/3_result.json", plans("tap C"))
    second = ScriptedModel(lambda said: '{"score": 1}', name="j")
    rows = judged(published, second, out)
    asked = [load_pack("guiguard_judging").read("judge", said[0].text) for said in second.asked]
    assert sorted(str(each and each["replay"]) for each in asked) == ["open A", "tap C"]
    found = {(row["task"], row["method"]): (row["ordinal"], row["steps"][0]["score"]) for row in rows}
    assert found == {("2", "black"): (0, 4), ("3", "black"): (1, 1), ("10", "black"): (2, 1),
                     ("2", "replace_llm"): (0, 4)}  # fmt: skip
    assert {row["judging"] for row in rows} == {"guiguard_judging 2, neutral"}


def test_a_judge_that_gave_no_answer_is_asked_again_if_wished(published: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    judged(published, ScriptedModel(lambda said: ModelError("down"), name="j"), out)
    silent = ScriptedModel([], name="j")
    judged(published, silent, out)
    assert silent.asked == []
    rows = judged(published, ScriptedModel(lambda s: FOUR, name="j"), out, retry_failed=True)
    assert {step["score"] for row in rows for step in row["steps"]} == {4, None}
    assert not [row for row in rows if call_failed(row)]


def test_nothing_to_compare_is_an_error(tmp_path: Path) -> None:
    write(tmp_path / "alone/planner_results/black/2_result.json", plans("go"))
    with pytest.raises(InputError, match="1 replays and none"):
        PlannerResults(tmp_path / "alone")
