"""The driver of both benchmarks: Inspect tasks, run into a folder that a killed run can be taken up in.

Inspect does the work (providers, epochs, retries, logs); tasks are named, not imported: they are the ones
that ``inspect eval`` runs. Added here are the folder (one set of settings, one process at a time), a cache of
answers that lives and dies with the run, and progress. Logs are read back with `tactful.bench.logs`::

    with open_run(out, identity, total=len(samples)) as run:
        done = run.evaluate(Evaluation("tactful/cimemories", arguments, models), pace, watch)
        headers = run.headers(["tactful/cimemories"])   # the finished logs, those of earlier attempts removed
        run.finish(complete=done, seconds=1.0)          # the manifest

GUIGuard-Bench runs each of its evaluations the same way, one `Evaluation` each on the same ``run``; with
``retry_failed`` it calls `tactful.bench.logs.reopen` first.
"""

from __future__ import annotations

import contextlib
import functools
import io
import os
import re
import shutil
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from tactful.bench.logs import find_logs
from tactful.bench.models import ModelSpec, Pace
from tactful.errors import ModelError
from tactful.runs import RunFolder, make_private_folder, require

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

_CACHE_VARIABLE, _TRACE_VARIABLE = "INSPECT_CACHE_DIR", "INSPECT_TRACE_LEVEL"


@dataclass(slots=True)
class Progress:
    """Samples judged or given up in this process, out of the run's ``total``; retries by kind.

    ``kept_answers`` counts calls that an earlier start of the same run had paid for.
    """

    total: int = 0
    done: int = 0
    failed: int = 0
    kept_answers: int = 0
    retries: Counter[str] = field(default_factory=Counter)


