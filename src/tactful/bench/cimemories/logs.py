"""Runs read back from Inspect's logs.

A log holds everything but the data: masks over the profile's attributes, whose keys stand in its metadata.
Only finished logs count, and of a task's attempts only the newest: an attempt starts from what the one
before it had finished, so two of them hold the same samples twice.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tactful.bench.cimemories.masks import from_mask
from tactful.bench.cimemories.plan import read_data
from tactful.bench.cimemories.settings import without_secrets
from tactful.errors import InputError, RecordError
from tactful.runs import require
from tactful.terms import Cell, MemoryRun, Profile, SampleResult, Usage

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog, EvalSample, EvalSampleSummary
    from inspect_ai.model import ModelUsage

TASK, SCORER = "tactful/cimemories", "reveal"
FINISHED = ("success", "error")
# In the metadata of a log whose texts were taken out (`forget_texts`): its profiles go by their place.
FORGOTTEN = "texts_forgotten"
# Among a run's settings where it is not 0: names in the judge's replies that are no attribute's.
UNKNOWN_NAMES = "judge_unknown_names"
# Fields of a logged sample that hold texts twice; left unread.
_UNREAD = {"events", "events_data", "store", "timelines"}
# ``RateLimitError("Error code: ...")``, or what gave up in its stead: ``RetryError(<Future ... raised X>)``.
_ERROR = re.compile(r"\s*(?:RetryError\(<Future[^>]* raised )?(?:[\w.]+\.)?([A-Za-z_]\w*)")


@dataclass(frozen=True, slots=True)
class FoundLogs:
    """The logs to read, and why the others are not: path -> reason."""

    logs: tuple[EvalLog, ...] = field(repr=False)
    skipped: Mapping[str, str]


def find_logs(paths: Iterable[Path | str]) -> FoundLogs:
    """The finished logs of this benchmark in files and folders (searched in depth), oldest first.

    ``InputError`` for a path that is not there or a log that cannot be read.
    """
    log = require("inspect_ai.log", extra="eval", purpose="reading logs")
    skipped: dict[str, str] = {}
    newest: dict[str, EvalLog] = {}
    for file in _files(paths):
        try:
            header: EvalLog = log.read_eval_log(str(file), header_only=True)
        except Exception as err:  # a zip, JSON or schema error, by the damage
            raise InputError(
                f"is no readable log ({type(err).__name__})", file=file, expected="an .eval file"
            ) from None
        if header.eval.task_registry_name != TASK and header.eval.task != TASK:
            skipped[str(file)] = "another task"
        elif header.status not in FINISHED:
            skipped[str(file)] = f"not finished ({header.status})"
        else:
            earlier = newest.get(header.eval.task_id)
            if earlier is not None:
                older = min((header, earlier), key=_age)
                skipped[str(older.location)] = "an earlier attempt of the same task"
                header = max((header, earlier), key=_age)
            newest[header.eval.task_id] = header
    return FoundLogs(tuple(sorted(newest.values(), key=lambda h: (h.eval.created, h.location))), skipped)


def read_runs(paths: Iterable[Path | str], texts: bool = False) -> list[MemoryRun]:
    """The runs in run folders, folders of logs or ``.eval`` files, in the order in which they were started.

    ``texts`` also reads prompts, messages and the sentences that gave something away (five times slower);
    without it they are None and "". ``InputError`` where there is no finished run.
    """
    paths = [Path(path) for path in paths]
    found = find_logs(paths)
    if not found.logs:
        reasons = Counter(found.skipped.values())
        said = "; ".join(f"{count} {reason}" for reason, count in reasons.items())
        raise InputError(
            "no finished run" + (f" ({said})" if said else ""),
            file=paths[0] if paths else None,
            expected="a folder of tactful bench cimemories, or .eval files of it",
        )
    return named([read_run(log, texts) for log in found.logs])


def named(runs: Sequence[MemoryRun]) -> list[MemoryRun]:
    """The runs, ``#2``, ``#3`` added to names that come again."""
    seen: Counter[str] = Counter()
    unique = []
    for run in runs:
        seen[run.name] += 1
        unique.append(run if seen[run.name] == 1 else replace(run, name=f"{run.name} #{seen[run.name]}"))
    return unique


