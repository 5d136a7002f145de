"""The replays of an evaluation, each made once, and kept in the published layout where a folder is given.

::

    OUT/settings.json                               what they were made with
    OUT/gt_results/TASK_gt_result.json              the unprotected pass
    OUT/planner_results/METHOD/TASK_result.json     the replays
    OUT/judge_evaluation/METHOD_evaluation.json     the judgements

**The folder holds plans, and plans quote screens: it is private**, for its owner alone (0700). Without a
folder everything stays in memory. Whoever asks for a replay that is just being made waits for it, in this
process or in another one that uses the folder.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import time
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from tactful import __version__
from tactful.bench.guiguard.planning.replay import NO_ANSWER
from tactful.bench.guiguard.planning.settings import Condition
from tactful.bench.guiguard.results_files import ORIGINAL, ResultsFolder, condition_name
from tactful.bench.guiguard.store import hold
from tactful.errors import InputError
from tactful.formats import json_document, make_private, read_judgements, read_plan_run, write_private
from tactful.terms import Judgement, PlanRun

Make = Callable[[], Awaitable[PlanRun]]
_PAUSE = 0.1  # seconds between looks at a lock that another process holds


class Once:
    """Runs by key, each made once, however many ask for it at the same time."""

    def __init__(self) -> None:
        self.made: dict[str, PlanRun] = {}
        # A lock belongs to one event loop, and loops may follow one another.
        self._locks: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, asyncio.Lock]] = (
            weakref.WeakKeyDictionary()
        )

    async def get(self, key: str, make: Make) -> PlanRun:
        """What was made for the key, or what ``make`` makes; an error of ``make`` is the asker's alone."""
        locks = self._locks.setdefault(asyncio.get_running_loop(), {})
        async with locks.setdefault(key, asyncio.Lock()):
            if key not in self.made:
                self.made[key] = await make()
            return self.made[key]

    def forget_failed(self, key: str) -> None:
        """Lets the run be made again if a call to the planner failed in it."""
        if key in self.made and _failed(self.made[key]):
            del self.made[key]


# The unprotected passes of this process by what they depend on: several evaluations may run at once, and
# each needs the same ones. They go with the last evaluation that uses them.
_shared: weakref.WeakValueDictionary[str, Once] = weakref.WeakValueDictionary()


class Results:
    """The replays and judgements of one planner.

    ``settings`` are all that they depend on, as ``identity`` gives them. ``folder`` may hold those of an
    earlier start with the same settings: they are taken, not made again, except with ``retry_failed`` for
    runs in which a call to the planner failed. ``epoch`` tells repeated runs of the same settings apart.
    ``InputError`` where the folder holds results of other settings or cannot be used.
    """

    def __init__(
        self,
        folder: Path | None,
        settings: Mapping[str, Any],
        *,
        epoch: int = 1,
        retry_failed: bool = False,
    ) -> None:
        self._folder = None if folder is None else ResultsFolder(folder)
        self._judge = str(settings["judge_model"])
        self._retry = retry_failed
        self._retried: set[str] = set()
        self._replays = Once()
        self._originals = _shared.setdefault(_original_key(settings, folder, epoch), Once())
        if folder is not None:
            _open(folder, {"tactful": __version__, **settings})

    async def original(self, task: str, make: Make) -> PlanRun:
        """The unprotected pass of a task; ``make`` makes it where it is not there."""
        if self._retry and task not in self._retried:
            self._retried.add(task)
            self._originals.forget_failed(task)
        return await self._originals.get(task, lambda: self._kept(task, ORIGINAL, 100, make))

    async def replay(self, task: str, condition: Condition, make: Make) -> PlanRun:
        """The replay of a task under a condition."""
        name, level = condition.name, condition.level
        return await self._replays.get(f"{name}/{task}", lambda: self._kept(task, name, level, make))

    async def judged(self, run: PlanRun, judgements: Sequence[Judgement]) -> None:
        """Keeps the judgements of a replay, beside those of other tasks; nothing without a folder."""
        if self._folder is None:
            return
        name = condition_name(run.method, run.level)
        path = self._folder.root / "judge_evaluation" / f"{name}_evaluation.json"
        async with _held(self._folder.root / f".judge-{_digest(name)}.lock"):
            known = read_judgements(path) if path.is_file() else {}
            together = {**known, run.task: tuple(judgements)}
            judged = {task: together[task] for task in sorted(together)}
            self._folder.write_judgements(run.method, run.level, judged, judge=self._judge)

    async def _kept(self, task: str, method: str, level: int, make: Make) -> PlanRun:
        if self._folder is None:
            return await make()
        async with _held(self._folder.root / f".run-{_digest(method, task)}.lock"):
            known = self._folder.read(task, method, level)
            if known is not None and not (self._retry and _failed(known)):
                return known
            run = await make()
            self._folder.write(run)
            return run


