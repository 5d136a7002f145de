"""The half of a run that asks models: each evaluation as an Inspect ``eval_set`` into the run's logs.

Inspect does the work (providers, retries, resuming); the tasks keep every private word out of its logs. The
tasks are named, not imported: they are the ones that ``inspect eval`` runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tactful.bench.cimemories.endpoints import OFFLINE, named_model, plain_speech
from tactful.bench.cimemories.folder import answers_in
from tactful.bench.cimemories.progress import Progress, counted
from tactful.bench.cimemories.settings import Pace
from tactful.bench.guiguard.folder import GuiguardFolder
from tactful.bench.guiguard.grounding.direct import failed as point_failed
from tactful.bench.guiguard.logs import TASKS, LoggedRun, Row, find_logs, read_log, row_of
from tactful.bench.guiguard.planning import failed as plans_failed
from tactful.bench.guiguard.planning.results import forget_failed
from tactful.bench.guiguard.run_settings import GROUNDING, LEAKAGE, PLANNING, RECOGNITION, GuiguardSettings
from tactful.bench.guiguard.stages import PROTECTED, Watch
from tactful.terms import CaseData

if TYPE_CHECKING:
    from inspect_ai.model import Model

JUDGE = "judge"
PLANS = "plans-of-models"
# What the built-in models can be asked; every other model is asked everything.
ABLE = {
    "screen-planner": (PLANNING,),
    "plan-judge": (),
    "screen-grounder": (GROUNDING,),
    "screen-reader": (RECOGNITION,),
    "leak-reader": (LEAKAGE,),
}


def check_models(settings: GuiguardSettings) -> None:
    """That every model can be set up, before anything is written.

    ``InputError`` for a name that is none, ``ModelError`` for a key or package that is missing.
    """
    with plain_speech():
        for name in settings.models:
            named_model(name, settings.model_args)
        if settings.judge is not None:
            named_model(settings.judge, settings.judge_args)


def ask_models(
    settings: GuiguardSettings,
    data: CaseData,
    folder: GuiguardFolder,
    pace: Pace,
    watch: Watch,
    retry_failed: bool = False,
) -> tuple[list[LoggedRun], bool]:
    """Everything that ``folder`` has no finished log of; all its runs, and whether all of it finished.

    ``retry_failed``: also the samples that ended in an error, or whose row says that a call failed.
    """
    if retry_failed:
        _reopen_failed(folder)
    finished = [_evaluate(name, settings, data, folder, pace, watch) for name in settings.evaluations]
    found, skipped = find_logs([folder.logs])
    taken_over = {header.eval.task_id for header in found}
    for path in skipped:
        if _task_id(path) in taken_over:
            Path(path).unlink(missing_ok=True)
    return [read_log(header) for header in found], all(finished)


def _reopen_failed(folder: GuiguardFolder) -> None:
    """Marks the failed samples, so that Inspect runs them again, and drops the failed plans they would find.

    Inspect takes a sample that is unscored for a finished one, so what failed is told by its row, by the same
    rule as in the direct drivers. The tasks keep their arguments, by which Inspect knows its logs again.
    """
    from inspect_ai.log import ProvenanceData, invalidate_samples, read_eval_log, write_eval_log

    forget_failed(folder.out / PLANS)
    for header in find_logs([folder.logs])[0]:
        failed = _FAILED[TASKS[header.eval.task]]
        log = read_eval_log(header.location)
        again = [
            sample.uuid
            for sample in log.samples or ()
            for row in [row_of(sample)]
            if sample.uuid is not None and (row is None or failed(row))
        ]
        if again:
            why = ProvenanceData(author="tactful", reason="failed; to be run again")
            write_eval_log(invalidate_samples(log, again, why), header.location)


def _unscored(row: Row) -> bool:
    return bool(row["unscored"])


_FAILED: dict[str, Callable[[Row], bool]] = {
    RECOGNITION: _unscored,
    PLANNING: plans_failed,
    GROUNDING: point_failed,
    LEAKAGE: _unscored,
}


def _evaluate(
    name: str,
    settings: GuiguardSettings,
    data: CaseData,
    folder: GuiguardFolder,
    pace: Pace,
    watch: Watch,
) -> bool:
    from inspect_ai import eval_set

    asked = list(_able(name, settings.models))
    if not asked:
        return True
    progress = Progress()

    def tell(progress: Progress) -> None:
        watch(name, progress.done, progress.total)

    with plain_speech(), answers_in(folder.cache), counted(progress, tell):
        progress.total = _count(name, settings, data) * len(asked)
        complete, logs = eval_set(
            tasks=next(task for task, evaluation in TASKS.items() if evaluation == name),
            task_args=arguments(name, settings, folder.out),
            log_dir=str(folder.logs),
            log_dir_allow_dirty=True,  # the other evaluations
            model=[named_model(model, settings.model_args) for model in asked],
            model_roles=_roles(name, settings, pace),
            fail_on_error=False,
            retry_on_error=pace.retry_on_error,
            retry_attempts=1,
            max_samples=pace.max_connections,
            max_connections=pace.max_connections,
            max_retries=pace.max_retries,
            attempt_timeout=pace.attempt_timeout,
            max_tasks=len(asked),
            display="none",
            log_level="error",
            score_display=False,
            log_realtime=False,
            log_model_api=False,
            log_images=False,
            ctl_server=False,
            **settings.generate,
        )
    if len(logs) < len(asked):
        # Inspect takes Ctrl-C for itself and returns what it has, which is no success.
        raise KeyboardInterrupt
    return complete


def arguments(name: str, settings: GuiguardSettings, out: Path) -> dict[str, Any]:
    """What the task of an evaluation is given."""
    painted = str((out / PROTECTED).resolve()) if settings.protections() else None
    data: dict[str, Any] = {"data": str(Path(settings.data).resolve()), "seed": settings.seed}
    limit = settings.limit
    find: dict[str, Callable[[], dict[str, Any]]] = {
        RECOGNITION: lambda: {"limit": limit},
        PLANNING: lambda: {
            "methods": ",".join(settings.conditions()),
            "history": settings.history,
            "judging_variant": settings.judging_variant,
            "protected": painted,
            "out": str((out / PLANS).resolve()),
            "limit": limit,
        },
        GROUNDING: lambda: {
            "methods": ",".join(settings.grounded()),
            "platform": settings.platform,
            "protected": painted,
            "limit": limit,
        },
        LEAKAGE: lambda: {"methods": ",".join(settings.full()), "protected": painted, "limit": limit},
    }
    return data | find[name]()


def _able(name: str, models: tuple[str, ...]) -> Iterator[str]:
    for model in models:
        able = ABLE.get(model.removeprefix(OFFLINE)) if model.startswith(OFFLINE) else None
        if able is None or name in able:
            yield model


def _roles(name: str, settings: GuiguardSettings, pace: Pace) -> dict[str, Model]:
    if name != PLANNING or settings.judge is None:
        return {}
    config = {
        "max_connections": pace.max_connections,
        "max_retries": pace.max_retries,
        "attempt_timeout": pace.attempt_timeout,
    }
    return {JUDGE: named_model(settings.judge, settings.judge_args, config)}


def _count(name: str, settings: GuiguardSettings, data: CaseData) -> int:
    """How many samples an evaluation has for a model; 0 where only its task can tell."""
    screens = sum(screen.regions is not None for screen in data.screens)
    counts = {
        RECOGNITION: screens,
        PLANNING: len(settings.conditions()) * len(data.tasks),
        LEAKAGE: len(settings.full()) * screens,
    }
    return counts.get(name, 0)


def _task_id(path: str) -> str | None:
    from inspect_ai.log import read_eval_log

    header = read_eval_log(path, header_only=True)
    return header.eval.task_id if header.eval.task in TASKS else None
