"""Agent S3 runs on desktops: ``traj.jsonl`` with ``step_*.png`` beside it (GUIGuard-Bench, D.2).

One line is one step, shortened::

    {"plan": "(Previous action verification)\\n...\\n(Screenshot Analysis)\\n...\\n(Next Action)\\n...",
     "plan_code": "agent.click(\\"the Save button\\", 1, \\"left\\")",
     "exec_code": "import pyautogui; pyautogui.click(908, 210)", "reflection": null, "step_num": 1,
     "done": false, "info": {}, "screenshot_file": "step_1.png"}

Rows that only name a screenshot, written before the first step, are initialisation rows: they are removed, as
in the paper. The goal is not in these records; it is taken from ``task_result.json`` or ``instruction.txt``
beside them, or from a record's own "instruction", else left empty.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tactful.errors import RecordError
from tactful.formats._actions import ActionFacts, code_action
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

SOURCE = "agent-s3"
_EXPECTED = "Agent S3 records with plan, exec_code and screenshot_file"
_CONTENT = ("plan", "plan_code", "exec_code", "action", "reflection", "step_num")
_SECTION = re.compile(
    r"^\s*\(?(Previous action verification|Screenshot Analysis|Next Action|Grounded Action)\)?:?\s*$",
    re.IGNORECASE | re.MULTILINE,
)


def is_agent_s3_record(record: Mapping[str, Any]) -> bool:
    """Whether a JSON line has the shape of this format."""
    return "screenshot_file" in record and ("plan" in record or "exec_code" in record or "action" in record)


def read_agent_s3(folder: Path | str) -> Trajectory:
    """A run folder (or its ``traj.jsonl``) as a trajectory; malformed records are ``problems``.

    Raises ``RecordError`` where no record is usable.
    """
    folder = Path(folder)
    file = folder if folder.is_file() else folder / "traj.jsonl"
    folder = file.parent
    rows, problems = read_jsonl(file, _EXPECTED)
    while rows and _is_initial(rows[0][1]):
        rows = rows[1:]
    goal, goal_problems = _goal(folder, [record for _, record in rows])
    problems += goal_problems
    steps: list[Step] = []
    for position, (line, record) in enumerate(rows):
        notes: list[str] = []
        following = rows[position + 1][1] if position + 1 < len(rows) else {}
        step = _step(folder, record, following, len(steps), notes)
        problems += [Problem(file, line, note) for note in notes]
        if step is not None:
            steps.append(step)
    if not steps:
        raise RecordError("no usable record", file=file, expected=_EXPECTED)
    return Trajectory(
        id=folder.resolve().name,
        platform="pc",
        goal=goal,
        steps=tuple(steps),
        source=SOURCE,
        completion=_completion(rows[-1][1]),
        problems=tuple(sorted(problems, key=lambda p: (str(p.file), p.line or 0))),
    )


def _is_initial(record: Mapping[str, Any]) -> bool:
    return all(record.get(name) in (None, "", 0) for name in _CONTENT) and bool(record.get("screenshot_file"))


def _step(
    folder: Path, record: dict[str, Any], following: Mapping[str, Any], index: int, notes: list[str]
) -> Step | None:
    if not any(record.get(name) for name in (*_CONTENT, "screenshot_file")):
        notes.append("the record has none of the expected fields")
        return None
    screenshot = _screenshot(folder, record, notes)
    plan = _text(record, "plan", notes)
    parts = _sections(plan)
    # Only the very next step verifies this one; records may leave steps out.
    is_next = _number(following, index + 1) == _number(record, index) + 1
    next_parts = _sections(text_of(following.get("plan"))) if is_next else {}
    exec_code = _text(record, "exec_code", notes) or _text(record, "action", notes)
    plan_code = _text(record, "plan_code", notes)
    info = record.get("info")
    return Step(
        index=_number(record, index),
        screenshot=screenshot,
        plan=_without_code(plan),
        reasoning=parts.get("screenshot analysis", _without_code(plan)),
        semantic_action=plan_code.strip(),
        raw_action=exec_code.strip(),
        feedback=joined(
            record.get("reflection"),
            record.get("reflection_thoughts"),
            next_parts.get("previous action verification"),
        ),
        error=text_of(info.get("error")) if isinstance(info, dict) else "",
        outcome="fail" if _failed(record) else "",
        done=record["done"] if isinstance(record.get("done"), bool) else None,
        record=record,
        **_facts(plan_code, exec_code, notes),
    )


def _number(record: Mapping[str, Any], default: int) -> int:
    number = record.get("step_num")
    return number if type(number) is int else default


def _screenshot(folder: Path, record: Mapping[str, Any], notes: list[str]) -> Path | None:
    name = record.get("screenshot_file")
    if not isinstance(name, str) or not name.strip():
        notes.append(f"field 'screenshot_file': a {kind(name)} (expected the name of a screenshot)")
        return None
    screenshot, missing = find_screenshot(folder, name)
    if missing:
        notes.append(missing)
    return screenshot


def _text(record: Mapping[str, Any], name: str, notes: list[str]) -> str:
    value = record.get(name)
    if value is None or isinstance(value, str):
        return value or ""
    notes.append(f"field '{name}': a {kind(value)} (expected a string)")
    return ""


def _facts(plan_code: str, exec_code: str, notes: list[str]) -> dict[str, Any]:
    facts = ActionFacts()
    for name, code in (("exec_code", exec_code), ("plan_code", plan_code)):
        try:
            facts |= code_action(code)
        except ValueError as err:
            notes.append(f"field '{name}': {err}")
    return {"points": facts.points, "typed": facts.typed}


def _sections(plan: str) -> dict[str, str]:
    """The parts of a plan by their headings in lower case."""
    pieces = _SECTION.split(plan)
    return {
        heading.lower(): text.strip()
        for heading, text in zip(pieces[1::2], pieces[2::2], strict=True)
        if text.strip()
    }


def _without_code(plan: str) -> str:
    """The plan in words: the grounded action is code, and stands in ``semantic_action``."""
    return re.split(r"^\s*\(?Grounded Action\)?:?\s*$", plan, maxsplit=1, flags=re.IGNORECASE | re.MULTILINE)[
        0
    ].strip()


def _failed(record: Mapping[str, Any]) -> bool:
    info = record.get("info")
    code = record.get("exec_code")
    return (isinstance(info, dict) and bool(info.get("fail"))) or (
        isinstance(code, str) and code.strip() == "FAIL"
    )


def _goal(folder: Path, records: list[dict[str, Any]]) -> tuple[str, list[Problem]]:
    result = folder / "task_result.json"
    problems: list[Problem] = []
    if result.exists():
        try:
            value = read_json(result, "the result of a run")
            goal = value.get("goal", value.get("instruction")) if isinstance(value, dict) else None
            if isinstance(goal, str):
                return cut_boilerplate(goal), problems
        except RecordError as err:
            problems.append(Problem(result, None, err.problem))
    note = folder / "instruction.txt"
    if note.is_file():
        try:
            return note.read_text("utf-8").strip(), problems
        except (OSError, UnicodeDecodeError):
            problems.append(Problem(note, None, "cannot be read as UTF-8 text"))
    named = (record.get("instruction") for record in records)
    return next(
        (cut_boilerplate(text) for text in named if isinstance(text, str) and text.strip()), ""
    ), problems


def _completion(last: Mapping[str, Any]) -> Completion:
    """From the last record; success is what the agent claims, not what a judge found."""
    info = last.get("info")
    detail = dict(info) if isinstance(info, dict) else {}
    if last.get("done") is not True:
        return Completion(None, None, detail)
    return Completion(not _failed(last), None, detail)
