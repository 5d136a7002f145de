"""The files in which the authors' tools keep plans and judgements (GUIGuard-Bench, G.1 and G.4).

A replay of one task, ``<task>_gt_result.json`` (unprotected) or ``<task>_result.json``, shortened::

    {"instruction": "Call Sam",
     "actions": [{"screenshot_path": "images/s1.png", "plan": "(Next Action)\\n..."}]}

The judge's scores of one method, ``<method>_evaluation.json``::

    {"results": [{"task_name": "2", "step_results": [{"step": 1, "score": 3}]}]}

We write more keys beside these (task, method, level, history; step, plan_code, exec_code, reflection,
attempts, problem; reason, problem), and read back exactly what we wrote. Files without them are read as far
as they go: a step without a plan, or without a whole number from 0 to 4 as score, keeps its place with a
``problem``. Steps count from 1 in files, unless a file has a step 0; in `PlanStep` and `Judgement` from 0.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from pydantic import AliasChoices, BeforeValidator, Field

from tactful.errors import RecordError
from tactful.formats.records import read_object, text_of
from tactful.formats.schema import Record, String
from tactful.runs import write_json
from tactful.terms import Judgement, PlanRun, PlanStep

_PLANS = "planner results: instruction and a list of actions, each with screenshot_path and plan"
_JUDGED = "judge results: a list of results, each with task_name and step_results of step and score"
_CALL = re.compile(r"^[ \t]*(agent\.\w+\(.*\))[ \t]*$", re.MULTILINE)
NO_PLAN = "the file holds no plan"
NO_SCORE = "the file holds no score from 0 to 4"


def _whole(value: object) -> int | None:
    return value if type(value) is int and value >= 0 else None


def _score(value: object) -> int | None:
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or value not in (0, 1, 2, 3, 4):
        return None
    return int(value)


Whole = Annotated[int | None, BeforeValidator(_whole)]
AnyText = Annotated[String, BeforeValidator(text_of)]


class _ActionRecord(Record):
    step: Whole = None
    screenshot: AnyText = Field("", alias="screenshot_path")
    plan: AnyText = ""
    action: AnyText = Field("", alias="plan_code")
    code: AnyText = Field("", alias="exec_code")
    reflection: AnyText = ""
    attempts: Whole = None
    problem: String = ""

    def plan_step(self, at: int, first: int) -> PlanStep:
        action = self.action.strip() or ("" if self.problem else _last_call(self.plan))
        return PlanStep(
            at if self.step is None else self.step - first,
            self.screenshot,
            self.plan,
            action,
            self.code.strip(),
            self.reflection,
            1 if self.attempts is None else self.attempts,
            self.problem or ("" if self.plan.strip() else NO_PLAN),
        )


class _PlansRecord(Record):
    task: String
    method: String
    level: int
    history: String = "own"
    instruction: String = ""
    actions: list[_ActionRecord]


class _ScoreRecord(Record):
    step: Whole = None
    score: Annotated[int | None, BeforeValidator(_score)] = None
    reason: AnyText = Field("", validation_alias=AliasChoices("reason", "explanation"))
    problem: AnyText = ""

    def judgement(self, at: int, first: int) -> Judgement:
        step = at if self.step is None else self.step - first
        missing = NO_SCORE if self.score is None else ""
        return Judgement(step, self.score, self.reason, self.problem or missing)


class _TaskRecord(Record):
    task_name: AnyText
    # What is no object has no score, which is a problem of its step alone.
    step_results: list[Annotated[_ScoreRecord, BeforeValidator(lambda v: v if isinstance(v, dict) else {})]]


class _JudgedRecord(Record):
    results: list[_TaskRecord]


def read_plan_run(path: Path | str, *, task: str = "", method: str = "original", level: int = 100) -> PlanRun:
    """The replay in a file. ``task``, ``method`` and ``level`` are for files that do not state theirs.

    Raises ``RecordError`` where the file is no such document.
    """
    path = Path(path)
    document = {"task": task, "method": method, "level": level, **read_object(path, _PLANS)}
    try:
        record = _PlansRecord.read(document)
    except ValueError as err:
        raise RecordError(str(err), file=path, expected=_PLANS) from None
    first = _first(record.actions)
    steps = tuple(action.plan_step(at, first) for at, action in enumerate(record.actions))
    return PlanRun(record.task, record.method, record.level, record.instruction, steps, record.history)


def _last_call(plan: str) -> str:
    """The grounded action that a plan ends in: a line that is one ``agent.*`` call."""
    calls = _CALL.findall(plan)
    return str(calls[-1]).strip() if calls else ""


def _first(records: Sequence[_ActionRecord | _ScoreRecord]) -> int:
    """The number of a file's first step: 0 where a step has it, else 1."""
    return 0 if any(record.step == 0 for record in records) else 1


def write_plan_run(run: PlanRun, path: Path | str) -> None:
    """Write the file for its owner alone, whole or not at all; ``InputError`` where that fails."""
    steps = [_ActionRecord.model_construct(step=step.index + 1, **asdict(step)) for step in run.steps]
    about = {name: getattr(run, name) for name in ("task", "method", "level", "history", "instruction")}
    actions = [step.model_dump(by_alias=True) for step in steps]
    write_json(path, {**about, "actions": actions}, private=True)


def read_judgements(path: Path | str) -> dict[str, tuple[Judgement, ...]]:
    """Task -> its steps' scores, in the file's order. Raises ``RecordError`` where it is no such document."""
    path = Path(path)
    judged: dict[str, tuple[Judgement, ...]] = {}
    try:
        records = _JudgedRecord.read(read_object(path, _JUDGED)).results
        first = _first([step for record in records for step in record.step_results])
        for at, record in enumerate(records):
            if not record.task_name:
                raise ValueError(f"results[{at}]: field 'task_name': missing")
            if record.task_name in judged:
                raise ValueError(f"results[{at}]: the task is there twice")
            steps = enumerate(record.step_results)
            judged[record.task_name] = tuple(step.judgement(number, first) for number, step in steps)
    except ValueError as err:
        raise RecordError(str(err), file=path, expected=_JUDGED) from None
    return judged


def write_judgements(judged: Mapping[str, Sequence[Judgement]], path: Path | str, **about: Any) -> None:
    """Write the scores of one method, and ``about`` (judge, method, level); private and atomic as above."""
    results = [
        {"task_name": task, "step_results": [asdict(one) | {"step": one.step + 1} for one in steps]}
        for task, steps in judged.items()
    ]
    write_json(path, {**about, "results": results}, private=True)
