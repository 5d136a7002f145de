"""Grounding under protection as an Inspect task (arXiv 2601.18842, 6.3 and G.6, Algorithm 3).

    inspect eval tactful/guiguard_grounding --model ... -T data=FOLDER

One real row: step 3 of "Call the first person from Call History" is a click on the first row of the list; the
model sees the screen as it is, with black boxes, and with stand-ins, and gives one point each. It hits where
the point lies in the row's box. A reply that is no point is *unscored*, never a miss. Screens and texts go to
the model by reference: none stands in the log unless ``log_private`` is given.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.scorer import Score, Scorer, Target, grouped, mean, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from tactful.bench.guiguard.choice import ORIGINAL
from tactful.bench.guiguard.data import choose, read_screen_data, require_images
from tactful.bench.guiguard.grounding.calibration import Calibration, calibrate
from tactful.bench.guiguard.grounding.frames import Frame, load_frames
from tactful.bench.guiguard.grounding.pointing import Grounder
from tactful.bench.guiguard.grounding.samples import (
    ClickStep,
    View,
    click_steps,
    view_of,
    why_no_clicks,
)
from tactful.bench.guiguard.grounding.settings import GroundingSettings
from tactful.bench.guiguard.protected_data import Protected, open_protected
from tactful.bench.guiguard.protecting import parse_method
from tactful.bench.guiguard.sample_rows import Row, evaluated_model, leave_row, row_of, row_score, screen_task
from tactful.bench.private import asker
from tactful.errors import InputError
from tactful.models import Ask
from tactful.runs import parameters
from tactful.score import is_hidden, score_point, target_cover

logger = logging.getLogger(__name__)

_CALIBRATION = "calibration"


@task
@parameters(GroundingSettings)
def guiguard_grounding(settings: GroundingSettings) -> Task:
    """Ask for the click point of every click step, on original and protected screens."""
    data = read_screen_data(settings.data, limit=settings.limit, seed=settings.seed)
    steps, left_out = click_steps(data, settings.platform, settings.private)
    if not steps:
        why = why_no_clicks(data, settings.platform, settings.private)
        raise InputError(f"no click step to ground ({why})", file=settings.data)
    require_images(choose(data, tasks=list(dict.fromkeys(step.task.id for step in steps))))
    source = open_protected(data, settings.hiding(), settings.protected, seed=settings.seed)
    platforms = sorted({step.platform for step in steps}) if settings.calibrate else []
    # Task after task, so that what protects a task is done once.
    clicks = [
        _Click(step, method, settings, source)
        for name in dict.fromkeys(step.task_label for step in steps)
        for method in settings.methods
        for step in steps
        if step.task_label == name
    ]
    checks = [_FrameCheck(platform, settings) for platform in platforms]
    asked: list[_Click | _FrameCheck] = [*checks, *clicks]
    questions = {each.id: each for each in asked}
    return screen_task(
        [each.sample() for each in questions.values()],
        _pointing(questions, {"log_private": settings.log_private, "cache": settings.cache}),
        on_target(),
        {
            "settings": settings.to_json(),
            "data_sha256": data.sha256,
            "samples": len(clicks),
            "left_out": dict(left_out),
        },
        name="guiguard_grounding",
        location=settings.data,
    )


@dataclass(frozen=True, slots=True)
class _Click:
    """A click step in the form that a method gives its screen: one point is asked for."""

    step: ClickStep
    method: str
    settings: GroundingSettings
    source: Protected

    @property
    def id(self) -> str:
        """The sample's id and the row's key: ``00012/black``."""
        return f"{self.step.number:05d}/{self.method}"

    def sample(self) -> Sample:
        about = {"number": self.step.number, "method": self.method, "platform": self.step.platform}
        return Sample(id=self.id, input=f"Screen {self.step.number}, {self.method}", metadata=about)

    def row(self, model: str, problem: str = "", **more: Any) -> Row:
        """The row of the screen, without a point unless ``more`` tells of one."""
        step, hides = self.step, self.method != ORIGINAL
        method = parse_method(self.method) if hides else None
        return {
            "evaluation": "grounding",
            "key": self.id,
            "number": step.number,
            "screen": step.label,
            "task": step.task_label,
            "platform": step.platform,
            "lang": step.lang,
            "model": model,
            "prompts": self.settings.title,
            "convention": _frame(self.settings, model, step.platform).name,
            "method": ORIGINAL if method is None else method.name,
            "operator": ORIGINAL if method is None else method.operator,
            "level": 0 if method is None else method.level,
            "hit": None,
            "hidden": None,
            "covered": None,
            "outside": False,
            "attempts": 0,
            "problem": problem,
            **more,
        }

    async def ask(self, model: str, ask: Ask) -> Row:
        """Ask for the point, and score it. Never raises ``ModelError``."""
        view = await asyncio.to_thread(view_of, self.step, self.method, self.source)
        if not isinstance(view, View):
            return self.row(model, f"no picture: {view.reason}")
        target, threshold = self.step.target.box, self.settings.hidden
        covered = target_cover(target, view.hidden)
        about: Row = {"covered": round(covered, 4), "hidden": is_hidden(covered, threshold)}
        grounder = _grounder(self.settings, model, self.step.platform, ask)
        point = await grounder.find(view.screen, self.step.asked())
        about |= {"attempts": point.attempts, "outside": point.outside}
        if point.pixel is None:
            return self.row(model, point.problem, **about)
        score = score_point(point.pixel, target, view.hidden, hidden=threshold)
        return self.row(model, **about, hit=score.hit)


@dataclass(frozen=True, slots=True)
class _FrameCheck:
    """The calibration on a platform: how well the declared frame fits the answers on a drawn picture."""

    platform: str
    settings: GroundingSettings

    @property
    def id(self) -> str:
        return f"{_CALIBRATION}/{self.platform}"

    def sample(self) -> Sample:
        about = {"method": _CALIBRATION, "platform": self.platform}
        return Sample(id=self.id, input=f"The coordinates on {self.platform}", metadata=about)

    def row(self, model: str, problem: str = "", found: Calibration | None = None) -> Row:
        frame = _frame(self.settings, model, self.platform).name
        return {
            "evaluation": "grounding",
            "key": self.id,
            "model": model,
            "prompts": self.settings.title,
            "platform": self.platform,
            "convention": frame,
            "calibration": (found or Calibration(frame, frame, {}, 0, 0, (problem,))).to_json(),
        }

    async def ask(self, model: str, ask: Ask) -> Row:
        grounder = _grounder(self.settings, model, self.platform, ask)
        frames = tuple(load_frames().frames.values())
        found = await calibrate(grounder, frames, self.platform, seed=self.settings.seed)
        if found.warning:
            logger.warning("%s on %s: %s", model, self.platform, found.warning)
        return self.row(model, found=found)


def _frame(settings: GroundingSettings, model: str, platform: str) -> Frame:
    """The frame of coordinates that the settings or the table give a model."""
    return load_frames().choose(settings.convention, model, platform)


def _grounder(settings: GroundingSettings, model: str, platform: str, ask: Ask) -> Grounder:
    frame = _frame(settings, model, platform)
    return Grounder(ask, frame, settings.attempts, settings.prompts, settings.variant)


def _pointing(questions: dict[str, _Click | _FrameCheck], options: dict[str, Any]) -> Solver:
    """Asks for one point, or checks the coordinates; leaves the row where the scorer finds it."""

    # A solver's arguments are logged, so the one that Inspect knows has none.
    @solver(name="find_points")
    def find_points() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            question, model = questions[str(state.sample_id)], evaluated_model()
            ask = asker(state, step="ground", **options)
            return await leave_row(
                state, lambda reason: question.row(model, reason), lambda: question.ask(model, ask)
            )

        return solve

    return find_points()


@scorer(metrics=[grouped(mean(), "method", all=False)])
def on_target() -> Scorer:
    """1 where the point lies in the target's box; hidden targets, failures and calibrations are unscored.

    Hidden targets keep their hit or miss in the row: ``summarize`` reports them apart.
    """

    async def score(state: TaskState, target: Target) -> Score:
        row = row_of(state)
        return row_score(row, _apart(row), lambda: float(row["hit"]))

    return score


def _apart(row: Row) -> str:
    """Why a row is not in the accuracy; "" where it is."""
    if "calibration" in row:
        return row["calibration"]["warning"] or "a calibration"
    return row["problem"] or ("the target is hidden" if row["hidden"] else "")
