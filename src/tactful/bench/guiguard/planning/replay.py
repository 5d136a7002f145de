"""The offline replay of a task: the planner sees one prerecorded screenshot after another (G.4, Algorithm 1).

A planner in the manner of the Agent S3 worker. Nothing is carried out. Whatever the planner says, the next
recorded screenshot is what came of it; only ``agent.done()`` or ``agent.fail()`` ends the replay early.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, overload

import numpy as np

from tactful.bench.guiguard.asking import ask_until_usable, without_thoughts
from tactful.bench.guiguard.choice import ORIGINAL
from tactful.bench.guiguard.planning.calls import (
    PLATFORM_NAMES,
    Answer,
    api_of,
    describe,
    read_answer,
)
from tactful.bench.guiguard.planning.code import to_code
from tactful.errors import InputError, ModelError
from tactful.models import Ask, Message, Picture, PromptPack, load_pack
from tactful.terms import PlanRun, PlanStep, ProtectedScreen, Screen, TaskCase

OWN, SAME_STATE = "own", "same-state"
HISTORIES = (OWN, SAME_STATE)
FAILED = "(failed)"
"""The reflection of a step whose reflector gave no answer."""
NO_ANSWER = "no answer from the planner"
"""How the problem of a step begins whose call failed. An answer in no format is a result, not asked again."""
_NONE = "none"  # what stands for a reflection where there is none


@dataclass(frozen=True, slots=True)
class PlannerSettings:
    """What the planner is shown and told, and how often it may try.

    ``history``: its earlier steps. ``own``: its own plans in this very replay, as in Algorithm 1, so that a
    slip moves what follows. ``same-state``: the plans of the unprotected pass, so that every step is asked in
    the state that the reference had; **those plans were made on raw screens, and what they say goes to the
    planner again**.

    ``images``: how many of the last screenshots it sees, the current one among them. ``reflection``: whether
    its steps are reflected on. ``attempts``: answers until the format must be right. ``prompts``: a prompt
    pack with the sections of ``guiguard_planning``; ``variant`` is a level of its section ``system``, "" for
    the first: in the bundled one the neutral one, which says nothing of protection. ``InputError`` for values
    that cannot be.
    """

    history: str = OWN
    images: int = 3
    reflection: bool = False
    attempts: int = 3
    prompts: str = "guiguard_planning"
    variant: str = ""
    pack: PromptPack = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.history not in HISTORIES:
            raise InputError("unknown history", field="history", expected=" or ".join(HISTORIES))
        for name in ("images", "attempts"):
            if getattr(self, name) < 1:
                raise InputError("is below 1", field=name, expected="1 or more")
        pack = load_pack(self.prompts)
        object.__setattr__(self, "pack", pack)
        object.__setattr__(self, "variant", self.variant or pack.levels("system")[0])
        pack.template("system", self.variant)

    @property
    def title(self) -> str:
        """What rows and reports call the planner's prompts: ``guiguard_planning 2, neutral``."""
        return self.pack.title(self.variant)

    def to_json(self) -> dict[str, Any]:
        """As a JSON object."""
        names = ("history", "images", "reflection", "attempts", "prompts", "variant")
        return {name: getattr(self, name) for name in names}


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
    prompts = Prompts(settings.pack, task.goal, task.platform, settings.variant)
    replaying = _Replay(prompts, ask, settings, same_state)
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


