import json
import stat
from pathlib import Path

import pytest
from played_runs import png, run

from tactful.errors import InputError
from tactful.formats import read_annotation, read_trajectory
from tactful.terms import Risk
from tactful.world.trajectories.recording import Recorded, finished, write_recorded

FIRST = {"phone": "images/screen_1.png", "desktop": "step_1.png"}


@pytest.mark.parametrize("platform", ["phone", "desktop"])
def test_our_trajectory_has_the_regions_of_every_step(tmp_path: Path, platform: str) -> None:
    write_recorded(run(platform), tmp_path)
    read = read_trajectory(tmp_path / "00000-test/trajectory.json")
    assert (read.goal, read.problems, read.completion.success) == ("Tell me the code", (), True)
    assert [step.points for step in read.steps] == [((30, 16),), (), ()]
    assert [step.typed[:1] for step in read.steps][1] == ("hi",)
    assert read.steps[0].screenshot == tmp_path / "00000-test" / FIRST[platform]
    regions = read.steps[0].regions
    assert regions is not None
    assert [(r.text, r.risk, r.necessary) for r in regions] == [
        ("Ann Lee", Risk.HIGH, True), ("4711", Risk.HIGH, False), ("Send", Risk.NONE, False),
    ]  # fmt: skip


@pytest.mark.parametrize("platform", ["phone", "desktop"])
def test_truth_files_are_annotations_with_more(tmp_path: Path, platform: str) -> None:
    write_recorded(run(platform), tmp_path)
    file = (tmp_path / "00000-test/truth" / Path(FIRST[platform]).stem).with_suffix(".json")
    annotation = read_annotation(file)
    assert (annotation.image, annotation.width, annotation.height) == (FIRST[platform], 120, 80)
    assert (annotation.task, annotation.lang) == ("Tell me the code", "en")
    record = json.loads(file.read_text("utf-8"))
    assert [(r["entity"], r["role"], r["need"]) for r in record["regions"]] == [
        ("contact/1/name", "private", "now"), ("message/2/code", "private", "later"), ("", "public", "never"),
    ]  # fmt: skip
    assert record["target"] == {"box": [0, 0, 120, 26], "words": "the row of Ann Lee", "point": [30, 16]}
    assert (record["app"], record["view"]) == ("messages", "list")
    truths = [json.loads(path.read_text("utf-8")) for path in file.parent.iterdir()]
    assert {record["step"]: record["split"] for record in truths} == {
        0: "train", 1: "validation", 2: "train",
    }  # fmt: skip


@pytest.mark.parametrize("platform", ["phone", "desktop"])
def test_the_same_run_gives_the_same_bytes_for_the_owner_alone(tmp_path: Path, platform: str) -> None:
    for name in ("a", "b", "b"):  # the second b replaces the first
        write_recorded(run(platform), tmp_path / name)
    paths = sorted((tmp_path / "a").rglob("*"))
    assert any(path.name == "summary.json" for path in paths)
    for path in paths:
        other = tmp_path / "b" / path.relative_to(tmp_path / "a")
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)
        assert path.is_dir() or path.read_bytes() == other.read_bytes()


def test_a_run_counts_as_finished_only_when_whole(tmp_path: Path) -> None:
    folder = tmp_path / "00000-test"
    assert finished(folder) is None
    summary = write_recorded(run(), tmp_path)
    assert finished(folder) == summary
    assert (summary["steps"], summary["risks"]["high"], summary["necessary"]) == (3, 6, 2)
    assert summary["splits"] == {"train": 2, "validation": 1}
    (folder / "images/screen_2.png").write_bytes(png(99))
    assert finished(folder) is None
    (folder / "left-over").write_text("x")
    write_recorded(run(), tmp_path)
    assert finished(folder) == summary
    (folder / "truth/screen_3.json").unlink()
    assert finished(folder) is None
    (folder / "summary.json").write_text("{}")
    assert finished(folder) is None


def test_nothing_played(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="without steps"):
        write_recorded(Recorded("x", "phone", "goal", (), False), tmp_path)
