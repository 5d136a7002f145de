"""Planning fidelity as an Inspect task (GUIGuard-Bench, 4.2, G.4).

``inspect eval tactful/guiguard_planning --model M --model-role judge=J -T data=FOLDER``

One real sample: the three screens of "What is the latest one-time code in Messages?" with everything private
black. The planner has planned them unprotected before; the judge says how far the two plans of each step
agree, 0 to 4. Screens, plans and the judge's words stay out of the log (see `tactful.bench.private`).
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import HeadlineMetric
from inspect_ai.model import GenerateConfig, Model, get_model
from inspect_ai.scorer import Score, Scorer, Target, grouped, mean, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.viewer import ViewerConfig

from tactful import __version__
from tactful.bench.guiguard.blanks import BLANK
from tactful.bench.guiguard.data import choose, read_data, require_images
from tactful.bench.guiguard.planning import (
    Evaluation,
    PlanningSettings,
    Replayed,
    Results,
    identity,
    named_methods,
    place_of,
    samples,
    scored,
    unscored_row,
)
from tactful.bench.guiguard.planning.replay import PlannerSettings
from tactful.bench.guiguard.protected_data import InMemory, Protected, read_protected
from tactful.bench.guiguard.protecting import METHODS
from tactful.bench.private import asked_with, asker, wordless

JUDGE = "judge"
MAX_RETRIES, ATTEMPT_TIMEOUT = 5, 300
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
    options: dict[str, Any] = {
        "data": data,
        "methods": _words(methods) or METHODS,
        "levels": _words(levels) or ("100",),
        "policy": policy,
        "planner": PlannerSettings(history, images, reflection, attempts, prompts).to_json(),
        "judging": judging,
        "judging_variant": judging_variant,
        "protected": protected,
        "out": out,
        "platform": platform,
        "lang": _words(lang),
        "split": split,
        "steps": steps,
        "limit": limit,
        "seed": seed,
        "retry_failed": retry_failed,
    }
    given = json.dumps(options)
    shared = _known[given] = Shared(json.loads(given))
    while len(_known) > _KEPT:
        del _known[next(iter(_known))]
    return Task(
        dataset=_dataset(shared, data),
        solver=replay_task(given, cache, log_private),
        scorer=plan_fidelity(given, cache, log_private),
        config=GenerateConfig(max_retries=MAX_RETRIES, attempt_timeout=ATTEMPT_TIMEOUT),
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

    def __init__(self, options: dict[str, Any]) -> None:
        seed = options["seed"]
        self.data = require_images(
            choose(
                read_data(options["data"], limit=options["limit"], seed=seed),
                platform=options["platform"],
                lang=options["lang"] or None,
                split=options["split"],
                steps=options["steps"],
            )
        )
        self.settings = PlanningSettings(
            methods=named_methods(options["methods"], map(int, options["levels"]), options["policy"]),
            planner=PlannerSettings(**options["planner"]),
            judging=options["judging"],
            judging_variant=options["judging_variant"],
            seed=seed,
        )
        written = options["protected"]
        self.protected: Protected = (
            InMemory(seed=seed) if written is None else read_protected(written, self.data)
        )
        self.samples = {
            f"{ordinal:05d}/{condition.name}": (ordinal, condition)
            for ordinal, condition in samples(self.data, self.settings)
        }
        self._out = None if options["out"] is None else Path(options["out"])
        self._retry = bool(options["retry_failed"])
        self._evaluations: dict[tuple[str, int], Evaluation] = {}
        self._runs: dict[tuple[str, str, int], Replayed] = {}

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

    def keep(self, state: TaskState, runs: Replayed) -> None:
        """Keeps a sample's replays for its scorer; they must not go into its state, which is logged."""
        self._runs[str(state.model), str(state.sample_id), state.epoch] = runs

    def take(self, state: TaskState) -> Replayed | None:
        """The sample's replays, once."""
        return self._runs.pop((str(state.model), str(state.sample_id), state.epoch), None)


# By the options as they stand in the log: the solver and the scorer of a task find the same one.
_known: dict[str, Shared] = {}
_KEPT = 16


def _shared(options: str) -> Shared:
    if options not in _known:
        _known[options] = Shared(json.loads(options))
    return _known[options]


@solver
def replay_task(options: str, cache: bool = False, log_private: bool = False) -> Solver:
    """Replays the sample's task, unprotected and protected; the plans stay out of the log.

    ``options`` are those of the task, as JSON.
    """
    shared = _shared(options)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        ask = asker(state, log_private=log_private, cache=cache, step="plan")
        # The second pass asks the first one's questions again, and must not get its kept answers.
        replayer = asker(state, log_private=log_private, cache=cache, step="plan again")
        with wordless():
            evaluation = await shared.evaluation(get_model(), state.epoch)
            ordinal, condition = shared.samples[str(state.sample_id)]
            shared.keep(state, await evaluation.replayed(ordinal, condition, ask, replayer))
        return state

    return solve


@scorer(metrics=[mean(), grouped(mean(), "method", all=False)])
def plan_fidelity(options: str, cache: bool = False, log_private: bool = False) -> Scorer:
    """The mean of the judge's scores over the steps of the sample, 0 to 4; its row is in the metadata."""
    shared = _shared(options)
    get_model(role=JUDGE, required=True)  # or Inspect refuses the task

    async def score(state: TaskState, target: Target) -> Score:
        ask = asker(state, JUDGE, log_private=log_private, cache=cache, step="judge")
        with wordless():
            runs = shared.take(state)
            if runs is None:
                return Score.unscored(reason="no_response", explanation="the task was not replayed")
            model = get_model()
            evaluation = await shared.evaluation(model, state.epoch)
            ordinal, condition = shared.samples[str(state.sample_id)]
            place = evaluation.place(ordinal, str(model), str(get_model(role=JUDGE, required=True)))
            row = {**await evaluation.row(place, condition, runs, ask), "epoch": state.epoch}
            known = [found for found in scored(row) if found is not None]
            if not known:
                problems = sorted({step["problem"] for step in row["steps"]})
                return Score.unscored(
                    reason="scoring_failed", explanation="; ".join(problems), metadata={"row": row}
                )
            return Score(value=sum(known) / len(known), metadata={"row": row})

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
                BLANK: unscored_row(
                    place_of(shared.data, shared.settings, ordinal),
                    condition,
                    "",
                    len(shared.data.tasks[ordinal].screens),
                ),
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
