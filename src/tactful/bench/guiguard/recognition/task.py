"""Privacy recognition as an Inspect task (arXiv 2601.18842, 4.1, E and J.1 to J.3).

    inspect eval tactful/guiguard_recognition --model ... -T data=FOLDER
    inspect eval tactful/guiguard_recognition --model none/none -T data=FOLDER -T recognizer=local

One real row: a call log with 14 labelled regions; the model, or a recognizer of ours, lists what is private
there, each with risk, category, box and need; an item finds a region where its text and its box agree with
it. An answer that cannot be read is *unscored*, never "nothing private". Screens and texts go to the model by
reference: none stands in the log unless ``log_private`` is given.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, mean, metric, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from tactful.bench.guiguard.recognition.asking import Predictions
from tactful.bench.guiguard.recognition.local import open_recognizer, recognize_case
from tactful.bench.guiguard.recognition.rows import Place, Prediction, Row, evidence_of, make_row, places
from tactful.bench.guiguard.recognition.settings import MODEL, LocalSettings, RecognitionOptions
from tactful.bench.guiguard.sample_rows import (
    evaluated_model,
    leave_row,
    row_of,
    row_of_score,
    row_score,
    screen_task,
)
from tactful.bench.private import asker
from tactful.runs import Option, parameters
from tactful.score import Evidence, MatchRule, Rate, matched, tally


@dataclass(frozen=True, kw_only=True)
class RecognitionTask(RecognitionOptions):
    """The parameters of the task."""

    cache: Annotated[bool, Option("A call is not made again while the process lives.")] = False
    log_private: Annotated[bool, Option("Screens, prompts and replies stand in the log.")] = False


@task
@parameters(RecognitionTask)
def guiguard_recognition(settings: RecognitionTask) -> Task:
    """List what is private on every labelled screen, with risk, category, box and necessity."""
    choice, local = settings.choice(settings.first), settings.local()
    chosen = choice.read()
    screens = places(chosen)
    return screen_task(
        [_sample(place) for place in screens],
        _asking(screens, settings) if local is None else _recognizing(screens, local),
        private_elements(),
        {
            "settings": {**(local or settings).to_json(), **choice.to_json()},
            "data_sha256": chosen.sha256,
            "samples": len(screens),
        },
        name="guiguard_recognition",
        location=settings.data,
        headline="element_recall",
    )


def _sample(place: Place) -> Sample:
    about = {"ordinal": place.ordinal, "platform": place.case.platform, "lang": place.case.lang}
    return Sample(id=place.key, input=f"Screen {place.ordinal}", metadata=about)


def _asking(screens: tuple[Place, ...], design: RecognitionTask) -> Solver:
    """Asks the evaluated model about each screen in the design."""
    by_ordinal = {place.ordinal: place for place in screens}
    # The answers of one model in one epoch: with earlier decisions in the prompt, a screen waits for those.
    asked: dict[tuple[str, int], Predictions] = {}

    # A solver's arguments are logged, so the one that Inspect knows has none.
    @solver(name="list_private")
    def list_private() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            model, place = evaluated_model(), by_ordinal[state.metadata["ordinal"]]
            ask = asker(state, log_private=design.log_private, cache=design.cache, step="recognition")

            def row(prediction: Prediction) -> Row:
                return make_row(
                    place,
                    prediction,
                    model=model,
                    recognizer=MODEL,
                    variant=design.variant,
                    labelled=design.labels,
                )

            async def make() -> Row:
                group = asked.setdefault((model, state.epoch), Predictions(screens, design, model))
                return row(await group.of(place, ask))

            return await leave_row(state, lambda reason: row(Prediction(problem=reason)), make)

        return solve

    return list_private()


def _recognizing(screens: tuple[Place, ...], design: LocalSettings) -> Solver:
    """Looks at each screen with a recognizer of ours, one screen at a time: it uses all cores for it."""
    by_ordinal = {place.ordinal: place for place in screens}
    recognizer, one = open_recognizer(design), threading.Lock()

    def look(place: Place) -> Prediction:
        with one:
            return recognize_case(place.case, recognizer, design.context)

    @solver(name="recognize_locally")
    def recognize_locally() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            place = by_ordinal[state.metadata["ordinal"]]

            def row(prediction: Prediction) -> Row:
                return make_row(
                    place,
                    prediction,
                    model=design.vlm_model,
                    recognizer=design.name,
                    variant=design.variant,
                )

            async def make() -> Row:
                return row(await asyncio.to_thread(look, place))

            return await leave_row(state, lambda reason: row(Prediction(problem=reason)), make)

        return solve

    return recognize_locally()


# Reduced over epochs, a score keeps the first epoch's row alone: so all metrics see every epoch's.
@metric(name="element_recall", scores="unreduced")
def element_recall() -> Metric:
    """Private elements that were found, of the screens that have an answer."""
    return _pooled(lambda screen: _share(screen, 0, True))


@metric(name="strict_match", scores="unreduced")
def strict_match() -> Metric:
    """Private elements that were found with all three labels right, of the screens that have an answer.

    NaN where the design asks for no labels: there is nothing that could be right.
    """
    return _pooled(lambda screen: _share(screen, 1, True), labelled=True)


@metric(name="over_masking", scores="unreduced")
def over_masking() -> Metric:
    """Elements annotated as no risk that were called risky, of the screens that have an answer."""
    return _pooled(lambda screen: _share(screen, 2, False))


def _pooled(count: Callable[[Evidence], Rate], *, labelled: bool = False) -> Metric:
    def compute(scores: list[SampleScore]) -> float:
        rows = [row for row in map(row_of_score, scores) if not row["unscored"]]
        rates = [count(evidence_of(row)) for row in rows if row["labelled"] or not labelled]
        of = sum(rate.count for rate in rates)
        return sum(rate.hits for rate in rates) / of if of else float("nan")

    return compute


def _share(screen: Evidence, at: int, private: bool) -> Rate:
    hits = tally(screen, matched(screen, MatchRule()))[at]
    return Rate(hits, sum(truth.private is private for truth in screen.pair.truths))


@scorer(metrics=[mean(), element_recall(), strict_match(), over_masking()])
def private_elements() -> Scorer:
    """1 where it is rightly said whether the screen holds anything private; the row has all the rest.

    Screens without an answer are unscored here, so the live metrics leave them out; ``summarize`` counts
    their private elements as missed and gives the reasons.
    """

    async def score(state: TaskState, target: Target) -> Score:
        row = row_of(state)
        holds = any(truth[0] != "none" for truth in row["truths"])
        return row_score(row, row["unscored"], lambda: float(bool(row["guesses"]) == holds))

    return score
