"""Data sets of every kind in one form: world, release, runs, folders of runs, screenshots."""

from __future__ import annotations

import itertools
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tactful.bench.guiguard.data import choose, read_screen_data, require_images
from tactful.demo import __file__ as demo_file
from tactful.errors import InputError
from tactful.terms import Box, CaseAction, Risk, Target

DEMO = Path(demo_file).parent
SHARED = Path(__file__).parents[3] / "../shared/data"
LABEL = {
    "label": "high_risk", "draw_type": "OCR_RECT", "category": "1", "is_task_essential": False,
    "ocr_text": "Sam Sample", "bbox_percent": [1, 2, 30, 20],
}  # fmt: skip


def release(root: Path, tasks: dict[str, int], *, images: bool = True) -> Path:
    rows = []
    for task, steps in tasks.items():
        for at in range(steps):
            said = "Thought: so.\nAction: {'action': 'click', 'coordinate': [3, 4]}\nDescription: Tap."
            image = f"{task}/images/s{at}.png"
            rows.append(
                {
                    "platform": task.split("/")[0].lower(),
                    "task_folder": task,
                    "task_goal": f"Goal {task}",
                    "step_index": at,
                    "image": image,
                    "privacy_labels": [LABEL],
                    "messages": [{"role": "assistant", "content": [{"type": "text", "text": said}]}],
                }
            )
            if images:
                picture(root / image)
    (root / "data").mkdir(parents=True, exist_ok=True)
    (root / "data" / "eval.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return root


def picture(path: Path, size: tuple[int, int] = (40, 80), shade: int = 9) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, (shade, 9, 9)).save(path)
    return path


