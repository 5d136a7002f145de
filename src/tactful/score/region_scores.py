"""Scores of recognized regions against annotated ones (GUIGuard-Bench, sections 4.1, E.1 and C.3).

- recall: private regions (any risk) matched one to one by predictions with a risk;
- risk, category, necessity: label accuracies on the matched ones alone;
- strict: private regions that are matched with all three labels right;
- over-masking: regions annotated "no risk" that a prediction with a risk matches;
- detection: screens whose "holds something private or not" is told rightly;
- covered, over-covered: private regions hidden for at least 95 %, and "no risk" regions for at least half,
  if every predicted box with a risk were blacked out. Not in the paper: it is what masking would do.

A screen without a usable prediction is *unscored*: it is listed with its reason, its private regions count as
missed and its detection as wrong, and its "no risk" regions count nowhere, since nothing was said of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from tactful.score.matching import TEXT_RULES, MatchRule, TextRule
from tactful.score.region_table import Figures, Mask, RegionTable
from tactful.score.regions import (
    Evidence,
    ScreenPair,
    compare,
    matched_links,
    rule_links,
    tally,
)
from tactful.score.stats import Rate
from tactful.terms import Risk

THRESHOLDS = tuple(step / 20 for step in range(21))
TAUS = (0.7, 0.8, 0.9, 1.0)
IOUS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
INTERVALS = ("recall", "over_masking")


class CurvePoint(NamedTuple):
    """What is left when predictions below a confidence are dropped."""

    threshold: float
    recall: Rate
    over_masking: Rate
    strict: Rate


class SweepPoint(NamedTuple):
    """The figures under one rule."""

    rule: MatchRule
    recall: Rate
    strict: Rate
    over_masking: Rate


class Row(NamedTuple):
    """One line of a table: the group ("overall", "risk: high", ...), the figure and its rate."""

    group: str
    figure: str
    rate: Rate


@dataclass(frozen=True, slots=True)
class RegionScores:
    """Everything `score_regions` says.

    ``lenient`` leaves out the regions of which the annotator was not sure whether they are private at all,
    and takes either of an unsure region's risks; the headline, ``overall``, knows the first label alone.
    """

    rule: MatchRule
    screens: int
    unscored: tuple[tuple[str, str], ...]
    overall: Figures
    lenient: Figures
    by_risk: Mapping[str, Figures]
    by_category: Mapping[str, Figures]
    by_platform: Mapping[str, Figures]
    by_language: Mapping[str, Figures]
    by_platform_category: Mapping[str, Mapping[str, Figures]]
    curve: tuple[CurvePoint, ...]

    def to_json(self) -> dict[str, Any]:
        """The document that ``tactful score regions --json`` prints. Holds no private value::

            {"rule": {"text": "corrected", "tau": 0.9, "iou": 0.6},
             "screens": {"n": 14, "unscored": [{"name": "...", "reason": "..."}]},
             "overall": {"recall": {"value": 0.6, "hits": 60, "n": 100, "low": 0.5, "high": 0.7}, ...},
             "lenient": {...}, "by_risk": {"high": {...}}, "by_category": {...}, "by_platform": {...},
             "by_language": {"en": {...}}, "by_platform_category": {"android": {"identity": {...}}},
             "curve": [{"threshold": 0.0, "recall": {...}, "over_masking": {...}, "strict": {...}}]}

        ``value`` is a share from 0 to 1; figures that do not apply to a group are left out of it.
        """

        def plain(group: Mapping[str, Figures]) -> dict[str, Any]:
            return {name: figures.to_json() for name, figures in group.items()}

        return {
            "rule": self.rule.to_json(),
            "screens": {
                "n": self.screens,
                "unscored": [{"name": name, "reason": reason} for name, reason in self.unscored],
            },
            "overall": self.overall.to_json(),
            "lenient": self.lenient.to_json(),
            "by_risk": plain(self.by_risk),
            "by_category": plain(self.by_category),
            "by_platform": plain(self.by_platform),
            "by_language": plain(self.by_language),
            "by_platform_category": {name: plain(part) for name, part in self.by_platform_category.items()},
            "curve": [
                {
                    "threshold": point.threshold,
                    "recall": point.recall.to_json(),
                    "over_masking": point.over_masking.to_json(),
                    "strict": point.strict.to_json(),
                }
                for point in self.curve
            ],
        }

    def rows(self) -> list[Row]:
        """Every rate that applies: overall, lenient, then by risk, category, platform and language."""
        groups: list[tuple[str, Figures]] = [("overall", self.overall), ("lenient", self.lenient)]
        for title, part in (
            ("risk", self.by_risk),
            ("category", self.by_category),
            ("platform", self.by_platform),
            ("language", self.by_language),
        ):
            groups += [(f"{title}: {name}", figures) for name, figures in part.items()]
        return [
            Row(group, name, rate)
            for group, figures in groups
            for name, rate in figures.items()
            if rate.count
        ]


def score_regions(
    pairs: Sequence[ScreenPair],
    rule: MatchRule | None = None,
    *,
    thresholds: Sequence[float] = THRESHOLDS,
    resamples: int = 1000,
    seed: int = 0,
) -> RegionScores:
    """All figures over the given screens, with the curve over confidence thresholds.

    Intervals are 95 % percentile bootstraps for recall and over-masking, over whole tasks where the pairs
    name at least two, else over screens where there are at least two. Pure: the same pairs and seed give the
    same scores.
    """
    rule = rule or MatchRule()
    screens = [compare(pair, rule.iou) for pair in pairs]
    return score_evidence(screens, rule, thresholds=thresholds, resamples=resamples, seed=seed)


def score_evidence(
    screens: Sequence[Evidence],
    rule: MatchRule | None = None,
    *,
    thresholds: Sequence[float] = THRESHOLDS,
    resamples: int = 1000,
    seed: int = 0,
    intervals: Sequence[str] = INTERVALS,
) -> RegionScores:
    """`score_regions` on screens that were compared before; ``intervals`` names the figures that get one."""
    rule = rule or MatchRule()
    table = RegionTable.of(screens, rule)
    pairs = [screen.pair for screen in screens]
    everywhere = np.ones(len(pairs), dtype=bool)
    platforms, languages = [pair.platform for pair in pairs], [pair.lang for pair in pairs]

    def part(chosen: Mask) -> Figures:
        figures = table.figures(chosen)
        found = table.intervals(chosen, intervals, resamples, seed)
        rates = {
            name: replace(getattr(figures, name), low=low, high=high) for name, (low, high) in found.items()
        }
        return replace(figures, **rates)

    def where(column: Sequence[str]) -> dict[str, Mask]:
        values = np.array(column, dtype=object)
        return {name: values == name for name in sorted(set(column) - {""})}

    return RegionScores(
        rule=rule,
        screens=len(pairs),
        unscored=tuple((p.name, p.failure or "no prediction") for p in pairs if p.predicted is None),
        overall=part(everywhere),
        lenient=table.figures(everywhere, table.sure, lenient=True),
        by_risk={
            risk.value: table.figures(everywhere, table.risk == risk.rank, screen_figures=False)
            for risk in Risk
            if risk is not Risk.NONE
        },
        by_category=table.by_category(everywhere),
        by_platform={name: part(chosen) for name, chosen in where(platforms).items()},
        by_language={name: part(chosen) for name, chosen in where(languages).items()},
        by_platform_category={name: table.by_category(chosen) for name, chosen in where(platforms).items()},
        curve=_curve(screens, rule, thresholds),
    )


def sweep(
    screens: Sequence[Evidence],
    *,
    rules: Sequence[TextRule] = TEXT_RULES,
    taus: Sequence[float] = TAUS,
    ious: Sequence[float] = IOUS,
) -> Iterator[SweepPoint]:
    """Recall, strict score and over-masking for each text rule, tau and IoU, in this order.

    ``ValueError`` where a screen was compared from a larger IoU on than the least of ``ious``.
    """
    for text, tau, iou in product(rules, taus, ious):
        rule = MatchRule(text, tau, iou)
        (point,) = _curve(screens, rule, (0.0,))
        yield SweepPoint(rule, point.recall, point.strict, point.over_masking)


def _curve(
    screens: Sequence[Evidence], rule: MatchRule, thresholds: Sequence[float]
) -> tuple[CurvePoint, ...]:
    private = public = 0
    hits = np.zeros((len(thresholds), 3), dtype=np.int64)
    for screen in screens:
        labels = [truth.private for truth in screen.pair.truths]
        private += sum(labels)
        public += len(labels) - sum(labels) if screen.pair.predicted is not None else 0
        links = rule_links(screen, rule)
        for at, threshold in enumerate(thresholds):
            hits[at] += tally(screen, matched_links(screen, links, threshold))
    return tuple(
        CurvePoint(threshold, Rate(recalled, private), Rate(over, public), Rate(right, private))
        for threshold, (recalled, right, over) in zip(thresholds, hits.tolist(), strict=True)
    )
