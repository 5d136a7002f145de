"""Which logs are read, and what runs are called."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from fakes import bench_process
from fakes.labelled_profiles import write_profiles

pytest.importorskip("inspect_ai")

from tactful.bench.cimemories.results import TASK, failure_kind, load_profiles_of, named, read_runs, run_name
from tactful.bench.logs import error_kind, find_logs
from tactful.errors import InputError
from tactful.terms import MemoryRun


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    data = write_profiles(folder / "data.json", profiles=1, attributes=8, contexts=2)
    models = ["tactful/random-p", "tactful/reveal-none"]
    bench_process.run(folder / "out", data, model=models, epochs=1, level=["1", "3"])
    return folder / "out"


def test_every_model_and_level_is_a_run(out: Path) -> None:
    assert sorted(run.name for run in read_runs([out])) == [
        f"tactful/{model}, level {level}" for model in ("random-p", "reveal-none") for level in "13"
    ]


def test_one_log_given_in_many_ways_counts_once(out: Path, tmp_path: Path) -> None:
    logs = sorted((out / "logs").glob("*.eval"))
    assert len(read_runs([out, out / "logs", *logs])) == 4
    copy = tmp_path / "copy.eval"
    shutil.copy(logs[0], copy)
    found = find_logs([out, copy], [TASK])
    assert len(found.logs) == 4
    assert list(found.skipped.values()) == ["an earlier attempt of the same task"]


def test_a_damaged_log_is_named(out: Path, tmp_path: Path) -> None:
    torn = tmp_path / "torn.eval"
    torn.write_bytes(next((out / "logs").glob("*.eval")).read_bytes()[:2000])
    with pytest.raises(InputError, match=r"torn\.eval.*no readable log"):
        read_runs([torn])


def test_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no finished run"):
        read_runs([tmp_path])
    with pytest.raises(InputError, match="is not there"):
        read_runs([tmp_path / "none"])


def test_the_data_may_have_moved_but_not_changed(out: Path, tmp_path: Path) -> None:
    run = read_runs([out])[0]
    moved = tmp_path / "moved.json"
    shutil.copy(str(run.settings["data"]), moved)
    assert load_profiles_of(run, moved) == load_profiles_of(run)
    other = write_profiles(tmp_path / "other.json", profiles=1, attributes=7, contexts=2)
    with pytest.raises(InputError, match="not the file"):
        load_profiles_of(run, other)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("RateLimitError('Error code: 429 - secret')", "RateLimitError"),
        ("RetryError(<Future at 0x7f state=finished raised InternalServerError>)", "InternalServerError"),
        ("httpx.ReadTimeout('x')", "ReadTimeout"),
        ("\nModelGenerateError('\\nRequest: private')", "ModelGenerateError"),
        ("", "unknown"),
        ("(!)", "unknown"),
    ],
)
def test_errors_are_named_and_not_quoted(text: str, kind: str) -> None:
    assert error_kind(text) == kind


@pytest.mark.parametrize(
    ("more", "name"),
    [
        ({}, "a/b, level 2"),
        ({"gate": None, "memories": "full"}, "a/b, level 2"),
        ({"gate": "norms"}, "a/b, level 2, gate norms"),
        ({"gate": "/x/y/mine.yaml"}, "a/b, level 2, gate mine.yaml"),
        ({"memories": "random"}, "a/b, level 2, memories random"),
    ],
)
def test_names_tell_runs_apart(more: dict[str, str | None], name: str) -> None:
    assert run_name({"model": "a/b", "level": "2", **more}) == name


def test_names_that_come_again_are_numbered() -> None:
    runs = named([MemoryRun(name, "m", {}, ()) for name in ("a", "b", "a", "a")])
    assert [run.name for run in runs] == ["a", "b", "a #2", "a #3"]


def test_problems_of_one_kind_are_counted_together() -> None:
    assert failure_kind("judge: no usable reply (line 3)") == "judge: no usable reply"
