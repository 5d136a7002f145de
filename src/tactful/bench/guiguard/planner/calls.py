"""Reads the one ``agent.*`` call of an answer by its syntax tree; nothing of it is ever run.

One real call: ``agent.click("The 'Insert Sheet...' option within the open Sheet menu dropdown", 1, "left")``.
"""

from __future__ import annotations

import ast
import math
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tactful.bench.guiguard.planner.api import ENDS, ApiCall, Param, api_of, literal

_LONGEST = 20_000  # characters; longer "calls" are not calls, and the parser's memory is ours


class FormatError(ValueError):
    """An answer that breaks the format; its words go back to the planner and hold nothing of the answer."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the API with all of its arguments, defaults filled in, in the order of the signature."""

    name: str
    arguments: Mapping[str, Any] = field(repr=False)
    spec: ApiCall = field(repr=False)

    @property
    def ends(self) -> bool:
        """Whether the planner says that it is over: done or fail."""
        return self.name in ENDS

    @property
    def text(self) -> str:
        """The call in one fixed form: arguments by position, those at the end left out where default."""
        given = list(self.arguments.values())
        params = list(self.spec.params)
        while given and not params[-1].required and given[-1] == params[-1].default:
            given.pop()
            params.pop()
        return f"agent.{self.name}({', '.join(map(literal, given))})"


def parse_call(source: str, platform: str) -> Call:
    """The single call that ``source`` is.

    Raises ``FormatError`` for anything else: no call or several, a call that the platform's API lacks,
    arguments that it does not take or that are no plain values.
    """
    api = api_of(platform)
    node = _only_call(source)
    function = node.func
    if not isinstance(function, ast.Attribute) or not isinstance(function.value, ast.Name):
        raise FormatError("the block of code holds something else than one agent call.")
    if function.value.id != "agent":
        raise FormatError("the call is not one of agent's.")
    spec = api.get(function.attr)
    if spec is None:
        raise FormatError(f"agent has no such call on this device; it has {', '.join(api)}.")
    return Call(spec.name, _arguments(node, spec), spec)


def _only_call(source: str) -> ast.Call:
    source = source.strip()
    if not source:
        raise FormatError("the block of code is empty.")
    if len(source) > _LONGEST:
        raise FormatError("the block of code is too long for one call.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of escapes that Python does not know
            body = ast.parse(source).body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise FormatError("the block of code does not parse as Python.") from None
    if len(body) != 1:
        raise FormatError(f"the block of code holds {len(body)} statements; it must hold one call.")
    if not isinstance(body[0], ast.Expr) or not isinstance(body[0].value, ast.Call):
        raise FormatError("the block of code holds something else than one agent call.")
    return body[0].value


def _arguments(node: ast.Call, spec: ApiCall) -> dict[str, Any]:
    names = [param.name for param in spec.params]
    if len(node.args) > len(names):
        raise FormatError(f"too many arguments; the call is {spec.signature}.")
    given: dict[str, ast.expr] = dict(zip(names, node.args, strict=False))
    for word in node.keywords:
        if word.arg is None or word.arg not in names:
            raise FormatError(f"an argument that the call does not have; the call is {spec.signature}.")
        if word.arg in given:
            raise FormatError(f"the argument {word.arg} is given twice.")
        given[word.arg] = word.value
    return {param.name: _value(given.get(param.name), param, spec) for param in spec.params}


def _value(node: ast.expr | None, param: Param, spec: ApiCall) -> Any:
    if node is None:
        if param.required:
            raise FormatError(f"the argument {param.name} is missing; the call is {spec.signature}.")
        return param.default
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise FormatError(f"the argument {param.name} is not a plain value, written out.") from None
    if value is None and param.optional:
        return None
    if not _fits(value, param):
        wanted = " or ".join(map(literal, param.choices)) or param.kind
        raise FormatError(f"the argument {param.name} is not {wanted}.")
    if param.kind == "list":
        return list(value)
    return float(value) if param.kind == "float" else value


def _fits(value: Any, param: Param) -> bool:
    match param.kind:
        case "str":
            if not isinstance(value, str) or (param.required and not value.strip()):
                return False
            return not param.choices or value in param.choices
        case "bool":
            return isinstance(value, bool)
        case "int":
            return type(value) is int
        case "float":
            return type(value) in (int, float) and math.isfinite(value) and value >= 0
        case "list":
            return isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)
        case "dict":
            return isinstance(value, dict) and all(
                isinstance(key, str) and isinstance(item, str | int | float | bool | None)
                for key, item in value.items()
            )
