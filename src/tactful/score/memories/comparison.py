"""Two runs on the same profiles and contexts: paired differences with intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tactful.errors import InputError
from tactful.score.memories.metrics import (
    Among,
    checked_draws,
    completeness_by_context,
    count,
    groups_of,
    take_contexts,
    unrevealed,
    violated,
)
from tactful.score.memories.summary import Unit, chosen_unit
from tactful.score.stats import Estimate, Floats, estimate, json_number, mean
from tactful.terms import ProfileReveals


@dataclass(frozen=True, slots=True)
class Difference:
    """One metric of both runs on what they share, and ``change``, second minus first, as an estimate."""

    first: float | None
    second: float | None
    change: Estimate


@dataclass(frozen=True, slots=True)
class Comparison:
    """What `compare` says. ``n`` samples a context went into violation.

    ``profiles`` in both runs; ``profiles_left_out`` in one alone. ``contexts`` that both runs have scored
    samples of; ``contexts_left_out`` of the common profiles, which one of them has not.
    """

    violation: Difference
    completeness: Difference
    profiles: int
    profiles_left_out: int
    contexts: int
    contexts_left_out: int
    n: int
    among: Among
    unit: Literal["profiles", "items"]


@dataclass(frozen=True, slots=True, eq=False)
class _Values:
    """One metric of one profile: every item's value in both runs, nan in both where either has none."""

    first: Floats
    second: Floats
    unscored: int

    @classmethod
    def of(cls, first: Floats, second: Floats, asked: int) -> _Values:
        either = np.isnan(first) | np.isnan(second)
        first, second = (np.where(either, np.nan, values) for values in (first, second))
        return cls(first, second, asked - int((~either).sum()))


@dataclass(frozen=True, slots=True, eq=False)
class _Pair:
    violation: _Values
    completeness: _Values
    contexts: int
    left_out: int


def compare_runs(
    first: Sequence[ProfileReveals],
    second: Sequence[ProfileReveals],
    n: int | None = None,
    seed: int = 0,
    resamples: int = 2000,
    unit: Unit = "auto",
    among: Among = "labelled",
) -> Comparison:
    """Second minus first, over the profiles, contexts and attributes that both runs have.

    So that the worst case is over equally many chances, both runs give ``n`` samples of each context, by
    default as many as the run with fewer has, and never more than either scored there; contexts that one of
    them has no scored sample of are left out of both. ``unit`` as in `summarize`; what is drawn is drawn for
    both runs at once.

    Raises `InputError` where the runs' tables of one profile have other attributes or labels: then they were
    not tabulated from the same data by the same rule and label set.
    """
    others = {pr.profile: pr for pr in second}
    common = [(pr, others[pr.profile]) for pr in first if pr.profile in others]
    most = min(max((pr.scored.shape[1] for pr in run), default=0) for run in (first, second))
    limit = checked_draws(n, most) or most
    pairs = [_pair(a, b, limit, among) for a, b in common]
    how = chosen_unit(unit, len(common))

    def difference(values: Sequence[_Values]) -> Difference:
        return Difference(
            json_number(mean(np.array([mean(each.first) for each in values]))),
            json_number(mean(np.array([mean(each.second) for each in values]))),
            estimate(
                [each.second - each.first for each in values],
                how,
                seed,
                resamples,
                sum(each.unscored for each in values),
            ),
        )

    return Comparison(
        violation=difference([pair.violation for pair in pairs]),
        completeness=difference([pair.completeness for pair in pairs]),
        profiles=len(common),
        profiles_left_out=len(first) + len(second) - 2 * len(common),
        contexts=sum(pair.contexts for pair in pairs),
        contexts_left_out=sum(pair.left_out for pair in pairs),
        n=limit,
        among=among,
        unit=how,
    )


def _pair(first: ProfileReveals, second: ProfileReveals, n: int, among: Among) -> _Pair:
    if first.attributes != second.attributes:
        raise InputError("the runs know other attributes of one profile", field="attributes")
    ours, theirs = _numbered(first.contexts), _numbered(second.contexts)
    both = [context for context in ours if context in theirs]
    a = take_contexts(first, [ours[context] for context in both])
    b = take_contexts(second, [theirs[context] for context in both])
    if not np.array_equal(a.needs, b.needs):
        raise InputError("the runs have other labels of one profile", field="labels")
    # What would be compared if no sample had failed, and then what can be.
    wanted = count(a, among), count(b, among)
    attributes = int((wanted[0].private.any(axis=0) & wanted[1].private.any(axis=0)).sum())
    asked = wanted[0].necessary.any(axis=1) & wanted[1].necessary.any(axis=1)
    tasks = len(set(groups_of(a)[asked].tolist()))
    heard = np.flatnonzero(a.scored.any(axis=1) & b.scored.any(axis=1)).tolist()
    a, b = take_contexts(a, heard), take_contexts(b, heard)
    one, other = count(a, among), count(b, among)
    limit = np.minimum(np.minimum(one.scored, other.scored), n)
    return _Pair(
        _Values.of(
            violated(one, unrevealed(one, limit)), violated(other, unrevealed(other, limit)), attributes
        ),
        _Values.of(completeness_by_context(a, among), completeness_by_context(b, among), tasks),
        len(heard),
        len(ours) + len(theirs) - len(both) - len(heard),
    )


def _numbered(contexts: Sequence[tuple[str, str]]) -> dict[tuple[str, str, int], int]:
    """Rows by context; where a profile has a context more than once, by its turn too."""
    turns: Counter[tuple[str, str]] = Counter()
    rows = {}
    for row, context in enumerate(contexts):
        rows[*context, turns[context]] = row
        turns[context] += 1
    return rows
