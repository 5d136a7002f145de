"""Runs the memory benchmark into a folder that a killed run can be taken up in, and forgets its texts."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tactful import __version__
from tactful.bench.cimemories.forget import forget_texts
from tactful.bench.cimemories.plan import MemoryPlan, make_plan, read_memory_data
from tactful.bench.cimemories.results import FORGOTTEN, TASK, named, read_run
from tactful.bench.cimemories.settings import LEXICAL, MODEL_GATE, BenchSettings
from tactful.bench.driver import Evaluation, Progress, Run, Watch, check_models, open_run
from tactful.bench.logs import reopen
from tactful.bench.models import Pace
from tactful.errors import InputError
from tactful.memory import get_gate
from tactful.models import load_pack
from tactful.runs import file_sha256, fingerprint, require
from tactful.terms import MemoryRun

if TYPE_CHECKING:
    from inspect_ai.log import EvalSample


@dataclass(frozen=True, slots=True)
class BenchOutcome:
    """A run's folder and what is in it. ``complete``: every sample has a result or a counted failure."""

    out: Path
    runs: tuple[MemoryRun, ...]
    complete: bool
    seconds: float
    discarded: int
    progress: Progress


def default_out(settings: BenchSettings) -> Path:
    """A folder named by the settings: the same command finds its own unfinished run."""
    first = settings.model[0].replace("/", "-") + (
        f"+{len(settings.model) - 1}" if settings.model[1:] else ""
    )
    name = f"{Path(settings.data).stem}-{first}-{fingerprint(_identity(settings))[:8]}"
    return Path("tactful-runs") / re.sub(r"[^\w.+-]", "_", name)


def run_bench(
    settings: BenchSettings,
    out: Path | None = None,
    watch: Watch | None = None,
    pace: Pace | None = None,
) -> BenchOutcome:
    """Run everything that ``out`` does not have yet, and read it all back.

    A sample that failed in an earlier start is a result; ``retry_failed`` asks for it again. What is merely
    unscored stays: asking until a judge agrees would choose the answers. ``watch`` is called after every
    sample. ``forget_texts`` takes the texts out of the logs once the run is complete (until then they are
    needed to go on). Raises ``InputError`` for settings that cannot be run or a folder that cannot be used,
    ``ModelError`` where a model cannot be set up, ``MissingExtraError`` without Inspect.
    """
    require("inspect_ai", extra="eval", purpose="running the benchmark")
    started = time.monotonic()
    out = out or settings.out or default_out(settings)
    plans = _plans(settings)
    total = len(settings.model) * settings.epochs * sum(len(plan.samples) for plan in plans)
    check_models([*settings.evaluated(), *settings.roles().values()])
    with open_run(out, _identity(settings), total) as run:
        if settings.retry_failed:
            _reopen_failed(run)
        finished = [
            run.evaluate(
                Evaluation(
                    TASK,
                    memory.to_json(),
                    settings.evaluated(),
                    settings.roles(),
                    settings.epochs,
                    settings.generate,
                ),
                pace or settings.pace,
                watch,
            )
            for memory in settings.configurations()
        ]
        runs = _results(run, settings)
        complete = all(finished) and sum(len(each.samples) for each in runs) == total
        if complete and settings.forget_texts:
            forget_texts(run.logs)
            runs = _results(run, settings)
        seconds = time.monotonic() - started
        outcome = BenchOutcome(out, runs, complete, seconds, plans[0].discarded, run.progress)
        run.finish(complete, total=total, **_counts(outcome))
    return outcome


def _plans(settings: BenchSettings) -> tuple[MemoryPlan, ...]:
    """The plan of every configuration. ``InputError`` for settings that cannot be run."""
    if settings.judge != LEXICAL:
        load_pack(settings.prompts).template("adversary_reveal", 1)  # before anything is paid for
    plans = tuple(make_plan(memory) for memory in settings.configurations())
    for plan in plans:
        if plan.settings.gate not in (None, MODEL_GATE):
            get_gate(str(plan.settings.gate))
    return plans


def _reopen_failed(run: Run) -> None:
    """Marks samples that ended in an error, so that Inspect runs them again."""
    for header in run.headers([TASK]):
        forgotten = FORGOTTEN in (header.eval.metadata or {})

        def failed(sample: EvalSample, forgotten: bool = forgotten) -> bool:
            if sample.error is not None and forgotten:
                raise InputError("its texts were forgotten", file=run.logs, expected="a run that has them")
            return sample.error is not None

        reopen([header], failed)


def _results(run: Run, settings: BenchSettings) -> tuple[MemoryRun, ...]:
    """The runs of a folder, in the order in which they were asked for."""
    runs = [read_run(header) for header in run.headers([TASK])]
    return tuple(named(sorted(runs, key=_asked_place(settings))))


def _asked_place(settings: BenchSettings) -> Callable[[MemoryRun], tuple[int, int, int]]:
    """Where a run stands in what was asked for: model, level, gate."""
    gates = [memory.gate for memory in settings.configurations()]

    def place(run: MemoryRun) -> tuple[int, int, int]:
        level, gate = str(run.settings["level"]), run.settings["gate"]
        models, levels = [*settings.model, run.model], [*settings.level, level]
        return models.index(run.model), levels.index(level), [*gates, gate].index(gate)

    return place


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
                "usage": {name: asdict(usage) for name, usage in run.usage.items()},
            }
            for run in outcome.runs
        ],
    }


def _identity(settings: BenchSettings) -> dict[str, Any]:
    """What makes two starts the same run: the settings, the bytes of the data and of the prompts."""
    gates = [Path(memory.gate or "") for memory in settings.configurations()]
    return {
        **settings.to_json(),
        "data_sha256": read_memory_data(settings.data).sha256,
        "prompts_sha256": load_pack(settings.prompts).sha256,
        # Compositions left out what is ambiguous before: such a run is another one.
        **({} if settings.memories == "full" else {"ambiguous": "in memory"}),
        "gates_sha256": [file_sha256(gate) if gate.is_file() else None for gate in gates],
        "tactful": __version__,
    }
