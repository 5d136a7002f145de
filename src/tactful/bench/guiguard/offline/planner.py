"""``screen-planner``: plans by reading the screen, without a key and without a network.

It reads goal, API and history out of the conversation of `tactful.bench.guiguard.planner`, the newest picture
with the bundled reader, and answers in the four parts that are asked for, with one ``agent.*`` call. It is a
baseline: it knows words of interfaces and of apps in seven languages, and no more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from tactful.bench.guiguard.offline.calls import render_call
from tactful.bench.guiguard.offline.choice import Choice, choose
from tactful.bench.guiguard.offline.eyes import last_picture
from tactful.bench.guiguard.offline.goals import read_goal
from tactful.bench.guiguard.offline.likeness import ALIKE, likeness
from tactful.bench.guiguard.offline.past import Past, find_call, spoken
from tactful.bench.guiguard.offline.scenes import Scene, read_scene
from tactful.errors import ModelError
from tactful.models import Message, PromptPack, Reply, load_pack

_TASK = re.compile(r"(?im)^\W*(?:task|goal|instruction|the user asks)\W*[:：]\s*(?P<value>\S.*?)\s*$")
_API = re.compile(r"agent\.\w+\([^\n]*\)")
_SHOWN = 8  # texts of the screen that an analysis quotes


class ScreenPlanner:
    """A `tactful.models.ChatModel` that answers a planner's prompts, and a reflector's.

    ``ModelError`` for a conversation without a picture or without a task.
    """

    name = "screen-planner"

    def ask(self, messages: Sequence[Message]) -> Reply:
        """The plan for the newest picture."""
        picture = last_picture(messages)
        if picture is None:
            raise ModelError("screen-planner was sent no picture")
        scene = read_scene(picture.data)
        if (asked := _reflected(messages)) is not None:
            return Reply(_reflection(scene, asked))
        instruction, api = _task(messages)
        past = Past.of(messages)
        choice = choose(read_goal(instruction), scene, past)
        return Reply(render(choice, scene, past, api))


def render(choice: Choice, scene: Scene, past: Past, api: str) -> str:
    """The four parts of an answer."""
    name = _named(choice, scene)
    shown = [f"“{thing.text}”" for thing in scene.things if not thing.covered][:_SHOWN]
    lines = ["(Previous action verification)", _verified(past), "", "(Screenshot Analysis)"]
    lines.append(f"The screen shows {', '.join(shown)}." if shown else "The screen shows no text.")
    if scene.covered:
        lines.append(f"{len(scene.covered)} areas are covered.")
    lines += [f"Noted: {label} = “{value}”." for label, value in choice.noted if value]
    if choice.missing:
        lines.append(f"Missing: {choice.missing}; it is covered.")
    lines += ["", "(Next Action)", f"{choice.why} {_sentence(choice, name)}"]
    lines = [line.replace("`", "'") for line in lines]  # what a screen says begins no block of code
    lines += ["", "(Grounded Action)", "```python", render_call(choice, name, api), "```"]
    return "\n".join(lines)


def _named(choice: Choice, scene: Scene) -> str:
    """An element in words that single it out."""
    thing = choice.thing
    if thing is None:
        return f"the field “{choice.name}”" if choice.name else ""
    where = scene.where(thing.box)
    if choice.place == 0:
        return f"the field “{thing.text}” {where}"
    if choice.place is not None:
        number = "last" if choice.place < 0 else str(choice.place)
        told = "with its text covered" if thing.covered else f"“{thing.text}”"
        return f"entry {number} of the list, {told}, {where}"
    return f"“{thing.text}” {where}"


def _sentence(choice: Choice, name: str) -> str:
    match choice.kind:
        case "click":
            return f"Click {name}."
        case "type":
            return f"Type “{choice.value}” into {name}."
        case "scroll":
            return "Scroll down."
        case "back":
            return "Go back to the page before."
        case "home":
            return "Go to the home screen."
        case "done":
            return (
                f"The task is finished, the answer is “{choice.value}”."
                if choice.value
                else "The task is finished."
            )


def _verified(past: Past) -> str:
    if past.last is None:
        return "There is no previous action."
    done = spoken(past.last.element) or past.last.typed or past.last.name
    return f"The previous action was {past.last.name} ({done}); the screenshot shows what came of it."


@cache
def _pack() -> PromptPack:
    return load_pack("guiguard_planning")


def _task(messages: Sequence[Message]) -> tuple[str, str]:
    """Instruction and API of a conversation: read back from our own prompts, else by usual phrases."""
    for message in messages:
        if message.role != "assistant" and (found := _pack().read("system", message.text)) is not None:
            return found["instruction"], found["api"]
    asked = "\n".join(message.text for message in messages if message.role != "assistant")
    task = _TASK.search(asked)
    if task is None:
        raise ModelError("screen-planner found no task in the conversation")
    return task.group("value"), "\n".join(_API.findall(asked))


def _reflected(messages: Sequence[Message]) -> dict[str, str] | None:
    """What a reflector is asked about; None where a plan is asked for."""
    last = messages[-1]
    return _pack().read("reflect", last.text) if last.role == "user" else None


def _reflection(scene: Scene, asked: dict[str, str]) -> str:
    """Whether the element of a call is on the screen that it was made on."""
    call = find_call(asked["action"])
    if call is None:
        return "The step has no call that can be read."
    words = spoken(call.element)
    if not words:
        return f"The step is {call.name}; it names no element that could be checked on the screen."
    seen = any(likeness(words, thing.text) >= ALIKE for thing in scene.things if not thing.covered)
    fits = "is to be seen on the screen" if seen else "is not to be seen on the screen"
    return f"The step is {call.name} on “{words}”, which {fits}."
