"""Asking a model until its answer can be used: planner, judge, grounder and leakage evaluator alike.

An answer that breaks the format is sent back with what is wrong, and the model may answer again. A call that
fails, and a last answer that still breaks the format, leave no value and say why: unscored, never a result.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from tactful.errors import ModelError
from tactful.models import Ask, Message, Reply

CUT = "it was cut at the length limit"

_THOUGHT_END = "</think>"
_FENCE = re.compile(r"```(?:json)?\s*(.*?)\s*```", re.DOTALL | re.IGNORECASE)

Value = TypeVar("Value")


class FormatError(ValueError):
    """An answer that breaks the format; its words go back to the model and hold nothing of the answer."""


@dataclass(frozen=True, slots=True)
class Answered(Generic[Value]):
    """What came of a question: the ``value``, or None with a ``problem``; ``failed`` where a call failed.

    ``attempts`` counts the calls.
    """

    value: Value | None = field(repr=False)
    attempts: int
    problem: str = ""
    failed: bool = False


async def ask_until_usable(
    ask: Ask,
    messages: Sequence[Message],
    read: Callable[[Reply], Value],
    repair: Callable[[str], str],
    attempts: int,
) -> Answered[Value]:
    """The first answer that ``read`` takes, of so many ``attempts``. Never raises ``ModelError``.

    ``read`` raises ``FormatError`` for what it does not take; ``repair`` makes the prompt that says so.
    """
    talk, problem = list(messages), ""
    for attempt in range(1, attempts + 1):
        try:
            reply = await ask(talk)
        except ModelError as err:
            return Answered(None, attempt, str(err), failed=True)
        try:
            return Answered(read(reply), attempt)
        except FormatError as err:
            problem = str(err)
            # Some endpoints refuse an empty turn.
            broken = Message(without_thoughts(reply.text) or "(nothing)", role="assistant")
            talk = [*talk, broken, Message(repair(problem))]
    return Answered(None, attempts, problem)


def variant_note(prompts: str) -> list[str]:
    """What a run's name says of its prompts (``guiguard_planning 2, told``): nothing of the neutral ones."""
    variant = prompts.rpartition(", ")[2]
    return [f"prompts {variant}"] if variant not in ("", "neutral") else []


def without_thoughts(text: str) -> str:
    """A reply without what the model thought aloud before it; "" where it never got beyond thinking."""
    _, end, rest = text.rpartition(_THOUGHT_END)
    if end:
        return rest.strip()
    return "" if text.lstrip().startswith("<think>") else text.strip()


def json_object(reply: Reply, expected: str) -> dict[str, Any]:
    """The one JSON object that a reply is, alone or in a fence; ``expected`` describes it in the errors.

    ``FormatError`` for everything else: text around it, a second object, a key that occurs twice.
    """
    text = without_thoughts(reply.text)
    if not text:
        raise FormatError("it is empty")
    if fenced := _FENCE.fullmatch(text):
        text = fenced[1]
    try:
        record = json.loads(text, object_pairs_hook=_once)
    except FormatError:
        raise
    except (ValueError, RecursionError):
        cut = f"; {CUT}" if reply.truncated else ""
        raise FormatError(f"it is not one JSON object ({expected}){cut}") from None
    if not isinstance(record, dict):
        raise FormatError(f"it is not {expected}")
    return record


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({name for name, _ in pairs}) < len(pairs):
        raise FormatError("a key occurs twice")
    return dict(pairs)


def finite_number(value: object) -> float | None:
    """A number of JSON as a float; None for anything else, NaN, infinity, and what no float can hold."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None