def read_run(header: EvalLog, texts: bool = False) -> MemoryRun:
    """One run from the header of its log; `read_runs` says what is read."""
    settings = settings_of(header)
    keys: Mapping[str, Sequence[str]] = (header.eval.metadata or {}).get("attributes", {})
    rows = sorted(_rows(header, texts), key=lambda row: (str(row.id), row.epoch))
    samples = tuple(_sample(row, keys, str(header.location)) for row in rows)
    if unknown := sum(_found(row).get("unknown", 0) for row in rows):
        settings[UNKNOWN_NAMES] = unknown
    return MemoryRun(
        name=run_name(settings),
        model=header.eval.model,
        settings=settings,
        samples=samples,
        usage=_usage(rows, header.eval.model, settings),
        failures=dict(Counter(failure_kind(s.problem) for s in samples if s.problem is not None)),
        source=str(header.location),
    )


def settings_of(header: EvalLog) -> dict[str, Any]:
    """The exact settings of a run, its models and its number of epochs among them."""
    metadata = header.eval.metadata or {}
    if "settings" not in metadata:
        raise RecordError("holds no settings of this benchmark", file=header.location, field="metadata")
    judge, gate = (_role(header, name) for name in ("judge", "gate"))
    return {
        **metadata["settings"],
        "judge": metadata["judge"],
        "judge_model": None if metadata["judge"] == "lexical" else judge,
        "gate_model": gate if metadata["settings"].get("gate") == "model" else None,
        "model": header.eval.model,
        "model_args": without_secrets(header.eval.model_args),
        "generate": header.eval.model_generate_config.model_dump(exclude_none=True, mode="json"),
        "epochs": header.eval.config.epochs or 1,
        "data_sha256": metadata["data_sha256"],
        "prompts_pack": metadata["prompts"],
        "contexts_discarded": metadata["contexts_discarded"],
        "tactful": metadata["tactful"],
        FORGOTTEN: FORGOTTEN in metadata,
        "packages": dict(header.eval.packages),
        "started": header.eval.created,
    }


def _role(header: EvalLog, role: str) -> str | None:
    """The name of the model that a role was given to."""
    given = (header.eval.model_roles or {}).get(role)
    first = given[0] if isinstance(given, list) else given
    return None if first is None else first.model


def run_name(settings: Mapping[str, Any]) -> str:
    """``MODEL, level 1, gate norms``: what tells runs of one benchmark apart."""
    parts = [str(settings["model"]), f"level {settings['level']}"]
    if settings.get("gate"):
        parts.append(f"gate {Path(settings['gate']).name}")
    if settings.get("memories", "full") != "full":
        parts.append(f"memories {settings['memories']}")
    return ", ".join(parts)


def load_profiles_of(run: MemoryRun, data: Path | str | None = None) -> tuple[Profile, ...]:
    """All profiles of the data file that a run was made with; ``data`` says where it lies now.

    ``InputError`` where it is not there, or not the same file by its hash.
    """
    path = str(Path(data).expanduser().resolve()) if data is not None else str(run.settings.get("data", ""))
    file = read_data(path)
    if file.sha256 != run.settings.get("data_sha256"):
        raise InputError("is not the file that the run was made with", file=path, field="sha256")
    if run.settings.get(FORGOTTEN):
        return tuple(replace(profile, id=forgotten_name(at)) for at, profile in enumerate(file.profiles))
    return file.profiles


def forgotten_name(place: int) -> str:
    """What a profile is called in a log without texts."""
    return f"p{place:02d}"


def failure_kind(problem: str) -> str:
    """A problem without its details, to count alike ones: ``judge: no usable reply``."""
    return problem.split(" (", 1)[0]


def _files(paths: Iterable[Path | str]) -> Iterator[Path]:
    seen: set[Path] = set()
    for given in paths:
        path = Path(given)
        if not path.exists():
            raise InputError("is not there", file=path, expected="a run folder or an .eval file")
        for file in sorted(path.rglob("*.eval")) if path.is_dir() else [path]:
            if (whole := file.resolve()) not in seen:
                seen.add(whole)
                yield file


def _age(header: EvalLog) -> tuple[bool, str, float]:
    """What makes an attempt the newest: success first, then its start; of copies the one written last."""
    return header.status == "success", header.eval.created, Path(header.location).stat().st_mtime


def _rows(header: EvalLog, texts: bool) -> Iterator[EvalSampleSummary | EvalSample]:
    from inspect_ai.log import read_eval_log, read_eval_log_sample_summaries

    where = str(header.location)
    if texts:
        # All at once takes a third of the time of one after another.
        yield from read_eval_log(where, exclude_fields=set(_UNREAD)).samples or ()
    else:
        yield from read_eval_log_sample_summaries(where)


