"""Rows read back from Inspect's logs of the four tasks, and the summaries made of them.

A task leaves one row a sample in its score's metadata, free of private values. Only finished logs count, and
of a task's attempts only the newest. A sample without a row (of an older version, where it ended in an error)
is counted with the kind of its error, never its words.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tactful.bench.guiguard.evaluations import KINDS, TASKS, Row, Summary
from tactful.bench.guiguard.settings import GROUNDING
from tactful.bench.logs import error_kind, task_of, used_tokens

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog, EvalSample

# Fields of a logged sample that hold no row.
_UNREAD = {"events", "events_data", "messages", "store", "attachments", "timelines"}


@dataclass(frozen=True, slots=True)
class LoggedRun:
    """One finished log: its rows, in the order of its samples, and by kind the ``errors`` that left no row.

    ``usage`` is tokens by model (or ``role NAME``): {"input", "cached", "output"}. ``left_out`` says why
    screens were no samples.
    """

    evaluation: str
    model: str
    rows: tuple[Row, ...] = field(repr=False)
    errors: Mapping[str, int]
    samples: int
    usage: Mapping[str, Mapping[str, int]]
    arguments: Mapping[str, Any]
    source: str
    left_out: Mapping[str, int] = field(default_factory=dict)
    data_sha256: str = ""

    @property
    def lost(self) -> int:
        """How many samples no row stands for."""
        return sum(self.errors.values())


def read_log(header: EvalLog) -> LoggedRun:
    """The rows of one log from its header."""
    from inspect_ai.log import read_eval_log

    samples = read_eval_log(str(header.location), exclude_fields=set(_UNREAD)).samples or []
    metadata = header.eval.metadata or {}
    order = {str(name): at for at, name in enumerate(header.eval.dataset.sample_ids or ())}
    rows: list[Row] = []
    errors = Counter[str]()
    for sample in sorted(samples, key=lambda each: (order.get(str(each.id), len(order)), each.epoch)):
        row = row_of_sample(sample)
        if row is None:
            errors[_why(sample)] += 1
        else:
            rows.append(row)
    return LoggedRun(
        evaluation=TASKS[task_of(header, TASKS)],
        model=header.eval.model,
        rows=tuple(rows),
        errors=dict(errors),
        samples=len(samples),
        usage=_usage(header),
        arguments=header.eval.task_args_passed,
        source=str(header.location),
        left_out=metadata.get("left_out", {}),
        data_sha256=str(metadata.get("data_sha256", "")),
    )


def row_of_sample(sample: EvalSample) -> Row | None:
    """The row of a sample; None where it ended in an error or without a score."""
    if sample.error is not None:
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
    names = ("input", "cached", "output")
    return {name: dict(zip(names, used_tokens(used), strict=True)) for name, used in named.items()}


def summaries_of(logged: Sequence[LoggedRun], seed: int) -> dict[str, Summary]:
    """The summary of each evaluation that has rows; ``seed`` draws the intervals."""
    summaries: dict[str, Summary] = {}
    for name, kind in KINDS.items():
        rows = [row for run in logged if run.evaluation == name for row in run.rows]
        if rows:
            summaries[name] = kind.summarize(rows, seed)
    if GROUNDING in summaries:
        # Two logs of one data set leave out the same screens.
        left_out = [dict(run.left_out) for run in logged if run.evaluation == GROUNDING]
        summaries[GROUNDING]["left_out"] = max(left_out, key=lambda counts: sum(counts.values()))
    return summaries


def error_notes(logged: Sequence[LoggedRun]) -> list[str]:
    """What left no row, for the head of the report."""
    return [
        f"{run.model}, {run.evaluation}: {run.lost} of {run.samples} samples ended in an error: "
        f"{', '.join(f'{kind} ({n})' for kind, n in run.errors.items())}. They count as unscored."
        for run in logged
        if run.errors
    ]


def log_records(logged: Sequence[LoggedRun]) -> list[dict[str, Any]]:
    """The logs as a manifest has them."""
    return [
        {
            "evaluation": run.evaluation,
            "model": run.model,
            "log": Path(run.source).name,
            "samples": run.samples,
            "errors": dict(run.errors),
            "usage": {name: dict(used) for name, used in run.usage.items()},
        }
        for run in logged
    ]


def who_answered(run: LoggedRun) -> str:
    """What tells the evaluators of two logs apart: who answered, by the first row, in one text."""
    who = KINDS[run.evaluation].who
    return json.dumps([run.evaluation, *(run.rows[0].get(name) for name in who)], sort_keys=True)
