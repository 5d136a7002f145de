"""The task as Inspect's own command runs it, and what its log can be used for."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from fakes import bench_process, forked
from fakes.labelled_profiles import write_profiles

pytest.importorskip("inspect_ai")

from tactful.bench.cimemories.results import load_profiles_of, read_runs
from tactful.score import summarize, tabulate
from tactful.terms import Cell


def inspect(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return forked.run(words, program="inspect", cwd=folder)


def evaluate(folder: Path, model: str, data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    options = ("--display", "plain", "--log-dir", str(folder / "logs"), "-T", f"data={data}")
    return inspect(folder, "eval", "tactful/cimemories", "--model", model, *options, *words)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("eval")
    data = write_profiles(folder / "data.json", profiles=2, attributes=10, contexts=3)
    words = ("--epochs", "2", "-M", "p=0.4", "-M", "seed=3", "-T", "contexts=0,2")
    done = evaluate(folder, "tactful/random-p", data, *words)
    assert done.returncode == 0, done.stderr
    return folder


def log_of(folder: Path) -> Path:
    (log,) = (folder / "logs").glob("*.eval")
    return log


def test_its_log_is_a_run(folder: Path) -> None:
    (run,) = read_runs([folder / "logs"], texts=True)
    assert run.name == "tactful/random-p, level 1"
    assert run.settings["model_args"] == {"p": 0.4, "seed": 3}
    assert run.settings["judge"] == "lexical"
    assert sorted((s.profile, s.context, s.epoch) for s in run.samples) == [
        (f"Sample Person {p}", c, e) for p in (0, 1) for c in (0, 2) for e in (0, 1)
    ]
    for sample in run.samples:
        assert sample.cell == Cell()
        assert sample.message
        assert sample.prompt
        assert sample.revealed is not None
        assert all(sentence in sample.message for sentence in sample.revealed.values())


def test_epochs_differ(folder: Path) -> None:
    (run,) = read_runs([folder / "logs"], texts=True)
    assert len({sample.message for sample in run.samples}) == len(run.samples)


def test_summaries_hold_all_but_texts(folder: Path) -> None:
    (full,), (short,) = read_runs([folder / "logs"], texts=True), read_runs([folder / "logs"])
    for one, other in zip(full.samples, short.samples, strict=True):
        assert (one.profile, one.context, one.epoch) == (other.profile, other.context, other.epoch)
        assert set(one.revealed or ()) == set(other.revealed or ())
        assert one.in_memory == other.in_memory
        assert other.message is None
    assert full.usage == short.usage


def test_the_figures_in_the_log_are_the_reports(folder: Path) -> None:
    done = inspect(folder, "log", "dump", str(log_of(folder)), "--header-only")
    header = json.loads(done.stdout)
    (scores,) = header["results"]["scores"]
    (run,) = read_runs([folder / "logs"])
    # Only the contexts that were asked for are in the log.
    found = summarize(tabulate(load_profiles_of(run), run.samples), resamples=0)
    assert scores["metrics"]["completeness"]["value"] == pytest.approx(found.completeness.value)
    assert 0 < scores["metrics"]["violation"]["value"] < 1
    assert header["results"]["headline"]["metric"] == "violation"
    assert header["eval"]["metadata"]["judge"] == "lexical"


def test_it_can_be_scored_again_from_its_log(folder: Path) -> None:
    again = folder / "again" / "again.eval"
    again.parent.mkdir()
    scorer = ("--scorer", "tactful/reveal", "-S", f"data={folder / 'data.json'}")
    into = ("--action", "overwrite", "--output-file", str(again), "--display", "plain")
    done = inspect(folder, "score", str(log_of(folder)), *scorer, *into)
    assert done.returncode == 0, done.stderr
    (first,), (second,) = read_runs([folder / "logs"]), read_runs([again])
    assert [sample.revealed for sample in first.samples] == [sample.revealed for sample in second.samples]


def test_the_viewer_takes_it(folder: Path) -> None:
    done = inspect(folder, "view", "bundle", "--log-dir", "logs", "--output-dir", "bundle")
    assert done.returncode == 0, done.stderr
    assert (folder / "bundle" / "index.html").is_file()
    assert list((folder / "bundle" / "logs").glob("*.eval"))


def test_a_model_judge_must_be_named(folder: Path, tmp_path: Path) -> None:
    done = evaluate(tmp_path, "tactful/reveal-all", folder / "data.json", "-T", "judge=model")
    assert done.returncode != 0
    assert "judge" in done.stdout + done.stderr
    assert not list(tmp_path.rglob("*.eval"))


@pytest.fixture(scope="module")
def corners(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("corners")
    data = write_profiles(folder / "data.json", profiles=2, attributes=10, contexts=4)
    models = [f"tactful/{name}" for name in ("reveal-all", "reveal-none", "oracle")]
    done = bench_process.run(
        folder / "out", data, model=models, judge="tactful/lexical-judge", epochs=2, gate=["none", "norms"]
    )
    assert done["complete"]
    return {run.name: run for run in read_runs([folder / "out"])}


@pytest.mark.parametrize(
    ("name", "violation", "completeness"),
    [
        ("tactful/reveal-all, level 1", 1, 1),
        ("tactful/reveal-none, level 1", 0, 0),
        ("tactful/oracle, level 1", 0, 1),
        # The norm table knows no lockers, so nothing of them passes.
        ("tactful/reveal-all, level 1, gate norms", 0, 0),
    ],
)
def test_the_corners_are_what_theory_says(
    corners: dict[str, Any], name: str, violation: float, completeness: float
) -> None:
    run = corners[name]
    found = summarize(tabulate(load_profiles_of(run), run.samples, epochs=2), resamples=0)
    assert (found.violation.value, found.completeness.value) == (violation, completeness)
    assert (found.unscored, found.missing) == (0, 0)


def test_the_gate_notes_what_it_withheld(corners: dict[str, Any]) -> None:
    for sample in corners["tactful/reveal-all, level 1, gate norms"].samples:
        assert sample.withheld == sample.in_memory
    for sample in corners["tactful/reveal-all, level 1"].samples:
        assert sample.withheld == sample.generalised == ()


def test_both_judges_are_kept(corners: dict[str, Any]) -> None:
    for run in corners.values():
        assert run.settings["judge_model"] == "tactful/lexical-judge"
        assert all(sample.lexical == set(sample.revealed) for sample in run.samples)
