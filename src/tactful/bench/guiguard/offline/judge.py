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

from tactful.bench.guiguard.offline.likeness import ALIKE, fold, likeness, same_values, stems
from tactful.bench.guiguard.offline.past import Call, find_call, place_of, spoken
from tactful.errors import ModelError
from tactful.models import Message, PromptPack, Reply, load_pack

SAME, MOST, BROAD, SURFACE, NONE = 4, 3, 2, 1, 0
_NEAR = 0.6
_SECTIONS = re.compile(
    r"REFERENCE PLAN[^\n:]*:\s*(?P<reference>.*?)\s*^\W*REPLAY(?:ED)? PLAN[^\n:]*:\s*(?P<replay>.*?)"
    r"(?:^\W*(?:END OF|SCORE|REPLY|ANSWER)\b|\Z)",
    re.DOTALL | re.IGNORECASE | re.MULTILINE,
)
_NEXT = re.compile(r"\(Next Action\)\s*(?P<next>.*?)\s*(?:\(Grounded Action\)|\Z)", re.DOTALL | re.IGNORECASE)
_MISSING = re.compile(r"^Missing: (.*)$", re.MULTILINE)
_WHERE = re.compile(r"\bat the (top|upper|middle|lower|bottom) (left|centre|right)\b")
_COVERED = re.compile(r"\b(?:covered|masked|hidden|redacted|blacked)\b", re.IGNORECASE)
# Calls that press something, and those that move the page.
_GROUPS = {
    "click": "click", "tap": "click", "long_press": "long", "swipe": "scroll", "scroll": "scroll",
    "type": "type", "open": "open", "switch_applications": "open",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Verdict:
    """A score from 0 to 4, and why, without a word of the plans."""

    score: int
    reason: str


@dataclass(frozen=True, slots=True)
class _Plan:
    """A plan as the judge compares it: its call, and what it says of the next action."""

    text: str = field(repr=False)
    call: Call | None
    aim: str = field(repr=False)

    @classmethod
    def of(cls, text: str) -> _Plan:
        found = _NEXT.search(text)
        aim = found.group("next") if found else text
        return cls(text, find_call(text), " ".join([aim, *_MISSING.findall(text)]))

    @property
    def kind(self) -> str:
        if self.call is None:
            return ""
        if self.call.name == "hotkey" and "left" in str(self.call.args) and "alt" in str(self.call.args):
            return "back"
        return _GROUPS.get(self.call.name, self.call.name)


class PlanJudge:
    """A `tactful.models.ChatModel` that answers a judge's prompt; ``ModelError`` where it has no plans."""

    name = "plan-judge"

    def ask(self, messages: Sequence[Message]) -> Reply:
        """The verdict as one JSON object."""
        for message in reversed(messages):
            if message.role != "assistant" and (plans := _plans(message.text)) is not None:
                verdict = compare(*plans)
                return Reply(json.dumps({"score": verdict.score, "reason": verdict.reason}))
        raise ModelError("plan-judge found no two plans in the conversation")


def compare(reference: str, replay: str) -> Verdict:
    """How alike two plans are. Plans without a call that can be read are compared by their words."""
    if fold(reference) == fold(replay):
        return Verdict(SAME, "the same words")
    one, two = _Plan.of(reference), _Plan.of(replay)
    if one.call is None or two.call is None:
        return _by_words(one.text, two.text)
    if one.kind != two.kind:
        return _other_kind(one, two)
    match one.kind:
        case "click" | "long" | "open":
            return _by_target(one.call, two.call)
        case "type":
            return _by_value(one.call, two.call)
        case "scroll":
            same = _direction(one.call) == _direction(two.call)
            return (
                Verdict(SAME, "both scroll the same way") if same else Verdict(SURFACE, "they scroll apart")
            )
        case "done":
            return _by_answer(one.call, two.call)
        case _:
            if dict(one.call.args) == dict(two.call.args) or one.kind in ("back", "home", "wait", "fail"):
                return Verdict(SAME, "the same action")
            return Verdict(SURFACE, "the same kind of action with other arguments")


def _by_target(one: Call, two: Call) -> Verdict:
    first, second = one.element, two.element
    names = spoken(first), spoken(second)
    alike = likeness(names[0] or first, names[1] or second)
    places = place_of(first), place_of(second)
    where = _place_words(first), _place_words(second)
    if places[0] is not None and places[0] == places[1]:
        if alike >= ALIKE and all(names):
            return Verdict(SAME, "the same entry of the list")
        return Verdict(MOST, "the same entry of the list, under another name or covered")
    if all(names) and alike >= ALIKE:
        if where[0] and where[1] and where[0][0] != where[1][0] and where[0][1] != where[1][1]:
            return Verdict(MOST, "elements of one name in different places")
        return Verdict(SAME, "the same action on the same element")
    if where[0] and where[0] == where[1]:
        if not all(names) or _COVERED.search(first) or _COVERED.search(second):
            return Verdict(MOST, "the element at the same place, covered in one of the plans")
        return Verdict(BROAD, "an element of another name at the same place")
    if alike >= _NEAR:
        return Verdict(MOST if all(names) else BROAD, "elements of nearly the same words")
    shared = stems(names[0] or first) & stems(names[1] or second)
    if shared:
        return Verdict(BROAD, "other elements that share a word")
    return Verdict(SURFACE, "the same kind of action on another element")


def _by_value(one: Call, two: Call) -> Verdict:
    fields = spoken(one.element) or one.element, spoken(two.element) or two.element
    same_field = fields[0] == fields[1] == "" or likeness(*fields) >= ALIKE
    if same_values(one.typed, two.typed):
        if same_field:
            return Verdict(SAME, "the same text into the same field")
        return Verdict(MOST if "" in fields else BROAD, "the same text into another field")
    if same_field:
        near = likeness(one.typed, two.typed) >= 0.8
        return Verdict(MOST if near else BROAD, "another text into the same field")
    return Verdict(SURFACE, "another text into another field")


def _by_answer(one: Call, two: Call) -> Verdict:
    answers = one.text("answer", "return_value", "0"), two.text("answer", "return_value", "0")
    if same_values(*answers):
        return Verdict(SAME, "both say that it is finished, with the same answer or none")
    return Verdict(BROAD, "both say that it is finished, but not with the same answer")


def _other_kind(one: _Plan, two: _Plan) -> Verdict:
    """Another action: the same aim where one looks for, or goes another way to, what the other takes."""
    if one.call is None or two.call is None:
        return Verdict(NONE, "no action")
    kinds = {one.kind, two.kind}
    targets = (
        spoken(one.call.element) or one.call.text("app_or_filename", "0"),
        spoken(two.call.element) or (two.call.text("app_or_filename", "0")),
    )
    if kinds <= {"click", "open", "long"} and likeness(*targets) >= ALIKE:
        return Verdict(BROAD, "the same element by another action")
    if kinds == {"click", "type"} and all(targets) and likeness(*targets) >= ALIKE:
        return Verdict(BROAD, "the same field, one step apart")
    if "scroll" in kinds:
        target, looking = (targets[0], two.aim) if two.kind == "scroll" else (targets[1], one.aim)
        if target and fold(target) in fold(looking):
            return Verdict(BROAD, "one looks for what the other one takes")
    if kinds & {"done", "fail"}:
        return Verdict(NONE, "one ends the task and the other one goes on")
    return Verdict(NONE, "different actions")


def _by_words(reference: str, replay: str) -> Verdict:
    """For plans in words alone: the share of telling words that they have in common."""
    one, two = stems(reference), stems(replay)
    share = len(one & two) / len(one | two) if one | two else 0.0
    for score, least in ((SAME, 0.85), (MOST, 0.6), (BROAD, 0.35), (SURFACE, 0.15)):
        if share >= least:
            return Verdict(score, f"{round(100 * share)} % of the telling words are shared")
    return Verdict(NONE, "hardly a telling word is shared")


def _direction(call: Call) -> str:
    """Which part of the page a scroll or swipe leads to: down, up, left or right."""
    if call.name == "swipe":
        finger = call.text("direction", "0")
        return {"up": "down", "down": "up", "left": "right", "right": "left"}.get(finger, finger)
    clicks = call.args.get("clicks", call.args.get("1", 0))
    down = isinstance(clicks, int | float) and clicks < 0
    if call.args.get("shift") or call.args.get("2"):
        return "right" if down else "left"
    return "down" if down else "up"


def _place_words(element: str) -> tuple[str, str] | None:
    found = _WHERE.search(element)
    return (found.group(1), found.group(2)) if found else None


@cache
def _pack() -> PromptPack:
    return load_pack("guiguard_judging")


def _plans(prompt: str) -> tuple[str, str] | None:
    """Reference and replay of a judge's prompt: read back from ours, by headings from others."""
    if (found := _pack().read("judge", prompt)) is not None:
        return found["reference"], found["replay"]
    sections = _SECTIONS.search(prompt)
    return (sections.group("reference"), sections.group("replay")) if sections else None
