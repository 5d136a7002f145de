"""What an action touches and types, read off its text without running any of it."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tactful.formats._quiet import quiet

_LONGEST = 200_000  # characters; longer "actions" are not actions, and the parser's memory is ours
_PRESSES = frozenset(
    {"click", "tap", "long_press", "longpress", "double_click", "double_tap", "right_click", "press"}
)
_DRAGS = frozenset({"drag", "drag_and_drop"})
_TYPES = frozenset({"type", "input_text", "input", "type_text", "write", "set_text"})

_MOUSE = frozenset(
    {"click", "leftClick", "rightClick", "middleClick", "doubleClick", "tripleClick"}
    | {"moveTo", "dragTo", "mouseDown", "mouseUp"}
)
_KEYS = frozenset({"write", "typewrite"})


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
    name = str(action.get("action") or action.get("action_type") or action.get("type") or "").lower()
    points: list[tuple[int, int]] = []
    if name in _PRESSES or name in _DRAGS:
        keys = ("coordinate", "coordinate2", "point", "start", "end", "position")
        points = [point for key in keys if (point := _point(action.get(key))) is not None]
        if not points and (pair := _point([action.get("x"), action.get("y")])) is not None:
            points = [pair]
    text = action.get("text", action.get("content", action.get("value")))
    typed = (text,) if name in _TYPES and isinstance(text, str) and text else ()
    return ActionFacts(tuple(dict.fromkeys(points)), typed)


def code_action(code: str) -> ActionFacts:
    """The facts of pyautogui code or of ``agent.*`` calls (Agent S3), by the syntax tree alone.

    Numbers and strings may be literals or names that the same code assigned literals to. ``ValueError`` where
    the code does not parse.
    """
    if len(code) > _LONGEST:
        raise ValueError("the action code is too long to be one")
    try:
        with quiet():
            tree = ast.parse(code.strip())
        facts = ActionFacts()
        names: dict[str, Any] = {}
        for node in _in_order(tree):
            if isinstance(node, ast.Assign):
                _remember(node, names)
            elif isinstance(node, ast.Call):
                facts |= _call_facts(node, names)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ValueError("the action code does not parse") from None
    return facts


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


def _point(value: object) -> tuple[int, int] | None:
    if isinstance(value, list | tuple) and len(value) == 2:
        x, y = value
        if _number(x) and _number(y):
            return round(x), round(y)
    return None


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and -1e7 < value < 1e7


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
            for part, item in zip(target.elts, value, strict=True):
                if isinstance(part, ast.Name):
                    names[part.id] = item


def _literal(node: ast.expr | None, names: Mapping[str, Any]) -> Any:
    """The value of a literal or a known name, None for everything else."""
    if node is None:
        return None
    if isinstance(node, ast.Name):
        return names.get(node.id)
    if isinstance(node, ast.Tuple | ast.List):
        return [_literal(item, names) for item in node.elts]
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError):
        return None


def _call_facts(node: ast.Call, names: Mapping[str, Any]) -> ActionFacts:
    if not isinstance(node.func, ast.Attribute) or not isinstance(node.func.value, ast.Name):
        return ActionFacts()
    owner, call = node.func.value.id, node.func.attr
    given = [_literal(arg, names) for arg in node.args]
    named = {word.arg: _literal(word.value, names) for word in node.keywords if word.arg}
    if owner == "pyautogui":
        return _pyautogui(call, given, named)
    if owner == "pyperclip" and call == "copy":
        return ActionFacts(typed=_strings(given[:1]))
    if owner == "agent" and call == "type":
        # type(element_description=None, text="", overwrite=False, enter=False)
        return ActionFacts(typed=_strings([named.get("text", given[1] if len(given) > 1 else None)]))
    if owner == "agent" and call == "set_cell_values":
        values = named.get("cell_values", given[0] if given else None)
        return ActionFacts(typed=_strings(values.values()) if isinstance(values, Mapping) else ())
    return ActionFacts()


def _pyautogui(call: str, given: list[Any], named: Mapping[str, Any]) -> ActionFacts:
    if call in _KEYS:
        text = named.get("message", given[0] if given else None)
        return ActionFacts(typed=_strings(text if isinstance(text, list) else [text]))
    if call not in _MOUSE:
        return ActionFacts()
    first = given[0] if given else named.get("x")
    if isinstance(first, list | tuple):
        point = _point(first)
    else:
        point = _point([first, given[1] if len(given) > 1 else named.get("y")])
    return ActionFacts(points=(point,) if point else ())


def _strings(values: Any) -> tuple[str, ...]:
    return tuple(
        str(v) for v in values if isinstance(v, str | int | float) and not isinstance(v, bool) and str(v)
    )
