"""What one run consists of: its settings, and the samples they ask for.

One real sample: profile 0, context 7 ("Landlord", "requesting repairs"), all memories: the id ``p00.c07``.
Definitions 3.1 and 3.2 of CIMemories need every kept context of a profile, n messages each; n is Inspect's
epochs, so it is no part of the plan.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tactful.bench.cimemories.masks import from_mask, row_mask, to_mask
from tactful.bench.cimemories.messages import applies, cells, compose, memory_lines, message_prompt
from tactful.bench.cimemories.own_norms import refuse_own_norms
from tactful.errors import InputError
from tactful.formats import ProfilesFile, read_profiles, require_labels
from tactful.models import PromptPack, load_pack
from tactful.score import kept, needs
from tactful.terms import Cell, Context, Need, Profile

JUDGES = ("auto", "model", "lexical")
RULES = ("corrected", "as_published")
_MOST = 1_000_000  # no data has more profiles or contexts


@dataclass(frozen=True, slots=True)
class MemorySettings:
    """Everything that decides what is asked and how it is judged, but the models and the number of epochs.

    ``rule`` is the metrics' variant, ``protocol`` the prompts' (memory lines and recipient as the reference
    writes them). ``profiles`` and ``contexts`` choose by index, None means all. ``discarded`` also runs the
    contexts that no metric counts. ``data`` is an absolute path.
    """

    data: str
    judge: str = "auto"
    level: str = "1"
    prompts: str = "tactful"
    labels: str = "combined"
    rule: str = "corrected"
    protocol: str = "corrected"
    memories: str = "full"
    step: int | None = None
    draws: int = 1
    gate: str | None = None
    profiles: tuple[int, ...] | None = None
    contexts: tuple[int, ...] | None = None
    seed: int = 0
    prefilter: bool = False
    discarded: bool = False
    cache: bool = False

    @classmethod
    def of(cls, data: str, **given: Any) -> MemorySettings:
        """Settings from values as a command line gives them; ``InputError`` names the one that is wrong."""
        known = {f.name for f in fields(cls)}
        values = {key: value for key, value in given.items() if key in known}
        values["data"] = str(Path(data).expanduser().resolve())
        values["level"] = str(values.get("level", "1"))
        for name in ("rule", "protocol"):
            values[name] = str(values.get(name, "corrected")).replace("-", "_")
            _one_of(name, values[name], RULES)
        _one_of("judge", values.get("judge", "auto"), JUDGES)
        for name in ("profiles", "contexts"):
            values[name] = _indices(name, values.get(name))
        values["gate"] = _gate(values.get("gate"))
        return cls(**values)

    def to_json(self) -> dict[str, Any]:
        """As JSON, in the order of the fields."""
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self)}


@dataclass(frozen=True, slots=True)
class ProfilePlan:
    """One profile with its labels (T, A) under the run's rule, which contexts count (T,), and its lines."""

    index: int
    profile: Profile
    needs: NDArray[np.int8] = field(repr=False)
    kept: NDArray[np.bool_] = field(repr=False)
    lines: Mapping[str, str] = field(repr=False)

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(attribute.key for attribute in self.profile.attributes)

    @property
    def task_of(self) -> list[int]:
        """For every context the first one with the same task: the public script groups by task."""
        first: dict[str, int] = {}
        return [first.setdefault(context.task, at) for at, context in enumerate(self.profile.contexts)]


@dataclass(frozen=True, slots=True)
class PlannedSample:
    """One message to be written: which profile, context and cell, and which attributes are in the memory."""

    id: str
    plan: ProfilePlan = field(repr=False)
    context_index: int
    cell: Cell
    keys: tuple[str, ...] = field(repr=False)

    @property
    def context(self) -> Context:
        return self.plan.profile.contexts[self.context_index]

    def metadata(self, data_sha256: str, rule: str) -> dict[str, Any]:
        """What the log keeps of a sample: below 1 kB, so that log summaries have it all.

        ``task`` numbers what `completeness` averages over: contexts, or, as published, tasks by their text.
        """
        task = self.plan.task_of[self.context_index] if rule == "as_published" else self.context_index
        row = self.plan.needs[self.context_index]
        if not self.plan.kept[self.context_index]:
            row = np.zeros_like(row)  # no figure counts a context that the labels discard
        return {
            "profile": self.plan.profile.id,
            "profile_index": self.plan.index,
            "context": self.context_index,
            "task": task,
            "cell": {"kind": self.cell.kind, "size": self.cell.size, "draw": self.cell.draw},
            "attributes": len(self.plan.keys),
            "in_memory": to_mask(self.keys, self.plan.keys),
            "necessary": row_mask(row == Need.NECESSARY),
            "private": row_mask(row == Need.PRIVATE),
            "data": data_sha256[:16],
        }


