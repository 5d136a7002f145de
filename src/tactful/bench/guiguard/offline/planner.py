"""``screen-planner``: plans by reading the screen, without a key and without a network.

It reads goal, API and history out of a planner's conversation and the newest picture with the bundled reader,
and answers in the four parts that are asked for, with one ``agent.*`` call. It is a baseline: it knows words
of interfaces and of apps in seven languages, and no more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache

from tactful.bench.guiguard.offline.goals import read_goal
from tactful.bench.guiguard.offline.history import History, find_call, quoted_in
from tactful.bench.guiguard.offline.rules import Choice, choose
from tactful.bench.guiguard.offline.screens import Layout, last_picture, read_layout
from tactful.bench.guiguard.offline.words import ALIKE, similarity
from tactful.errors import ModelError
from tactful.models import Message, Reply, load_pack

_pack = cache(load_pack)
_TASK = re.compile(r"(?im)^\W*(?:task|goal|instruction|the user asks)\W*[:：]\s*(?P<value>\S.*?)\s*$")
_API = re.compile(r"agent\.\w+\([^\n]*\)")
_SHOWN = 8  # texts of the screen that an analysis quotes


class ScreenPlanner:
    """A `tactful.models.ChatModel` that answers a planner's prompts, and a reflector's.

    ``ModelError`` for a conversation without a picture or without a task.
    """

    name = "screen-planner"

    def ask(self, messages: Sequence[Message]) -> Reply:
        """The plan for the newest picture, or the reflection that is asked for."""
        screen = read_layout(last_picture(messages, self.name).data)
        pack, last = _pack("guiguard_planning"), messages[-1]
        if last.role == "user" and (asked := pack.read("reflect", last.text)) is not None:
            return Reply(_reflection(screen, asked["action"]))
        instruction, api = _task(messages)
        history = History.of(messages)
        return Reply(render(choose(read_goal(instruction), screen, history), screen, history, api))


def render(choice: Choice, screen: Layout, history: History, api: str) -> str:
    """The four parts of an answer."""
    name = _described(choice, screen)
    shown = [f"“{element.text}”" for element in screen.visible][:_SHOWN]
    lines = ["(Previous action verification)", _verified(history), "", "(Screenshot Analysis)"]
    lines.append(f"The screen shows {', '.join(shown)}." if shown else "The screen shows no text.")
    if screen.covered:
        lines.append(f"{len(screen.covered)} areas are covered.")
    lines += [f"Noted: {label} = “{value}”." for label, value in choice.notes if value]
    if choice.missing:
        lines.append(f"Missing: {choice.missing}; it is covered.")
    sentence, call = _action(choice, name, api)
    lines += ["", "(Next Action)", f"{choice.why} {sentence}"]
    lines = [line.replace("`", "'") for line in lines]  # what a screen says begins no block of code
    return "\n".join([*lines, "", "(Grounded Action)", "```python", call, "```"])


def _described(choice: Choice, screen: Layout) -> str:
    """The element of a choice in words that single it out."""
    element = choice.element
    if element is None:
        return f"the field “{choice.name}”" if choice.name else ""
    where = screen.where(element.box)
    if choice.place is None:
        return f"“{element.text}” {where}"
    if choice.place == 0:
        return f"the field “{element.text}” {where}"
    number = "last" if choice.place < 0 else str(choice.place)
    text = "with its text covered" if element.covered else f"“{element.text}”"
    return f"entry {number} of the list, {text}, {where}"


def _action(choice: Choice, name: str, api: str) -> tuple[str, str]:
    """A choice as a sentence and as one call of the ``api``, which lists the calls that there are."""
    calls = frozenset(re.findall(r"agent\.(\w+)\(", api))
    match choice.kind:
        case "click":
            return f"Click {name}.", f"agent.click({_literal(name)})"
        case "type":
            target = f"element_description={_literal(name)}, " if name else ""
            return f"Type “{choice.value}” into {name}.", f"agent.type({target}text={_literal(choice.value)})"
        case "scroll":
            swipe = "swipe" in calls and "scroll" not in calls
            return (
                "Scroll down.",
                'agent.swipe("up")' if swipe else 'agent.scroll("the middle of the screen", -5)',
            )
        case "back":
            call = "agent.back()" if "back" in calls else 'agent.hotkey(["alt", "left"])'
            return "Go back to the page before.", call
        case "home":
            return "Go to the home screen.", "agent.home()" if "home" in calls else 'agent.hotkey(["super"])'
        case "done" if choice.value:
            answer = _literal(choice.value) if re.search(r"agent\.done\(\s*\w", api) else ""
            return f"The task is finished, the answer is “{choice.value}”.", f"agent.done({answer})"
        case "done":
            return "The task is finished.", "agent.done()"


def _literal(value: str) -> str:
    """A string in double quotes, as Python reads it."""
    return json.dumps(value, ensure_ascii=False)


def _verified(history: History) -> str:
    last = history.last
    if last is None:
        return "There is no previous action."
    about = quoted_in(last.element) or last.typed or last.name
    return f"The previous action was {last.name} ({about}); the screenshot shows what came of it."


def _task(messages: Sequence[Message]) -> tuple[str, str]:
    """Instruction and API of a conversation: read back from our own prompts, else by usual phrases."""
    asked = [message.text for message in messages if message.role != "assistant"]
    for text in asked:
        if (found := _pack("guiguard_planning").read("system", text)) is not None:
            return found["instruction"], found["api"]
    task = _TASK.search("\n".join(asked))
    if task is None:
        raise ModelError("screen-planner found no task in the conversation")
    return task.group("value"), "\n".join(_API.findall("\n".join(asked)))


def _reflection(screen: Layout, action: str) -> str:
    """Whether the element of a call is on the screen that it was made on."""
    call = find_call(action)
    if call is None:
        return "The step has no call that can be read."
    name = quoted_in(call.element)
    if not name:
        return f"The step is {call.name}; it names no element that could be checked on the screen."
    seen = any(similarity(name, element.text) >= ALIKE for element in screen.visible)
    return f"The step is {call.name} on “{name}”, which is {'' if seen else 'not '}to be seen on the screen."
