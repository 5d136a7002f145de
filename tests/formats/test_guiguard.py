import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tactful.errors import RecordError
from tactful.formats import read_guiguard
from tactful.terms import Box, Category, Risk

SHARED = Path(__file__).parents[2] / "../shared/data/guiguard_bench_sample"
LABELS = "image_privacy_labels_public_en.json"


def label(**changes: object) -> dict[str, object]:
    return {
        "label": "high_risk",
        "draw_type": "OCR_RECT",
        "category": "1",
        "is_task_essential": True,
        "ocr_text": "Sam Sample",
        "bbox_percent": [10.2, 20.7, 90.1, 40.0],
        **changes,
    }


def row(task: str, step: int, **changes: object) -> dict[str, Any]:
    said = "Thought: The icon.\nAction: {'action': 'click', 'coordinate': [1, 2]}\nDescription: Click it."
    return {
        "platform": task.split("/")[0].lower(),
        "task_folder": task,
        "task_goal": "Call Sam\n\n---\nMake a plan.",
        "step_index": step,
        "image": f"{task}/images/s{step}.png",
        "messages": [
            {
                "role": "user",
                "content": [{"type": "text", "text": "Task: Call Sam\n\nPlan:\n1. Open Phone."}],
            },
            {"role": "assistant", "content": [{"type": "text", "text": said}]},
        ],
        "privacy_labels": [label()],
        "outcome": "A",
        "done": False,
        **changes,
    }


def image_labels(image: str, frame: int, *labels: dict[str, object]) -> dict[str, object]:
    mark = {"label": "global", "drawType": "TAG", "points": [], "attr": {"attribute": "1"}}
    return {"lensFrame": frame, "index": frame, "info": image, "labels": [mark, *labels]}


def rect(**attr: object) -> dict[str, object]:
    return {"label": "low_risk", "drawType": "OCR_RECT", "points": [1.0, 2.0, 30.0, 8.0], "attr": attr}


def release(root: Path, rows: list[object], labels: object = None) -> Path:
    (root / "data").mkdir(parents=True, exist_ok=True)
    for each in rows:
        if isinstance(each, dict) and isinstance(each.get("image"), str):
            (root / each["image"]).parent.mkdir(parents=True, exist_ok=True)
            Image.new("L", (100, 50)).save(root / each["image"])
    lines = (each if isinstance(each, str) else json.dumps(each) for each in rows)
    (root / "data/eval.jsonl").write_text("\n".join(lines))
    if labels is not None:
        (root / LABELS).write_text(json.dumps(labels))
    return root


def test_one_trajectory_a_task_folder_in_natural_order(tmp_path: Path) -> None:
    rows = [row("Android/10", 0), row("Android/9", 1), row("Android/9", 0)]
    found = read_guiguard(release(tmp_path, rows))
    assert [(t.id, t.platform, t.goal) for t in found.trajectories] == [
        ("Android/9", "android", "Call Sam"),
        ("Android/10", "android", "Call Sam"),
    ]
    step = found.trajectories[0].steps[0]
    assert (step.index, step.plan, step.reasoning) == (0, "1. Open Phone.", "The icon.")
    assert (step.semantic_action, step.points, step.outcome) == ("Click it.", ((1, 2),), "A")
    assert step.screenshot == tmp_path / "Android/9/images/s0.png"
    assert found.problems == ()


def test_regions_hold_pixels_digits_and_marks(tmp_path: Path) -> None:
    nothing = label(label="no_risk", category="", is_task_essential=False, ocr_text="Inbox")
    tag = {"label": "global", "draw_type": "TAG"}
    found = read_guiguard(release(tmp_path, [row("Android/1", 0, privacy_labels=[label(), tag, nothing])]))
    first, second = found.trajectories[0].steps[0].regions or ()
    assert (first.text, first.box) == ("Sam Sample", Box(10, 20, 91, 40))
    assert (first.risk, first.category, first.necessary) == (Risk.HIGH, Category.IDENTITY, True)
    assert (second.risk, second.category, second.necessary) == (Risk.NONE, None, False)