def phone_run(folder: Path, steps: int = 2) -> Path:
    rows = []
    for at in range(steps):
        picture(folder / f"images/s{at}.png")
        operator = {"thought": "t", "action": "{'action': 'click', 'coordinate': [3, 4]}", "description": "d"}
        rows.append({"manager": {"plan": "p"}, "operator": operator, "image": f"images/s{at}.png"})
    (folder / "traj.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "task_result.json").write_text('{"goal": "Do it"}')
    return folder


def annotate(folder: Path, name: str, **more: Any) -> None:
    region = {"text": "Sam", "box": [1, 2, 30, 20], "risk": "high", "category": "identity"}
    document = {"width": 40, "height": 80, "lang": "fr", "regions": [region], **more}
    (folder / "annotations").mkdir(exist_ok=True)
    (folder / "annotations" / f"{name}.json").write_text(json.dumps(document))


def test_the_demo_holds_three_runs_with_actions_and_targets() -> None:
    data = read_screen_data(DEMO)
    assert [(t.id, t.platform, t.lang, len(t.screens)) for t in data.tasks] == [
        ("desktop", "pc", "en", 8), ("phone", "android", "en", 10), ("phone-zh", "android", "zh", 3),
    ]  # fmt: skip
    assert data.public
    assert data.problems == ()
    first = data.tasks[1].screens[0]
    assert (first.id, first.width, first.height, first.split) == ("phone/screen_1", 1080, 2400, "train")
    assert first.action == CaseAction("click", ((162, 833),))
    assert first.target == Target(Box(42, 692, 282, 975), "Contacts")
    assert first.regions
    for screen in data.screens:
        if screen.target is not None and screen.action is not None:
            assert screen.target.box.holds(*screen.action.points[0])
    assert require_images(data) is data


def test_one_run_alone_has_the_same_labels() -> None:
    whole, one = read_screen_data(DEMO).tasks[1], read_screen_data(DEMO / "phone").tasks[0]
    file = read_screen_data(DEMO / "phone" / "traj.jsonl").tasks[0]
    assert one == whole == file


def test_what_lies_elsewhere_has_the_same_hash(tmp_path: Path) -> None:
    copy = tmp_path / "phone"
    shutil.copytree(DEMO / "phone", copy)
    before = read_screen_data(DEMO / "phone").sha256
    assert read_screen_data(copy).sha256 == before


CHANGES: dict[str, Callable[[Path], object]] = {
    "a pixel": lambda run: picture(run / "images/s0.png", shade=10),
    "a label": lambda run: annotate(run, "s0", image="images/s0.png", lang="de"),
    "a goal": lambda run: (run / "task_result.json").write_text('{"goal": "Do that"}'),
    "an action": lambda run: (run / "traj.jsonl").write_text(
        (run / "traj.jsonl").read_text().replace("[3, 4]", "[3, 5]")
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_hash_tells_what_was_read(tmp_path: Path, change: str) -> None:
    run = phone_run(tmp_path)
    annotate(run, "s0", image="images/s0.png")
    before = read_screen_data(run).sha256
    assert read_screen_data(run).sha256 == before
    CHANGES[change](run)
    assert read_screen_data(run).sha256 != before


def test_the_release(tmp_path: Path) -> None:
    data = read_screen_data(release(tmp_path, {"Android/2": 2, "PC/136": 1}))
    assert [(t.id, t.platform, t.goal) for t in data.tasks] == [
        ("Android/2", "android", "Goal Android/2"), ("PC/136", "pc", "Goal PC/136"),
    ]  # fmt: skip
    screen = data.tasks[0].screens[1]
    assert (screen.id, screen.action) == ("Android/2/s1", CaseAction("click", ((3, 4),)))
    assert (screen.width, screen.height, screen.target) == (40, 80, None)
    assert [r.risk for r in screen.private] == [Risk.HIGH]
    assert data.public


@pytest.mark.parametrize("name", ["click_targets.json", "click_targets.jsonl"])
def test_click_targets_of_ones_own(tmp_path: Path, name: str) -> None:
    release(tmp_path, {"Android/2": 2})
    rows: list[Any] = [
        {"image": "Android/2/images/s1.png", "box": [1, 2, 9, 8], "text": "Send"},
        {"image": "Android/2/images/zz.png", "box": [1, 2, 9, 8]},
        {"image": "Android/2/images/s0.png", "box": [1, 2]},
    ]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / name).write_text(lines if name.endswith("l") else json.dumps(rows))
    data = read_screen_data(tmp_path)
    assert [s.target for s in data.screens] == [None, Target(Box(1, 2, 9, 8), "Send")]
    reasons = [problem.reason for problem in data.problems]
    assert any("field 'box'" in reason for reason in reasons)
    assert "1 click targets are for no screenshot" in reasons


def test_missing_screenshots_are_told_with_their_place(tmp_path: Path) -> None:
    data = read_screen_data(release(tmp_path, {"Android/2": 3, "Android/7": 2}, images=False))
    picture(tmp_path / "Android/2/images/s0.png")
    data = read_screen_data(tmp_path)
    with pytest.raises(InputError, match="4 of 5 screenshots are missing") as caught:
        require_images(data)
    assert str(tmp_path / "Android/2/images/s1.png") in str(caught.value)
    assert str(caught.value).endswith(", ...)")
    assert [s.width for s in data.screens] == [40, 0, 0, 0, 0]
    assert [problem.reason for problem in data.problems] == ["4 of 5 screenshots are missing"]


def test_missing_screenshots_of_a_run(tmp_path: Path) -> None:
    run = phone_run(tmp_path / "a")
    phone_run(tmp_path / "b")
    (run / "images/s1.png").unlink()
    for path in (run, tmp_path):
        with pytest.raises(InputError) as caught:
            require_images(read_screen_data(path))
        assert str(run / "images/s1.png") in str(caught.value)


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared/data is not here")
def test_the_real_sample_of_the_release() -> None:
    data = read_screen_data(SHARED / "guiguard_bench_sample")
    assert sorted((t.id, len(t.screens)) for t in data.tasks) == [
        ("Android/2", 2), ("Android/45", 2), ("PC/136", 3),
    ]  # fmt: skip
    assert data.tasks[0].goal == "Call the first person from Call History"
    clicked = data.tasks[0].screens[0].action
    assert clicked == CaseAction("click", ((178, 1629),))
    with pytest.raises(InputError, match="7 of 7 screenshots are missing"):
        require_images(data)


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared/data is not here")
def test_annotations_that_only_count_the_steps() -> None:
    data = read_screen_data(SHARED / "gui_trajectory_android_gmail")
    assert [s.regions is not None for s in data.screens] == [True] * 14
    assert not data.public


def test_annotations_join_by_path_name_id_and_number(tmp_path: Path) -> None:
    run = phone_run(tmp_path / "r", 4)
    annotate(run, "a", image="images/s0.png")
    annotate(run, "b", image="elsewhere/s1.png")
    annotate(run, "s2")
    annotate(run, "stray", image="images/s9.png")
    data = read_screen_data(run)
    assert [s.regions is not None for s in data.screens] == [True, True, True, False]
    assert [p.reason for p in data.problems] == ["the labels 'stray' are for no screenshot"]
    counted = phone_run(tmp_path / "c", 3)
    annotate(counted, "x_02")
    assert [s.regions is not None for s in read_screen_data(counted).screens] == [False, True, False]


def test_labels_of_another_size_are_left_out(tmp_path: Path) -> None:
    run = phone_run(tmp_path, 2)
    annotate(run, "s0", width=20, target={"box": [1, 1, 2, 2]})
    annotate(run, "s1")
    data = read_screen_data(run)
    assert [s.regions is None for s in data.screens] == [True, False]
    assert [(s.width, s.target) for s in data.screens] == [(40, None), (40, None)]
    assert "labelled at 20x80" in data.problems[0].reason


FAR = [2800, 7200, 2900, 7300]
OUTSIDE = "of them private, lie outside the picture"


@pytest.mark.parametrize(
    ("risk", "box", "kept", "said"),
    [
        ("high", FAR, False, [f"1 of its labels, 1 {OUTSIDE}: the labels are left out"]),
        ("none", FAR, True, [f"1 of its labels, 0 {OUTSIDE}"]),
        ("high", [40, 2, 60, 20], False, [f"1 of its labels, 1 {OUTSIDE}: the labels are left out"]),
        ("high", [30, 2, 60, 20], True, []),
        ("high", [-9, -9, 6, 6], True, []),
    ],
)
@pytest.mark.parametrize("size", [{}, {"width": 0, "height": 0}])
def test_labels_outside_the_picture_belong_to_another_one(
    tmp_path: Path, risk: str, box: list[int], kept: bool, said: list[str], size: dict[str, int]
) -> None:
    run = phone_run(tmp_path, 1)
    regions = [
        {"text": "Sam", "box": at, "risk": level, "category": "identity" if level == "high" else None}
        for at, level in (([1, 2, 30, 20], "high"), (box, risk))
    ]
    annotate(run, "s0", regions=regions, target={"box": [1, 1, 9, 9]})
    data = read_screen_data(run)
    (screen,) = data.screens
    assert (screen.regions is not None, screen.target is not None) == (kept, kept)
    assert [problem.reason for problem in data.problems] == said


def test_a_target_outside_the_picture_is_none(tmp_path: Path) -> None:
    run = phone_run(tmp_path, 2)
    annotate(run, "s0", target={"box": FAR})
    annotate(run, "s1", target={"box": [30, 1, 90, 9]})
    data = read_screen_data(run)
    assert [screen.target for screen in data.screens] == [None, Target(Box(30, 1, 90, 9), "")]
    assert [screen.regions is not None for screen in data.screens] == [True, True]
    assert ["click target" in problem.reason for problem in data.problems] == [True]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"width": "x"}, "field 'width'"),
        ({"target": 3}, "field 'target'"),
        ({"action": {"x": 3}}, "field 'action.kind'"),
        ({"regions": [{"text": "a", "box": [1, 2, 3, 4], "risk": "odd"}]}, "field 'risk'"),
    ],
)
def test_malformed_labels_are_problems(tmp_path: Path, more: dict[str, object], said: str) -> None:
    run = phone_run(tmp_path, 2)
    annotate(run, "s0", **more)
    annotate(run, "s1")
    data = read_screen_data(run)
    assert [s.regions is None for s in data.screens] == [True, False]
    assert [said in p.reason for p in data.problems] == [True]


