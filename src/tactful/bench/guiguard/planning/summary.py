"""Rows -> the figures of planning fidelity: by method and level, platform, language, step, task (Table 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tactful.bench.guiguard.planning.rows import Row, scored
from tactful.score import Estimate, consistency, fidelity

Summary = dict[str, Any]


def summarize(rows: Iterable[Row], *, seed: int = 0, resamples: int = 1000) -> Summary:
    """``{"evaluation": "planning", "runs": [...]}``, one for each planner, judge with its prompts, history.

    A mean is ``{"value", "n", "unscored", "low", "high"}``: the value over tasks of means over steps, ``n``
    the scored steps, ``unscored`` those without a score, the interval a seeded 95 % bootstrap over tasks.
    ``lengths`` counts tasks whose two replays end at different steps and the steps that so have no partner:
    these are not judged (Algorithm 2, line 7) and in no mean. A rate is ``{"value", "hits", "n"}``;
    ``coverage`` counts the labels of all screens of the tasks, also of those behind an early end.
    """
    runs: dict[tuple[str, str, str, str], list[Row]] = {}
    for row in rows:
        name = row["planner"], row["judge"], row.get("judging", ""), row["history"]
        runs.setdefault(name, []).append(row)
    return {
        "evaluation": "planning",
        "runs": [_run(name, found, seed, resamples) for name, found in runs.items()],
    }


def _run(name: tuple[str, str, str, str], rows: list[Row], seed: int, resamples: int) -> Summary:
    planner, judge, judging, history = name
    methods = dict.fromkeys(row["method"] for row in rows)
    problems = Counter(step["problem"] for row in rows for step in row["steps"] if step["score"] is None)
    return {
        "name": planner if history == "own" else f"{planner}, {history}",
        "planner": planner,
        "judge": judge,
        "judging": judging,
        "history": history,
        "tasks": len({row["ordinal"] for row in rows}),
        "methods": [
            _method([row for row in rows if row["method"] == method], seed, resamples) for method in methods
        ],
        "problems": [{"reason": reason, "n": n} for reason, n in sorted(problems.items())],
    }


def _method(rows: list[Row], seed: int, resamples: int) -> Summary:
    def mean(some: Iterable[Row]) -> Summary:
        return _mean(fidelity([scored(row) for row in some], seed=seed, resamples=resamples))

    whole = fidelity([scored(row) for row in rows], seed=seed, resamples=resamples)
    return {
        **{key: rows[0][key] for key in ("method", "operator", "level")},
        "score": _mean(whole),
        "consistency": _mean(consistency(whole)),
        "by_platform": {key: mean(some) for key, some in _by(rows, "platform").items()},
        "by_language": {key: mean(some) for key, some in _by(rows, "lang").items() if key},
        "by_step": _by_step(rows, lambda some: _mean(fidelity(some, seed=seed, resamples=resamples))),
        "scores": _histogram(rows),
        "coverage": _coverage(rows),
        "coverage_by_platform": {key: _coverage(some) for key, some in _by(rows, "platform").items()},
        "same_action": _share(rows, "same_action"),
        "same_call": _share(rows, "same_call"),
        "lengths": {
            "different": sum(row["lengths"][0] != row["lengths"][1] for row in rows),
            "of": len(rows),
            "unpaired": sum(
                abs(row["lengths"][0] - row["lengths"][1]) for row in rows if not row.get("problem")
            ),
        },
        "reflections_failed": sum(row["reflections_failed"] for row in rows),
        "tasks": [_task(row) for row in sorted(rows, key=lambda row: int(row["ordinal"]))],
    }


def _task(row: Row) -> Summary:
    scores = scored(row)
    known = [score for score in scores if score is not None]
    return {
        "task": row["task"],
        "platform": row["platform"],
        "score": round(sum(known) / len(known), 4) if known else None,
        "steps": len(scores),
        "unscored": len(scores) - len(known),
        "lengths": list(row["lengths"]),
    }


def _by(rows: Sequence[Row], key: str) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row[key], []).append(row)
    return dict(sorted(found.items()))


def _by_step(rows: Sequence[Row], mean: Callable[[list[list[int | None]]], Summary]) -> list[Summary]:
    """The mean at each place in a task: where a replay goes astray, later steps show it."""
    longest = max((len(row["steps"]) for row in rows), default=0)
    return [
        {"step": at + 1, **mean([[row["steps"][at]["score"]] for row in rows if len(row["steps"]) > at])}
        for at in range(longest)
    ]


def _histogram(rows: Sequence[Row]) -> dict[str, int]:
    counts = Counter(score for row in rows for score in scored(row) if score is not None)
    return {str(score): counts[score] for score in range(5)}


def _share(rows: Sequence[Row], key: str) -> Summary:
    found = [step[key] for row in rows for step in row["steps"] if key in step]
    return _rate(sum(found), len(found))


def _coverage(rows: Sequence[Row]) -> Summary:
    return _rate(sum(row["coverage"]["hits"] for row in rows), sum(row["coverage"]["n"] for row in rows))


def _rate(hits: int, of: int) -> Summary:
    return {"value": hits / of if of else None, "hits": hits, "n": of}


def _mean(found: Estimate) -> Summary:
    return {
        "value": found.value,
        "n": found.items,
        "unscored": found.unscored,
        "low": found.low,
        "high": found.high,
    }
