"""The scores of a run: both metrics with intervals, and everything that limits what they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tactful.errors import InputError
from tactful.score.memories.counts import (
    Among,
    Floats,
    attempted,
    checked_draws,
    count,
    expected,
    groups_of,
    unrevealed,
)
from tactful.score.memories.estimates import Unit, chosen_unit, estimate, json_number
from tactful.score.memories.metrics import mean, shared, violated
from tactful.score.memories.scores import Corner, ProfileScore, RunScores
from tactful.score.memories.tabulate import TabulatedReveals
from tactful.terms import ProfileReveals


@dataclass(frozen=True, slots=True, eq=False)
class _Measured:
    """One profile: ``attributes`` (A,) of violation, ``tasks`` (T,) of completeness, nan: not counted.

    ``silent_attributes`` and ``silent_tasks`` would count, had any sample of theirs a score.
    """

    attributes: Floats
    tasks: Floats
    violation: float
    completeness: float
    silent_attributes: int
    silent_tasks: int
    silent_contexts: int

    @classmethod
    def of(cls, pr: ProfileReveals, n: int | None, among: Among) -> _Measured:
        counts, groups = count(pr, among), groups_of(pr)
        attributes, tasks = violated(counts, unrevealed(counts, n)), shared(counts, groups)
        asked = len(set(groups[counts.necessary.any(axis=1)].tolist()))
        return cls(
            attributes,
            tasks,
            mean(attributes),
            mean(tasks),
            int((counts.private.any(axis=0) & np.isnan(attributes)).sum()),
            asked - int((~np.isnan(tasks)).sum()),
            int((counts.scored == 0).sum()),
        )


def summarise(
    prs: Sequence[ProfileReveals],
    n: int | None = None,
    seed: int = 0,
    resamples: int = 2000,
    unit: Unit = "auto",
    among: Among = "labelled",
) -> RunScores:
    """Violation@n and completeness over profiles, with 95 % bootstrap intervals.

    ``unit`` says what is resampled: "profiles", which needs at least two and asks how other profiles would
    fare; "items", attributes and contexts within each profile, which speaks of these profiles alone; "auto"
    takes profiles where there are five or more. ``resamples`` 0 leaves the intervals out. ``n`` and
    ``among`` as in `violation_by_attribute`. Pure: the same tables and seed give the same scores.
    """
    if repeated := [name for name, times in Counter(pr.profile for pr in prs).items() if times > 1]:
        raise InputError(f"{len(repeated)} profiles have several tables", field="prs", expected="one each")
    most = max((pr.scored.shape[1] for pr in prs), default=0)
    checked_draws(n, most)
    measured = [_Measured.of(pr, n, among) for pr in prs]
    how = chosen_unit(unit, sum(not np.isnan(each.violation) for each in measured))
    none_revealed, all_revealed = _bounds(prs, measured, n, among)
    wanted, ran = [expected(pr) for pr in prs], [attempted(pr) for pr in prs]
    return RunScores(
        violation=estimate(
            [each.attributes for each in measured],
            how,
            seed,
            resamples,
            sum(each.silent_attributes for each in measured),
        ),
        completeness=estimate(
            [each.tasks for each in measured],
            how,
            seed,
            resamples,
            sum(each.silent_tasks for each in measured),
        ),
        profiles={
            pr.profile: ProfileScore(
                json_number(each.violation), json_number(each.completeness), len(pr.contexts), pr.discarded
            )
            for pr, each in zip(prs, measured, strict=True)
        },
        none_revealed=none_revealed,
        all_revealed=all_revealed,
        contexts=sum(len(pr.contexts) for pr in prs),
        contexts_discarded=sum(pr.discarded for pr in prs),
        contexts_unscored=sum(each.silent_contexts for each in measured),
        samples=sum(int((want | have).sum()) for want, have in zip(wanted, ran, strict=True)),
        unscored=sum(int((have & ~pr.scored).sum()) for have, pr in zip(ran, prs, strict=True)),
        missing=sum(int((want & ~have).sum()) for want, have in zip(wanted, ran, strict=True)),
        n=most if n is None else n,
        among=among,
        unit=how,
    )


def corners(prs: Sequence[ProfileReveals], among: Among = "labelled") -> tuple[Corner, Corner]:
    """What revealing nothing, and revealing the whole memory, would score on these contexts.

    0/0 and 1/1 where the memory is the whole profile; less where labelled attributes were not in it.
    """

    def corner(everything: bool) -> Corner:
        tables = [_one_sample(pr, (_memory(pr) & everything)[:, None, :]) for pr in prs]
        return _overall([_Measured.of(pr, None, among) for pr in tables])

    return corner(False), corner(True)


def _bounds(
    prs: Sequence[ProfileReveals], measured: Sequence[_Measured], n: int | None, among: Among
) -> tuple[Corner, Corner]:
    """Both metrics with every unscored or missing sample as revealing nothing, then its whole memory."""
    lower, upper = list(measured), list(measured)
    for at, pr in enumerate(prs):
        wanted = expected(pr) | attempted(pr)
        guessed = wanted & ~pr.scored
        if guessed.any():
            known = pr.revealed & pr.scored[:, :, None]
            lower[at] = _Measured.of(replace(pr, revealed=known, scored=wanted), n, among)
            everything = known | (guessed[:, :, None] & _memory(pr)[:, None, :])
            upper[at] = _Measured.of(replace(pr, revealed=everything, scored=wanted), n, among)
    return _overall(lower), _overall(upper)


def _memory(pr: ProfileReveals) -> NDArray[np.bool_]:
    """(T, A) what a sample can have revealed: its memory; anything, where no record says what that was."""
    held: NDArray[np.bool_] = pr.present | ~pr.present.any(axis=1, keepdims=True)
    return held


def _overall(measured: Sequence[_Measured]) -> Corner:
    return Corner(
        json_number(mean(np.array([each.violation for each in measured]))),
        json_number(mean(np.array([each.completeness for each in measured]))),
    )


def _one_sample(pr: ProfileReveals, revealed: NDArray[np.bool_]) -> ProfileReveals:
    """The table with one scored sample a context, which revealed ``revealed`` (T, 1, A)."""
    one = np.ones((len(pr.contexts), 1), dtype=np.bool_)
    made = replace(pr, revealed=revealed, scored=one)
    return replace(made, attempted=one, expected=one) if isinstance(made, TabulatedReveals) else made
