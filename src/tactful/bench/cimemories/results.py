"""Runs read back from where they lie: Inspect's logs, run folders, results files of the public script.

A log holds everything but the data: masks over the profile's attributes, whose keys stand in its metadata.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tactful.bench.cimemories.plan import from_mask, read_memory_data
from tactful.bench.logs import add_usage, find_logs, unscored_reason, used_tokens
from tactful.bench.models import without_secrets
from tactful.errors import InputError, RecordError
from tactful.formats import read_results
from tactful.runs import file_sha256
from tactful.score import thoughts_of
from tactful.terms import Cell, MemoryRun, Problem, Profile, SampleResult, Usage

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog, EvalSample, EvalSampleSummary
    from inspect_ai.model import ModelConfig, ModelOutput

    Row = EvalSampleSummary | EvalSample

TASK, SCORER = "tactful/cimemories", "reveal"
# In the metadata of a log whose texts were taken out (`forget_texts`): its profiles go by their place.
FORGOTTEN = "texts_forgotten"
# Among a run's settings where it is not 0: names in the judge's replies that are no attribute's.
UNKNOWN_NAMES = "judge_unknown_names"
RESULTS = ".jsonl"
# How a judge draws its replies: what a reader must know to repeat them.
_SAMPLING = {"temperature", "max_tokens", "top_p", "reasoning_effort"}
# Fields of a logged sample that hold texts twice; left unread.
_UNREAD = {"events", "events_data", "store", "timelines"}


@dataclass(frozen=True, slots=True)
class RunData:
    """A run and the profiles it was made with (all of the data file's); the file's hash where it is known.

    ``notes`` are sentences that a reader of the run's figures must know.
    """

    run: MemoryRun
    profiles: tuple[Profile, ...] = field(repr=False)
    sha256: str | None = None
    notes: tuple[str, ...] = ()


def read_run_data(
    paths: Sequence[Path | str], *, data: Path | str | None = None, texts: bool = True
) -> tuple[list[RunData], list[Problem]]:
    """Every run in ``.eval`` files, folders of them, and results files, with the profiles they rest on.

    ``data`` says where the profiles of the logs lie now, where they have moved. ``texts`` also reads the
    sentences that gave something away. Problems are lines of results files that could not be used. Raises
    ``InputError`` where nothing can be read, or the data is another file than the run was made with.
    """
    files = [Path(path) for path in paths]
    if not files:
        raise InputError("nothing to read", field="LOGS", expected=".eval files, run folders, results.jsonl")
    logs = [path for path in files if path.suffix != RESULTS]
    runs = [with_profiles(run, data) for run in read_runs(logs, texts=texts)] if logs else []
    problems: list[Problem] = []
    for path in files:
        if path.suffix == RESULTS:
            imported, odd = _of_results(path, texts)
            runs.append(imported)
            problems += odd
    # In the order of the paths; within one, a model's levels and gates stand together.
    models = list(dict.fromkeys(each.run.model for each in runs))
    runs.sort(
        key=lambda each: (_place(each.run.source, files), models.index(each.run.model), _variant(each.run))
    )
    return runs, problems


def read_runs(paths: Iterable[Path | str], texts: bool = False) -> list[MemoryRun]:
    """The runs in run folders, folders of logs or ``.eval`` files, in the order in which they were started.

    ``texts`` also reads prompts, messages and the sentences that gave something away (five times slower);
    without it they are None and "". ``InputError`` where there is no finished run.
    """
    paths = [Path(path) for path in paths]
    found = find_logs(paths, [TASK])
    if not found.logs:
        reasons = "; ".join(f"{count} {reason}" for reason, count in Counter(found.skipped.values()).items())
        raise InputError(
            "no finished run" + (f" ({reasons})" if reasons else ""),
            file=paths[0] if paths else None,
            expected="a folder of tactful bench cimemories, or .eval files of it",
        )
    return named([read_run(header, texts) for header in found.logs])


def named(runs: Sequence[MemoryRun]) -> list[MemoryRun]:
    """The runs, ``#2``, ``#3`` added to names that come again."""
    names = unique([run.name for run in runs])
    return [replace(run, name=name) for run, name in zip(runs, names, strict=True)]


def unique(names: Sequence[str]) -> list[str]:
    """The names, with ``#2``, ``#3`` added where one comes again."""
    seen: Counter[str] = Counter()
    out = []
    for name in names:
        seen[name] += 1
        out.append(name if seen[name] == 1 else f"{name} #{seen[name]}")
    return out


def with_profiles(run: MemoryRun, data: Path | str | None = None) -> RunData:
    """A run with the profiles of its data file, which must be the very file it was made with."""
    sha256 = run.settings.get("data_sha256")
    return RunData(run, load_profiles_of(run, data), None if sha256 is None else str(sha256))


def load_profiles_of(run: MemoryRun, data: Path | str | None = None) -> tuple[Profile, ...]:
    """All profiles of the data file that a run was made with; ``data`` says where it lies now.

    ``InputError`` where it is not there, or not the same file by its hash.
    """
    path = str(Path(data).expanduser().resolve()) if data is not None else str(run.settings.get("data", ""))
    file = read_memory_data(path)
    if file.sha256 != run.settings.get("data_sha256"):
        raise InputError("is not the file that the run was made with", file=path, field="sha256")
    if run.settings.get(FORGOTTEN):
        return tuple(replace(profile, id=forgotten_name(at)) for at, profile in enumerate(file.profiles))
    return file.profiles


def forgotten_name(place: int) -> str:
    """What a profile is called in a log without texts."""
    return f"p{place:02d}"


def source_hashes(runs: Sequence[RunData]) -> list[dict[str, Any]]:
    """The file, size and sha256 of every log and results file that the runs came from."""
    sources = [Path(name) for name in dict.fromkeys(data.run.source for data in runs if data.run.source)]
    return [
        {"file": path.name, "bytes": path.stat().st_size, "sha256": file_sha256(path)} for path in sources
    ]


def _variant(run: MemoryRun) -> tuple[str, bool, str]:
    gate = run.settings.get("gate")
    return str(run.settings.get("level", "")), gate is not None, str(gate)


def _place(source: str, paths: Sequence[Path]) -> int:
    """Which of the paths given a run came from: reports keep the user's order."""
    path = Path(source)
    hits = (at for at, one in enumerate(paths) if path == one or one.resolve() in path.resolve().parents)
    return next(hits, len(paths))


def _of_results(path: Path, texts: bool) -> tuple[RunData, list[Problem]]:
    """An imported results file as a run. Its model and settings are unknown, its name is the file's."""
    file = read_results(path, texts=texts)
    if not file.samples:
        raise InputError("holds no trials", file=path, expected="results of a run, not bare profiles")
    name = path.stem if path.stem != "results" else f"{path.resolve().parent.name}/{path.stem}"
    run = MemoryRun(
        name=name,
        model=name,
        settings={"imported": path.name},
        samples=file.samples,
        failures=dict(Counter(sample.problem for sample in file.samples if sample.problem is not None)),
        source=str(path),
    )
    notes: tuple[str, ...] = ()
    if file.silent:
        note = (
            f"{name}: {file.silent} messages reveal nothing, with an empty explanation. In a file of the "
            "public script that may also be a judge's reply that did not parse; they count as scored."
        )
        notes = (note,)
    return RunData(run, file.profiles, None, notes), list(file.problems)


def read_run(header: EvalLog, texts: bool = False) -> MemoryRun:
    """One run from the header of its log; `read_runs` says what is read."""
    settings = _settings_of(header)
    keys: Mapping[str, Sequence[str]] = (header.eval.metadata or {}).get("attributes", {})
    rows = sorted(_rows(header, texts), key=lambda row: (str(row.id), row.epoch))
    samples = tuple(_sample(row, keys, str(header.location)) for row in rows)
    if unknown := sum(_noted(row).get("unknown", 0) for row in rows):
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


def _settings_of(header: EvalLog) -> dict[str, Any]:
    """The exact settings of a run, its models and its number of epochs among them."""
    metadata = header.eval.metadata or {}
    if "settings" not in metadata:
        raise RecordError("holds no settings of this benchmark", file=header.location, field="metadata")
    judge, gate = (_role(header, name) for name in ("judge", "gate"))
    judging = None if judge is None else judge.config.model_dump(include=_SAMPLING, exclude_none=True)
    return {
        **metadata["settings"],
        "judge": metadata["judge"],
        "judge_model": None if metadata["judge"] == "lexical" or judge is None else judge.model,
        **({"judge_generate": judging} if judging else {}),
        "gate_model": gate.model if gate and metadata["settings"].get("gate") == "model" else None,
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


def _role(header: EvalLog, role: str) -> ModelConfig | None:
    """The model that a role was given to."""
    models = (header.eval.model_roles or {}).get(role)
    return models[0] if isinstance(models, list) else models


def run_name(settings: Mapping[str, Any]) -> str:
    """``MODEL, level 1, gate norms``: what tells runs of one benchmark apart."""
    parts = [str(settings["model"]), f"level {settings['level']}"]
    if settings.get("gate"):
        parts.append(f"gate {Path(settings['gate']).name}")
    if settings.get("memories", "full") != "full":
        parts.append(f"memories {settings['memories']}")
    return ", ".join(parts)


def failure_kind(problem: str) -> str:
    """A problem without its details, to count alike ones: ``judge: no usable reply``."""
    return problem.split(" (", 1)[0]


def _rows(header: EvalLog, texts: bool) -> Iterator[Row]:
    from inspect_ai.log import read_eval_log, read_eval_log_sample_summaries

    if texts:
        # All at once takes a third of the time of one after another.
        yield from read_eval_log(str(header.location), exclude_fields=set(_UNREAD)).samples or ()
    else:
        yield from read_eval_log_sample_summaries(str(header.location))


def _noted(row: Row) -> Mapping[str, Any]:
    """What the scorer noted of a sample."""
    score = (row.scores or {}).get(SCORER)
    return {} if score is None else score.metadata or {}


def _sample(row: Row, keys: Mapping[str, Sequence[str]], where: str) -> SampleResult:
    about = row.metadata or {}
    try:
        order = keys[about["profile"]]
        noted = _noted(row)
        problem = unscored_reason(row, SCORER)
        revealed = None if problem else dict.fromkeys(from_mask(noted["revealed"], order), "")
        message = prompt = trace = None
        if messages := getattr(row, "messages", None):
            prompt = next((each.text for each in messages if each.role == "user"), None)
            message = row.output.completion or None  # type: ignore[union-attr]
            trace = _trace(row.output)  # type: ignore[union-attr]
            if revealed is not None:
                sentences = json.loads((row.scores or {})[SCORER].explanation or "{}")
                revealed |= {key: sentences[key] for key in revealed if key in sentences}
        both_judged = noted.get("judge") == "model" and "lexical" in noted
        return SampleResult(
            profile=about["profile"],
            context=about["context"],
            epoch=row.epoch - 1,
            cell=Cell(**about["cell"]),
            in_memory=from_mask(about["in_memory"], order),
            revealed=revealed,
            lexical=frozenset(from_mask(noted["lexical"], order)) if both_judged else None,
            withheld=from_mask(noted.get("withheld", "0"), order),
            generalised=from_mask(noted.get("generalised", "0"), order),
            prompt=prompt,
            message=message,
            problem=problem,
            trace=trace,
        )
    except (KeyError, TypeError, ValueError) as err:
        raise RecordError(
            f"sample {row.id} has no such field ({type(err).__name__})", file=where, field=str(row.id)
        ) from None


def _trace(output: ModelOutput) -> str | None:
    """What the model thought before its message, where its provider tells it or the text holds it."""
    content = output.choices[0].message.content if output.choices else ""
    if isinstance(content, str):
        return thoughts_of(content)
    told = [
        part.summary or "" if part.redacted else part.reasoning
        for part in content
        if part.type == "reasoning"
    ]
    return "\n\n".join(filter(None, told)) or thoughts_of(output.completion)


def _usage(rows: Sequence[Row], model: str, settings: Mapping[str, Any]) -> dict[str, Usage]:
    """Tokens and calls by model, for all answers that are in the run; a role's under ``judge:NAME``.

    Inspect counts what a process was sent, the scorer what the answers cost. The larger is right: the first
    lacks answers kept from before a kill, the second the inner calls of a solver with several.
    """
    named = {"judge": settings.get("judge_model"), "gate": settings.get("gate_model")}
    roles = {role: name for role, name in named.items() if name}
    total = {model: Usage()} | {f"{role}:{name}": Usage() for role, name in roles.items()}
    for row in rows:
        noted, used = _noted(row), row.model_usage.get(model)
        sent = used_tokens(used)
        for role, name in roles.items():
            beside = row.role_usage.get(role)
            if name == model:  # Inspect counts a role's calls among the model's own
                sent = [n - more for n, more in zip(sent, used_tokens(beside), strict=True)]
            calls = noted.get("judge_calls", 0) if role == "judge" else int(beside is not None)
            kept = noted.get("judge_tokens") if role == "judge" else None
            tokens = max(used_tokens(beside), kept or [0, 0, 0], key=sum)
            cost = None if beside is None else beside.total_cost
            total[f"{role}:{name}"] = add_usage(total[f"{role}:{name}"], calls, tokens, cost)
        tokens = max(sent, noted.get("tokens") or [0, 0, 0], key=sum)
        total[model] = add_usage(total[model], 1, tokens, None if used is None else used.total_cost)
    return total
