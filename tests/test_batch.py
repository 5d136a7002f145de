from __future__ import annotations

import errno
import json
import os
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tactful import Guard
from tactful.batch import RECEIPTS, protect_run
from tactful.errors import ImageError, InputError, RecognitionError
from tactful.runs import LOCK, MANIFEST
from tactful.terms import Box, Category, Region, Risk, Screen

BOX = Box(10, 10, 60, 30)
SETTINGS = {"policy": "all", "private:task": "write to zq-planted-task"}
SECRET = "zq-planted-value"


@dataclass(frozen=True)
class FakeItem:
    name: str
    path: Path

    def load(self) -> Screen:
        if self.path.read_bytes() == b"broken":
            raise ImageError("is not an image", file=self.path)
        image = Image.open(self.path).convert("RGB")
        return Screen(self.name, *image.size, image)


@dataclass
class FakeRecognizer:
    """Finds one secret on every screen, and fails where the screen's name says so."""

    calls: list[str] = field(default_factory=list)

    def recognize(self, screen: Screen) -> tuple[Region, ...]:
        self.calls.append(screen.name)
        if "unreadable" in screen.name:
            raise RecognitionError(f"{screen.name}: the reader failed")
        if "crash" in screen.name:
            raise ValueError(f"a stranger's exception that quotes {SECRET}")
        return (Region(SECRET, BOX, Risk.HIGH, Category.IDENTITY, "secret"),)


def make_items(folder: Path, *names: str) -> list[FakeItem]:
    items = []
    for number, name in enumerate(names):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if "broken" in name:
            path.write_bytes(b"broken")
        else:
            Image.new("RGB", (80, 40), (200, 10 * number, 30)).save(path, format="PNG")
        items.append(FakeItem(name, path))
    return items


def guard(recognizer: FakeRecognizer | None = None, operator: str = "black") -> Guard:
    return Guard("all", operator=operator, recognizer=recognizer or FakeRecognizer())  # type: ignore[arg-type]


def pixels(path: Path) -> np.ndarray:
    return np.asarray(Image.open(path))


def test_images_keep_their_size_and_place_and_lose_the_secret(tmp_path: Path) -> None:
    items = make_items(tmp_path / "in", "images/a.png", "images/b.png")
    out = tmp_path / "out"
    result = protect_run(items, out, guard(), settings=SETTINGS)
    assert [s.status for s in result.screens] == ["done", "done"]
    for name in ("images/a.png", "images/b.png"):
        safe = pixels(out / name)
        assert safe.shape == (40, 80, 3)
        assert not safe[BOX.y1 : BOX.y2, BOX.x1 : BOX.x2].any()
        assert safe[0, 0].tolist() == pixels(tmp_path / "in" / name)[0, 0].tolist()


@pytest.mark.parametrize("bad", ["broken.png", "unreadable.png", "crash.png"])
def test_a_failed_screen_leaves_no_image_and_the_others_go_on(tmp_path: Path, bad: str) -> None:
    items = make_items(tmp_path / "in", "a.png", bad, "c.png")
    result = protect_run(items, tmp_path / "out", guard(), settings=SETTINGS)
    assert [s.status for s in result.screens] == ["done", "failed", "done"]
    assert not (tmp_path / "out" / bad).exists()
    assert result.failed == 1
    assert bad in str(result.screens[1].error)
    assert json.loads((tmp_path / "out" / MANIFEST).read_text())["status"] == "failed"


def test_nothing_private_is_written(tmp_path: Path) -> None:
    items = make_items(tmp_path / "in", "a.png", "crash.png")
    protect_run(items, tmp_path / "out", guard(), settings=SETTINGS)
    for file in (tmp_path / "out").rglob("*"):
        if file.is_file():
            assert b"zq-planted" not in file.read_bytes(), file


def test_a_second_call_goes_on_where_the_first_stopped(tmp_path: Path) -> None:
    items = make_items(tmp_path / "in", "a.png", "b.png", "c.png")
    whole = protect_run(items, tmp_path / "whole", guard(), settings=SETTINGS)
    out = tmp_path / "out"

    def stop(outcome: object, screen: object, safe: object) -> None:
        raise KeyboardInterrupt

    first = protect_run(items, out, guard(), settings=SETTINGS, after=stop)
    assert first.stopped
    assert len(first.screens) == 1
    again = FakeRecognizer()
    second = protect_run(items, out, guard(again), settings=SETTINGS)
    assert [s.status for s in second.screens] == ["kept", "done", "done"]
    assert again.calls == ["b.png", "c.png"]
    for screen in whole.screens:
        assert (out / str(screen.output)).read_bytes() == (
            tmp_path / "whole" / str(screen.output)
        ).read_bytes()
    assert second.to_json()["coverage"] == whole.to_json()["coverage"]


def test_changed_inputs_settings_and_outputs_are_done_again(tmp_path: Path) -> None:
    items = make_items(tmp_path / "in", "a.png", "b.png", "c.png")
    out = tmp_path / "out"
    protect_run(items, out, guard(), settings=SETTINGS)
    Image.new("RGB", (80, 40), "green").save(items[1].path)
    (out / "c.png").write_bytes(b"tampered")
    again = protect_run(items, out, guard(), settings=SETTINGS)
    assert [s.status for s in again.screens] == ["kept", "done", "done"]
    other = protect_run(items, out, guard(), settings={**SETTINGS, "policy": "high"})
    assert [s.status for s in other.screens] == ["done", "done", "done"]


