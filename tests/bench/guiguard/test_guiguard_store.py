"""The store of rows: what a kill, a full disk, other settings or a second process do to it."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.bench.guiguard.store import RowStore, read_rows
from tactful.errors import InputError

SETTINGS = {"seed": 0, "data": "abc", "recognizer": "local"}
TEXT = st.text(max_size=8)
VALUES = st.one_of(st.none(), st.booleans(), st.integers(-5, 5), TEXT, st.lists(TEXT, max_size=2))
ROWS = st.lists(st.tuples(TEXT, st.dictionaries(TEXT, VALUES, max_size=3)), max_size=6)


def filled(folder: Path, *keys: str) -> Path:
    with RowStore(folder, "recognition", SETTINGS) as store:
        for key in keys:
            store.add(key, {"of": key})
    return store.path


def test_rows_come_back_in_order_and_a_later_one_replaces(tmp_path: Path) -> None:
    filled(tmp_path, "b", "a")
    with RowStore(tmp_path, "recognition", SETTINGS) as store:
        assert store.done() == {"a", "b"}
        store.add("b", {"of": "b", "again": True})
        assert store.items() == (("b", {"of": "b", "again": True}), ("a", {"of": "a"}))
        assert store.done(again=lambda row: "again" in row) == {"a"}
        assert read_rows(store.path) == store.rows()


@given(rows=ROWS, cut=st.integers(0, 400))
def test_whatever_a_kill_leaves_the_whole_lines_stay(
    rows: list[tuple[str, dict[str, object]]], cut: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("store")
    with RowStore(folder, "x", SETTINGS) as store:
        for key, row in rows:
            store.add(key, row)
    data = store.path.read_bytes()[:cut]
    store.path.write_bytes(data)
    lines = data.split(b"\n")
    whole = len(lines) - 1
    if lines[-1] and len(lines[-1]) == len(store_line(rows, whole)):
        whole += 1  # only the line's end was torn off
    expected = dict(rows[:whole])
    assert read_rows(store.path) == tuple(expected.values())
    with RowStore(folder, "x", SETTINGS) as store:
        assert dict(store.items()) == expected
        store.add("new", {"n": 1})
    assert read_rows(store.path) == tuple({**expected, "new": {"n": 1}}.values())


def store_line(rows: list[tuple[str, dict[str, object]]], at: int) -> bytes:
    return json.dumps({"key": rows[at][0], "row": rows[at][1]}).encode()


def test_a_damaged_line_in_the_middle_is_an_error_with_its_number(tmp_path: Path) -> None:
    path = filled(tmp_path, "a", "b", "c")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + b'{"key": "b"\n' + lines[2])
    with pytest.raises(InputError, match="damaged line") as caught:
        RowStore(tmp_path, "recognition", SETTINGS)
    assert caught.value.line == 2
    path.write_bytes(b"".join(lines))
    with RowStore(tmp_path, "recognition", SETTINGS) as store:
        assert store.done() == {"a", "b", "c"}  # the lock was let go


@pytest.mark.parametrize(
    ("changed", "named"),
    [({"seed": 1}, "seed"), ({"more": 1}, "more"), ({"recognizer": "vlm", "data": "x"}, "data, recognizer")],
)
def test_other_settings_are_refused_and_named(tmp_path: Path, changed: dict[str, object], named: str) -> None:
    path = filled(tmp_path, "a")
    with pytest.raises(InputError, match=rf"\({named}\)"):
        RowStore(tmp_path, "recognition", {**SETTINGS, **changed})
    assert read_rows(path) == ({"of": "a"},)


def test_rows_without_a_manifest_are_refused(tmp_path: Path) -> None:
    path = filled(tmp_path, "a")
    path.with_name("recognition.manifest.json").unlink()
    with pytest.raises(InputError, match="without their manifest"):
        RowStore(tmp_path, "recognition", SETTINGS)


def test_manifest_says_how_it_ended(tmp_path: Path) -> None:
    def status(folder: Path) -> str:
        return str(json.loads((folder / "recognition.manifest.json").read_text())["status"])

    def interrupted() -> None:
        with RowStore(tmp_path, "recognition", SETTINGS) as store:
            assert status(tmp_path) == "running"
            store.add("a", {})
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert status(tmp_path) == "stopped"
    filled(tmp_path)
    manifest = json.loads((tmp_path / "recognition.manifest.json").read_text())
    assert {"status": "complete", "rows": 1, "settings": SETTINGS}.items() <= manifest.items()
    assert manifest["packages"]["numpy"] != "absent"


def test_files_are_the_owners_alone(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        path = filled(tmp_path / "new", "a")
    finally:
        os.umask(old)
    modes = {p.name: stat.S_IMODE(p.stat().st_mode) for p in (path.parent, *path.parent.iterdir())}
    assert modes == {"new": 0o700, "recognition.rows.jsonl": 0o600, "recognition.manifest.json": 0o600}


def test_two_stores_share_a_folder_and_one_store_is_held_once(tmp_path: Path) -> None:
    first, second = RowStore(tmp_path, "a", SETTINGS), RowStore(tmp_path, "b", {})
    with first, second, pytest.raises(InputError, match="in use"):
        RowStore(tmp_path, "a", SETTINGS)
    RowStore(tmp_path, "a", SETTINGS).close()


def test_another_process_is_refused_until_it_is_killed(tmp_path: Path) -> None:
    code = (
        "import sys; from tactful.bench.guiguard.store import RowStore\n"
        f"store = RowStore(sys.argv[1], 'recognition', {SETTINGS!r}); store.add('a', {{'of': 'a'}})\n"
        "print('held', flush=True); sys.stdin.read()"
    )
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdin=pipe, stdout=pipe) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"held\n"
        with pytest.raises(InputError, match="in use"):
            RowStore(tmp_path, "recognition", SETTINGS)
        child.send_signal(signal.SIGKILL)
    with RowStore(tmp_path, "recognition", SETTINGS) as store:
        assert store.done() == {"a"}


@pytest.mark.parametrize("row", [{"n": float("nan")}, {"n": object()}])
def test_what_json_cannot_hold_leaves_no_trace(tmp_path: Path, row: dict[str, object]) -> None:
    with RowStore(tmp_path, "recognition", SETTINGS) as store:
        with pytest.raises((ValueError, TypeError)):
            store.add("a", row)
        assert store.done() == frozenset()
        assert store.path.read_bytes() == b""


def test_a_full_disk_tears_no_line(tmp_path: Path) -> None:
    import resource

    with RowStore(tmp_path, "recognition", SETTINGS) as store:
        store.add("a", {"of": "a"})
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (store.path.stat().st_size + 10, hard))
        try:
            with pytest.raises(InputError, match="cannot be written"):
                store.add("b", {"of": "b" * 50})
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            signal.signal(signal.SIGXFSZ, old)
        store.add("c", {})
    assert read_rows(store.path) == ({"of": "a"}, {})


def test_a_closed_store_takes_no_rows(tmp_path: Path) -> None:
    with RowStore(tmp_path, "recognition", SETTINGS) as store:
        pass
    store.close("stopped")
    assert json.loads(store.manifest.read_text())["status"] == "complete"
    with pytest.raises(RuntimeError):
        store.add("a", {})


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".hidden"])
def test_names_are_plain(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="name"):
        RowStore(tmp_path, name, {})


def test_a_folder_that_cannot_be_made_is_an_input_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        RowStore(tmp_path / "file" / "below", "recognition", SETTINGS)


def test_many_threads_write_whole_lines(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with RowStore(tmp_path, "recognition", SETTINGS) as store:
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda n: store.add(str(n), {"n": n, "text": "x" * (n % 97) * 50}), range(200)))
        assert len(store.done()) == 200
    assert sorted(row["n"] for row in read_rows(store.path)) == list(range(200))
