"""How far people and the judge agree on the 0 to 4 scale of plans (GUIGuard-Bench, G.3).

One real cell: of 587 ratings, 218 have a 2 from the person and a 2 from the judge; 394 are on the diagonal
(67.1 %), and 174 more within one level of it (29.6 %). The paper adds these rounded shares up to 96.7 %; the
share of the 568 itself is 96.76 %.

Kappa stands beside the shares, since most plans get a 2: quadratic and linear weights (Cohen 1968), where a
difference of d levels costs d squared, or d.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tactful.runs import derive

LEVELS = 5
"""Scores 0 to 4."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its 95 % interval; None where nothing can be said."""

    value: float | None
    low: float | None = None
    high: float | None = None

    def to_json(self) -> dict[str, Any]:
        return {"value": self.value, "low": self.low, "high": self.high}


@dataclass(frozen=True, slots=True)
class HumanCheck:
    """The table (row: person, column: judge), its shares, differences and kappas.

    ``differences`` is judge minus person, -4 to 4. ``exact`` and ``within_one`` are shares of ``n``.
    """

    table: tuple[tuple[int, ...], ...]
    n: int
    exact: Figure
    within_one: Figure
    differences: dict[int, int]
    quadratic: Figure
    linear: Figure
    mean_human: float | None = None
    mean_judge: float | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "evaluation": "human",
            "table": [list(row) for row in self.table],
            "rows": "human",
            "n": self.n,
            "exact": self.exact.to_json(),
            "within_one": self.within_one.to_json(),
            "differences": {str(difference): count for difference, count in self.differences.items()},
            "quadratic_kappa": self.quadratic.to_json(),
            "linear_kappa": self.linear.to_json(),
            "mean_human": self.mean_human,
            "mean_judge": self.mean_judge,
        }


@dataclass(frozen=True, slots=True)
class RatedPair:
    """A person's and the judge's score of one pair of plans; ``group`` (its task) is what intervals draw."""

    human: int
    judge: int
    group: Hashable = field(default=None)


def score_table(pairs: Sequence[RatedPair]) -> NDArray[np.int64]:
    """The counts (5, 5), row: person, column: judge. ``ValueError`` for a score that is not 0 to 4."""
    table = np.zeros((LEVELS, LEVELS), dtype=np.int64)
    for pair in pairs:
        if pair.human not in range(LEVELS) or pair.judge not in range(LEVELS):
            raise ValueError("scores are whole numbers from 0 to 4")
        table[pair.human, pair.judge] += 1
    return table


def human_check(pairs: Sequence[RatedPair], *, resamples: int = 2000, seed: int = 0) -> HumanCheck:
    """All figures of the ratings; intervals are bootstraps over groups, over ratings where there is but one.

    Pure: the same ratings and seed give the same figures.
    """
    groups = dict.fromkeys(pair.group for pair in pairs)
    table = score_table(pairs)
    if len(groups) < 2:
        return check_table(table, resamples=resamples, seed=seed)
    tables = np.stack([score_table([pair for pair in pairs if pair.group == group]) for group in groups])
    rng = np.random.default_rng(derive(seed, "human check"))
    weights = rng.multinomial(len(groups), np.full(len(groups), 1 / len(groups)), size=resamples)
    return _check(table, np.tensordot(weights, tables, axes=1))


def check_table(
    table: Sequence[Sequence[int]] | NDArray[np.int64], *, resamples: int = 2000, seed: int = 0
) -> HumanCheck:
    """The same from counts alone (5, 5), row: person; intervals are bootstraps over ratings.

    ``ValueError`` where the table is not 5 by 5 counts.
    """
    counts = np.asarray(table, dtype=np.int64)
    if counts.shape != (LEVELS, LEVELS) or (counts < 0).any():
        raise ValueError("the table must be 5 by 5 counts")
    n = int(counts.sum())
    if n == 0:
        return _check(counts, np.zeros((0, LEVELS, LEVELS), dtype=np.int64))
    rng = np.random.default_rng(derive(seed, "human check"))
    drawn = rng.multinomial(n, counts.ravel() / n, size=resamples).reshape(-1, LEVELS, LEVELS)
    return _check(counts, drawn)


def weighted_kappa(table: NDArray[np.int64], power: int) -> float | None:
    """Kappa whose disagreements cost their distance to this power: 1 linear, 2 quadratic (Cohen 1968).

    None without ratings, and where both give one same score alone: chance would agree fully too.
    """
    n = float(table.sum())
    if not n:
        return None
    distance = np.abs(np.subtract.outer(np.arange(LEVELS), np.arange(LEVELS))) ** power
    expected = float((distance * np.outer(table.sum(axis=1), table.sum(axis=0))).sum()) / n**2
    observed = float((distance * table).sum()) / n
    return None if expected <= 0 else 1 - observed / expected


def _check(table: NDArray[np.int64], drawn: NDArray[np.int64]) -> HumanCheck:
    n = int(table.sum())
    away = np.subtract.outer(np.arange(LEVELS), np.arange(LEVELS))  # person minus judge

    def share(mask: NDArray[np.bool_]) -> Figure:
        sizes = drawn.sum(axis=(1, 2))
        shares = drawn[:, mask].sum(axis=1)[sizes > 0] / sizes[sizes > 0]
        return _figure(float(table[mask].sum()) / n if n else None, list(shares))

    def kappa(power: int) -> Figure:
        found = (weighted_kappa(one, power) for one in drawn)
        return _figure(weighted_kappa(table, power), [value for value in found if value is not None])

    scores = np.arange(LEVELS)
    return HumanCheck(
        table=tuple(tuple(int(count) for count in row) for row in table),
        n=n,
        exact=share(away == 0),
        within_one=share(np.abs(away) <= 1),
        differences={d: int(table[away == -d].sum()) for d in range(-LEVELS + 1, LEVELS)},
        quadratic=kappa(2),
        linear=kappa(1),
        mean_human=float(table.sum(axis=1) @ scores) / n if n else None,
        mean_judge=float(table.sum(axis=0) @ scores) / n if n else None,
    )


def _figure(value: float | None, drawn: Sequence[float]) -> Figure:
    if value is None or not len(drawn):
        return Figure(value)
    low, high = np.percentile(drawn, (2.5, 97.5))
    return Figure(value, float(low), float(high))
