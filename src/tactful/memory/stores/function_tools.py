"""Function tools that search memories: a decorator, for any kit whose tools are functions.

Such a tool gives its model a text, often JSON, or a value that becomes JSON (OpenAI's function calling and
Agents SDK, LangChain's `tool`, and others).
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from tactful.memory.stores.door import StoreCall, door_of, told_by_class
from tactful.memory.stores.replies import gated_replies, gated_replies_async


def gated_tool(
    *,
    task: str | None = None,
    recipient: str | None = None,
    situation: Callable[[StoreCall], tuple[str, str]] | None = None,
    **options: Any,
) -> Callable[[Callable[..., Any]], Any]:
    """A decorator: what the tool gives back are memories, and only those that may be said leave it.

    The function keeps its name, signature and docstring, from which kits make the tool's schema.
    ``options`` (gate, lists, model) are those of `guard_memories`.
    """
    door = door_of(task=task, recipient=recipient, situation=situation, options=options)

    def wrap(function: Callable[..., Any]) -> Any:
        name = getattr(function, "__name__", "a tool")

        @functools.wraps(function)
        def called(*args: Any, **kwargs: Any) -> Any:
            with told_by_class(f"the tool {name}"):
                reply = function(*args, **kwargs)
            return gated_replies(door, [reply], StoreCall(name, args, kwargs))[0]

        @functools.wraps(function)
        async def awaited(*args: Any, **kwargs: Any) -> Any:
            with told_by_class(f"the tool {name}"):
                reply = await function(*args, **kwargs)
            return (await gated_replies_async(door, [reply], StoreCall(name, args, kwargs)))[0]

        gated: Any = awaited if inspect.iscoroutinefunction(function) else called
        del gated.__wrapped__  # the way past the gate
        gated.__signature__ = inspect.signature(function)
        return gated

    return wrap