def forget_failed(folder: Path | str) -> int:
    """Deletes the runs below ``folder`` in which a call to the planner failed: they are made again; how many.

    For who cannot say ``retry_failed``, as its place is taken by what tells one evaluation from another. Call
    it while nothing else uses the folder. What this process remembers of failed passes goes too.
    ``RecordError`` for a damaged file.
    """
    for shared in list(_shared.values()):
        for key in list(shared.made):
            shared.forget_failed(key)
    found = [path for path in sorted(Path(folder).rglob("*_result.json")) if _failed(read_plan_run(path))]
    for path in found:
        path.unlink()
    return len(found)


def _failed(run: PlanRun) -> bool:
    return any(step.problem.startswith(NO_ANSWER) for step in run.steps)


def _open(folder: Path, settings: Mapping[str, Any]) -> None:
    """Makes the folder, or checks that it holds results of these very settings.

    Of two processes that come to a new folder one writes its settings, and the other one checks them.
    """
    path = folder / "settings.json"
    wanted = json.loads(json.dumps(settings))
    make_private(folder)
    try:
        folder.chmod(0o700)  # it may have been made by hand
        with _opening(folder / ".settings.lock"):
            if not path.is_file():
                if any(not entry.name.startswith(".") for entry in folder.iterdir()):
                    raise InputError(
                        "holds something else than planner results", file=folder, expected="a new folder"
                    )
                write_private(path, json_document(wanted))
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


@contextlib.contextmanager
def _opening(path: Path) -> Iterator[None]:
    """Holds a lock file for a moment; who else holds it does so no longer than that."""
    while True:
        try:
            stream = hold(path)
            break
        except InputError:
            time.sleep(_PAUSE)
    try:
        yield
    finally:
        _let_go(path, stream)


@contextlib.asynccontextmanager
async def _held(path: Path) -> AsyncIterator[None]:
    """Holds a lock file, waiting for another process that holds it."""
    while True:
        try:
            stream = hold(path)
            break
        except InputError:
            await asyncio.sleep(_PAUSE)
    try:
        yield
    finally:
        _let_go(path, stream)


def _let_go(path: Path, stream: IO[bytes] | None) -> None:
    if stream is not None:
        path.unlink(missing_ok=True)
        stream.close()


def _original_key(settings: Mapping[str, Any], folder: Path | None, epoch: int) -> str:
    """What the unprotected pass depends on: not the methods, nor the judge, nor the kind of history."""
    planner = {key: value for key, value in settings["planner"].items() if key != "history"}
    about = {key: settings[key] for key in ("data", "planner_model", "planner_config")}
    about["prompts"] = settings["prompts"]["planner"]
    # With a folder they are also kept there, so one that is not this folder's would leave a gap.
    place = None if folder is None else str(folder.resolve())
    return _digest(json.dumps([about, planner, place, epoch], sort_keys=True))


def _digest(*parts: str) -> str:
    return hashlib.blake2b("\x1f".join(parts).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