@dataclass(frozen=True, slots=True)
class MemoryPlan:
    """A run's samples in order: profile by profile, so that prompt caches of providers stay warm."""

    settings: MemorySettings
    sha256: str
    pack: PromptPack = field(repr=False)
    profiles: tuple[ProfilePlan, ...] = field(repr=False)
    samples: tuple[PlannedSample, ...] = field(repr=False)
    discarded: int = 0

    def prompt(self, sample: PlannedSample) -> str:
        """The prompt of a sample, as it is without a gate."""
        plan, settings = sample.plan, self.settings
        return message_prompt(
            self.pack,
            settings.level,
            plan.profile,
            sample.context,
            sample.keys,
            lines=plan.lines,
            rule=settings.protocol,
        )


@dataclass(frozen=True, slots=True)
class Located:
    """A logged sample found again in its data: ``lines`` are those of the attributes in its memory."""

    profile: Profile
    context: Context
    all_keys: tuple[str, ...] = field(repr=False)
    lines: Mapping[str, str] = field(repr=False)


@functools.lru_cache(maxsize=4)
def _read(path: str, _size: int, _changed: int) -> ProfilesFile:
    file = read_profiles(Path(path))
    for index, profile in enumerate(file.profiles):
        texts = [profile.id, *(text for a in profile.attributes for text in (a.key, a.statement, a.domain))]
        texts += [text for context in profile.contexts for text in (context.recipient, context.task)]
        if any("\ud800" <= sign <= "\udfff" for text in texts for sign in text):
            raise InputError(
                "half of a surrogate pair", file=path, field=f"profile {index}", expected="text in UTF-8"
            )
    return file


def read_data(data: str) -> ProfilesFile:
    """The profiles of a file, read once a process unless the file changes."""
    try:
        stat = Path(data).stat()
    except OSError as err:
        raise InputError(f"cannot be read ({err.strerror})", file=data) from None
    return _read(data, stat.st_size, stat.st_mtime_ns)


@functools.lru_cache(maxsize=8)
def _profile_plans(
    data: str, size: int, changed: int, labels: str, rule: str, protocol: str
) -> tuple[ProfilePlan, ...]:
    plans = []
    profiles = _read(data, size, changed).profiles
    require_labels(profiles, labels, file=Path(data))
    for index, profile in enumerate(profiles):
        table = needs(profile, labels, rule)
        plans.append(ProfilePlan(index, profile, table, kept(table), memory_lines(profile, protocol)))
    return tuple(plans)


def profile_plans(settings: MemorySettings) -> tuple[ProfilePlan, ...]:
    """Every profile of the data with its labels, whether the run uses it or not."""
    read_data(settings.data)
    stat = Path(settings.data).stat()
    return _profile_plans(
        settings.data, stat.st_size, stat.st_mtime_ns, settings.labels, settings.rule, settings.protocol
    )


@functools.lru_cache(maxsize=8)
def _lines(data: str, size: int, changed: int, protocol: str) -> tuple[Mapping[str, str], ...]:
    return tuple(memory_lines(profile, protocol) for profile in _read(data, size, changed).profiles)


def profile_lines(data: str, protocol: str) -> tuple[Mapping[str, str], ...]:
    """The memory lines of every profile of the data, by key."""
    stat = Path(data).stat()
    return _lines(data, stat.st_size, stat.st_mtime_ns, protocol)


