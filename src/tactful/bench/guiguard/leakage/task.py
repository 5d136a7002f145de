"""Leakage after protection as an Inspect task (GUIGuard-Bench, J.5, Table 8).

    inspect eval tactful/guiguard_leakage --model ... -T data=FOLDER
    inspect eval tactful/guiguard_leakage --model none/none -T data=FOLDER -T probe=ocr

One real row: a screen under ``mosaic``; the evaluator, a model with eyes or a probe of ours, sees that
picture and nothing else, lists what private content it can make out, and the list is matched with the labels.
The log holds the row of each screen, which has no private value; what the evaluator was shown and said is not
in it.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, grouped, metric, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from tactful.bench.attacks import Candidates, Probe
from tactful.bench.guiguard.choice import METHODS, LeakageSettings
from tactful.bench.guiguard.leakage.asking import PACK, ask_findings
from tactful.bench.guiguard.leakage.probes import KNOWN, look, open_probe, read_known
from tactful.bench.guiguard.leakage.rows import Looked, Row, blind, looked_row, summarize, unscored_row
from tactful.bench.guiguard.protected_data import Protected, open_protected, place_of
from tactful.bench.guiguard.protecting import Method, NotProtected, ProtectedCase, parse_method
from tactful.bench.guiguard.sample_rows import (
    evaluated_model,
    leave_row,
    row_of,
    row_of_score,
    screen_task,
)
from tactful.bench.private import asker
from tactful.errors import InputError
from tactful.models import PromptPack, load_pack
from tactful.runs import Option, parameters
from tactful.terms import CaseData, ScreenCase, TaskCase


@dataclass(frozen=True, kw_only=True)
class LeakageTask(LeakageSettings):
    """The parameters of the task."""

    probe: Annotated[str | None, Option("ocr, sharpen or dictionary, instead of a model.")] = None
    prompts: Annotated[str, Option("Prompt pack.")] = PACK
    cache: Annotated[bool, Option("A call is not made again while the process lives.")] = False
    log_private: Annotated[bool, Option("Pictures and answers stand in the log.")] = False


@task
@parameters(LeakageTask)
def guiguard_leakage(settings: LeakageTask) -> Task:
    """What a model with eyes, or a probe, still makes out on protected screens.

    The method ``original`` shows what the evaluator finds where nothing is hidden.
    """
    chosen = settings.choice(settings.steps).read()
    hiding = tuple(parse_method(name) for name in settings.methods or METHODS)
    source = open_protected(chosen, hiding, settings.protected, by=settings.by, seed=settings.seed, keep=4)
    screens = _screens(chosen, hiding, source)
    known = KNOWN if settings.known is None else read_known(Path(settings.known))
    pack = load_pack(settings.prompts)
    solving = (
        _asking(screens, pack, settings)
        if settings.probe is None
        else _probing(screens, open_probe(settings.probe), known)
    )
    return screen_task(
        [screen.sample() for screen in screens.values()],
        solving,
        leaked_items(),
        {
            "evaluation": "leakage",
            "data_sha256": chosen.sha256,
            "methods": [method.name for method in hiding],
            "seed": settings.seed,
            "prompts": pack.to_json(),
        },
        name="guiguard_leakage",
        headline="item_protection",
    )


@dataclass(frozen=True, slots=True)
class _Screen:
    """A labelled screen under a method: one sample."""

    data: CaseData
    task: TaskCase
    index: int
    method: Method
    source: Protected

    @property
    def case(self) -> ScreenCase:
        return self.task.screens[self.index]

    @property
    def id(self) -> str:
        return place_of(self.method, self.case, self.data)

    def sample(self) -> Sample:
        told = f"the protected picture of screen {self.index + 1} of its task, method {self.method.name}"
        return Sample(id=self.id, input=told, metadata={"method": self.method.name})

    def protected(self) -> ProtectedCase | NotProtected:
        return self.source.screen(self.task, self.method, self.index)

    def unscored(self, reason: str, evaluator: str) -> Row:
        return unscored_row(self.case, reason, data=self.data, method=self.method, evaluator=evaluator)


def _screens(data: CaseData, methods: Sequence[Method], source: Protected) -> dict[str, _Screen]:
    """By the id of the sample; of a screen that nobody has labelled it is not known what it could leak."""
    screens = [
        _Screen(data, each, index, method, source)
        for method in methods
        for each in data.tasks
        for index, case in enumerate(each.screens)
        if case.regions is not None
    ]
    if not screens:
        raise InputError("no screen is labelled", file=data.source, expected="screens with regions")
    return {screen.id: screen for screen in screens}


def _asking(screens: dict[str, _Screen], pack: PromptPack, settings: LeakageTask) -> Solver:
    """Shows the evaluated model the protected picture; it says what it read, not where."""

    # A solver's arguments are logged, so the one that Inspect knows has none.
    @solver(name="look_at_protected")
    def look_at_protected() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            ask = asker(state, log_private=settings.log_private, cache=settings.cache, step="leakage")

            async def find(found: ProtectedCase) -> Looked:
                return await ask_findings(found.screen, ask, pack)

            return await _leave(state, screens[str(state.sample_id)], evaluated_model(), find, places=False)

        return solve

    return look_at_protected()


def _probing(screens: dict[str, _Screen], probe: Probe, known: Sequence[Candidates]) -> Solver:
    """Gives the picture to a probe, one at a time: reading uses all cores for one picture."""
    one = threading.Lock()

    def findings(found: ProtectedCase) -> Looked:
        with one:
            return look(probe, blind(found.screen), known)

    @solver(name="probe_protected")
    def probe_protected() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            async def find(found: ProtectedCase) -> Looked:
                return await asyncio.to_thread(findings, found)

            return await _leave(state, screens[str(state.sample_id)], probe.name, find, places=True)

        return solve

    return probe_protected()


async def _leave(
    state: TaskState,
    screen: _Screen,
    evaluator: str,
    find: Callable[[ProtectedCase], Awaitable[Looked]],
    *,
    places: bool,
) -> TaskState:
    """Leaves the row of what ``find`` makes out; ``places``: the evaluator tells where it found something."""

    async def make() -> Row:
        found = await asyncio.to_thread(screen.protected)
        looked = Looked(None) if isinstance(found, NotProtected) else await find(found)
        about: dict[str, Any] = {"data": screen.data, "method": screen.method, "evaluator": evaluator}
        return await asyncio.to_thread(looked_row, found, looked, places=places, **about)

    return await leave_row(state, lambda reason: screen.unscored(reason, evaluator), make)


@metric(name="item_protection", scores="unreduced")
def item_protection() -> Metric:
    """The share of private items that were not recovered, over all methods together (J.5)."""
    return _figure("protection")


@metric(name="covered_protection", scores="unreduced")
def covered_protection() -> Metric:
    """The same for the items that a mask covered, and what the operator let through."""
    return _figure("covered_protection")


def _figure(name: str) -> Metric:
    def compute(scores: list[SampleScore]) -> float:
        one = {"evaluator": "", "method": "", "operator": "", "level": 0}
        rows = [row | one for row in map(row_of_score, scores) if not row["unscored"]]
        runs = summarize(rows, resamples=0)["runs"]
        value = runs[0]["methods"][0][name]["value"] if runs else None
        return float("nan") if value is None else float(value)

    return compute


@scorer(metrics=[item_protection(), covered_protection(), grouped(item_protection(), "method", all=False)])
def leaked_items() -> Scorer:
    """The number of items recovered on the screen; the row of every item is in the score's metadata."""

    async def score(state: TaskState, target: Target) -> Score:
        row = row_of(state)
        metadata = {"row": row, "epoch": state.epoch}
        if row["unscored"]:
            return Score.unscored(reason="no_response", explanation=row["unscored"], metadata=metadata)
        recovered = sum(item["recovery"] is not None for item in row["items"])
        return Score(value=recovered, metadata=metadata)

    return score
