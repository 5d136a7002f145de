"""The runs that a report is of, from wherever they lie: Inspect's logs, run folders, results.jsonl."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tactful.bench.cimemories.logs import load_profiles_of, read_runs
from tactful.bench.cimemories.scored import RunData
from tactful.errors import InputError
from tactful.formats import read_results
from tactful.terms import MemoryRun, Problem

RESULTS = ".jsonl"


def read_run_data(
    paths: Sequence[Path | str], *, data: Path | str | None = None, texts: bool = True
) -> tuple[list[RunData], list[Problem]]:
    """Every run in ``.eval`` files, folders of them, and results files, with the profiles they rest on.

    ``data`` says where the profiles of the logs lie now, where they have moved. ``texts`` also reads the
    sentences that gave something away. Problems are lines of results files that could not be used. Raises
    ``InputError`` where nothing can be read, or the data is another file than the run was made with.
    """
    files = [Path(path) for path in paths]
    if not files:
        raise InputError("nothing to read", field="LOGS", expected=".eval files, run folders, results.jsonl")
    logs = [path for path in files if path.suffix != RESULTS]
    found = [of_log(run, data) for run in read_runs(logs, texts=texts)] if logs else []
    problems: list[Problem] = []
    for path in files:
        if path.suffix == RESULTS:
            imported, odd = of_results(path, texts)
            found.append(imported)
            problems += odd
    # In the order of the paths; within one, a model's levels and gates stand together.
    models = list(dict.fromkeys(imported.run.model for imported in found))
    found.sort(
        key=lambda one: (_place(one.run.source, files), models.index(one.run.model), _variant(one.run))
    )
    return found, problems


def _variant(run: MemoryRun) -> tuple[str, bool, str]:
    gate = run.settings.get("gate")
    return str(run.settings.get("level", "")), gate is not None, str(gate)


def _place(source: str, given: Sequence[Path]) -> int:
    """Which of the paths given a run came from: reports keep the user's order."""
    path = Path(source)
    hits = (at for at, one in enumerate(given) if path == one or one.resolve() in path.resolve().parents)
    return next(hits, len(given))


def of_log(run: MemoryRun, data: Path | str | None = None) -> RunData:
    """A run with the profiles of its data file, which must be the very file it was made with."""
    sha256 = run.settings.get("data_sha256")
    return RunData(run, load_profiles_of(run, data), None if sha256 is None else str(sha256))


def of_results(path: Path, texts: bool = True) -> tuple[RunData, list[Problem]]:
    """An imported results file as a run. Its model and settings are unknown, its name is the file's."""
    file = read_results(path, texts=texts)
    if not file.samples:
        raise InputError("holds no trials", file=path, expected="results of a run, not bare profiles")
    name = path.stem if path.stem != "results" else f"{path.resolve().parent.name}/{path.stem}"
    run = MemoryRun(
        name=name,
        model=name,
        settings={"imported": path.name},
        samples=file.samples,
        failures=dict(Counter(sample.problem for sample in file.samples if sample.problem is not None)),
        source=str(path),
    )
    notes: tuple[str, ...] = ()
    if file.silent:
        said = (
            f"{name}: {file.silent} messages reveal nothing, with an empty explanation. In a file of the "
            "public script that may also be a judge's reply that did not parse; they count as scored."
        )
        notes = (said,)
    return RunData(run, file.profiles, None, notes), list(file.problems)


def source_hashes(runs: Sequence[RunData]) -> list[dict[str, Any]]:
    """The file, size and sha256 of every log and results file that the runs came from."""
    hashes = []
    for name in dict.fromkeys(data.run.source for data in runs if data.run.source):
        path = Path(name)
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
        hashes.append({"file": path.name, "bytes": path.stat().st_size, "sha256": digest})
    return hashes
