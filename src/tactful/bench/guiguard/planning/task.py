"""Planning fidelity as an Inspect task (GUIGuard-Bench, 4.2, G.4).

``inspect eval tactful/guiguard_planning --model M --model-role judge=J -T data=FOLDER``

One real sample: the three screens of "What is the latest one-time code in Messages?" with everything private
black. The planner has planned them unprotected before; the judge says how far the two plans of each step
agree, 0 to 4. Screens, plans and the judge's words stay out of the log (see `tactful.bench.private`).
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import get_model
from inspect_ai.scorer import Score, Scorer, Target, grouped, mean, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from tactful.bench.guiguard.choice import ORIGINAL
from tactful.bench.guiguard.planning.replay import replay
from tactful.bench.guiguard.planning.results import ReplayStore
from tactful.bench.guiguard.planning.rows import Place, Row, judged_row, scored, unplanned, unscored_row
from tactful.bench.guiguard.planning.settings import FULL, Condition, PlanningSettings
from tactful.bench.guiguard.protected_data import Protected, open_protected
from tactful.bench.guiguard.protecting import original
from tactful.bench.guiguard.sample_rows import evaluated_model, leave_row, row_of, row_score, screen_task
from tactful.bench.private import asked_with, asker
from tactful.errors import InputError, ProtectionError, told
from tactful.models import Ask
from tactful.runs import parameters
from tactful.terms import CaseData, PlanRun, Receipt, TaskCase

JUDGE = "judge"
NOT_PROTECTED = "a screen of the task could not be protected"


@task
@parameters(PlanningSettings)
def guiguard_planning(settings: PlanningSettings) -> Task:
    """Plan every task unprotected and under each method, and judge how far the plans agree.

    The judge is the model of the role ``judge``, and never the planner unless you say so. ``out`` gets the
    plans and judgements, **which quote screens**; a run that finds its replays there does not make them
    again, with ``retry_failed`` only those in which the planner failed.
    """
    get_model(role=JUDGE, required=True)  # said now, and not sample by sample
    chosen = settings.choice(settings.data).read()
    samples = {
        f"{ordinal:05d}/{condition.name}": _Sample(chosen, ordinal, condition, settings)
        for ordinal in range(len(chosen.tasks))
        for condition in settings.conditions()
    }
    source = open_protected(chosen, settings.hiding(), settings.protected, seed=settings.seed)
    return screen_task(
        [each.to_inspect(name) for name, each in samples.items()],
        _replaying(
            samples,
            _Replays(chosen, settings, source),
            {"log_private": settings.log_private, "cache": settings.cache},
        ),
        plan_fidelity(),
        {
            "evaluation": "planning",
            "settings": settings.to_json(),
            "data_sha256": chosen.sha256,
            "public": chosen.public,
            "tasks": len(chosen.tasks),
            "samples": len(samples),
        },
        name="guiguard_planning",
        location=settings.data,
        headline="mean",
    )


@dataclass(frozen=True, slots=True)
class _Sample:
    """A task of the data under a condition."""

    data: CaseData
    ordinal: int
    condition: Condition
    settings: PlanningSettings

    @property
    def task(self) -> TaskCase:
        return self.data.tasks[self.ordinal]

    def to_inspect(self, name: str) -> Sample:
        return Sample(
            id=name,
            input=f"task {self.ordinal + 1}, {self.condition.name}",
            metadata={
                "ordinal": self.ordinal,
                "platform": self.task.platform,
                "method": self.condition.name,
                "level": self.condition.level,
            },
        )

    def place(self, planner: str, judge: str) -> Place:
        """What its row says of the task."""
        return Place(
            ordinal=self.ordinal,
            task=self.task.id if self.data.public else f"task {self.ordinal + 1}",
            platform=self.task.platform,
            lang=self.task.lang,
            planner=planner,
            judge=judge,
            history=self.settings.history,
            judging=self.settings.judge_settings().title,
            planning=self.settings.planner_settings().title,
        )


def _replaying(samples: Mapping[str, _Sample], replays: _Replays, options: dict[str, Any]) -> Solver:
    """Replays the sample's task, unprotected and protected, and has the plans judged, out of the log."""

    # A solver's arguments are logged, so the one that Inspect knows has none.
    @solver(name="replay_task")
    def replay_task() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            sample = samples[str(state.sample_id)]
            judge_model = get_model(role=JUDGE, required=True)
            place = sample.place(evaluated_model(), str(judge_model).removeprefix("endpoint/"))
            planner = asker(state, step="plan", **options)
            # The second pass asks the first one's questions again, and must not get its kept answers.
            again = asker(state, step="plan again", **options)
            judge = asker(state, JUDGE, step="judge", **options)

            def unscored(reason: str) -> Row:
                row = unscored_row(place, sample.condition, reason, len(sample.task.screens))
                return {**row, "epoch": state.epoch}

            async def make() -> Row:
                store = await replays.store(state.epoch)
                row = await replays.row(sample, place, store, planner, again, judge)
                return {**row, "epoch": state.epoch}

            return await leave_row(state, unscored, make)

        return solve

    return replay_task()


