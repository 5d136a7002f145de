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

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tactful.formats.actions import ActionFacts, phone_action
from tactful.formats.agent_runs import (
    RunAction,
    RunRecords,
    RunStep,
    cut_boilerplate,
    joined,
    screenshot_of,
    write_run,
)
from tactful.formats.records import a_kind, text_of
from tactful.terms import Completion, Step, Trajectory

SOURCE = "mobile-agent-v3"
_EXPECTED = "Mobile-Agent-v3 records with manager, operator, reflector and image"
_ROLES = ("manager", "operator", "reflector")
_NOTES = "No important notes recorded."
_BUTTONS = {"enter": "Enter", "home": "Home", "back": "Back"}


def is_mobile_agent_record(record: Mapping[str, Any]) -> bool:
    """Whether a JSON line has the shape of this format."""
    return "image" in record and ("manager" in record or "operator" in record)


def read_mobile_agent(folder: Path | str) -> Trajectory:
    """A run folder (or its ``traj.jsonl``) as a trajectory; malformed records are ``problems``.

    A record with a usable screenshot stays a step even where other parts are malformed. Raises
    ``RecordError`` where no record is usable.
    """
    run = RunRecords.read(folder, _EXPECTED)
    return run.trajectory("android", SOURCE, _goal(run), _completion(run.result), _step)


def _step(
    folder: Path, record: dict[str, Any], _: Mapping[str, Any], index: int, notes: list[str]
) -> Step | None:
    manager, operator, reflector = (_role(record, name, notes) for name in _ROLES)
    screenshot = screenshot_of(folder, record, "image", notes)
    image = record.get("image")
    if not (manager or operator or reflector or (isinstance(image, str) and image.strip())):
        return None
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
        notes.append(f"field '{name}': {a_kind(value)} (expected an object)")
    return {}


def _progress(part: Mapping[str, Any]) -> str:
    return cut_boilerplate(text_of(part.get("progress_status")))


def _unless_none(text: str) -> str:
    text = text.strip()
    return "" if text.rstrip(".").lower() in {"none", "n/a"} else text


def _goal(run: RunRecords) -> str:
    """The goal of task_result.json, else the first request that a record quotes."""
    parts = [record.get(role) for _, record in run.rows for role in ("manager", "operator")]
    requests = (part.get("user_request") for part in parts if isinstance(part, dict))
    texts = (cut_boilerplate(text) for text in (run.result.get("goal"), *requests) if isinstance(text, str))
    return next(filter(None, texts), "")


def _completion(result: Mapping[str, Any]) -> Completion:
    def flag(*names: str) -> bool | None:
        found = (result[name] for name in names if isinstance(result.get(name), bool | int | float))
        return next((bool(value) for value in found), None)

    return Completion(flag("success", "is_successful"), flag("hit_step_limit"), dict(result))


def write_mobile_agent(
    folder: Path | str,
    goal: str,
    steps: Sequence[RunStep],
    *,
    success: bool,
    hit_step_limit: bool = False,
    finished: str = "",
    name: str = "screen",
) -> tuple[Path, ...]:
    """Write the run so that `read_mobile_agent` reads it back, and give the screenshots' paths, one a step.

    ``finished`` is the run's last moment in words, kept as ``finish_dtime``. Raises ``InputError`` where
    there is no step or the folder cannot be written.
    """
    names = [f"images/{name}_{number}.png" for number in range(1, len(steps) + 1)]
    rows = [_row(goal, steps, at, names[at]) for at in range(len(steps))]
    result = {
        "goal": goal,
        "finish_dtime": finished,
        "hit_step_limit": float(hit_step_limit),
        "is_successful": float(success),
    }
    return write_run(Path(folder), names, steps, rows, result)


def _phone_code(action: RunAction) -> str:
    """The action as the operator writes it, a Python literal; empty for what is no action of a phone."""
    return "" if (call := _call(action)) is None else repr(call)


def _call(action: RunAction) -> dict[str, Any] | None:
    at = [action.x, action.y]
    if action.kind == "click":
        return {"action": "click", "coordinate": at}
    if action.kind == "type":
        return {"action": "type", "text": action.text}
    if action.kind == "scroll":  # the finger moves the other way
        return {"action": "swipe", "coordinate": at, "coordinate2": [at[0] - action.dx, at[1] - action.dy]}
    if action.kind == "back":
        return {"action": "system_button", "button": "Back"}
    if action.kind == "key":
        button = _BUTTONS.get(action.key.lower())
        return (
            {"action": "system_button", "button": button} if button else {"action": "key", "text": action.key}
        )
    if action.kind == "wait":
        return {"action": "wait", "time": 2}
    return {"action": "answer", "text": action.text} if action.text else None


def _row(goal: str, steps: Sequence[RunStep], at: int, image: str) -> dict[str, Any]:
    step = steps[at]
    before = steps[at - 1] if at else None
    code = _phone_code(step.action)
    done = step.action.kind == "done"
    return {
        "manager": _manager(goal, step, before, "Finished" if done else step.plan),
        "operator": _operator(goal, steps, at, code) if code else [],
        "reflector": [] if done else _reflector(goal, step, code),
        "image": image,
    }


def _manager(goal: str, step: RunStep, before: RunStep | None, plan: str) -> dict[str, Any]:
    record: dict[str, Any] = {
        "response": f"### Thought ###\n{step.thought}\n\n### Plan ###\n{plan}",
        "thought": step.thought,
        "plan": plan,
        "user_request": goal,
    }
    if before is not None:
        record |= {
            "historical_operations": f"- {before.description}",
            "last_action": _phone_code(before.action),
            "last_action_description": before.description,
            "important_notes": _NOTES,
        }
    return record


def _operator(goal: str, steps: Sequence[RunStep], at: int, code: str) -> dict[str, Any]:
    step = steps[at]
    history = [
        f"Action: {_phone_code(s.action)} | Description: {s.description} | Outcome: {s.outcome}"
        for s in steps[max(0, at - 5) : at]
    ]
    return {
        "response": f"### Thought ###\n{step.thought}\n\n### Action ###\n{code}"
        f"\n\n### Description ###\n{step.description}",
        "thought": step.thought,
        "action": code,
        "description": step.description,
        "user_request": goal,
        "overall_plan": step.plan,
        "current_subgoal": step.subgoal,
        "progress_status": steps[at - 1].progress if at else "No completed subgoal.",
        "latest_action_history": "\n".join(history) or "No actions have been taken yet.",
    }


def _reflector(goal: str, step: RunStep, code: str) -> dict[str, Any]:
    error = step.error or "None"
    return {
        "response": f"### Outcome ###\n{step.outcome}\n\n### Error Description ###\n{error}",
        "outcome": step.outcome,
        "error_description": error,
        "user_request": goal,
        "progress_status": step.progress,
        "latest_action": f"Action: {code}\nExpectation: {step.description}",
    }
