"""How far several annotators of the same screens agree (GUIGuard-Bench, D.3: ten annotators, kappa 0.68).

One real item: of ten annotators nine marked the clock, eight as low risk and one as none, so the item's row
is nine times "selected" and once not.

Boxes are free, so they are first clustered into units: annotator by annotator, a box belongs to the unit
whose first box it is like (IoU of at least 0.6, or the same text by the rule of the main evaluation), else it
begins a unit. Of an annotator's several boxes in a unit the one closest to its first box stays. Text alone
comes in two forms: ``as_published`` anywhere on the screen and covered one way or the other, so that the same
word at two places is one unit, and so are a line and a number in it; ``corrected`` only where the boxes touch
and the texts are about as long.

Fleiss' kappa is then taken over the table of units by annotators: of being selected; of the risk, category,
necessity and of all three together with "not selected" as a label of its own; and of the labels among those
alone who selected the unit (``*_if_selected``), where a unit counts by its pairs of annotators. A unit is
there only because somebody marked it, so "not selected" by all does not occur, and the kappa of selection
alone is low even where most boxes are shared.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tactful.runs import derive
from tactful.score.matching import MatchRule
from tactful.terms import Region

FIGURES = ("selection", "label", "risk", "category", "necessity")
CONDITIONAL = ("label_if_selected", "risk_if_selected", "category_if_selected", "necessity_if_selected")


@dataclass(frozen=True, slots=True)
class ScreenAnnotations:
    """One screen as each annotator marked it, in the same pixels. An annotator who marked nothing has ()."""

    screen: str
    by: Mapping[str, tuple[Region, ...]] = field(repr=False)
    task: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing on a screen that at least one annotator marked: its first box, and who marked it how."""

    first: Region
    marks: Mapping[str, Region] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Kappa:
    """Fleiss' kappa with a 95 % interval, the share of agreeing pairs, and the units it rests on.

    ``value`` is None without units, and where only one label occurs: chance would agree fully too.
    """

    value: float | None
    low: float | None
    high: float | None
    observed: float | None
    units: int

    def to_json(self) -> dict[str, Any]:
        return {
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "observed": self.observed,
            "n": self.units,
        }


@dataclass(frozen=True, slots=True)
class AnnotatorAgreement:
    """Kappa by figure (`FIGURES`, `CONDITIONAL`). ``left_out`` screens were not seen by all annotators."""

    annotators: tuple[str, ...]
    screens: int
    left_out: int
    units: int
    rule: MatchRule
    kappas: Mapping[str, Kappa]

    def to_json(self) -> dict[str, Any]:
        return {
            "evaluation": "agreement",
            "annotators": list(self.annotators),
            "screens": self.screens,
            "left_out": self.left_out,
            "units": self.units,
            "rule": {"text": self.rule.text, "tau": self.rule.tau, "iou": self.rule.iou},
            "kappa": {name: kappa.to_json() for name, kappa in self.kappas.items()},
        }


def cluster_units(
    by: Mapping[str, Sequence[Region]], annotators: Sequence[str], rule: MatchRule | None = None
) -> tuple[Unit, ...]:
    """The units of one screen; annotators in the given order, their boxes in theirs."""
    rule = rule or MatchRule()
    firsts: list[Region] = []
    marks: list[dict[str, Region]] = []
    for name in annotators:
        for region in by.get(name, ()):
            at = _unit_of(region, firsts, rule)
            if at is None:
                firsts.append(region)
                marks.append({name: region})
                continue
            known = marks[at].get(name)
            if known is None or region.box.iou(firsts[at].box) > known.box.iou(firsts[at].box):
                marks[at][name] = region
    return tuple(Unit(first, mark) for first, mark in zip(firsts, marks, strict=True))


def _unit_of(region: Region, firsts: Sequence[Region], rule: MatchRule) -> int | None:
    """The unit that a box belongs to: by place where one fits, the closest; else by text, the closest."""
    best: tuple[bool, float, int] | None = None
    for at, first in enumerate(firsts):
        iou = first.box.iou(region.box)
        by_place = iou >= rule.iou
        if by_place or _same_text(first, region, iou > 0, rule):
            found = (by_place, iou, -at)
            if best is None or found > best:
                best = found
    return None if best is None else -best[2]


def _same_text(first: Region, region: Region, touching: bool, rule: MatchRule) -> bool:
    sizes = sorted(len("".join(text.split())) for text in (first.text, region.text))
    if not sizes[0]:
        return False  # two pictures: their texts say nothing of being the same thing
    if rule.text == "corrected" and not (touching and sizes[0] >= rule.tau * sizes[1]):
        return False
    return rule.texts(first.text, region.text)


