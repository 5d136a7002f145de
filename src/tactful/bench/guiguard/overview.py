"""The four evaluations in two small tables, for a page that shows more than this benchmark."""

from __future__ import annotations

from collections.abc import Mapping

from tactful.bench.guiguard.summaries import (
    OPERATORS,
    Method,
    Summary,
    methods_of,
    run_name,
    runs_of,
    title_of,
)
from tactful.bench.report.blocks import Block, Column, table

_RECOGNIZER = (
    Column[Summary]("run", "Recognizer"),
    Column[Summary]("detection", "Screens told apart", "rate"),
    Column[Summary]("recall", "Private elements found", "rate"),
    Column[Summary]("strict", "All labels right too", "rate"),
    Column[Summary]("over_masking", "Public ones masked", "rate"),
)
_PROTECTION = (
    Column[Summary]("method", "Everything private under"),
    Column[Summary]("plans", "Plans kept, 0 to 4", "score"),
    Column[Summary]("clicks", "Clicks that land", "rate", help="on the targets that no protection covers"),
    Column[Summary]("items", "Items protected", "rate", help="against the best of the evaluators"),
)


def recognition_table(summary: Summary | None) -> Block:
    """What the recognizers find, one line each."""
    items = [
        {
            **run["rules"]["corrected"]["overall"],
            "run": "the guard itself" if run.get("recognizer") == "local" else run_name(run),
        }
        for run in runs_of(summary)
    ]
    return table("screens-recognition", "Recognition", _RECOGNIZER, items)


def protection_table(summaries: Mapping[str, Summary]) -> Block:
    """What each operator keeps of plans and clicks, and what it keeps from an evaluator, at full coverage.

    Of several planners or evaluators the first is shown; for leakage the one that recovered most.
    """
    planning, grounding = (_first(summaries.get(name)) for name in ("planning", "grounding"))
    items = [
        {
            "method": title_of(operator),
            "plans": (operator in planning and planning[operator].get("score")) or None,
            "clicks": (operator in grounding and clicks_of(grounding[operator])) or None,
            "items": _least(summaries.get("leakage"), operator),
        }
        for operator in ("original", *OPERATORS)
        if operator in planning or operator in grounding
    ]
    return table("screens-protection", "What protection costs and buys", _PROTECTION, items)


def clicks_of(method: Method) -> Block | None:
    """On the same targets under every method; a summary of an older version has those it could see."""
    return method.rate("paired") or method.rate("accuracy")


def _first(summary: Summary | None) -> dict[str, Method]:
    return {
        method.operator: method
        for method in methods_of(*runs_of(summary)[:1])
        if method.is_whole or method.operator == "original"
    }


def _least(summary: Summary | None, operator: str) -> Block | None:
    cells = [
        cell
        for method in methods_of(*runs_of(summary))
        if method.operator == operator and method.is_whole and (cell := method.rate("protection"))
    ]
    return min(cells, key=lambda cell: float(cell["value"]), default=None)
