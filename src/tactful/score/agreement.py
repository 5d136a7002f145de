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

from tactful.runs import derive
from tactful.score.matching import MatchRule
from tactful.score.stats import Figure, Ints, fleiss_kappa, fleiss_parts, group_weights, json_number, ratio
from tactful.terms import Region

FIGURES = ("selection", "label", "risk", "category", "necessity")
CONDITIONAL = ("label_if_selected", "risk_if_selected", "category_if_selected", "necessity_if_selected")
_LABELS: Mapping[str, Callable[[Region], Hashable]] = {
    "label": lambda region: (region.risk, region.category, region.necessary),
    "risk": lambda region: region.risk,
    "category": lambda region: region.category,
    "necessity": lambda region: region.necessary,
    "selection": lambda region: True,
}


@dataclass(frozen=True, slots=True)
class ScreenAnnotations:
    """One screen as each annotator marked it, in the same pixels. An annotator who marked nothing has ()."""

    screen: str
    by: Mapping[str, tuple[Region, ...]] = field(repr=False)
    task: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class MarkedUnit:
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
        """{"value", "low", "high", "observed", "n"}."""
        figure = Figure(self.value, self.low, self.high).to_json()
        return figure | {"observed": self.observed, "n": self.units}


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
        """The document of ``tactful bench agreement --json``."""
        return {
            "evaluation": "agreement",
            "annotators": list(self.annotators),
            "screens": self.screens,
            "left_out": self.left_out,
            "units": self.units,
            "rule": self.rule.to_json(),
            "kappa": {name: kappa.to_json() for name, kappa in self.kappas.items()},
        }


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
    units = [unit for _, of_screen in clustered for unit in of_screen]
    groups = _groups(clustered)
    kappas = {}
    for name in (*FIGURES, *CONDITIONAL):
        counts = _counts(units, annotators, name)
        kappas[name] = _kappa(counts, groups, resamples, derive(seed, f"agreement {name}"))
    return AnnotatorAgreement(annotators, len(seen), len(screens) - len(seen), len(units), rule, kappas)


def cluster_units(
    by: Mapping[str, Sequence[Region]], annotators: Sequence[str], rule: MatchRule | None = None
) -> tuple[MarkedUnit, ...]:
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
    return tuple(MarkedUnit(first, mark) for first, mark in zip(firsts, marks, strict=True))


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


def _groups(clustered: Sequence[tuple[ScreenAnnotations, Sequence[MarkedUnit]]]) -> Ints:
    """Each unit's number of its task, screen or itself: what the bootstrap draws."""
    tasks = {screen.task: at for at, (screen, _) in enumerate(clustered)}
    if len(tasks) > 1:
        keys = [tasks[screen.task] for screen, units in clustered for _ in units]
    elif len(clustered) > 1:
        keys = [at for at, (_, units) in enumerate(clustered) for _ in units]
    else:
        keys = list(range(sum(len(units) for _, units in clustered)))
    return np.asarray(keys, dtype=np.int64)


def _counts(units: Sequence[MarkedUnit], annotators: Sequence[str], figure: str) -> Ints:
    """How many annotators gave each label to each unit, (units, labels)."""
    label, selected = _LABELS[figure.removesuffix("_if_selected")], figure.endswith("_if_selected")
    given: list[tuple[int, Hashable]] = []
    for at, unit in enumerate(units):
        marks = [unit.marks.get(name) for name in annotators]
        # In a tuple, so that no label can be taken for "not selected".
        given += [
            (at, None if mark is None else (label(mark),))
            for mark in marks
            if mark is not None or not selected
        ]
    columns = {value: column for column, value in enumerate(dict.fromkeys(value for _, value in given))}
    table = np.zeros((len(units), len(columns)), dtype=np.int64)
    np.add.at(table, ([at for at, _ in given], [columns[value] for _, value in given]), 1)
    return table


def _kappa(counts: Ints, groups: Ints, resamples: int, seed: int) -> Kappa:
    """The kappa of the units that two or more marked. It needs sums alone, so groups are drawn as sums."""
    used = counts.sum(axis=1) >= 2
    parts = fleiss_parts(counts[used])
    kinds, members = np.unique(groups[used], return_inverse=True)
    by_group = np.zeros((len(kinds), parts.shape[1]))
    np.add.at(by_group, members, parts)
    total = parts.sum(axis=0)
    drawn = group_weights(len(kinds), resamples, seed) @ by_group if len(kinds) > 1 else by_group[:0]
    figure = Figure.of(float(fleiss_kappa(total)), fleiss_kappa(drawn))
    return Kappa(
        figure.value, figure.low, figure.high, json_number(float(ratio(total[0], total[1]))), len(parts)
    )
