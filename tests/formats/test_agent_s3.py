import json
from pathlib import Path

import pytest
from PIL import Image

from tactful.errors import RecordError
from tactful.formats import read_agent_s3

SHARED = Path(__file__).parents[2] / "../shared/data/guiguard_bench_sample/PC/136"
INITIAL = {
    "plan": "",
    "plan_code": "",
    "exec_code": "",
    "step_num": "",
    "done": "",
    "screenshot_file": "step0.png",
}
PLAN = (
    "(Previous action verification)\nIt worked.\n\n(Screenshot Analysis)\nA table of Ada.\n\n"
    '(Next Action)\nPick E1.\n\n(Grounded Action)\n```python\nagent.click("E1", 1, "left")\n```'
)


def record(number: int, **changes: object) -> dict[str, object]:
    return {
        "plan": PLAN,
        "plan_code": 'agent.click("E1", 1, "left")\n',
        "exec_code": "import pyautogui; pyautogui.click(90, 21)",
        "reflection": None,
        "step_num": number,
        "reward": 0,
        "done": False,
        "info": {},
        "screenshot_file": f"step_{number}.png",
        **changes,
    }


def run(folder: Path, rows: list[object]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("step0", "step_1", "step_2", "step_3"):
        Image.new("L", (4, 4)).save(folder / f"{name}.png")
    lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
    (folder / "traj.jsonl").write_text("\n".join(lines), "utf-8")
    return folder


def test_every_component_of_the_papers_table(tmp_path: Path) -> None:
    done = record(2, done=True, exec_code="DONE", plan_code="agent.done()", info={"done": True})
    trajectory = read_agent_s3(run(tmp_path / "136", [INITIAL, record(1), done]))
    assert (trajectory.id, trajectory.platform, len(trajectory.steps)) == ("136", "pc", 2)
    first, last = trajectory.steps
    assert (first.index, last.index) == (1, 2)
    assert first.screenshot == tmp_path / "136/step_1.png"
    assert first.plan.endswith("Pick E1.")
    assert first.reasoning == "A table of Ada."
    assert first.semantic_action == 'agent.click("E1", 1, "left")'
    assert first.raw_action == "import pyautogui; pyautogui.click(90, 21)"
    assert first.feedback == "It worked."  # the next step's verification
    assert (first.points, first.typed, first.done) == (((90, 21),), (), False)
    assert (last.done, last.feedback) == (True, "")
    assert trajectory.completion.success is True
    assert trajectory.problems == ()


def test_a_gap_in_the_steps_gives_no_feedback(tmp_path: Path) -> None:
    first, _ = read_agent_s3(run(tmp_path, [record(1), record(3)])).steps
    assert first.feedback == ""


def test_failure_is_said(tmp_path: Path) -> None:
    trajectory = read_agent_s3(run(tmp_path, [record(1, done=True, exec_code="FAIL", info={"fail": True})]))
    assert (trajectory.completion.success, trajectory.steps[0].outcome) == (False, "fail")


def test_typed_text_of_both_codes_is_given_once(tmp_path: Path) -> None:
    codes = {"exec_code": "pyautogui.write('Ada')", "plan_code": 'agent.type("the name", text="Ada")'}
    (step,) = read_agent_s3(run(tmp_path, [record(1, **codes)])).steps
    assert step.typed == ("Ada",)


@pytest.mark.parametrize(
    ("name", "text"),
    [("instruction.txt", "Make a chart"), ("task_result.json", '{"goal": "Make a chart\\n---\\nx"}')],
)
def test_the_goal_beside_the_records(tmp_path: Path, name: str, text: str) -> None:
    folder = run(tmp_path, [record(1)])
    assert read_agent_s3(folder).goal == ""
    (folder / name).write_text(text)
    assert read_agent_s3(folder).goal == "Make a chart"


@pytest.mark.parametrize(
    ("row", "reason", "steps"),
    [
        ("{broken", "not JSON", 2),
        ({"reward": 0}, "none of the expected fields", 2),
        (INITIAL | {"screenshot_file": ""}, "none of the expected fields", 2),
        (record(3, screenshot_file="gone.png"), "missing", 3),
        (record(3, screenshot_file=None), "field 'screenshot_file'", 3),
        (record(3, plan=["Ada"]), "field 'plan': a list", 3),
        (record(3, exec_code="click(Ada"), "field 'exec_code': the action code does not parse", 3),
    ],
)
def test_malformed_records_are_reported(tmp_path: Path, row: object, reason: str, steps: int) -> None:
    trajectory = read_agent_s3(run(tmp_path, [INITIAL, record(1), row, record(2)]))
    (problem,) = trajectory.problems
    assert (problem.line, len(trajectory.steps)) == (3, steps)
    assert reason in problem.reason
    assert "Ada" not in problem.reason


def test_only_initialisation_rows_are_no_run(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="no usable record"):
        read_agent_s3(run(tmp_path, [INITIAL]))


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared data are not here")
def test_a_real_sample() -> None:
    trajectory = read_agent_s3(SHARED)
    assert [step.index for step in trajectory.steps] == [1, 5, 6]
    assert [step.points for step in trajectory.steps] == [((908, 210),), ((565, 304),), ((1696, 905),)]
    assert len(trajectory.problems) == 3  # the sample comes without its screenshots
