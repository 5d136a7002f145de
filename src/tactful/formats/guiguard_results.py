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
from pathlib import Path
from typing import Any

from tactful.errors import RecordError
from tactful.formats.records import (
    a_kind,
    field_of,
    json_document,
    read_object,
    required,
    text_of,
    write_private,
)
from tactful.terms import Judgement, PlanRun, PlanStep

_PLANS = "planner results: instruction and a list of actions, each with screenshot_path and plan"
_JUDGED = "judge results: a list of results, each with task_name and step_results of step and score"
_CALL = re.compile(r"^[ \t]*(agent\.\w+\(.*\))[ \t]*$", re.MULTILINE)
_STEP_KEYS = {
    "screenshot": "screenshot_path", "plan": "plan", "action": "plan_code", "code": "exec_code",
    "reflection": "reflection", "attempts": "attempts", "problem": "problem",
}  # fmt: skip
NO_PLAN = "the file holds no plan"
NO_SCORE = "the file holds no score from 0 to 4"


def read_plan_run(path: Path | str, *, task: str = "", method: str = "original", level: int = 100) -> PlanRun:
    """The replay in a file. ``task``, ``method`` and ``level`` are for files that do not state theirs.

    Raises ``RecordError`` where the file is no such document.
    """
    path = Path(path)
    document = read_object(path, _PLANS)
    try:
        actions = required(document, "actions", list)
        first = _first(actions)
        return PlanRun(
            task=field_of(document, "task", str, task),
            method=field_of(document, "method", str, method),
            level=field_of(document, "level", int, level),
            instruction=field_of(document, "instruction", str, ""),
            steps=tuple(_step(record, at, first) for at, record in enumerate(actions)),
            history=field_of(document, "history", str, "own"),
        )
    except ValueError as err:
        raise RecordError(str(err), file=path, expected=_PLANS) from None


def _step(record: object, at: int, first: int) -> PlanStep:
    if not isinstance(record, Mapping):
        raise ValueError(f"actions[{at}]: {a_kind(record)} where an object was expected")
    try:
        plan = text_of(record.get("plan"))
        problem = field_of(record, "problem", str, "")
        action = text_of(record.get("plan_code")).strip()
        return PlanStep(
            index=_whole(record, "step", at + first) - first,
            screenshot=text_of(record.get("screenshot_path")),
            plan=plan,
            action=action or ("" if problem else _last_call(plan)),
            code=text_of(record.get("exec_code")).strip(),
            reflection=text_of(record.get("reflection")),
            attempts=_whole(record, "attempts", 1),
            problem=problem or ("" if plan.strip() else NO_PLAN),
        )
    except ValueError as err:
        raise ValueError(f"actions[{at}]: {err}") from None


def _last_call(plan: str) -> str:
    """The grounded action that a plan ends in: a line that is one ``agent.*`` call."""
    calls = _CALL.findall(plan)
    return str(calls[-1]).strip() if calls else ""


def _first(records: Sequence[Any]) -> int:
    """The number of a file's first step: 0 where a step has it, else 1."""
    return 0 if any(isinstance(one, Mapping) and one.get("step") == 0 for one in records) else 1


def _whole(record: Mapping[str, Any], name: str, default: int) -> int:
    value = record.get(name)
    return value if type(value) is int and value >= 0 else default


def write_plan_run(run: PlanRun, path: Path | str) -> None:
    """Write the file for its owner alone, whole or not at all; ``InputError`` where that fails."""
    steps = [
        {"step": step.index + 1, **{key: getattr(step, name) for name, key in _STEP_KEYS.items()}}
        for step in run.steps
    ]
    about = {name: getattr(run, name) for name in ("task", "method", "level", "history", "instruction")}
    write_private(Path(path), json_document({**about, "actions": steps}))


def read_judgements(path: Path | str) -> dict[str, tuple[Judgement, ...]]:
    """Task -> its steps' scores, in the file's order. Raises ``RecordError`` where it is no such document."""
    path = Path(path)
    document = read_object(path, _JUDGED)
    judged: dict[str, tuple[Judgement, ...]] = {}
    try:
        records = required(document, "results", list)
        nested = [one.get("step_results") for one in records if isinstance(one, Mapping)]
        first = _first([step for steps in nested if isinstance(steps, list) for step in steps])
        for at, record in enumerate(records):
            if not isinstance(record, Mapping):
                raise ValueError(f"results[{at}]: {a_kind(record)} where an object was expected")
            task = text_of(record.get("task_name"))
            if not task:
                raise ValueError(f"results[{at}]: field 'task_name': missing")
            if task in judged:
                raise ValueError(f"results[{at}]: the task is there twice")
            steps = required(record, "step_results", list)
            judged[task] = tuple(_judgement(step, n, first) for n, step in enumerate(steps))
    except ValueError as err:
        raise RecordError(str(err), file=path, expected=_JUDGED) from None
    return judged


def _judgement(record: object, at: int, first: int) -> Judgement:
    if not isinstance(record, Mapping):
        return Judgement(at, None, problem=NO_SCORE)
    score = _score(record.get("score"))
    problem = text_of(record.get("problem"))
    return Judgement(
        step=_whole(record, "step", at + first) - first,
        score=score,
        reason=text_of(record.get("reason", record.get("explanation"))),
        problem=problem or ("" if score is not None else NO_SCORE),
    )


def _score(value: object) -> int | None:
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or value not in (0, 1, 2, 3, 4):
        return None
    return int(value)


def write_judgements(judged: Mapping[str, Sequence[Judgement]], path: Path | str, **about: Any) -> None:
    """Write the scores of one method, and ``about`` (judge, method, level); private and atomic as above."""
    results = [
        {
            "task_name": task,
            "step_results": [
                {"step": one.step + 1, "score": one.score, "reason": one.reason, "problem": one.problem}
                for one in steps
            ],
        }
        for task, steps in judged.items()
    ]
    write_private(Path(path), json_document({**about, "results": results}))
