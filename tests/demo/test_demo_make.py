"""`demo/make.py`: which runs are fit to be shown, and what becomes of them."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from PIL import Image, ImageDraw

from tactful.demo import RUNS
from tactful.formats import RunStep, read_agent_s3, read_annotations, read_mobile_agent, read_units
from tactful.terms import Box
from tactful.world.events import Act
from tactful.world.measured import Measured, Seen
from tactful.world.tasks.play import PlayedStep
from tactful.world.tasks.sampling import start
from tactful.world.trajectories.recording import Recorded, write_recorded
from tactful.world.values import Value, ui

SOURCES = Path(__file__).parents[2] / "demo"
NAME = Value("Ann Lee", "person", "contact/1/name")
LINE = Value("Lunch with Ann Lee", "message", "message/2/body", parts=("Lunch with ", NAME))
FACE = Value("portrait", "face", "contact/1/name/portrait")
LETTER = Value("A", "avatar", "contact/1/name/avatar")


@pytest.fixture(scope="module")
def make() -> Iterator[ModuleType]:
    """The module `make`, with `bundle` and `stories` beside it."""
    if not (SOURCES / "make.py").is_file():
        pytest.skip("the demo's sources are not in this installation")
    sys.path.insert(0, str(SOURCES))
    try:
        import make as module
    finally:
        sys.path.remove(str(SOURCES))
    yield module
    for name in ("make", "bundle", "stories"):
        sys.modules.pop(name, None)


def picture(colours: int) -> Image.Image:
    image = Image.new("RGB", (120, 80), "white")
    pen = ImageDraw.Draw(image)
    for number in range(colours):
        pen.point((number % 120, number // 120), (number * 7 % 256, number * 13 % 256, number * 29 % 256))
    return image


def png(colours: int) -> bytes:
    stream = io.BytesIO()
    picture(colours).save(stream, "PNG")
    return stream.getvalue()


def recorded(platform: str, out: Path) -> Path:
    """The folder of a run of two steps with a line, a name in it, a portrait, a letter and a button."""
    seen = (
        Seen(FACE, "portrait", Box(70, 4, 110, 34), picture=True),
        Seen(LETTER, "A", Box(4, 34, 14, 44)),
        Seen(LINE, LINE.text, Box(5, 10, 65, 22)),
        Seen(NAME, NAME.text, Box(38, 10, 65, 22), inner=True),
        Seen(ui("Send"), "Send", Box(5, 50, 30, 62), do="run:send"),
    )
    steps = [
        PlayedStep(
            RunStep(act, png(50), "1. Send it.", "The line is there.", "Press Send.", "Well."),
            Measured(120, 80, seen), now=frozenset({NAME.entity}), target=target,
        )
        for at, (act, target) in enumerate([(Act("click", 10, 55), Box(4, 48, 32, 64)), (Act("done"), None)])
    ]  # fmt: skip
    run = Recorded(f"00001-{platform}", platform, "Send it", steps, True, about={"lang": "en"})
    write_recorded(run, out)
    return out / run.id


@pytest.mark.parametrize(("name", "reader"), [("phone", read_mobile_agent), ("desktop", read_agent_s3)])
def test_a_run_of_the_world_becomes_a_run_of_the_demo(
    make: ModuleType, tmp_path: Path, name: str, reader: Any
) -> None:
    run = recorded(name, tmp_path)
    folder = tmp_path / "demo" / name
    size = make.bundle(run, folder)
    files = [file for file in folder.rglob("*") if file.is_file()]
    assert size == sum(file.stat().st_size for file in files)
    assert all(file.stat().st_mode & 0o044 == 0o044 for file in files)
    read = reader(folder)
    assert not read.problems
    assert [bool(step.points) for step in read.steps] == [True, False]
    annotations, problems = read_annotations(folder / "annotations")
    assert not problems
    assert [a.id.split("/")[0] for a in annotations] == [name, name]
    assert {region.text for region in annotations[0].regions} >= {"portrait", "A", "Ann Lee", LINE.text}
    for file in (folder / "annotations").glob("*.units.json"):
        assert {unit.text for unit in read_units(file).screen.units} == {"A", LINE.text, "Send"}
    truth = json.loads(next((folder / "annotations").glob("*_1.json")).read_text("utf-8"))
    assert truth["target"]["box"] == [4, 48, 32, 64]
    make.bundle(run, tmp_path / "again" / name)
    assert make.differences(tmp_path / "again" / name, folder) == []


@pytest.mark.parametrize(("colours", "mode"), [(50, "P"), (5000, "RGB")])
def test_a_palette_is_taken_only_where_nobody_sees_it(make: ModuleType, colours: int, mode: str) -> None:
    from bundle import OFF, smaller

    made = Image.open(io.BytesIO(smaller(picture(colours))))
    assert made.mode == mode
    pairs = zip(made.convert("RGB").tobytes(), picture(colours).tobytes(), strict=True)
    assert max(abs(a - b) for a, b in pairs) <= OFF


def test_differences_are_told_file_by_file(make: ModuleType, tmp_path: Path) -> None:
    for folder, files in (("made", {"a": 1, "b": 1, "c.png": 1}), ("there", {"a": 1, "c.png": 2, "d": 1})):
        (tmp_path / folder).mkdir()
        for name, text in files.items():
            (tmp_path / folder / name).write_text(str(text))
    told = make.differences(tmp_path / "made", tmp_path / "there")
    assert [line.split(":")[0] for line in told] == ["b", "c.png", "d"]
    assert ["missing" in told[0], "differs" in told[1], "no longer" in told[2]] == [True, True, True]
    assert len(make.differences(tmp_path / "made", tmp_path / "nothing")) == 3


FIT = {"success": True, "wrong": 0, "steps": 4, "private_bound": True}


def region(risk: str, type_: str, necessary: bool = False) -> dict[str, Any]:
    return {"risk": risk, "type": type_, "necessary": necessary}


def truths() -> list[dict[str, Any]]:
    shown = [region("high", "person", True), region("medium", "time"), region("low", "clock")]
    return [{"app": app, "regions": [*shown, region("none", "ui")]} for app in ("", "mail", "notes")]


@pytest.fixture
def story(make: ModuleType) -> Any:
    return make.Story("a", "t", "phone", "phone-1080", "en", 1, 1, (3, 6), 2, 9, 3)


def test_a_run_that_fits_has_no_faults(make: ModuleType, story: Any) -> None:
    assert list(make.faults(story, FIT, truths())) == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"success": False}, "not done"),
        ({"wrong": 2}, "2 wrong turns"),
        ({"steps": 2}, "2 steps"),
        ({"steps": 7}, "7 steps"),
        ({"private_bound": False}, "without seeing"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_summary_that_does_not_fit_is_told(
    make: ModuleType, story: Any, change: dict[str, Any], told: str
) -> None:
    (fault,) = make.faults(story, {**FIT, **change}, truths())
    assert told in fault


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("app", "mail", "1 apps"),
        ("risk", "none", "0 private regions"),
        ("risk", "high", "nothing of low and medium"),
        ("type", "person", "1 types"),
        ("necessary", False, "no private region that the task needs"),
    ],
)
def test_screens_that_do_not_fit_are_told(
    make: ModuleType, story: Any, key: str, value: object, told: str
) -> None:
    shown = deepcopy(truths())
    for truth in shown:
        for row in (truth, *truth["regions"]):
            if key in row and row.get("risk") != "none":
                row[key] = value
    assert any(told in fault for fault in make.faults(story, FIT, shown))


def test_another_attempt_is_tried_and_all_faults_are_said_in_the_end(
    make: ModuleType, story: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(make, "_attempt", lambda _, n, *__: (tmp_path if n == 3 else None, f"fault {n}"))
    assert make.play_story(story, None, tmp_path) == tmp_path
    monkeypatch.setattr(make, "_attempt", lambda _, n, *__: (None, f"fault {n}"))
    with pytest.raises(make.NoRun, match=r"template 't'.*\n.*fault 1\n.*fault 2"):
        make.play_story(story, None, tmp_path)


def test_the_stories_are_of_the_bundled_runs_and_their_tasks_can_be_started(make: ModuleType) -> None:
    assert tuple(story.name for story in make.STORIES) == RUNS
    for story in make.STORIES:
        task = start(story.spec(story.attempt)).task
        assert task.private_bound
        assert (task.lang, task.platform) == (story.lang, story.platform)
