"""``plan-judge``: scores two plans of one step by rule, 4 (same action, target and values) ... 0.

It reads both plans out of a judge's prompt and compares what would be done: the kind of the ``agent.*`` call,
the element that it names, the values that it enters (GUIGuard-Bench, G.1 and L.4). It answers in the JSON
that is asked for. Like the paper's judge it sees no screenshot.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

from tactful.bench.guiguard.offline.history import PlannedCall, entry_number, find_call, quoted_in
from tactful.bench.guiguard.offline.screens import HEIGHTS, SIDES
from tactful.bench.guiguard.offline.words import ALIKE, fold, same_value, similarity, stems
from tactful.errors import ModelError
from tactful.models import Message, Reply, load_pack

SAME, MOST, BROAD, SURFACE, NONE = 4, 3, 2, 1, 0
Scored: TypeAlias = tuple[int, str]
"""A score from 0 to 4, and why, without a word of the plans."""

_pack = cache(load_pack)
_NEAR = 0.6
_SECTIONS = re.compile(
    r"REFERENCE PLAN[^\n:]*:\s*(?P<reference>.*?)\s*^\W*REPLAY(?:ED)? PLAN[^\n:]*:\s*(?P<replay>.*?)"
    r"(?:^\W*(?:END OF|SCORE|REPLY|ANSWER)\b|\Z)",
    re.DOTALL | re.IGNORECASE | re.MULTILINE,
)
_NEXT = re.compile(r"\(Next Action\)\s*(?P<next>.*?)\s*(?:\(Grounded Action\)|\Z)", re.DOTALL | re.IGNORECASE)
_MISSING = re.compile(r"^Missing: (.*)$", re.MULTILINE)
_WHERE = re.compile(rf"\bat the ({'|'.join(HEIGHTS)}) ({'|'.join(SIDES)})\b")
_COVERED = re.compile(r"\b(?:covered|masked|hidden|redacted|blacked)\b", re.IGNORECASE)
# Calls that press something, and those that move the page.
_GROUPS = {
    "click": "click", "tap": "click", "long_press": "long", "swipe": "scroll", "scroll": "scroll",
    "type": "type", "open": "open", "switch_applications": "open",
}  # fmt: skip


class PlanJudge:
    """A `tactful.models.ChatModel` that answers a judge's prompt; ``ModelError`` where it has no plans."""

    name = "plan-judge"

    def ask(self, messages: Sequence[Message]) -> Reply:
        """The score with its reason, as one JSON object."""
        for message in reversed(messages):
            if message.role != "assistant" and (plans := _plans(message.text)) is not None:
                score, reason = compare(*plans)
                return Reply(json.dumps({"score": score, "reason": reason}))
        raise ModelError("plan-judge found no two plans in the conversation")


def _plans(prompt: str) -> tuple[str, str] | None:
    """Reference and replay of a judge's prompt: read back from ours, by headings from others."""
    found = _pack("guiguard_judging").read("judge", prompt) or _SECTIONS.search(prompt)
    return None if found is None else (found["reference"], found["replay"])


@dataclass(frozen=True, slots=True)
class _Step:
    """A plan's call, the kind of it, and what the plan says of the next action."""

    call: PlannedCall
    kind: str
    aim: str = field(repr=False)

    @property
    def target(self) -> str:
        return quoted_in(self.call.element) or self.call.text("app_or_filename", "0")


def _step(plan: str) -> _Step | None:
    call = find_call(plan)
    if call is None:
        return None
    back = call.name == "hotkey" and "left" in str(call.args) and "alt" in str(call.args)
    action = _NEXT.search(plan)
    aim = " ".join([action["next"] if action else plan, *_MISSING.findall(plan)])
    return _Step(call, "back" if back else _GROUPS.get(call.name, call.name), aim)


def compare(reference: str, replay: str) -> Scored:
    """How alike two plans are. Plans without a call that can be read are compared by their words."""
    if fold(reference) == fold(replay):
        return SAME, "the same words"
    one, two = _step(reference), _step(replay)
    if one is None or two is None:
        return _by_words(reference, replay)
    if one.kind != two.kind:
        return _other_kind(one, two)
    match one.kind:
        case "click" | "long" | "open":
            return _by_target(one.call.element, two.call.element)
        case "type":
            return _by_value(one.call, two.call)
        case "scroll":
            same = _direction(one.call) == _direction(two.call)
            return (SAME, "both scroll the same way") if same else (SURFACE, "they scroll apart")
        case "done":
            return _by_answer(one.call, two.call)
    if dict(one.call.args) == dict(two.call.args) or one.kind in ("back", "home", "wait", "fail"):
        return SAME, "the same action"
    return SURFACE, "the same kind of action with other arguments"


