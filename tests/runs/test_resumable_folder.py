"""The one output folder: taken up, refused, locked, torn rows cut away."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from tactful.errors import InputError
from tactful.runs import (
    LOCK,
    MANIFEST,
    RowFile,
    RunFolder,
    read_manifest,
    read_rows,
    write_atomic,
    write_json,
)


def test_the_same_settings_take_a_run_up_and_others_are_refused_by_name(tmp_path: Path) -> None:
    with RunFolder(tmp_path / "out", {"seed": 1, "model": "m"}) as folder:
        assert folder.earlier is None
        folder.write("complete", done=3)
    with RunFolder(tmp_path / "out", {"model": "m", "seed": 1}) as again:
        assert again.earlier is not None
        assert again.earlier["done"] == 3
    with (
        pytest.raises(InputError, match=r"holds a run with other settings \(seed\)"),
        RunFolder(tmp_path / "out", {"seed": 2, "model": "m"}),
    ):
        pass


def test_a_folder_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(InputError, match="is not empty and holds no run"), RunFolder(tmp_path, {}):
        pass
    assert sorted(p.name for p in tmp_path.iterdir()) == [LOCK, "letter.txt"]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "another"}', "\x00"])
def test_a_manifest_of_another_kind_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / MANIFEST).write_text(text)
    with pytest.raises(InputError, match="is not a manifest"):
        read_manifest(tmp_path, "tactful-run")


def test_one_process_at_a_time_and_the_owner_alone(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with RunFolder(out, {}) as folder:
        folder.write("running")
        with pytest.raises(InputError, match="in use by another run"), RunFolder(out, {}):
            pass
    assert stat.S_IMODE(out.stat().st_mode) == 0o700
    assert stat.S_IMODE((out / MANIFEST).stat().st_mode) == 0o600


def test_rows_survive_a_torn_end_and_no_other_damage(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    rows = RowFile(path)
    rows.add("a", {"n": 1})
    rows.add("a", {"n": 2})
    rows.add("b", {"text": "é\ud800"})
    with path.open("ab") as stream:
        stream.write(b'{"key": "c", "row": {"n"')
    taken_up = RowFile(path)
    assert dict(taken_up.rows()) == {"a": {"n": 2}, "b": {"text": "é?"}}
    taken_up.add("c", {})
    assert read_rows(path) == ({"n": 2}, {"text": "é?"}, {})
    path.write_bytes(b"{}\n" + path.read_bytes())
    with pytest.raises(InputError, match=":1: a damaged line"):
        RowFile(path)


def test_a_file_is_whole_or_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "new" / "a.json"
    write_json(path, {"a": 1}, private=True)
    assert json.loads(path.read_text()) == {"a": 1}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tactful.runs.files.os.fsync", full)
    with pytest.raises(InputError, match=r"a\.json: cannot be written \(No space left on device\)"):
        write_atomic(path, "{}")
    assert [p.name for p in path.parent.iterdir()] == ["a.json"]
    assert json.loads(path.read_text()) == {"a": 1}
