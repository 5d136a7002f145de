"""Rows -> the grounding table: accuracy on visible targets by method, hidden targets and failures apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from tactful.bench.guiguard.asking import variant_note
from tactful.runs import derive
from tactful.score import clustered_rate

Row = dict[str, Any]
Summary = dict[str, Any]


def summarize(rows: Iterable[Row], *, seed: int = 0, resamples: int = 1000) -> Summary:
    """``{"evaluation": "grounding", "runs": [...]}``, one run a model and its prompts.

    ``accuracy`` is over visible targets, as in Algorithm 3; ``hidden_accuracy`` over those that protection
    covers; ``overall`` over both; ``paired`` over the screens that have an answer and a visible target under
    *every* method, so that methods are compared on one set. A call that failed and a reply that is no point
    are ``unscored``, in no rate. Intervals are a seeded 95 % bootstrap over tasks, over screens where there
    is one task.
    """
    runs: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        runs.setdefault((row["model"], row.get("prompts", "")), []).append(row)
    return {
        "evaluation": "grounding",
        "runs": [_run(*name, found, seed, resamples) for name, found in runs.items()],
    }


def _run(model: str, prompts: str, rows: list[Row], seed: int, resamples: int) -> Summary:
    asked = [row for row in rows if "calibration" not in row]
    methods = dict.fromkeys(row["method"] for row in asked)
    by_method = {method: [row for row in asked if row["method"] == method] for method in methods}
    seen = [{row["number"] for row in found if _counts(row)} for found in by_method.values()]
    common = set.intersection(*seen) if seen else set()
    problems = Counter(row["problem"] for row in asked if row["hit"] is None)
    return {
        "name": ", ".join([model, *variant_note(prompts)]),
        "model": model,
        "prompts": prompts,
        "convention": " / ".join(dict.fromkeys(row["convention"] for row in rows)),
        "methods": [_method(found, common, seed, resamples) for found in by_method.values()],
        "samples": len({row["number"] for row in asked}),
        "calibration": {row["platform"]: row["calibration"] for row in rows if "calibration" in row},
        "problems": [{"reason": reason, "n": n} for reason, n in sorted(problems.items())],
    }


def _method(rows: list[Row], common: set[int], seed: int, resamples: int) -> Summary:
    hidden = [row for row in rows if row["hidden"]]
    platforms = dict.fromkeys(sorted(row["platform"] for row in rows))
    langs = dict.fromkeys(sorted(row["lang"] for row in rows if row["lang"]))

    def accuracy(some: Iterable[Row]) -> Summary:
        return rate([row for row in some if _counts(row)], seed, resamples)

    return {
        **{key: rows[0][key] for key in ("method", "operator", "level")},
        "accuracy": accuracy(rows),
        "hidden": len(hidden),
        "hidden_accuracy": rate([row for row in hidden if row["hit"] is not None], seed, resamples),
        "overall": rate([row for row in rows if row["hit"] is not None], seed, resamples),
        "paired": rate([row for row in rows if row["number"] in common], seed, resamples),
        "unscored": sum(row["hit"] is None for row in rows),
        "outside": sum(bool(row["outside"]) for row in rows),
        "by_platform": {name: accuracy(row for row in rows if row["platform"] == name) for name in platforms},
        "by_language": {name: accuracy(row for row in rows if row["lang"] == name) for name in langs},
    }


def _counts(row: Row) -> bool:
    """Whether the row is in the accuracy: answered, and its target visible."""
    return row["hit"] is not None and not row["hidden"]


def rate(rows: Sequence[Row], seed: int = 0, resamples: int = 1000) -> Summary:
    """``{"value", "hits", "n", "low", "high"}`` of rows that all have a hit or a miss."""
    one_task = len({row["task"] for row in rows}) == 1
    outcomes = ((at if one_task else row["task"], bool(row["hit"])) for at, row in enumerate(rows))
    figure = clustered_rate(outcomes, derive(seed, "grounding.bootstrap"), resamples)
    return {**figure.to_json(), "low": figure.low, "high": figure.high}