def _by_target(first: str, second: str) -> Scored:
    names = quoted_in(first), quoted_in(second)
    alike = similarity(names[0] or first, names[1] or second)
    places = entry_number(first), entry_number(second)
    where = _WHERE.search(first), _WHERE.search(second)
    if places[0] is not None and places[0] == places[1]:
        if alike >= ALIKE and all(names):
            return SAME, "the same entry of the list"
        return MOST, "the same entry of the list, under another name or covered"
    if all(names) and alike >= ALIKE:
        if where[0] and where[1] and where[0][1] != where[1][1] and where[0][2] != where[1][2]:
            return MOST, "elements of one name in different places"
        return SAME, "the same action on the same element"
    if where[0] and where[1] and where[0].groups() == where[1].groups():
        if not all(names) or _COVERED.search(first) or _COVERED.search(second):
            return MOST, "the element at the same place, covered in one of the plans"
        return BROAD, "an element of another name at the same place"
    if alike >= _NEAR:
        return MOST if all(names) else BROAD, "elements of nearly the same words"
    if stems(names[0] or first) & stems(names[1] or second):
        return BROAD, "other elements that share a word"
    return SURFACE, "the same kind of action on another element"


def _by_value(one: PlannedCall, two: PlannedCall) -> Scored:
    fields = quoted_in(one.element) or one.element, quoted_in(two.element) or two.element
    same_field = fields[0] == fields[1] == "" or similarity(*fields) >= ALIKE
    if same_value(one.typed, two.typed):
        if same_field:
            return SAME, "the same text into the same field"
        return MOST if "" in fields else BROAD, "the same text into another field"
    if same_field:
        near = similarity(one.typed, two.typed) >= 0.8
        return MOST if near else BROAD, "another text into the same field"
    return SURFACE, "another text into another field"


def _by_answer(one: PlannedCall, two: PlannedCall) -> Scored:
    if same_value(*(call.text("answer", "return_value", "0") for call in (one, two))):
        return SAME, "both say that it is finished, with the same answer or none"
    return BROAD, "both say that it is finished, but not with the same answer"


def _other_kind(one: _Step, two: _Step) -> Scored:
    """Another action: the same aim where one looks for, or goes another way to, what the other takes."""
    kinds, targets = {one.kind, two.kind}, (one.target, two.target)
    alike = similarity(*targets) >= ALIKE
    if kinds <= {"click", "open", "long"} and alike:
        return BROAD, "the same element by another action"
    if kinds == {"click", "type"} and alike:
        return BROAD, "the same field, one step apart"
    if "scroll" in kinds:
        target, aim = (one.target, two.aim) if two.kind == "scroll" else (two.target, one.aim)
        if target and fold(target) in fold(aim):
            return BROAD, "one looks for what the other one takes"
    if kinds & {"done", "fail"}:
        return NONE, "one ends the task and the other one goes on"
    return NONE, "different actions"


def _by_words(reference: str, replay: str) -> Scored:
    """For plans in words alone: the share of telling words that they have in common."""
    one, two = stems(reference), stems(replay)
    share = len(one & two) / len(one | two) if one | two else 0.0
    for score, least in ((SAME, 0.85), (MOST, 0.6), (BROAD, 0.35), (SURFACE, 0.15)):
        if share >= least:
            return score, f"{round(100 * share)} % of the telling words are shared"
    return NONE, "hardly a telling word is shared"


def _direction(call: PlannedCall) -> str:
    """Which part of the page a scroll or swipe leads to: down, up, left or right."""
    if call.name == "swipe":
        finger = call.text("direction", "0")
        return {"up": "down", "down": "up", "left": "right", "right": "left"}.get(finger, finger)
    clicks = call.args.get("clicks", call.args.get("1", 0))
    down = isinstance(clicks, int | float) and clicks < 0
    if call.args.get("shift") or call.args.get("2"):
        return "right" if down else "left"
    return "down" if down else "up"
