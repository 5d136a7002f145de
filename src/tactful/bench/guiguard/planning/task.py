"""Planning fidelity as an Inspect task (GUIGuard-Bench, 4.2, G.4).

``inspect eval tactful/guiguard_planning --model M --model-role judge=J -T data=FOLDER``

One real sample: the three screens of "What is the latest one-time code in Messages?" with everything private
black. The planner has planned them unprotected before; the judge says how far the two plans of each step
agree, 0 to 4. Screens, plans and the judge's words stay out of the log (see `tactful.bench.private`).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import HeadlineMetric
from inspect_ai.model import Model, get_model
from inspect_ai.scorer import Score, Scorer, Target, grouped, mean, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.viewer import ViewerConfig

from tactful import __version__
from tactful.bench.guiguard.data import DataChoice
from tactful.bench.guiguard.planning.evaluate import Evaluation, place_of, samples
from tactful.bench.guiguard.planning.replay import PlannerSettings
from tactful.bench.guiguard.planning.results import Results
from tactful.bench.guiguard.planning.rows import Row, scored, unscored_row
from tactful.bench.guiguard.planning.run import identity
from tactful.bench.guiguard.planning.settings import PlanningSettings, named_methods
from tactful.bench.guiguard.protected_data import InMemory, Protected, read_protected
from tactful.bench.guiguard.protecting import METHODS
from tactful.bench.guiguard.sample_rows import CALLS, evaluated_model, leave_row, row_of
from tactful.bench.private import asked_with, asker
from tactful.terms import CaseData

JUDGE = "judge"
Listed = str | int | list[str] | list[int] | None


@task
def guiguard_planning(
    data: str,
    methods: Listed = None,
    levels: Listed = None,
    policy: str | None = None,
    history: str = "own",
    images: int = 3,
    reflection: bool = False,
    attempts: int = 3,
    prompts: str = "guiguard_planning",
    judging: str = "guiguard_judging",
    judging_variant: str = "",
    protected: str | None = None,
    out: str | None = None,
    platform: str | None = None,
    lang: Listed = None,
    split: str | None = None,
    steps: int | None = None,
    limit: int | None = None,
    seed: int = 0,
    retry_failed: bool = False,
    cache: bool = False,
    log_private: bool = False,
) -> Task:
    """Plan every task unprotected and under each method, and judge how far the plans agree.

    ``data``: anything that the benchmark reads. ``methods``: ``black,mosaic,randblocks,replace`` (the
    default), ``black-60``, ``original`` for the unprotected pass against itself; ``levels`` of Table 7 or a
    ``policy`` apply to those without their own. ``history``: ``own`` or ``same-state``. ``judging_variant``:
    ``neutral`` (the default), ``lenient``, or a level of your own pack ``judging``. ``protected``: a
    folder of ``tactful bench protect``; else the labels are painted on the spot. ``out``: a folder for the
    plans and judgements, **which quote screens**; a run that finds its replays there does not make them
    again, with ``retry_failed`` only those in which the planner failed. The judge is the model of the role
    ``judge``, and never the planner unless you say so.
    """
    chosen = DataChoice.of(data, platform, _words(lang), split, limit, steps, seed).read()
    shared = Shared(
        chosen,
        PlanningSettings(
            methods=named_methods(_words(methods) or METHODS, map(int, _words(levels) or ("100",)), policy),
            planner=PlannerSettings(history, images, reflection, attempts, prompts),
            judging=judging,
            judging_variant=judging_variant,
            seed=seed,
        ),
        InMemory(seed=seed) if protected is None else read_protected(protected, chosen),
        None if out is None else Path(out),
        retry_failed,
    )
    return Task(
        dataset=_dataset(shared, data),
        solver=_replaying(shared, {"log_private": log_private, "cache": cache}),
        scorer=plan_fidelity(),
        config=CALLS,
        fail_on_error=False,
        version=1,
        metadata={
            "tactful": __version__,
            "evaluation": "planning",
            "settings": shared.settings.to_json(),
            "data_sha256": shared.data.sha256,
            "public": shared.data.public,
            "tasks": len(shared.data.tasks),
            "samples": len(shared.samples),
        },
        viewer=ViewerConfig(trust_content=False),
        headline_metric=HeadlineMetric(metric="mean"),
    )


class Shared:
    """What the samples of a task share: for each planner and epoch its results and the replays under way."""

    def __init__(
        self,
        data: CaseData,
        settings: PlanningSettings,
        protected: Protected,
        out: Path | None,
        retry_failed: bool,
    ) -> None:
        self.data, self.settings, self.protected = data, settings, protected
        self.samples = {
            f"{ordinal:05d}/{condition.name}": (ordinal, condition)
            for ordinal, condition in samples(data, settings)
        }
        self._out, self._retry = out, retry_failed
        self._evaluations: dict[tuple[str, int], Evaluation] = {}

    async def evaluation(self, model: Model, epoch: int) -> Evaluation:
        """The evaluation of one planner in one epoch, with a folder of its own."""
        judge = get_model(role=JUDGE, required=True)
        asked = await asked_with(model), await asked_with(judge)
        if (str(model), epoch) not in self._evaluations:
            about = identity(
                self.data,
                self.settings,
                str(model),
                str(judge),
                self.protected,
                *asked,
            )
            folder = None
            if self._out is not None:
                folder = self._out / re.sub(r"[^\w.+-]", "_", str(model)) / f"epoch_{epoch}"
            results = Results(folder, about, epoch=epoch, retry_failed=self._retry)
            self._evaluations[str(model), epoch] = Evaluation(
                self.data, self.settings, self.protected, results
            )
        return self._evaluations[str(model), epoch]


def _replaying(shared: Shared, options: dict[str, Any]) -> Solver:
    """Replays the sample's task, unprotected and protected, and judges it; the plans stay out of the log."""
    get_model(role=JUDGE, required=True)  # or Inspect refuses the task

    # A solver's arguments are logged, so the one that Inspect knows has none.
    @solver(name="replay_task")
    def replay_task() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            ordinal, condition = shared.samples[str(state.sample_id)]
            names = evaluated_model(), str(get_model(role=JUDGE, required=True))
            place = place_of(shared.data, shared.settings, ordinal, *names)
            ask = asker(state, step="plan", **options)
            # The second pass asks the first one's questions again, and must not get its kept answers.
            replayer = asker(state, step="plan again", **options)
            judge = asker(state, JUDGE, step="judge", **options)

            def unscored(reason: str) -> Row:
                steps = len(shared.data.tasks[ordinal].screens)
                return {**unscored_row(place, condition, reason, steps), "epoch": state.epoch}

            async def make() -> Row:
                evaluation = await shared.evaluation(get_model(), state.epoch)
                runs = await evaluation.replayed(ordinal, condition, ask, replayer)
                return {**await evaluation.row(place, condition, runs, judge), "epoch": state.epoch}

            return await leave_row(state, unscored, make)

        return solve

    return replay_task()


