"""Figures 2 to 5 and the trade-off of all runs, as data that a page and matplotlib can draw."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from tactful.bench.cimemories.scored import ScoredRun
from tactful.bench.report.blocks import Block, counted, estimate_cell, exact, figure, number, published
from tactful.score import accumulate, leak_matrix

LEAST_WEIGHT = 0.4


def accumulation_figure(runs: Sequence[ScoredRun]) -> Block | None:
    """Figure 2: exact expectations over all choices of tasks and samples; None without a run to draw."""
    panels = [
        {"title": run.name, "x_label": "Tasks", "series": _curves(run, run.scores.n)}
        for run in runs
        if run.scores is not None and run.scores.violation.value is not None
    ]
    if not panels:
        return None
    return figure(
        "figure-2", "lines", "Violations accumulate over tasks and samples (Figure 2)",
        "The share of a user's private attributes that have leaked somewhere after that many tasks, with one "
        "to n messages a task. Exact expectations over all sets of tasks and samples: no curve depends on an "
        "order or a draw. Profiles weigh alike; where they have unequal numbers of tasks the curves end at "
        "the fewest.",
        panels=panels,
    )  # fmt: skip


def _curves(run: ScoredRun, samples: int) -> list[Block]:
    """One line a number of samples, stronger with more of them."""
    tasks = range(1, min(len(table.contexts) for table in run.full) + 1)
    curve = accumulate(run.full, tasks, range(1, samples + 1))
    weights = np.linspace(LEAST_WEIGHT, 1.0, samples) if samples > 1 else [1.0]
    return [
        {
            "name": counted(k, "sample"),
            "tone": "violation",
            "weight": float(weight),
            "x": list(tasks),
            "y": [number(value) for value in curve[:, k - 1]],
        }
        for k, weight in enumerate(weights, start=1)
    ]


def matrix_figure(runs: Sequence[ScoredRun]) -> Block | None:
    """Figure 3: contexts by domains. None without a run to draw."""
    groups = [
        _matrix(run, run.scores.n)
        for run in runs
        if run.scores is not None and any(table.contexts for table in run.full)
    ]
    if not groups:
        return None
    return figure(
        "figure-3", "heat",
        "Where it leaks and where it helps: contexts by information domains (Figure 3)",
        "Percent. Left: of a domain's attributes that are private in the context, those any of n "
        "messages revealed; right: how often its necessary attributes were revealed. Hatched: the labels "
        "give nothing to measure there, which is not the same as 0.",
        groups=groups,
    )  # fmt: skip


def _matrix(run: ScoredRun, samples: int) -> Block:
    matrix = leak_matrix(run.full)
    panels = (
        (f"Violation@{samples}", "violation", matrix.violation, matrix.private, "private attributes"),
        ("Completeness", "completeness", matrix.completeness, matrix.necessary, "necessary attributes"),
    )
    return {
        "name": run.name,
        "rows": [{"label": recipient, "note": task} for recipient, task in matrix.contexts],
        "columns": list(matrix.domains),
        "panels": [
            {
                "title": title,
                "tone": tone,
                "values": [[number(value) for value in line] for line in np.asarray(values).T],
                "counts": np.asarray(counts).T.tolist(),
                "unit": unit,
            }
            for title, tone, values, counts, unit in panels
        ],
    }


def tradeoff_figure(runs: Sequence[ScoredRun]) -> Block | None:
    """All runs between the corners, with the intervals of both metrics; one colour a model."""
    models = list(dict.fromkeys(run.run.model for run in runs))
    points = [point for run in runs if (point := _point(run, models.index(run.run.model)))]
    if not points:
        return None
    paper = published("cimemories")["table_1"]
    fixed = [
        *((f"{model} (the paper's)", "reference", x / 100, y / 100) for model, (x, y) in paper.items()),
        ("reveal nothing", "theory", 0.0, 0.0),
        ("reveal everything", "theory", 1.0, 1.0),
    ]
    others = [
        {"name": name, "kind": kind, "group": 0, "violation": exact(x), "completeness": exact(y)}
        for name, kind, x, y in fixed
    ]
    return figure(
        "tradeoff", "scatter", "Trade-off of all runs",
        "Bars are 95 % intervals. A private message that helps lies top left.",
        points=[*others, *points], arrows=[],
    )  # fmt: skip


def prompts_figure(runs: Sequence[ScoredRun]) -> Block | None:
    """Figure 4: from each model's plain prompt without a gate to its other levels and gates."""
    families = defaultdict(list)
    for run in runs:
        if run.scores is not None:
            families[run.run.model, run.judge, run.scores.n, run.fingerprint].append(run)
    points: list[Block] = []
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
        "figure-4", "scatter", "What prompts and gates change (Figure 4)",
        "One colour a model; arrows lead from its plain prompt (level 1, no gate) to the same model with "
        "another prompt level or a gate. Left is fewer violations, down is a less useful message.",
        points=points, arrows=[list(arrow) for arrow in arrows],
    )  # fmt: skip


def _varied(runs: Sequence[ScoredRun]) -> bool:
    return len({(run.level, run.gate) for run in runs}) > 1


def _point(run: ScoredRun, group: int) -> Block | None:
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
