"""The offline replay of a task: the planner sees one prerecorded screenshot after another (Algorithm 1).

Nothing is carried out. Whatever the planner says, the next recorded screenshot is what came of it; only
``agent.done()`` or ``agent.fail()`` ends the replay early.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import overload

import numpy as np

from tactful.bench.guiguard.planner.answers import Answer, read_answer, without_thoughts
from tactful.bench.guiguard.planner.api import api_of
from tactful.bench.guiguard.planner.calls import FormatError
from tactful.bench.guiguard.planner.code import to_code
from tactful.bench.guiguard.planner.conversation import Speech, Turn
from tactful.bench.guiguard.planner.settings import ORIGINAL, OWN, SAME_STATE, PlannerSettings
from tactful.errors import InputError, ModelError
from tactful.models import Ask, Message, Picture, load_pack
from tactful.terms import PlanRun, PlanStep, ProtectedScreen, Screen, TaskCase


@overload
async def replay(
    task: TaskCase,
    views: Sequence[Screen],
    ask: Ask,
    settings: PlannerSettings,
    *,
    reference: None = None,
) -> PlanRun: ...


@overload
async def replay(
    task: TaskCase,
    views: Sequence[ProtectedScreen],
    ask: Ask,
    settings: PlannerSettings,
    *,
    method: str,
    level: int = 100,
    reference: PlanRun | None = None,
) -> PlanRun: ...


async def replay(
    task: TaskCase,
    views: Sequence[Screen] | Sequence[ProtectedScreen],
    ask: Ask,
    settings: PlannerSettings,
    *,
    method: str = ORIGINAL,
    level: int = 100,
    reference: PlanRun | None = None,
) -> PlanRun:
    """The plans for one task, a step a screenshot, until the planner says that it is over.

    ``views`` are the task's screens in order: raw ones for the unprotected pass, and protected ones, with the
    name of their ``method``, for every other: a raw screen there is a type error, and a ``TypeError``.
    ``reference`` is the unprotected pass; with the history ``same-state`` it is needed, its plans are the
    history, and the replay has its length, whatever the planner says of being done.

    A step that got no usable answer carries its ``problem`` and stays out of the history; a reflection that
    failed reads "(failed)". Never raises ``ModelError``. ``InputError`` where views or the reference do not
    fit the task.
    """
    _check(task, views, method, reference, settings)
    same_state = reference if settings.history == SAME_STATE and method != ORIGINAL else None
    shown: list[Screen | ProtectedScreen] = [*views]
    if same_state is not None:
        shown = shown[: len(same_state.steps)]
    replaying = _Replay(
        Speech(load_pack(settings.prompts), task.goal, task.platform), ask, settings, same_state
    )
    steps: list[PlanStep] = []
    for index, view in enumerate(shown):
        step, ended = await replaying.step(index, view)
        steps.append(step)
        if ended and same_state is None:
            break
    return PlanRun(
        task=task.id,
        method=method,
        level=level,
        instruction=task.goal,
        steps=tuple(steps),
        history=OWN if method == ORIGINAL else settings.history,
    )


FAILED = "(failed)"
"""The reflection of a step whose reflector gave no answer."""


@dataclass(slots=True)
class _Replay:
    """One replay on its way: what was said so far."""

    speech: Speech
    ask: Ask
    settings: PlannerSettings
    reference: PlanRun | None
    turns: list[Turn] = field(default_factory=list)
    reflection: str = ""
    reflected: list[tuple[str, str]] = field(default_factory=list)

    async def step(self, index: int, view: Screen | ProtectedScreen) -> tuple[PlanStep, bool]:
        """The step at ``index`` from 0, and whether the planner says that it is over."""
        picture = await asyncio.to_thread(_picture, view)
        number = index + 1
        messages = self.speech.messages(self.turns, number, picture, self.reflection, self.settings.images)
        answer, attempts, problem = await self._answer(messages)
        if answer is None:
            step = PlanStep(index, view.name, attempts=attempts, problem=problem)
        else:
            action = answer.call.text
            reflection = await self._reflect(number, picture, answer.text, action)
            code = to_code(answer.call, self.speech.platform)
            step = PlanStep(index, view.name, answer.text, action, code, reflection, attempts)
        self._remember(step if self.reference is None else self.reference.steps[index], number, picture)
        return step, answer is not None and answer.call.ends

    async def _answer(self, messages: list[Message]) -> tuple[Answer | None, int, str]:
        """The first answer that keeps the format, or None; how many were asked for; why there is none."""
        problem = ""
        for attempt in range(1, self.settings.attempts + 1):
            try:
                reply = await self.ask(messages)
            except ModelError as err:
                return None, attempt, f"no answer from the planner: {err}"
            try:
                return read_answer(reply, self.speech.platform), attempt, ""
            except FormatError as err:
                # The rest of it tells the planner what there is.
                problem = f"the answer breaks the format: {str(err).partition(';')[0].rstrip('.')}"
                # Some endpoints refuse an empty turn.
                broken = Message(without_thoughts(reply.text) or "(nothing)", role="assistant")
                messages = [*messages, broken, self.speech.retry(str(err))]
        return None, self.settings.attempts, problem

    async def _reflect(self, number: int, picture: Picture, plan: str, action: str) -> str:
        if not self.settings.reflection:
            return ""
        try:
            reply = await self.ask(self.speech.reflecting(self.reflected, number, picture, plan, action))
        except ModelError:
            return FAILED
        text = without_thoughts(reply.text)
        if not text:
            return FAILED
        self.reflected.append((self.speech.asked_of_reflector(number, plan, action), text))
        return text

    def _remember(self, step: PlanStep, number: int, picture: Picture) -> None:
        if step.problem:
            self.reflection = ""  # it was about the step before this one
            return
        self.turns.append(Turn(number, picture, step.plan, self.reflection))
        self.reflection = "" if step.reflection == FAILED else step.reflection


def _check(
    task: TaskCase,
    views: Sequence[Screen] | Sequence[ProtectedScreen],
    method: str,
    reference: PlanRun | None,
    settings: PlannerSettings,
) -> None:
    api_of(task.platform)
    if len(views) != len(task.screens):
        raise InputError("not one view a screen of the task", field="views", expected=str(len(task.screens)))
    wanted = Screen if method == ORIGINAL else ProtectedScreen
    if not all(isinstance(view, wanted) for view in views):
        raise TypeError(f"the pass '{method}' takes a {wanted.__name__} at every step")
    if method == ORIGINAL or settings.history != SAME_STATE:
        return
    if reference is None or reference.method != ORIGINAL:
        raise InputError(
            "the history 'same-state' needs the unprotected pass", field="reference", expected="its PlanRun"
        )
    if reference.task != task.id or len(reference.steps) > len(views):
        raise InputError("the unprotected pass is of another task", field="reference")


def _picture(view: Screen | ProtectedScreen) -> Picture:
    """The pixels alone: what a PNG may carry beside them stays here."""
    if view.image is None:
        raise InputError("a screen without an image cannot be planned on", field="views")
    return Picture.encode(np.asarray(view.image.convert("RGB")))
