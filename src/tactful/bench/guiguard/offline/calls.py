"""The planner's choice as one call of the API that the prompt offers."""

from __future__ import annotations

import json
import re

from tactful.bench.guiguard.offline.choice import Choice

_NAME = re.compile(r"agent\.(\w+)\(")
_SCREEN = "the middle of the screen"


def render_call(choice: Choice, name: str, api: str) -> str:
    """Such as ``agent.click("“Save” at the lower right")``; ``api`` lists the calls that there are."""
    calls = frozenset(_NAME.findall(api))
    match choice.kind:
        case "click":
            return f"agent.click({_text(name)})"
        case "type":
            target = f"element_description={_text(name)}, " if name else ""
            return f"agent.type({target}text={_text(choice.value)})"
        case "scroll":
            if "swipe" in calls and "scroll" not in calls:
                return 'agent.swipe("up")'
            return f"agent.scroll({_text(_SCREEN)}, -5)"
        case "back":
            return "agent.back()" if "back" in calls else 'agent.hotkey(["alt", "left"])'
        case "home":
            return "agent.home()" if "home" in calls else 'agent.hotkey(["super"])'
        case "done":
            return f"agent.done({_text(choice.value)})" if choice.value and _answers(api) else "agent.done()"


def _answers(api: str) -> bool:
    """Whether ``agent.done`` takes an answer."""
    return re.search(r"agent\.done\(\s*\w", api) is not None


def _text(value: str) -> str:
    """A string in double quotes, as Python reads it."""
    return json.dumps(value, ensure_ascii=False)
