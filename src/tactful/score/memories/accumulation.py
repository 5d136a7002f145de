"""How violations add up over tasks and samples (Figure 2), in closed form.

For m of a profile's T tasks and k samples of each, the expected violation over *all* choices of m tasks and
of k samples, without drawing any: exact, so without noise, and unbiased in k. An attribute that is private
in some tasks stays hidden through a task t with q_t = C(s - c, k) / C(s, k), for c reveals among s scored
samples, and with 1 where it is not private. Over all sets of m tasks the mean of the product of the q is the
elementary symmetric polynomial e_m(q) / C(T, m).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from tactful.score.memories.counts import Among, Floats, count, unrevealed
from tactful.score.memories.estimates import (
    INTERVAL,
    Unit,
    chosen_unit,
    json_number,
    resampled_means,
    resampled_within,
)
from tactful.terms import ProfileReveals


def accumulation(
    pr: ProfileReveals, tasks: Sequence[int], samples: Sequence[int], among: Among = "labelled"
) -> Floats:
    """The expected violation after m tasks of k samples each: (len(tasks), len(samples)), 0 to 1.

    The denominator is every attribute that is private in any task, as in Definition 3.1, so the curve ends,
    at m = T, in ``violation(pr, k)``. T are the contexts with a scored sample. A context with fewer than k
    scored samples gives all it has, as in `violation`. nan for m or k that the profile does not reach, or
    below 0 and 1; 0 at m = 0.
    """
    values = accumulation_by_attribute(pr, tasks, samples, among)
    if not values.shape[2]:
        return np.full(values.shape[:2], np.nan)
    return np.asarray(values.mean(axis=2), dtype=np.float64)


def accumulation_by_attribute(
    pr: ProfileReveals, tasks: Sequence[int], samples: Sequence[int], among: Among = "labelled"
) -> Floats:
    """`accumulation` before the mean: (len(tasks), len(samples), attributes that are private in any task)."""
    counts = count(pr, among)
    alive = counts.scored > 0
    heard = counts.private & alive[:, None]
    somewhere = heard.any(axis=0)
    result = np.full((len(tasks), len(samples), int(somewhere.sum())), np.nan)
    total = int(alive.sum())
    reached = [(row, m) for row, m in enumerate(tasks) if 0 <= m <= total]
    most = max((m for _, m in reached), default=0)
    for column, k in enumerate(samples):
        if not 1 <= k <= counts.most:
            continue
        hidden = np.where(heard, unrevealed(counts, k), 1.0)[alive][:, somewhere]
        curve = 1.0 - symmetric_means(hidden, most)
        for row, m in reached:
            result[row, column] = curve[m]
    return result


@dataclass(frozen=True, slots=True, eq=False)
class Accumulation:
    """The curves of a run: means over its ``profiles`` at ``tasks`` (M) by ``samples`` (K).

    ``violation``, ``low``, ``high``, ``std`` (M, K), nan where there is nothing to say: beyond the fewest
    tasks or samples that any profile has, ``std`` also with fewer than two profiles, the interval with fewer
    than two units. ``unit`` is what the intervals resampled.
    ``short`` (K,) counts contexts with fewer scored samples than k, which gave all they had;
    ``contexts_unscored`` those with none, which are no tasks here.
    """

    tasks: tuple[int, ...]
    samples: tuple[int, ...]
    violation: Floats
    low: Floats
    high: Floats
    std: Floats
    profiles: int
    unit: Literal["profiles", "items"]
    short: tuple[int, ...]
    contexts_unscored: int

    def to_json(self) -> dict[str, Any]:
        """One record a point: {"tasks", "samples", "mean", "std", "low", "high"}, null for nan."""
        return {
            "profiles": self.profiles,
            "unit": self.unit,
            "contexts_unscored": self.contexts_unscored,
            "short_contexts": dict(zip(map(str, self.samples), self.short, strict=True)),
            "points": [
                {"tasks": m, "samples": k}
                | {
                    name: json_number(values[row, column])
                    for name, values in (
                        ("mean", self.violation),
                        ("std", self.std),
                        ("low", self.low),
                        ("high", self.high),
                    )
                }
                for column, k in enumerate(self.samples)
                for row, m in enumerate(self.tasks)
            ],
        }


def accumulate(
    prs: Sequence[ProfileReveals],
    tasks: Sequence[int],
    samples: Sequence[int],
    seed: int = 0,
    resamples: int = 2000,
    unit: Unit = "auto",
    among: Among = "labelled",
) -> Accumulation:
    """`accumulation` averaged over profiles, with 95 % bootstrap intervals (Figure 2).

    ``unit`` as in `summarise`; items are attributes. Every point is over all profiles in which any attribute
    is private, so that no step of a curve comes from a profile dropping out.
    """
    shape = len(tasks), len(samples)
    found = [accumulation_by_attribute(pr, tasks, samples, among) for pr in prs]
    found = [values for values in found if values.shape[2]]
    how = chosen_unit(unit, len(found))
    nothing = np.full(shape, np.nan)
    curves = np.array([values.mean(axis=2) for values in found]).reshape(-1, *shape)
    means = (
        resampled_means(curves, seed, resamples)
        if how == "profiles"
        else resampled_within([values.transpose(2, 0, 1) for values in found], seed, resamples)
    )
    low, high = np.percentile(means, INTERVAL, axis=0) if len(means) else (nothing, nothing)
    scored = np.array([int(each) for pr in prs for each in pr.scored.sum(axis=1)])
    return Accumulation(
        tasks=tuple(tasks),
        samples=tuple(samples),
        violation=curves.mean(axis=0) if len(curves) else nothing,
        low=low,
        high=high,
        std=curves.std(axis=0, ddof=1) if len(curves) > 1 else nothing,
        profiles=len(curves),
        unit=how,
        short=tuple(int(((scored > 0) & (scored < k)).sum()) for k in samples),
        contexts_unscored=int((scored == 0).sum()),
    )


def symmetric_means(values: Floats, most: int) -> Floats:
    """e_m(values) / C(T, m) for m = 0 ... most, along the first axis: (T, A) to (most + 1, A).

    One value after the other, each mean is a weighted average of two earlier ones, so numbers from 0 to 1
    stay there and no rounding error grows, however large T is.
    """
    means = np.zeros((most + 1, values.shape[1]))
    means[0] = 1.0
    for taken, value in enumerate(values, start=1):
        top = min(taken, most)
        share = (np.arange(1, top + 1) / taken)[:, None]
        means[1 : top + 1] = (1.0 - share) * means[1 : top + 1] + share * value * means[:top]
    return means
