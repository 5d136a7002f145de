"""Figures 2 to 5 and the trade-off of all runs, as data that a page and matplotlib can draw."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np

from tactful.bench.cimemories.paper import table_1
from tactful.bench.cimemories.scored import Choices, ScoredRun
from tactful.bench.report.blocks import estimate_cell, exact, figure, number
from tactful.score import accumulate, leak_matrix

LEAST_WEIGHT = 0.4


def accumulation_figure(runs: Sequence[ScoredRun], choices: Choices) -> dict[str, Any] | None:
    """Figure 2: exact expectations over all choices of tasks and samples; None without a run to draw."""
    panels = []
    for run in runs:
        if run.scores is None or run.scores.violation.value is None:
            continue
        tasks = range(1, min(len(table.contexts) for table in run.full) + 1)
        samples = range(1, run.scores.n + 1)
        curve = accumulate(run.full, tasks, samples)
        series = []
        for place, k in enumerate(samples):
            share = 1.0 if len(samples) == 1 else place / (len(samples) - 1)
            series.append(
                {
                    "name": f"{k} sample{'' if k == 1 else 's'}",
                    "tone": "violation",
                    "weight": LEAST_WEIGHT + (1 - LEAST_WEIGHT) * share,
                    "x": list(tasks),
                    "y": [number(value) for value in curve[:, place]],
                }
            )
        panels.append({"title": run.name, "x_label": "Tasks", "series": series})
    if not panels:
        return None
    return figure(
        "figure-2",
        "lines",
        "Violations accumulate over tasks and samples (Figure 2)",
        "The share of a user's private attributes that have leaked somewhere after that many tasks, with one "
        "to n messages a task. Exact expectations over all sets of tasks and samples: no curve depends on an "
        "order or a draw. Profiles weigh alike; where they have unequal numbers of tasks the curves end at "
        "the fewest.",
        panels=panels,
    )


def matrix_figure(runs: Sequence[ScoredRun]) -> dict[str, Any] | None:
    """Figure 3: contexts by domains. None without a run to draw."""
    groups = []
    for run in runs:
        if not run.full or not any(table.contexts for table in run.full):
            continue
        matrix = leak_matrix(run.full)

        def panel(title: str, tone: str, values: Any, counts: Any) -> dict[str, Any]:
            return {
                "title": title,
                "tone": tone,
                "values": [[number(value) for value in line] for line in np.asarray(values).T],
                "counts": np.asarray(counts).T.tolist(),
                "unit": "private attributes" if tone == "violation" else "necessary attributes",
            }

        assert run.scores is not None
        groups.append(
            {
                "name": run.name,
                "rows": [{"label": recipient, "note": task} for recipient, task in matrix.contexts],
                "columns": list(matrix.domains),
                "panels": [
                    panel(f"Violation@{run.scores.n}", "violation", matrix.violation, matrix.private),
                    panel("Completeness", "completeness", matrix.completeness, matrix.necessary),
                ],
            }
        )
    if not groups:
        return None
    return figure(
        "figure-3",
        "heat",
        "Where it leaks and where it helps: contexts by information domains (Figure 3)",
        "Percent. Left: of a domain's attributes that are private in the context, those any of n "
        "messages revealed; right: how often its necessary attributes were revealed. Hatched: the labels "
        "give nothing to measure there, which is not the same as 0.",
        groups=groups,
    )


def tradeoff_figure(runs: Sequence[ScoredRun]) -> dict[str, Any] | None:
    """All runs between the corners, with the intervals of both metrics."""
    points = [point for run in runs if (point := _point(run, _groups(runs)[run.name])) is not None]
    if not points:
        return None
    theory = [
        {"name": name, "kind": "theory", "group": 0, "violation": exact(x), "completeness": exact(y)}
        for name, x, y in (("reveal nothing", 0.0, 0.0), ("reveal everything", 1.0, 1.0))
    ]
    reference = [
        {
            "name": f"{model} (the paper's)", "kind": "reference", "group": 0,
            "violation": exact(x / 100), "completeness": exact(y / 100),
        }
        for model, (x, y) in table_1().items()
    ]  # fmt: skip
    return figure(
        "tradeoff",
        "scatter",
        "Trade-off of all runs",
        "Bars are 95 % intervals. A private message that helps lies top left.",
        points=[*reference, *theory, *points],
        arrows=[],
    )


def prompts_figure(runs: Sequence[ScoredRun]) -> dict[str, Any] | None:
    """Figure 4: from each model's plain prompt without a gate to its other levels and gates."""
    families = defaultdict(list)
    for run in runs:
        if run.scores is not None:
            families[run.run.model, run.judge, run.scores.n, run.fingerprint].append(run)
    points: list[dict[str, Any]] = []
    arrows: list[tuple[int, int]] = []
    for group, members in enumerate(each for each in families.values() if _varied(each)):
        base: int | None = None
        for run in sorted(members, key=lambda each: not each.is_baseline):
            point = _point(run, group)
            if point is None:
                continue
            points.append(point | {"label": run.run.model if run.is_baseline else run.variant or run.name})
            if run.is_baseline:
                base = len(points) - 1 if base is None else base
            elif base is not None:
                arrows.append((base, len(points) - 1))
    if len(points) < 2:
        return None
    return figure(
        "figure-4",
        "scatter",
        "What prompts and gates change (Figure 4)",
        "One colour a model; arrows lead from its plain prompt (level 1, no gate) to the same model with "
        "another prompt level or a gate. Left is fewer violations, down is a less useful message.",
        points=points,
        arrows=[list(arrow) for arrow in arrows],
    )


def _varied(runs: Sequence[ScoredRun]) -> bool:
    return len({(run.level, run.gate) for run in runs}) > 1


def _groups(runs: Sequence[ScoredRun]) -> dict[str, int]:
    """One colour a model, as in Figure 4."""
    models = list(dict.fromkeys(run.run.model for run in runs))
    return {run.name: models.index(run.run.model) for run in runs}


def _point(run: ScoredRun, group: int) -> dict[str, Any] | None:
    if run.scores is None:
        return None
    across, up = estimate_cell(run.scores.violation), estimate_cell(run.scores.completeness)
    if across is None or up is None:
        return None
    return {
        "name": run.name,
        "label": run.short_name,
        "kind": "run",
        "group": group,
        "violation": across,
        "completeness": up,
    }
