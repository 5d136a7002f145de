"""A planner's answer and the one ``agent.*`` call in it, read by its syntax tree and never run (G.4).

One real answer ends with::

    (Next Action)
    Choose "Insert Sheet..." to add a new sheet.

    (Grounded Action)
    ```python
    agent.click("The 'Insert Sheet...' option in the open Sheet menu", 1, "left")
    ```

The calls that there are stand in ``api.yaml``, as the planner reads them.
"""

from __future__ import annotations

import ast
import json
import math
import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tactful.bench.guiguard.asking import FormatError, without_thoughts
from tactful.errors import InputError
from tactful.models import Reply

PLATFORM_NAMES: Mapping[str, str] = {"android": "Android phone", "pc": "Linux PC"}
REQUIRED = object()
"""The default of a parameter that has none."""
ENDS = frozenset({"done", "fail"})
"""Calls after which there is no further step (Algorithm 1, line 23)."""

_LONGEST = 20_000  # characters; longer "calls" are not calls, and the parser's memory is ours
_BLOCK = re.compile(r"```[ \t]*(?:\w+)?[ \t]*\n(.*?)```", re.DOTALL)
_INLINE = re.compile(r"```[ \t]*(agent\..*?)```", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Param:
    """One parameter: its kind (str, int, float, bool, list, dict), its default, the values it may have."""

    name: str
    kind: str
    default: Any = REQUIRED
    choices: tuple[str, ...] = ()

    @property
    def required(self) -> bool:
        return self.default is REQUIRED

    def accepts(self, value: Any) -> bool:
        """Whether a plain value fits; None does where it is the default."""
        if value is None:
            return self.default is None
        match self.kind:
            case "str":
                if not isinstance(value, str) or (self.required and not value.strip()):
                    return False
                return not self.choices or value in self.choices
            case "bool":
                return isinstance(value, bool)
            case "int":
                return type(value) is int
            case "float":
                return type(value) in (int, float) and math.isfinite(value) and value >= 0
            case "list":
                return isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)
        return isinstance(value, dict) and all(
            isinstance(key, str) and isinstance(item, str | int | float | bool | None)
            for key, item in value.items()
        )


@dataclass(frozen=True, slots=True)
class ApiCall:
    """One call of the API, such as ``agent.wait(time: float)``."""

    name: str
    params: tuple[Param, ...]
    signature: str


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
        values, params = list(self.arguments.values()), list(self.spec.params)
        while values and not params[-1].required and values[-1] == params[-1].default:
            values.pop()
            params.pop()
        return f"agent.{self.name}({', '.join(map(literal, values))})"


@dataclass(frozen=True, slots=True)
class Answer:
    """A planner's answer that keeps the format: ``text`` is all of it, without what was thought before."""

    text: str = field(repr=False)
    call: Call


@cache
def _listing() -> dict[str, str]:
    table: dict[str, str] = yaml.safe_load(Path(__file__).with_name("api.yaml").read_text(encoding="utf-8"))
    return table


def describe(platform: str) -> str:
    """The API as it stands in the prompt: one call a line. ``InputError`` for neither android nor pc."""
    if platform not in _listing():
        raise InputError("unknown platform", field="platform", expected=" or ".join(_listing()))
    return _listing()[platform].strip()


@cache
def api_of(platform: str) -> Mapping[str, ApiCall]:
    """The calls of a platform by name; ``InputError`` for one that is neither android nor pc."""
    calls = (_declared(line) for line in describe(platform).splitlines())
    return {call.name: call for call in calls}


def _declared(line: str) -> ApiCall:
    """A call as its line in the listing declares it: a signature of Python, and what it does."""
    signature = line.partition("  # ")[0]
    function = ast.parse(f"def {signature.removeprefix('agent.')}: ...").body[0]
    assert isinstance(function, ast.FunctionDef)
    defaults = [None] * (len(function.args.args) - len(function.args.defaults)) + function.args.defaults
    return ApiCall(
        function.name,
        tuple(map(_param, function.args.args, defaults)),
        signature,
    )


def _param(arg: ast.arg, default: ast.expr | None) -> Param:
    assert arg.annotation is not None
    constants = [node for node in ast.walk(arg.annotation) if isinstance(node, ast.Constant)]
    choices = tuple(str(node.value) for node in sorted(constants, key=lambda node: node.col_offset))
    kind = arg.annotation.id if isinstance(arg.annotation, ast.Name) else "str"
    return Param(arg.arg, kind, REQUIRED if default is None else ast.literal_eval(default), choices)


def literal(value: Any) -> str:
    """A plain value as Python source, strings in double quotes as planners write them."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)  # its escapes are Python's as well
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(literal, value)) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{literal(key)}: {literal(item)}" for key, item in value.items()) + "}"
    return repr(value)


def read_answer(reply: Reply, platform: str) -> Answer:
    """The plan and its call; ``FormatError`` where the format is broken, in words for the planner."""
    text = without_thoughts(reply.text)
    if reply.truncated:
        raise FormatError("it stops at the length limit. Be briefer.")
    if not text:
        raise FormatError("it is empty.")
    blocks = _BLOCK.findall(text) + _INLINE.findall(text)
    if not blocks:
        raise FormatError("there is no block of code with an agent call.")
    if len(blocks) > 1:
        raise FormatError(f"there are {len(blocks)} blocks of code; there must be one.")
    return Answer(text, parse_call(blocks[0], platform))


def parse_call(source: str, platform: str) -> Call:
    """The single call that ``source`` is.

    Raises ``FormatError`` for anything else: no call or several, a call that the platform's API lacks,
    arguments that it does not take or that are no plain values.
    """
    api = api_of(platform)
    node = _only_call(source.strip())
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
    if not param.accepts(value):
        wanted = " or ".join(map(literal, param.choices)) or param.kind
        raise FormatError(f"the argument {param.name} is not {wanted}.")
    if param.kind == "list":
        return list(value)
    return float(value) if param.kind == "float" else value
