"""What an action touches, types and means, read off its record without running any of it.

Phones write an action as an object, desktops as ``agent.*`` calls and as pyautogui code. One real row:
``{'action': 'swipe', 'coordinate': [540, 1800], 'coordinate2': [540, 600]}`` is a scroll by 1200 pixels down
the page, since the finger moves the other way.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tactful.formats.images import quiet
from tactful.terms import CaseAction, Step

NOTCH = 100
"""Pixels that one notch of a wheel scrolls, where a record counts notches."""
_LONGEST = 200_000  # characters; longer "actions" are not actions, and the parser's memory is ours


def _by_name(kinds: Mapping[str, str]) -> dict[str, str]:
    return {name: kind for kind, names in kinds.items() for name in names.split()}


# What the words of phones, of ``agent.*`` and of pyautogui mean, in the words of `CaseAction`.
_PHONE = _by_name(
    {
        "click": "click tap press",
        "double": "double_tap double_click",
        "long": "long_press longpress",
        "type": "type input_text input type_text write set_text",
        "scroll": "swipe scroll",
        "drag": "drag drag_and_drop",
        "key": "key keyevent press_enter",
        "back": "back navigate_back press_back",
        "home": "home navigate_home press_home",
        "open": "open open_app launch",
        "wait": "wait",
        "answer": "answer",
        "done": "finished done complete",
    }
)
_AGENT = _by_name(
    {
        "click": "click", "type": "type", "scroll": "scroll", "key": "hotkey hold_and_press",
        "drag": "drag_and_drop", "open": "open switch_applications", "wait": "wait", "done": "done",
        "fail": "fail",
    }
)  # fmt: skip
_CODE = _by_name(
    {
        "click": "click leftClick", "double": "doubleClick", "drag": "dragTo drag", "type": "write typewrite",
        "scroll": "scroll hscroll", "key": "hotkey press", "wait": "sleep", "other": "rightClick tripleClick",
    }
)  # fmt: skip
_FAILURES = frozenset({"fail", "failure", "infeasible", "impossible", "abort"})
_TOUCHES = frozenset({"click", "double", "long", "drag"})
_MOUSE = frozenset(
    {"click", "leftClick", "rightClick", "middleClick", "doubleClick", "tripleClick"}
    | {"moveTo", "dragTo", "mouseDown", "mouseUp"}
)


@dataclass(frozen=True, slots=True)
class ActionFacts:
    """The pixels that an action presses or drags, and the texts that it enters.

    Swipes and scrolls give no points: they move the page and manipulate nothing that lies under the finger.
    """

    points: tuple[tuple[int, int], ...] = ()
    typed: tuple[str, ...] = field(default=(), repr=False)

    def __or__(self, other: ActionFacts) -> ActionFacts:
        return ActionFacts(
            tuple(dict.fromkeys(self.points + other.points)), tuple(dict.fromkeys(self.typed + other.typed))
        )


def phone_action(action: object) -> ActionFacts:
    """The facts of a Mobile-Agent action: an object, or its text as JSON or as a Python literal.

    ``ValueError`` where the text is neither. An empty action has no facts.
    """
    if isinstance(action, str):
        action = _object_in(action)
    if not action:
        return ActionFacts()
    if not isinstance(action, Mapping):
        raise ValueError("the action is not an object")
    name = _name(action)
    kind = _PHONE.get(name)
    points = _points(action) if kind in _TOUCHES or name == "right_click" else ()
    text = action.get("text", action.get("content", action.get("value")))
    typed = (text,) if kind == "type" and isinstance(text, str) and text else ()
    return ActionFacts(tuple(dict.fromkeys(points)), typed)


def code_action(code: str) -> ActionFacts:
    """The facts of pyautogui code or of ``agent.*`` calls (Agent S3), by the syntax tree alone.

    Numbers and strings may be literals or names that the same code assigned literals to. ``ValueError`` where
    the code does not parse.
    """
    facts = ActionFacts()
    for call in _calls(code):
        facts |= _call_facts(call)
    return facts


def case_action(step: Step) -> CaseAction | None:
    """The action of a step; None where the record states none, or one that cannot be read.

    A swipe that states a direction and no places scrolls by one pixel: only its sign is known.
    """
    raw, plan = step.raw_action.strip(), step.semantic_action.strip()
    action = _on_phone(raw) if raw.startswith("{") else _on_desktop(plan, raw, step)
    if action is None and step.done:
        return CaseAction("fail" if step.outcome == "fail" else "done")
    return action


def _object_in(text: str) -> Any:
    text = text.strip()
    if not text or text.lower() in {"none", "null"}:
        return None
    if len(text) > _LONGEST:
        raise ValueError("the action is too long to be one")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        with quiet():
            return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise ValueError("the action is neither JSON nor a literal") from None


def _name(action: Mapping[str, Any]) -> str:
    return str(action.get("action") or action.get("action_type") or action.get("type") or "").lower()


def _points(action: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    names = ("coordinate", "coordinate2", "point", "start", "end", "position")
    points = [point for name in names if (point := _point(action.get(name))) is not None]
    if not points and (pair := _point([action.get("x"), action.get("y")])) is not None:
        points = [pair]
    return tuple(points)


def _point(value: object) -> tuple[int, int] | None:
    if isinstance(value, list | tuple) and len(value) == 2:
        x, y = value
        if _is_number(x) and _is_number(y):
            return round(x), round(y)
    return None


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and -1e7 < value < 1e7


def _on_phone(raw: str) -> CaseAction | None:
    try:
        action = _object_in(raw)
    except ValueError:
        return None
    if not isinstance(action, Mapping):
        return None
    name = _name(action)
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


def _button(name: str) -> CaseAction:
    key = name.strip().lower()
    return CaseAction(key) if key in ("back", "home") else CaseAction("key", key=key)


def _swiped(points: Sequence[tuple[int, int]], direction: str, name: str) -> tuple[int, int]:
    """How far the page scrolls: against the finger for a swipe, in the word's direction for a scroll."""
    if len(points) == 2:
        (x1, y1), (x2, y2) = points
        return x1 - x2, y1 - y2
    dx, dy = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}.get(direction, (0, 0))
    return (dx, dy) if name == "scroll" else (-dx, -dy)