def test_screenshots_without_a_run(tmp_path: Path) -> None:
    picture(tmp_path / "a.png", (80, 40))
    picture(tmp_path / "b.png", (80, 40))
    annotate(tmp_path, "a", width=80, height=40, task="Look")
    data = read_screen_data(tmp_path)
    task = data.tasks[0]
    assert (task.platform, task.goal, task.id) == ("pc", "Look", tmp_path.name)
    assert [s.regions is not None for s in task.screens] == [True, False]


def test_runs_that_cannot_be_read_do_not_stop_the_others(tmp_path: Path) -> None:
    phone_run(tmp_path / "x" / "good")
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "traj.jsonl").write_text('{"x": 1}\n')
    phone_run(tmp_path / ".hidden")
    data = read_screen_data(tmp_path)
    assert [t.id for t in data.tasks] == ["x/good"]
    assert data.tasks[0].screens[0].id == "x/good/s0"
    assert [p.file.parent.name for p in data.problems] == ["bad"]


@pytest.mark.parametrize("kind", ["nothing", "empty", "bad"])
def test_what_is_no_data_is_an_input_error(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "d"
    if kind != "nothing":
        path.mkdir()
    if kind == "bad":
        (path / "run").mkdir()
        (path / "run" / "traj.jsonl").write_text("{}\n")
    with pytest.raises(InputError, match="the first: run/traj.jsonl" if kind == "bad" else None):
        read_screen_data(path)


@pytest.mark.parametrize("name", ["notes.txt", "shot.png"])
def test_one_file_that_is_no_run_is_not_a_folder(tmp_path: Path, name: str) -> None:
    picture(tmp_path / "shot.png")
    (tmp_path / "notes.txt").write_text("hello")
    with pytest.raises(InputError, match="is not a folder"):
        read_screen_data(tmp_path / name)


def test_a_damaged_picture_is_a_problem(tmp_path: Path) -> None:
    run = phone_run(tmp_path, 2)
    (run / "images/s0.png").write_bytes(b"not a picture")
    data = read_screen_data(run)
    assert [s.width for s in data.screens] == [0, 40]
    assert "not a readable image" in data.problems[0].reason


def test_a_limit_is_spread_over_platforms_and_grows(tmp_path: Path) -> None:
    release(tmp_path, {f"Android/{n}": 1 for n in range(9)} | {f"PC/{n}": 1 for n in range(3)})
    drawn = [{t.id for t in read_screen_data(tmp_path, limit=n, seed=5).tasks} for n in range(1, 14)]
    for smaller, larger in itertools.pairwise(drawn):
        assert smaller <= larger
    assert [len(d) for d in drawn] == [*range(1, 13), 12]
    assert sum(name.startswith("PC") for name in drawn[5]) == 3
    assert read_screen_data(tmp_path, limit=4, seed=5) == read_screen_data(tmp_path, limit=4, seed=5)
    assert (
        len({frozenset(t.id for t in read_screen_data(tmp_path, limit=4, seed=s).tasks) for s in range(6)})
        > 1
    )
    with pytest.raises(InputError, match="limit"):
        read_screen_data(tmp_path, limit=0)


def test_choosing() -> None:
    data = read_screen_data(DEMO)
    phones = choose(data, platform="android")
    assert [t.id for t in phones.tasks] == ["phone", "phone-zh"]
    assert phones.sha256 != data.sha256
    assert choose(data, platform="all") is data
    assert [t.id for t in choose(data, lang="zh").tasks] == ["phone-zh"]
    assert [len(t.screens) for t in choose(data, lang=["en", "zh"], steps=2).tasks] == [2, 2, 2]
    assert {s.split for s in choose(data, split="validation").screens} == {"validation"}
    assert [t.id for t in choose(data, tasks=["phone"]).tasks] == ["phone"]
    assert choose(data, tasks=["phone"]).sha256 == choose(data, tasks=("phone",)).sha256


@pytest.mark.parametrize(
    "bad", [{"platform": "ios"}, {"tasks": ["nobody"]}, {"lang": "xx"}, {"steps": 0}, {"split": "test"}]
)
def test_a_choice_that_leaves_nothing_or_is_unknown(bad: dict[str, Any]) -> None:
    with pytest.raises(InputError) as caught:
        choose(read_screen_data(DEMO / "phone-zh"), **bad)
    assert "nobody" not in str(caught.value)


def test_errors_and_repr_hold_no_private_words() -> None:
    data = read_screen_data(DEMO / "phone")
    goal, text = data.tasks[0].goal, next(r.text for s in data.screens for r in s.private if len(r.text) > 8)
    shown = repr(data)
    assert goal not in shown
    assert text not in shown


def test_two_steps_may_share_a_screenshot(tmp_path: Path) -> None:
    run = phone_run(tmp_path, 2)
    text = (run / "traj.jsonl").read_text()
    (run / "traj.jsonl").write_text(text.replace("images/s1.png", "images/s0.png"))
    data = read_screen_data(run)
    assert [s.id.split("/")[-1] for s in data.screens] == ["s0", "s0~2"]
    assert replace(data.tasks[0].screens[0], id="", step=data.tasks[0].screens[1].step).task == run.name


def test_our_own_json_alone_is_a_run(tmp_path: Path) -> None:
    from tactful.formats import read_mobile_agent, write_trajectory

    run = phone_run(tmp_path / "x" / "r")
    annotate(run, "s0")
    write_trajectory(read_mobile_agent(run), run / "trajectory.json")
    before = read_screen_data(tmp_path)
    (run / "traj.jsonl").unlink()
    after = read_screen_data(tmp_path)
    assert [(t.id, t.goal) for t in after.tasks] == [("x/r", "Do it")]
    assert after.tasks == before.tasks
    assert after.tasks[0].screens[0].action == CaseAction("click", ((3, 4),))


def test_targets_of_tasks_that_are_not_drawn_are_no_problem(tmp_path: Path) -> None:
    release(tmp_path, {f"Android/{n}": 1 for n in range(4)})
    rows = [{"image": f"Android/{n}/images/s0.png", "box": [1, 2, 9, 8]} for n in range(4)]
    (tmp_path / "click_targets.json").write_text(json.dumps(rows))
    data = read_screen_data(tmp_path, limit=2)
    assert data.problems == ()
    assert all(screen.target is not None for screen in data.screens)
