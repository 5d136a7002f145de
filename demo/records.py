"""Turns a story into the records that the agents of the two formats write."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

Targets = Mapping[str, Sequence[int]]


def phone_records(
    story: Mapping[str, Any], images: Sequence[str], targets: Sequence[Targets]
) -> list[dict[str, Any]]:
    """Mobile-Agent-v3: manager, operator, reflector and image, a step a record."""
    steps = story["steps"]
    actions = [_placed(step.get("action"), found) for step, found in zip(steps, targets, strict=True)]
    records = []
    for index, step in enumerate(steps):
        last = index == len(steps) - 1
        before = list(zip(actions[:index], steps[:index], strict=True))
        records.append(
            {
                "manager": _manager(story, step, before, finished=last),
                "operator": {} if last else _operator(story, step, actions[index], before),
                "reflector": {} if last else _reflector(story, step, actions[index], before),
                "image": images[index],
            }
        )
    return records


def desktop_records(
    story: Mapping[str, Any], images: Sequence[str], targets: Sequence[Targets]
) -> list[dict[str, Any]]:
    """Agent S3: plan, code and reflection, a step a record, after an initialisation record."""
    records = [_desktop_record(screenshot_file="step_0.png")]
    for number, step in enumerate(story["steps"], start=1):
        code = _with_points(step["exec_code"], targets[number - 1])
        plan = (
            f"(Previous action verification)\n{step['check']}\n\n(Screenshot Analysis)\n{step['seen']}\n\n"
            f"(Next Action)\n{step['next']}\n\n(Grounded Action)\n```python\n{step['plan_code']}\n```"
        )
        records.append(
            _desktop_record(
                plan=plan,
                plan_code=f"{step['plan_code']}\n",
                exec_code=code,
                reflection=step.get("reflection"),
                reflection_thoughts=None,
                code_agent_output=None,
                step_num=number,
                action_timestamp=step["stamp"],
                action=code,
                reward=0,
                done=number == len(story["steps"]),
                info={},
                screenshot_file=images[number - 1],
            )
        )
    return records


_DESKTOP_KEYS = (
    "plan",
    "plan_code",
    "exec_code",
    "reflection",
    "reflection_thoughts",
    "code_agent_output",
    "step_num",
    "action_timestamp",
    "action",
    "reward",
    "done",
    "info",
    "screenshot_file",
)


def _desktop_record(**values: Any) -> dict[str, Any]:
    return {key: values.get(key, "") for key in _DESKTOP_KEYS}


def _placed(action: Mapping[str, Any] | None, targets: Targets) -> dict[str, Any] | None:
    if action is None:
        return None
    return {
        key: list(targets[value[1:]]) if isinstance(value, str) and value.startswith("@") else value
        for key, value in action.items()
    }


def _with_points(code: str, targets: Targets) -> str:
    return re.sub(r"@(\w+)", lambda found: "{}, {}".format(*targets[found.group(1)]), code)


_Before = Sequence[tuple[dict[str, Any] | None, Mapping[str, Any]]]


def _manager(
    story: Mapping[str, Any], step: Mapping[str, Any], before: _Before, *, finished: bool
) -> dict[str, Any]:
    plan = "Finished" if finished else _numbered(story["plan"][step.get("done", 0) :])
    manager = {
        "response": f"### Thought ###\n{step['thought']}\n\n### Plan ###\n{plan}",
        "thought": step["thought"],
    }
    if before:
        manager["historical_operations"] = _history(before)
    manager |= {"plan": plan, "user_request": story["goal"]}
    if before:
        action, previous = before[-1]
        manager |= {"last_action": str(action), "last_action_description": previous["description"]}
        notes = [s["notes"] for _, s in before if "notes" in s]
        manager["important_notes"] = " ".join(notes) or "No important notes recorded."
    return manager


def _operator(
    story: Mapping[str, Any], step: Mapping[str, Any], action: dict[str, Any] | None, before: _Before
) -> dict[str, Any]:
    recent = [f"Action: {a} | Description: {s['description']} | Outcome: Successful" for a, s in before]
    subgoal = story["plan"][min(step.get("done", 0), len(story["plan"]) - 1)]
    return {
        "response": (
            f"### Thought ###\n{step['thought']}\n\n### Action ###\n{action}\n\n"
            f"### Description ###\n{step['description']}"
        ),
        "thought": step["thought"],
        "action": str(action),
        "description": step["description"],
        "user_request": story["goal"],
        "overall_plan": _numbered(story["plan"]),
        "current_subgoal": subgoal,
        "progress_status": _history(before) or "No completed subgoal.",
        "latest_action_history": "\n".join(recent) or "No actions have been taken yet.",
    }


def _reflector(
    story: Mapping[str, Any], step: Mapping[str, Any], action: dict[str, Any] | None, before: _Before
) -> dict[str, Any]:
    return {
        "response": "### Outcome ###\nA\n\n### Error Description ###\nNone",
        "outcome": "A",
        "error_description": "None",
        "user_request": story["goal"],
        "progress_status": _history(before) or "No progress yet.",
        "latest_action": f"Action: {action}\nExpectation: {step['description']}",
    }


def _numbered(lines: Sequence[str]) -> str:
    return "\n".join(f"{number}. {line}" for number, line in enumerate(lines, start=1))


def _history(before: _Before) -> str:
    return "\n".join(f"- {step['description']}" for _, step in before)
