"""A folder of planner and judge results in the published layout: written by a run, or given by others.

::

    RUN/gt_results/<task>_gt_result.json                 the unprotected pass
    RUN/planner_results/<method>/<task>_result.json      one replay; <method> is black, mosaic-60, ...
    RUN/judge_evaluation/<method>_evaluation.json        the judge's scores of a method, all tasks

All of it quotes what stood on screens, so the folder is its owner's alone. A task's name is its id with "/"
as "%2F"; a level of less than 100 is the method's suffix.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from tactful.errors import InputError, RecordError
from tactful.formats import (
    make_private,
    natural_key,
    read_judgements,
    read_plan_run,
    write_judgements,
    write_plan_run,
)
from tactful.terms import Judgement, PlanRun, Problem

ORIGINAL = "original"
_GT, _REPLAYS, _JUDGED = "gt_results", "planner_results", "judge_evaluation"
_GT_END, _REPLAY_END, _JUDGED_END = "_gt_result.json", "_result.json", "_evaluation.json"
_LONGEST = 180  # bytes of a name; file systems take 255, and a suffix and a marker follow
_EXPECTED = "results of the planner: gt_results, planner_results/<method>, judge_evaluation"

Condition = tuple[str, int]
"""A method and its level, such as ("black", 60)."""


@dataclass(frozen=True, slots=True)
class Results:
    """All that a folder holds. ``judgements`` is condition -> task -> steps; tasks as in the replays."""

    originals: Mapping[str, PlanRun]
    replays: Mapping[Condition, Mapping[str, PlanRun]]
    judgements: Mapping[Condition, Mapping[str, tuple[Judgement, ...]]]
    problems: tuple[Problem, ...] = ()

    def pairs(self) -> list[tuple[Condition, PlanRun, PlanRun]]:
        """Every replay with the unprotected pass of its task, where there is one."""
        return [
            (condition, self.originals[task], run)
            for condition, runs in self.replays.items()
            for task, run in runs.items()
            if task in self.originals
        ]

    def judged(self, condition: Condition, task: str) -> tuple[Judgement, ...] | None:
        """The scores of a replay; None where nobody judged it."""
        return self.judgements.get(condition, {}).get(task)


@dataclass(frozen=True, slots=True)
class ResultsFolder:
    """The results of one planner below ``root``, which is made when something is written."""

    root: Path

    def path(self, task: str, method: str, level: int = 100) -> Path:
        """The file of a replay; ``method`` "original" is the unprotected pass."""
        if method == ORIGINAL:
            return self.root / _GT / f"{file_name(task)}{_GT_END}"
        return self.root / _REPLAYS / condition_name(method, level) / f"{file_name(task)}{_REPLAY_END}"

    def write(self, run: PlanRun) -> Path:
        """Write a replay, whole or not at all; ``InputError`` where that fails."""
        path = self.path(run.task, run.method, run.level)
        make_private(path.parent)
        write_plan_run(run, path)
        return path

    def read(self, task: str, method: str, level: int = 100) -> PlanRun | None:
        """The replay of an earlier call; None where there is none. ``RecordError`` for a damaged file."""
        path = self.path(task, method, level)
        return read_plan_run(path, task=task, method=method, level=level) if path.is_file() else None

    def write_judgements(
        self, method: str, level: int, judged: Mapping[str, Sequence[Judgement]], *, judge: str = ""
    ) -> Path:
        """Write the scores of all tasks of a method, in place of what was there."""
        path = self.root / _JUDGED / f"{condition_name(method, level)}{_JUDGED_END}"
        make_private(path.parent)
        write_judgements(judged, path, judge=judge, method=method, level=level)
        return path


def read_results(root: Path | str) -> Results:
    """All results below ``root``, ours or published ones; files that cannot be read are problems.

    A judge's task is taken for a replay's where the names are equal, or equal but for what stands around
    the last "/". Raises ``InputError`` where there is no replay at all.
    """
    root = Path(root)
    problems: list[Problem] = []
    originals = _runs(root / _GT, _GT_END, ORIGINAL, 100, problems)
    replays: dict[Condition, dict[str, PlanRun]] = {}
    for folder in _listed(root / _REPLAYS):
        if folder.is_dir():
            method, level = condition_of(folder.name)
            for task, run in _runs(folder, _REPLAY_END, method, level, problems).items():
                # Two folders are two conditions, whatever their files say.
                stated = condition_name(run.method, run.level) == folder.name
                condition = (run.method, run.level) if stated else (method, level)
                replays.setdefault(condition, {})[task] = run
    if not originals and not any(replays.values()):
        raise InputError("holds no results of a planner", file=root, expected=_EXPECTED)
    judgements: dict[Condition, dict[str, tuple[Judgement, ...]]] = {}
    for file in _listed(root / _JUDGED):
        if not file.name.endswith(_JUDGED_END):
            continue
        condition = condition_of(file.name.removesuffix(_JUDGED_END))
        try:
            found = read_judgements(file)
        except RecordError as err:
            problems.append(Problem(file, None, err.problem))
            continue
        # Our folder names carry the level; the method's own name may carry it too.
        condition = next((c for c in replays if condition_name(*c) == condition_name(*condition)), condition)
        judgements[condition] = _by_task(found, replays.get(condition, {}), file, problems)
    return Results(originals, replays, judgements, tuple(problems))


def _by_task(
    found: Mapping[str, tuple[Judgement, ...]],
    runs: Mapping[str, PlanRun],
    file: Path,
    problems: list[Problem],
) -> dict[str, tuple[Judgement, ...]]:
    by_last = {task.rsplit("/", 1)[-1]: task for task in runs}
    joined: dict[str, tuple[Judgement, ...]] = {}
    strangers = 0
    for name, steps in found.items():
        task = name if name in runs else by_last.get(name.rsplit("/", 1)[-1])
        if task is None or task in joined:
            strangers += 1
        else:
            joined[task] = steps
    if strangers:
        problems.append(Problem(file, None, f"{strangers} judged tasks have no replay"))
    return joined


def _runs(folder: Path, ending: str, method: str, level: int, problems: list[Problem]) -> dict[str, PlanRun]:
    found: dict[str, PlanRun] = {}
    for file in _listed(folder):
        if not file.name.endswith(ending) or file.name.startswith("."):
            continue
        task = unquote(file.name.removesuffix(ending))
        try:
            run = read_plan_run(file, task=task, method=method, level=level)
        except RecordError as err:
            problems.append(Problem(file, None, err.problem))
            continue
        if run.task in found:
            problems.append(Problem(file, None, "a second replay of the same task and method"))
        else:
            found[run.task] = run
    return found


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir(), key=lambda entry: natural_key(entry.name))
    except OSError:
        return []


def condition_name(method: str, level: int) -> str:
    """The name of a method at a level: black, or black-60 below 100 %."""
    return method if level == 100 or method.endswith(f"-{level}") else f"{method}-{level}"


def condition_of(name: str) -> Condition:
    """The method and level behind a folder's name."""
    found = re.fullmatch(r"(.+)-(\d{1,2})", name)
    return (found[1], int(found[2])) if found else (name, 100)


def file_name(task: str) -> str:
    """A task's id as a file's name: what is no part of a name is percent-encoded, a long one cut short.

    Two ids never share a name; the file itself holds the id.
    """
    safe = re.sub(r"[%/\\:\x00-\x1f\x7f]", lambda found: f"%{ord(found[0]):02X}", task)
    if safe.startswith("."):
        safe = f"%2E{safe[1:]}"
    data = safe.encode("utf-8", "surrogateescape")
    if len(data) <= _LONGEST and safe:
        return safe
    digest = hashlib.sha256(task.encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return f"{data[: _LONGEST - 20].decode('utf-8', 'ignore')}%~{digest}"
