"""Writes a run as Mobile-Agent-v3 does, so that `read_mobile_agent` reads the same run back.

The folder holds ``traj.jsonl`` (one line a step), ``images/NAME_N.png`` and ``task_result.json``; see
`tactful.formats.mobile_agent` for the records.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tactful.errors import InputError
from tactful.formats._runs import RunAction, RunStep, json_document, json_lines, make_private, write_private

_NOTES = "No important notes recorded."
_BUTTONS = {"enter": "Enter", "home": "Home", "back": "Back"}


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
    """Write the run and give the screenshots' paths, one a step.

    ``finished`` is the run's last moment in words, kept as ``finish_dtime``. Raises ``InputError`` where
    there is no step or the folder cannot be written.
    """
    folder = Path(folder)
    if not steps:
        raise InputError("a run without steps", file=folder, expected="at least one step")
    make_private(folder / "images")
    images = tuple(folder / "images" / f"{name}_{number}.png" for number in range(1, len(steps) + 1))
    for step, image in zip(steps, images, strict=True):
        write_private(image, step.png)
    rows = [_row(goal, steps, at, f"images/{images[at].name}") for at in range(len(steps))]
    write_private(folder / "traj.jsonl", json_lines(rows))
    result = {
        "goal": goal,
        "finish_dtime": finished,
        "hit_step_limit": float(hit_step_limit),
        "is_successful": float(success),
    }
    write_private(folder / "task_result.json", json_document(result))
    return images


def phone_code(action: RunAction) -> str:
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
    code = phone_code(step.action)
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
            "last_action": phone_code(before.action),
            "last_action_description": before.description,
            "important_notes": _NOTES,
        }
    return record


def _operator(goal: str, steps: Sequence[RunStep], at: int, code: str) -> dict[str, Any]:
    step = steps[at]
    history = [
        f"Action: {phone_code(s.action)} | Description: {s.description} | Outcome: {s.outcome}"
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
