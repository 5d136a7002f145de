"""Runs the benchmark with Inspect, into a folder that a killed run can be taken up in.

Inspect does the work: providers, epochs, retries, logs. What is added here is the folder (one set of
settings, one process at a time), a cache of answers that lives and dies with the run, and the refusal to let
a log of an earlier attempt count. The task is named, not imported: it is the one that ``inspect eval`` runs.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tactful import __version__
from tactful.bench.cimemories.endpoints import check_endpoints, evaluated, plain_speech, roles
from tactful.bench.cimemories.folder import RunFolder, answers_in, fingerprint
from tactful.bench.cimemories.forget import forget_texts
from tactful.bench.cimemories.logs import FORGOTTEN, TASK, find_logs, named, read_run
from tactful.bench.cimemories.plan import MemoryPlan, MemorySettings, make_plan, read_data
from tactful.bench.cimemories.progress import Progress, Watch, counted
from tactful.bench.cimemories.settings import LEXICAL, BenchSettings, Pace, fields_of
from tactful.errors import InputError
from tactful.models import load_pack
from tactful.runs import require
from tactful.terms import MemoryRun

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog


@dataclass(frozen=True, slots=True)
class BenchOutcome:
    """A run's folder and what is in it. ``complete``: every sample has a result or a counted failure."""

    out: Path
    runs: tuple[MemoryRun, ...]
    complete: bool
    seconds: float
    discarded: int
    progress: Progress

    @property
    def unscored(self) -> int:
        return sum(sample.problem is not None for run in self.runs for sample in run.samples)


def plans(settings: BenchSettings) -> tuple[MemoryPlan, ...]:
    """The plan of every configuration. ``InputError`` for settings that cannot be run."""
    if not settings.models:
        raise InputError("no model was named", field="model", expected="such as tactful/domain-match")
    if settings.epochs < 1:
        raise InputError("no epochs", field="epochs", expected="1 or more")
    if settings.judge != LEXICAL:
        load_pack(settings.memory.prompts).template("adversary_reveal", 1)  # before anything is paid for
    return tuple(make_plan(memory) for memory in settings.configurations())


def default_out(settings: BenchSettings) -> Path:
    """A folder named by the settings: the same command finds its own unfinished run."""
    first = settings.models[0].replace("/", "-") + (
        f"+{len(settings.models) - 1}" if settings.models[1:] else ""
    )
    name = f"{Path(settings.memory.data).stem}-{first}-{fingerprint(_identity(settings))[:8]}"
    return Path("tactful-runs") / re.sub(r"[^\w.+-]", "_", name)


def run_bench(
    settings: BenchSettings,
    out: Path,
    pace: Pace | None = None,
    watch: Watch | None = None,
    *,
    retry_failed: bool = False,
    forget: bool = False,
) -> BenchOutcome:
    """Run everything that ``out`` does not have yet, and read it all back.

    A sample that failed in an earlier start is a result; ``retry_failed`` asks for it again. What is merely
    unscored stays: asking until a judge agrees would choose the answers. ``watch`` is called after every
    sample. ``forget`` takes the texts out of the logs once the run is complete (until then they are needed
    to go on). Raises ``InputError`` for settings that cannot be run or a folder that cannot be used,
    ``ModelError`` where a model cannot be set up, ``MissingExtraError`` without Inspect.
    """
    require("inspect_ai", extra="eval", purpose="running the benchmark")
    started = time.monotonic()
    planned = plans(settings)
    progress = Progress(total=len(settings.models) * settings.epochs * sum(len(p.samples) for p in planned))
    check_endpoints(settings)
    with RunFolder(out, _identity(settings)) as folder:
        folder.write("running", total=progress.total)
        if retry_failed:
            _reopen_failed(folder)
        try:
            with plain_speech(), answers_in(folder.cache), counted(progress, watch):
                finished = [
                    _evaluate(settings, memory, folder, pace or Pace())
                    for memory in settings.configurations()
                ]
        except BaseException:
            folder.write("stopped", total=progress.total)
            raise
        runs = _results(folder, settings)
        complete = all(finished) and sum(len(run.samples) for run in runs) == progress.total
        if complete and forget:
            forget_texts(folder.logs)
            runs = _results(folder, settings)
        outcome = BenchOutcome(
            out, runs, complete, time.monotonic() - started, planned[0].discarded, progress
        )
        folder.write("complete" if complete else "incomplete", total=progress.total, **_counts(outcome))
        if complete:
            folder.forget_answers()
    return outcome


