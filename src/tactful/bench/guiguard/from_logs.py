"""The report of plain ``inspect eval tactful/guiguard_*`` runs: their logs are all that there is.

What a run of `tactful bench guiguard` knows of its data is told here by the rows: tasks, screens, platforms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tactful.bench.guiguard.document import report_document, total_unscored
from tactful.bench.guiguard.evaluations import KINDS, TASKS
from tactful.bench.guiguard.logs import (
    LoggedRun,
    error_notes,
    log_records,
    read_log,
    summaries_of,
    who_answered,
)
from tactful.bench.guiguard.summaries import PLATFORMS
from tactful.bench.logs import find_logs
from tactful.bench.report.blocks import counted
from tactful.errors import InputError


@dataclass(frozen=True, slots=True)
class LoggedReport:
    """The summaries of finished logs, and what their rows say of the data. ``skipped``: path -> why."""

    summaries: Mapping[str, Any] = field(repr=False)
    about: Mapping[str, Any]
    manifest: Mapping[str, Any] = field(repr=False)
    skipped: Mapping[str, str]

    @property
    def unscored(self) -> int:
        """What has no score, with the samples that no row stands for."""
        return total_unscored(self.summaries) + int(self.about["errors"])

    def document(self, title: str = "GUIGuard-Bench") -> dict[str, Any]:
        """The document of the report."""
        return report_document(self.summaries, about=self.about, title=title, manifest=self.manifest)


def report_logs(paths: Sequence[Path | str], *, seed: int = 0) -> LoggedReport:
    """All finished logs of the four tasks in files and folders; ``seed`` draws the intervals.

    Two logs of one model, evaluation and design stay apart: the later one is called ``MODEL, log 2``.
    ``InputError`` where there is none, a path is not there, or a log cannot be read.
    """
    found = find_logs(paths, TASKS)
    logged = [read_log(header) for header in found.logs]
    if not any(run.rows for run in logged):
        raise InputError(
            "no finished log of a screen benchmark",
            file=Path(paths[0]) if len(paths) == 1 else None,
            expected="logs of inspect eval tactful/guiguard_*",
        )
    apart, notes = _apart(logged)
    about = _about(paths, apart)
    about["notes"] = [*error_notes(logged), *notes, *about["notes"]]
    if found.skipped:
        why = ", ".join(f"{reason} ({n})" for reason, n in sorted(Counter(found.skipped.values()).items()))
        about["notes"].append(f"{counted(len(found.skipped), 'log')} left out: {why}.")
    return LoggedReport(summaries_of(apart, seed), about, {"logs": log_records(logged)}, found.skipped)


def _apart(logged: Sequence[LoggedRun]) -> tuple[list[LoggedRun], list[str]]:
    """The runs; one that repeats another's model and design gets a name of its own, and a note."""
    times = Counter[str]()
    apart: list[LoggedRun] = []
    notes = []
    for run in logged:
        if run.rows:
            name = KINDS[run.evaluation].who[0]
            times[who_answered(run)] += 1
            if (time := times[who_answered(run)]) > 1:
                called = f"{run.rows[0][name]}, log {time}"
                notes.append(f"{called}: the {run.evaluation} of {Path(run.source).name}.")
                run = replace(run, rows=tuple({**row, name: called} for row in run.rows))
        apart.append(run)
    return apart, notes


def _about(paths: Sequence[Path | str], logged: Sequence[LoggedRun]) -> dict[str, Any]:
    """What the rows know of the data: of the evaluation that tells of most screens."""
    hashes = {run.data_sha256 for run in logged if run.data_sha256}
    screens = max((_screens(name, logged) for name in KINDS), key=len)
    notes = []
    if len(hashes) > 1:
        notes.append(
            f"The logs are of {len(hashes)} data sets: figures of different logs are of different screens."
        )
    platforms = Counter(PLATFORMS.get(platform, platform) for _, platform, _ in screens.values())
    languages = Counter(lang or "unknown" for _, _, lang in screens.values())
    return {
        "source": ", ".join(Path(path).name for path in paths),
        "tasks": len({task for task, _, _ in screens.values()}),
        "screens": len(screens),
        "platforms": dict(sorted(platforms.items())),
        "languages": dict(sorted(languages.items())),
        "problems": {},
        "sha256": hashes.pop() if len(hashes) == 1 else "",
        "errors": sum(run.lost for run in logged),
        "notes": notes,
    }


def _screens(evaluation: str, logged: Sequence[LoggedRun]) -> dict[Any, tuple[str, str, str]]:
    """Each screen once: what tells it from others -> its task, platform and language."""
    return {
        screen: (str(row["task"]), row["platform"], row["lang"])
        for run in logged
        if run.evaluation == evaluation
        for row in run.rows
        for screen in KINDS[evaluation].screens(row)
    }
