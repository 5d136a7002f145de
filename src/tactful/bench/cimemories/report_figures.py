"""Figures 2 to 4 and the trade-off of all runs, as data that a page and matplotlib can draw."""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence

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
    """Figure 4c: from each model's plain prompt without a gate to its other levels and gates."""
    families = _families(runs, lambda run: run.run.model)
    points, arrows = _arrows(
        [_parted(each, lambda run: run.is_baseline) for each in families if _varied(each)],
        lambda run: run.run.model if run.is_baseline else run.variant or run.name,
    )
    if len(points) < 2:
        return None
    return figure(
        "figure-4", "scatter", "What prompts and gates change (Figure 4c)",
        "One colour a model; arrows lead from its plain prompt (level 1, no gate) to the same model with "
        "another prompt level or a gate. Left is fewer violations, down is a less useful message.",
        points=points, arrows=arrows,
    )  # fmt: skip


def sizes_figure(runs: Sequence[ScoredRun]) -> Block | None:
    """Figure 4a: models of one family by the size in their names; None without two sizes of one."""
    sized = [run for run in runs if _SIZE.search(run.run.model)]
    families = _families(sized, lambda run: (_family(run), run.level, run.gate))
    panels = [
        {
            "title": f"{_family(run)}{', ' if run.variant else ''}{run.variant}",
            "x_label": "Billion parameters",
            "series": [_by_size(each, metric) for metric in ("violation", "completeness")],
        }
        for each in families
        if len({_size(run) for run in each}) > 1
        for run in each[:1]
    ]
    if not panels:
        return None
    return figure(
        "figure-4a", "lines", "Larger models of one family (Figure 4a)",
        "Sizes are read from the models' names. Bands are 95 % intervals.",
        panels=panels,
    )  # fmt: skip


def reasoning_figure(runs: Sequence[ScoredRun]) -> Block | None:
    """Figure 4b: one model without and with reasoning, or at several efforts; None without such a pair."""
    families = _families(runs, lambda run: (_KIND.sub("", run.run.model), run.level, run.gate))
    told = [each for each in families if len({_effort(run) for run in each}) > 1]
    points, arrows = _arrows(
        [_parted(each, functools.partial(_reasons_least, each)) for each in told],
        lambda run: f"{_KIND.sub('', run.run.model)}, {_effort(run)}",
    )
    if not points:
        return None
    return figure(
        "figure-4b", "scatter", "What reasoning changes (Figure 4b)",
        "One colour a model; arrows lead from the variant that reasons least. Variants are told by the "
        "models' names (thinking, reasoning, instruct) or by their reasoning effort.",
        points=points, arrows=arrows,
    )  # fmt: skip


# "Qwen3-30B-A3B-Thinking-2507": 30 billion; the active parameters of a mixture tell no size.
_SIZE = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)b(?![a-z0-9])", re.IGNORECASE)
_ACTIVE = re.compile(r"-a\d+(?:\.\d+)?b\b", re.IGNORECASE)
_KIND = re.compile(
    r"[-_:]?\b(non?-?)?(?:(think(?:ing)?|reason(?:ing|er))|instruct|chat)\b(?:-\d{4})?", re.IGNORECASE
)
_EFFORTS = ("no reasoning", "none", "minimal", "low", "medium", "high", "xhigh", "reasoning")


def _family(run: ScoredRun) -> str:
    return _SIZE.sub("#B", _ACTIVE.sub("", run.run.model), count=1)


def _size(run: ScoredRun) -> float:
    found = _SIZE.search(run.run.model)
    return float(found[1]) if found else 0.0


def _by_size(runs: Sequence[ScoredRun], metric: str) -> Block:
    ordered = sorted(runs, key=_size)
    cells = [estimate_cell(getattr(run.scores, metric)) or {} for run in ordered]
    return {
        "name": metric, "tone": metric, "x": [_size(run) for run in ordered],
        "y": [cell.get("value") for cell in cells], "low": [cell.get("low") for cell in cells],
        "high": [cell.get("high") for cell in cells],
    }  # fmt: skip


def _effort(run: ScoredRun) -> str:
    """How much a run's model reasons, as its options say, or else its name."""
    asked = (run.run.settings.get("generate") or {}).get("reasoning_effort")
    named = _KIND.search(run.run.model)
    return str(asked or ("reasoning" if named and named[2] and not named[1] else "no reasoning"))


def _effort_place(run: ScoredRun) -> int:
    effort = _effort(run)
    return _EFFORTS.index(effort) if effort in _EFFORTS else len(_EFFORTS)


def _reasons_least(family: Sequence[ScoredRun], run: ScoredRun) -> bool:
    return _effort_place(run) == min(map(_effort_place, family))


def _families(runs: Sequence[ScoredRun], of: Callable[[ScoredRun], Hashable]) -> list[list[ScoredRun]]:
    """Runs that differ in nothing but what ``of`` leaves out: one judge, one n, the same questions."""
    families = defaultdict(list)
    for run in runs:
        if run.scores is not None:
            families[of(run), run.judge, run.scores.n, run.fingerprint].append(run)
    return list(families.values())


_Parted = tuple[list[ScoredRun], list[ScoredRun]]


def _parted(runs: Sequence[ScoredRun], base: Callable[[ScoredRun], bool]) -> _Parted:
    """Where the arrows of a family begin, and the rest."""
    return [run for run in runs if base(run)], [run for run in runs if not base(run)]


def _arrows(
    families: Sequence[_Parted], label: Callable[[ScoredRun], str]
) -> tuple[list[Block], list[list[int]]]:
    """Points of one colour a family, and arrows from its first base to all others."""
    points: list[Block] = []
    arrows: list[list[int]] = []
    for group, (bases, others) in enumerate(families):
        ends = [
            [point | {"label": label(run)} for run in part if (point := _point(run, group))]
            for part in (bases, others)
        ]
        first, second = len(points), len(points) + len(ends[0])
        points += [*ends[0], *ends[1]]
        if ends[0]:
            arrows += [[first, second + at] for at in range(len(ends[1]))]
    return points, arrows


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
