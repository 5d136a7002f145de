"""Writes a run as Agent S3 does, so that `read_agent_s3` reads the same run back.

The folder holds ``traj.jsonl`` (an initialisation row, then one line a step), ``step_N.png`` and
``task_result.json``; see `tactful.formats.agent_s3` for the records.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tactful.errors import InputError
from tactful.formats._runs import RunAction, RunStep, json_document, json_lines, make_private, write_private

_NOTCH = 100  # pixels that one click of the wheel scrolls
_NOTHING_YET = "No previous action has been taken, so there is nothing to verify."
_FIELDS = (
    "plan", "plan_code", "exec_code", "reflection", "reflection_thoughts", "code_agent_output", "step_num",
    "action_timestamp", "action", "reward", "done", "info",
)  # fmt: skip


def write_agent_s3(
    folder: Path | str,
    goal: str,
    steps: Sequence[RunStep],
    *,
    success: bool,
    hit_step_limit: bool = False,
    finished: str = "",
) -> tuple[Path, ...]:
    """Write the run and give the screenshots' paths, one a step.

    The initialisation row names ``step_0.png``, which nobody reads and which is not written. ``finished`` is
    the run's last moment in words. Raises ``InputError`` where there is no step or the folder cannot be
    written.
    """
    folder = Path(folder)
    if not steps:
        raise InputError("a run without steps", file=folder, expected="at least one step")
    make_private(folder)
    images = tuple(folder / f"step_{number}.png" for number in range(1, len(steps) + 1))
    for step, image in zip(steps, images, strict=True):
        write_private(image, step.png)
    rows: list[dict[str, Any]] = [{**dict.fromkeys(_FIELDS, ""), "screenshot_file": "step_0.png"}]
    rows += [_row(steps, at, images[at].name, success) for at in range(len(steps))]
    write_private(folder / "traj.jsonl", json_lines(rows))
    result = {"goal": goal, "finish_dtime": finished, "hit_step_limit": float(hit_step_limit)}
    write_private(folder / "task_result.json", json_document(result))
    return images


def desktop_calls(step: RunStep) -> tuple[str, str]:
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
    plan_code, exec_code = desktop_calls(step)
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


__all__ = ["RunAction", "desktop_calls", "write_agent_s3"]
