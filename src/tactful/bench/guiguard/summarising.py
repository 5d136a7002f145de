"""From rows to summaries, and what is told of the logs that rows came from; for runs and for logs alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tactful.bench.guiguard.logs import LoggedRun
from tactful.bench.guiguard.run_settings import GROUNDING, PLANNING, RECOGNITION
from tactful.bench.guiguard.store import read_rows

Row = dict[str, Any]
Summary = dict[str, Any]


def summarise_rows(name: str, rows: Sequence[Row], seed: int) -> Summary:
    """The summary of one evaluation, by its own ``summarise``."""
    if name == RECOGNITION:
        from tactful.bench.guiguard.recognition import summarise as recognised

        return recognised(rows, seed=seed)
    if name == PLANNING:
        from tactful.bench.guiguard.planning import summarise as planned

        return planned(rows, seed=seed)
    if name == GROUNDING:
        from tactful.bench.guiguard.grounding import summarise as grounded

        return grounded(rows, seed=seed)
    from tactful.bench.guiguard.leakage import summarise as leaked

    return leaked(rows, seed=seed)


def protect_summary(folder: Path) -> Summary:
    """What the protected variants hold: screens, copies, failures, and the share of labels treated."""
    rows = read_rows(folder / "screens.rows.jsonl")
    methods = []
    for method in dict.fromkeys(row["method"] for row in rows):
        own = [row for row in rows if row["method"] == method]
        made = [row for row in own if "problem" not in row]
        hits, n = sum(row["covered"] for row in made), sum(row["risky"] for row in made)
        methods.append(
            {
                "method": method,
                "screens": len(made),
                "copied": sum(bool(row["copied"]) for row in made),
                "failed": len(own) - len(made),
                "coverage": {"value": hits / n if n else None, "hits": hits, "n": n},
            }
        )
    return {"evaluation": "protect", "methods": methods}


def error_notes(logged: Sequence[LoggedRun]) -> list[str]:
    """What ended in an error, for the head of the report."""
    return [
        f"{run.model}, {run.evaluation}: {sum(run.errors.values())} of {run.samples} samples ended in an "
        f"error: {', '.join(f'{kind} ({n})' for kind, n in run.errors.items())}. They count as unscored."
        for run in logged
        if run.errors
    ]


def log_records(logged: Sequence[LoggedRun]) -> list[dict[str, Any]]:
    """The logs as a manifest has them."""
    return [
        {
            "evaluation": run.evaluation,
            "model": run.model,
            "log": Path(run.source).name,
            "samples": run.samples,
            "errors": dict(run.errors),
            "usage": {name: dict(used) for name, used in run.usage.items()},
        }
        for run in logged
    ]
