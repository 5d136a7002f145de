"""The folder of a run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tactful.bench.cimemories.folder import RunFolder
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


def test_the_same_settings_take_it_up_again(tmp_path: Path) -> None:
    for _ in range(2):
        with RunFolder(tmp_path, {"seed": 1, "models": ["a"]}) as folder:
            folder.write("stopped")


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
