"""What a planner's conversation says was done: its calls, read back with ``ast``, and the values it noted."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tactful.models import Message

_CALL = re.compile(r"\bagent\s*\.\s*\w+\s*\(")
_QUOTED = re.compile(r"[“\"«「„]\s*([^“”\"«»「」„]+?)\s*[”\"»」“]|(?<!\w)'([^']+)'(?!\w)")
_NOTED = re.compile(r"^Noted: (.+?) = “(.*)”\.?$", re.MULTILINE)
_PLACE = re.compile(
    r"\b(?:entry|item|row|result) (?:number )?(\d+|last)\b|\b(\d+)(?:st|nd|rd|th) (?:entry|item|row)\b"
)


@dataclass(frozen=True, slots=True)
class Call:
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


def find_call(text: str) -> Call | None:
    """The last ``agent.*`` call in a text; None where there is none that Python can read."""
    for found in reversed(list(_CALL.finditer(text))):
        if (source := _balanced(text, found)) is None:
            continue
        try:
            node = ast.parse(source, mode="eval").body
        except (SyntaxError, ValueError, RecursionError):
            continue
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            try:
                args = {str(i): ast.literal_eval(arg) for i, arg in enumerate(node.args)}
                args |= {str(k.arg): ast.literal_eval(k.value) for k in node.keywords if k.arg}
            except (ValueError, TypeError, SyntaxError, RecursionError):
                continue
            return Call(node.func.attr, args)
    return None


def spoken(element: str) -> str:
    """The words of an element as it stands on the screen: what a description quotes, or ""."""
    found = _QUOTED.search(element)
    return (found.group(1) or found.group(2)).strip() if found else ""


def place_of(element: str) -> int | None:
    """Which entry of a list a description speaks of, from 1; -1 for the last, None for none."""
    found = _PLACE.search(element.lower())
    if found is None:
        return None
    number = found.group(1) or found.group(2)
    return -1 if number == "last" else int(number)


@dataclass(frozen=True, slots=True)
class Past:
    """What was done so far, oldest first, and what was noted by name."""

    calls: tuple[Call, ...] = field(repr=False)
    noted: Mapping[str, str] = field(repr=False)

    @classmethod
    def of(cls, messages: Sequence[Message]) -> Past:
        """From the assistant's turns of a conversation. Of answers to one step, the last one counts."""
        answers: list[str] = []
        for message in messages:
            if message.role == "assistant":
                answers.append(message.text)
            elif message.role == "user" and not message.pictures and answers and message is messages[-1]:
                answers.pop()  # a request to answer once more: what was said last has not been done
        calls = tuple(call for text in answers if (call := find_call(text)) is not None)
        noted = {m.group(1): m.group(2) for text in answers for m in _NOTED.finditer(text)}
        return cls(calls, noted)

    @property
    def last(self) -> Call | None:
        return self.calls[-1] if self.calls else None

    @property
    def typed(self) -> tuple[str, ...]:
        """All texts entered so far."""
        return tuple(call.typed for call in self.calls if call.typed)

    def clicks(self) -> tuple[str, ...]:
        """The words of all that was clicked."""
        return tuple(
            spoken(call.element) or call.element for call in self.calls if call.name in ("click", "open")
        )


def _balanced(text: str, found: re.Match[str]) -> str | None:
    """The source of a call from its name to the bracket that closes it."""
    depth, quote, at = 0, "", found.end() - 1
    while at < len(text):
        ch = text[at]
        if quote:
            if ch == "\\":
                at += 1
            elif ch == quote:
                quote = ""
        elif ch in "\"'":
            quote = ch
        elif ch == "(":
            depth += 1
        elif ch == ")":
            depth -= 1
            if depth == 0:
                return text[found.start() : at + 1]
        at += 1
    return None
