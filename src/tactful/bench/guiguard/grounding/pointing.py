"""Asking a model for the point of an action: one picture, one prompt, a retry for what is no point (G.6).

An answer is one JSON object with the numbers x and y, and nothing else: ``{"x": 512, "y": 88}``.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tactful.bench.guiguard.grounding.frames import Frame
from tactful.errors import InputError, ModelError
from tactful.models import Ask, Message, Picture, PromptPack, Reply, load_pack
from tactful.terms import ProtectedScreen, Screen

_NONE = "none"  # what stands for a plan or an action where the record has none
_THOUGHT = re.compile(r"<think>.*?</think>", re.DOTALL)
_FENCE = re.compile(r"```(?:json)?\s*(.*?)\s*```", re.DOTALL)
_EXPECTED = 'exactly {"x": NUMBER, "y": NUMBER}'


class PointError(ValueError):
    """An answer that is no point; the text says why and quotes nothing of it."""


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

    ``InputError`` for fewer than one, and for a prompt pack that lacks a section.
    """

    ask: Ask = field(repr=False)
    frame: Frame
    attempts: int = 2
    prompts: str = "guiguard_grounding"
    pack: PromptPack = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.attempts < 1:
            raise InputError("is below 1", field="attempts", expected="1 or more")
        object.__setattr__(self, "pack", load_pack(self.prompts))
        for section in ("ground", "coordinates", "retry"):
            self.pack.levels(section)

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
            plan=asked.plan.strip() or _NONE,
            action=asked.action.strip() or _NONE,
            target=asked.target.strip() or _NONE,
            coordinates=coordinates,
        )
        messages = [Message(prompt, pictures=(picture,))]
        problem = ""
        for attempt in range(1, self.attempts + 1):
            try:
                reply = await self.ask(messages)
            except ModelError as err:
                return Point(None, attempts=attempt, problem=f"no answer: {err}")
            try:
                x, y = read_point(reply)
            except PointError as err:
                problem = str(err)
                broken = Message(reply.text.strip() or "(nothing)", role="assistant")
                repair = Message(self.pack.render("retry", problem=problem, coordinates=coordinates))
                messages = [*messages, broken, repair]
            else:
                outside = not self.frame.holds(x, y, size)
                return Point(self.frame.to_pixels(x, y, size), (x, y), outside, attempt)
        return Point(None, attempts=self.attempts, problem=f"the reply is no point: {problem}")


def read_point(reply: Reply) -> tuple[float, float]:
    """(x, y) in whatever frame the model used. Raises ``PointError`` for anything but a point.

    Thoughts in ``<think>`` tags before the answer and one code fence around it are no part of it. A number in
    quotes, a list, a second object, text around it: none of that is a point.
    """
    text = _THOUGHT.sub("", reply.text).strip()
    if fenced := _FENCE.fullmatch(text):
        text = fenced[1]
    if reply.truncated:
        raise PointError("it was cut at the length limit")
    if not text:
        raise PointError("it is empty")
    try:
        found = json.loads(text, object_pairs_hook=_once)
    except (json.JSONDecodeError, RecursionError):
        raise PointError(f"it is not one JSON object ({_EXPECTED})") from None
    if not isinstance(found, dict) or set(found) != {"x", "y"}:
        raise PointError(f"it is not {_EXPECTED}")
    return _number(found["x"]), _number(found["y"])


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({name for name, _ in pairs}) < len(pairs):
        raise PointError("a key occurs twice")
    return dict(pairs)


def _number(value: Any) -> float:
    # Python's reader takes NaN and Infinity, and whole numbers too large for a float.
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        try:
            if math.isfinite(number := float(value)):
                return number
        except OverflowError:
            pass
    raise PointError(f"x and y are not both numbers ({_EXPECTED})")
