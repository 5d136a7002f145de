"""Mobile-Agent-v3 runs: ``traj.jsonl``, ``images/`` and ``task_result.json`` (GUIGuard-Bench, D.2).

One line of ``traj.jsonl`` is one step, shortened::

    {"manager": {"thought": "...", "plan": "1. Open ...", "user_request": "...\\n\\n---\\nMake a plan"},
     "operator": {"thought": "...", "action": "{'action': 'click', 'coordinate': [420, 1285]}",
                  "description": "Click the icon.", "current_subgoal": "...", "progress_status": "..."},
     "reflector": {"outcome": "A", "error_description": "None", "progress_status": "..."},
     "image": "images/screenshot_1.png"}

The mapping is the paper's (D.2, second table). What the framework's prompt added after a line of dashes is
cut from the goal and the progress notes. Nothing else of a record is lost: it is kept as ``Step.record``.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tactful.errors import RecordError
from tactful.formats._actions import ActionFacts, phone_action
from tactful.formats._records import (
    cut_boilerplate,
    find_screenshot,
    joined,
    kind,
    read_json,
    read_jsonl,
    text_of,
)
from tactful.terms import Completion, Problem, Step, Trajectory

SOURCE = "mobile-agent-v3"
_EXPECTED = "Mobile-Agent-v3 records with manager, operator, reflector and image"


def is_mobile_agent_record(record: Mapping[str, Any]) -> bool:
    """Whether a JSON line has the shape of this format."""
    return "image" in record and ("manager" in record or "operator" in record)


def read_mobile_agent(folder: Path | str) -> Trajectory:
    """A run folder (or its ``traj.jsonl``) as a trajectory; malformed records are ``problems``.

    A record with a usable screenshot stays a step even where other parts are malformed. Raises
    ``RecordError`` where no record is usable.
    """
    folder = Path(folder)
    file = folder if folder.is_file() else folder / "traj.jsonl"
    folder = file.parent
    rows, problems = read_jsonl(file, _EXPECTED)
    result, result_problems = _task_result(folder / "task_result.json")
    problems += result_problems
    steps: list[Step] = []
    for line, record in rows:
        notes: list[str] = []
        step = _step(folder, record, len(steps), notes)
        problems += [Problem(file, line, note) for note in notes]
        if step is not None:
            steps.append(step)
    if not steps:
        raise RecordError("no usable record", file=file, expected=_EXPECTED)
    return Trajectory(
        id=folder.resolve().name,
        platform="android",
        goal=_goal(result, rows),
        steps=tuple(steps),
        source=SOURCE,
        completion=_completion(result),
        problems=tuple(sorted(problems, key=lambda p: (str(p.file), p.line or 0))),
    )


def _step(folder: Path, record: dict[str, Any], index: int, notes: list[str]) -> Step | None:
    manager, operator, reflector = (
        _role(record, name, notes) for name in ("manager", "operator", "reflector")
    )
    image = record.get("image")
    if not isinstance(image, str) or not image.strip():
        notes.append(f"field 'image': a {kind(image)} (expected the path of a screenshot)")
        if not (manager or operator or reflector):
            return None
        screenshot = None
    else:
        screenshot, missing = find_screenshot(folder, image)
        if missing:
            notes.append(missing)
    facts = ActionFacts()
    try:
        facts = phone_action(operator.get("action"))
    except ValueError as err:
        notes.append(f"field 'operator.action': {err}")
    plan = text_of(manager.get("plan")).strip()
    outcome = text_of(reflector.get("outcome")).strip()
    return Step(
        index=index,
        screenshot=screenshot,
        plan=joined(plan, manager.get("thought")),
        reasoning=joined(operator.get("thought"), operator.get("current_subgoal"), _progress(operator)),
        semantic_action=text_of(operator.get("description")).strip(),
        raw_action=text_of(operator.get("action")).strip(),
        feedback=joined(outcome, _progress(reflector)),
        error=_unless_none(text_of(reflector.get("error_description"))),
        outcome=outcome,
        done=plan.rstrip(".").lower() == "finished" if plan else None,
        points=facts.points,
        typed=facts.typed,
        record=record,
    )


def _role(record: Mapping[str, Any], name: str, notes: list[str]) -> Mapping[str, Any]:
    """The named part of a record; an agent that said nothing wrote an empty list or null."""
    value = record.get(name)
    if isinstance(value, dict):
        return value
    if value not in (None, [], ""):
        notes.append(f"field '{name}': a {kind(value)} (expected an object)")
    return {}


def _progress(part: Mapping[str, Any]) -> str:
    return cut_boilerplate(text_of(part.get("progress_status")))


def _unless_none(text: str) -> str:
    text = text.strip()
    return "" if text.rstrip(".").lower() in {"none", "n/a"} else text


def _task_result(file: Path) -> tuple[Mapping[str, Any], list[Problem]]:
    if not file.exists():
        return {}, []
    try:
        value = read_json(file, "the result of a run")
    except RecordError as err:
        return {}, [Problem(file, None, err.problem)]
    if not isinstance(value, dict):
        return {}, [Problem(file, None, f"a {kind(value)} where an object was expected")]
    return value, []


def _goal(result: Mapping[str, Any], rows: list[tuple[int, dict[str, Any]]]) -> str:
    """The goal of task_result.json, else the first request that a record quotes."""
    if isinstance(result.get("goal"), str) and result["goal"].strip():
        return cut_boilerplate(result["goal"])
    for _, record in rows:
        for role in ("manager", "operator"):
            part = record.get(role)
            request = part.get("user_request") if isinstance(part, dict) else None
            if isinstance(request, str) and cut_boilerplate(request):
                return cut_boilerplate(request)
    return ""


def _completion(result: Mapping[str, Any]) -> Completion:
    def flag(*names: str) -> bool | None:
        found = (result[name] for name in names if isinstance(result.get(name), bool | int | float))
        return next((bool(value) for value in found), None)

    return Completion(flag("success", "is_successful"), flag("hit_step_limit"), dict(result))
