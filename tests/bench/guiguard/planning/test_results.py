"""The folder of planner and judge results in the published layout."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.bench.guiguard.planning.results import (
    ResultsFolder,
    condition_name,
    condition_of,
    file_name,
    read_results,
)
from tactful.errors import InputError
from tactful.terms import Judgement, PlanRun, PlanStep


def run(task: str, method: str = "original", level: int = 100, steps: int = 2) -> PlanRun:
    found = tuple(PlanStep(at, f"s{at}.png", f"plan {at}", "agent.wait(1)") for at in range(steps))
    return PlanRun(task, method, level, "goal", found)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    folder = ResultsFolder(tmp_path / "run")
    runs = [run("Android/2"), run("Android/2", "black"), run("Android/2", "black", 60), run("PC/1", "mosaic")]
    paths = [folder.write(one).relative_to(folder.root).as_posix() for one in runs]
    assert paths == [
        "gt_results/Android%2F2_gt_result.json",
        "planner_results/black/Android%2F2_result.json",
        "planner_results/black-60/Android%2F2_result.json",
        "planner_results/mosaic/PC%2F1_result.json",
    ]
    scores = (Judgement(0, 4, "same"), Judgement(1, None, problem="no answer"))
    folder.write_judgements("black", 60, {"Android/2": scores}, judge="rules")
    results = read_results(folder.root)
    assert results.originals == {"Android/2": runs[0]}
    assert results.replays == {
        ("black", 100): {"Android/2": runs[1]},
        ("black", 60): {"Android/2": runs[2]},
        ("mosaic", 100): {"PC/1": runs[3]},
    }
    assert results.judged(("black", 60), "Android/2") == scores
    assert results.judged(("black", 100), "Android/2") is None
    assert [(c, r.level) for c, _, r in results.pairs()] == [(("black", 100), 100), (("black", 60), 60)]
    assert results.problems == ()
    assert folder.read("Android/2", "black", 60) == runs[2]
    assert folder.read("Android/3", "black") is None
    folders = {p for p in (tmp_path / "run").rglob("*") if p.is_dir()} | {tmp_path / "run"}
    assert {stat.S_IMODE(p.stat().st_mode) for p in folders} == {0o700}


def test_published_files(tmp_path: Path) -> None:
    def put(name: str, document: object) -> None:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(document))

    plans = {"instruction": "g", "actions": [{"screenshot_path": "a.png", "plan": "Tap."}]}
    put("gt_results/2_gt_result.json", plans)
    put("gt_results/3_gt_result.json", [])
    put("planner_results/replace_llm/2_result.json", plans)
    put("planner_results/notes.txt", "x")
    steps = [{"step": 1, "score": 3}]
    judged = [{"task_name": "Android/2", "step_results": steps}, {"task_name": "9", "step_results": steps}]
    put("judge_evaluation/replace_llm_evaluation.json", {"results": judged})
    put("judge_evaluation/black_evaluation.json", {"results": 3})
    results = read_results(tmp_path)
    assert list(results.replays) == [("replace_llm", 100)]
    assert results.judged(("replace_llm", 100), "2") == (Judgement(0, 3),)
    assert sorted(p.file.name for p in results.problems) == [
        "3_gt_result.json", "black_evaluation.json", "replace_llm_evaluation.json",
    ]  # fmt: skip


def test_two_folders_are_two_conditions(tmp_path: Path) -> None:
    folder = ResultsFolder(tmp_path)
    written = folder.write(run("t", "black"))
    other = tmp_path / "planner_results" / "black@hybrid" / written.name
    other.parent.mkdir()
    other.write_bytes(written.read_bytes())
    assert set(read_results(tmp_path).replays) == {("black", 100), ("black@hybrid", 100)}


def test_a_folder_without_replays(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none"):
        with pytest.raises(InputError, match="no results"):
            read_results(path)


@given(st.lists(st.text(max_size=300), min_size=2, max_size=2, unique=True))
def test_names_are_file_names_and_differ(tasks: list[str]) -> None:
    try:
        one, two = (file_name(task) for task in tasks)
    except UnicodeEncodeError:
        return  # lone surrogates are no names of anything
    assert one != two
    for name in (one, two):
        assert 0 < len(name.encode()) <= 200
        assert "/" not in name
        assert "\x00" not in name
        assert not name.startswith(".")


@pytest.mark.parametrize(
    ("method", "level", "name"),
    [("black", 100, "black"), ("black", 60, "black-60"), ("black-60", 60, "black-60"), ("a-b", 5, "a-b-5")],
)
def test_names_of_conditions(method: str, level: int, name: str) -> None:
    assert condition_name(method, level) == name
    assert condition_name(*condition_of(name)) == name
