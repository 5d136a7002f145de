"""Statistics that all metrics share: shares and estimates with intervals, bootstraps, and kappas.

Every interval is a 95 % percentile bootstrap. What is drawn with replacement is a cluster wherever there are
several (a task with all its steps, a profile with all its attributes), since its items are not independent.
All draws are seeded: the same data and seed give the same interval.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tactful.runs import derive

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
INTERVAL = (2.5, 97.5)


@dataclass(frozen=True, slots=True)
class Rate:
    """``hits`` of ``count``, with a 95 % interval where one was computed."""

    hits: int
    count: int
    low: float | None = None
    high: float | None = None

    @property
    def value(self) -> float | None:
        """The share, None where there was nothing to count."""
        return self.hits / self.count if self.count else None

    def to_json(self) -> dict[str, Any]:
        """{"value", "hits", "n"}, with "low" and "high" where there is an interval."""
        record: dict[str, Any] = {"value": self.value, "hits": self.hits, "n": self.count}
        if self.low is not None and self.high is not None:
            record |= {"low": self.low, "high": self.high}
        return record


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its 95 % interval; None where nothing can be said."""

    value: float | None
    low: float | None = None
    high: float | None = None

    @classmethod
    def of(cls, value: float, drawn: ArrayLike) -> Figure:
        """From a value and its resampled values; nan stands for "nothing can be said" in both."""
        if np.isnan(value):
            return cls(None)
        return cls(float(value), *interval(drawn))

    def to_json(self) -> dict[str, Any]:
        """{"value", "low", "high"}."""
        return {"value": self.value, "low": self.low, "high": self.high}


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over groups. ``low`` and ``high`` are a 95 % percentile bootstrap, ``std`` has ddof=1.

    ``items`` counts what it rests on (attributes for violation, contexts for completeness, steps for plans),
    ``unscored`` the items left out because no sample of theirs was scored. None where nothing can be said:
    ``value`` without items, ``std`` with fewer than two groups, the interval with fewer than two units.
    """

    value: float | None
    low: float | None
    high: float | None
    std: float | None
    items: int
    unscored: int

    def to_json(self) -> dict[str, Any]:
        """{"mean", "std", "low", "high", "items", "unscored"}."""
        return {
            "mean": self.value,
            "std": self.std,
            "low": self.low,
            "high": self.high,
            "items": self.items,
            "unscored": self.unscored,
        }


def mean(values: Floats) -> float:
    """The mean of what is not nan; nan where nothing is left."""
    kept = values[~np.isnan(values)]
    return float(kept.mean()) if kept.size else float("nan")


def json_number(value: float) -> float | None:
    """JSON has no nan."""
    return None if np.isnan(value) else float(value)


def ratio(top: ArrayLike, bottom: ArrayLike) -> Floats:
    """``top / bottom`` by element, nan where there is nothing to divide by."""
    shares: Floats = np.divide(top, bottom, out=np.full(np.shape(top), np.nan), where=np.asarray(bottom) > 0)
    return shares


# Bootstraps


def interval(drawn: ArrayLike) -> tuple[float | None, float | None]:
    """The 95 % percentile interval of resampled values, nan among them left out; (None, None) of none."""
    values = np.asarray(drawn, dtype=np.float64)
    values = values[~np.isnan(values)]
    if not values.size:
        return None, None
    low, high = np.percentile(values, INTERVAL)
    return float(low), float(high)


def group_weights(groups: int, resamples: int, seed: int) -> Ints:
    """(resamples, groups): how often each group is drawn, with replacement.

    A figure that is made of sums over groups is resampled by ``group_weights(...) @ sums``.
    """
    shares = np.full(groups, 1 / groups)
    return np.random.default_rng(seed).multinomial(groups, shares, size=resamples)


def draws(count: int, seed: int, resamples: int, index: int = 0) -> Ints:
    """(resamples, count) indices drawn with replacement; the same for the same count, seed and index."""
    generator = np.random.default_rng(derive(seed, "memories.bootstrap", index))
    return generator.integers(0, count, size=(resamples, count))


def times_drawn(drawn: Ints, count: int) -> Ints:
    """(resamples, count): how often each of ``count`` items is among the indices (resamples, ...) drawn."""
    flat = drawn + np.arange(len(drawn))[:, None] * count
    return np.bincount(flat.ravel(), minlength=len(drawn) * count).reshape(len(drawn), count)


def clustered_rate(outcomes: Iterable[tuple[Hashable, bool]], seed: int, resamples: int) -> Rate:
    """The share of (cluster, hit) that are hits; the interval draws whole clusters, of at least two."""
    clusters: dict[Hashable, list[int]] = {}
    for cluster, hit in outcomes:
        sums = clusters.setdefault(cluster, [0, 0])
        sums[0] += hit
        sums[1] += 1
    counts = np.array(list(clusters.values()), dtype=np.int64).reshape(-1, 2)
    hits, count = counts.sum(axis=0).tolist()
    if len(counts) < 2 or resamples < 1:
        return Rate(hits, count)
    drawn = np.random.default_rng(seed).integers(0, len(counts), size=(resamples, len(counts)))
    drawn_sums = counts[drawn].sum(axis=1)
    return Rate(hits, count, *interval(ratio(drawn_sums[:, 0], drawn_sums[:, 1])))


def estimate(
    groups: Sequence[Floats], unit: Literal["profiles", "items"], seed: int, resamples: int, unscored: int
) -> Estimate:
    """The mean over groups of the means of their items (nan: not counted); groups without any are left out.

    Unit "profiles" draws groups with replacement; "items" keeps the groups and draws items within each,
    which speaks of these groups alone.
    """
    groups = [counted for group in groups if (counted := group[~np.isnan(group)]).size]
    means = np.array([group.mean() for group in groups])
    drawn = np.empty(0)
    if unit == "profiles" and len(groups) > 1:
        drawn = means[draws(len(groups), seed, resamples)].mean(axis=1)
    if unit == "items" and any(len(group) > 1 for group in groups):
        each = (g[draws(len(g), seed, resamples, index)].mean(axis=1) for index, g in enumerate(groups))
        drawn = sum(each, start=np.zeros(resamples)) / len(groups)
    low, high = interval(drawn)
    return Estimate(
        value=float(means.mean()) if means.size else None,
        low=low,
        high=high,
        std=float(means.std(ddof=1)) if means.size > 1 else None,
        items=sum(group.size for group in groups),
        unscored=unscored,
    )


# Agreement beyond chance


def cohen_kappa(tables: NDArray[Any], power: int = 0) -> Floats:
    """Agreement of two raters beyond chance (Cohen 1960, 1968) of tables of counts (..., labels, labels).

    A disagreement costs the distance of the labels to ``power``: 0 all the same, 1 linear, 2 quadratic. nan
    without ratings, and where both give one same label alone: chance would agree fully too.
    """
    labels = np.arange(tables.shape[-1])
    distance = np.abs(np.subtract.outer(labels, labels))
    cost = np.where(distance > 0, distance**power, 0)
    by_chance = tables.sum(axis=-1)[..., :, None] * tables.sum(axis=-2)[..., None, :]
    observed = (cost * tables).sum(axis=(-2, -1)) * tables.sum(axis=(-2, -1))
    return np.asarray(1 - ratio(observed, (cost * by_chance).sum(axis=(-2, -1))))


def fleiss_parts(counts: Ints) -> Ints:
    """What each item adds to a Fleiss kappa, (items, 2 + labels), from how often each label was given to it.

    ``counts`` (items, labels). Items may have different numbers of raters: each counts by its pairs.
    """
    raters = counts.sum(axis=1)
    return np.column_stack(((counts * (counts - 1)).sum(axis=1), raters * (raters - 1), counts))


def fleiss_kappa(sums: NDArray[Any]) -> Floats:
    """Agreement of several raters beyond chance (Fleiss 1971) of summed `fleiss_parts`, (..., 2 + labels).

    nan without a pair of raters, and where only one label occurs: chance would agree fully too. With equal
    numbers of raters it is Fleiss' own figure.
    """
    agreeing, pairs, labels = sums[..., 0], sums[..., 1], sums[..., 2:]
    chance = (ratio(labels, labels.sum(axis=-1, keepdims=True)) ** 2).sum(axis=-1)
    value = (ratio(agreeing, pairs) - chance) / np.where(chance >= 1 - 1e-12, np.nan, 1 - chance)
    return np.asarray(value, dtype=np.float64)
