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
from dataclasses import dataclass, fields, replace
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tactful.runs import derive
from tactful.score.matching import TEXT_RULES, MatchRule, TextRule
from tactful.score.regions import (
    Evidence,
    ScreenPair,
    compare,
    judge_evidence,
    matched_links,
    rule_links,
    tally,
)
from tactful.score.stats import Rate, group_weights, interval, ratio
from tactful.terms import Category, Risk

THRESHOLDS = tuple(step / 20 for step in range(21))
TAUS = (0.7, 0.8, 0.9, 1.0)
IOUS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
INTERVALS = ("recall", "over_masking")
COVERED = 0.95
OVER_COVERED = 0.5
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one group of regions; a rate with count 0 does not apply to the group."""

    recall: Rate
    strict: Rate
    risk: Rate
    category: Rate
    necessity: Rate
    over_masking: Rate
    detection: Rate
    covered: Rate
    over_covered: Rate

    def items(self) -> Iterator[tuple[str, Rate]]:
        """(name, rate) in order."""
        return ((each.name, getattr(self, each.name)) for each in fields(self))

    def to_json(self) -> dict[str, Any]:
        """Every rate that applies, by name."""
        return {name: rate.to_json() for name, rate in self.items() if rate.count}


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
    table = _Table.of(screens, rule)
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


@dataclass(frozen=True, slots=True)
class _Table:
    """The outcomes of all screens as columns, one entry a region, so that figures are sums over them.

    ``risk`` is the rank (0 for a public region), ``category`` the digit (0 for none). ``detected`` and
    ``task`` have one entry a screen.
    """

    screen: NDArray[np.int64]
    risk: NDArray[np.int64]
    category: NDArray[np.int64]
    scored: Mask
    sure: Mask
    matched: Mask
    risk_right: Mask
    either_risk: Mask
    category_right: Mask
    necessity_right: Mask
    covered: NDArray[np.float64]
    detected: Mask
    task: NDArray[np.int64]

    @classmethod
    def of(cls, screens: Sequence[Evidence], rule: MatchRule) -> _Table:
        """The table under one rule; ``ValueError`` as in `matched`, and for too few or many ``alt_risks``."""
        judged = [(number, o) for number, screen in enumerate(screens) for o in judge_evidence(screen, rule)]
        matches = [(o, o.truth, o.match) for _, o in judged]
        tasks: dict[str, int] = {}

        def flags(values: list[bool]) -> Mask:
            return np.array(values, dtype=bool)

        return cls(
            screen=np.array([number for number, _ in judged], dtype=np.int64),
            risk=np.array([truth.risk.rank for _, truth, _ in matches], dtype=np.int64),
            category=np.array(
                [0 if truth.category is None else int(truth.category.digit) for _, truth, _ in matches],
                dtype=np.int64,
            ),
            scored=flags([o.scored for o, _, _ in matches]),
            sure=flags([o.sure for o, _, _ in matches]),
            matched=flags([m is not None for _, _, m in matches]),
            risk_right=flags([m is not None and m.risk is t.risk for _, t, m in matches]),
            either_risk=flags([m is not None and m.risk in (t.risk, o.alt_risk) for o, t, m in matches]),
            category_right=flags([m is not None and m.category is t.category for _, t, m in matches]),
            necessity_right=flags([m is not None and m.necessary == t.necessary for _, t, m in matches]),
            covered=np.array([o.covered for _, o in judged], dtype=np.float64),
            detected=flags([_detected(screen.pair) for screen in screens]),
            task=np.array([tasks.setdefault(s.pair.task, len(tasks)) for s in screens], dtype=np.int64),
        )

    def figures(
        self,
        screens: Mask,
        regions: Mask | None = None,
        *,
        lenient: bool = False,
        screen_figures: bool = True,
    ) -> Figures:
        """The figures of the regions chosen on the screens chosen.

        Without ``screen_figures`` it is a group of private regions: it has no public one, and no detection.
        """
        chosen = screens[self.screen] if regions is None else screens[self.screen] & regions
        if not screen_figures:
            chosen = chosen & (self.risk > 0)
        rates = {
            name: Rate(int(hits[chosen].sum()), int(of[chosen].sum()))
            for name, (hits, of) in self._counts(lenient).items()
        }
        detection = Rate(int(self.detected[screens].sum()), int(screens.sum()))
        return Figures(**rates, detection=detection if screen_figures else Rate(0, 0))

    def by_category(self, screens: Mask) -> dict[str, Figures]:
        """The figures of the private regions of each category."""
        return {
            category.value: self.figures(screens, self.category == int(category.digit), screen_figures=False)
            for category in Category
        }

    def intervals(
        self, screens: Mask, names: Sequence[str], resamples: int, seed: int
    ) -> dict[str, tuple[float | None, float | None]]:
        """Intervals of the named figures, from whole tasks drawn; from screens where there is one task."""
        tasks, member = np.unique(self.task[screens], return_inverse=True)
        if len(tasks) < 2:
            member = np.arange(int(screens.sum()))
        groups = int(member.max()) + 1 if len(member) else 0
        if groups < 2 or resamples < 1:
            return {}
        group_of = np.full(len(screens), -1)
        group_of[screens] = member
        chosen = screens[self.screen]
        at = group_of[self.screen[chosen]]

        def sums(hits: Mask, of: Mask) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
            return np.bincount(at[hits[chosen]], minlength=groups), np.bincount(
                at[of[chosen]], minlength=groups
            )

        columns = {name: sums(*sides) for name, sides in self._counts(False).items()}
        columns["detection"] = (
            np.bincount(member[self.detected[screens]], minlength=groups),
            np.bincount(member, minlength=groups),
        )
        weights = group_weights(groups, resamples, derive(seed, "score_regions"))
        drawn = {name: ratio(*(weights @ side for side in columns[name])) for name in names}
        return {name: interval(values) for name, values in drawn.items() if not np.isnan(values).all()}

    def _counts(self, lenient: bool) -> dict[str, tuple[Mask, Mask]]:
        """For every figure but detection: which regions are hits, and which it is a share of."""
        private, public = self.risk > 0, (self.risk == 0) & self.scored
        recalled = self.matched & private
        risk = self.either_risk if lenient else self.risk_right
        return {
            "recall": (recalled, private),
            "strict": (recalled & risk & self.category_right & self.necessity_right, private),
            "risk": (recalled & risk, recalled),
            "category": (recalled & self.category_right, recalled),
            "necessity": (recalled & self.necessity_right, recalled),
            "over_masking": (self.matched & public, public),
            "covered": (private & (self.covered >= COVERED), private),
            "over_covered": (public & (self.covered >= OVER_COVERED), public),
        }


def _detected(pair: ScreenPair) -> bool:
    """Whether the prediction tells rightly that the screen holds something private, or nothing."""
    if pair.predicted is None:
        return False
    return any(guess.private for guess in pair.predicted) == any(truth.private for truth in pair.truths)
