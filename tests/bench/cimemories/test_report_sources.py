"""Runs are read from results files as from logs; `tactful report` writes, compares and exports."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import typer
from small_runs import leaky, person, sample, silent
from typer.testing import CliRunner

from tactful.bench.cimemories.report import report_document
from tactful.bench.cimemories.results import read_run_data, source_hashes
from tactful.cli.report import report
from tactful.errors import InputError
from tactful.formats import read_results, write_results
from tactful.terms import SampleResult

APP = typer.Typer(pretty_exceptions_enable=False)
APP.command()(report)
PEOPLE = (person(), person("Bo Sample"))


def written(path: Path, samples: list[SampleResult]) -> Path:
    return write_results(path, PEOPLE, samples)


@pytest.fixture
def leaks(tmp_path: Path) -> Path:
    records = leaky()
    records[1] = sample("Ada Sample", 0, 1, None)
    return written(tmp_path / "leaky.jsonl", records)


def call(*words: object) -> str:
    done = CliRunner().invoke(APP, [str(word) for word in words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_results_file_is_a_run(leaks: Path) -> None:
    (found,), problems = read_run_data([leaks])
    assert not problems
    assert (found.run.name, len(found.run.samples)) == ("leaky", 8)
    assert found.run.failures == {"judge: no usable reply": 1}
    row = report_document([found])["sections"][0]["blocks"][0]["rows"][0]["cells"]
    assert row["unscored"] == 1
    (source,) = source_hashes([found])
    assert (source["file"], source["bytes"]) == ("leaky.jsonl", leaks.stat().st_size)


def test_a_file_named_results_is_called_by_its_folder(tmp_path: Path) -> None:
    (tmp_path / "gpt").mkdir()
    (found,), _ = read_run_data([written(tmp_path / "gpt" / "results.jsonl", silent())])
    assert found.run.name == "gpt/results"


def test_silence_that_may_be_a_failed_judge_is_said(tmp_path: Path) -> None:
    path = written(tmp_path / "theirs.jsonl", silent())
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for line in lines:  # as the public script writes it
        for context in line["contexts"]:
            for trial in context.values():
                if isinstance(trial, dict) and trial.pop("tactful", None) is not None:
                    trial["model_solution"]["response_solution"] = "Hello."
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    (found,), _ = read_run_data([path])
    notes = report_document([found])["notes"]
    assert any("8 messages reveal nothing, with an empty explanation" in note for note in notes)


@pytest.mark.parametrize("paths", [[], ["nothing-here.jsonl"]])
def test_nothing_to_read_is_an_error(paths: list[str], tmp_path: Path) -> None:
    with pytest.raises(InputError):
        read_run_data([tmp_path / path for path in paths])


def test_the_command_writes_the_page_and_prints_table_1(leaks: Path, tmp_path: Path) -> None:
    quiet = written(tmp_path / "quiet.jsonl", silent())
    out = tmp_path / "out"
    said = call(leaks, quiet, "-o", out, "--compare", "leaky", "quiet", "--no-png", "--json")
    document = json.loads(said)
    assert document["report"] == str(out / "index.html")
    assert [row["unscored"] for row in document["runs"]] == [1, 0]
    assert document["runs"][1]["violation"]["value"] == 0.0
    assert (out / "tables" / "compare.csv").read_text("utf-8").startswith("domain,metric,first,second,")
    manifest = json.loads((out / "manifest.json").read_text("utf-8"))
    assert [source["file"] for source in manifest["sources"]] == ["leaky.jsonl", "quiet.jsonl"]
    text = call(leaks, "-o", out, "--no-png")
    assert re.search(r"reveal everything\s+100\.0%\s+100\.0%", text)
    assert "index.html" in text


def test_the_command_exports_what_it_read(leaks: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.jsonl"
    call(leaks, "-o", tmp_path / "out", "--no-png", "--results-jsonl", again)
    assert read_results(again).samples == read_results(leaks).samples


def test_two_runs_do_not_fit_one_results_file(leaks: Path, tmp_path: Path) -> None:
    quiet = written(tmp_path / "quiet.jsonl", silent())
    words = [str(w) for w in (leaks, quiet, "-o", tmp_path / "out", "--results-jsonl", tmp_path / "x.jsonl")]
    with pytest.raises(InputError, match="2 runs do not fit one file"):
        CliRunner().invoke(APP, words, catch_exceptions=False)
    assert not (tmp_path / "out").exists()
