"""The outcomes of all regions of all screens as columns, so that every group's figures are sums over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from tactful.runs import derive
from tactful.score.evidence import Evidence
from tactful.score.matches import matched
from tactful.score.matching import MatchRule
from tactful.score.report import Figures, Rate
from tactful.terms import Risk

if TYPE_CHECKING:
    from numpy.typing import NDArray

COVERED = 0.95
OVER_COVERED = 0.5
_COLUMNS = ("screen", "risk", "category", "scored", "sure", "found", "risk_right", "either_risk")
_MORE = ("category_right", "necessity_right")


@dataclass(frozen=True, slots=True)
class Table:
    """One entry a region, in order of screens; and what holds for whole screens.

    ``risk`` is the rank (0 for a public region), ``category`` the digit (0 for none). ``detected`` and
    ``group`` have one entry a screen: groups are drawn as wholes by `intervals`.
    """

    screen: NDArray[np.int64]
    risk: NDArray[np.int64]
    category: NDArray[np.int64]
    scored: NDArray[np.bool_]
    sure: NDArray[np.bool_]
    found: NDArray[np.bool_]
    risk_right: NDArray[np.bool_]
    either_risk: NDArray[np.bool_]
    category_right: NDArray[np.bool_]
    necessity_right: NDArray[np.bool_]
    covered: NDArray[np.float64]
    detected: NDArray[np.bool_]
    group: NDArray[np.int64]

    @classmethod
    def of(cls, screens: Sequence[Evidence], rule: MatchRule) -> Table:
        """The table under one rule; ``ValueError`` as in `matched`, and for too few or many ``alt_risks``."""
        rows: list[tuple[int, ...]] = []
        covered: list[float] = []
        detected = []
        for number, screen in enumerate(screens):
            pair = screen.pair
            guesses = pair.predicted or ()
            matches = matched(screen, rule)
            alts = pair.alt_risks or (None,) * len(pair.truths)
            for at, (truth, alt) in enumerate(zip(pair.truths, alts, strict=True)):
                told = guesses[matches[at]] if at in matches else None
                sure = alt is None or (alt is Risk.NONE) == (truth.risk is Risk.NONE)
                common = (
                    number,
                    truth.risk.rank,
                    0 if truth.category is None else int(truth.category.digit),
                    pair.predicted is not None,
                    sure,
                )
                if told is None:
                    rows.append((*common, 0, 0, 0, 0, 0))
                    continue
                right = told.risk is truth.risk
                rows.append(
                    (
                        *common,
                        1,
                        right,
                        right or told.risk is alt,
                        told.category is truth.category,
                        told.necessary == truth.necessary,
                    )
                )
            covered.extend(screen.covered)
            says = any(guess.private for guess in guesses)
            detected.append(pair.predicted is not None and says == any(t.private for t in pair.truths))
        columns = np.array(rows, dtype=np.int64).reshape(-1, len(_COLUMNS) + len(_MORE)).T
        flags = {name: columns[at].astype(bool) for at, name in enumerate((*_COLUMNS, *_MORE)) if at > 2}
        return cls(
            screen=columns[0],
            risk=columns[1],
            category=columns[2],
            covered=np.array(covered, dtype=np.float64),
            detected=np.array(detected, dtype=bool),
            group=_groups(screens),
            **flags,
        )

    def figures(
        self,
        screens: NDArray[np.bool_],
        regions: NDArray[np.bool_] | None = None,
        *,
        lenient: bool = False,
        whole: bool = True,
    ) -> Figures:
        """The figures of the regions chosen on the screens chosen; detection only where ``whole``."""
        counts = self._counts(lenient)
        chosen = screens[self.screen] if regions is None else screens[self.screen] & regions
        if not whole:
            # A group of private regions has no public one, and no screen of its own.
            chosen = chosen & (self.risk > 0)
        rates = {
            name: Rate(int(hits[chosen].sum()), int(of[chosen].sum())) for name, (hits, of) in counts.items()
        }
        detection = Rate(int(self.detected[screens].sum()), int(screens.sum())) if whole else Rate(0, 0)
        return Figures(**rates, detection=detection)

    def intervals(
        self, screens: NDArray[np.bool_], names: Sequence[str], resamples: int, seed: int
    ) -> dict[str, tuple[float, float]]:
        """95 % percentile intervals of the named figures from whole groups drawn with replacement."""
        groups, member = np.unique(self.group[screens], return_inverse=True)
        if len(groups) < 2:  # one task alone: its screens are drawn
            groups, member = np.arange(int(screens.sum())), np.arange(int(screens.sum()))
        if len(groups) < 2 or resamples < 1:
            return {}
        group_of = np.full(len(screens), -1)
        group_of[screens] = member
        chosen = screens[self.screen]
        at = group_of[self.screen[chosen]]
        columns = {
            name: tuple(np.bincount(at[side[chosen]], minlength=len(groups)) for side in sides)
            for name, sides in self._counts(False).items()
        }
        columns["detection"] = (
            np.bincount(member[self.detected[screens]], minlength=len(groups)),
            np.bincount(member, minlength=len(groups)),
        )
        rng = np.random.default_rng(derive(seed, "score_regions"))
        draws = rng.multinomial(len(groups), np.full(len(groups), 1 / len(groups)), size=resamples)
        found: dict[str, tuple[float, float]] = {}
        for name in names:
            hits, of = (draws @ column for column in columns[name])
            if (of > 0).any():
                low, high = np.percentile(hits[of > 0] / of[of > 0], (2.5, 97.5))
                found[name] = (float(low), float(high))
        return found

    def _counts(self, lenient: bool) -> dict[str, tuple[NDArray[np.bool_], NDArray[np.bool_]]]:
        """For every figure but detection: which regions are hits, and which it is a share of."""
        private, public = self.risk > 0, (self.risk == 0) & self.scored
        found = self.found & private
        risk = self.either_risk if lenient else self.risk_right
        return {
            "recall": (found, private),
            "strict": (found & risk & self.category_right & self.necessity_right, private),
            "risk": (found & risk, found),
            "category": (found & self.category_right, found),
            "necessity": (found & self.necessity_right, found),
            "over_masking": (self.found & public, public),
            "covered": (private & (self.covered >= COVERED), private),
            "over_covered": (public & (self.covered >= OVER_COVERED), public),
        }


def with_intervals(figures: Figures, intervals: Mapping[str, tuple[float, float]]) -> Figures:
    """The figures, with a low and a high where there is an interval."""
    rates = {
        name: replace(getattr(figures, name), low=low, high=high) for name, (low, high) in intervals.items()
    }
    return replace(figures, **rates)


def _groups(screens: Sequence[Evidence]) -> NDArray[np.int64]:
    """The number of each screen's task, in order of first appearance."""
    names: dict[str, int] = {}
    return np.array([names.setdefault(s.pair.task, len(names)) for s in screens], dtype=np.int64)
