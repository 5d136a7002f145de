import json
from pathlib import Path

import pytest
from PIL import Image

from tactful.errors import RecordError
from tactful.formats import read_mobile_agent

SHARED = Path(__file__).parents[2] / "../shared/data/gui_trajectory_android_gmail"
REQUEST = "Reply to Sam\n\n---\nMake a plan."


def record(number: int, **operator: object) -> dict[str, object]:
    return {
        "manager": {"plan": "1. Open Mail.\n2. Reply.", "thought": "Mail first.", "user_request": REQUEST},
        "operator": {
            "thought": "The icon is here.",
            "action": "{'action': 'click', 'coordinate': [42, 128]}",
            "description": "Click the icon.",
            "current_subgoal": "Open Mail.",
            "progress_status": "Nothing yet.\n\n---\nTwo images are attached.",
            **operator,
        },
        "reflector": {"outcome": "A", "error_description": "None", "progress_status": "Opened.\n---\nmore"},
        "image": f"images/s{number}.png",
        "extra": {"kept": True},
    }


def run(folder: Path, lines: list[object], result: object = None, images: int = 3) -> Path:
    (folder / "images").mkdir(parents=True, exist_ok=True)
    for number in range(images):
        Image.new("L", (4, 4)).save(folder / f"images/s{number}.png")
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    (folder / "traj.jsonl").write_text(text, "utf-8")
    if result is not None:
        (folder / "task_result.json").write_text(result if isinstance(result, str) else json.dumps(result))
    return folder


def test_every_component_of_the_papers_table(tmp_path: Path) -> None:
    last = {"manager": {"plan": "Finished"}, "operator": [], "reflector": [], "image": "images/s1.png"}
    result = {"goal": "Reply to Sam", "hit_step_limit": 0.0, "finish_dtime": "now"}
    trajectory = read_mobile_agent(run(tmp_path / "run7", [record(0), last], result))
    assert (trajectory.id, trajectory.platform, trajectory.goal) == ("run7", "android", "Reply to Sam")
    assert (trajectory.completion.success, trajectory.completion.hit_step_limit) == (None, False)
    assert trajectory.completion.detail == result
    first, second = trajectory.steps
    assert first.screenshot == tmp_path / "run7/images/s0.png"
    assert first.plan == "1. Open Mail.\n2. Reply.\n\nMail first."
    assert first.reasoning == "The icon is here.\n\nOpen Mail.\n\nNothing yet."
    assert first.semantic_action == "Click the icon."
    assert first.raw_action == "{'action': 'click', 'coordinate': [42, 128]}"
    assert first.feedback == "A\n\nOpened."
    assert (first.error, first.outcome, first.done) == ("", "A", False)
    assert first.points == ((42, 128),)
    assert first.record["extra"] == {"kept": True}
    assert (second.index, second.done, second.raw_action) == (1, True, "")
    assert trajectory.problems == ()


def test_typed_text_and_errors_of_a_step(tmp_path: Path) -> None:
    row = record(0, action={"action": "type", "text": "hello"})
    row["reflector"] = {"outcome": "C", "error_description": "No change."}
    (step,) = read_mobile_agent(run(tmp_path, [row])).steps
    assert (step.typed, step.error, step.outcome) == (("hello",), "No change.", "C")


@pytest.mark.parametrize("result", [None, "{broken", "[]", {"goal": ""}, {"goal": REQUEST}])
def test_the_goal_falls_back_to_the_request(tmp_path: Path, result: object) -> None:
    assert read_mobile_agent(run(tmp_path, [record(0)], result)).goal == "Reply to Sam"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{broken", "not JSON"),
        ("[1]", "a list where a record"),
        ("{}", "field 'image'"),
        ('{"image": NaN}', "NaN"),
        ({"image": 7}, "a number"),
        ({"image": "images/gone.png", "operator": {}}, "missing"),
        ({"image": "../../secret.png", "operator": {}}, "missing"),
        ({"image": "images/s1.png", "operator": "click"}, "field 'operator'"),
        ({"image": "images/s1.png", "operator": {"action": "click Ada"}}, "field 'operator.action'"),
    ],
)
def test_malformed_records_are_reported_with_file_and_line(tmp_path: Path, line: object, reason: str) -> None:
    (tmp_path.parent / "secret.png").touch()
    trajectory = read_mobile_agent(run(tmp_path, [record(0), "", line, record(2)]))
    (problem,) = trajectory.problems
    assert (problem.file.name, problem.line) == ("traj.jsonl", 3)
    assert reason in problem.reason
    assert "Ada" not in problem.reason
    assert [step.screenshot for step in trajectory.steps].count(None) in (0, 1)
    assert all(
        step.screenshot is None or step.screenshot.is_relative_to(tmp_path) for step in trajectory.steps
    )


def test_a_line_that_is_not_utf8(tmp_path: Path) -> None:
    folder = run(tmp_path, [record(0)])
    (folder / "traj.jsonl").write_bytes((folder / "traj.jsonl").read_bytes() + b'\n{"image": "\xff"}\n')
    trajectory = read_mobile_agent(folder)
    assert [(p.line, p.reason) for p in trajectory.problems] == [(2, "not JSON: the text is not UTF-8")]


def test_a_malformed_part_keeps_the_screenshot(tmp_path: Path) -> None:
    trajectory = read_mobile_agent(run(tmp_path, [{"image": "images/s1.png", "operator": "click"}]))
    assert trajectory.steps[0].screenshot is not None


def test_screenshots_recorded_elsewhere_are_found_by_name(tmp_path: Path) -> None:
    row = record(0) | {"image": "/home/someone/runs/9/images/s1.png"}
    (step,) = read_mobile_agent(run(tmp_path, [row])).steps
    assert step.screenshot == tmp_path / "images/s1.png"


@pytest.mark.parametrize("text", ["", "\n\n", "{broken", '{"a": 1}'])
def test_no_usable_record(tmp_path: Path, text: str) -> None:
    (tmp_path / "traj.jsonl").write_text(text)
    with pytest.raises(RecordError, match=r"traj\.jsonl"):
        read_mobile_agent(tmp_path)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read"):
        read_mobile_agent(tmp_path)


def test_private_text_stays_out_of_repr(tmp_path: Path) -> None:
    assert "Sam" not in repr(read_mobile_agent(run(tmp_path, [record(0)])))


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared data are not here")
def test_a_real_run() -> None:
    trajectory = read_mobile_agent(SHARED)
    assert len(trajectory.steps) == 14
    assert trajectory.problems == ()
    assert all(step.screenshot is not None and step.screenshot.is_file() for step in trajectory.steps)
    assert trajectory.steps[0].points == ((420, 1285),)
    assert trajectory.steps[11].typed == ("recipient@example.com",)
    assert [step.done for step in trajectory.steps] == [False] * 13 + [True]
    assert "---" not in trajectory.goal
