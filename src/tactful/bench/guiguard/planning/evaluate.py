"""One task under one condition: the unprotected pass, the protected replay, the judge, the row."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tactful.bench.guiguard.planning.replay import NO_ANSWER, replay
from tactful.bench.guiguard.planning.results import Results
from tactful.bench.guiguard.planning.rows import Place, Row, judged_row, unplanned, unscored_row
from tactful.bench.guiguard.planning.settings import Condition, PlanningSettings
from tactful.bench.guiguard.protected_data import Protected
from tactful.bench.guiguard.protecting import original
from tactful.errors import InputError, ProtectionError, told
from tactful.models import Ask
from tactful.terms import CaseData, PlanRun, Receipt

NOT_PROTECTED = "a screen of the task could not be protected"


@dataclass(frozen=True, slots=True)
class Replayed:
    """The two runs of a task, before the judge.

    ``run`` is None where the screens could not be protected, both are where one could not be read, as
    ``problem`` says. ``receipts`` are those of all screens of the task, also of those after an early end.
    """

    original: PlanRun | None
    run: PlanRun | None
    receipts: tuple[Receipt, ...] = field(default=(), repr=False)
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What every sample shares: the data, the settings, where protected screens come from, the results."""

    data: CaseData
    settings: PlanningSettings
    protected: Protected
    results: Results

    def place(self, ordinal: int, planner: str, judge: str) -> Place:
        """What a row says of the task at ``ordinal`` from 0."""
        return place_of(self.data, self.settings, ordinal, planner, judge)

    async def replayed(
        self, ordinal: int, condition: Condition, planner: Ask, replayer: Ask | None = None
    ) -> Replayed:
        """Both runs of a task; what was made before, or is just being made by another sample, is taken.

        ``replayer`` is asked in the second pass, where its answers must be kept apart from the first one's.
        A task with a screenshot that cannot be read has none. ``InputError`` where results cannot be kept.
        """
        task = self.data.tasks[ordinal]
        replayer = replayer or planner

        async def unprotected(ask: Ask = planner) -> PlanRun:
            try:
                screens = await asyncio.to_thread(original, task)
            except InputError as err:
                raise _NoPictureError(told(err)) from None
            return await replay(task, screens, ask, self.settings.planner)

        async def again() -> PlanRun:
            return replace(await unprotected(replayer), method=condition.name)

        try:
            first = await self.results.original(task.id, unprotected)
        except _NoPictureError as err:
            return Replayed(None, None, problem=f"no picture: {err}")
        if condition.method is None:
            return Replayed(first, await self.results.replay(task.id, condition, again))
        try:
            cases = await asyncio.to_thread(self.protected.task, task, condition.method)
        except ProtectionError:
            return Replayed(first, None)

        async def guarded() -> PlanRun:
            return await replay(
                task,
                [case.screen for case in cases],
                replayer,
                self.settings.planner,
                method=condition.name,
                level=condition.level,
                reference=first,
            )

        run = await self.results.replay(task.id, condition, guarded)
        return Replayed(first, run, tuple(case.screen.receipt for case in cases))

    async def row(self, place: Place, condition: Condition, runs: Replayed, judge_ask: Ask) -> Row:
        """The judge's scores as a row; the judgements, with their reasons, go to the results."""
        if runs.original is None:
            steps = len(self.data.tasks[place.ordinal].screens)
            return unscored_row(place, condition, runs.problem, steps)
        if runs.run is None:
            reference = runs.original
            return unscored_row(place, condition, NOT_PROTECTED, len(reference.steps), unplanned(reference))
        judgements = await self.settings.judge().run(runs.original, runs.run, judge_ask)
        await self.results.judged(runs.run, judgements)
        return judged_row(place, condition, runs.original, runs.run, judgements, runs.receipts)


class _NoPictureError(Exception):
    """A screenshot of the task cannot be read: it is replayed under no condition."""


def place_of(
    data: CaseData, settings: PlanningSettings, ordinal: int, planner: str = "", judge: str = ""
) -> Place:
    """What a row says of the task at ``ordinal`` from 0 in the data."""
    task = data.tasks[ordinal]
    return Place(
        ordinal=ordinal,
        task=task.id if data.public else f"task {ordinal + 1}",
        platform=task.platform,
        lang=task.lang,
        planner=planner,
        judge=judge,
        history=settings.planner.history,
        judging=settings.judge().title,
    )


def failed(row: Row) -> bool:
    """Whether a call failed behind this row, so that it may be asked for again."""
    said = [row.get("problem", ""), *(step.get("problem", "") for step in row["steps"])]
    return any(failure in problem for problem in said for failure in _FAILURES)


_FAILURES: tuple[str, ...] = (NO_ANSWER, "no answer from the judge")


def samples(data: CaseData, settings: PlanningSettings) -> Sequence[tuple[int, Condition]]:
    """All (place of a task, condition) pairs, task by task."""
    return [(at, condition) for at in range(len(data.tasks)) for condition in settings.conditions()]
