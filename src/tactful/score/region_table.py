"""The outcomes of all regions of all screens as columns, so that every group's figures are sums over them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tactful.runs import derive
from tactful.score.matching import MatchRule
from tactful.score.regions import Evidence, ScreenPair, judge_evidence
from tactful.score.stats import Rate, group_weights, interval, ratio
from tactful.terms import Category

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


@dataclass(frozen=True, slots=True)
class RegionTable:
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
    def of(cls, screens: Sequence[Evidence], rule: MatchRule) -> RegionTable:
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
