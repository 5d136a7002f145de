"""Leakage after protection as an Inspect task: ``inspect eval tactful/guiguard_leakage -T data=FOLDER``.

One real row: a screen under ``mosaic``; the model sees that picture and nothing else, lists what private
content it can make out, and the list is matched with the labels (GUIGuard-Bench, J.5, Table 8). The log holds
the row of each screen, which has no private value; what the model was shown and said is not in it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import HeadlineMetric
from inspect_ai.model import GenerateConfig
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, grouped, metric, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.viewer import ViewerConfig

from tactful import __version__
from tactful.bench.guiguard.blanks import BLANK
from tactful.bench.guiguard.data import choose, read_data, require_images
from tactful.bench.guiguard.leakage import ask_findings, score_screen, summarise, unscored_row
from tactful.bench.guiguard.leakage.asking import PACK
from tactful.bench.guiguard.protected_data import InMemory, Protected, place_of, read_protected
from tactful.bench.guiguard.protecting import METHODS, Method, NotProtected, parse_method
from tactful.bench.private import asker, wordless
from tactful.errors import InputError
from tactful.models import PromptPack, load_pack
from tactful.terms import CaseData

MAX_RETRIES, ATTEMPT_TIMEOUT = 5, 300
ROW = "tactful:row"
_METHODS = ",".join(METHODS)


@task
def guiguard_leakage(
    data: str,
    protected: str | None = None,
    methods: str | list[str] = _METHODS,
    limit: int | None = None,
    steps: int | None = None,
    platform: str | None = None,
    lang: str | list[str] | None = None,
    split: str | None = None,
    seed: int = 0,
    prompts: str = PACK,
    log_private: bool = False,
    cache: bool = False,
) -> Task:
    """What a model with eyes still makes out on protected screens.

    ``data``: what `read_data` takes; ``protected``: a folder of ``tactful bench protect``, else screens are
    protected as they are needed, by the labels and ``seed``. ``methods``: ``black``, ``black-60``,
    ``black@POLICY``, ...; ``original`` shows what the model finds where nothing is hidden. ``limit`` tasks,
    ``steps`` screens of each, ``platform``, ``lang`` and ``split`` choose. ``log_private``: pictures and
    answers stand in the log.
    """
    found = require_images(
        choose(
            read_data(data, limit=limit, seed=seed),
            platform=platform,
            lang=_names(lang) or None,
            split=split,
            steps=steps,
        )
    )
    chosen = tuple(parse_method(name) for name in _names(methods))
    if protected is None and any("replace_llm" in method.rules().operators for method in chosen):
        raise InputError(
            "replace_llm needs a model", field="protected", expected="a folder of `tactful bench protect`"
        )
    source: Protected = (
        InMemory(seed=seed, keep=4) if protected is None else read_protected(Path(protected), found)
    )
    pack = load_pack(prompts)
    return Task(
        dataset=_dataset(found, chosen),
        solver=_looking(found, source, chosen, pack, {"log_private": log_private, "cache": cache}),
        scorer=leaked_items(),
        config=GenerateConfig(max_retries=MAX_RETRIES, attempt_timeout=ATTEMPT_TIMEOUT),
        fail_on_error=False,
        version=1,
        metadata={
            "tactful": __version__,
            "evaluation": "leakage",
            "data_sha256": found.sha256,
            "methods": [method.name for method in chosen],
            "seed": seed,
            "prompts": {"name": pack.name, "version": pack.version, "sha256": pack.sha256},
        },
        viewer=ViewerConfig(trust_content=False),
        headline_metric=HeadlineMetric(metric="item_protection"),
    )


def _names(given: str | Sequence[str] | None) -> list[str]:
    parts = given.split(",") if isinstance(given, str) else [str(part) for part in given or ()]
    return [part.strip() for part in parts if part.strip()]


def _dataset(data: CaseData, methods: Sequence[Method]) -> MemoryDataset:
    samples = [
        Sample(
            id=place_of(method, case, data),
            input=f"the protected picture of screen {index + 1} of its task, method {method.name}",
            metadata={
                "task": at,
                "screen": index,
                "method": method.name,
                "number": number,
                BLANK: unscored_row(case, "", data=data, method=method, evaluator=""),
            },
        )
        for number, method in enumerate(methods)
        for at, each in enumerate(data.tasks)
        for index, case in enumerate(each.screens)
        if case.regions is not None  # else nothing is known of what it could leak
    ]
    if not samples:
        raise InputError("no screen is labelled", file=data.source, expected="screens with regions")
    return MemoryDataset(samples, name="guiguard_leakage")


def _looking(
    data: CaseData,
    protected: Protected,
    methods: Sequence[Method],
    pack: PromptPack,
    options: dict[str, Any],
) -> Solver:
    # A solver's arguments are logged, so the one that Inspect knows has none.
    @solver(name="look_at_protected")
    def look_at_protected() -> Solver:
        """Shows the model the protected picture, and leaves the row of what it found in the store."""

        async def look(state: TaskState) -> dict[str, Any]:
            place = state.metadata
            about: dict[str, Any] = {
                "data": data,
                "method": methods[place["number"]],
                "evaluator": str(state.model),
            }
            found = await asyncio.to_thread(
                protected.screen, data.tasks[place["task"]], about["method"], place["screen"]
            )
            if isinstance(found, NotProtected):
                return unscored_row(found.case, found.reason, **about)
            ask = asker(state, step="leakage", **options)
            answer = await ask_findings(found.screen, ask, pack)
            if answer.findings is None:
                row = unscored_row(found.case, answer.problem, **about)
            else:
                # A model says what it read, not where.
                row = await asyncio.to_thread(score_screen, found, answer.findings, **about, places=False)
            return {**row, "calls": answer.calls}

        async def solve(state: TaskState, generate: Generate) -> TaskState:
            with wordless():
                row = await look(state)
            state.store.set(ROW, row)
            return state

        return solve

    return look_at_protected()


@metric(name="item_protection", scores="unreduced")
def item_protection() -> Metric:
    """The share of private items that were not recovered, over all methods together (J.5)."""

    def compute(scores: list[SampleScore]) -> float:
        return _figure(scores, "protection")

    return compute


@metric(name="covered_protection", scores="unreduced")
def covered_protection() -> Metric:
    """The same for the items that a mask covered, and what the operator let through."""

    def compute(scores: list[SampleScore]) -> float:
        return _figure(scores, "covered_protection")

    return compute


def _figure(scores: Sequence[SampleScore], name: str) -> float:
    rows = [{**_row(score), "evaluator": "", "method": "", "operator": "", "level": 0} for score in scores]
    runs = summarise([row for row in rows if not row["unscored"]], resamples=0)["runs"]
    value = runs[0]["methods"][0][name]["value"] if runs else None
    return float("nan") if value is None else float(value)


def _row(score: SampleScore) -> dict[str, Any]:
    row: dict[str, Any] = (score.score.metadata or {})["row"]
    return row


@scorer(metrics=[item_protection(), covered_protection(), grouped(item_protection(), "method", all=False)])
def leaked_items() -> Scorer:
    """The number of items recovered on the screen; the row of every item is in the score's metadata."""

    async def score(state: TaskState, target: Target) -> Score:
        with wordless():
            row = state.store.get(ROW)
            if row is None:
                return Score.unscored(reason="no_response", explanation="the screen was not looked at")
            metadata = {"row": row, "epoch": state.epoch}
            if row["unscored"]:
                return Score.unscored(reason="no_response", explanation=row["unscored"], metadata=metadata)
            recovered = sum(item["recovery"] is not None for item in row["items"])
            return Score(value=recovered, metadata=metadata)

    return score
