"""The bench commands on data with faults: told once, counted, never the end of what is sound."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from fakes.planted_run import write_runs
from tactful.cli.bench import app
from tactful.cli.output import exit_code
from tactful.errors import InputError, PolicyError

FAR = [2800, 7200, 2900, 7300]
FEW = {
    "protect": ("--methods", "black"),
    "planning": ("--methods", "black"),
    "recognition": ("--recognizer", "patterns"),
    "grounding": ("--methods", "original,black", "--no-calibrate"),
    "leakage": ("--probe", "ocr", "--methods", "black"),
    "guiguard": ("--offline", "--methods", "black", "--only", "planning,leakage", "--probes", "ocr"),
}


def run(command: str, data: Path, out: Path, *more: str) -> Result:
    done = CliRunner().invoke(
        app, [command, "--data", str(data), "--out", str(out), *FEW[command], *more], standalone_mode=False
    )
    if done.exception is not None:
        raise done.exception
    return done


def first_labels(root: Path) -> tuple[Path, dict[str, object]]:
    file = min(root.rglob("annotations/*.json"))
    return file, json.loads(file.read_text())


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two sound runs, less all steps but two, so that it is quick."""
    root = write_runs(tmp_path / "data")
    for traj in root.rglob("traj.jsonl"):
        traj.write_text("".join(traj.read_text().splitlines(keepends=True)[:2]))
        for left in (*traj.parent.glob("*/*2.png"), *traj.parent.glob("*/*2.json")):
            left.unlink()
    return root


@pytest.mark.parametrize("command", ["protect", "recognition", "planning", "grounding", "leakage"])
@pytest.mark.ocr
def test_problems_of_the_data_are_told_once_and_counted(data: Path, tmp_path: Path, command: str) -> None:
    file, _ = first_labels(data)
    file.write_text('{"broken": ')
    done = run(command, data, tmp_path / "out", "--json")
    assert json.loads(done.stdout)["data_problems"] == 1
    assert done.stderr.count("problem:") == 1
    assert file.name in done.stderr


@pytest.mark.parametrize("command", ["planning", "guiguard"])
@pytest.mark.ocr
def test_a_damaged_picture_costs_its_own_task_alone(data: Path, tmp_path: Path, command: str) -> None:
    broken = min(data.rglob("*.png"))
    broken.write_bytes(broken.read_bytes()[:300])
    done = run(command, data, tmp_path / "out", "--json")
    assert done.return_value == 2
    assert "1 screens" in done.stderr
    said = json.loads(done.stdout)
    if command == "guiguard":
        assert said["complete"]
        assert said["summaries"]["leakage"]["runs"][0]["methods"][0]["unscored"] == 1
        said = said["summaries"]["planning"]
    (method,) = said["runs"][0]["methods"]
    assert (method["score"]["n"], method["score"]["unscored"]) == (2, 2)
    assert str(data) not in done.stdout.replace(str(tmp_path / "out"), "")
    assert run(command, data, tmp_path / "out", "--json").return_value == 2  # the same again, at no cost


@pytest.mark.ocr
def test_a_label_outside_the_picture_is_never_covered(data: Path, tmp_path: Path) -> None:
    file, labels = first_labels(data)
    labels["regions"][0]["box"] = FAR  # type: ignore[index]
    file.write_text(json.dumps(labels))
    done = run("protect", data, tmp_path / "out", "--json")
    said = json.loads(done.stdout)
    assert (done.return_value, said["written"], len(said["failed"])) == (2, 3, 1)
    assert "outside the picture" in done.stderr
    planned = run("planning", data, tmp_path / "plans", "--json")
    (method,) = json.loads(planned.stdout)["runs"][0]["methods"]
    assert planned.return_value == 2
    assert (method["coverage"]["hits"], method["coverage"]["n"]) == (4, 4)  # of the sound task alone


@pytest.mark.parametrize("command", sorted(FEW))
@pytest.mark.parametrize(
    ("at", "said"), [("data", "the data itself"), ("data/out", "inside --data"), (".", "holds --data")]
)
def test_results_lie_apart_from_the_data(
    data: Path, tmp_path: Path, command: str, at: str, said: str
) -> None:
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(InputError, match=said):
        run(command, data, tmp_path / at)
    link = tmp_path / "link"
    link.symlink_to(data)
    with pytest.raises(InputError, match="inside --data"):
        run(command, data, link / "out")
    link.unlink()
    assert sorted(tmp_path.rglob("*")) == before


def test_an_unknown_policy_is_named_with_its_option(data: Path, tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="'--policy': unknown policy 'nope'"):
        run("protect", data, tmp_path / "out", "--policy", "nope")


def test_a_dead_endpoint_says_what_it_was(data: Path, tmp_path: Path) -> None:
    dead = ("--url", "http://127.0.0.1:9/v1", "--model", "m", "--limit", "1", "--steps", "1")
    done = run("planning", data, tmp_path / "out", *dead)
    assert done.return_value == 2
    assert "no answer from the planner: the model 'm' could not be reached" in done.stderr.replace("\n", " ")


@pytest.mark.parametrize(
    ("scored", "unprotected", "code"),
    [([3], 0, 0), ([3, 1], 0, 0), ([3, 0], 0, 2), ([0], 0, 2), ([], 0, 2), ([3], 1, 2)],
)
def test_exit_codes(scored: list[int], unprotected: int, code: int) -> None:
    assert exit_code(scored, unprotected) == code


@pytest.mark.skipif(shutil.which("sh") is None, reason="needs a shell")
@pytest.mark.parametrize(("json_wanted", "code"), [(True, 2), (False, 0)])
def test_a_document_that_nobody_can_receive_is_refused_at_once(json_wanted: bool, code: int) -> None:
    call = [sys.executable, "-c", "from tactful.cli.app import run; run()", "policy", "list"]
    done = subprocess.run(
        ["sh", "-c", '"$@" >&-', "sh", *call, *(["--json"] if json_wanted else [])],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ,
        check=False,
    )
    assert done.returncode == code
    assert ("stdout is closed" in done.stderr) == json_wanted
    assert len(done.stderr.splitlines()) == json_wanted
