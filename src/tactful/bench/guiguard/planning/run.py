"""The direct driver: planners and judges that answer in this process or at an endpoint, without Inspect."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tactful.bench.guiguard.planning.evaluate import Evaluation, failed, samples
from tactful.bench.guiguard.planning.results import Results
from tactful.bench.guiguard.planning.rows import Row
from tactful.bench.guiguard.planning.settings import Condition, PlanningSettings
from tactful.bench.guiguard.protected_data import InMemory, Protected
from tactful.bench.guiguard.store import RowStore
from tactful.models import ChatModel, asking, model_config
from tactful.terms import CaseData

EVALUATION = "planning"
Watch = Callable[[Row], None]


def run_planning(
    data: CaseData,
    settings: PlanningSettings,
    planner: ChatModel,
    judge: ChatModel,
    out: Path | str,
    *,
    protected: Protected | None = None,
    watch: Watch | None = None,
    parallel: int = 2,
    retry_failed: bool = False,
) -> tuple[Row, ...]:
    """Replay and judge every task under every method that ``out`` has no row for; all rows.

    ``out`` gets ``planning.rows.jsonl``, free of private values, and ``plans/``, which is private (see
    `Results`). ``protected``: by default the annotated regions are painted on the spot. ``parallel`` samples
    are on their way at once. A call that failed is a result, asked for again with ``retry_failed``. ``watch``
    is called with every row. Raises ``InputError`` for a folder of other settings and for screenshots that
    cannot be read.
    """
    about = identity(
        data, settings, planner.name, judge.name, protected, model_config(planner), model_config(judge)
    )
    with RowStore(out, EVALUATION, about) as store:
        results = Results(Path(out) / "plans", about, retry_failed=retry_failed)
        evaluation = Evaluation(data, settings, protected or InMemory(seed=settings.seed), results)
        done = store.done(again=failed if retry_failed else None)
        asyncio.run(_all(evaluation, planner, judge, store, done, watch, parallel))
        rows = dict(store.items())
    places = [evaluation.place(at, planner.name, judge.name).key(c) for at, c in samples(data, settings)]
    return tuple(rows[key] for key in places)


def identity(
    data: CaseData,
    settings: PlanningSettings,
    planner: str,
    judge: str,
    protected: Protected | None = None,
    config: Mapping[str, Any] | None = None,
    judge_config: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """What two starts must share to be one evaluation; free of private values.

    ``config`` is what the planner's calls depend on beside its name, such as a temperature, and
    ``judge_config`` the judge's.
    """
    methods = [each.method for each in settings.conditions() if each.method is not None]
    return {
        **settings.to_json(),
        "data": data.sha256,
        "planner_model": planner,
        "planner_config": dict(config or {}),
        "judge_model": judge,
        "judge_config": dict(judge_config or {}),
        "by": getattr(protected, "by", "annotations"),
        "protected": (protected or InMemory(seed=settings.seed)).fingerprint(methods),
    }


async def _all(
    evaluation: Evaluation,
    planner: ChatModel,
    judge: ChatModel,
    store: RowStore,
    done: frozenset[str],
    watch: Watch | None,
    parallel: int,
) -> None:
    free = asyncio.Semaphore(max(1, parallel))
    ask_planner, ask_judge = asking(planner), asking(judge)

    async def one(ordinal: int, condition: Condition) -> None:
        place = evaluation.place(ordinal, planner.name, judge.name)
        key = place.key(condition)
        if key in done:
            return
        async with free:
            runs = await evaluation.replayed(ordinal, condition, ask_planner)
            row = await evaluation.row(place, condition, runs, ask_judge)
            store.add(key, row)
            if watch is not None:
                watch(row)

    # The first error ends the others: what is done stays done.
    errors: ExceptionGroup[Exception] | None = None
    try:
        async with asyncio.TaskGroup() as group:
            for ordinal, condition in samples(evaluation.data, evaluation.settings):
                group.create_task(one(ordinal, condition))
    except ExceptionGroup as found:
        errors = found
    if errors is not None:
        raise errors.exceptions[0]
