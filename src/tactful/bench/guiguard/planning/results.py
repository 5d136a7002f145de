"""A folder of planner and judge results in the published layout: written by a run, or given by others.

::

    RUN/settings.json                                    what our own were made with
    RUN/gt_results/<task>_gt_result.json                 the unprotected pass
    RUN/planner_results/<method>/<task>_result.json      one replay; <method> is black, mosaic-60, ...
    RUN/judge_evaluation/<method>_evaluation.json        the judge's scores of a method, all tasks

**It quotes what stood on screens, so the folder is its owner's alone (0700).** A task's name is its id with
"/" as "%2F"; a level of less than 100 is the method's suffix.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from filelock import AsyncFileLock, FileLock

from tactful import __version__
from tactful.bench.guiguard.choice import ORIGINAL
from tactful.bench.guiguard.planning.replay import NO_ANSWER
from tactful.bench.guiguard.planning.settings import FULL
from tactful.errors import InputError, RecordError
from tactful.formats import natural_key, read_judgements, read_plan_run, write_judgements, write_plan_run
from tactful.runs import make_private_folder, write_json
from tactful.terms import Judgement, PlanRun, Problem

_GT, _REPLAYS, _JUDGED = "gt_results", "planner_results", "judge_evaluation"
_GT_END, _REPLAY_END, _JUDGED_END = "_gt_result.json", "_result.json", "_evaluation.json"
_SETTINGS = "settings.json"
_LONGEST = 180  # bytes of a name; file systems take 255, and a suffix and a marker follow
_EXPECTED = "results of the planner: gt_results, planner_results/<method>, judge_evaluation"

Condition = tuple[str, int]
"""A method and its level, such as ("black", 60)."""

Make = Callable[[], Awaitable[PlanRun]]


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

    def path(self, task: str, method: str, level: int = FULL) -> Path:
        """The file of a replay; ``method`` "original" is the unprotected pass."""
        if method == ORIGINAL:
            return self.root / _GT / f"{file_name(task)}{_GT_END}"
        return self.root / _REPLAYS / condition_name(method, level) / f"{file_name(task)}{_REPLAY_END}"

    def write(self, run: PlanRun) -> Path:
        """Write a replay, whole or not at all; ``InputError`` where that fails."""
        path = self.path(run.task, run.method, run.level)
        _make_private(path.parent)
        write_plan_run(run, path)
        return path

    def read(self, task: str, method: str, level: int = FULL) -> PlanRun | None:
        """The replay of an earlier call; None where there is none. ``RecordError`` for a damaged file."""
        path = self.path(task, method, level)
        return read_plan_run(path, task=task, method=method, level=level) if path.is_file() else None

    def judged_path(self, method: str, level: int = FULL) -> Path:
        """The file of the judge's scores of a method."""
        return self.root / _JUDGED / f"{condition_name(method, level)}{_JUDGED_END}"

    def write_judgements(
        self, method: str, level: int, judged: Mapping[str, Sequence[Judgement]], *, judge: str = ""
    ) -> Path:
        """Write the scores of all tasks of a method, in place of what was there."""
        path = self.judged_path(method, level)
        _make_private(path.parent)
        write_judgements(judged, path, judge=judge, method=method, level=level)
        return path


class ReplayStore:
    """The replays and judgements of one planner, each made once, however many samples ask for it at a time.

    ``settings`` are all that they depend on. Without a ``folder`` everything stays in memory; a folder may
    hold those of an earlier start with the same settings: they are taken, not made again, except with
    ``retry_failed`` for runs in which a call to the planner failed. Who asks for a replay that is just being
    made, in this process or in another one that uses the folder, waits for it. ``InputError`` where the
    folder holds results of other settings or cannot be used.
    """

    def __init__(
        self, folder: Path | None, settings: Mapping[str, Any], *, retry_failed: bool = False
    ) -> None:
        self._folder = None if folder is None else ResultsFolder(folder)
        self._judge = str(settings["judge_model"])
        self._retry = retry_failed
        self._made: dict[Path | str, PlanRun] = {}
        self._making: defaultdict[Path | str, asyncio.Lock] = defaultdict(asyncio.Lock)
        if folder is not None:
            _check_settings(folder, {"tactful": __version__, **settings})

    async def run(self, task: str, method: str, level: int, make: Make) -> PlanRun:
        """The replay of a task under a method (the unprotected pass is "original"), made where need be."""
        key = f"{condition_name(method, level)}/{task}"
        async with self._making[key]:
            if key not in self._made:
                self._made[key] = await self._kept(task, method, level, make)
            return self._made[key]

    async def judged(self, run: PlanRun, judgements: Sequence[Judgement]) -> None:
        """Keeps the judgements of a replay, beside those of other tasks; nothing without a folder."""
        if self._folder is None:
            return
        path = self._folder.judged_path(run.method, run.level)
        async with _held(self._folder.root, path.name):
            together = read_judgements(path) if path.is_file() else {}
            together = {**together, run.task: tuple(judgements)}
            judged = {task: together[task] for task in sorted(together)}
            self._folder.write_judgements(run.method, run.level, judged, judge=self._judge)

    async def _kept(self, task: str, method: str, level: int, make: Make) -> PlanRun:
        if self._folder is None:
            return await make()
        async with _held(self._folder.root, method, task):
            known = self._folder.read(task, method, level)
            if known is not None and not (self._retry and _failed(known)):
                return known
            run = await make()
            self._folder.write(run)
            return run


