"""One row a task and method, free of private values: scores, reasons for their absence, lengths, coverage.

One row: ``{"task": "00007-messages-code-en-desktop-1920", "platform": "pc", "method": "black-60", "operator":
"black", "level": 60, "steps": [{"step": 1, "score": 4, "same_action": true, ...}], "lengths": [3, 3],
"coverage": {"hits": 21, "n": 34}, ...}``
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol, TypeAlias

from tactful.bench.guiguard.planning.judge import NO_JUDGE
from tactful.bench.guiguard.planning.replay import FAILED, NO_ANSWER
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
    models' names, ``judging`` the judge's prompts and their variant ("" where scores came with the data).
    """

    ordinal: int
    task: str
    platform: str
    lang: str
    planner: str
    judge: str
    history: str
    judging: str = ""

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