def test_image_labels_fill_in_and_add_steps_in_frame_order(tmp_path: Path) -> None:
    rows = [row("Android/1", 0, privacy_labels=None), row("Android/1", 1)]
    labels = [
        image_labels(
            "PC/2/step_3.png", 3, rect(category="3", is_task_essential_privacy="yes", ocrResult="9:41")
        ),
        image_labels("PC/2/step_1.png", 1),
        image_labels("Android/1/images/s0.png", 0, rect(category="4", is_task_essential_privacy="no")),
        image_labels("Android/1/images/s1.png", 1),
    ]
    found = read_guiguard(release(tmp_path, rows, labels))
    phone, desktop = found.trajectories
    assert [len(step.regions or ()) for step in phone.steps] == [1, 1]
    assert (phone.steps[0].regions or ())[0].category is Category.BEHAVIOR_CONTEXT
    assert (desktop.id, desktop.platform, [step.index for step in desktop.steps]) == ("PC/2", "pc", [1, 3])
    assert (desktop.steps[1].regions or ())[0].necessary is True
    assert [p.reason for p in found.problems] == [f"[{at}]: the screenshot that the record names is missing" for at in (0, 1)]  # fmt: skip  # noqa: E501


def test_a_task_folder_with_its_own_run(tmp_path: Path) -> None:
    root = release(tmp_path, [row("Android/1", 0), row("Android/1", 5)])
    lines = [{"manager": {"plan": "P"}, "operator": {}, "image": f"images/s{n}.png"} for n in (0, 1)]
    (root / "Android/1/traj.jsonl").write_text("\n".join(map(json.dumps, lines)))
    found = read_guiguard(root)
    (trajectory,) = found.trajectories
    assert (trajectory.goal, trajectory.source) == ("Call Sam", "guiguard-bench")
    assert [None if s.regions is None else len(s.regions) for s in trajectory.steps] == [1, None, 1]
    assert [p.reason for p in found.problems] == ["step 5 is labelled but not recorded"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"label": "extreme_risk"}, "field 'label'"),
        ({"category": "9"}, "field 'category'"),
        ({"draw_type": "POLYGON"}, "draw type"),
        ({"bbox_percent": [1, 2, 3]}, "field 'bbox_percent'"),
        ({"bbox_percent": [1, 2, "Ada", 4]}, "field 'bbox_percent'"),
        ({"is_task_essential": "Ada"}, "task-essential"),
    ],
)
def test_malformed_labels_are_reported_with_their_line(
    tmp_path: Path, change: dict[str, object], reason: str
) -> None:
    rows = [row("Android/1", 0), row("Android/1", 1, privacy_labels=[label(), label(**change)])]
    found = read_guiguard(release(tmp_path, rows))
    (problem,) = found.problems
    assert (problem.file.name, problem.line) == ("eval.jsonl", 2)
    assert problem.reason.startswith("label 1: ")
    assert reason in problem.reason
    assert "Ada" not in problem.reason
    assert len(found.trajectories[0].steps[1].regions or ()) == 1


@pytest.mark.parametrize(
    "bad", ["{broken", {"image": 3}, {"image": "s.png", "step_index": 0}, {"step_index": 0}]
)
def test_malformed_rows_are_reported(tmp_path: Path, bad: object) -> None:
    found = read_guiguard(release(tmp_path, [row("Android/1", 0), bad]))
    assert [problem.line for problem in found.problems] == [2]
    assert len(found.trajectories[0].steps) == 1


def test_malformed_image_labels(tmp_path: Path) -> None:
    entries = [3, {"info": "Android/1/images/s0.png"}, {"info": "PC/1/a.png", "labels": []}]
    found = read_guiguard(release(tmp_path, [row("Android/1", 0)], entries))
    assert [p.reason.split(":")[0] for p in found.problems] == ["[0]", "[1]", "[2]"]
    with pytest.raises(RecordError, match="list of labelled images"):
        read_guiguard(release(tmp_path, [row("Android/1", 0)], {}))


def test_no_release(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="no usable record"):
        read_guiguard(tmp_path)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared data are not here")
def test_the_real_sample() -> None:
    found = read_guiguard(SHARED)
    counts = {
        t.id: [None if s.regions is None else len(s.regions) for s in t.steps] for t in found.trajectories
    }
    assert counts == {"Android/2": [5, 7], "Android/45": [3, 4], "PC/136": [None, None, None]}
    assert {problem.reason.partition(": ")[2] or problem.reason for problem in found.problems} == {
        "the screenshot that the record names is missing"
    }
