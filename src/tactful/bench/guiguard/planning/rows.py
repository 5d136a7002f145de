"""One row a task and method, free of private values: scores, reasons for their absence, lengths, coverage.

One row: ``{"task": "00007-messages-code-en-desktop-1920", "platform": "pc", "method": "black-60", "operator":
"black", "level": 60, "steps": [{"step": 1, "score": 4, "same_action": true, ...}], "lengths": [3, 3],
"coverage": {"hits": 21, "n": 34}, ...}``
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol, TypeAlias

from tactful.bench.guiguard.asking import variant_note
from tactful.bench.guiguard.planning.judge import NO_JUDGE
from tactful.bench.guiguard.planning.replay import FAILED, NO_ANSWER
from tactful.score import Estimate, consistency, fidelity
from tactful.terms import Judgement, PlanRun, PlanStep, Receipt

Row: TypeAlias = dict[str, Any]


class Named(Protocol):
    """A condition's names, as `Condition` has them."""

    @property
    def name(self) -> str: ...
    @property
    def operator(self) -> str: ...
    @property
    def level(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Place:
    """Whose row it is: the task's place in the data, and what may be said of it.

    ``task`` is the task's id where the data set is public, else ``task N``. ``planner`` and ``judge`` are the
    models' names, ``judging`` and ``planning`` the judge's and the planner's prompts and their variants (""
    where scores or plans came with the data).
    """

    ordinal: int
    task: str
    platform: str
    lang: str
    planner: str
    judge: str
    history: str
    judging: str = ""
    planning: str = ""

    def row(self, condition: Named, **more: Any) -> Row:
        """What every row says of the task, and more."""
        names = {"method": condition.name, "operator": condition.operator, "level": condition.level}
        return {**asdict(self), **names, **more}


def judged_row(
    place: Place,
    condition: Named,
    original: PlanRun,
    replayed: PlanRun,
    judgements: Sequence[Judgement],
    receipts: Sequence[Receipt] = (),
) -> Row:
    """The row of a replay that was judged; ``receipts`` are those of the task's screens."""
    pairs = zip(original.steps, replayed.steps, judgements, strict=False)
    return place.row(
        condition,
        steps=[_step(number, *pair) for number, pair in enumerate(pairs, 1)],
        lengths=[len(original.steps), len(replayed.steps)],
        coverage={
            "hits": sum(receipt.covered for receipt in receipts),
            "n": sum(receipt.risky for receipt in receipts),
        },
        unplanned=[unplanned(original), unplanned(replayed)],
        reflections_failed=sum(
            step.reflection == FAILED for run in (original, replayed) for step in run.steps
        ),
        attempts=sum(step.attempts for step in replayed.steps),
    )


def unscored_row(place: Place, condition: Named, problem: str, steps: int, unplanned: int = 0) -> Row:
    """The row of a replay that could not be made at all: each of the reference's ``steps`` is unscored.

    ``unplanned`` of them have no plan in the reference, which may be missing too.
    """
    return place.row(
        condition,
        steps=[{"step": number, "score": None, "problem": problem} for number in range(1, steps + 1)],
        lengths=[steps, 0],
        coverage={"hits": 0, "n": 0},
        unplanned=[unplanned, 0],
        reflections_failed=0,
        attempts=0,
        problem=problem,
    )


def scored(row: Row) -> list[int | None]:
    """The scores of a row's steps."""
    return [step["score"] for step in row["steps"]]


def call_failed(row: Row) -> bool:
    """Whether a call failed behind this row, so that it may be asked for again."""
    problems = [row.get("problem", ""), *(step.get("problem", "") for step in row["steps"])]
    return any(failure in problem for problem in problems for failure in (NO_ANSWER, NO_JUDGE))


def unplanned(run: PlanRun) -> int:
    """The steps of a run that have no plan."""
    return sum(bool(step.problem) for step in run.steps)


def _step(number: int, original: PlanStep, replay: PlanStep, judgement: Judgement) -> Row:
    row: Row = {"step": number, "score": judgement.score, "problem": _why(original, replay, judgement)}
    if not original.problem and not replay.problem:
        # What can be said without a judge.
        row["same_action"] = original.action.partition("(")[0] == replay.action.partition("(")[0]
        row["same_call"] = original.action == replay.action
    return row


def _why(original: PlanStep, replay: PlanStep, judgement: Judgement) -> str:
    """Why there is no score: the planner's own problem tells more than that a plan is missing."""
    if judgement.score is not None:
        return ""
    for name, step in (("reference", original), ("replay", replay)):
        if step.problem:
            return f"{name}: {step.problem}"
    return judgement.problem


# Rows -> the figures of planning fidelity: by method and level, platform, language, step, task (Table 2).

Summary = dict[str, Any]


def summarize(rows: Iterable[Row], *, seed: int = 0, resamples: int = 1000) -> Summary:
    """``{"evaluation": "planning", "runs": [...]}``, one for each planner and judge, each with its
    prompts, and history.

    A mean is ``{"value", "n", "unscored", "low", "high"}``: the value over tasks of means over steps, ``n``
    the scored steps, ``unscored`` those without a score, the interval a seeded 95 % bootstrap over tasks.
    ``lengths`` counts tasks whose two replays end at different steps and the steps that so have no partner:
    these are not judged (Algorithm 2, line 7) and in no mean. A rate is ``{"value", "hits", "n"}``;
    ``coverage`` counts the labels of all screens of the tasks, also of those behind an early end.
    """
    runs: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        name = row["planner"], row["judge"], row.get("judging", ""), row["history"], row.get("planning", "")
        runs.setdefault(name, []).append(row)
    return {
        "evaluation": "planning",
        "runs": [_run(name, found, seed, resamples) for name, found in runs.items()],
    }


def _run(name: tuple[str, ...], rows: list[Row], seed: int, resamples: int) -> Summary:
    planner, judge, judging, history, planning = name
    methods = dict.fromkeys(row["method"] for row in rows)
    problems = Counter(step["problem"] for row in rows for step in row["steps"] if step["score"] is None)
    return {
        "name": ", ".join([planner, *([] if history == "own" else [history]), *variant_note(planning)]),
        "planner": planner,
        "judge": judge,
        "judging": judging,
        "planning": planning,
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
