"""What an agent can still do on protected screens: point at the target, and plan as before.

Point accuracy is in the manner of ScreenSpot, hidden targets apart (GUIGuard-Bench, G.6, Algorithm 3).
Planning fidelity comes from the judge's scores 0 to 4: a mean over tasks of means over steps (Algorithm 2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tactful.score.regions import covered_share
from tactful.score.stats import Estimate, estimate
from tactful.terms import Box

HIDDEN = 0.5
"""A target of which at least this share lies under protected boxes counts as hidden, not as visible."""
HIGHEST = 4
"""The judge's best score: the same action, target and intent."""


@dataclass(frozen=True, slots=True)
class PointScore:
    """``hit``: the point lies in the target's box. ``covered``: the share of the target that is protected."""

    hit: bool
    covered: float
    hidden: bool


def score_point(
    point: tuple[float, float], target: Box, protected: Sequence[Box] = (), *, hidden: float = HIDDEN
) -> PointScore:
    """Whether a point in pixels is on the target, whose right and lower edges are exclusive.

    ``protected`` are the boxes painted on the screen. ``ValueError`` for a threshold outside of (0, 1].
    """
    covered = target_cover(target, protected)
    return PointScore(target.holds(*point), covered, is_hidden(covered, hidden))


def target_cover(target: Box, protected: Sequence[Box]) -> float:
    """The share of the target under the union of the protected boxes, 0 to 1."""
    return covered_share(target, protected)


def is_hidden(covered: float, hidden: float = HIDDEN) -> bool:
    """Whether a target covered to that share is called hidden."""
    if not 0 < hidden <= 1:
        raise ValueError("the threshold of a hidden target is above 0 and at most 1")
    return covered >= hidden


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
