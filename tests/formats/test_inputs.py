import json
import pickle
from pathlib import Path

import pytest
from PIL import Image

from tactful.errors import ImageError, InputError, RecordError
from tactful.formats import Input, read_input, read_mobile_agent, write_trajectory

SHARED = Path(__file__).parents[2] / "../shared/data"


def png(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("L", (100, 50)).save(path)
    return path


def jsonl(path: Path, *rows: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(json.dumps(row) for row in rows))
    return path


def phone_row(image: str, **operator: object) -> dict[str, object]:
    manager = {"plan": "P", "user_request": "Reply to Sam"}
    return {"manager": manager, "operator": {"description": "Tap it", **operator}, "image": image}


def names(given: Input) -> list[str]:
    return [item.name for item in given.items]


def test_one_image_is_opened_when_it_is_loaded(tmp_path: Path) -> None:
    given = read_input(png(tmp_path / "a.png"), task="Reply", platform="pc")
    screen = given.items[0].load()
    assert (given.kind, names(given), given.trajectory) == ("image", ["a.png"], None)
    assert (screen.name, screen.width, screen.platform, screen.state.goal) == ("a.png", 100, "pc", "Reply")
    (tmp_path / "a.txt").write_text("Dear Ada")
    item = read_input(tmp_path / "a.txt").items[0]
    with pytest.raises(ImageError, match="not an image"):
        item.load()


def test_a_folder_of_images(tmp_path: Path) -> None:
    for name in ("s10.png", "s9.png"):
        png(tmp_path / name)
    (tmp_path / "s9.xml").write_text("<hierarchy/>")
    given = read_input(tmp_path)
    assert (given.kind, names(given)) == ("images", ["s9.png", "s10.png"])
    assert [problem.file.name for problem in given.problems] == ["s9.xml"]
    assert given.items[0].load().units is None  # text units count only where they are asked for


def test_a_phone_run(tmp_path: Path) -> None:
    for name in ("a", "b", "left"):
        png(tmp_path / f"images/{name}.png")
    rows = [
        phone_row("images/a.png"),
        phone_row("images/gone.png"),
        phone_row("images/b.png"),
        phone_row("images/a.png"),
    ]
    jsonl(tmp_path / "traj.jsonl", *rows)
    given = read_input(tmp_path)
    assert given.kind == "mobile-agent"
    assert names(given) == ["images/a.png", "images/b.png", "images/a~2.png", "images/left.png"]
    assert [item.step.index if item.step else None for item in given.items] == [0, 2, 3, None]
    assert [problem.line for problem in given.problems] == [2]
    screen = given.items[1].load()
    assert (screen.name, screen.platform) == ("images/b.png", "android")
    assert (screen.state.goal, screen.state.action) == ("Reply to Sam", "Tap it")
    assert given.trajectory is not None
    assert len(given.trajectory.steps) == 4
    assert names(read_input(tmp_path / "traj.jsonl")) == names(given)


def test_the_task_replaces_the_goal_but_not_the_step(tmp_path: Path) -> None:
    png(tmp_path / "images/a.png")
    jsonl(tmp_path / "traj.jsonl", phone_row("images/a.png"))
    screen = read_input(tmp_path, task="Another", platform="ios").items[0].load()
    assert (screen.state.goal, screen.state.action, screen.platform) == ("Another", "Tap it", "android")


def test_a_desktop_run(tmp_path: Path) -> None:
    png(tmp_path / "step0.png")
    png(tmp_path / "step_1.png")
    initial = {"plan": "", "exec_code": "", "screenshot_file": "step0.png"}
    row = {"plan": "P", "exec_code": "pyautogui.click(1, 2)", "step_num": 1, "screenshot_file": "step_1.png"}
    given = read_input(jsonl(tmp_path / "traj.jsonl", initial, row).parent)
    assert (given.kind, names(given)) == ("agent-s3", ["step_1.png", "step0.png"])
    assert given.items[0].load().state.points == ((1, 2),)


def test_a_release_of_several_runs(tmp_path: Path) -> None:
    rows = [
        {"image": f"Android/{task}/images/s0.png", "step_index": 0, "task_goal": f"goal {task}"}
        for task in (1, 2)
    ]
    for row in rows:
        png(tmp_path / str(row["image"]))
    jsonl(tmp_path / "data/eval.jsonl", *rows)
    given = read_input(tmp_path)
    assert (given.kind, given.trajectory, len(given.trajectories)) == ("guiguard", None, 2)
    assert names(given) == ["Android/1/images/s0.png", "Android/2/images/s0.png"]
    assert given.items[1].load().state.goal == "goal 2"


def test_our_own_trajectory(tmp_path: Path) -> None:
    png(tmp_path / "images/a.png")
    jsonl(tmp_path / "traj.jsonl", phone_row("images/a.png"))
    run = read_mobile_agent(tmp_path)
    given = read_input(write_trajectory(run, tmp_path / "run.json"))
    assert (given.kind, given.trajectory, names(given)) == ("native", run, ["images/a.png"])


UNITS = {"width": 100, "height": 50, "task": "T", "units": [{"text": "Sam", "box": [1, 2, 30, 20]}]}
XML = '<hierarchy><node text="Sam" bounds="[0,0][50,20]"/></hierarchy>'


def test_text_units(tmp_path: Path) -> None:
    (tmp_path / "a10.units.json").write_text(json.dumps(UNITS))
    (tmp_path / "a9.xml").write_text(XML)
    (tmp_path / "notes.txt").write_text("notes")
    given = read_input(tmp_path, task="Other")
    assert (given.kind, names(given)) == ("units", ["a9.xml", "a10.units.json"])
    assert [problem.file.name for problem in given.problems] == ["notes.txt"]
    screens = [item.load() for item in given.items]
    assert [[unit.text for unit in screen.units or ()] for screen in screens] == [["Sam"], ["Sam"]]
    assert [screen.state.goal for screen in screens] == ["Other", "Other"]
    assert read_input(tmp_path / "a9.xml").kind == "units"
    assert read_input(tmp_path / "a10.units.json").items[0].load().state.goal == "T"


def test_one_bad_units_file_of_several_is_a_problem_and_alone_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.units.json").write_text(json.dumps(UNITS))
    (tmp_path / "b.xml").write_text("<hierarchy>")
    given = read_input(tmp_path)
    assert names(given) == ["a.units.json"]
    assert [(problem.file.name, problem.line) for problem in given.problems] == [("b.xml", 1)]
    with pytest.raises(RecordError, match=r"b\.xml"):
        read_input(tmp_path / "b.xml")


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.json", "{", "not JSON"),
        ("a.json", "{}", "field 'width'"),
        ("a.json", "", "empty"),
        ("traj.jsonl", '{"a": 1}\n[]\n{', "no record of a known format"),
        ("traj.jsonl", "", "empty"),
        ("a.xml", "Dear Ada", "not well-formed"),
        ("a.units.json", "[]", "a list"),
    ],
)
def test_files_that_are_nothing(tmp_path: Path, name: str, content: str, reason: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(RecordError) as caught:
        read_input(tmp_path / name)
    assert reason in str(caught.value)
    assert name in str(caught.value)
    assert "Ada" not in str(caught.value)


def test_paths_that_are_nothing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no image"):
        read_input(tmp_path)
    with pytest.raises(InputError, match="no such file"):
        read_input(tmp_path / "none")
    with pytest.raises(InputError, match="not a usable path"):
        read_input("a" * 5000)


def test_an_unreadable_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    with pytest.raises(InputError, match="Permission denied"):
        read_input(tmp_path)


def test_items_travel_to_other_processes(tmp_path: Path) -> None:
    png(tmp_path / "images/a.png")
    jsonl(tmp_path / "traj.jsonl", phone_row("images/a.png"))
    item = pickle.loads(pickle.dumps(read_input(tmp_path, task="Another").items[0]))
    assert item.load().state.goal == "Another"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared data are not here")
def test_the_real_run_and_sample() -> None:
    given = read_input(SHARED / "gui_trajectory_android_gmail")
    assert (given.kind, len(given.items), given.problems) == ("mobile-agent", 14, ())
    sample = read_input(SHARED / "guiguard_bench_sample")
    assert (sample.kind, len(sample.items), len(sample.trajectories)) == ("guiguard", 0, 3)
