"""Figure 5: what more memories do to a message (section 5.2.3), with both denominators."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tactful.bench.cimemories.scored import FULL, ScoredRun
from tactful.bench.report.blocks import Block, Column, exact, figure, number, section, table
from tactful.score import Among, summarize
from tactful.terms import Cell, Need, ProfileReveals

KINDS = {
    "all-necessary": ("all necessary attributes, and a growing number of private ones", Need.PRIVATE),
    "all-private": ("all private attributes, and a growing number of necessary ones", Need.NECESSARY),
    "random": ("random labelled attributes", None),
}
METRICS = ("violation", "completeness")
AMONG: tuple[Among, ...] = ("labelled", "present")


@dataclass(frozen=True, slots=True)
class Point:
    """The figures of one size, averaged over draws: metric and denominator -> value."""

    size: int
    x: float
    draws: int
    contexts: int
    values: dict[tuple[str, Among], float | None]


def composition_section(runs: Sequence[ScoredRun]) -> Block | None:
    """The panels and their table; None where every run has the full memory alone."""
    panels: list[Block] = []
    items: list[_Item] = []
    kinds: dict[str, str] = {}
    for run in runs:
        for kind, (words, counted_need) in KINDS.items():
            points = points_of(run, kind, counted_need)
            if not points:
                continue
            kinds[kind] = f"{kind}: {words}"
            label = "Private" if counted_need is Need.PRIVATE else "Necessary" if counted_need else "All"
            panels.append(
                {
                    "title": run.name if kind in run.name else f"{run.name}: {kind}",
                    "x_label": f"{label} attributes in memory (mean)",
                    "series": [_series(points, metric, among) for metric in METRICS for among in AMONG],
                }
            )
            items += [(run.name, kind, point) for point in points]
    if not panels:
        return None
    drawn = figure(
        "figure-5",
        "lines",
        "Violations and completeness as memories are added (Figure 5)",
        "Solid: of all attributes with the label, in memory or not. Dashed: of those in memory, which "
        "tells a model that leaks more from one that merely has more to leak. "
        f"{'; '.join(kinds.values()).capitalize()}. Ambiguous attributes are in every memory.",
        panels=panels,
    )
    listed = table(
        "compositions",
        "Memory compositions",
        _COLUMNS,
        items,
        "A context whose attributes end between two sizes is in the larger one with all that it has, and in "
        "no size after that: the last point of every context is all there is. Averages over draws.",
        fold=True,
    )
    return section("composition", "Memory composition", [drawn, listed])


_Item = tuple[str, str, Point]


def _metric(metric: str, among: Among) -> Column[_Item]:
    inside = among == "present"
    label = f"{metric.capitalize()}{' of those in memory' if inside else ''}"
    return Column(
        f"{metric}_present" if inside else metric, label, "estimate",
        lambda item: exact(item[2].values.get((metric, among))), tone=metric,
    )  # fmt: skip


_COLUMNS = (
    Column[_Item]("run", "Run", cell=lambda item: item[0]),
    Column[_Item]("composition", "Composition", cell=lambda item: item[1]),
    Column[_Item]("size", "Size", "count", lambda item: item[2].size),
    Column[_Item]("draws", "Draws", "count", lambda item: item[2].draws),
    Column[_Item]("contexts", "Contexts", "count", lambda item: item[2].contexts),
    *(_metric(metric, among) for among in AMONG for metric in METRICS),
)


def points_of(run: ScoredRun, kind: str, counted_need: Need | None) -> list[Point]:
    """One point a size, in order."""
    by_size: dict[int, list[Cell]] = defaultdict(list)
    for cell in run.tables:
        if cell != FULL and cell.kind == kind and cell.size is not None:
            by_size[cell.size].append(cell)
    return [_point(run, size, by_size[size], counted_need) for size in sorted(by_size)]


def _point(run: ScoredRun, size: int, cells: Sequence[Cell], counted_need: Need | None) -> Point:
    values: dict[tuple[str, Among], list[float]] = defaultdict(list)
    for cell in cells:
        for among in AMONG:
            scores = summarize(run.tables[cell], resamples=0, among=among)
            for metric in METRICS:
                value = getattr(scores, metric).value
                if value is not None:
                    values[metric, among].append(value)
    tables = [each for cell in cells for each in run.tables[cell]]
    return Point(
        size,
        _mean_present(tables, counted_need),
        len(cells),
        max(sum(len(each.contexts) for each in run.tables[cell]) for cell in cells),
        {key: number(float(np.mean(found))) for key, found in values.items()},
    )


def _mean_present(tables: Sequence[ProfileReveals], counted_need: Need | None) -> float:
    """How many attributes with the label (None: any) the memories of these contexts hold, on average."""
    counts = [
        (each.present if counted_need is None else each.present & (each.needs == counted_need)).sum(axis=1)
        for each in tables
    ]
    flat = np.concatenate(counts) if counts else np.empty(0)
    return float(flat.mean()) if flat.size else 0.0


def _series(points: Sequence[Point], metric: str, among: Among) -> Block:
    inside = among == "present"
    return {
        "name": f"{metric}{' in memory' if inside else ''}",
        "tone": metric,
        "dashed": inside,
        "weight": 0.7 if inside else 1.0,
        "x": [point.x for point in points],
        "y": [point.values.get((metric, among)) for point in points],
    }
