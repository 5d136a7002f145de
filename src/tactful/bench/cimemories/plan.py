"""What one run consists of: the data, and the samples that its settings ask for.

One real sample: profile 0, context 7 ("Landlord", "requesting repairs"), all memories: the id ``p00.c07``.
Definitions 3.1 and 3.2 of CIMemories need every kept context of a profile, n messages each; n is Inspect's
epochs, so it is no part of the plan. Sets of attributes stand in the log as hexadecimal masks: log summaries
can hold those of a long list.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from tactful.bench.cimemories.messages import applies, cells, compose, memory_lines, message_prompt
from tactful.bench.cimemories.settings import MODEL_GATE, MemorySettings, indices
from tactful.errors import InputError, RecordError
from tactful.formats import ProfilesFile, read_profiles, require_labels
from tactful.memory import get_gate
from tactful.models import PromptPack, load_pack
from tactful.runs import file_sha256
from tactful.score import kept, needs
from tactful.terms import Cell, Context, Need, Profile

T = TypeVar("T")


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
        plan, level, rule = sample.plan, self.settings.level, self.settings.protocol
        return message_prompt(
            self.pack, level, plan.profile, sample.context, sample.keys, lines=plan.lines, rule=rule
        )


@dataclass(frozen=True, slots=True)
class Located:
    """A logged sample found again in its data: ``lines`` are those of the attributes in its memory."""

    profile: Profile
    context: Context
    all_keys: tuple[str, ...] = field(repr=False)
    lines: Mapping[str, str] = field(repr=False)


def read_memory_data(data: str) -> ProfilesFile:
    """The profiles of a file, read once a process unless the file changes."""
    return _read(*_version(data))


def profile_plans(settings: MemorySettings, labelled: bool = True) -> tuple[ProfilePlan, ...]:
    """Every profile of the data with its labels, whether the run uses it or not."""
    labels = settings.labels if labelled else None
    return _profile_plans(*_version(settings.data), labels, settings.rule, settings.protocol)


def profile_lines(data: str, protocol: str) -> tuple[Mapping[str, str], ...]:
    """The memory lines of every profile of the data, by key."""
    return _lines(*_version(data), protocol)


def locate(metadata: Mapping[str, Any], data: str, protocol: str) -> Located:
    """The profile, context and memory that a sample's metadata names.

    ``InputError`` where the file is not the one that the sample was made from.
    """
    file = read_memory_data(data)
    if not file.sha256.startswith(str(metadata["data"])):
        raise InputError("is not the file that the log was made from", file=data)
    profile = file.profiles[metadata["profile_index"]]
    lines = profile_lines(data, protocol)[metadata["profile_index"]]
    keys = tuple(attribute.key for attribute in profile.attributes)
    in_memory = from_mask(metadata["in_memory"], keys)
    context = profile.contexts[metadata["context"]]
    return Located(profile, context, keys, {key: lines[key] for key in in_memory})


def make_plan(settings: MemorySettings, labelled: bool = True) -> MemoryPlan:
    """The samples that the settings ask for; all contexts where the data is not ``labelled`` yet.

    ``InputError`` where there is nothing to run: an index that the data lacks, or labels that discard every
    context (section 4.1.2 drops contexts without a necessary or without a private attribute).
    """
    pack = load_pack(settings.prompts)
    pack.template("task_solving", settings.level)
    everything = profile_plans(settings, labelled)
    refuse_own_norms(settings.gate, [plan.profile for plan in everything], settings.data)
    data = settings.data
    plans = chosen("profiles", indices("profiles", settings.profiles), everything, data)
    asked = [plan.needs if settings.discarded else plan.needs[plan.kept] for plan in plans]
    grid = cells(settings.memories, asked, settings.step, settings.draws)
    samples: list[PlannedSample] = []
    discarded = 0
    wanted = indices("contexts", settings.contexts)
    for plan in plans:
        for context in chosen("contexts", wanted, range(len(plan.profile.contexts)), data):
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
    return MemoryPlan(settings, read_memory_data(data).sha256, pack, tuple(plans), tuple(samples), discarded)


def chosen(
    name: str, indices: tuple[int, ...] | None, everything: Sequence[T], file: str | None = None
) -> list[T]:
    """Those at the indices, in order, each once; all for None. ``InputError`` names an index that is not."""
    if indices is None:
        return list(everything)
    if outside := [index for index in indices if not 0 <= index < len(everything)]:
        most = len(everything) - 1
        raise InputError(f"no index {outside[0]}", file=file, field=name, expected=f"0 to {most}")
    return [everything[index] for index in sorted(set(indices))]


def to_mask(chosen: Collection[str], keys: Sequence[str]) -> str:
    """Bit i stands for ``keys[i]``; keys that are not among them are a mistake (``KeyError``)."""
    place = {key: index for index, key in enumerate(keys)}
    return format(sum(1 << place[key] for key in set(chosen)), "x")


def from_mask(mask: str, keys: Sequence[str]) -> tuple[str, ...]:
    """The keys of a mask, in the order of ``keys``; ``RecordError`` where it cannot be theirs."""
    bits = bits_of(mask, len(keys))
    return tuple(key for index, key in enumerate(keys) if bits >> index & 1)


def mask_row(mask: str, size: int) -> NDArray[np.bool_]:
    """A mask as a row of ``size`` bools."""
    raw = bits_of(mask, size).to_bytes(-(-size // 8), "little")
    return np.unpackbits(np.frombuffer(raw, np.uint8), count=size, bitorder="little").astype(np.bool_)


def row_mask(row: NDArray[np.bool_]) -> str:
    """The mask of a row of bools."""
    return format(int.from_bytes(np.packbits(row, bitorder="little").tobytes(), "little"), "x")


def bits_of(mask: str, size: int) -> int:
    """The mask as a number, checked to name at most ``size`` attributes."""
    try:
        bits = int(mask, 16)
    except (TypeError, ValueError):
        raise RecordError("is not a mask", field="mask", expected="hexadecimal digits") from None
    if bits < 0 or bits >> size:
        raise RecordError(
            f"names more than the {size} attributes of the profile",
            field="mask",
            expected="the data file that the run was made with",
        )
    return bits


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


def refuse_own_norms(gate: str | None, profiles: Sequence[Profile], data: str) -> None:
    """``InputError`` where the gate (a name or a file) decides by the table that labelled the profiles.

    A gate is never measured on labels that its own norm table made.
    """
    tables = {profile.norm_table for profile in profiles} - {""}
    if not tables or gate in (None, MODEL_GATE):
        return
    file = Path(str(gate))
    used = {file_sha256(file)} if file.is_file() else set()
    if not tables & used:
        used.add(getattr(getattr(get_gate(str(gate)), "norms", None), "sha256", ""))
    if tables & used:
        raise InputError(
            "the labels of these profiles come from the gate's own norm table: it would be measured "
            "against itself",
            file=data,
            field="gate",
            expected="a gate of another table, or profiles labelled otherwise",
        )


Version = tuple[str, int, int]


def _version(data: str) -> Version:
    """What tells a file from its later self: the path, the size and the time of the last change."""
    try:
        stat = Path(data).stat()
    except OSError as err:
        raise InputError(f"cannot be read ({err.strerror})", file=data) from None
    return data, stat.st_size, stat.st_mtime_ns


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


@functools.lru_cache(maxsize=8)
def _profile_plans(
    data: str, size: int, changed: int, labels: str | None, rule: str, protocol: str
) -> tuple[ProfilePlan, ...]:
    profiles = _read(data, size, changed).profiles
    lines = _lines(data, size, changed, protocol)
    if labels is not None:
        require_labels(profiles, labels, file=Path(data))
    plans = []
    for index, profile in enumerate(profiles):
        if labels is None:
            table = np.zeros((len(profile.contexts), len(profile.attributes)), np.int8)
            counts = np.ones(len(profile.contexts), np.bool_)
        else:
            table = needs(profile, labels, rule)
            counts = kept(table)
        plans.append(ProfilePlan(index, profile, table, counts, lines[index]))
    return tuple(plans)


@functools.lru_cache(maxsize=8)
def _lines(data: str, size: int, changed: int, protocol: str) -> tuple[Mapping[str, str], ...]:
    return tuple(memory_lines(profile, protocol) for profile in _read(data, size, changed).profiles)