class _Call(NamedTuple):
    """``owner.name(*args, **words)`` with the values of literals and known names, None for any other."""

    owner: str
    name: str
    args: list[Any]
    words: dict[str, Any]

    def arg(self, at: int, word: str = "") -> Any:
        """The argument of that keyword or place, None where it is not given."""
        return self.words.get(word, self.args[at] if at < len(self.args) else None)

    @property
    def kind(self) -> str:
        """What the call does, in the words of `CaseAction`; empty where it is no action."""
        return (_AGENT if self.owner == "agent" else _CODE).get(self.name, "")


def _calls(code: str) -> list[_Call]:
    """The calls of code in source order; ``ValueError`` where it does not parse."""
    if len(code) > _LONGEST:
        raise ValueError("the action code is too long to be one")
    calls = []
    names: dict[str, Any] = {}
    try:
        with quiet():
            tree = ast.parse(code.strip())
        for node in _in_order(tree):
            if isinstance(node, ast.Assign):
                _remember(node, names)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                owner = node.func.value
                if isinstance(owner, ast.Name):
                    args = [_literal(arg, names) for arg in node.args]
                    words = {word.arg: _literal(word.value, names) for word in node.keywords if word.arg}
                    calls.append(_Call(owner.id, node.func.attr, args, words))
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ValueError("the action code does not parse") from None
    return calls


def _in_order(tree: ast.AST) -> Iterator[ast.AST]:
    """Depth first in source order, so that an assignment comes before the calls that use it."""
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(list(ast.iter_child_nodes(node))))


def _remember(node: ast.Assign, names: dict[str, Any]) -> None:
    value = _literal(node.value, names)
    for target in node.targets:
        if isinstance(target, ast.Name):
            names[target.id] = value
        elif (
            isinstance(target, ast.Tuple)
            and isinstance(value, tuple | list)
            and len(value) == len(target.elts)
        ):
            pairs = zip(target.elts, value, strict=True)
            names |= {part.id: item for part, item in pairs if isinstance(part, ast.Name)}


