"""One row a screen and method, free of private values: whether the point hit, and why there may be none.

One row: ``{"evaluation": "grounding", "key": "00012/black", "model": "tactful/screen-grounder", "method":
"black", "platform": "android", "hit": true, "hidden": false, "covered": 0.0, "problem": "", ...}``. A row
with ``calibration`` instead tells how the model's coordinates were checked.
"""

from __future__ import annotations

import asyncio
from typing import Any, TypeAlias

from tactful.bench.guiguard.grounding.bench import GroundingBench, GroundingSample, View
from tactful.bench.guiguard.grounding.calibration import Calibration, calibrate
from tactful.bench.guiguard.grounding.frames import load_frames
from tactful.bench.guiguard.grounding.pointing import Grounder, Instruction
from tactful.bench.guiguard.protecting import ORIGINAL, parse_method
from tactful.models import Ask
from tactful.score import is_hidden, score_point, target_cover

Row: TypeAlias = dict[str, Any]


def key_of(sample: GroundingSample, method: str) -> str:
    """The row's key in a store and the sample's id in a log: ``00012/black``."""
    return f"{sample.number:05d}/{method}"


def grounder_of(bench: GroundingBench, model: str, platform: str, ask: Ask) -> Grounder:
    """Asks ``model`` in the frame that the settings or the table give it."""
    settings = bench.settings
    frame = load_frames().choose(settings.convention, model, platform)
    return Grounder(ask, frame, settings.attempts, settings.prompts)


async def ground_row(
    bench: GroundingBench, sample: GroundingSample, method: str, model: str, ask: Ask
) -> Row:
    """Ask for the point on one screen in one form, and score it. Never raises ``ModelError``."""
    grounder = grounder_of(bench, model, sample.platform, ask)
    row = _row(sample, method, model, grounder.frame.name)
    view = await asyncio.to_thread(bench.view, sample, method)
    if not isinstance(view, View):
        return row | {"problem": f"no picture: {view.reason}"}
    target = bench.target(sample)
    covered = target_cover(target.box, view.hidden)
    row |= {"covered": round(covered, 4), "hidden": is_hidden(covered, bench.settings.hidden)}
    found = await grounder.find(view.screen, asked_of(bench, sample))
    row |= {"attempts": found.attempts, "problem": found.problem, "outside": found.outside}
    if found.pixel is None:
        return row
    score = score_point(found.pixel, target.box, view.hidden, hidden=bench.settings.hidden)
    return row | {"hit": score.hit}


def asked_of(bench: GroundingBench, sample: GroundingSample) -> Instruction:
    """What is said of the step: its recorded plan and action, and the target's words.

    The same for every method, as in the paper: the planner worked on the raw screen. Under ``replace`` the
    words of a private target so are no longer those on the screen.
    """
    case = bench.case(sample)
    action = case.step.semantic_action.strip()
    if not action:
        action = "Double-click." if case.action is not None and case.action.kind == "double" else "Click."
    words = bench.target(sample).text.strip()
    return Instruction(words or "the element that the plan and the action name", case.step.plan, action)


def unscored_row(bench: GroundingBench, sample: GroundingSample, method: str, model: str, reason: str) -> Row:
    """The row of a screen that got no point for a reason of ours."""
    frame = load_frames().choose(bench.settings.convention, model, sample.platform).name
    return _row(sample, method, model, frame) | {"problem": reason}


def no_calibration_row(bench: GroundingBench, platform: str, model: str, reason: str) -> Row:
    """The row of a calibration that did not come about."""
    frame = load_frames().choose(bench.settings.convention, model, platform).name
    return _calibrated(platform, model, Calibration(frame, frame, {}, 0, 0, (reason,)))


async def calibration_row(bench: GroundingBench, platform: str, model: str, ask: Ask) -> Row:
    """How well the declared frame fits the model's answers on a drawn picture."""
    grounder = grounder_of(bench, model, platform, ask)
    frames = tuple(load_frames().frames.values())
    found = await calibrate(grounder, frames, platform, seed=bench.settings.seed)
    return _calibrated(platform, model, found)


def _calibrated(platform: str, model: str, found: Calibration) -> Row:
    return {
        "evaluation": "grounding",
        "key": f"calibration/{platform}",
        "model": model,
        "platform": platform,
        "convention": found.declared,
        "calibration": found.to_json(),
    }


def _row(sample: GroundingSample, method: str, model: str, convention: str) -> Row:
    chosen = None if method == ORIGINAL else parse_method(method)
    return {
        "evaluation": "grounding",
        "key": key_of(sample, method),
        "number": sample.number,
        "screen": sample.label,
        "task": sample.task_label,
        "platform": sample.platform,
        "lang": sample.lang,
        "model": model,
        "convention": convention,
        "method": ORIGINAL if chosen is None else chosen.name,
        "operator": ORIGINAL if chosen is None else chosen.operator,
        "level": 0 if chosen is None else chosen.level,
        "hit": None,
        "hidden": None,
        "covered": None,
        "outside": False,
        "attempts": 0,
        "problem": "",
    }