@scorer(metrics=[mean(), grouped(mean(), "method", all=False)])
def plan_fidelity() -> Scorer:
    """The mean of the judge's scores over the steps of the sample, 0 to 4; its row is in the metadata."""

    async def score(state: TaskState, target: Target) -> Score:
        row = row_of(state)
        known = [each for each in scored(row) if each is not None]
        if known:
            return Score(value=sum(known) / len(known), metadata={"row": row})
        problems = "; ".join(sorted({step["problem"] for step in row["steps"]}))
        return Score.unscored(reason="scoring_failed", explanation=problems, metadata={"row": row})

    return score


def _dataset(shared: Shared, location: str) -> MemoryDataset:
    found = [
        Sample(
            id=name,
            input=f"task {ordinal + 1}, {condition.name}",
            metadata={
                "ordinal": ordinal,
                "platform": shared.data.tasks[ordinal].platform,
                "method": condition.name,
                "level": condition.level,
            },
        )
        for name, (ordinal, condition) in shared.samples.items()
    ]
    return MemoryDataset(found, name="guiguard_planning", location=location)


def _words(given: Listed) -> tuple[str, ...]:
    """Inspect gives ``a,b`` as a list or as a text, and one number as a number."""
    if given is None:
        return ()
    each = given if isinstance(given, list) else str(given).split(",")
    return tuple(str(word).strip() for word in each if str(word).strip())
