"""What an agent did at a step, in one form for phones and desktops, read off the record without running it.

One real row: ``{'action': 'swipe', 'coordinate': [540, 1800], 'coordinate2': [540, 600]}`` is a scroll by
1200 pixels down the page, since the finger moves the other way.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

from tactful.formats._actions import _in_order, _literal, _object_in, _point, _remember
from tactful.formats._quiet import quiet
from tactful.terms import CaseAction, Step

NOTCH = 100
"""Pixels that one notch of a wheel scrolls, where a record counts notches."""
_LONGEST = 200_000
_PHONE = {
    "click": "click", "tap": "click", "press": "click",
    "double_tap": "double", "double_click": "double",
    "long_press": "long", "longpress": "long",
    "type": "type", "input_text": "type", "input": "type", "type_text": "type",
    "swipe": "scroll", "scroll": "scroll",
    "drag": "drag", "drag_and_drop": "drag",
    "key": "key", "keyevent": "key", "press_enter": "key",
    "back": "back", "navigate_back": "back", "press_back": "back",
    "home": "home", "navigate_home": "home", "press_home": "home",
    "open": "open", "open_app": "open", "launch": "open",
    "wait": "wait",
    "answer": "answer",
    "finished": "done", "done": "done", "complete": "done",
}  # fmt: skip
_AGENT = {
    "click": "click", "type": "type", "scroll": "scroll", "hotkey": "key", "hold_and_press": "key",
    "drag_and_drop": "drag", "open": "open", "switch_applications": "open", "wait": "wait", "done": "done",
    "fail": "fail",
}  # fmt: skip
_CODE = {
    "click": "click", "leftClick": "click", "doubleClick": "double", "dragTo": "drag", "drag": "drag",
    "write": "type", "typewrite": "type", "scroll": "scroll", "hscroll": "scroll", "hotkey": "key",
    "press": "key", "sleep": "wait", "rightClick": "other", "tripleClick": "other",
}  # fmt: skip
_FAILURES = frozenset({"fail", "failure", "infeasible", "impossible", "abort"})


def case_action(step: Step) -> CaseAction | None:
    """The action of a step; None where the record states none, or one that cannot be read.

    A swipe that states a direction and no places scrolls by one pixel: only its sign is known.
    """
    raw, plan = step.raw_action.strip(), step.semantic_action.strip()
    found = _phone(raw) if raw.startswith("{") else _desktop(plan, raw, step)
    if found is None and step.done:
        return CaseAction("fail" if step.outcome == "fail" else "done")
    return found


def _phone(raw: str) -> CaseAction | None:
    try:
        action = _object_in(raw)
    except ValueError:
        return None
    if not isinstance(action, Mapping):
        return None
    name = str(action.get("action") or action.get("action_type") or action.get("type") or "").lower()
    text = action.get("text", action.get("content", action.get("value", action.get("app"))))
    words = text if isinstance(text, str) else ""
    kind = _PHONE.get(name, "other")
    points = _points(action)
    if name in ("system_button", "press_button"):
        return _button(str(action.get("button", "")))
    if name in ("terminate", "status"):
        state = str(action.get("status") or action.get("goal_status") or "").lower()
        return CaseAction("fail" if state in _FAILURES else "done")
    if kind == "scroll":
        dx, dy = _swiped(points, str(action.get("direction", "")).lower(), name)
        return CaseAction("scroll", dx=dx, dy=dy)
    if kind == "key":
        return _button(words or str(action.get("key", "enter")))
    if kind in ("type", "open", "answer"):
        return CaseAction(kind, points[:1], text=words)
    return CaseAction(kind, points[: 2 if kind == "drag" else 1])


def _points(action: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    names = ("coordinate", "coordinate2", "point", "start", "end", "position")
    found = [point for name in names if (point := _point(action.get(name))) is not None]
    if not found and (pair := _point([action.get("x"), action.get("y")])) is not None:
        found = [pair]
    return tuple(found)


def _button(name: str) -> CaseAction:
    key = name.strip().lower()
    if key in ("back", "home"):
        return CaseAction(key)
    return CaseAction("key", key=key)


def _swiped(points: Sequence[tuple[int, int]], direction: str, name: str) -> tuple[int, int]:
    """How far the page scrolls: against the finger for a swipe, in the word's direction for a scroll."""
    if len(points) == 2:
        (x1, y1), (x2, y2) = points
        return x1 - x2, y1 - y2
    dx, dy = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}.get(direction, (0, 0))
    return (dx, dy) if name == "scroll" else (-dx, -dy)


