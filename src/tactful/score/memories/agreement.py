"""Agreement of raters with one another and with the model's labels (CIMemories, section 6, Table 4).

One real cell of Table 4: the model and rater 1 give the same label to 85 % of 100 pairs. Percent agreement
says nothing of chance, so Cohen's kappa stands beside it for every two raters and Fleiss' kappa for all.

Items are (profile, context, attribute) pairs; intervals are 95 % percentile bootstraps over items.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tactful.runs import derive
from tactful.terms import Need

MISSING = -1
MODEL = "Model"
_CATEGORIES = tuple(int(need) for need in Need)


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
        if not np.isin(self.labels, (MISSING, *_CATEGORIES)).all():
            raise ValueError("unknown label codes")


@dataclass(frozen=True, slots=True)
class Agreed:
    """One figure with its interval and the number of items it rests on; None where nothing can be said."""

    value: float | None
    low: float | None
    high: float | None
    items: int

    def to_json(self) -> dict[str, Any]:
        return {"value": self.value, "low": self.low, "high": self.high, "items": self.items}


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two raters: the share of items with the same label, and Cohen's kappa."""

    first: str
    second: str
    percent: Agreed
    kappa: Agreed


@dataclass(frozen=True, slots=True)
class Agreement:
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
        rows = [("", *self.raters)]
        for at, rater in enumerate(self.raters):
            cells = ["-"] * (at + 1)
            cells += [
                _cell(getattr(self.pair(rater, other), figure), figure) for other in self.raters[at + 1 :]
            ]
            rows.append((rater, *cells))
        return tuple(rows)

    def to_json(self) -> dict[str, Any]:
        """Figures as fractions."""
        return {
            "raters": list(self.raters),
            "items": self.items,
            "missing": dict(self.missing),
            "pairs": [
                {
                    "raters": [p.first, p.second],
                    "agreement": p.percent.to_json(),
                    "cohen_kappa": p.kappa.to_json(),
                }
                for p in self.pairs
            ],
            "fleiss_kappa": {
                "raters": None if self.fleiss_raters is None else self.fleiss_raters.to_json(),
                "raters_and_model": None if self.fleiss_all is None else self.fleiss_all.to_json(),
            },
        }


def percent_agreement(a: NDArray[np.int8], b: NDArray[np.int8]) -> float | None:
    """The share of items with the same label, of those that both rated; None without any."""
    return _pair_figures(*_both(a, b))[0]


def cohen_kappa(a: NDArray[np.int8], b: NDArray[np.int8]) -> float | None:
    """Agreement beyond chance of two raters (Cohen 1960), over items that both rated.

    None without any, and where both always give one same label: chance would agree fully too.
    """
    return _pair_figures(*_both(a, b))[1]


def fleiss_kappa(labels: NDArray[np.int8]) -> float | None:
    """Agreement beyond chance of R >= 2 raters (Fleiss 1971), over the items that all of them rated.

    ``labels`` (I, R). None without such items, or where only one label occurs.
    """
    counts = _counts(labels)
    if not len(counts):
        return None
    return _fleiss(counts[None])[0]


def agreement(
    ratings: Ratings, *, model: str | None = MODEL, seed: int = 0, resamples: int = 2000
) -> Agreement:
    """All figures. ``model`` names the column of the model, if it is among the raters.

    Pure: the same ratings and seed give the same figures. ``ValueError`` with fewer than two raters.
    """
    if len(ratings.raters) < 2:
        raise ValueError("agreement needs two raters")
    labels = ratings.labels
    rng = np.random.default_rng(derive(seed, "agreement"))
    draws = rng.integers(0, max(len(labels), 1), size=(resamples, len(labels)))
    pairs = [
        _pair(ratings, first, second, draws) for first, second in combinations(range(len(ratings.raters)), 2)
    ]
    people = [at for at, name in enumerate(ratings.raters) if name != model]
    with_model = len(people) < len(ratings.raters)
    return Agreement(
        raters=ratings.raters,
        pairs=tuple(pairs),
        fleiss_raters=_fleiss_figure(labels[:, people], resamples, rng) if len(people) > 1 else None,
        fleiss_all=_fleiss_figure(labels, resamples, rng) if with_model else None,
        items=len(labels),
        missing={name: int((labels[:, at] == MISSING).sum()) for at, name in enumerate(ratings.raters)},
    )


def _pair(ratings: Ratings, first: int, second: int, draws: NDArray[np.int64]) -> PairAgreement:
    a, b = ratings.labels[:, first], ratings.labels[:, second]
    both = (a != MISSING) & (b != MISSING)
    items = int(both.sum())
    percent, kappa = _pair_figures(a[both], b[both])
    # Every drawn set holds the items of both raters' gaps too, as the data would.
    resampled = [_pair_figures(a[row][both[row]], b[row][both[row]]) for row in draws] if items > 1 else []
    return PairAgreement(
        ratings.raters[first],
        ratings.raters[second],
        _agreed(percent, [p for p, _ in resampled], items),
        _agreed(kappa, [k for _, k in resampled], items),
    )


def _both(a: NDArray[np.int8], b: NDArray[np.int8]) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    both = (a != MISSING) & (b != MISSING)
    return a[both], b[both]


def _pair_figures(a: NDArray[np.int8], b: NDArray[np.int8]) -> tuple[float | None, float | None]:
    if not len(a):
        return None, None
    size = len(_CATEGORIES)
    table = np.bincount(a.astype(np.int64) * size + b, minlength=size * size).reshape(size, size) / len(a)
    observed = float(np.trace(table))
    expected = float(table.sum(axis=1) @ table.sum(axis=0))
    kappa = None if np.isclose(expected, 1.0) else (observed - expected) / (1 - expected)
    return observed, kappa


def _counts(labels: NDArray[np.int8]) -> NDArray[np.int64]:
    """(items that all rated, categories): how many raters chose each."""
    whole = labels[(labels != MISSING).all(axis=1)]
    return np.stack([(whole == code).sum(axis=1) for code in _CATEGORIES], axis=1).astype(np.int64)


def _fleiss(counts: NDArray[np.int64]) -> list[float | None]:
    """Fleiss' kappa for each of B sets of items: ``counts`` (B, I, categories)."""
    raters = counts[0, 0].sum()
    per_item = ((counts**2).sum(axis=2) - raters) / (raters * (raters - 1))
    observed = per_item.mean(axis=1)
    expected = (counts.mean(axis=1) / raters) ** 2
    chance = expected.sum(axis=1)
    return [
        None if np.isclose(c, 1.0) else float((o - c) / (1 - c))
        for o, c in zip(observed, chance, strict=True)
    ]


def _fleiss_figure(labels: NDArray[np.int8], resamples: int, rng: np.random.Generator) -> Agreed:
    counts = _counts(labels)
    if not len(counts):
        return Agreed(None, None, None, 0)
    resampled: list[float | None] = []
    if len(counts) > 1:
        resampled = _fleiss(counts[rng.integers(0, len(counts), size=(resamples, len(counts)))])
    return _agreed(_fleiss(counts[None])[0], resampled, len(counts))


def _agreed(value: float | None, resampled: Sequence[float | None], items: int) -> Agreed:
    known = [figure for figure in resampled if figure is not None]
    if value is None or not known:
        return Agreed(value, None, None, items)
    low, high = np.percentile(known, (2.5, 97.5))
    return Agreed(value, float(low), float(high), items)


def _cell(figure: Agreed, name: str) -> str:
    if figure.value is None:
        return "?"
    return f"{figure.value:.0%}" if name == "percent" else f"{figure.value:.2f}"
