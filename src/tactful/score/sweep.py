"""Recall, strict score and over-masking over many thresholds of text and place, from one comparison."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from tactful.score.evidence import Evidence
from tactful.score.matches import matched, tally
from tactful.score.matching import TEXT_RULES, MatchRule, TextRule
from tactful.score.report import Rate

TAUS = (0.7, 0.8, 0.9, 1.0)
IOUS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


class SweepPoint(NamedTuple):
    """The figures under one rule."""

    rule: MatchRule
    recall: Rate
    strict: Rate
    over_masking: Rate


def sweep(
    screens: Sequence[Evidence],
    *,
    rules: Sequence[TextRule] = TEXT_RULES,
    taus: Sequence[float] = TAUS,
    ious: Sequence[float] = IOUS,
) -> Iterator[SweepPoint]:
    """One point for each text rule, tau and IoU, in this order.

    ``ValueError`` where a screen was compared from a larger IoU on than the least of ``ious``.
    """
    private = sum(t.private for screen in screens for t in screen.pair.truths)
    public = sum(
        not t.private for screen in screens if screen.pair.predicted is not None for t in screen.pair.truths
    )
    for text, tau, iou in product(rules, taus, ious):
        rule = MatchRule(text, tau, iou)
        counts = [0, 0, 0]
        for screen in screens:
            for at, count in enumerate(tally(screen, matched(screen, rule))):
                counts[at] += count
        found, right, over = counts
        yield SweepPoint(rule, Rate(found, private), Rate(right, private), Rate(over, public))
