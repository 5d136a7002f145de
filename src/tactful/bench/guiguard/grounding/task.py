"""Grounding under protection as an Inspect task (arXiv 2601.18842, 6.3 and G.6, Algorithm 3).

    inspect eval tactful/guiguard_grounding --model ... -T data=FOLDER

One real row: the first row of a call list is to be clicked; the model sees the screen as it is, with black
boxes, and with stand-ins, and gives one point each. A reply that is no point is *unscored*, never a miss.
Screens and texts go to the model by reference: none stands in the log unless ``log_private`` is given.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Scorer, Target, grouped, mean, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.viewer import ViewerConfig

from tactful import __version__
from tactful.bench.guiguard.grounding import (
    GroundingBench,
    GroundingSettings,
    calibration_row,
    ground_row,
    prepared,
)
from tactful.bench.guiguard.grounding.rows import Row, key_of, no_calibration_row, unscored_row
from tactful.bench.guiguard.grounding.settings import METHODS
from tactful.bench.guiguard.sample_rows import CALLS, evaluated_model, leave_row, row_of
from tactful.bench.private import asker
from tactful.score import HIDDEN

logger = logging.getLogger(__name__)

_METHODS = ",".join(METHODS)
_CALIBRATION = "calibration"


@task
def guiguard_grounding(
    data: str,
    methods: str | list[str] = _METHODS,
    platform: str = "android",
    convention: str = "auto",
    private: int = 2,
    hidden: float = HIDDEN,
    attempts: int = 2,
    prompts: str = "guiguard_grounding",
    calibrate: bool = True,
    protected: str | None = None,
    limit: int | None = None,
    seed: int = 0,
    cache: bool = False,
    log_private: bool = False,
) -> Task:
    """Ask for the click point of every click step, on original and protected screens.

    ``data``: what `tactful bench` reads. ``methods``: ``original,black,replace``, with levels and policies as
    in ``black-60``. ``platform``: android, pc or all. ``convention``: the frame of the model's coordinates,
    ``auto`` by the table. ``private``: how many private labels a screen must have. ``protected``: a folder of
    `tactful bench protect`. ``limit``: tasks. ``log_private``: screens and prompts stand in the log.
    """
    settings = GroundingSettings.of(
        data, methods=methods, platform=platform, convention=convention, private=private, hidden=hidden,
        attempts=attempts, prompts=prompts, calibrate=calibrate, protected=protected, limit=limit, seed=seed,
    )  # fmt: skip
    bench = prepared(settings)
    return Task(
        dataset=_dataset(bench),
        solver=_pointing(bench, {"log_private": log_private, "cache": cache}),
        scorer=on_target(),
        config=CALLS,
        fail_on_error=False,
        version=1,
        metadata={
            "tactful": __version__,
            "settings": settings.to_json(),
            "data_sha256": bench.data.sha256,
            "samples": len(bench.samples),
            "left_out": dict(bench.left_out),
        },
        viewer=ViewerConfig(trust_content=False),
    )


def _pointing(bench: GroundingBench, options: dict[str, Any]) -> Solver:
    """Asks for one point, or checks the coordinates."""
    by_number = {sample.number: sample for sample in bench.samples}

    # A solver's arguments are logged, so the one that Inspect knows has none.
    @solver(name="find_points")
    def find_points() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            model, about = evaluated_model(), state.metadata
            ask = asker(state, step="ground", **options)

            async def calibrate() -> Row:
                row = await calibration_row(bench, about["platform"], model, ask)
                if warning := row["calibration"]["warning"]:
                    logger.warning("%s on %s: %s", model, about["platform"], warning)
                return row

            async def ground() -> Row:
                return await ground_row(bench, by_number[about["number"]], about["method"], model, ask)

            if about["method"] == _CALIBRATION:
                return await leave_row(
                    state,
                    lambda reason: no_calibration_row(bench, about["platform"], model, reason),
                    calibrate,
                )
            sample = by_number[about["number"]]
            return await leave_row(
                state, lambda reason: unscored_row(bench, sample, about["method"], model, reason), ground
            )

        return solve

    return find_points()


@scorer(metrics=[grouped(mean(), "method", all=False)])
def on_target() -> Scorer:
    """1 where the point lies in the target's box; hidden targets, failures and calibrations are unscored.

    Hidden targets keep their hit or miss in the row: ``summarise`` reports them apart.
    """

    async def score(state: TaskState, target: Target) -> Score:
        row = row_of(state)
        metadata = {"row": row}
        if reason := _apart(row):
            return Score.unscored(reason="no_response", explanation=reason, metadata=metadata)
        return Score(value=float(row["hit"]), metadata=metadata)

    return score


def _apart(row: Row) -> str:
    """Why a row is not in the accuracy; "" where it is."""
    if "calibration" in row:
        return row["calibration"]["warning"] or "a calibration"
    return row["problem"] or ("the target is hidden" if row["hidden"] else "")


def _dataset(bench: GroundingBench) -> MemoryDataset:
    """Task after task, so that what protects a task is done once; no sample holds a private word."""
    settings = bench.settings
    platforms = sorted({sample.platform for sample in bench.samples}) if settings.calibrate else []
    samples = [
        Sample(
            id=f"{_CALIBRATION}/{platform}",
            input=f"The coordinates on {platform}",
            metadata={"method": _CALIBRATION, "platform": platform},
        )
        for platform in platforms
    ]
    samples += _task_samples(bench, settings.methods)
    return MemoryDataset(samples, name="guiguard_grounding", location=settings.data)


def _task_samples(bench: GroundingBench, methods: Sequence[str]) -> list[Sample]:
    return [
        Sample(
            id=key_of(sample, method),
            input=f"Screen {sample.number}, {method}",
            metadata={
                "number": sample.number,
                "method": method,
                "platform": sample.platform,
            },
        )
        for task in sorted({each.task for each in bench.samples})
        for method in methods
        for sample in bench.samples
        if sample.task == task
    ]