def test_an_output_of_a_weaker_run_does_not_survive_a_failure(tmp_path: Path) -> None:
    items = make_items(tmp_path / "in", "a.png")
    out = tmp_path / "out"
    protect_run(items, out, guard(), settings=SETTINGS)
    items[0].path.write_bytes(b"broken")
    protect_run(items, out, guard(), settings=SETTINGS)
    assert not (out / "a.png").exists()


def test_shared_pseudonyms_need_a_vault_to_resume(tmp_path: Path) -> None:
    items = make_items(tmp_path / "in", "a.png", "b.png")
    out = tmp_path / "out"
    protect_run(items, out, guard(operator="replace"), settings=SETTINGS)
    again = protect_run(items, out, guard(operator="replace"), settings=SETTINGS)
    assert [s.status for s in again.screens] == ["done", "done"]


def test_a_torn_receipt_is_done_again(tmp_path: Path) -> None:
    items = make_items(tmp_path / "in", "a.png", "b.png")
    out = tmp_path / "out"
    protect_run(items, out, guard(), settings=SETTINGS)
    receipts = (out / RECEIPTS).read_bytes()
    (out / RECEIPTS).write_bytes(receipts[:-40])
    again = protect_run(items, out, guard(), settings=SETTINGS)
    assert [s.status for s in again.screens] == ["kept", "done"]
    assert len((out / RECEIPTS).read_text().splitlines()) == 2


def test_originals_are_never_overwritten(tmp_path: Path) -> None:
    items = make_items(tmp_path / "in", "a.png")
    before = items[0].path.read_bytes()
    with pytest.raises(InputError, match="overwrite the originals"):
        protect_run(items, tmp_path / "in", guard(), settings=SETTINGS)
    assert items[0].path.read_bytes() == before


def test_a_strangers_folder_is_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "mine.txt").write_text("mine")
    with pytest.raises(InputError, match="holds no run of tactful"):
        protect_run(make_items(tmp_path / "in", "a.png"), out, guard(), settings=SETTINGS)
    assert [p.name for p in out.iterdir()] == ["mine.txt"]


def test_two_inputs_never_share_an_output(tmp_path: Path) -> None:
    items = make_items(tmp_path / "in", "a.png", "a.jpg")
    result = protect_run(items, tmp_path / "out", guard(), settings=SETTINGS)
    assert len({s.output for s in result.screens}) == 2


def test_a_full_disk_fails_the_screen_and_leaves_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = make_items(tmp_path / "in", "a.png", "b.png")
    real = os.fsync
    writes = []

    def full(descriptor: int) -> None:
        writes.append(descriptor)
        if len(writes) == 3:  # receipts and manifest of the new folder come first
            raise OSError(errno.ENOSPC, "No space left on device")
        real(descriptor)

    monkeypatch.setattr("tactful.runs.files.os.fsync", full)
    result = protect_run(items, tmp_path / "out", guard(), settings=SETTINGS)
    assert [s.status for s in result.screens] == ["failed", "done"]
    assert "No space left" in str(result.screens[0].error)
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == [LOCK, "b.png", MANIFEST, RECEIPTS]


def test_jobs_do_not_change_the_result(tmp_path: Path) -> None:
    items = make_items(tmp_path / "in", *(f"{n}.png" for n in range(6)))
    results = []
    for jobs in (1, 4):
        seeded = Guard("all", operator="replace", seed=3, recognizer=FakeRecognizer())  # type: ignore[arg-type]
        results.append(protect_run(items, tmp_path / str(jobs), seeded, settings=SETTINGS, jobs=jobs))
    for a, b in zip(results[0].screens, results[1].screens, strict=True):
        one, four = (results[k].out / str(s.output) for k, s in enumerate((a, b)))
        assert one.read_bytes() == four.read_bytes()


def test_two_runs_never_share_a_folder(tmp_path: Path) -> None:
    items = make_items(tmp_path / "in", "a.png", "b.png")
    out = tmp_path / "out"
    refused: list[InputError] = []

    def meddle(outcome: object, screen: object, safe: object) -> None:
        if not refused:
            with pytest.raises(InputError, match="in use by another run") as caught:
                protect_run(items, out, guard(), settings={"policy": "weaker"})
            refused.append(caught.value)

    result = protect_run(items, out, guard(), settings=SETTINGS, after=meddle)
    assert refused
    assert [s.status for s in result.screens] == ["done", "done"]


def test_a_name_that_is_not_utf8_and_a_very_long_one_are_just_names(tmp_path: Path) -> None:
    long = "n" * 251 + ".png"
    items = make_items(tmp_path / "in", "bad\udcff.png", long)
    result = protect_run(items, tmp_path / "out", guard(), settings=SETTINGS)
    assert [s.status for s in result.screens] == ["done", "done"]
    assert json.loads((tmp_path / "out" / MANIFEST).read_text())["status"] == "complete"
