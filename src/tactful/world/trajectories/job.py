"""Many trajectories into one folder: several at a time, resumable, and the same bytes every time.

The folder holds one folder a run, ``index.jsonl`` (one line a finished run) and ``manifest.json`` (settings,
versions, and a hash over all outputs). Nothing in it tells when or how fast it was made.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from tactful.errors import InputError, TactfulError
from tactful.world.trajectories.folder import TrajectoryFolder
from tactful.world.trajectories.player import Stopped, play_and_write
from tactful.world.trajectories.recording import finished

if TYPE_CHECKING:
    from tactful.world.browser.driver import Browser
    from tactful.world.tasks.sampling import TaskSpec


@dataclass(frozen=True, slots=True)
class TrajectoryPlan:
    """Which runs to play: how many, the seed, and what narrows the choice (see ``sample_tasks``)."""

    n: int
    seed: int = 0
    platform: str | None = None
    langs: tuple[str, ...] | None = None
    app: str | None = None
    split: str | None = None

    def specs(self) -> list[TaskSpec]:
        """The tasks; a longer plan starts with the shorter one's. ``InputError`` where none fits."""
        from tactful.world.tasks.sampling import sample_tasks

        if self.n < 1:
            raise InputError("too few runs", field="n", expected="at least 1")
        return sample_tasks(
            self.n, self.seed, platform=self.platform, langs=self.langs, app=self.app, split=self.split
        )

    def settings(self) -> dict[str, Any]:
        """What decides the bytes; ``n`` is not among it, since a folder may be made longer."""
        return {name: value for name, value in asdict(self).items() if name != "n"}


@dataclass(frozen=True, slots=True)
class Progress:
    """One run is through: how many are of how many, and this one's fate: done, kept or failed."""

    name: str
    state: str
    ready: int
    total: int
    screens: int
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """What a call did. ``failed`` holds (name, problem) of runs that could not be played: they are told."""

    out: Path
    total: int
    done: int
    kept: int
    screens: int
    failed: tuple[tuple[str, str], ...] = ()
    stopped: bool = False


Tell = Callable[[Progress], None]


def write_trajectories(
    plan: TrajectoryPlan, out: Path | str, *, jobs: int = 1, progress: Tell | None = None
) -> Written:
    """Play and write the plan's runs into ``out``; finished ones of an earlier call are kept.

    ``jobs`` processes play at once, each with a browser of its own. Ctrl-C ends early with ``stopped`` set;
    the next call goes on. Raises ``InputError`` where the folder holds something else or another plan's runs,
    ``MissingExtraError`` where the browser is absent.
    """
    out = Path(out)
    specs = plan.specs()
    if jobs < 1:
        raise InputError("too few processes", field="jobs", expected="at least 1")
    tally = _Tally(len(specs), progress or (lambda _: None))
    with TrajectoryFolder(out, plan.settings()) as folder:
        todo = []
        for spec in specs:
            summary = finished(out / spec.name)
            if summary is None:
                todo.append(spec)
            else:
                tally.add(spec.name, summary, "kept")
        try:
            players = _alone(todo, out, plan.seed) if jobs == 1 else _together(todo, out, plan.seed, jobs)
            for name, result in players:
                tally.add(name, result, "done")
        except KeyboardInterrupt:
            tally.stopped = True
        order = [spec.name for spec in specs if spec.name in tally.ready]
        folder.write(
            "stopped" if tally.stopped else "incomplete" if tally.failed else "complete",
            summaries=[tally.ready[name] for name in order],
            planned=len(specs),
            failed=sorted(tally.failed),
        )
    return tally.written(out)


class _Tally:
    def __init__(self, total: int, tell: Tell) -> None:
        self.total, self.tell = total, tell
        self.ready: dict[str, dict[str, Any]] = {}
        self.failed: list[tuple[str, str]] = []
        self.done = self.kept = self.screens = 0
        self.stopped = False

    def add(self, name: str, result: dict[str, Any] | str, state: str) -> None:
        """A summary, or the reason why there is none."""
        problem = ""
        if isinstance(result, str):
            self.failed.append((name, result))
            state, problem = "failed", result
        else:
            self.ready[name] = result
            self.screens += int(result["steps"])
            self.done += state == "done"
            self.kept += state == "kept"
        through = len(self.ready) + len(self.failed)
        self.tell(Progress(name, state, through, self.total, self.screens, problem))

    def written(self, out: Path) -> Written:
        return Written(
            out, self.total, self.done, self.kept, self.screens, tuple(sorted(self.failed)), self.stopped
        )


Result = tuple[str, dict[str, Any] | str]


def _alone(specs: Sequence[TaskSpec], out: Path, seed: int) -> Iterator[Result]:
    from tactful.world.browser.driver import Browser

    if not specs:
        return
    with Browser() as browser:
        for spec in specs:
            yield spec.name, _one(spec, browser, out, seed, lambda: False)


def _one(
    spec: TaskSpec, browser: Browser, out: Path, seed: int, stop: Callable[[], bool]
) -> dict[str, Any] | str:
    """The summary, or why there is none: one task that nobody fits does not end the job."""
    try:
        return play_and_write(spec, browser, out, seed=seed, stop=stop)
    except TactfulError as err:
        return str(err).replace(f"{out}{os.sep}", "")  # it stands in the manifest: no machine's paths


def _together(specs: Sequence[TaskSpec], out: Path, seed: int, jobs: int) -> Iterator[Result]:
    if not specs:
        return
    context = multiprocessing.get_context("spawn")  # a forked browser driver would be shared
    stop = context.Event()
    pool = ProcessPoolExecutor(min(jobs, len(specs)), context, _enter, (stop,))
    waiting = iter(specs)
    running: dict[Future[dict[str, Any] | str], str] = {}
    try:
        while True:
            # Few at a time, so that there is little to cancel.
            while len(running) < 2 * jobs and (spec := next(waiting, None)) is not None:
                running[pool.submit(_work, spec, str(out), seed)] = spec.name
            if not running:
                break
            ready, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in sorted(ready, key=lambda f: running[f]):
                yield running.pop(future), future.result()
    except BaseException:
        stop.set()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


_browser: Browser | None = None
_stop: Any = None


def _enter(stop: Any) -> None:
    """A worker of its own session: Ctrl-C reaches the parent alone, which then asks the workers to stop."""
    global _stop
    with suppress(AttributeError, OSError):
        os.setsid()
    Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stop = stop


def _end_with(parent: int) -> None:
    """Nobody holds the folder's lock once the parent was killed: then nothing more may be written there."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)  # its browser goes when the pipe to it closes


def _work(spec: TaskSpec, out: str, seed: int) -> dict[str, Any] | str:
    global _browser
    if _stop.is_set():
        return "stopped"
    if _browser is None:
        from multiprocessing.util import Finalize

        from tactful.world.browser.driver import Browser

        _browser = Browser().__enter__()
        Finalize(None, _browser.close, exitpriority=10)
    try:
        return _one(spec, _browser, Path(out), seed, _stop.is_set)
    except Stopped:
        return "stopped"
