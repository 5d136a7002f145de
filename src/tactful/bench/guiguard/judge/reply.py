"""Reads a judge's reply: ``{"score": 3, "reason": "the same element, named by its stand-in"}``."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass, field

from tactful.models import Reply

HIGHEST = 4
_ROUNDING = 1e-6  # what a whole number may lose on its way through arithmetic
_THOUGHT_END = "</think>"
_FENCED = re.compile(r"\A```(?:json)?\s*(.*?)\s*```\Z", re.DOTALL | re.IGNORECASE)


class VerdictError(ValueError):
    """A reply that is no verdict; its words go back to the judge and hold nothing of the reply."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A score from 0 to 4, and the judge's reason, which may quote the plans."""

    score: int
    reason: str = field(repr=False)


def read_verdict(reply: Reply) -> Verdict:
    """The verdict of a reply that is one JSON object, alone or in a fence.

    ``VerdictError`` for everything else, a number beyond the scale too: a judge that answers 87, or 8 of 10,
    has another scale in mind, and its end taken for the answer would be a made-up score. (The paper coerces
    such numbers to 0 to 4.)
    """
    text = reply.text.rpartition(_THOUGHT_END)[2].strip()
    if not text:
        raise VerdictError("it is empty.")
    if fenced := _FENCED.match(text):
        text = fenced[1]
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        cut = " (it stops at the length limit)" if reply.truncated else ""
        raise VerdictError(f"it is not one JSON object{cut}.") from None
    if not isinstance(found, dict) or "score" not in found:
        raise VerdictError('it is not a JSON object with a "score".')
    score, reason = found["score"], found.get("reason", "")
    if isinstance(score, bool) or not isinstance(score, int | float) or not math.isfinite(score):
        raise VerdictError('its "score" is not a number.')
    whole = round(score)
    if abs(score - whole) > _ROUNDING:
        raise VerdictError('its "score" is not a whole number.')
    if not 0 <= whole <= HIGHEST:
        raise VerdictError(f'its "score" is not on the scale from 0 to {HIGHEST}.')
    return Verdict(whole, reason if isinstance(reason, str) else "")