Watch = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One task on all of its ``models``, with the models of its ``roles``: one ``eval_set``.

    ``arguments`` are the task's; ``generate`` are generation options of the evaluated models alone.
    """

    task: str
    arguments: Mapping[str, Any]
    models: Sequence[ModelSpec]
    roles: Mapping[str, ModelSpec] = field(default_factory=dict)
    epochs: int | None = None
    generate: Mapping[str, Any] = field(default_factory=dict)


def check_models(models: Iterable[ModelSpec]) -> None:
    """That every model can be set up, before anything is written.

    ``InputError`` for a name that is none, ``ModelError`` for what is missing: a key, a package.
    """
    with _quiet():
        for model in models:
            model.open()


class EvaluationFolder(RunFolder):
    """The folder of a run of Inspect's: the owner's alone, since prompts and messages are in it.

    ::

        OUT/manifest.json    settings, versions, counts, failures
        OUT/logs/*.eval      Inspect's logs
        OUT/report/          the report
        OUT/.cache/          answers of a run that is not finished, deleted when it is
    """

    form = "tactful-cimemories-run"
    packages = ("inspect_ai", "numpy", "openai")
    ours = ("logs", ".cache", "protected")  # the last holds what a rewriter painted before the run

    @property
    def logs(self) -> Path:
        return self.out / "logs"

    @property
    def cache(self) -> Path:
        return self.out / ".cache"

    def __enter__(self) -> Self:
        folder = super().__enter__()
        for part in (self.logs, self.cache):
            make_private_folder(part)
        return folder

    def write(self, status: str, **more: Any) -> None:
        """The manifest; logs that Inspect wrote meanwhile are closed to others."""
        for log in self.logs.glob("*"):
            if log.is_file():
                log.chmod(0o600)
        super().write(status, **more)


class Run:
    """A run that is being made in its folder; see `open_run`."""

    def __init__(self, folder: EvaluationFolder, total: int = 0) -> None:
        self.folder = folder
        self.progress = Progress(total=total)

    @property
    def logs(self) -> Path:
        return self.folder.logs

    def evaluate(
        self,
        evaluation: Evaluation,
        pace: Pace,
        watch: Watch | None = None,
        progress: Progress | None = None,
    ) -> bool:
        """Everything that the folder has no finished log of; whether all of it finished.

        ``watch`` is called after every sample, with ``progress`` where it is another than the run's.
        ``KeyboardInterrupt`` where the user stopped it: Inspect takes Ctrl-C for itself and returns what it
        has.
        """
        from inspect_ai import eval_set

        answers = _environment(_CACHE_VARIABLE, str(self.folder.cache.resolve()))
        with _quiet(), answers, _counted(progress or self.progress, watch):
            complete, logs = eval_set(
                tasks=evaluation.task,
                task_args=dict(evaluation.arguments),
                log_dir=str(self.logs),
                log_dir_allow_dirty=True,  # logs of the run's other evaluations
                model=[model.open() for model in evaluation.models],
                model_roles={role: model.open(pace) for role, model in evaluation.roles.items()},
                epochs=evaluation.epochs,
                fail_on_error=False,
                retry_on_error=pace.retry_on_error,
                retry_attempts=1,
                max_samples=pace.max_connections,
                max_connections=pace.max_connections,
                max_tasks=len(evaluation.models),
                max_retries=pace.max_retries,
                attempt_timeout=pace.attempt_timeout,
                display="none",
                log_level="error",
                score_display=False,
                log_realtime=False,
                log_model_api=False,
                log_images=False,
                ctl_server=False,
                **evaluation.generate,
            )
        if len(logs) < len(evaluation.models):
            raise KeyboardInterrupt
        return complete

    def headers(self, tasks: Collection[str]) -> tuple[EvalLog, ...]:
        """The headers of the run's finished logs; logs that a newer attempt has taken over are deleted."""
        found = find_logs([self.logs], tasks)
        found.delete_taken_over()
        return found.logs

    def finish(self, complete: bool, **more: Any) -> None:
        """Writes the manifest; the kept answers go where nothing is left to ask."""
        self.folder.write("complete" if complete else "incomplete", **more)
        if complete:
            shutil.rmtree(self.folder.cache, ignore_errors=True)


@contextlib.contextmanager
def open_run(
    out: Path, identity: Mapping[str, Any], total: int = 0, form: str = EvaluationFolder.form
) -> Iterator[Run]:
    """A run's folder for as long as the ``with`` block lasts: locked, of these settings, with a manifest.

    ``identity`` is what makes two starts the same run; ``form`` is what the manifest calls itself. Raises
    ``InputError`` for a folder of another run or one in use, ``MissingExtraError`` without Inspect.
    """
    require("inspect_ai", extra="eval", purpose="running the benchmark")
    with EvaluationFolder(out, identity, form=form) as folder:
        folder.write("running", total=total)
        try:
            yield Run(folder, total)
        except BaseException:
            folder.write("stopped", total=total)
            raise


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keeps Inspect's announcements off stdout, which is for results; its refusals become ``ModelError``.

    Nor does Inspect trace into HOME meanwhile: a provider's error may quote the prompt, or the key.
    """
    try:
        with _environment(_TRACE_VARIABLE, "CRITICAL"), contextlib.redirect_stdout(io.StringIO()):
            yield
    except Exception as err:
        if type(err).__name__ != "PrerequisiteError":
            raise
        raise ModelError(re.sub(r"\[/?[a-z ]+\]", "", str(err)).strip()) from None


@contextlib.contextmanager
def _environment(name: str, value: str) -> Iterator[None]:
    """An environment variable set for the while."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


# Inspect keeps one instance of a hook for the whole process, so what it counts into lies here.
_current: tuple[Progress, Watch | None] | None = None


@contextlib.contextmanager
def _counted(progress: Progress, watch: Watch | None) -> Iterator[None]:
    """Inspect's events are counted in ``progress``, and ``watch`` called after each, while this lasts."""
    global _current
    _register_hook()
    _current = (progress, watch)
    try:
        yield
    finally:
        _current = None


@functools.cache
def _register_hook() -> None:
    from inspect_ai.hooks import Hooks, ModelCacheUsageData, ModelRetry, SampleEnd, hooks
    from inspect_ai.model import get_model

    get_model("none/none")  # Inspect announces the hooks it has at its first model: the user's, not this one

    @hooks(name="tactful_progress", description="Counts samples, retries and kept answers of a run")
    class Counting(Hooks):
        def enabled(self) -> bool:
            return _current is not None

        async def on_sample_end(self, data: SampleEnd) -> None:
            if _current is not None:
                progress, watch = _current
                progress.done += 1
                progress.failed += data.sample.error is not None
                if watch is not None:
                    watch(progress)

        async def on_model_retry(self, data: ModelRetry) -> None:
            if _current is not None:
                status = "" if data.status_code is None else f" {data.status_code}"
                _current[0].retries[(data.exception_type or "unknown") + status] += 1

        async def on_model_cache_usage(self, data: ModelCacheUsageData) -> None:
            if _current is not None:
                _current[0].kept_answers += 1
