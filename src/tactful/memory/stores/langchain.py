"""LangChain 1.x agents: a middleware that stands behind the tools that recall memories.

A tool gives its agent a `ToolMessage`; its content goes through the gate, its ``artifact`` is dropped
(langchain/agents/middleware/types.py, `wrap_tool_call`). An agent's store is wrapped by itself:
`create_agent(store=gated_langgraph_store(...))`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

from tactful.errors import ProtectionError
from tactful.memory.stores.door import Door, StoreCall, door_of, told_by_class
from tactful.memory.stores.replies import NOTHING, gated_replies, gated_replies_async
from tactful.runs import require

_PURPOSE = "the memory gate as a middleware"


def memory_middleware(
    tools: Collection[str],
    *,
    task: str | None = None,
    recipient: str | None = None,
    situation: Callable[[StoreCall], tuple[str, str]] | None = None,
    **options: Any,
) -> Any:
    """An `AgentMiddleware`: what the tools named in ``tools`` give back are memories, and pass the gate.

    ``situation`` gets the tool's name and arguments. ``options`` are those of `guard_memories`. A tool of
    these names that fails, or gives something else than a message, gives the agent no memory.
    """
    types: Any = require("langchain.agents.middleware.types", purpose=_PURPOSE, package="langchain")
    errors: Any = require("langgraph.errors", purpose=_PURPOSE, package="langgraph")
    messages: Any = require("langchain_core.messages", purpose=_PURPOSE, package="langchain-core")
    door = door_of(task=task, recipient=recipient, situation=situation, options=options)
    return _class(types, errors, messages)(door, frozenset(tools))


def _class(types: Any, errors: Any, messages: Any) -> Any:
    @contextmanager
    def failing_as_others(name: str) -> Iterator[None]:
        interrupt = None
        with told_by_class(f"the tool {name}"):
            try:
                yield
            except errors.GraphBubbleUp as bubble:  # an interrupt of the graph, no failure
                interrupt = bubble
        if interrupt is not None:
            raise interrupt

    class MemoryMiddleware(types.AgentMiddleware):  # type: ignore[misc]
        """The memory gate behind an agent's tools."""

        def __init__(self, door: Door, names: frozenset[str]) -> None:
            super().__init__()
            self._door, self._names = door, names

        def wrap_tool_call(self, request: Any, handler: Callable[[Any], Any]) -> Any:
            call = _call(request)
            if call.method not in self._names:
                return handler(request)
            with failing_as_others(call.method):
                reply = handler(request)
            texts = _texts(reply, messages.ToolMessage)
            return _told(reply, gated_replies(self._door, texts, call))

        async def awrap_tool_call(self, request: Any, handler: Callable[[Any], Any]) -> Any:
            call = _call(request)
            if call.method not in self._names:
                return await handler(request)
            with failing_as_others(call.method):
                reply = await handler(request)
            texts = _texts(reply, messages.ToolMessage)
            return _told(reply, await gated_replies_async(self._door, texts, call))

    return MemoryMiddleware


def _call(request: Any) -> StoreCall:
    return StoreCall(request.tool_call["name"], arguments=request.tool_call["args"])


def _texts(reply: Any, message: type) -> list[str]:
    """The texts of a tool's message; other blocks, as pictures, are dropped."""
    if not isinstance(reply, message):
        raise ProtectionError("a memory tool gave something else than a message, so no memory passes")
    content = reply.content  # type: ignore[attr-defined]
    if isinstance(content, str):
        return [content]
    blocks = [block if isinstance(block, str) else block.get("text") for block in content]
    return [block for block in blocks if isinstance(block, str)]


def _told(reply: Any, texts: list[str]) -> Any:
    return type(reply)(
        content="\n".join(text for text in texts if text != NOTHING) or NOTHING,
        tool_call_id=reply.tool_call_id,
        name=reply.name,
        id=reply.id,
        status=reply.status,
    )
