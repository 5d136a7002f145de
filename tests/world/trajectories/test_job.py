"""The job around the player: kept, done again, failed, stopped; and one real run, twice."""

from __future__ import annotations

import json
import multiprocessing
from pathlib import Path
from typing import Any

import pytest
from played_runs import run

from tactful.errors import InputError
from tactful.runs import settings_json
from tactful.world.trajectories import job
from tactful.world.trajectories.job import Progress, TrajectoryFolder, TrajectoryPlan, write_trajectories
from tactful.world.trajectories.recording import differing, drawn_with, write_recorded

PLAN = TrajectoryPlan(3, seed=5)


class NoBrowser:
    def __enter__(self) -> NoBrowser:
        return self

    def __exit__(self, *_: object) -> None:
        pass


@pytest.fixture
def player(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Plays nothing; the list says how each run ends: None well, else by this error."""
    endings: list[Any] = []

    def play(spec: Any, browser: object, out: Path, *, seed: int, stop: object) -> dict[str, Any]:
        ending = endings.pop(0) if endings else None
        if ending is not None:
            raise ending
        return write_recorded(run(spec.platform, spec.name), out)

    monkeypatch.setattr(job, "play_and_write", play)
    monkeypatch.setattr("tactful.world.browser.driver.Browser", NoBrowser)
    return endings


def test_finished_runs_are_kept_and_the_rest_is_done(tmp_path: Path, player: list[Any]) -> None:
    out = tmp_path / "out"
    told: list[Progress] = []
    player[:] = [None, KeyboardInterrupt()]
    first = write_trajectories(PLAN, out, progress=told.append)
    assert (first.done, first.stopped, first.screens) == (1, True, 3)
    assert json.loads((out / "manifest.json").read_text())["status"] == "stopped"
    second = write_trajectories(PLAN, out, progress=told.append)
    assert (second.done, second.kept, second.stopped, second.screens) == (2, 1, False, 9)
    assert [p.state for p in told] == ["done", "kept", "done", "done"]
    assert told[-1].ready == told[-1].total == 3
    manifest = json.loads((out / "manifest.json").read_text())
    assert (manifest["status"], manifest["runs"], manifest["screens"]) == ("complete", 3, 9)
    rows = [json.loads(line) for line in (out / "index.jsonl").read_text("utf-8").splitlines()]
    assert [row["id"] for row in rows] == [spec.name for spec in PLAN.specs()]
    # A manifest that an earlier version wrote has no fingerprint of its settings.
    del manifest["fingerprint"]
    (out / "manifest.json").write_text(json.dumps(manifest))
    longer = write_trajectories(TrajectoryPlan(4, seed=5), out)
    assert (longer.done, longer.kept) == (1, 3)


def test_a_stopped_folder_ends_up_like_one_made_at_once(tmp_path: Path, player: list[Any]) -> None:
    player[:] = [None, KeyboardInterrupt()]
    for name in ("a", "a", "b"):
        write_trajectories(PLAN, tmp_path / name)
    files = [path for path in (tmp_path / "a").rglob("*") if path.is_file()]
    assert len(files) > 20
    for path in files:
        assert path.read_bytes() == (tmp_path / "b" / path.relative_to(tmp_path / "a")).read_bytes()


def test_a_run_that_cannot_be_played_is_told(tmp_path: Path, player: list[Any]) -> None:
    player[:] = [InputError("no person fits")]
    written = write_trajectories(PLAN, tmp_path / "out")
    assert (written.done, len(written.failed)) == (2, 1)
    assert written.failed[0][1] == "no person fits"
    manifest = json.loads((tmp_path / "out/manifest.json").read_text())
    assert (manifest["status"], len(manifest["failed"])) == ("incomplete", 1)


def test_other_settings_and_other_folders_are_refused(tmp_path: Path, player: list[Any]) -> None:
    out = tmp_path / "out"
    write_trajectories(PLAN, out)
    with pytest.raises(InputError, match="other settings"):
        write_trajectories(TrajectoryPlan(3, seed=6), out)
    (tmp_path / "file").write_text("mine")
    with pytest.raises(InputError, match="not empty"):
        write_trajectories(PLAN, tmp_path)
    with TrajectoryFolder(out, settings_json(PLAN)), pytest.raises(InputError, match="in use"):
        write_trajectories(PLAN, out)
    (out / "manifest.json").write_text("[]")
    with pytest.raises(InputError, match="not a manifest"):
        write_trajectories(PLAN, out)


@pytest.mark.parametrize(
    ("name", "now", "said"),
    [
        ("tactful", "99.0", "tactful was .*, is 99.0"),
        ("chromium", "Chromium 1.2", "chromium was .*, is Chromium 1.2"),
        ("fonts", "f00d", "other versions: fonts:?"),
        ("packages", {"playwright": "0.1"}, "playwright was .*, is 0.1"),
    ],
)
@pytest.mark.parametrize("status", ["complete", "running"])
def test_a_folder_that_other_versions_drew_is_refused(
    tmp_path: Path, player: list[Any], monkeypatch: pytest.MonkeyPatch, name: str, now: object, said: str,
    status: str,
) -> None:  # fmt: skip
    out = tmp_path / "out"
    if status == "complete":
        write_trajectories(PLAN, out)
    else:
        with TrajectoryFolder(out, settings_json(PLAN)):
            pass
    before = (out / "manifest.json").read_bytes()
    newer = {**drawn_with(), name: now}
    monkeypatch.setattr(job, "drawn_with", lambda: newer)
    with pytest.raises(InputError, match=said) as caught:
        write_trajectories(PLAN, out)
    assert "another folder" in (caught.value.expected or "")
    assert (out / "manifest.json").read_bytes() == before


def test_a_manifest_without_versions_differs_from_every_one() -> None:
    now = drawn_with()
    assert differing(now, now) == []
    assert f"tactful was unknown, is {now['tactful']}" in differing({"packages": None}, now)


@pytest.mark.parametrize(("plan", "jobs"), [(TrajectoryPlan(0), 1), (TrajectoryPlan(1), 0)])
def test_senseless_numbers(tmp_path: Path, plan: TrajectoryPlan, jobs: int) -> None:
    with pytest.raises(InputError, match="too few"):
        write_trajectories(plan, tmp_path / "out", jobs=jobs)
    assert not (tmp_path / "out").exists()


@pytest.mark.browser
def test_a_real_run_repeats_byte_for_byte_in_processes_too(tmp_path: Path) -> None:
    plan = TrajectoryPlan(1, seed=7, platform="phone", langs=("en",), app="clock")
    for name, jobs in (("a", 1), ("b", 2)):
        written = write_trajectories(plan, tmp_path / name, jobs=jobs)
        assert written.failed == ()
        assert written.screens >= 2
    files = [path for path in (tmp_path / "a").rglob("*") if path.is_file()]
    assert any(path.suffix == ".png" for path in files)
    for path in files:
        assert path.read_bytes() == (tmp_path / "b" / path.relative_to(tmp_path / "a")).read_bytes(), (
            path.name
        )
    assert multiprocessing.active_children() == []


@pytest.mark.browser
def test_who_asks_for_a_straight_run_gets_one(tmp_path: Path) -> None:
    from tactful.world.browser.driver import Browser
    from tactful.world.tasks.sampling import TaskSpec
    from tactful.world.trajectories.recording import play_and_write

    spec = TaskSpec(0, "clock-delete-alarm", "phone", "phone-720", "en", 1, 7)
    with Browser() as browser:
        shares = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]
        runs = [
            play_and_write(spec, browser, tmp_path / str(at), seed=11, wrong_turns=wrong, lost=lost)
            for at, (wrong, lost) in enumerate(shares)
        ]
    assert [run["success"] for run in runs] == [True, True, False]
    assert [run["wrong"] > 0 for run in runs] == [False, True, True]
    assert all(sum(run["splits"].values()) == run["steps"] < 15 for run in runs)
    assert all(run["versions"] == drawn_with() for run in runs)