def _literal(node: ast.expr, names: Mapping[str, Any]) -> Any:
    """The value of a literal or a known name, None for everything else."""
    if isinstance(node, ast.Name):
        return names.get(node.id)
    if isinstance(node, ast.Tuple | ast.List):
        return [_literal(item, names) for item in node.elts]
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError):
        return None


def _call_facts(call: _Call) -> ActionFacts:
    match call.owner, call.name:
        case "pyautogui", "write" | "typewrite":
            text = call.arg(0, "message")
            return ActionFacts(typed=_strings(text if isinstance(text, list) else [text]))
        case "pyautogui", name if name in _MOUSE:
            x, y = (call.args + [None] * 2)[:2] if call.args else (call.words.get("x"), None)
            pair = x if isinstance(x, list | tuple) else [x, call.words.get("y") if y is None else y]
            return ActionFacts(points=(point,) if (point := _point(pair)) else ())
        case "pyperclip", "copy":
            return ActionFacts(typed=_strings(call.args[:1]))
        case "agent", "type":  # type(element_description=None, text="", overwrite=False, enter=False)
            return ActionFacts(typed=_strings([call.arg(1, "text")]))
        case "agent", "set_cell_values":
            values = call.arg(0, "cell_values")
            return ActionFacts(typed=_strings(values.values()) if isinstance(values, Mapping) else ())
    return ActionFacts()


def _strings(values: Any) -> tuple[str, ...]:
    return tuple(
        str(v) for v in values if isinstance(v, str | int | float) and not isinstance(v, bool) and str(v)
    )


def _on_desktop(plan: str, code: str, step: Step) -> CaseAction | None:
    if code == "FAIL":
        return CaseAction("fail")
    if code == "DONE":
        return _answer(step) or CaseAction("done")
    calls = [*_calls_of(plan, "agent"), *_calls_of(code, "pyautogui", "time")]
    call = next((call for call in calls if call.kind), None)
    if call is None:
        return CaseAction("other", step.points[:1], _first(step.typed)) if plan or code else None
    agent = call.owner == "agent"
    match _clicks(call) if call.kind == "click" else call.kind:
        case "key":
            return _keys(call.args)
        case "scroll":
            notches = _number(call.arg(1 if agent else 0, "clicks"))
            if call.name == "hscroll" or call.words.get("shift") is True or call.arg(2) is True:
                return CaseAction("scroll", dx=notches * NOTCH)
            return CaseAction("scroll", dy=-notches * NOTCH)
        case "done":
            return _answer(step) or CaseAction("done")
        case "open":
            value = call.arg(0) or next(iter(call.words.values()), "")
            return CaseAction("open", text=value if isinstance(value, str) else "")
        case "type":
            return CaseAction("type", step.points[:1], text=_first(step.typed))
        case "wait" | "fail" as kind:
            return CaseAction(kind)
        case kind:
            return CaseAction(kind, step.points[: 2 if kind == "drag" else 1])


def _calls_of(code: str, *owners: str) -> list[_Call]:
    """The calls of some modules; none where the code does not parse."""
    try:
        return [call for call in _calls(code) if call.owner in owners]
    except ValueError:
        return []


def _clicks(call: _Call) -> str:
    agent = call.owner == "agent"
    count = call.words.get("num_clicks", call.arg(1)) if agent else call.words.get("clicks", 1)
    button = call.words.get("button_type", call.arg(2)) if agent else call.words.get("button", "left")
    if button not in (None, "left", "primary"):
        return "other"
    return "click" if count in (None, 1) else "double" if count == 2 else "other"


def _keys(args: Sequence[Any]) -> CaseAction:
    """A combination such as ctrl+s. Several lists (keys held, keys pressed) are one after the other."""
    flat: list[str] = []
    for value in args:
        flat += [v for v in (value if isinstance(value, list | tuple) else [value]) if isinstance(v, str)]
    return CaseAction("key", key="+".join(key.strip().lower() for key in flat))


def _answer(step: Step) -> CaseAction | None:
    info = step.record.get("info")
    answer = info.get("answer") if isinstance(info, Mapping) else None
    return CaseAction("answer", text=answer) if isinstance(answer, str) and answer else None


def _number(value: Any) -> int:
    return round(value) if isinstance(value, int | float) and abs(value) < 1e6 else 0


def _first(texts: Sequence[str]) -> str:
    return texts[0] if texts else ""
