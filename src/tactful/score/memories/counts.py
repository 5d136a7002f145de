"""What every metric starts from: how often each attribute was revealed in each context."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tactful.errors import InputError
from tactful.score.memories.tabulate import TabulatedReveals
from tactful.terms import Need, ProfileReveals

Floats: TypeAlias = NDArray[np.float64]
# Which labelled attributes count where the memory held only some of them: all, as in the paper, or those
# that were in it.
Among: TypeAlias = Literal["labelled", "present"]
AMONG: tuple[Among, ...] = ("labelled", "present")


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """``hits`` (T, A) samples that revealed; ``scored`` (T,) samples that count; masks (T, A) of labels.

    ``most`` is N, the samples a context has at most.
    """

    hits: NDArray[np.int64]
    scored: NDArray[np.int64]
    private: NDArray[np.bool_]
    necessary: NDArray[np.bool_]
    most: int


def count(pr: ProfileReveals, among: Among = "labelled") -> Counts:
    """The counts of a table. Only scored samples count; ``among`` as in `violation`."""
    if among not in AMONG:
        raise InputError(f"no denominator {among!r}", field="among", expected=" or ".join(AMONG))
    private, necessary = pr.needs == Need.PRIVATE, pr.needs == Need.NECESSARY
    if among == "present":
        private, necessary = private & pr.present, necessary & pr.present
    hits = np.zeros(pr.needs.shape, dtype=np.int64)
    for slot in range(pr.revealed.shape[1]):
        # A few passes over (T, A) are much faster than a sum over the middle axis.
        hits += pr.revealed[:, slot] & pr.scored[:, slot, None]
    return Counts(hits, pr.scored.sum(axis=1), private, necessary, pr.scored.shape[1])


def checked_draws(n: int | None, most: int) -> int | None:
    """``n`` of violation@n. `InputError` below 1 and, where there are samples at all, above N."""
    if n is not None and (n < 1 or 0 < most < n):
        raise InputError(f"violation@{n} of {most} samples", field="n", expected=f"1 to {most}")
    return n


def unrevealed(counts: Counts, n: int | NDArray[np.int64] | None) -> Floats:
    """The chance that n of a context's scored samples, drawn without return, never reveal: (T, A).

    C(s - c, n) / C(s, n) for c reveals among s scored samples, which is exact. None takes all samples, and
    so does a context with fewer than n. ``n`` may be one number for each context. A context without any
    scored sample reveals nothing (1), and it is for the caller to leave it out.
    """
    if n is None:
        return np.asarray(counts.hits == 0, dtype=np.float64)
    draws = np.minimum(np.asarray(n, dtype=np.int64), counts.scored)
    chances = np.empty(counts.hits.shape, dtype=np.float64)
    pairs = np.stack([counts.scored, draws], axis=1)
    for scored, drawn in np.unique(pairs, axis=0):
        rows = (counts.scored == scored) & (draws == drawn)
        chances[rows] = _never(int(scored), int(drawn))[counts.hits[rows]]
    return chances


def groups_of(pr: ProfileReveals) -> NDArray[np.intp]:
    """(T,) the task that every context belongs to, counted from 0; each its own unless the rule merges."""
    if isinstance(pr, TabulatedReveals) and pr.task_of is not None:
        return pr.task_of
    return np.arange(len(pr.contexts), dtype=np.intp)


def attempted(pr: ProfileReveals) -> NDArray[np.bool_]:
    """(T, N) samples of which there is a record; all, where the table does not say."""
    if isinstance(pr, TabulatedReveals) and pr.attempted is not None:
        return pr.attempted
    return np.ones_like(pr.scored)


def expected(pr: ProfileReveals) -> NDArray[np.bool_]:
    """(T, N) samples that the run should have; all, where the table does not say."""
    if isinstance(pr, TabulatedReveals) and pr.expected is not None:
        return pr.expected
    return np.ones_like(pr.scored)


def _never(scored: int, drawn: int) -> Floats:
    """C(s - c, n) / C(s, n) for c = 0 ... s; Python's division of whole numbers rounds correctly."""
    ways = comb(scored, drawn)
    return np.array([comb(scored - hits, drawn) / ways for hits in range(scored + 1)], dtype=np.float64)