def _desktop(plan: str, code: str, step: Step) -> CaseAction | None:
    if code == "FAIL":
        return CaseAction("fail")
    if code == "DONE":
        return _answer(step) or CaseAction("done")
    calls = [*_calls(plan, ("agent",)), *_calls(code, ("pyautogui", "time"))]
    named = [(_AGENT if owner == "agent" else _CODE).get(name, "") for owner, name, _, _ in calls]
    at = next((at for at, kind in enumerate(named) if kind), None)
    if at is None:
        return CaseAction("other", step.points[:1], _first(step.typed)) if plan or code else None
    owner, name, given, words = calls[at]
    kind = named[at]
    if kind == "click":
        kind = _clicks(owner, given, words)
    if kind == "key":
        return _keys(name, given)
    if kind == "scroll":
        notches = _number(words.get("clicks", _at(given, 1 if owner == "agent" else 0)))
        sideways = name == "hscroll" or words.get("shift") is True or _at(given, 2) is True
        return CaseAction(
            "scroll", dx=notches * NOTCH if sideways else 0, dy=0 if sideways else -notches * NOTCH
        )
    if kind == "done":
        return _answer(step) or CaseAction("done")
    if kind == "open":
        value = _at(given, 0) or next(iter(words.values()), "")
        return CaseAction("open", text=value if isinstance(value, str) else "")
    if kind == "type":
        return CaseAction("type", step.points[:1], text=_first(step.typed))
    if kind in ("wait", "fail"):
        return CaseAction(kind)
    return CaseAction(kind, step.points[: 2 if kind == "drag" else 1])


def _calls(code: str, owners: Sequence[str]) -> list[tuple[str, str, list[Any], dict[str, Any]]]:
    """The calls of some modules in order: owner, name, arguments, keywords. Empty where nothing parses."""
    if not code or len(code) > _LONGEST:
        return []
    try:
        with quiet():
            tree = ast.parse(code)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return []
    found = []
    names: dict[str, Any] = {}
    for node in _in_order(tree):
        if isinstance(node, ast.Assign):
            _remember(node, names)
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        owner = node.func.value
        if isinstance(owner, ast.Name) and owner.id in owners:
            given = [_literal(arg, names) for arg in node.args]
            words = {word.arg: _literal(word.value, names) for word in node.keywords if word.arg}
            found.append((owner.id, node.func.attr, given, words))
    return found


def _clicks(owner: str, given: Sequence[Any], words: Mapping[str, Any]) -> str:
    agent = owner == "agent"
    count = words.get("num_clicks" if agent else "clicks", _at(given, 1) if agent else 1)
    button = words.get("button_type" if agent else "button", _at(given, 2) if agent else "left")
    if button not in (None, "left", "primary"):
        return "other"
    return {None: "click", 1: "click", 2: "double"}.get(count, "other")


def _keys(name: str, given: Sequence[Any]) -> CaseAction:
    """A combination such as ctrl+s. Several lists (keys held, keys pressed) are one after the other."""
    flat: list[str] = []
    for value in given:
        flat += [v for v in (value if isinstance(value, list | tuple) else [value]) if isinstance(v, str)]
    return CaseAction("key", key="+".join(key.strip().lower() for key in flat))


def _answer(step: Step) -> CaseAction | None:
    info = step.record.get("info")
    answer = info.get("answer") if isinstance(info, Mapping) else None
    return CaseAction("answer", text=answer) if isinstance(answer, str) and answer else None


def _at(values: Sequence[Any], index: int) -> Any:
    return values[index] if index < len(values) else None


def _number(value: Any) -> int:
    return round(value) if isinstance(value, int | float) and abs(value) < 1e6 else 0


def _first(texts: Sequence[str]) -> str:
    return texts[0] if texts else ""
