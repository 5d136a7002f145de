"""Estimates with bootstrap intervals: means over profiles of means over items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tactful.errors import InputError
from tactful.runs import derive
from tactful.score.memories.counts import Floats

Unit: TypeAlias = Literal["auto", "profiles", "items"]
UNITS: tuple[Unit, ...] = ("auto", "profiles", "items")
# Below this many profiles, "auto" resamples items: a bootstrap of 2 profiles knows three values.
ENOUGH_PROFILES = 5
INTERVAL = (2.5, 97.5)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over profiles. ``low`` and ``high`` are a 95 % percentile bootstrap, ``std`` has ddof=1.

    ``items`` counts what it rests on (attributes for violation, contexts for completeness), ``unscored``
    the items left out because no sample of theirs was scored. None where nothing can be said: ``value``
    without items, ``std`` with fewer than two profiles, the interval with fewer than two units.
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


def chosen_unit(unit: Unit, profiles: int) -> Literal["profiles", "items"]:
    """What "auto" stands for. `InputError` for an unknown unit."""
    if unit not in UNITS:
        raise InputError(f"no unit {unit!r}", field="unit", expected=" or ".join(UNITS))
    if unit == "auto":
        return "profiles" if profiles >= ENOUGH_PROFILES else "items"
    return unit


def estimate(
    groups: Sequence[Floats], unit: Literal["profiles", "items"], seed: int, resamples: int, unscored: int
) -> Estimate:
    """The estimate from every profile's item values (nan: not counted); profiles without any are left out.

    Unit "profiles" draws profiles with replacement; "items" keeps the profiles and draws items within each,
    which speaks of these profiles alone.
    """
    groups = [found for group in groups if (found := group[~np.isnan(group)]).size]
    means = np.array([group.mean() for group in groups])
    low, high = quantiles(
        resampled_means(means, seed, resamples)
        if unit == "profiles"
        else resampled_within(groups, seed, resamples)
    )
    return Estimate(
        value=float(means.mean()) if means.size else None,
        low=low,
        high=high,
        std=float(means.std(ddof=1)) if means.size > 1 else None,
        items=sum(group.size for group in groups),
        unscored=unscored,
    )


def draws(count: int, seed: int, resamples: int, index: int = 0) -> NDArray[np.int64]:
    """(resamples, count) indices drawn with replacement; the same for the same count, seed and index."""
    generator = np.random.default_rng(derive(seed, "memories.bootstrap", index))
    return generator.integers(0, count, size=(resamples, count))


def resampled_means(values: Floats, seed: int, resamples: int) -> Floats:
    """Means of ``values`` (P, ...) drawn with replacement along the first axis; empty with fewer than 2."""
    if len(values) < 2 or resamples < 1:
        return np.empty((0, *values.shape[1:]))
    return np.asarray(values[draws(len(values), seed, resamples)].mean(axis=1))


def resampled_within(groups: Sequence[Floats], seed: int, resamples: int) -> Floats:
    """Means over groups of means of items (I, ...), drawn with replacement within each.

    (resamples, ...); empty where no group has two items.
    """
    if resamples < 1 or not any(len(group) > 1 for group in groups):
        return np.empty(0)
    total = np.zeros((resamples, *groups[0].shape[1:]))
    for index, group in enumerate(groups):
        count = len(group)
        drawn = draws(count, seed, resamples, index)
        if group.ndim == 1:
            total += group[drawn].mean(axis=1)
        else:
            # How often each item was drawn, so that no copy of all the items is made for every resample.
            flat = drawn + np.arange(resamples)[:, None] * count
            times = np.bincount(flat.ravel(), minlength=resamples * count).reshape(resamples, count)
            total += np.tensordot(times / count, group, axes=1)
    return total / len(groups)


def quantiles(means: Floats) -> tuple[float | None, float | None]:
    """The 95 % interval of resampled means; (None, None) of none."""
    if not means.size:
        return None, None
    low, high = np.percentile(means, INTERVAL)
    return float(low), float(high)


def json_number(value: float) -> float | None:
    """JSON has no nan."""
    return None if np.isnan(value) else float(value)
