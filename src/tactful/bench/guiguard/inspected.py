"""The half of a run that asks models: each evaluation as an Inspect ``eval_set`` into the run's logs.

Inspect does the work (providers, retries, resuming); the tasks keep every private word out of its logs. The
tasks are named, not imported: they are the ones that ``inspect eval`` runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tactful.bench.driver import BUILT_IN, Evaluation, ModelSpec, Pace, Progress, Run, check_models
from tactful.bench.guiguard.folder import GuiguardFolder
from tactful.bench.guiguard.grounding.direct import failed as point_failed
from tactful.bench.guiguard.logs import TASKS, LoggedRun, Row, read_log, row_of
from tactful.bench.guiguard.planning import failed as plans_failed
from tactful.bench.guiguard.planning.results import forget_failed
from tactful.bench.guiguard.run_settings import GROUNDING, LEAKAGE, PLANNING, RECOGNITION, GuiguardSettings
from tactful.bench.guiguard.stages import PROTECTED, Watch
from tactful.bench.logs import find_logs, reopen, task_of
from tactful.terms import CaseData

if TYPE_CHECKING:
    from inspect_ai.log import EvalSample

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


def check_all_models(settings: GuiguardSettings) -> None:
    """That every model can be set up, before anything is written.

    ``InputError`` for a name that is none, ``ModelError`` for a key or package that is missing.
    """
    judges = [] if settings.judge is None else [ModelSpec(settings.judge, settings.judge_args)]
    check_models([*(ModelSpec(name, settings.model_args) for name in settings.models), *judges])


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
    return [read_log(header) for header in Run(folder).headers(TASKS)], all(finished)


def _reopen_failed(folder: GuiguardFolder) -> None:
    """Marks the failed samples, so that Inspect runs them again, and drops the failed plans they would find.

    Inspect takes a sample that is unscored for a finished one, so what failed is told by its row, by the same
    rule as in the direct drivers. The tasks keep their arguments, by which Inspect knows its logs again.
    """
    forget_failed(folder.out / PLANS)
    for header in find_logs([folder.logs], TASKS).logs:
        failed_row = _FAILED[TASKS[task_of(header, TASKS)]]

        def failed(sample: EvalSample, failed_row: Callable[[Row], bool] = failed_row) -> bool:
            row = row_of(sample)
            return row is None or failed_row(row)

        reopen([header], failed)


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
    asked = list(_able(name, settings.models))
    if not asked:
        return True
    progress = Progress(total=_count(name, settings, data) * len(asked))

    def tell(progress: Progress) -> None:
        watch(name, progress.done, progress.total)

    evaluation = Evaluation(
        task=next(task for task, each in TASKS.items() if each == name),
        arguments=arguments(name, settings, folder.out),
        models=[ModelSpec(model, settings.model_args) for model in asked],
        roles=_roles(name, settings),
        generate=settings.generate,
    )
    return Run(folder).evaluate(evaluation, pace, tell, progress)


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
        able = ABLE.get(model.removeprefix(BUILT_IN)) if model.startswith(BUILT_IN) else None
        if able is None or name in able:
            yield model


def _roles(name: str, settings: GuiguardSettings) -> dict[str, ModelSpec]:
    if name != PLANNING or settings.judge is None:
        return {}
    return {JUDGE: ModelSpec(settings.judge, settings.judge_args)}


def _count(name: str, settings: GuiguardSettings, data: CaseData) -> int:
    """How many samples an evaluation has for a model; 0 where only its task can tell."""
    screens = sum(screen.regions is not None for screen in data.screens)
    counts = {
        RECOGNITION: screens,
        PLANNING: len(settings.conditions()) * len(data.tasks),
        LEAKAGE: len(settings.full()) * screens,
    }
    return counts.get(name, 0)
