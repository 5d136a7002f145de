"""How far people, models and judges agree who rated the same items.

Three ratings, one table of counts each:

- plans on the scale 0 to 4, person against judge (GUIGuard-Bench, G.3). One real cell: of 587 ratings, 218
  have a 2 from the person and a 2 from the judge; 394 are on the diagonal (67.1 %), and 174 more within one
  level of it (29.6 %). The paper adds these rounded shares up to 96.7 %; the share of the 568 itself is
  96.76 %. Kappa stands beside the shares, since most plans get a 2, with linear and quadratic weights;
- labels of (profile, context, attribute) pairs, raters against one another and the model (CIMemories,
  section 6, Table 4). One real cell: the model and rater 1 give the same label to 85 % of 100 pairs. Percent
  agreement says nothing of chance, so Cohen's kappa stands beside it for every two, Fleiss' kappa for all;
- verdicts "revealed", one REVEAL judge against another (CIMemories, section 5.1: judge and human agree on 94
  of 100).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tactful.runs import derive
from tactful.score.stats import (
    Figure,
    Floats,
    Ints,
    cohen_kappa,
    fleiss_kappa,
    fleiss_parts,
    group_weights,
    ratio,
    times_drawn,
)
from tactful.terms import Need, SampleResult

LEVELS = 5
"""Scores of plans, 0 to 4."""
MISSING = -1
"""The code of a label that a rater did not give."""
MODEL = "Model"
_CODES = tuple(int(need) for need in Need)


# Plans: a person and the judge


@dataclass(frozen=True, slots=True)
class RatedPair:
    """A person's and the judge's score of one pair of plans; ``group`` (its task) is what intervals draw."""

    human: int
    judge: int
    group: Hashable = field(default=None)


@dataclass(frozen=True, slots=True)
class HumanCheck:
    """The table (row: person, column: judge), its shares, differences and kappas.

    ``differences`` is judge minus person, -4 to 4. ``exact`` and ``within_one`` are shares of ``n``.
    """

    table: tuple[tuple[int, ...], ...]
    n: int
    exact: Figure
    within_one: Figure
    differences: dict[int, int]
    quadratic: Figure
    linear: Figure
    mean_human: float | None = None
    mean_judge: float | None = None

    def to_json(self) -> dict[str, Any]:
        """The document of ``tactful bench human-check --json``."""
        return {
            "evaluation": "human",
            "table": [list(row) for row in self.table],
            "rows": "human",
            "n": self.n,
            "exact": self.exact.to_json(),
            "within_one": self.within_one.to_json(),
            "differences": {str(difference): count for difference, count in self.differences.items()},
            "quadratic_kappa": self.quadratic.to_json(),
            "linear_kappa": self.linear.to_json(),
            "mean_human": self.mean_human,
            "mean_judge": self.mean_judge,
        }


def human_check(pairs: Sequence[RatedPair], *, resamples: int = 2000, seed: int = 0) -> HumanCheck:
    """All figures of the ratings; intervals are bootstraps over groups, over ratings where there is but one.

    Pure: the same ratings and seed give the same figures. ``ValueError`` for a score that is not 0 to 4.
    """
    if any(score not in range(LEVELS) for pair in pairs for score in (pair.human, pair.judge)):
        raise ValueError("scores are whole numbers from 0 to 4")
    groups = {group: at for at, group in enumerate(dict.fromkeys(pair.group for pair in pairs))}
    tables = np.zeros((max(len(groups), 1), LEVELS, LEVELS), dtype=np.int64)
    for pair in pairs:
        tables[groups[pair.group], pair.human, pair.judge] += 1
    if len(groups) < 2:
        return check_table(tables[0], resamples=resamples, seed=seed)
    weights = group_weights(len(groups), resamples, derive(seed, "human check"))
    return _check(tables.sum(axis=0), np.tensordot(weights, tables, axes=1))


def check_table(table: Sequence[Sequence[int]] | Ints, *, resamples: int = 2000, seed: int = 0) -> HumanCheck:
    """The same from counts alone (5, 5), row: person; intervals are bootstraps over ratings.

    ``ValueError`` where the table is not 5 by 5 counts.
    """
    counts = np.asarray(table, dtype=np.int64)
    if counts.shape != (LEVELS, LEVELS) or (counts < 0).any():
        raise ValueError("the table must be 5 by 5 counts")
    n = int(counts.sum())
    if n == 0:
        return _check(counts, counts[None][:0])
    rng = np.random.default_rng(derive(seed, "human check"))
    return _check(counts, rng.multinomial(n, counts.ravel() / n, size=resamples).reshape(-1, LEVELS, LEVELS))


def _check(table: Ints, drawn: Ints) -> HumanCheck:
    n = int(table.sum())
    scores = np.arange(LEVELS)
    away = np.subtract.outer(scores, scores)  # person minus judge

    def share(cells: NDArray[np.bool_]) -> Figure:
        return Figure.of(
            float(ratio(table[cells].sum(), n)), ratio(drawn[:, cells].sum(axis=1), drawn.sum(axis=(1, 2)))
        )

    def kappa(power: int) -> Figure:
        return Figure.of(float(cohen_kappa(table, power)), cohen_kappa(drawn, power))

    return HumanCheck(
        table=tuple(tuple(row) for row in table.tolist()),
        n=n,
        exact=share(away == 0),
        within_one=share(np.abs(away) <= 1),
        differences={d: int(table[away == -d].sum()) for d in range(-LEVELS + 1, LEVELS)},
        quadratic=kappa(2),
        linear=kappa(1),
        mean_human=float(table.sum(axis=1) @ scores) / n if n else None,
        mean_judge=float(table.sum(axis=0) @ scores) / n if n else None,
    )


# Labels: raters and the model


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Labels of I items by R raters: int8 of ``Need`` codes, `MISSING` where a rater said nothing.

    ``ValueError`` where the shape is not (I, R) or a code is unknown.
    """

    raters: tuple[str, ...]
    labels: NDArray[np.int8] = field(repr=False)

    def __post_init__(self) -> None:
        if self.labels.ndim != 2 or self.labels.shape[1] != len(self.raters):
            raise ValueError("labels must have one column a rater")
        if not np.isin(self.labels, (MISSING, *_CODES)).all():
            raise ValueError("unknown label codes")