def forget_failed(folder: Path | str) -> int:
    """Deletes the runs below ``folder`` in which a call to the planner failed: they are made again; how many.

    For who cannot say ``retry_failed``, as its place is taken by what tells one evaluation from another. Call
    it while nothing else uses the folder. ``RecordError`` for a damaged file.
    """
    found = [path for path in sorted(Path(folder).rglob(f"*{_REPLAY_END}")) if _failed(read_plan_run(path))]
    for path in found:
        path.unlink()
    return len(found)


def _failed(run: PlanRun) -> bool:
    return any(step.problem.startswith(NO_ANSWER) for step in run.steps)


def _make_private(folder: Path) -> None:
    """Makes a folder, and those above it that are not there, for the owner alone."""
    for each in reversed([folder, *(parent for parent in folder.parents if not parent.exists())]):
        make_private_folder(each)


def _held(root: Path, *name: str) -> AsyncFileLock:
    digest = hashlib.blake2b("\x1f".join(name).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
    return AsyncFileLock(root / f".{digest}.lock", mode=0o600)


def _check_settings(folder: Path, settings: Mapping[str, Any]) -> None:
    """Makes the folder, or checks that it holds results of these very settings.

    Of two processes that come to a new folder one writes its settings, and the other one checks them.
    """
    path = folder / _SETTINGS
    wanted = json.loads(json.dumps(settings))
    _make_private(folder)
    try:
        with FileLock(folder / ".settings.lock", mode=0o600):
            if not path.is_file():
                if any(not entry.name.startswith(".") for entry in folder.iterdir()):
                    raise InputError(
                        "holds something else than planner results", file=folder, expected="a new folder"
                    )
                write_json(path, wanted, private=True)
            known = json.loads(path.read_bytes())
    except OSError as err:
        raise InputError(f"cannot be used ({err.strerror or 'error'})", file=folder) from None
    except ValueError:
        raise InputError("is not JSON", file=path, expected="the settings of planner results") from None
    if known != wanted:
        names = sorted(key for key in {*known, *wanted} if known.get(key) != wanted.get(key))
        raise InputError(
            f"holds planner results of other settings ({', '.join(names)})",
            file=folder,
            expected="the same settings, or another output folder",
        )


def read_results(root: Path | str) -> Results:
    """All results below ``root``, ours or published ones; files that cannot be read are problems.

    ``root`` may also be a folder above the results of one planner. A judge's task is taken for a replay's
    where the names are equal, or equal but for what stands around the last "/". Raises ``InputError`` where
    there is no replay at all, or several planners' results lie below ``root``.
    """
    root = _results_root(Path(root))
    problems: list[Problem] = []
    originals = _runs(root / _GT, _GT_END, ORIGINAL, FULL, problems)
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


def _results_root(root: Path) -> Path:
    """The folder with results: ``root``, or the only one below it, as in ``plans/MODEL/epoch_1``."""
    if (root / _GT).is_dir() or (root / _REPLAYS).is_dir() or not root.is_dir():
        return root
    below = sorted({path.parent for name in (_GT, _REPLAYS) for path in root.glob(f"*/*/{name}")})
    if len(below) > 1:
        names = ", ".join(str(path.relative_to(root)) for path in below)
        raise InputError("holds results of several planners", file=root, expected=f"one of {names}")
    return below[0] if below else root


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
    return method if level == FULL or method.endswith(f"-{level}") else f"{method}-{level}"


def condition_of(name: str) -> Condition:
    """The method and level behind a folder's name."""
    found = re.fullmatch(r"(.+)-(\d{1,2})", name)
    return (found[1], int(found[2])) if found else (name, FULL)


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
