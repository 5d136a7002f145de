"""The strict form of an answer: one JSON object with the numbers x and y, and nothing else (G.6)."""

from __future__ import annotations

import json
import math
import re
from typing import Any

from tactful.models import Reply

_THOUGHT = re.compile(r"<think>.*?</think>", re.DOTALL)
_FENCE = re.compile(r"```(?:json)?\s*(.*?)\s*```", re.DOTALL)
_EXPECTED = 'exactly {"x": NUMBER, "y": NUMBER}'


class PointError(ValueError):
    """An answer that is no point; the text says why and quotes nothing of it."""


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
