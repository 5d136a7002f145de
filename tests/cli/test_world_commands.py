"""`tactful world`: what needs no browser, and errors before anything is written."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from fakes import forked
from tactful.formats import read_profiles


def tactful(*args: object) -> subprocess.CompletedProcess[str]:
    return forked.run(args)


def test_profiles_twice_are_the_same_bytes(tmp_path: Path) -> None:
    one, two = tmp_path / "a.json", tmp_path / "b.json"
    done = tactful("world", "profiles", "--n", 2, "--seed", 5, "--out", one, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["profiles"], told["attributes"], told["contexts"]) == (2, 294, 98)
    assert tactful("world", "profiles", "--n", 2, "--seed", 5, "--out", two).returncode == 0
    assert one.read_bytes() == two.read_bytes()
    assert len(read_profiles(one).profiles) == 2


def test_a_gate_is_not_trained_on_the_norm_table(tmp_path: Path) -> None:
    file = tmp_path / "people.json"
    assert tactful("world", "profiles", "--n", 2, "--out", file).returncode == 0
    done = tactful("memories", "train-gate", file, "--out", tmp_path / "w.npz")
    assert done.returncode == 2
    assert "norm table" in done.stderr
    assert not (tmp_path / "w.npz").exists()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("trajectories", "--lang", "xx"), "lang"),
        (("trajectories", "--platform", "watch"), "platform"),
        (("trajectories", "--app", "nothing"), "app"),
        (("sample", "--split", "test"), "split"),
        (("profiles", "--events", "99"), "events"),
        (("profiles", "--general", "1"), "general"),
        (("profiles", "--norms", "absent.yaml"), "absent.yaml"),
    ],
)
def test_bad_input_is_named_and_nothing_written(tmp_path: Path, args: tuple[str, ...], said: str) -> None:
    out = tmp_path / "out"
    done = tactful("world", *args, "--out", out)
    assert done.returncode == 2
    assert said in done.stderr
    assert not out.exists()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("serve", "--lang", "xx"), "lang"),
        (("serve", "--size", "watch"), "size"),
        (("serve", "--app", "nothing"), "app"),
    ],
)
def test_serve_refuses_what_it_does_not_know(args: tuple[str, ...], said: str) -> None:
    done = tactful("world", *args)
    assert done.returncode == 2
    assert said in done.stderr


@pytest.mark.parametrize("command", ["card", "sheet"])
def test_a_folder_without_runs(tmp_path: Path, command: str) -> None:
    done = tactful("world", command, tmp_path)
    assert done.returncode == 2
    assert "index.jsonl" in done.stderr