def _evaluate(settings: BenchSettings, memory: MemorySettings, folder: RunFolder, pace: Pace) -> bool:
    """One level and gate on all models; whether all of it finished."""
    from inspect_ai import eval_set

    calls: dict[str, Any] = {"max_retries": pace.max_retries, "attempt_timeout": pace.attempt_timeout}
    complete, logs = eval_set(
        tasks=TASK,
        task_args=memory.to_json(),
        log_dir=str(folder.logs),
        log_dir_allow_dirty=True,  # the other levels and gates
        model=evaluated(settings),
        model_roles=roles(settings, pace),
        epochs=settings.epochs,
        fail_on_error=False,
        retry_on_error=pace.retry_on_error,
        retry_attempts=1,
        max_samples=pace.max_connections,
        max_connections=pace.max_connections,
        max_tasks=len(settings.models),
        display="none",
        log_level="error",
        score_display=False,
        log_realtime=False,
        log_model_api=False,
        log_images=False,
        ctl_server=False,
        **calls,
        **settings.generate,
    )
    if len(logs) < len(settings.models):
        # Inspect takes Ctrl-C for itself and returns what it has, which is no success.
        raise KeyboardInterrupt
    return complete


def _reopen_failed(folder: RunFolder) -> None:
    """Marks samples that ended in an error, so that Inspect runs them again."""
    from inspect_ai.log import ProvenanceData, invalidate_samples, read_eval_log, write_eval_log

    for header in find_logs([folder.logs]).logs:
        log = read_eval_log(header.location)
        failed = [s.uuid for s in log.samples or () if s.error is not None and s.uuid is not None]
        if failed and FORGOTTEN in (header.eval.metadata or {}):
            raise InputError(
                "its texts were forgotten", file=folder.logs, expected="a run that still has them"
            )
        if failed:
            why = ProvenanceData(author="tactful", reason="failed; to be run again")
            write_eval_log(invalidate_samples(log, failed, why), header.location)


def _results(folder: RunFolder, settings: BenchSettings) -> tuple[MemoryRun, ...]:
    """The runs of a folder; logs that a newer attempt has taken over are removed."""
    found = find_logs([folder.logs])
    taken_over = {log.eval.task_id for log in found.logs}
    for path in found.skipped:
        if _task_id(path) in taken_over:
            Path(path).unlink(missing_ok=True)
    return tuple(named(sorted((read_run(log) for log in found.logs), key=_asked_place(settings))))


def _asked_place(settings: BenchSettings) -> Callable[[MemoryRun], tuple[int, int, int]]:
    """Runs in the order in which they were asked for: model, level, gate."""
    gates = [memory.gate for memory in settings.configurations()]

    def place(run: MemoryRun) -> tuple[int, int, int]:
        level, gate = str(run.settings["level"]), run.settings["gate"]
        models = [*settings.models, run.model]
        return models.index(run.model), [*settings.levels, level].index(level), [*gates, gate].index(gate)

    return place


def _task_id(path: str) -> str | None:
    from inspect_ai.log import read_eval_log

    header: EvalLog = read_eval_log(path, header_only=True)
    return header.eval.task_id if header.eval.task_registry_name == TASK else None


def _counts(outcome: BenchOutcome) -> dict[str, Any]:
    return {
        "seconds": round(outcome.seconds, 1),
        "contexts_discarded": outcome.discarded,
        "retries": dict(outcome.progress.retries),
        "answers_kept_from_before": outcome.progress.kept_answers,
        "runs": [
            {
                "name": run.name,
                "log": Path(run.source).name,
                "judge": run.settings["judge_model"] or run.settings["judge"],
                "samples": len(run.samples),
                "unscored": sum(sample.problem is not None for sample in run.samples),
                "failures": dict(run.failures),
                "usage": {name: fields_of(usage) for name, usage in run.usage.items()},
            }
            for run in outcome.runs
        ],
    }


def _identity(settings: BenchSettings) -> dict[str, Any]:
    """What makes two starts the same run: the settings, the bytes of the data and of the prompts."""
    plan = make_plan(settings.configurations()[0])
    return {
        **settings.to_json(),
        "data_sha256": read_data(settings.memory.data).sha256,
        "prompts_sha256": plan.pack.sha256,
        "gates_sha256": [_sha256(memory.gate) for memory in settings.configurations()],
        "tactful": __version__,
    }


def _sha256(gate: str | None) -> str | None:
    """Of a gate's file; None for a gate that comes with the package."""
    file = Path(gate or "")
    return hashlib.sha256(file.read_bytes()).hexdigest() if gate and file.is_file() else None
