"""A call as the code that would carry it out: written into the results, never run (G.4).

Grounding is left out of the replay, so elements stay words: ``locate("the Save button")`` stands where a
grounding model would give pixels. One row: ``import pyautogui; pyautogui.click(*locate("Save"), clicks=1,
button="left")``. Desktops take pyautogui, phones ``adb shell input``. What ends a run is DONE or FAIL.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from tactful.bench.guiguard.planning.calls import ENDS, Call, literal

_TAP, _KEY, _SWIPE = "adb shell input tap", "adb shell input keyevent", "adb shell input swipe"
_HOLD_MS, _DRAG_MS, _SWIPE_MS = 800, 1000, 300
_MOST_TAPS = 5
_KEYS = {"back": "BACK", "home": "HOME", "recents": "APP_SWITCH", "enter": "ENTER"}


def to_code(call: Call, platform: str) -> str:
    """The executable form of a call on ``android`` or ``pc``."""
    if call.name in ENDS:
        return call.name.upper()
    if platform == "android":
        return _android(call.name, call.arguments)
    if call.name == "wait":
        return f"import time; time.sleep({call.arguments['time']:g})"
    return "import pyautogui; " + "; ".join(_pc(call.name, call.arguments))


def _pc(name: str, given: Mapping[str, Any]) -> list[str]:
    match name:
        case "click":
            more = f"clicks={given['num_clicks']}, button={literal(given['button_type'])}"
            click = f"pyautogui.click({_located(given['element_description'])}, {more})"
            return _holding(given["hold_keys"], [click])
        case "type":
            return _pc_type(given)
        case "drag_and_drop":
            moves = [
                f"pyautogui.moveTo({_located(given['starting_description'])})",
                f'pyautogui.dragTo({_located(given["ending_description"])}, duration=1.0, button="left")',
            ]
            return _holding(given["hold_keys"], moves)
        case "highlight_text_span":
            more = f"duration=1.0, button={literal(given['button'])}"
            return [
                f"pyautogui.moveTo({_located(given['starting_phrase'])})",
                f"pyautogui.dragTo({_located(given['ending_phrase'])}, {more})",
                "pyautogui.mouseUp()",
            ]
        case "scroll":
            wheel = "hscroll" if given["shift"] else "vscroll"
            move = f"pyautogui.moveTo({_located(given['element_description'])})"
            return [move, f"pyautogui.{wheel}({given['clicks']})"]
        case "open" | "switch_applications":
            (app,) = given.values()
            return ['pyautogui.hotkey("win")', f"pyautogui.write({literal(app)})", 'pyautogui.press("enter")']
        case "hotkey":
            return [f"pyautogui.hotkey({', '.join(map(literal, given['keys']))})"]
        case "hold_and_press":
            return _holding(given["hold_keys"], [f"pyautogui.press({literal(given['press_keys'])})"])
    return [f"{name}({', '.join(map(literal, given.values()))})"]  # helpers of the agent's own


def _pc_type(given: Mapping[str, Any]) -> list[str]:
    code = []
    if given["element_description"] is not None:
        code.append(f"pyautogui.click({_located(given['element_description'])})")
    if given["overwrite"]:
        code += ['pyautogui.hotkey("ctrl", "a")', 'pyautogui.press("backspace")']
    if given["text"]:
        code.append(f"pyautogui.write({literal(given['text'])})")
    if given["enter"]:
        code.append('pyautogui.press("enter")')
    return code or ["pass"]


def _android(name: str, given: Mapping[str, Any]) -> str:
    match name:
        case "wait":
            return f"sleep {given['time']:g}"
        case "open":
            return f"adb shell monkey -p $(package {shlex.quote(given['app_or_filename'])}) 1"
        case "click":
            taps = min(max(given["num_clicks"], 1), _MOST_TAPS)
            return "; ".join([f"{_TAP} {_shell(given['element_description'])}"] * taps)
        case "long_press":
            place = _shell(given["element_description"])
            return f"{_SWIPE} {place} {place} {_HOLD_MS}"
        case "drag_and_drop":
            start, end = _shell(given["starting_description"]), _shell(given["ending_description"])
            return f"adb shell input draganddrop {start} {end} {_DRAG_MS}"
        case "swipe":
            place = _shell(given["element_description"] or "the middle of the screen")
            return f"{_SWIPE} {place} $(beyond {place} {given['direction']}) {_SWIPE_MS}"
        case "type":
            return "; ".join(_android_type(given)) or ":"
    return f"{_KEY} {_KEYS[name]}"


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
    return f"*locate({literal(description)})"


def _shell(description: str) -> str:
    return f"$(locate {shlex.quote(description)})"


def _holding(keys: list[str], code: list[str]) -> list[str]:
    down = [f"pyautogui.keyDown({literal(key)})" for key in keys]
    up = [f"pyautogui.keyUp({literal(key)})" for key in reversed(keys)]
    return [*down, *code, *up]
