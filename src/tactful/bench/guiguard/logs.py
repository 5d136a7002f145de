"""Rows read back from Inspect's logs of the four tasks.

A task leaves one row a sample in its score's metadata, free of private values. Only finished logs count, and
of a task's attempts only the newest, since an attempt starts from what the one before it had finished. A
sample that ended in an error gets an unscored row (see `blanks`), so that it is in every count; its reason is
the kind of its error, never its words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tactful.bench.guiguard.blanks import BLANK, ENDED, Asked, filled
from tactful.bench.guiguard.run_settings import EVALUATIONS
from tactful.bench.logs import error_kind, find_logs, task_of

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog, EvalSample

TASKS: Mapping[str, str] = {f"tactful/guiguard_{name}": name for name in EVALUATIONS}
"""Inspect's name of a task -> the evaluation."""

# Fields of a logged sample that hold no row.
_UNREAD = {"events", "events_data", "messages", "store", "attachments", "timelines"}
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class LoggedRun:
    """One finished log: its rows, also unscored ones for samples in error, which ``errors`` has by kind.

    ``lost`` counts those that not even an unscored row stands for. ``usage`` is tokens by model (or
    ``role:model``): {"input", "cached", "output"}. ``left_out`` says why screens were no samples.
    """

    evaluation: str
    model: str
    rows: tuple[Row, ...] = field(repr=False)
    errors: Mapping[str, int]
    samples: int
    usage: Mapping[str, Mapping[str, int]]
    settings: Mapping[str, Any]
    source: str
    lost: int = 0
    left_out: Mapping[str, int] = field(default_factory=dict)
    data_sha256: str = ""


def read_logs(paths: Iterable[Path | str]) -> list[LoggedRun]:
    """The finished runs in folders of logs or ``.eval`` files; raises as `find_logs` does."""
    return [read_log(header) for header in find_logs(paths, TASKS).logs]


def read_log(header: EvalLog) -> LoggedRun:
    """The rows of one log from its header."""
    from inspect_ai.log import read_eval_log

    samples = read_eval_log(str(header.location), exclude_fields=set(_UNREAD)).samples or []
    metadata = header.eval.metadata or {}
    evaluation, asked = TASKS[task_of(header, TASKS)], _asked(header)
    rows: list[Row] = []
    errors = Counter[str]()
    lost = 0
    for sample in sorted(samples, key=lambda each: (str(each.id), each.epoch)):
        row = row_of(sample)
        if row is None:
            why = _why(sample)
            errors[why] += 1
            blank = (sample.metadata or {}).get(BLANK)
            if not isinstance(blank, dict):
                lost += 1
                continue
            row = filled(evaluation, blank, f"{ENDED} ({why})", asked, sample.epoch)
        rows.append(row)
    return LoggedRun(
        evaluation=evaluation,
        model=header.eval.model,
        rows=tuple(rows),
        errors=dict(errors),
        samples=len(samples),
        usage=_usage(header),
        settings=metadata.get("settings", {}),
        source=str(header.location),
        lost=lost,
        left_out=metadata.get("left_out", {}),
        data_sha256=str(metadata.get("data_sha256", "")),
    )


def _asked(header: EvalLog) -> Asked:
    roles = header.eval.model_roles or {}
    settings = (header.eval.metadata or {}).get("settings", {})
    judge = roles.get("judge")
    judges = judge if isinstance(judge, list) else [] if judge is None else [judge]
    return Asked(
        header.eval.model, "".join(each.model for each in judges[:1]), settings.get("convention", "")
    )


def row_of(sample: EvalSample) -> Row | None:
    """The row of a sample; None where it ended in an error, at a limit, or without a score."""
    if sample.error is not None or sample.limit is not None:
        return None
    for score in (sample.scores or {}).values():
        row = (score.metadata or {}).get("row")
        if isinstance(row, dict):
            return row
    return None


def _why(sample: EvalSample) -> str:
    if sample.error is not None:
        return error_kind(sample.error.message)
    return "stopped at a limit" if sample.limit is not None else "no score"


def _usage(header: EvalLog) -> dict[str, dict[str, int]]:
    stats = header.stats
    named = {**stats.model_usage, **{f"role {role}": used for role, used in stats.role_usage.items()}}
    return {
        name: {
            "input": used.input_tokens,
            "cached": used.input_tokens_cache_read or 0,
            "output": used.output_tokens,
        }
        for name, used in named.items()
    }
