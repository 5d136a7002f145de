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

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tactful.formats.actions import ActionFacts, code_action
from tactful.formats.agent_runs import (
    RunRecords,
    RunStep,
    cut_boilerplate,
    joined,
    screenshot_of,
    write_run,
)
from tactful.formats.records import a_kind, text_of
from tactful.runs import inside
from tactful.terms import Completion, Problem, Step, Trajectory

SOURCE = "agent-s3"
_EXPECTED = "Agent S3 records with plan, exec_code and screenshot_file"
_CONTENT = ("plan", "plan_code", "exec_code", "action", "reflection", "step_num")
_SECTION = re.compile(
    r"^\s*\(?(Previous action verification|Screenshot Analysis|Next Action|Grounded Action)\)?:?\s*$",
    re.IGNORECASE | re.MULTILINE,
)
_NOTCH = 100  # pixels that one click of the wheel scrolls
_NOTHING_YET = "No previous action has been taken, so there is nothing to verify."
_FIELDS = (
    "plan", "plan_code", "exec_code", "reflection", "reflection_thoughts", "code_agent_output", "step_num",
    "action_timestamp", "action", "reward", "done", "info",
)  # fmt: skip


def is_agent_s3_record(record: Mapping[str, Any]) -> bool:
    """Whether a JSON line has the shape of this format."""
    return "screenshot_file" in record and ("plan" in record or "exec_code" in record or "action" in record)


def read_agent_s3(folder: Path | str) -> Trajectory:
    """A run folder (or its ``traj.jsonl``) as a trajectory; malformed records are ``problems``.

    Raises ``RecordError`` where no record is usable.
    """
    run = RunRecords.read(folder, _EXPECTED)
    while run.rows and _is_initial(run.rows[0][1]):
        del run.rows[0]
    last = run.rows[-1][1] if run.rows else {}
    return run.trajectory("pc", SOURCE, _goal(run), _completion(last), _step)


def _is_initial(record: Mapping[str, Any]) -> bool:
    return all(record.get(name) in (None, "", 0) for name in _CONTENT) and bool(record.get("screenshot_file"))


def _step(
    folder: Path, record: dict[str, Any], following: Mapping[str, Any], index: int, notes: list[str]
) -> Step | None:
    if not any(record.get(name) for name in (*_CONTENT, "screenshot_file")):
        notes.append("the record has none of the expected fields")
        return None
    screenshot = screenshot_of(folder, record, "screenshot_file", notes)
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


def _text(record: Mapping[str, Any], name: str, notes: list[str]) -> str:
    value = record.get(name)
    if value is None or isinstance(value, str):
        return value or ""
    notes.append(f"field '{name}': {a_kind(value)} (expected a string)")
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


def _goal(run: RunRecords) -> str:
    goal = run.result.get("goal", run.result.get("instruction"))
    if isinstance(goal, str):
        return cut_boilerplate(goal)
    note = inside(run.folder, "instruction.txt", file=run.file)
    if note.is_file():
        try:
            return note.read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError):
            run.problems.append(Problem(note, None, "cannot be read as UTF-8 text"))
    texts = (record.get("instruction") for _, record in run.rows)
    return next((cut_boilerplate(text) for text in texts if isinstance(text, str) and text.strip()), "")


def _completion(last: Mapping[str, Any]) -> Completion:
    """From the last record; success is what the agent claims, not what a judge found."""
    info = last.get("info")
    detail = dict(info) if isinstance(info, dict) else {}
    if last.get("done") is not True:
        return Completion(None, None, detail)
    return Completion(not _failed(last), None, detail)


def write_agent_s3(
    folder: Path | str,
    goal: str,
    steps: Sequence[RunStep],
    *,
    success: bool,
    hit_step_limit: bool = False,
    finished: str = "",
) -> tuple[Path, ...]:
    """Write the run so that `read_agent_s3` reads it back, and give the screenshots' paths, one a step.

    The initialisation row names ``step_0.png``, which nobody reads and which is not written. ``finished`` is
    the run's last moment in words. Raises ``InputError`` where there is no step or the folder cannot be
    written.
    """
    names = [f"step_{number}.png" for number in range(1, len(steps) + 1)]
    rows: list[dict[str, Any]] = [{**dict.fromkeys(_FIELDS, ""), "screenshot_file": "step_0.png"}]
    rows += [_row(steps, at, names[at], success) for at in range(len(steps))]
    result = {"goal": goal, "finish_dtime": finished, "hit_step_limit": float(hit_step_limit)}
    return write_run(Path(folder), names, steps, rows, result)


def _desktop_calls(step: RunStep) -> tuple[str, str]:
    """A step's ``agent.*`` call and the code that carries it out."""
    action, words = step.action, _quoted(step.target or step.description)
    if action.kind == "click":
        code = f"import pyautogui; pyautogui.click({action.x}, {action.y}, clicks=1, button='left'); "
        return f'agent.click({words}, 1, "left")', code
    if action.kind == "type":
        return f"agent.type({words}, text={_quoted(action.text)})", _typing(action.text)
    if action.kind == "scroll":
        notches = -round(action.dy / _NOTCH) or (-1 if action.dy > 0 else 1 if action.dy < 0 else 0)
        code = f"import pyautogui; pyautogui.scroll({notches}, x={action.x}, y={action.y}); "
        return f"agent.scroll({words}, {notches})", code
    if action.kind in ("key", "back"):
        keys = ["alt", "left"] if action.kind == "back" else [part.lower() for part in action.key.split("+")]
        return f"agent.hotkey({json.dumps(keys)})", f"import pyautogui; pyautogui.hotkey({_listed(keys)}); "
    if action.kind == "wait":
        return "agent.wait(2)", "import time; time.sleep(2); "
    if not action.success:
        return "agent.fail()", "FAIL"
    return "agent.done()", "DONE"


def _typing(text: str) -> str:
    if text.isascii():
        return f"import pyautogui; pyautogui.write({text!r}); "
    return f"import pyautogui; import pyperclip; pyperclip.copy({text!r}); pyautogui.hotkey('ctrl', 'v'); "


def _row(steps: Sequence[RunStep], at: int, image: str, success: bool) -> dict[str, Any]:
    step = steps[at]
    plan_code, exec_code = _desktop_calls(step)
    last = at == len(steps) - 1
    # A step's reflection is about the act before it, so it stands in the step's own record.
    verified = step.reflection if at and step.reflection else _NOTHING_YET
    sections = [
        ("Previous action verification", verified),
        ("Screenshot Analysis", step.thought),
        ("Next Action", step.description),
        ("Grounded Action", f"```python\n{plan_code}\n```"),
    ]
    info: dict[str, Any] = {}
    if step.error:
        info["error"] = step.error
    if last and step.action.kind == "done":
        info["done"] = True
        if step.action.text:
            info["answer"] = step.action.text
        if not step.action.success:
            info["fail"] = True
    return {
        "plan": "\n\n".join(f"({name})\n{text}" for name, text in sections),
        "plan_code": f"{plan_code}\n",
        "exec_code": exec_code,
        "reflection": step.reflection if at and step.reflection else None,
        "reflection_thoughts": step.progress or None,
        "code_agent_output": None,
        "step_num": at + 1,
        "action_timestamp": f"{step.seconds:06d}",
        "action": exec_code,
        "reward": int(success and last),
        "done": last and step.action.kind == "done",
        "info": info,
        "screenshot_file": image,
    }


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _listed(keys: Sequence[str]) -> str:
    return ", ".join(repr(key) for key in keys)