@dataclass
class _Replays:
    """The data, where its protected screens come from, and for each planner and epoch its replays."""

    data: CaseData
    settings: PlanningSettings
    protected: Protected

    def __post_init__(self) -> None:
        self._stores: dict[tuple[str, int], ReplayStore] = {}

    async def store(self, epoch: int) -> ReplayStore:
        """The replays of the evaluated model in an epoch, in a folder of their own."""
        planner, judge = get_model(), get_model(role=JUDGE, required=True)
        key = str(planner), epoch
        if key not in self._stores:
            settings = {
                **self.settings.to_json(),
                "data": self.data.sha256,
                "planner_model": str(planner),
                "planner_config": await asked_with(planner),
                "judge_model": str(judge),
                "judge_config": await asked_with(judge),
                "by": self.protected.by,
                "protected": self.protected.fingerprint(self.settings.hiding()),
            }
            folder = None
            if self.settings.out is not None:
                folder = Path(self.settings.out) / re.sub(r"[^\w.+-]", "_", str(planner)) / f"epoch_{epoch}"
            made = ReplayStore(folder, settings, retry_failed=self.settings.retry_failed)
            self._stores.setdefault(key, made)  # another sample may have come first meanwhile
        return self._stores[key]

    async def row(
        self, sample: _Sample, place: Place, store: ReplayStore, planner: Ask, again: Ask, judge: Ask
    ) -> Row:
        """Both passes of a task, what was made before taken; the judge's scores; the row."""
        task, condition = sample.task, sample.condition
        try:
            first = await self._unprotected(store, task, ORIGINAL, planner)
            run, receipts = await self._replay(store, task, condition, first, again)
        except _NoPictureError as err:
            return unscored_row(place, condition, f"no picture: {err}", len(task.screens))
        if run is None:
            return unscored_row(place, condition, NOT_PROTECTED, len(first.steps), unplanned(first))
        judgements = await self.settings.judge_settings().run(first, run, judge)
        await store.judged(run, judgements)
        return judged_row(place, condition, first, run, judgements, receipts)

    async def _unprotected(self, store: ReplayStore, task: TaskCase, name: str, ask: Ask) -> PlanRun:
        async def make() -> PlanRun:
            try:
                screens = await asyncio.to_thread(original, task)
            except InputError as err:
                raise _NoPictureError(told(err)) from None
            return replace(await replay(task, screens, ask, self.settings.planner_settings()), method=name)

        return await store.run(task.id, name, FULL, make)

    async def _replay(
        self, store: ReplayStore, task: TaskCase, condition: Condition, first: PlanRun, ask: Ask
    ) -> tuple[PlanRun | None, tuple[Receipt, ...]]:
        """The second pass and the receipts of all screens, also of those after an early end.

        None where the screens could not be protected.
        """
        if condition.method is None:
            return await self._unprotected(store, task, condition.name, ask), ()
        try:
            cases = await asyncio.to_thread(self.protected.task, task, condition.method)
        except ProtectionError:
            return None, ()

        async def make() -> PlanRun:
            return await replay(
                task,
                [case.screen for case in cases],
                ask,
                self.settings.planner_settings(),
                method=condition.name,
                level=condition.level,
                reference=first,
            )

        run = await store.run(task.id, condition.name, condition.level, make)
        return run, tuple(case.screen.receipt for case in cases)


class _NoPictureError(Exception):
    """A screenshot of the task cannot be read: it is replayed under no condition."""


@scorer(metrics=[mean(), grouped(mean(), "method", all=False)])
def plan_fidelity() -> Scorer:
    """The mean of the judge's scores over the steps of the sample, 0 to 4; its row is in the metadata."""

    async def score(state: TaskState, target: Target) -> Score:
        row = row_of(state)
        known = [score for score in scored(row) if score is not None]
        problems = "; ".join(sorted({step["problem"] for step in row["steps"]})) or "no steps"
        unscored = "" if known else problems
        return row_score(row, unscored, lambda: sum(known) / len(known), reason="scoring_failed")

    return score
