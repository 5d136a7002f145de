"""The folder of a run."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tactful.bench.folder import RunFolder
from tactful.errors import InputError


def test_a_new_folder_gets_its_parts(tmp_path: Path) -> None:
    with RunFolder(tmp_path / "a" / "b", {"seed": 1}) as folder:
        folder.write("running", total=3)
        assert folder.logs.is_dir()
        assert folder.cache.is_dir()
        assert folder.cache.stat().st_mode & 0o077 == 0
    found = json.loads((tmp_path / "a" / "b" / "manifest.json").read_text(encoding="utf-8"))
    assert (found["status"], found["total"], found["settings"]) == ("running", 3, {"seed": 1})
    assert found["tactful"]
    assert found["packages"]["inspect_ai"]


@pytest.fixture
def open_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    found = {path.name: path.stat().st_mode & 0o777 for path in folder.rglob("*")}
    return found | {"": folder.stat().st_mode & 0o777}


@pytest.mark.usefixtures("open_umask")
@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
@pytest.mark.parametrize("there_before", [False, True])
def test_nobody_else_can_read_it(tmp_path: Path, there_before: bool) -> None:
    out = tmp_path / "runs" / "out"
    if there_before:
        out.mkdir(parents=True)
    with RunFolder(out, {}) as folder:
        folder.write("running")
        (folder.logs / "a.eval").write_bytes(b"texts")
        folder.write("stopped")
        found = modes(out)
    expected = {"": 0o700, "logs": 0o700, ".cache": 0o700, "manifest.json": 0o600, "a.eval": 0o600}
    assert found == expected | {".tactful.lock": 0o600}


@pytest.mark.usefixtures("open_umask")
@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_a_folder_that_was_open_is_closed_when_it_is_taken_up(tmp_path: Path) -> None:
    with RunFolder(tmp_path, {}) as folder:
        folder.write("stopped")
    for path in (tmp_path, tmp_path / "logs", tmp_path / ".cache"):
        path.chmod(0o755)
    with RunFolder(tmp_path, {}):
        found = modes(tmp_path)
    assert (found[""], found["logs"], found[".cache"]) == (0o700, 0o700, 0o700)


@pytest.mark.usefixtures("open_umask")
@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_a_folder_of_something_else_keeps_its_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "photo.png").write_bytes(b"x")
    with pytest.raises(InputError), RunFolder(tmp_path, {}):
        pass
    assert modes(tmp_path)[""] == 0o755


def test_the_same_settings_take_it_up_again(tmp_path: Path) -> None:
    for status in ("stopped", "complete"):
        with RunFolder(tmp_path, {"seed": 1, "models": ["a"]}) as folder:
            (folder.logs / f"{status}.eval").touch()
            folder.write(status)
    assert json.loads((tmp_path / "manifest.json").read_text("utf-8"))["status"] == "complete"
    assert {file.stem for file in folder.logs.iterdir()} == {"stopped", "complete"}


def test_other_settings_are_named(tmp_path: Path) -> None:
    with RunFolder(tmp_path, {"seed": 1, "level": "1"}) as folder:
        folder.write("complete")
    with (
        pytest.raises(InputError, match=r"other settings \(seed\)"),
        RunFolder(tmp_path, {"seed": 2, "level": "1"}),
    ):
        pass


def test_a_folder_in_use(tmp_path: Path) -> None:
    with RunFolder(tmp_path, {}), pytest.raises(InputError, match="in use"), RunFolder(tmp_path, {}):
        pass
    with RunFolder(tmp_path / "b", {}):
        pass


@pytest.mark.parametrize("text", ["no json", "[]", '{"tactful": "0.1.0"}'])
def test_a_foreign_manifest(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="not a manifest"), RunFolder(tmp_path, {}):
        pass


def test_a_folder_of_something_else(tmp_path: Path) -> None:
    (tmp_path / "photo.png").write_bytes(b"x")
    with pytest.raises(InputError, match="not empty"), RunFolder(tmp_path, {}):
        pass
    assert (tmp_path / "photo.png").exists()


def test_answers_are_forgotten(tmp_path: Path) -> None:
    with RunFolder(tmp_path, {}) as folder:
        (folder.cache / "x").write_bytes(b"answer")
        folder.forget_answers()
        assert not folder.cache.exists()
