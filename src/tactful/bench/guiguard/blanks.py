"""Rows for the samples of a log that ended without one, so that no denominator shrinks by a crash.

Every sample of the four tasks carries its blank row in its metadata: what the row would say of the screen or
the task, with no answer in it and no private value. Where the sample ends in an error, the blank is filled in
with the models' names and the reason, and counts as any other answer that never came.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tactful.bench.guiguard.run_settings import GROUNDING, LEAKAGE, RECOGNITION

Row = dict[str, Any]
BLANK = "blank"
"""The key of the blank row in a sample's metadata."""

ENDED = "the sample ended in an error"


@dataclass(frozen=True, slots=True)
class Asked:
    """Who was asked in a log: the model, the judge of plans, the frame of the clicks ("" by the table)."""

    model: str
    judge: str = ""
    convention: str = ""


def filled(evaluation: str, blank: Mapping[str, Any], reason: str, asked: Asked, epoch: int = 1) -> Row:
    """The unscored row that stands for a sample without one; ``reason`` quotes nobody."""
    if evaluation == RECOGNITION:
        return {**blank, "model": asked.model, "unscored": reason}
    if evaluation == LEAKAGE:
        return {**blank, "evaluator": asked.model, "unscored": reason}
    if evaluation == GROUNDING:
        frame = _frame(asked, str(blank["platform"]))
        return {**blank, "model": asked.model, "convention": frame, "problem": reason}
    steps = [{**step, "problem": reason} for step in blank["steps"]]
    names = {"planner": asked.model, "judge": asked.judge}
    return {**blank, **names, "problem": reason, "steps": steps, "epoch": epoch}


def _frame(asked: Asked, platform: str) -> str:
    from tactful.bench.guiguard.grounding.frames import AUTO, load_frames
    from tactful.errors import InputError

    try:
        return load_frames().choose(asked.convention or AUTO, asked.model, platform).name
    except InputError:  # a log of another version, whose table had other frames
        return asked.convention
