"""The report of plain ``inspect eval tactful/guiguard_*`` runs: their logs are all that there is.

What a run of `tactful bench guiguard` knows of its data is told here by the rows: tasks, screens, platforms.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tactful.bench.guiguard.document import report_document, total_unscored
from tactful.bench.guiguard.logs import TASKS, LoggedRun, read_log
from tactful.bench.guiguard.report_cells import PLATFORMS
from tactful.bench.guiguard.run_settings import EVALUATIONS, GROUNDING, LEAKAGE, PLANNING, RECOGNITION
from tactful.bench.guiguard.summarising import error_notes, log_records, summarise_rows
from tactful.bench.logs import find_logs
from tactful.bench.report.blocks import counted
from tactful.errors import InputError

Row = dict[str, Any]
# Who answered, in a row of each evaluation; the first one is the name that stands in the report.
_WHO = {
    RECOGNITION: ("model", "recognizer", "variant"),
    PLANNING: ("planner", "judge", "judging", "history"),
    GROUNDING: ("model",),
    LEAKAGE: ("evaluator",),
}
_SCREEN = {RECOGNITION: "ordinal", LEAKAGE: "screen", GROUNDING: "number"}


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
    headers, skipped = found.logs, found.skipped
    logged = [read_log(header) for header in headers]
    if not any(run.rows for run in logged):
        raise InputError(
            "no finished log of a screen benchmark",
            file=Path(paths[0]) if len(paths) == 1 else None,
            expected="logs of inspect eval tactful/guiguard_*",
        )
    rows, notes = _apart(logged)
    summaries = {name: summarise_rows(name, rows[name], seed) for name in EVALUATIONS if rows.get(name)}
    if GROUNDING in summaries:
        summaries[GROUNDING]["left_out"] = _left_out(logged)
    about = _about(paths, logged, rows)
    about["notes"] = [*error_notes(logged), *notes, *about["notes"]]
    if skipped:
        why = ", ".join(f"{reason} ({n})" for reason, n in sorted(Counter(skipped.values()).items()))
        about["notes"].append(f"{counted(len(skipped), 'log')} left out: {why}.")
    return LoggedReport(summaries, about, {"logs": log_records(logged)}, skipped)


def _apart(logged: Sequence[LoggedRun]) -> tuple[dict[str, list[Row]], list[str]]:
    """The rows by evaluation; a log that repeats another's model and design gets a name of its own."""
    rows: dict[str, list[Row]] = {}
    times = Counter[str]()
    notes = []
    for run in logged:
        if not run.rows:
            continue
        who = _WHO[run.evaluation]
        key = json.dumps([run.evaluation, *(run.rows[0].get(name) for name in who)], sort_keys=True)
        times[key] += 1
        more: Row = {}
        if times[key] > 1:
            more = {who[0]: f"{run.rows[0][who[0]]}, log {times[key]}"}
            notes.append(f"{more[who[0]]}: the {run.evaluation} of {Path(run.source).name}.")
        rows.setdefault(run.evaluation, []).extend({**row, **more} for row in run.rows)
    return rows, notes


def _left_out(logged: Sequence[LoggedRun]) -> dict[str, int]:
    """Of the log that says most: two logs of one data set leave out the same screens."""
    found = [dict(run.left_out) for run in logged if run.evaluation == GROUNDING]
    return max(found, key=_total)


def _total(counts: Mapping[str, int]) -> int:
    return sum(counts.values())


def _about(
    paths: Sequence[Path | str], logged: Sequence[LoggedRun], rows: Mapping[str, Sequence[Row]]
) -> dict[str, Any]:
    """What the rows know of the data: of the evaluation that tells of most screens."""
    hashes = {run.data_sha256 for run in logged if run.data_sha256}
    best = max((_screens(name, found) for name, found in rows.items()), key=len)
    notes = []
    if len(hashes) > 1:
        notes.append(
            f"The logs are of {len(hashes)} data sets: figures of different logs are of different screens."
        )
    return {
        "source": ", ".join(Path(path).name for path in paths),
        "tasks": len({task for task, _, _ in best.values()}),
        "screens": len(best),
        "platforms": dict(sorted(Counter(PLATFORMS.get(each, each) for _, each, _ in best.values()).items())),
        "languages": dict(sorted(Counter(lang or "unknown" for _, _, lang in best.values()).items())),
        "problems": {},
        "sha256": hashes.pop() if len(hashes) == 1 else "",
        "errors": sum(run.lost for run in logged),
        "notes": notes,
    }


def _screens(evaluation: str, rows: Sequence[Row]) -> dict[Any, tuple[Any, str, str]]:
    """Each screen once: what tells it from others -> its task, platform and language."""
    if evaluation == PLANNING:
        return {
            (row["ordinal"], step["step"]): (row["task"], row["platform"], row["lang"])
            for row in rows
            for step in row["steps"]
        }
    key = _SCREEN[evaluation]
    return {row[key]: (row["task"], row["platform"], row["lang"]) for row in rows if "calibration" not in row}
