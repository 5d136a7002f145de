"""Calls of models inside the tasks of both benchmarks: kept answers, replies that mean nothing, tokens."""

from __future__ import annotations

from inspect_ai.model import CachePolicy, Model, ModelName, ModelOutput

from tactful.bench.logs import used_tokens
from tactful.bench.models import BUILT_IN

CUT = "the reply was cut at the token limit"
_STOPPED = {
    "max_tokens": CUT,
    "model_length": "the prompt was too long for the model",
    "content_filter": "the reply was stopped by a content filter",
}


def cache_policy(model: Model | ModelName, sample: str | int, step: str, on: bool) -> CachePolicy | bool:
    """How a call's answer is kept so that a killed run pays nothing twice; asking a built-in model is free.

    Each sample, epoch and step has its own entry: two samples with one prompt must not share an answer.
    """
    if not on or str(model).startswith(BUILT_IN):
        return False
    return CachePolicy(expiry=None, scopes={"sample": str(sample), "step": step})


def reply_problem(output: ModelOutput) -> str:
    """Why an output means nothing whatever its text; "" where it can be read."""
    if output.error:
        return "the model reported an error"
    return _STOPPED.get(output.stop_reason, "") if output.choices else "the model gave no reply"


def tokens_of(output: ModelOutput) -> list[int]:
    """Input, cached input and output tokens of a call, also of one answered in an earlier start."""
    return used_tokens(output.usage)
