"""`--forget-texts`: a finished run holds nothing of a profile but figures, and those stay the same."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fakes import forked
from tactful.bench.cimemories.results import read_runs
from tactful.demo import demo_profiles
from tactful.formats import read_profiles


def bench(out: Path, *more: str) -> dict[str, Any]:
    words = ("--data", str(demo_profiles()), "--model", "tactful/domain-match", "--contexts", "0-2")
    done = forked.run(["bench", "cimemories", *words, "--epochs", "2", "--json", "--out", out, *more])
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def texts_of_profiles() -> set[str]:
    found = set()
    for profile in read_profiles(demo_profiles()).profiles:
        values = [*profile.bio.values(), *(a.value for a in profile.attributes)]
        found |= {v for v in values if isinstance(v, str) and len(v) > 5}
        found |= {a.statement for a in profile.attributes}
    return found


def everything_in(folder: Path) -> Iterator[tuple[str, str]]:
    import zipfile_zstd  # noqa: F401  (teaches zipfile what Inspect compresses with)

    for file in folder.rglob("*"):
        if file.suffix == ".eval":
            with zipfile.ZipFile(file) as packed:
                for name in packed.namelist():
                    yield f"{file.name}/{name}", packed.read(name).decode("utf-8", "replace")
        elif file.is_file():
            yield file.name, file.read_bytes().decode("utf-8", "replace")


def holding(folder: Path, texts: set[str]) -> set[str]:
    return {
        name
        for name, held in everything_in(folder)
        if any(t in held or json.dumps(t)[1:-1] in held for t in texts)
    }


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("forget")
    bench(folder / "kept")
    bench(folder / "forgotten", "--forget-texts")
    return folder / "kept", folder / "forgotten"


def test_no_text_of_a_profile_is_left_report_included(both: tuple[Path, Path]) -> None:
    kept, forgotten = both
    texts = texts_of_profiles()
    assert {"index.html", "logs.json"} < holding(kept, texts), "the search must find what is there"
    assert holding(forgotten, texts) == set()
    assert (forgotten / "report" / "index.html").is_file()


def test_the_figures_are_the_same(both: tuple[Path, Path]) -> None:
    kept, forgotten = ([(s.context, s.epoch, tuple(s.revealed or ()), s.problem) for s in run.samples]
                       for run in (read_runs([folder])[0] for folder in both))  # fmt: skip
    assert kept == forgotten
    tables = [(folder / "report" / "tables" / "table-1.csv").read_text("utf-8") for folder in both]
    assert tables[0] == tables[1]


def test_a_second_start_finds_it_finished(both: tuple[Path, Path]) -> None:
    _, forgotten = both
    before = {file.name: file.read_bytes() for file in (forgotten / "logs").glob("*.eval")}
    assert bench(forgotten, "--forget-texts")["complete"]
    assert {file.name: file.read_bytes() for file in (forgotten / "logs").glob("*.eval")} == before


def test_inspect_still_reads_the_log(both: tuple[Path, Path]) -> None:
    from inspect_ai.log import read_eval_log

    (file,) = (both[1] / "logs").glob("*.eval")
    log = read_eval_log(str(file))
    assert log.status == "success"
    assert log.samples
    assert all(sample.input == "" and not sample.messages and not sample.events for sample in log.samples)
    assert log.results is not None
    assert log.results.scores
