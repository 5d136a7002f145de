"""Asking a model for the point of an action: one picture, one prompt, a retry for what is no point."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field

import numpy as np

from tactful.bench.guiguard.grounder.conventions import Convention
from tactful.bench.guiguard.grounder.reply import PointError, read_point
from tactful.errors import InputError, ModelError
from tactful.models import Ask, Message, Picture, PromptPack, load_pack
from tactful.terms import ProtectedScreen, Screen

NONE = "none"
"""What stands for a plan or an action where the record has none."""


@dataclass(frozen=True, slots=True)
class Grounding:
    """What is asked for: the recorded ``plan`` and ``action`` of the step, and the ``target``'s name."""

    target: str = field(repr=False)
    plan: str = field(default="", repr=False)
    action: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Grounded:
    """What came of it. ``point`` is in pixels of the screenshot, None with a ``problem``.

    ``said`` is the point in the model's frame; ``outside`` that it lies in no part of that frame, which
    misses every target and hints at another convention. ``attempts`` counts the replies.
    """

    point: tuple[float, float] | None
    said: tuple[float, float] | None = None
    outside: bool = False
    attempts: int = 0
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Grounder:
    """Asks for points. ``attempts`` is how many replies a model has for one that can be used.

    ``InputError`` for fewer than one, and for a prompt pack that lacks a section.
    """

    ask: Ask = field(repr=False)
    convention: Convention
    attempts: int = 2
    prompts: str = "guiguard_grounding"

    def __post_init__(self) -> None:
        if self.attempts < 1:
            raise InputError("is below 1", field="attempts", expected="1 or more")
        for section in ("ground", "coordinates", "retry"):
            self.pack.levels(section)

    @property
    def pack(self) -> PromptPack:
        """The prompts, read once a process."""
        return _pack(self.prompts)

    async def find(self, view: Screen | ProtectedScreen, asked: Grounding) -> Grounded:
        """The point on a screen. Never raises ``ModelError``: a call that failed is a problem of its own."""
        return await self.find_on(encoded(view), _size(view), asked)

    async def find_on(self, picture: Picture, size: tuple[int, int], asked: Grounding) -> Grounded:
        """The point on a picture of ``size`` pixels."""
        pack = self.pack
        width, height = self.convention.frame(size)
        coordinates = pack.render("coordinates", width=str(width), height=str(height)).strip()
        prompt = pack.render(
            "ground",
            plan=asked.plan.strip() or NONE,
            action=asked.action.strip() or NONE,
            target=asked.target.strip() or NONE,
            coordinates=coordinates,
        )
        messages = [Message(prompt, pictures=(picture,))]
        problem = ""
        for attempt in range(1, self.attempts + 1):
            try:
                reply = await self.ask(messages)
            except ModelError as err:
                return Grounded(None, attempts=attempt, problem=f"no answer: {err}")
            try:
                x, y = read_point(reply)
            except PointError as err:
                problem = str(err)
                broken = Message(reply.text.strip() or "(nothing)", role="assistant")
                repair = Message(pack.render("retry", problem=problem, coordinates=coordinates))
                messages = [*messages, broken, repair]
            else:
                inside = self.convention.inside(x, y, size)
                return Grounded(self.convention.to_pixels(x, y, size), (x, y), not inside, attempt)
        return Grounded(None, attempts=self.attempts, problem=f"the reply is no point: {problem}")


@functools.lru_cache(maxsize=8)
def _pack(name: str) -> PromptPack:
    return load_pack(name)


def encoded(view: Screen | ProtectedScreen) -> Picture:
    """The pixels as PNG, free of metadata. ``InputError`` for a screen without pixels."""
    if view.image is None:
        raise InputError("a screen without a picture")
    return Picture.encode(np.asarray(view.image.convert("RGB"), dtype=np.uint8))


def _size(view: Screen | ProtectedScreen) -> tuple[int, int]:
    if view.image is None:
        raise InputError("a screen without a picture")
    width, height = view.image.size
    return int(width), int(height)
