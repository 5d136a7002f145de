"""From records of single messages to arrays: one `ProfileReveals` a profile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from tactful.errors import InputError
from tactful.score.memories.labels import Rule, kept, needs, rule_named
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
    _deal(samples, [member for group in groups.values() for member in group], cell)
    taken = [s for group in groups.values() for member in group for s in member.samples]
    slots = _Slots.of(taken, epochs)
    return tuple(_table(name, group, slots, chosen) for name, group in groups.items())


def _groups(profiles: Sequence[Profile], labels: str, rule: Rule) -> dict[str, list[_Member]]:
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
        first = sum(row >= 0 for member in group for row in member.rows)
        rows = np.where(keep, first + np.cumsum(keep) - 1, -1)
        group.append(_Member(profile, codes[keep], rows.tolist()))
    return groups


def _deal(samples: Iterable[SampleResult], members: Sequence[_Member], cell: Cell | None) -> None:
    """Gives every sample of the cell to its profile; those of discarded contexts to nobody."""
    by_id = {member.profile.id: member for member in members}
    strangers = 0
    for sample in samples:
        if cell is not None and sample.cell != cell:
            continue
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
        found = sorted({sample.epoch for sample in samples})
        if epochs is None:
            return cls(len(found), {epoch: at for at, epoch in enumerate(found)}, False, full)
        if found and not 0 <= found[0] <= found[-1] < epochs:
            raise InputError(
                f"epochs from {found[0]} to {found[-1]}", field="epochs", expected=f"0 to {epochs - 1}"
            )
        return cls(epochs, {epoch: epoch for epoch in range(epochs)}, False, full)


def _table(name: str, group: Sequence[_Member], slots: _Slots, rule: Rule) -> ProfileReveals:
    columns: dict[str, int] = {}
    domains: list[str] = []
    for member in group:
        for attribute in member.profile.attributes:
            if attribute.key not in columns:
                columns[attribute.key] = len(columns)
                domains.append(attribute.domain)
    contexts: list[tuple[str, str]] = []
    total = sum(len(member.codes) for member in group)
    codes = np.zeros((total, len(columns)), dtype=np.int8)
    for member in group:
        places = [columns[attribute.key] for attribute in member.profile.attributes]
        codes[len(contexts) : len(contexts) + len(member.codes), places] = member.codes
        contexts += [
            (context.recipient, context.task)
            for context, row in zip(member.profile.contexts, member.rows, strict=True)
            if row >= 0
        ]
    revealed = np.zeros((total, slots.count, len(columns)), dtype=np.bool_)
    scored = np.zeros((total, slots.count), dtype=np.bool_)
    attempted = np.zeros((total, slots.count), dtype=np.bool_)
    present = np.zeros((total, len(columns)), dtype=np.bool_)
    for member in group:
        _fill(member, slots, columns, revealed, scored, attempted, present)
    tasks: dict[str, int] = {}
    return TabulatedReveals(
        profile=name,
        attributes=tuple(columns),
        domains=tuple(domains),
        contexts=tuple(contexts),
        needs=codes,
        revealed=revealed,
        scored=scored,
        present=present,
        discarded=sum(row < 0 for member in group for row in member.rows),
        attempted=attempted,
        expected=attempted.copy() if slots.pooled else np.ones_like(attempted),
        task_of=np.array([tasks.setdefault(task, len(tasks)) for _, task in contexts], dtype=np.intp)
        if rule == "as_published"
        else None,
    )


def _fill(
    member: _Member,
    slots: _Slots,
    columns: dict[str, int],
    revealed: NDArray[np.bool_],
    scored: NDArray[np.bool_],
    attempted: NDArray[np.bool_],
    present: NDArray[np.bool_],
) -> None:
    """Writes one profile's samples into the table; in bulk, since a run has thousands."""
    samples, (total, count, width) = member.samples, revealed.shape
    places = _places(member, slots, count)
    attempted.reshape(-1)[places] = True
    told = [sample.revealed for sample in samples if sample.revealed is not None]
    answered = places[[sample.revealed is not None for sample in samples]]
    scored.reshape(-1)[answered] = True
    try:
        keys = np.fromiter(map(columns.__getitem__, chain.from_iterable(told)), dtype=np.intp)
        _remember(member, columns, present)
    except KeyError:
        # The key itself may say something of a person, so it is not named.
        raise InputError(
            "a sample names an attribute that its profile lacks",
            field="samples",
            expected="the profile's keys",
        ) from None
    revealed.reshape(total * count, width)[np.repeat(answered, [len(each) for each in told]), keys] = True
    if slots.full:
        # A context without a record was to be asked with the same memory.
        silent = [row for row in member.rows if row >= 0 and not attempted[row].any()]
        own = [columns[attribute.key] for attribute in member.profile.attributes]
        present[np.ix_(silent, own)] = True


def _places(member: _Member, slots: _Slots, count: int) -> NDArray[np.intp]:
    """Every sample's number among the (T, N) of the table. `InputError` where two have one place."""
    samples = member.samples
    rows = np.array([member.rows[sample.context] for sample in samples], dtype=np.intp)
    if not slots.pooled:
        turns = np.array([slots.of_epoch[sample.epoch] for sample in samples], dtype=np.intp)
        places = rows * count + turns
        once = len(np.unique(places)) == len(samples)
    else:
        order = sorted(range(len(samples)), key=lambda i: (rows[i], samples[i].cell.name, samples[i].epoch))
        turns = np.empty(len(samples), dtype=np.intp)
        taken = Counter[int]()
        for at in order:
            turns[at] = taken[int(rows[at])]
            taken[int(rows[at])] += 1
        places = rows * count + turns
        once = len({(s.context, s.cell, s.epoch) for s in samples}) == len(samples)
    if not once:
        raise InputError("the same sample twice", field="samples", expected="one record a sample")
    return places


def _remember(member: _Member, columns: dict[str, int], present: NDArray[np.bool_]) -> None:
    """Marks what the memories held; most samples of a run have one and the same."""
    own = tuple(attribute.key for attribute in member.profile.attributes)
    masks: dict[tuple[str, ...], NDArray[np.bool_]] = {}
    last: dict[int, NDArray[np.bool_]] = {}
    for sample in member.samples:
        # Readers of results may leave the list empty where the memory is the whole profile.
        memory = own if not sample.in_memory and sample.cell.kind == "full" else sample.in_memory
        if (mask := masks.get(memory)) is None:
            mask = np.zeros(present.shape[1], dtype=np.bool_)
            mask[[columns[key] for key in memory]] = True
            masks[memory] = mask
        row = member.rows[sample.context]
        if last.get(row) is not mask:
            present[row] |= mask
            last[row] = mask
