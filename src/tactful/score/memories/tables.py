"""From records of single messages to arrays: one `ProfileReveals` a profile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from tactful.errors import InputError
from tactful.score.memories.labels import LabelRule, kept, needs, rule_named
from tactful.terms import COMBINED, Cell, Profile, ProfileReveals, SampleResult


@dataclass(frozen=True, slots=True, eq=False)
class TabulatedReveals(ProfileReveals):
    """`ProfileReveals` that also knows which samples there are, and which contexts are one task.

    ``attempted`` (T, N) bool: there is a record of the sample, scored or not. ``expected`` (T, N) bool: the
    run should have the sample; expected and not attempted is *missing*. ``task_of`` (T,): contexts of equal
    number are one task in `completeness` (the public script groups by task). None stands for all attempted,
    all expected, every context its own task.
    """

    attempted: NDArray[np.bool_] | None = None
    expected: NDArray[np.bool_] | None = None
    task_of: NDArray[np.intp] | None = None


@dataclass(slots=True)
class _Member:
    """One profile's place in a table: which rows its contexts have (-1: discarded), and its samples."""

    profile: Profile
    codes: NDArray[np.int8]
    rows: list[int]
    samples: list[SampleResult] = field(default_factory=list)


def cells_of(samples: Iterable[SampleResult]) -> tuple[Cell, ...]:
    """The memory compositions among the samples, sorted by name."""
    return tuple(sorted({sample.cell for sample in samples}, key=lambda cell: cell.name))


def tabulate(
    profiles: Sequence[Profile],
    samples: Sequence[SampleResult],
    *,
    labels: str = COMBINED,
    rule: str = "corrected",
    cell: Cell | None = None,
    epochs: int | None = None,
) -> tuple[ProfileReveals, ...]:
    """One table for every profile, in order, samples or none.

    ``cell`` picks one memory composition; None takes all samples, and where they have several compositions
    it pools them as if they were epochs (the public script does). ``epochs`` is how many samples a context
    should have; None takes the epochs that occur anywhere. A sample that is not there is unscored.
    ``as_published`` makes one table of profiles that share a name, and one task of contexts that share one.
    Contexts that the rule discards are left out with their samples, and counted.

    Raises `InputError` where samples and profiles do not belong together: an unknown profile, context or
    attribute, the same sample twice, an epoch beyond ``epochs``.
    """
    chosen = rule_named(rule)
    groups = _groups(profiles, labels, chosen)
    members = [member for group in groups.values() for member in group]
    _deal([s for s in samples if cell is None or s.cell == cell], members)
    slots = _Slots.of([sample for member in members for sample in member.samples], epochs)
    return tuple(_table(name, group, slots, chosen) for name, group in groups.items())


def _groups(profiles: Sequence[Profile], labels: str, rule: LabelRule) -> dict[str, list[_Member]]:
    """The profiles of each table, by the table's name."""
    groups: dict[str, list[_Member]] = {}
    for number, profile in enumerate(profiles, start=1):
        name = str(profile.bio.get("name", profile.id)) if rule == "as_published" else profile.id
        group = groups.setdefault(name, [])
        if group and rule == "corrected":
            raise InputError("two profiles have one id", field="profiles", expected="ids that differ")
        try:
            codes = needs(profile, labels, rule)
        except InputError as error:
            # By number: an id is somebody's name.
            raise InputError(
                f"profile {number} of {len(profiles)}: {error.problem}",
                field=error.field,
                expected=error.expected,
            ) from None
        keep = kept(codes)
        first = sum(len(member.codes) for member in group)
        rows = np.where(keep, first + np.cumsum(keep) - 1, -1)
        group.append(_Member(profile, codes[keep], rows.tolist()))
    return groups


def _deal(samples: Iterable[SampleResult], members: Sequence[_Member]) -> None:
    """Gives every sample to its profile; those of discarded contexts to nobody."""
    by_id = {member.profile.id: member for member in members}
    strangers = 0
    for sample in samples:
        member = by_id.get(sample.profile)
        if member is None:
            strangers += 1
        elif not 0 <= sample.context < len(member.rows):
            raise InputError(
                f"a sample of context {sample.context}",
                field="samples",
                expected=f"one of the profile's {len(member.rows)} contexts",
            )
        elif member.rows[sample.context] >= 0:
            member.samples.append(sample)
    if strangers:
        raise InputError(f"{strangers} samples belong to no profile of the data", field="samples")


