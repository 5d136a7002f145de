"""The ``agent.*`` calls of plans, read back with ``ast``, and what a planner's conversation says was done."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tactful.bench.guiguard.offline.words import fold
from tactful.models import Message

_CALL = re.compile(r"\bagent\s*\.\s*\w+\s*\(")
_QUOTED = re.compile(r"[“\"«「„]\s*([^“”\"«»「」„]+?)\s*[”\"»」“]|(?<!\w)'([^']+)'(?!\w)")
_NOTED = re.compile(r"^Noted: (.+?) = “(.*)”\.?$", re.MULTILINE)
_PLACE = re.compile(
    r"\b(?:entry|item|row|result) (?:number )?(\d+|last)\b|\b(\d+)(?:st|nd|rd|th) (?:entry|item|row)\b"
)
_LOOKING = ("scroll", "swipe", "back")
_LONGEST = 2_000  # characters of a call that is looked for


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """One ``agent.*`` call: its name, its plain arguments by name ("0", "1" for those without)."""

    name: str
    args: Mapping[str, Any] = field(repr=False)

    def text(self, *names: str) -> str:
        """The first of the arguments that is there as a text, "" where none is."""
        return next((str(self.args[n]) for n in names if self.args.get(n) not in (None, "")), "")

    @property
    def element(self) -> str:
        """The words that describe what the call is about."""
        if self.name == "type" and "text" not in self.args and "1" not in self.args:
            return ""  # one bare argument of `type` is what is typed
        return self.text("element_description", "description", "element", "starting_description", "0")

    @property
    def typed(self) -> str:
        """What the call enters, for calls that do."""
        if self.name != "type":
            return ""
        return self.text("text", "1") or (self.text("0") if "element_description" not in self.args else "")


def find_call(text: str) -> PlannedCall | None:
    """The last ``agent.*`` call in a text; None where there is none that Python can read."""
    for match in reversed(list(_CALL.finditer(text))):
        rest = text[match.start() : match.start() + _LONGEST]
        for bracket in re.finditer(r"\)", rest):
            try:
                node = ast.parse(rest[: bracket.end()], mode="eval").body
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                continue
            if (call := _call(node)) is not None:
                return call
            break
    return None


def _call(node: ast.expr) -> PlannedCall | None:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return None
    try:
        args = {str(i): ast.literal_eval(arg) for i, arg in enumerate(node.args)}
        args |= {str(k.arg): ast.literal_eval(k.value) for k in node.keywords if k.arg}
    except (ValueError, TypeError, SyntaxError, RecursionError):
        return None
    return PlannedCall(node.func.attr, args)


def quoted_in(description: str) -> str:
    """The words of an element as they stand on the screen: what a description quotes, or ""."""
    found = _QUOTED.search(description)
    return (found.group(1) or found.group(2)).strip() if found else ""


def entry_number(description: str) -> int | None:
    """Which entry of a list a description speaks of, from 1; -1 for the last, None for none."""
    found = _PLACE.search(description.lower())
    if found is None:
        return None
    number = found.group(1) or found.group(2)
    return -1 if number == "last" else int(number)


@dataclass(frozen=True, slots=True)
class History:
    """What was done so far, oldest first, and what was noted, by its label."""

    calls: tuple[PlannedCall, ...] = field(repr=False)
    noted: Mapping[str, str] = field(repr=False)

    @classmethod
    def of(cls, messages: Sequence[Message]) -> History:
        """From the assistant's turns of a conversation. Of answers to one step, the last one counts."""
        answers: list[str] = []
        for message in messages:
            if message.role == "assistant":
                answers.append(message.text)
            elif message.role == "user" and not message.pictures and answers and message is messages[-1]:
                answers.pop()  # a request to answer once more: what was said last has not been done
        calls = tuple(call for text in answers if (call := find_call(text)) is not None)
        return cls(calls, {m.group(1): m.group(2) for text in answers for m in _NOTED.finditer(text)})

    @property
    def last(self) -> PlannedCall | None:
        return self.calls[-1] if self.calls else None

    @property
    def clicked_last(self) -> str:
        """What the last call clicked, "" where it was no click."""
        return quoted_in(self.last.element) if self.last is not None and self.last.name == "click" else ""

    @property
    def typed(self) -> tuple[str, ...]:
        """All texts entered so far."""
        return tuple(call.typed for call in self.calls if call.typed)

    @property
    def clicks(self) -> tuple[str, ...]:
        """The words of all that was clicked."""
        calls = [call for call in self.calls if call.name in ("click", "open")]
        return tuple(quoted_in(call.element) or call.element for call in calls)

    @property
    def pressed(self) -> frozenset[str]:
        """The same, folded."""
        return frozenset(map(fold, self.clicks))

    @property
    def counted(self) -> bool:
        """Whether an entry of a list was chosen by its number."""
        return any(entry_number(call.element) is not None for call in self.calls)

    @property
    def scrolled(self) -> int:
        """How many times in a row, until now, the planner has only looked further."""
        looks = itertools.takewhile(lambda call: call.name in _LOOKING, reversed(self.calls))
        return sum(1 for _ in looks)
