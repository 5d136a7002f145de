"""Many trajectories into one folder: several at a time, resumable, and the same bytes every time.

The folder holds one folder a run, ``index.jsonl`` (one line a finished run) and ``manifest.json`` (settings,
versions, and a hash over all outputs). Nothing in it tells when or how fast it was made.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Self

from tactful.errors import InputError, TactfulError
from tactful.runs import RunFolder, settings_json, write_atomic
from tactful.world.trajectories.plan import Progress, TrajectoryPlan, Written
from tactful.world.trajectories.recording import (
    PACKAGES,
    Stopped,
    differing,
    drawn_with,
    finished,
    play_and_write,
)

if TYPE_CHECKING:
    from tactful.world.browser.driver import Browser
    from tactful.world.tasks.sampling import TaskSpec

INDEX = "index.jsonl"
_LEFT_OUT = ("files", "versions")  # of a run's summary, in the index


def write_trajectories(
    plan: TrajectoryPlan,
    out: Path | str,
    *,
    jobs: int = 1,
    progress: Callable[[Progress], None] = lambda _: None,
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
    summaries: dict[str, dict[str, Any]] = {}
    failed: list[tuple[str, str]] = []
    stopped = False

    def add(name: str, result: dict[str, Any] | str, state: str) -> None:
        """A summary, or the reason why there is none."""
        problem = result if isinstance(result, str) else ""
        if isinstance(result, str):
            failed.append((name, result))
        else:
            summaries[name] = result
        through, state = len(summaries) + len(failed), "failed" if problem else state
        progress(Progress(name, state, through, len(specs), _screens(summaries.values()), problem))

    with TrajectoryFolder(out, settings_json(plan)) as folder:
        for spec in specs:
            if (summary := finished(out / spec.name)) is not None:
                add(spec.name, summary, "kept")
        kept = len(summaries)
        todo = [spec for spec in specs if spec.name not in summaries]
        try:
            players = _alone(todo, out, plan.seed) if jobs == 1 else _together(todo, out, plan.seed, jobs)
            for name, result in players:
                add(name, result, "done")
        except KeyboardInterrupt:
            stopped = True
        folder.finish(
            "stopped" if stopped else "incomplete" if failed else "complete",
            [summaries[spec.name] for spec in specs if spec.name in summaries],
            planned=len(specs),
            failed=[{"run": name, "problem": problem} for name, problem in sorted(failed)],
        )
    done = len(summaries) - kept
    return Written(out, len(specs), done, kept, _screens(summaries.values()), tuple(sorted(failed)), stopped)


def _screens(summaries: Any) -> int:
    return sum(int(summary["steps"]) for summary in summaries)


# ---- the folder


class TrajectoryFolder(RunFolder):
    """The job's folder. Runs that other versions drew are refused: one manifest cannot speak for both."""

    form = "tactful.world.trajectories"
    packages = PACKAGES
    ours = (INDEX,)

    def __enter__(self) -> Self:
        super().__enter__()
        try:
            self._same_versions()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def _same_versions(self) -> None:
        now = drawn_with()
        if self.earlier is None:  # a job that is killed must be known again
            self.write("running", chromium=now["chromium"], fonts=now["fonts"])
        elif others := differing(self.earlier, now):
            raise InputError(
                f"holds runs of other versions: {'; '.join(others)}",
                file=self.out,
                expected="another folder, or the versions that made this one",
            )

    def finish(self, status: str, summaries: Sequence[Mapping[str, Any]], **more: Any) -> None:
        """The index and the manifest. ``status`` is complete, incomplete or stopped."""
        rows = [{name: value for name, value in s.items() if name not in _LEFT_OUT} for s in summaries]
        index = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        write_atomic(self.out / INDEX, index, private=True)
        files = json.dumps([[summary["id"], summary["files"]] for summary in summaries], sort_keys=True)
        now = drawn_with()
        more |= {"runs": len(rows), "screens": _screens(rows), "chromium": now["chromium"]}
        self.write(status, **more, fonts=now["fonts"], sha256=hashlib.sha256(files.encode()).hexdigest())


# ---- playing, alone or in several processes


def _alone(specs: Sequence[TaskSpec], out: Path, seed: int) -> Iterator[tuple[str, dict[str, Any] | str]]:
    from tactful.world.browser.driver import Browser

    if specs:
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


def _together(
    specs: Sequence[TaskSpec], out: Path, seed: int, jobs: int
) -> Iterator[tuple[str, dict[str, Any] | str]]:
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
