"""Inspect's logs read back, for both benchmarks: which of them count, and why a sample has no score.

Only finished logs count, and of a task's attempts only the newest: an attempt starts from what the one
before it had finished, so two of them hold the same samples twice.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tactful.errors import InputError
from tactful.runs import require

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog, EvalSample, EvalSampleSummary
    from inspect_ai.model import ModelUsage

    from tactful.terms import Usage

FINISHED = ("success", "error")
# ``RateLimitError("Error code: ...")``, or what gave up in its stead: ``RetryError(<Future ... raised X>)``.
_ERROR = re.compile(r"\s*(?:RetryError\(<Future[^>]* raised )?(?:[\w.]+\.)?([A-Za-z_]\w*)")
_STATUS = re.compile(r"Error code: (\d{3})")


@dataclass(frozen=True, slots=True)
class FoundLogs:
    """The headers of the logs to read, oldest first, and why other files are not: path -> reason."""

    logs: tuple[EvalLog, ...] = field(repr=False)
    skipped: Mapping[str, str]
    taken_over: tuple[str, ...] = ()
    """Paths of earlier attempts of the logs, finished or not."""

    def delete_taken_over(self) -> None:
        """Deletes the logs of earlier attempts: all that they hold is in the newer ones."""
        for path in self.taken_over:
            Path(path).unlink(missing_ok=True)


def find_logs(paths: Iterable[Path | str], tasks: Collection[str]) -> FoundLogs:
    """The finished logs of these tasks in files and folders (searched in depth), oldest first.

    ``InputError`` for a path that is not there or a log that cannot be read.
    """
    log = require("inspect_ai.log", extra="eval", purpose="reading logs")
    skipped: dict[str, str] = {}
    attempts: dict[str, str] = {}
    newest: dict[str, EvalLog] = {}
    for file in _files(paths):
        try:
            header: EvalLog = log.read_eval_log(str(file), header_only=True)
        except Exception as err:  # a zip, JSON or schema error, by the damage
            raise InputError(
                f"is no readable log ({type(err).__name__})", file=file, expected="an .eval file"
            ) from None
        if task_of(header, tasks) == "":
            skipped[str(file)] = "another task"
            continue
        attempts[str(file)] = header.eval.task_id
        if header.status not in FINISHED:
            skipped[str(file)] = f"not finished ({header.status})"
            continue
        earlier = newest.get(header.eval.task_id)
        if earlier is not None:
            older, header = sorted((header, earlier), key=_age)
            skipped[str(older.location)] = "an earlier attempt of the same task"
        newest[header.eval.task_id] = header
    logs = tuple(sorted(newest.values(), key=lambda each: (each.eval.created, each.location)))
    taken_over = tuple(path for path, task_id in attempts.items() if path in skipped and task_id in newest)
    return FoundLogs(logs, skipped, taken_over)


def task_of(header: EvalLog, tasks: Collection[str]) -> str:
    """Which of these tasks a log is of; "" for none."""
    names = (header.eval.task_registry_name or "", header.eval.task)
    return next((name for name in names if name in tasks), "")


def reopen(headers: Iterable[EvalLog], failed: Callable[[EvalSample], bool]) -> None:
    """Marks the samples that ``failed``, so that Inspect runs them again when the run is taken up."""
    from inspect_ai.log import ProvenanceData, invalidate_samples, read_eval_log, write_eval_log

    why = ProvenanceData(author="tactful", reason="failed; to be run again")
    for header in headers:
        log = read_eval_log(header.location)
        again = [each.uuid for each in log.samples or () if each.uuid is not None and failed(each)]
        if again:
            write_eval_log(invalidate_samples(log, again, why), header.location)


def unscored_reason(row: EvalSampleSummary | EvalSample, scorer: str) -> str | None:
    """Why a sample has no score of this scorer; None where it has one."""
    if row.error is not None:
        return f"error: {error_kind(row.error if isinstance(row.error, str) else row.error.message)}"
    if row.limit is not None:
        return "error: stopped at a limit"
    score = (row.scores or {}).get(scorer)
    if score is None:
        return "error: no score"
    if isinstance(score.value, float) and math.isnan(score.value):
        return score.explanation or score.reason or "unscored"
    return None


def error_kind(text: str) -> str:
    """The class of an error or its HTTP status: never its text, which may quote what was sent."""
    if status := _STATUS.match(text):
        return f"status {status[1]}"
    found = _ERROR.match(text)
    return "unknown" if found is None else found[1]


def used_tokens(used: ModelUsage | None) -> list[int]:
    """Input, cached input and output tokens, as Inspect counted them."""
    if used is None:
        return [0, 0, 0]
    return [used.input_tokens, used.input_tokens_cache_read or 0, used.output_tokens]


def add_usage(
    total: Usage, calls: int = 0, tokens: Sequence[int] = (0, 0, 0), cost: float | None = None
) -> Usage:
    """``total`` and more; a cost that is not known leaves it as it is."""
    read, cached, written = tokens
    return replace(
        total,
        calls=total.calls + calls,
        input_tokens=total.input_tokens + read,
        cached_tokens=total.cached_tokens + cached,
        output_tokens=total.output_tokens + written,
        cost=total.cost if cost is None else (total.cost or 0.0) + cost,
    )


def _files(paths: Iterable[Path | str]) -> Iterator[Path]:
    seen: set[Path] = set()
    for path in map(Path, paths):
        if not path.exists():
            raise InputError("is not there", file=path, expected="a run folder or an .eval file")
        for file in sorted(path.rglob("*.eval")) if path.is_dir() else [path]:
            if (resolved := file.resolve()) not in seen:
                seen.add(resolved)
                yield file


def _age(header: EvalLog) -> tuple[bool, str, float]:
    """What makes an attempt the newest: success first, then its start; of copies the one written last."""
    return header.status == "success", header.eval.created, Path(header.location).stat().st_mtime