@dataclass(frozen=True, slots=True)
class Agreed(Figure):
    """A figure, and the number of items that it rests on."""

    items: int = 0

    def to_json(self) -> dict[str, Any]:
        """{"value", "low", "high", "items"}."""
        return Figure.to_json(self) | {"items": self.items}


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two raters: the share of items with the same label, and Cohen's kappa."""

    first: str
    second: str
    percent: Agreed
    kappa: Agreed


@dataclass(frozen=True, slots=True)
class RaterAgreement:
    """All pairs, and Fleiss' kappa over the items that everybody rated: of the people, and with the model.

    ``fleiss_raters`` is None with fewer than two people, ``fleiss_all`` without a model.
    """

    raters: tuple[str, ...]
    pairs: tuple[PairAgreement, ...]
    fleiss_raters: Agreed | None
    fleiss_all: Agreed | None
    items: int
    missing: Mapping[str, int]

    def pair(self, first: str, second: str) -> PairAgreement:
        """The pair of two raters, in either order; ``KeyError`` where there is none."""
        for pair in self.pairs:
            if {pair.first, pair.second} == {first, second}:
                return pair
        raise KeyError(f"{first}, {second}")

    def table(self, figure: str = "percent") -> tuple[tuple[str, ...], ...]:
        """Table 4: a header, then one row a rater; "-" on and below the diagonal.

        ``figure``: ``percent`` or ``kappa``.
        """

        def cell(row: int, column: int) -> str:
            if column <= row:
                return "-"
            value = getattr(self.pair(self.raters[row], self.raters[column]), figure).value
            return "?" if value is None else f"{value:.0%}" if figure == "percent" else f"{value:.2f}"

        columns = range(len(self.raters))
        rows = [(rater, *(cell(row, column) for column in columns)) for row, rater in enumerate(self.raters)]
        return (("", *self.raters), *rows)

    def to_json(self) -> dict[str, Any]:
        """Figures as fractions."""
        return {
            "raters": list(self.raters),
            "items": self.items,
            "missing": dict(self.missing),
            "pairs": [
                {
                    "raters": [pair.first, pair.second],
                    "agreement": pair.percent.to_json(),
                    "cohen_kappa": pair.kappa.to_json(),
                }
                for pair in self.pairs
            ],
            "fleiss_kappa": {
                "raters": None if self.fleiss_raters is None else self.fleiss_raters.to_json(),
                "raters_and_model": None if self.fleiss_all is None else self.fleiss_all.to_json(),
            },
        }