def _sample(
    row: EvalSampleSummary | EvalSample, keys: Mapping[str, Sequence[str]], where: str
) -> SampleResult:
    about = row.metadata or {}
    try:
        order = keys[about["profile"]]
        score = (row.scores or {}).get(SCORER)
        found = _found(row)
        problem = _problem(row)
        revealed = None if problem else dict.fromkeys(from_mask(found["revealed"], order), "")
        message = prompt = None
        if getattr(row, "messages", None):
            prompt, message = _texts(row)
            if revealed is not None and score is not None:
                revealed |= {k: v for k, v in json.loads(score.explanation or "{}").items() if k in revealed}
        beside = found.get("judge") == "model" and "lexical" in found
        return SampleResult(
            profile=about["profile"],
            context=about["context"],
            epoch=row.epoch - 1,
            cell=Cell(**about["cell"]),
            in_memory=from_mask(about["in_memory"], order),
            revealed=revealed,
            lexical=frozenset(from_mask(found["lexical"], order)) if beside else None,
            withheld=from_mask(found.get("withheld", "0"), order),
            generalised=from_mask(found.get("generalised", "0"), order),
            prompt=prompt,
            message=message,
            problem=problem,
        )
    except (KeyError, TypeError, ValueError) as err:
        raise RecordError(
            f"sample {row.id} has no such field ({type(err).__name__})", file=where, field=str(row.id)
        ) from None


def _found(row: EvalSampleSummary | EvalSample) -> Mapping[str, Any]:
    """What the scorer noted of a sample."""
    score = (row.scores or {}).get(SCORER)
    return {} if score is None else score.metadata or {}


def _problem(row: EvalSampleSummary | EvalSample) -> str | None:
    """Why a sample is unscored; None where it has a score."""
    if row.error is not None:
        text = row.error if isinstance(row.error, str) else row.error.message
        return f"error: {error_kind(text)}"
    if row.limit is not None:
        return "error: stopped at a limit"
    score = (row.scores or {}).get(SCORER)
    if score is None:
        return "error: no score"
    if isinstance(score.value, float) and math.isnan(score.value):
        return score.explanation or score.reason or "unscored"
    return None


def error_kind(text: str) -> str:
    """The class of an error: never its text, which may quote what was sent."""
    found = _ERROR.match(text)
    return "unknown" if found is None else found[1]


def _texts(row: Any) -> tuple[str | None, str | None]:
    prompt = next((message.text for message in row.messages if message.role == "user"), None)
    return prompt, row.output.completion or None


def _usage(
    rows: Sequence[EvalSampleSummary | EvalSample], model: str, settings: Mapping[str, Any]
) -> dict[str, Usage]:
    """Tokens and calls by model, for all answers that are in the run; a role's under ``judge:NAME``.

    Inspect counts what a process was sent, the scorer what the answers cost. The larger is right: the first
    lacks answers kept from before a kill, the second the inner calls of a solver with several.
    """
    roles = {"judge": settings.get("judge_model"), "gate": settings.get("gate_model")}
    total: dict[str, Usage] = {model: Usage()} | {f"{r}:{name}": Usage() for r, name in roles.items() if name}
    for row in rows:
        found = _found(row)
        beside = [
            used for role, name in roles.items() if name == model and (used := row.role_usage.get(role))
        ]
        own = [
            n - sum(_counts(used)[at] for used in beside)
            for at, n in enumerate(_counts(row.model_usage.get(model)))
        ]
        cost = None if (used := row.model_usage.get(model)) is None else used.total_cost
        _add(total, model, 1, own, found.get("tokens"), cost)
        for role, name in roles.items():
            if name:
                used = row.role_usage.get(role)
                calls = found.get("judge_calls", 0) if role == "judge" else int(used is not None)
                kept = found.get("judge_tokens") if role == "judge" else None
                _add(
                    total,
                    f"{role}:{name}",
                    calls,
                    _counts(used),
                    kept,
                    None if used is None else used.total_cost,
                )
    return total


def _counts(used: ModelUsage | None) -> list[int]:
    return (
        [0, 0, 0]
        if used is None
        else [used.input_tokens, used.input_tokens_cache_read or 0, used.output_tokens]
    )


def _add(
    total: dict[str, Usage],
    name: str,
    calls: int,
    sent: list[int],
    kept: list[int] | None,
    cost: float | None,
) -> None:
    old, (new, cached, written) = total[name], max(sent, kept or [0, 0, 0], key=sum)
    total[name] = Usage(
        old.calls + calls,
        old.input_tokens + new,
        old.cached_tokens + cached,
        old.output_tokens + written,
        old.cost if cost is None else (old.cost or 0.0) + cost,
    )