def locate(metadata: Mapping[str, Any], data: str, protocol: str) -> Located:
    """The profile, context and memory that a sample's metadata names.

    ``InputError`` where the file is not the one that the sample was made from.
    """
    file = read_data(data)
    if not file.sha256.startswith(str(metadata["data"])):
        raise InputError("is not the file that the log was made from", file=data)
    profile = file.profiles[metadata["profile_index"]]
    lines = profile_lines(data, protocol)[metadata["profile_index"]]
    keys = tuple(attribute.key for attribute in profile.attributes)
    chosen = from_mask(metadata["in_memory"], keys)
    context = profile.contexts[metadata["context"]]
    return Located(profile, context, keys, {key: lines[key] for key in chosen})


def make_plan(settings: MemorySettings) -> MemoryPlan:
    """The samples that the settings ask for.

    ``InputError`` where there is nothing to run: an index that the data lacks, or labels that discard every
    context (section 4.1.2 drops contexts without a necessary or without a private attribute).
    """
    pack = load_pack(settings.prompts)
    pack.template("task_solving", settings.level)
    everything = profile_plans(settings)
    refuse_own_norms(settings.gate, [plan.profile for plan in everything], settings.data)
    plans = chosen("profiles", settings.profiles, everything)
    asked = [plan.needs if settings.discarded else plan.needs[plan.kept] for plan in plans]
    grid = cells(settings.memories, asked, settings.step, settings.draws)
    samples: list[PlannedSample] = []
    discarded = 0
    for plan in plans:
        numbers = chosen("contexts", settings.contexts, range(len(plan.profile.contexts)))
        for context in numbers:
            counts = bool(plan.kept[context])
            discarded += not counts
            if counts or settings.discarded:
                samples += _samples(plan, context, grid, settings.seed)
    if not samples:
        raise InputError(
            "no context to run: the labels leave none with both necessary and private attributes",
            file=settings.data,
            field=f"labels {settings.labels}",
            expected="a labelled file, or discarded=true to run them all",
        )
    sha256 = read_data(settings.data).sha256
    return MemoryPlan(settings, sha256, pack, tuple(plans), tuple(samples), discarded)


def _samples(plan: ProfilePlan, context: int, grid: Sequence[Cell], seed: int) -> list[PlannedSample]:
    row = plan.needs[context]
    name = f"p{plan.index:02d}.c{context:02d}"
    sizes = sorted({cell.size for cell in grid if cell.size is not None})
    before = {larger: smaller for smaller, larger in itertools.pairwise(sizes)}
    return [
        PlannedSample(
            name if cell.kind == "full" else f"{name}.{cell.name}",
            plan,
            context,
            cell,
            compose(plan.profile, context, row, cell, seed),
        )
        for cell in grid
        if applies(cell, row, None if cell.size is None else before.get(cell.size))
    ]


def chosen(name: str, indices: tuple[int, ...] | None, everything: Sequence[Any]) -> list[Any]:
    """Those at the indices, in order, each once; all for None. ``InputError`` names an index that is not."""
    if indices is None:
        return list(everything)
    if outside := [index for index in indices if not 0 <= index < len(everything)]:
        raise InputError(f"no index {outside[0]}", field=name, expected=f"0 to {len(everything) - 1}")
    return [everything[index] for index in sorted(set(indices))]


def _indices(name: str, value: Any) -> tuple[int, ...] | None:
    """One index, a list of them, or text such as ``0,3,7`` or ``0-4``."""
    if value is None or value == "":
        return None
    parts = value if isinstance(value, (list, tuple)) else str(value).split(",")
    found: list[int] = []
    try:
        for part in parts:
            first, _, last = str(part).strip().partition("-")
            if int(last or first) > _MOST:
                raise ValueError
            found += range(int(first), int(last or first) + 1)
    except ValueError:
        raise InputError("not indices", field=name, expected="such as 0,3,7 or 0-4") from None
    return tuple(found)


def _gate(name: Any) -> str | None:
    """A gate's name, or the whole path of its file."""
    if name in (None, "", "none"):
        return None
    file = Path(str(name)).expanduser()
    return str(file.resolve()) if file.suffix in (".yaml", ".yml", ".npz") else str(name)


def _one_of(name: str, value: Any, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise InputError(f"unknown {name} '{value}'", field=name, expected=" or ".join(allowed))


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
