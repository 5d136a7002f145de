"""One task under one condition: the unprotected pass, the protected replay, the judge, the row."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tactful.bench.guiguard.planning.results import Results
from tactful.bench.guiguard.planning.rows import Place, Row, judged_row, unscored_row
from tactful.bench.guiguard.planning.settings import Condition, PlanningSettings
from tactful.bench.guiguard.protected_data import Protected
from tactful.bench.guiguard.protecting import original
from tactful.errors import ProtectionError
from tactful.execute.judge import judge
from tactful.execute.planner import replay
from tactful.models.asking import Ask
from tactful.terms import CaseData, PlanRun, Receipt

NOT_PROTECTED = "a screen of the task could not be protected"


@dataclass(frozen=True, slots=True)
class Replayed:
    """The two runs of a task, before the judge. ``run`` is None where the screens could not be protected."""

    original: PlanRun
    run: PlanRun | None
    receipts: tuple[Receipt, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What every sample shares: the data, the settings, where protected screens come from, the results."""

    data: CaseData
    settings: PlanningSettings
    protected: Protected
    results: Results

    def place(self, ordinal: int, planner: str, judge: str) -> Place:
        """What a row says of the task at ``ordinal`` from 0."""
        task = self.data.tasks[ordinal]
        return Place(
            ordinal=ordinal,
            task=task.id if self.data.public else f"task {ordinal + 1}",
            platform=task.platform,
            lang=task.lang,
            planner=planner,
            judge=judge,
            history=self.settings.planner.history,
        )

    async def replayed(self, ordinal: int, condition: Condition, planner: Ask) -> Replayed:
        """Both runs of a task; what was made before, or is just being made by another sample, is taken.

        ``InputError`` where a screenshot cannot be read.
        """
        task = self.data.tasks[ordinal]

        async def unprotected() -> PlanRun:
            screens = await asyncio.to_thread(original, task)
            return await replay(task, screens, planner, self.settings.planner)

        async def again() -> PlanRun:
            return replace(await unprotected(), method=condition.name)

        first = await self.results.original(task.id, unprotected)
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
                planner,
                self.settings.planner,
                method=condition.name,
                level=condition.level,
                reference=first,
            )

        run = await self.results.replay(task.id, condition, guarded)
        shown = cases[: len(run.steps)]
        return Replayed(first, run, tuple(case.screen.receipt for case in shown))

    async def row(self, place: Place, condition: Condition, runs: Replayed, judge_ask: Ask) -> Row:
        """The judge's scores as a row; the judgements, with their reasons, go to the results."""
        if runs.run is None:
            return unscored_row(place, condition, runs.original, NOT_PROTECTED)
        judgements = await judge(
            runs.original,
            runs.run,
            judge_ask,
            prompts=self.settings.judging,
            attempts=self.settings.judge_attempts,
        )
        await self.results.judged(runs.run, judgements)
        return judged_row(place, condition, runs.original, runs.run, judgements, runs.receipts)


def failed(row: Row) -> bool:
    """Whether a call failed behind this row, so that it may be asked for again."""
    said = [row.get("problem", ""), *(step.get("problem", "") for step in row["steps"])]
    return any(problem.endswith(_FAILURES) for problem in said)


_FAILURES: tuple[str, ...] = ("no answer from the planner", "no answer from the judge")


def samples(data: CaseData, settings: PlanningSettings) -> Sequence[tuple[int, Condition]]:
    """All (place of a task, condition) pairs, task by task."""
    return [(at, condition) for at in range(len(data.tasks)) for condition in settings.conditions()]