def annotator_agreement(
    screens: Sequence[ScreenAnnotations],
    rule: MatchRule | None = None,
    *,
    resamples: int = 2000,
    seed: int = 0,
) -> AnnotatorAgreement:
    """All kappas over the screens that every annotator saw.

    Intervals are percentile bootstraps over tasks; over screens where there is one task, over units where
    there is one screen. Pure: the same screens and seed give the same figures. ``ValueError`` with fewer than
    two annotators.
    """
    rule = rule or MatchRule()
    annotators = tuple(dict.fromkeys(name for screen in screens for name in screen.by))
    if len(annotators) < 2:
        raise ValueError("agreement needs two annotators")
    seen = [screen for screen in screens if set(screen.by) == set(annotators)]
    clustered = [(screen, cluster_units(screen.by, annotators, rule)) for screen in seen]
    units = [unit for _, found in clustered for unit in found]
    groups = _groups(clustered)
    kappas = {}
    for name in (*FIGURES, *CONDITIONAL):
        counts = _counts(units, annotators, name)
        kappas[name] = _kappa(counts, groups, resamples, derive(seed, f"agreement {name}"))
    return AnnotatorAgreement(annotators, len(seen), len(screens) - len(seen), len(units), rule, kappas)


def _groups(clustered: Sequence[tuple[ScreenAnnotations, Sequence[Unit]]]) -> NDArray[np.int64]:
    """Each unit's number of its task, screen or itself: what the bootstrap draws."""
    tasks = {screen.task: at for at, (screen, _) in enumerate(clustered)}
    if len(tasks) > 1:
        keys = [tasks[screen.task] for screen, units in clustered for _ in units]
    elif len(clustered) > 1:
        keys = [at for at, (_, units) in enumerate(clustered) for _ in units]
    else:
        keys = list(range(sum(len(units) for _, units in clustered)))
    return np.asarray(keys, dtype=np.int64)


_LABELS: Mapping[str, Callable[[Region], Hashable]] = {
    "label": lambda region: (region.risk, region.category, region.necessary),
    "risk": lambda region: region.risk,
    "category": lambda region: region.category,
    "necessity": lambda region: region.necessary,
    "selection": lambda region: True,
}


def _counts(units: Sequence[Unit], annotators: Sequence[str], figure: str) -> NDArray[np.int64]:
    """How many annotators gave each label to each unit, (units, labels)."""
    label, selected = _LABELS[figure.removesuffix("_if_selected")], figure.endswith("_if_selected")
    rows: list[dict[Hashable, int]] = []
    names: dict[Hashable, int] = {}
    for unit in units:
        row: dict[Hashable, int] = {}
        for name in annotators:
            mark = unit.marks.get(name)
            if mark is None and selected:
                continue
            # In a tuple, so that no label can be taken for "not selected".
            value: Hashable = None if mark is None else (label(mark),)
            names.setdefault(value, len(names))
            row[value] = row.get(value, 0) + 1
        rows.append(row)
    table = np.zeros((len(units), len(names)), dtype=np.int64)
    for at, row in enumerate(rows):
        for value, count in row.items():
            table[at, names[value]] = count
    return table


def fleiss(counts: NDArray[np.int64]) -> float | None:
    """Fleiss' kappa of a table (items, labels) of counts; None as in `Kappa`.

    Items may have different numbers of raters: each counts by its pairs, and items of fewer than two
    raters say nothing. With equal numbers it is Fleiss' own figure (1971).
    """
    return _kappa_of(*_sums(_rated(counts)))


def _rated(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.asarray(counts[counts.sum(axis=1) >= 2])


def _sums(counts: NDArray[np.int64]) -> tuple[float, float, NDArray[np.int64]]:
    raters = counts.sum(axis=1)
    return float((counts * (counts - 1)).sum()), float((raters * (raters - 1)).sum()), counts.sum(axis=0)


def _kappa_of(agreeing: float, pairs: float, totals: NDArray[Any]) -> float | None:
    if not pairs:
        return None
    shares = totals / totals.sum()
    expected = float(shares @ shares)
    return None if expected >= 1 - 1e-12 else float((agreeing / pairs - expected) / (1 - expected))


def _kappa(counts: NDArray[np.int64], groups: NDArray[np.int64], resamples: int, seed: int) -> Kappa:
    used = counts.sum(axis=1) >= 2
    counts, groups = counts[used], groups[used]
    agreeing, pairs, totals = _sums(counts)
    value = _kappa_of(agreeing, pairs, totals)
    observed = agreeing / pairs if pairs else None
    drawn = _bootstrap(counts, groups, resamples, seed) if value is not None else []
    low, high = np.percentile(drawn, (2.5, 97.5)) if drawn else (None, None)
    return Kappa(
        value,
        None if low is None else float(low),
        None if high is None else float(high),
        observed,
        len(counts),
    )


def _bootstrap(
    counts: NDArray[np.int64], groups: NDArray[np.int64], resamples: int, seed: int
) -> list[float]:
    """Kappas of drawn groups. All that a kappa needs are sums, so a draw is a weighted sum of groups."""
    kinds, members = np.unique(groups, return_inverse=True)
    if len(kinds) < 2:
        return []
    raters = counts.sum(axis=1)
    parts = np.column_stack(((counts * (counts - 1)).sum(axis=1), raters * (raters - 1), counts))
    by_group = np.zeros((len(kinds), parts.shape[1]))
    np.add.at(by_group, members, parts)
    rng = np.random.default_rng(seed)
    weights = rng.multinomial(len(kinds), np.full(len(kinds), 1 / len(kinds)), size=resamples)
    found = (_kappa_of(float(row[0]), float(row[1]), row[2:]) for row in weights @ by_group)
    return [value for value in found if value is not None]
