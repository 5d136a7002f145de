"""What a string of an answer is made of: Python with its string literals, or brackets in prose."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from tactful.protect.destinations import Way, has_url, kind_of

_BRACKETS = re.compile(
    r"""\\.|"{3}(?:[^"\\]|\\.|"(?!""))*"{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[()\[\]{}]"""
)
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_TOOL_KEYS = frozenset({"tool", "tool_name", "name", "function", "action", "action_type", "recipient_name"})
_REQUEST = frozenset({"method", "headers", "params", "data", "body", "json", "payload", "cookies", "form"})


class Literal(NamedTuple):
    """A string literal (an f-string as a whole), where it goes, and the number of its statement."""

    node: ast.Constant | ast.JoinedStr
    way: Way
    statement: int

    @property
    def said(self) -> str:
        """Its words, those of an f-string without what is put in."""
        return "".join(str(part.value) for part in self.parts if isinstance(part, ast.Constant))

    @property
    def parts(self) -> list[ast.expr]:
        """The parts of an f-string; a plain string is its own."""
        return self.node.values if isinstance(self.node, ast.JoinedStr) else [self.node]


def tree_of(code: str) -> ast.Module | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of odd escapes in the agent's words
        try:
            return ast.parse(code)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


def names_of(tree: ast.AST) -> Iterator[str]:
    """The names that code speaks to."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield node.name


def literals_of(tree: ast.Module, way: Way) -> list[Literal]:
    """The literals of code that goes ``way``, in no order."""
    found: list[Literal] = []
    stack: list[tuple[ast.AST, Way, int]] = [(tree, way, 0)]
    statements = 0
    while stack:
        node, way, statement = stack.pop()
        if isinstance(node, ast.JoinedStr) or _text_of(node):
            found.append(Literal(node, way, statement))  # type: ignore[arg-type]
            continue
        if isinstance(node, ast.stmt):
            statement = statements = statements + 1
        if isinstance(node, ast.Call):
            way = way.into(tool=_called(node.func))
        elif isinstance(node, ast.keyword):
            way = way.into(argument=node.arg or "")
        if isinstance(node, ast.Dict):
            keys = [_text_of(key) for key in node.keys]
            way = named(zip(keys, map(_text_of, node.values), strict=True), way)
            stack += [(v, way.into(argument=k), statement) for k, v in zip(keys, node.values, strict=True)]
        else:
            stack += [(child, way, statement) for child in ast.iter_child_nodes(node)]
    return found


def _called(node: ast.expr) -> str:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([*([node.id] if isinstance(node, ast.Name) else []), *parts[::-1]])


def _text_of(node: ast.AST | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def named(items: Iterable[tuple[str, Any]], way: Way) -> Way:
    """The way into a tool call, by the tool's name in it; a request carries all that it holds to its URL."""
    parts, linked = set(), False
    for key, value in items:
        if key in _TOOL_KEYS and isinstance(value, str) and len(value) < 64:
            way = way.into(tool=value)
        linked = linked or (isinstance(value, str) and kind_of(str(key)) == "url" and has_url(value))
        parts.add(str(key).lower())
    return way.at_least("url") if linked and parts & _REQUEST else way


def balanced(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Brackets that are closed, with the name before a call's, outer ones first; quotes count inside them."""
    found: list[tuple[int, int]] = []
    stack: list[tuple[str, int]] = []
    while token := _BRACKETS.search(text, start, end):
        mark, start = token[0][0], token.end()
        if mark in "([{":
            name = token.start()
            while mark == "(" and name and (text[name - 1].isalnum() or text[name - 1] in "._"):
                name -= 1
            stack.append((_CLOSING[mark], name))
        elif mark in ")]}":
            if stack and stack[-1][0] == mark:
                found.append((stack.pop()[1], start))
            else:
                stack.clear()
        elif not stack:
            start = token.start() + (2 if mark == "\\" else 1)
    return sorted(found, key=lambda span: (span[0], -span[1]))
