"""The four evaluations in two small tables, for a page that shows more than this benchmark."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tactful.bench.guiguard.report_cells import (
    OPERATORS,
    Summary,
    is_whole,
    method_title,
    operator_of,
    rate,
    run_name,
    runs_of,
    score,
)
from tactful.bench.report.blocks import column, row, table


def recognition_table(summary: Summary | None) -> dict[str, Any]:
    """What the recognizers find, one line each."""
    names = ("detection", "recall", "strict", "over_masking")
    labels = ("Screens told apart", "Private elements found", "All labels right too", "Public ones masked")
    rows = [
        row(
            run="the guard itself" if run.get("recognizer") == "local" else run_name(run),
            **{name: rate(found.get(name)) for name in names},
        )
        for run in runs_of(summary)
        for found in [run["rules"]["corrected"]["overall"]]
    ]
    columns = [
        column("run", "Recognizer"),
        *(column(name, label, "rate") for name, label in zip(names, labels, strict=True)),
    ]
    return table("screens-recognition", "Recognition", columns, rows)


def protection_table(summaries: Mapping[str, Summary]) -> dict[str, Any]:
    """What each operator keeps of plans and clicks, and what it keeps from an evaluator, at full coverage.

    Of several planners or evaluators the first is shown; for leakage the one that recovered most.
    """
    planning, grounding = (_first(summaries.get(name)) for name in ("planning", "grounding"))
    rows = [
        row(
            method=method_title(operator),
            plans=score(planning.get(operator, {}).get("score")),
            clicks=rate(_clicks(grounding.get(operator, {}))),
            items=_least(summaries.get("leakage"), operator),
        )
        for operator in ("original", *OPERATORS)
        if operator in planning or operator in grounding
    ]
    columns = [
        column("method", "Everything private under"),
        column("plans", "Plans kept, 0 to 4", "score"),
        column("clicks", "Clicks that land", "rate", help="on the targets that no protection covers"),
        column("items", "Items protected", "rate", help="against the best of the evaluators"),
    ]
    return table("screens-protection", "What protection costs and buys", columns, rows)


def _clicks(method: Summary) -> Mapping[str, Any] | None:
    """On the same targets under every method; a summary of an older version has those it could see."""
    found: Mapping[str, Any] | None = method.get("paired") or method.get("accuracy")
    return found


def _first(summary: Summary | None) -> dict[str, Summary]:
    runs = runs_of(summary)
    if not runs:
        return {}
    return {operator_of(method): method for method in runs[0]["methods"] if _shown(method)}


def _shown(method: Summary) -> bool:
    return is_whole(method) or operator_of(method) == "original"


def _least(summary: Summary | None, operator: str) -> dict[str, Any] | None:
    found = [
        cell
        for run in runs_of(summary)
        for method in run["methods"]
        if operator_of(method) == operator and is_whole(method)
        for cell in [rate(method["protection"])]
        if cell is not None
    ]
    return min(found, key=lambda cell: float(cell["value"]), default=None)
