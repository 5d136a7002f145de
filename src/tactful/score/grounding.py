"""Point accuracy in the manner of ScreenSpot, hidden targets apart (GUIGuard-Bench, G.6, Algorithm 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tactful.score.evidence import covered_share
from tactful.terms import Box

HIDDEN = 0.5
"""A target of which at least this share lies under protected boxes counts as hidden, not as visible."""


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
