"""A call as the code that would carry it out: written into the results, never run (G.4).

Grounding is left out of the replay, so elements stay words: ``locate("the Save button")`` stands where a
grounding model would give pixels. One row: ``import pyautogui; pyautogui.click(*locate("Save"), clicks=1,
button="left")``. Desktops take pyautogui, phones ``adb shell input``. What ends a run is DONE or FAIL, and
waiting is WAIT, as in the records of Agent S3.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from typing import Any

from tactful.bench.guiguard.planner.api import literal
from tactful.bench.guiguard.planner.calls import Call

_TAP, _KEY = "adb shell input tap", "adb shell input keyevent"
_HOLD_MS, _DRAG_MS, _SWIPE_MS = 800, 1000, 300
_MOST_TAPS = 5
_KEYS = {"back": "BACK", "home": "HOME", "recents": "APP_SWITCH", "enter": "ENTER"}


def to_code(call: Call, platform: str) -> str:
    """The executable form of a call on ``android`` or ``pc``."""
    if call.name in ("done", "fail"):
        return call.name.upper()
    return (_android if platform == "android" else _pc)(call.name, call.arguments)


def _pc(name: str, given: Mapping[str, Any]) -> str:
    if name == "wait":
        return f"import time; time.sleep({given['time']:g})"
    return "import pyautogui; " + "; ".join(_PC[name](given))


def _click(given: Mapping[str, Any]) -> list[str]:
    click = (
        f"pyautogui.click(*{_located(given['element_description'])}, clicks={given['num_clicks']}, "
        f"button={literal(given['button_type'])})"
    )
    return _holding(given["hold_keys"], [click])


def _type(given: Mapping[str, Any]) -> list[str]:
    code = []
    if given["element_description"] is not None:
        code.append(f"pyautogui.click(*{_located(given['element_description'])})")
    if given["overwrite"]:
        code += ['pyautogui.hotkey("ctrl", "a")', 'pyautogui.press("backspace")']
    if given["text"]:
        code.append(f"pyautogui.write({literal(given['text'])})")
    if given["enter"]:
        code.append('pyautogui.press("enter")')
    return code or ["pass"]


def _drag(given: Mapping[str, Any]) -> list[str]:
    start, end = _located(given["starting_description"]), _located(given["ending_description"])
    moves = [f"pyautogui.moveTo(*{start})", f'pyautogui.dragTo(*{end}, duration=1.0, button="left")']
    return _holding(given["hold_keys"], moves)


def _highlight(given: Mapping[str, Any]) -> list[str]:
    start, end = _located(given["starting_phrase"]), _located(given["ending_phrase"])
    return [
        f"pyautogui.moveTo(*{start})",
        f"pyautogui.dragTo(*{end}, duration=1.0, button={literal(given['button'])})",
        "pyautogui.mouseUp()",
    ]


def _scroll(given: Mapping[str, Any]) -> list[str]:
    move = f"pyautogui.moveTo(*{_located(given['element_description'])})"
    wheel = "hscroll" if given["shift"] else "vscroll"
    return [move, f"pyautogui.{wheel}({given['clicks']})"]


def _open(name: str) -> list[str]:
    return ['pyautogui.hotkey("win")', f"pyautogui.write({literal(name)})", 'pyautogui.press("enter")']


def _hold_and_press(given: Mapping[str, Any]) -> list[str]:
    return _holding(given["hold_keys"], [f"pyautogui.press({literal(given['press_keys'])})"])


def _plain_call(name: str, given: Mapping[str, Any]) -> str:
    return f"{name}({', '.join(map(literal, given.values()))})"


_PC: Mapping[str, Callable[[Mapping[str, Any]], list[str]]] = {
    "click": _click,
    "type": _type,
    "drag_and_drop": _drag,
    "highlight_text_span": _highlight,
    "scroll": _scroll,
    "open": lambda given: _open(given["app_or_filename"]),
    "switch_applications": lambda given: _open(given["app_code"]),
    "hotkey": lambda given: [f"pyautogui.hotkey({', '.join(map(literal, given['keys']))})"],
    "hold_and_press": _hold_and_press,
    "set_cell_values": lambda given: [_plain_call("set_cell_values", given)],
    "call_code_agent": lambda given: [_plain_call("call_code_agent", given)],
}


def _android(name: str, given: Mapping[str, Any]) -> str:
    if name in _KEYS:
        return f"{_KEY} {_KEYS[name]}"
    if name == "wait":
        return f"sleep {given['time']:g}"
    if name == "open":
        return f"adb shell monkey -p $(package {shlex.quote(given['app_or_filename'])}) 1"
    if name == "click":
        taps = min(max(given["num_clicks"], 1), _MOST_TAPS)
        return "; ".join([f"{_TAP} {_shell(given['element_description'])}"] * taps)
    if name == "long_press":
        place = _shell(given["element_description"])
        return f"adb shell input swipe {place} {place} {_HOLD_MS}"
    if name == "drag_and_drop":
        start, end = _shell(given["starting_description"]), _shell(given["ending_description"])
        return f"adb shell input draganddrop {start} {end} {_DRAG_MS}"
    if name == "swipe":
        place = _shell(given["element_description"] or "the middle of the screen")
        return f"adb shell input swipe {place} $(beyond {place} {given['direction']}) {_SWIPE_MS}"
    return "; ".join(_android_type(given)) or ":"


def _android_type(given: Mapping[str, Any]) -> list[str]:
    code = []
    if given["element_description"] is not None:
        code.append(f"{_TAP} {_shell(given['element_description'])}")
    if given["overwrite"]:
        code += ["adb shell input keycombination CTRL_LEFT A", f"{_KEY} DEL"]
    if given["text"]:
        code.append(f"adb shell input text {shlex.quote(given['text'])}")
    if given["enter"]:
        code.append(f"{_KEY} ENTER")
    return code


def _located(description: str) -> str:
    return f"locate({literal(description)})"


def _shell(description: str) -> str:
    return f"$(locate {shlex.quote(description)})"


def _holding(keys: list[str], code: list[str]) -> list[str]:
    down = [f"pyautogui.keyDown({literal(key)})" for key in keys]
    up = [f"pyautogui.keyUp({literal(key)})" for key in reversed(keys)]
    return [*down, *code, *up]