@dataclass(frozen=True, slots=True)
class _Slots:
    """Where on the axis of samples a record goes: by its epoch, or, pooled, by its turn in the context."""

    count: int
    of_epoch: dict[int, int]
    pooled: bool
    full: bool  # every sample's memory is the whole profile

    @classmethod
    def of(cls, samples: Sequence[SampleResult], epochs: int | None) -> _Slots:
        if len({(s.profile, s.context, s.cell, s.epoch) for s in samples}) < len(samples):
            raise InputError("the same sample twice", field="samples", expected="one record a sample")
        cells = {sample.cell for sample in samples}
        full = all(cell.kind == "full" for cell in cells)
        if len(cells) > 1:
            if epochs is not None:
                raise InputError(
                    "samples of several memory compositions", field="epochs", expected="a cell with it"
                )
            turns = Counter((sample.profile, sample.context) for sample in samples)
            return cls(max(turns.values()), {}, True, full)
        # By rank, not by number: a file may count from 1, or have gaps.
        there = sorted({sample.epoch for sample in samples})
        if epochs is None:
            return cls(len(there), {epoch: at for at, epoch in enumerate(there)}, False, full)
        if there and not 0 <= there[0] <= there[-1] < epochs:
            raise InputError(
                f"epochs from {there[0]} to {there[-1]}", field="epochs", expected=f"0 to {epochs - 1}"
            )
        return cls(epochs, {epoch: epoch for epoch in range(epochs)}, False, full)

    def placed(self, member: _Member) -> list[tuple[int, int, SampleResult]]:
        """(row, slot, sample) for all of a profile's samples."""
        if not self.pooled:
            return [(member.rows[s.context], self.of_epoch[s.epoch], s) for s in member.samples]
        turns: Counter[int] = Counter()
        placed = []
        for sample in sorted(member.samples, key=lambda s: (s.context, s.cell.name, s.epoch)):
            placed.append((member.rows[sample.context], turns[sample.context], sample))
            turns[sample.context] += 1
        return placed


def _table(name: str, group: Sequence[_Member], slots: _Slots, rule: LabelRule) -> ProfileReveals:
    domain_of: dict[str, str] = {}
    for member in group:
        for attribute in member.profile.attributes:
            domain_of.setdefault(attribute.key, attribute.domain)
    columns = {key: column for column, key in enumerate(domain_of)}
    contexts = [
        (context.recipient, context.task)
        for member in group
        for context, row in zip(member.profile.contexts, member.rows, strict=True)
        if row >= 0
    ]
    attempted = np.zeros((len(contexts), slots.count), dtype=np.bool_)
    tasks: dict[str, int] = {}
    table = TabulatedReveals(
        profile=name,
        attributes=tuple(columns),
        domains=tuple(domain_of.values()),
        contexts=tuple(contexts),
        needs=np.zeros((len(contexts), len(columns)), dtype=np.int8),
        revealed=np.zeros((*attempted.shape, len(columns)), dtype=np.bool_),
        scored=np.zeros_like(attempted),
        present=np.zeros((len(contexts), len(columns)), dtype=np.bool_),
        discarded=sum(row < 0 for member in group for row in member.rows),
        attempted=attempted,
        expected=np.ones_like(attempted),
        task_of=np.array([tasks.setdefault(task, len(tasks)) for _, task in contexts], dtype=np.intp)
        if rule == "as_published"
        else None,
    )
    try:
        for member in group:
            _fill(member, slots, columns, table, attempted)
    except KeyError:
        # The key itself may say something of a person, so it is not named.
        raise InputError(
            "a sample names an attribute that its profile lacks",
            field="samples",
            expected="the profile's keys",
        ) from None
    return replace(table, expected=attempted.copy()) if slots.pooled else table


def _fill(
    member: _Member,
    slots: _Slots,
    columns: dict[str, int],
    table: TabulatedReveals,
    attempted: NDArray[np.bool_],
) -> None:
    """Writes one profile's labels and samples into its table. ``KeyError`` for an unknown attribute."""
    own = tuple(attribute.key for attribute in member.profile.attributes)
    own_columns = [columns[key] for key in own]
    rows = [row for row in member.rows if row >= 0]
    table.needs[np.ix_(rows, own_columns)] = member.codes
    memories: dict[tuple[str, ...], list[int]] = {own: own_columns}
    held: set[tuple[int, tuple[str, ...]]] = set()
    for row, slot, sample in slots.placed(member):
        attempted[row, slot] = True
        if sample.revealed is not None:
            table.scored[row, slot] = True
            table.revealed[row, slot, [columns[key] for key in sample.revealed]] = True
        # Readers of results may leave the list empty where the memory is the whole profile.
        memory = own if not sample.in_memory and sample.cell.kind == "full" else sample.in_memory
        if memory not in memories:
            memories[memory] = [columns[key] for key in memory]
        held.add((row, memory))
    if slots.full:
        # A context without a record was to be asked with the same memory.
        held |= {(row, own) for row in rows if not attempted[row].any()}
    for row, memory in held:
        table.present[row, memories[memory]] = True
