"""Asking a model for the point of an action: one picture, one prompt, a retry for what is no point (G.6).

An answer is one JSON object with the numbers x and y, and nothing else: ``{"x": 512, "y": 88}``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tactful.bench.guiguard.asking import (
    CUT,
    FormatError,
    ask_until_usable,
    finite_number,
    json_object,
)
from tactful.bench.guiguard.grounding.frames import Frame
from tactful.errors import InputError
from tactful.models import Ask, Message, Picture, PromptPack, Reply, load_pack
from tactful.terms import ProtectedScreen, Screen

_NONE = "none"  # what stands for a plan or an action where the record has none
_EXPECTED = 'exactly {"x": NUMBER, "y": NUMBER}'


@dataclass(frozen=True, slots=True)
class Instruction:
    """What is asked for: the recorded ``plan`` and ``action`` of the step, and the ``target``'s name."""

    target: str = field(repr=False)
    plan: str = field(default="", repr=False)
    action: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Point:
    """What came of it. ``pixel`` is a point of the screenshot, None with a ``problem``.

    ``answer`` is the point in the model's frame; ``outside`` that it lies in no part of that frame, which
    misses every target and hints at another frame. ``attempts`` counts the replies.
    """

    pixel: tuple[float, float] | None
    answer: tuple[float, float] | None = None
    outside: bool = False
    attempts: int = 0
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Grounder:
    """Asks for points. ``attempts`` is how many replies a model has for one that can be used.

    ``variant`` is a level of the pack's section ``ground``, "" for its first. ``InputError`` for fewer
    attempts than one, and for a prompt pack that lacks a section or the variant.
    """

    ask: Ask = field(repr=False)
    frame: Frame
    attempts: int = 2
    prompts: str = "guiguard_grounding"
    variant: str = ""
    pack: PromptPack = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.attempts < 1:
            raise InputError("is below 1", field="attempts", expected="1 or more")
        object.__setattr__(self, "pack", load_pack(self.prompts))
        for section in ("ground", "coordinates", "retry"):
            self.pack.levels(section)
        object.__setattr__(self, "variant", self.variant or self.pack.levels("ground")[0])
        self.pack.template("ground", self.variant)

    async def find(self, view: Screen | ProtectedScreen, asked: Instruction) -> Point:
        """The point on a screen. Never raises ``ModelError``: a call that failed is a problem of its own."""
        if view.image is None:
            raise InputError("a screen without a picture")
        pixels = np.asarray(view.image.convert("RGB"), dtype=np.uint8)
        return await self.find_on(Picture.encode(pixels), (pixels.shape[1], pixels.shape[0]), asked)

    async def find_on(self, picture: Picture, size: tuple[int, int], asked: Instruction) -> Point:
        """The point on a picture of ``size`` pixels."""
        width, height = self.frame.size(size)
        coordinates = self.pack.render("coordinates", width=str(width), height=str(height)).strip()
        prompt = self.pack.render(
            "ground",
            self.variant,
            plan=asked.plan.strip() or _NONE,
            action=asked.action.strip() or _NONE,
            target=asked.target.strip() or _NONE,
            coordinates=coordinates,
        )
        answer = await ask_until_usable(
            self.ask,
            [Message(prompt, pictures=(picture,))],
            read_point,
            lambda problem: self.pack.render("retry", problem=problem, coordinates=coordinates),
            self.attempts,
        )
        if answer.value is None:
            why = "no answer" if answer.failed else "the reply is no point"
            return Point(None, attempts=answer.attempts, problem=f"{why}: {answer.problem}")
        x, y = answer.value
        outside = not self.frame.holds(x, y, size)
        return Point(self.frame.to_pixels(x, y, size), (x, y), outside, answer.attempts)


def read_point(reply: Reply) -> tuple[float, float]:
    """(x, y) in whatever frame the model used. Raises ``FormatError`` for anything but a point.

    Thoughts before the answer and one code fence around it are no part of it. A number in quotes, a list, a
    second object, text around it: none of that is a point.
    """
    if reply.truncated:
        raise FormatError(CUT)
    record = json_object(reply, _EXPECTED)
    if set(record) != {"x", "y"}:
        raise FormatError(f"it is not {_EXPECTED}")
    x, y = finite_number(record["x"]), finite_number(record["y"])
    if x is None or y is None:
        raise FormatError(f"x and y are not both numbers ({_EXPECTED})")
    return x, y