def rater_agreement(
    ratings: Ratings, *, model: str | None = MODEL, seed: int = 0, resamples: int = 2000
) -> RaterAgreement:
    """All figures; intervals are bootstraps over items. ``model`` names the model's column, if there is one.

    Pure: the same ratings and seed give the same figures. ``ValueError`` with fewer than two raters.
    """
    if len(ratings.raters) < 2:
        raise ValueError("agreement needs two raters")
    labels = ratings.labels
    rng = np.random.default_rng(derive(seed, "agreement"))
    drawn = rng.integers(0, max(len(labels), 1), size=(resamples, len(labels)))
    weights = times_drawn(drawn, len(labels))
    pairs = [_pair(ratings, a, b, weights) for a, b in combinations(range(len(ratings.raters)), 2)]
    people = [at for at, name in enumerate(ratings.raters) if name != model]
    with_model = len(people) < len(ratings.raters)
    return RaterAgreement(
        raters=ratings.raters,
        pairs=tuple(pairs),
        fleiss_raters=_fleiss(labels[:, people], resamples, rng) if len(people) > 1 else None,
        fleiss_all=_fleiss(labels, resamples, rng) if with_model else None,
        items=len(labels),
        missing={name: int((labels[:, at] == MISSING).sum()) for at, name in enumerate(ratings.raters)},
    )


def _pair(ratings: Ratings, first: int, second: int, weights: Ints) -> PairAgreement:
    """Every drawn set of items holds the gaps of both raters too, as the data does."""
    a, b = ratings.labels[:, first].astype(np.int64), ratings.labels[:, second]
    both = (a != MISSING) & (b != MISSING)
    size = len(_CODES)
    cells = np.eye(size * size, dtype=np.int64)[(a * size + b)[both]]  # (items, 9): which cell of the table
    table = cells.sum(axis=0).reshape(size, size)
    drawn = (weights[:, both] @ cells if len(cells) > 1 else cells[:0]).reshape(-1, size, size)
    percent = Figure.of(float(_same(table)), _same(drawn))
    kappa = Figure.of(float(cohen_kappa(table)), cohen_kappa(drawn))
    return PairAgreement(
        ratings.raters[first],
        ratings.raters[second],
        Agreed(percent.value, percent.low, percent.high, len(cells)),
        Agreed(kappa.value, kappa.low, kappa.high, len(cells)),
    )


def _same(tables: Ints) -> Floats:
    """The share of items on the diagonal of tables (..., labels, labels)."""
    return ratio(np.trace(tables, axis1=-2, axis2=-1), tables.sum(axis=(-2, -1)))


def _fleiss(labels: NDArray[np.int8], resamples: int, rng: np.random.Generator) -> Agreed:
    rated = labels[(labels != MISSING).all(axis=1)]
    if not len(rated):
        return Agreed(None)
    parts = fleiss_parts(np.stack([(rated == code).sum(axis=1) for code in _CODES], axis=1).astype(np.int64))
    drawn = parts[:0]
    if len(rated) > 1:
        drawn = times_drawn(rng.integers(0, len(rated), size=(resamples, len(rated))), len(rated)) @ parts
    figure = Figure.of(float(fleiss_kappa(parts.sum(axis=0))), fleiss_kappa(drawn))
    return Agreed(figure.value, figure.low, figure.high, len(rated))


# Verdicts: two REVEAL judges


@dataclass(frozen=True, slots=True)
class JudgeAgreement:
    """A 2 x 2 table of two judges' verdicts over the same (message, attribute) pairs.

    ``percent`` is the share on which both say the same, ``kappa`` Cohen's; both are nan without pairs, and
    ``kappa`` also where each judge gives one and the same verdict throughout.
    """

    both: int
    first_only: int
    second_only: int
    neither: int

    @property
    def _table(self) -> Ints:
        return np.array([[self.both, self.first_only], [self.second_only, self.neither]], dtype=np.int64)

    @property
    def pairs(self) -> int:
        """How many pairs were judged by both."""
        return int(self._table.sum())

    @property
    def percent(self) -> float:
        """Agreement in percent."""
        return 100 * float(_same(self._table))

    @property
    def kappa(self) -> float:
        """Cohen's kappa: agreement beyond what the judges' own rates of "revealed" give by chance."""
        return float(cohen_kappa(self._table))


def judge_agreement(pairs: Iterable[tuple[bool, bool]]) -> JudgeAgreement:
    """The table of (first judge's, second judge's) verdicts "revealed"."""
    counts = {(True, True): 0, (True, False): 0, (False, True): 0, (False, False): 0}
    for first, second in pairs:
        counts[bool(first), bool(second)] += 1
    return JudgeAgreement(*counts.values())


def verdicts(sample: SampleResult, keys: Sequence[str]) -> list[tuple[bool, bool]]:
    """(judge's verdict, lexical judge's verdict) for every key; empty where either did not score."""
    if sample.revealed is None or sample.lexical is None:
        return []
    return [(key in sample.revealed, key in sample.lexical) for key in keys]
