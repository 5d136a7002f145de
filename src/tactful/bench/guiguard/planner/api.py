"""What a planner may do on a phone and on a desktop: the ``agent.*`` calls of the Agent S3 worker, as data.

One row: ``agent.click(element_description: str, num_clicks: int = 1, button_type: str = "left",
hold_keys: list = [])`` (GUIGuard-Bench, G.4 and L.3). Elements are described in words, never by pixels. The
desktop's names and defaults are Agent S3's, with one addition: ``done`` may carry the answer that a task asks
for. Agent S3 has no calls for phones: those are ours, with the same names where they mean the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from tactful.errors import InputError

Kind: TypeAlias = Literal["str", "int", "float", "bool", "list", "dict"]
REQUIRED = object()
"""The default of a parameter that has none."""
ENDS = frozenset({"done", "fail"})
"""Calls after which there is no further step (Algorithm 1, line 23)."""


@dataclass(frozen=True, slots=True)
class Param:
    """One parameter: its kind, its default, the values it may have (any where empty).

    ``element`` marks words that single out something on the screen. ``optional`` allows None as well.
    """

    name: str
    kind: Kind = "str"
    default: Any = REQUIRED
    choices: tuple[str, ...] = ()
    element: bool = False
    optional: bool = False

    @property
    def required(self) -> bool:
        return self.default is REQUIRED

    def __str__(self) -> str:
        kind = " | ".join(map(literal, self.choices)) or self.kind
        text = f"{self.name}: {kind}"
        return text if self.required else f"{text} = {literal(self.default)}"


@dataclass(frozen=True, slots=True)
class ApiCall:
    """One call of the API with what it does, in a line."""

    name: str
    params: tuple[Param, ...]
    about: str

    @property
    def signature(self) -> str:
        """Such as ``agent.wait(time: float)``."""
        return f"agent.{self.name}({', '.join(map(str, self.params))})"


def literal(value: Any) -> str:
    """A plain value as Python source, strings in double quotes as planners write them."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)  # its escapes are Python's as well
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(literal, value)) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{literal(key)}: {literal(item)}" for key, item in value.items()) + "}"
    return repr(value)


def _element(name: str = "element_description", **more: Any) -> Param:
    return Param(name, element=True, **more)


_TYPE = ApiCall(
    "type",
    (
        _element(default=None, optional=True),
        Param("text", default=""),
        Param("overwrite", "bool", False),
        Param("enter", "bool", False),
    ),
    "type into the element, or where the cursor is; overwrite: clear it first; enter: press enter after it",
)
_OPEN = ApiCall("open", (Param("app_or_filename"),), "open an app or a file by its name")
_WAIT = ApiCall("wait", (Param("time", "float"),), "wait for so many seconds")
_DONE = ApiCall("done", (Param("answer", default=""),), "the task is finished; with the answer it asks for")
_FAIL = ApiCall("fail", (), "the task cannot be finished")
_DRAG = ApiCall(
    "drag_and_drop",
    (_element("starting_description"), _element("ending_description"), Param("hold_keys", "list", [])),
    "drag the first element to the second",
)

_PC = (
    ApiCall(
        "click",
        (
            _element(),
            Param("num_clicks", "int", 1),
            Param("button_type", default="left", choices=("left", "middle", "right")),
            Param("hold_keys", "list", []),
        ),
        "click the element",
    ),
    ApiCall("switch_applications", (Param("app_code"),), "bring another open application to the front"),
    _OPEN,
    _TYPE,
    _DRAG,
    ApiCall(
        "highlight_text_span",
        (
            _element("starting_phrase"),
            _element("ending_phrase"),
            Param("button", default="left", choices=("left", "middle", "right")),
        ),
        "select the text from the first phrase to the end of the second",
    ),
    ApiCall(
        "set_cell_values",
        (Param("cell_values", "dict"), Param("app_name"), Param("sheet_name")),
        'set cells of a spreadsheet, such as {"A2": "hello"}',
    ),
    ApiCall(
        "call_code_agent", (Param("task", default=None, optional=True),), "have code written for a part of it"
    ),
    ApiCall(
        "scroll",
        (_element(), Param("clicks", "int"), Param("shift", "bool", False)),
        "scroll in the element: up where clicks is positive, down where it is negative; shift: sideways",
    ),
    ApiCall("hotkey", (Param("keys", "list"),), 'press keys together, such as ["ctrl", "s"]'),
    ApiCall(
        "hold_and_press",
        (Param("hold_keys", "list"), Param("press_keys", "list")),
        "press keys one after another while others are held",
    ),
    _WAIT,
    _DONE,
    _FAIL,
)

_ANDROID = (
    ApiCall("click", (_element(), Param("num_clicks", "int", 1)), "tap the element"),
    ApiCall("long_press", (_element(),), "press the element and hold"),
    _TYPE,
    ApiCall(
        "swipe",
        (
            Param("direction", choices=("up", "down", "left", "right")),
            _element(default=None, optional=True),
        ),
        "swipe a finger that way over the element or the screen; up shows what stands further down",
    ),
    ApiCall(
        "drag_and_drop",
        (_element("starting_description"), _element("ending_description")),
        "drag the first element to the second",
    ),
    ApiCall("back", (), "press the back button"),
    ApiCall("home", (), "go to the home screen"),
    ApiCall("recents", (), "show the apps that are open"),
    ApiCall("enter", (), "press the enter key of the keyboard"),
    _OPEN,
    _WAIT,
    _DONE,
    _FAIL,
)

APIS: Mapping[str, Mapping[str, ApiCall]] = MappingProxyType(
    {
        "android": MappingProxyType({call.name: call for call in _ANDROID}),
        "pc": MappingProxyType({call.name: call for call in _PC}),
    }
)
PLATFORM_NAMES: Mapping[str, str] = MappingProxyType({"android": "Android phone", "pc": "Linux PC"})


def api_of(platform: str) -> Mapping[str, ApiCall]:
    """The calls of a platform by name; ``InputError`` for one that is neither android nor pc."""
    if platform not in APIS:
        raise InputError("unknown platform", field="platform", expected=" or ".join(APIS))
    return APIS[platform]


def describe(platform: str) -> str:
    """The API as it stands in the prompt: one call a line."""
    return "\n".join(f"{call.signature}  # {call.about}" for call in api_of(platform).values())
