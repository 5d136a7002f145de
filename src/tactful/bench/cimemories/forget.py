"""Takes prompts, messages and names out of the logs of a finished run; the figures stay.

An evaluation log holds what was sent and said. That is right for invented profiles and wrong for real ones.
What is kept is chosen field by field, so a text that a later Inspect logs in a new place goes as well.
"""

from __future__ import annotations

import math
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tactful.bench.cimemories.results import FORGOTTEN, TASK, forgotten_name
from tactful.bench.logs import error_kind, find_logs

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog, EvalSample
    from inspect_ai.scorer import Score

# Of a score's metadata: masks, counts and numbers, no text that a model wrote.
_FIGURES = frozenset(
    {"epoch", "judge", "truncated", "tokens", "withheld", "generalised", "lexical", "revealed"}
    | {"judge_calls", "judge_tokens", "unknown"}
)


def forget_texts(logs: Path) -> int:
    """Rewrite every log under ``logs`` without texts; how many were rewritten.

    Profiles are called ``p00``, ``p01`` by their place in the data. Attribute keys, masks, counts, tokens and
    the classes of errors stay. Logs of earlier attempts are deleted. A log is replaced whole or not at all.
    """
    from inspect_ai.log import read_eval_log

    found = find_logs([logs], [TASK])
    for path, reason in found.skipped.items():
        if reason != "another task":
            Path(path).unlink(missing_ok=True)
    (logs / "logs.json").unlink(missing_ok=True)  # Inspect's copy of the headers, for its viewer
    rewritten = 0
    for header in found.logs:
        if FORGOTTEN not in (header.eval.metadata or {}):
            _replace(Path(header.location), _without_texts(read_eval_log(header.location)))
            rewritten += 1
    return rewritten


def _without_texts(log: EvalLog) -> EvalLog:
    about = dict(log.eval.metadata or {})
    places: dict[str, int] = {}
    samples = []
    for sample in log.samples or ():
        places[sample.metadata["profile"]] = sample.metadata["profile_index"]
        samples.append(_figures_of(sample))
    about["attributes"] = {
        forgotten_name(places[name]): keys for name, keys in about["attributes"].items() if name in places
    }
    return log.model_copy(
        update={
            "eval": log.eval.model_copy(update={"metadata": {**about, FORGOTTEN: True}}),
            "samples": samples,
            "reductions": None,
            "error": None,
        }
    )


def _figures_of(sample: EvalSample) -> EvalSample:
    from inspect_ai.log import EvalError, EvalSample

    error = None
    if sample.error is not None:
        error = EvalError(message=f"{error_kind(sample.error.message)}()", traceback="", traceback_ansi="")
    return EvalSample(
        id=sample.id,
        epoch=sample.epoch,
        input="",
        target="",
        metadata={**sample.metadata, "profile": forgotten_name(sample.metadata["profile_index"])},
        scores=None if sample.scores is None else {k: _score(v) for k, v in sample.scores.items()},
        model_usage=sample.model_usage,
        role_usage=sample.role_usage,
        error=error,
        limit=sample.limit,
        started_at=sample.started_at,
        completed_at=sample.completed_at,
        total_time=sample.total_time,
        working_time=sample.working_time,
        uuid=sample.uuid,
    )


def _score(score: Score) -> Score:
    """Without the sentences; why a sample has no score stays, in words of ours."""
    unscored = isinstance(score.value, float) and math.isnan(score.value)
    kept: dict[str, Any] = {key: value for key, value in (score.metadata or {}).items() if key in _FIGURES}
    return score.model_copy(
        update={
            "answer": None,
            "explanation": score.explanation if unscored else None,
            "metadata": kept,
            "history": [],
        }
    )


def _replace(path: Path, log: EvalLog) -> None:
    from inspect_ai.log import write_eval_log

    handle, name = tempfile.mkstemp(suffix=".eval", prefix=".", dir=path.parent)
    os.close(handle)
    part = Path(name)
    try:
        part.unlink()
        write_eval_log(log.model_copy(update={"location": str(part)}), str(part))
        part.chmod(0o600)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