@dataclass(frozen=True, slots=True)
class Turn:
    """One earlier step as the planner is told of it: its number from 1, its picture, and the plan made.

    ``reflection`` is the one that came before it.
    """

    number: int
    picture: Picture = field(repr=False)
    plan: str = field(repr=False)
    reflection: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Prompts:
    """The prompts of one task: a pack, the task's words, the device's API (``build_prompt`` of G.4)."""

    pack: PromptPack
    instruction: str = field(repr=False)
    platform: str
    variant: str = "neutral"

    def messages(
        self, turns: Sequence[Turn], number: int, picture: Picture, reflection: str, images: int
    ) -> list[Message]:
        """The conversation up to step ``number``; the last ``images`` screenshots are in it.

        ``reflection`` is on the step before.
        """
        first_shown = len(turns) - images + 1
        messages = [self._system("system", self.variant, api=describe(self.platform))]
        for at, turn in enumerate(turns):
            pictures = (turn.picture,) if at >= first_shown else ()
            messages.append(self._step(turn.number, turn.reflection, pictures))
            messages.append(Message(turn.plan, role="assistant"))
        return [*messages, self._step(number, reflection, (picture,))]

    def retry(self, problem: str) -> str:
        """What follows an answer that broke the format."""
        return self.pack.render("retry", problem=problem)

    def reflecting(
        self, earlier: Sequence[tuple[str, str]], question: str, picture: Picture
    ) -> list[Message]:
        """The reflector's conversation; ``earlier`` are its (question, reflection) pairs so far."""
        messages = [self._system("reflect_system")]
        for prompt, reflection in earlier:
            messages += [Message(prompt), Message(reflection, role="assistant")]
        return [*messages, Message(question, pictures=(picture,))]

    def _system(self, section: str, level: int | str = 1, /, **more: str) -> Message:
        platform = PLATFORM_NAMES[self.platform]
        text = self.pack.render(section, level, instruction=self.instruction, platform=platform, **more)
        return Message(text, role="system")

    def _step(self, number: int, reflection: str, pictures: tuple[Picture, ...]) -> Message:
        text = self.pack.render("step", step=str(number), reflection=reflection or _NONE)
        return Message(text, pictures=pictures)


@dataclass(slots=True)
class _Replay:
    """One replay on its way: what was said so far."""

    prompts: Prompts
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
        messages = self.prompts.messages(self.turns, number, picture, self.reflection, self.settings.images)
        answer, attempts, problem = await self._answer(messages)
        if answer is None:
            step = PlanStep(index, view.name, attempts=attempts, problem=problem)
        else:
            action = answer.call.text
            reflection = await self._reflect(number, picture, answer.text, action)
            code = to_code(answer.call, self.prompts.platform)
            step = PlanStep(index, view.name, answer.text, action, code, reflection, attempts)
        self._remember(step if self.reference is None else self.reference.steps[index], number, picture)
        return step, answer is not None and answer.call.ends

    async def _answer(self, messages: list[Message]) -> tuple[Answer | None, int, str]:
        """The first answer that keeps the format, or None; how many were asked for; why there is none."""
        answer = await ask_until_usable(
            self.ask,
            messages,
            lambda reply: read_answer(reply, self.prompts.platform),
            self.prompts.retry,
            self.settings.attempts,
        )
        if answer.value is not None:
            return answer.value, answer.attempts, ""
        if answer.failed:
            return None, answer.attempts, f"{NO_ANSWER}: {answer.problem}"
        # The rest of it tells the planner what there is.
        problem = answer.problem.partition(";")[0].rstrip(".")
        return None, answer.attempts, f"the answer breaks the format: {problem}"

    async def _reflect(self, number: int, picture: Picture, plan: str, action: str) -> str:
        if not self.settings.reflection:
            return ""
        question = self.prompts.pack.render("reflect", step=str(number), plan=plan, action=action)
        try:
            reply = await self.ask(self.prompts.reflecting(self.reflected, question, picture))
        except ModelError:
            return FAILED
        text = without_thoughts(reply.text)
        if not text:
            return FAILED
        self.reflected.append((question, text))
        return text

    def _remember(self, step: PlanStep, number: int, picture: Picture) -> None:
        if step.problem:
            self.reflection = ""  # it was about the step before this one
            return
        self.turns.append(Turn(number, picture, step.plan, self.reflection))
        self.reflection = "" if step.reflection == FAILED else step.reflection


def _picture(view: Screen | ProtectedScreen) -> Picture:
    """The pixels alone: what a PNG may carry beside them stays here."""
    if view.image is None:
        raise InputError("a screen without an image cannot be planned on", field="views")
    return Picture.encode(np.asarray(view.image.convert("RGB")))
