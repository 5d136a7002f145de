"""Planning fidelity from the judge's scores: a mean over tasks of means over steps (Algorithm 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tactful.score.memories.estimates import Estimate, estimate

HIGHEST = 4
"""The judge's best score: the same action, target and intent."""


def fidelity(tasks: Sequence[Sequence[int | None]], *, seed: int = 0, resamples: int = 1000) -> Estimate:
    """The mean score, 0 to 4, over tasks of the mean over a task's steps.

    ``tasks`` holds the scores of each task's steps, None for an unscored step: those count in no mean and in
    ``unscored``; a task without any scored step is left out. ``items`` counts the scored steps. The interval
    is a 95 % percentile bootstrap over tasks, over steps where only one task has scores.
    """
    groups = [np.array([np.nan if score is None else score for score in task], dtype=float) for task in tasks]
    unscored = sum(int(np.isnan(group).sum()) for group in groups)
    scored = [group for group in groups if not np.isnan(group).all()]
    return estimate(scored, "profiles" if len(scored) > 1 else "items", seed, resamples, unscored)


def consistency(score: Estimate) -> Estimate:
    """Points won of all that were possible (``sum of scores / (4 x steps)``), from the mean score."""

    def share(value: float | None) -> float | None:
        return None if value is None else value / HIGHEST

    return replace(
        score, value=share(score.value), low=share(score.low), high=share(score.high), std=share(score.std)
    )
