"""`tactful bench cimemories`, as a person starts it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from fakes import forked
from fakes.labelled_profiles import write_profiles

pytest.importorskip("inspect_ai")


def tactful(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "HOME": str(folder / "home")}
    return forked.run(["bench", "cimemories", *words], cwd=folder, env=environment)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bench")
    write_profiles(folder / "data.json", profiles=3, attributes=10, contexts=3)
    return folder


COMMON = ("--data", "data.json", "--model", "tactful/random-p", "-M", "p=0.5", "--epochs", "2")


@pytest.fixture(scope="module")
def done(folder: Path) -> dict[str, Any]:
    words = ("--limit-profiles", "2", "--gate", "none", "--gate", "norms", "--json")
    process = tactful(folder, *COMMON, *words)
    assert process.returncode == 0, process.stderr
    assert "judge: lexical" in process.stderr
    found: dict[str, Any] = json.loads(process.stdout)
    return found


def test_it_ends_in_a_report(folder: Path, done: dict[str, Any]) -> None:
    assert done["complete"] is True
    assert (folder / done["report"]).is_file()
    assert done["out"].startswith("tactful-runs/data-tactful-random-p-")


def test_both_metrics_of_every_run(done: dict[str, Any]) -> None:
    names = ["tactful/random-p, level 1", "tactful/random-p, level 1, gate norms"]
    assert [run["name"] for run in done["runs"]] == names
    for run in done["runs"]:
        assert (run["n"], run["samples"], run["unscored"], run["missing"]) == (2, 12, 0, 0)
        assert len(run["violation"]["profiles"]) == 2
    assert done["runs"][0]["violation"]["mean"] > 0.3
    assert done["runs"][1]["violation"]["mean"] == 0


def test_the_same_command_finds_its_run(folder: Path, done: dict[str, Any]) -> None:
    again = tactful(folder, *COMMON, "--limit-profiles", "2", "--gate", "none", "--gate", "norms", "--json")
    found = json.loads(again.stdout)
    assert found["out"] == done["out"]
    assert found["runs"] == done["runs"]
    assert len(list((folder / done["out"] / "logs").glob("*.eval"))) == 2


def test_nothing_private_is_left_elsewhere(folder: Path, done: dict[str, Any]) -> None:
    profile = json.loads((folder / "data.json").read_text(encoding="utf-8"))[0]
    value = next(iter(profile["information_attributes"].values()))["value"].encode()
    own = folder / done["out"]
    outside = [file for file in folder.rglob("*") if file.is_file() and own not in file.parents]
    assert [file.name for file in outside if value in file.read_bytes()] == ["data.json"]
    assert not (folder / done["out"] / ".cache").exists()


def test_a_person_reads_a_table(folder: Path, done: dict[str, Any]) -> None:
    words = ("--limit-profiles", "2", "--gate", "none", "--gate", "norms")
    printed = tactful(folder, *COMMON, *words).stdout
    assert "violation@n" in printed
    assert "tactful/random-p, level 1, gate norms" in printed
    assert "report: " in printed


def test_a_dry_run_costs_and_calls_nothing(folder: Path) -> None:
    prices = "big: {input: 2, cached_input: 0.5, output: 8}\nsmall: {input: 1, output: 1}"
    (folder / "prices.yaml").write_text(prices)
    words = ("--model", "cloud/big", "--judge", "cloud/small", "--dry-run", "--prices", "prices.yaml")
    process = tactful(folder, "--data", "data.json", "--epochs", "5", *words, "--json")
    found = json.loads(process.stdout)
    assert [row["model"] for row in found["models"]] == ["cloud/big", "judge:cloud/small"]
    assert [row["calls"] for row in found["models"]] == [45, 45]
    assert found["total"]["cost"]["low"] < found["total"]["cost"]["expected"] < found["total"]["cost"]["high"]
    assert not list((folder / "tactful-runs").glob("*big*"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--data", "none.json", "--model", "tactful/oracle"), "cannot be read"),
        (("--data", "data.json", "--model", "tactful/nobody"), "no built-in model 'nobody'"),
        (("--data", "data.json", "--model", "nowhere/x"), "no such model"),
        (("--data", "data.json", "--model", "tactful/oracle", "--level", "7"), "level"),
        (("--data", "data.json", "--model", "tactful/oracle", "--gate", "model"), "--gate-model"),
        (("--data", "data.json", "--model", "tactful/oracle", "--gate", "fence"), "no gate of that name"),
        (("--data", "data.json", "--model", "tactful/oracle", "-M", "p"), "KEY=VALUE"),
        (("--data", "data.json", "--model", "openai/gpt-5"), "OPENAI_API_KEY"),
    ],
)
def test_what_cannot_be_run_is_one_sentence(folder: Path, words: tuple[str, ...], said: str) -> None:
    process = tactful(folder, *words)
    assert process.returncode == 2
    assert said in process.stderr
    assert "Traceback" not in process.stderr
    assert not [f for f in (folder / "tactful-runs").glob("*") if "random-p" not in f.name]
