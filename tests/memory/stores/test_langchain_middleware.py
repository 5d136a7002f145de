"""The memory gate as a middleware of a real LangChain agent, whose model is scripted."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from fakes.steered_gates import CANARY, CHILD, COARSE, TEA, Broken, ByWords
from tactful.errors import ProtectionError
from tactful.memory import memory_middleware

agents = pytest.importorskip("langchain.agents", reason="langchain is not installed")
chat = pytest.importorskip("langchain_core.language_models.fake_chat_models")
messages = pytest.importorskip("langchain_core.messages")
tool = pytest.importorskip("langchain_core.tools").tool
AIMessage, ToolMessage = messages.AIMessage, messages.ToolMessage


class Scripted(chat.GenericFakeChatModel):  # type: ignore[misc, name-defined]
    def bind_tools(self, tools: Any, **kwargs: Any) -> Any:
        return self


@tool(response_format="content_and_artifact")
def recall(query: str) -> tuple[str, Any]:
    """Finds memories."""
    return f"- {TEA}\n- {CHILD}\n- {CANARY}", [CANARY]


@tool
def weather(place: str) -> str:
    """The weather."""
    return "Cloudy."


@tool("forgetful")
def broken(query: str) -> str:
    """Fails."""
    raise OSError(CANARY)


def agent_calling(name: str, argument: str, gate: Any, **more: Any) -> Any:
    call = {"name": name, "args": {argument: "food"}, "id": "1"}
    model = Scripted(messages=iter([AIMessage("", tool_calls=[call]), AIMessage("Done.")]))
    asked = more or {"task": "Plan lunch", "recipient": "Colleague"}
    gated = memory_middleware(["recall", "forgetful"], gate=gate, **asked)
    return agents.create_agent(model, tools=[recall, weather, broken], middleware=[gated])


START = {"messages": [("user", "What shall we eat?")]}


def told(state: Any) -> Any:
    return next(message for message in state["messages"] if isinstance(message, ToolMessage))


def test_an_agent_reads_only_what_may_be_said(gate: ByWords) -> None:
    state = agent_calling("recall", "query", gate).invoke(START)
    assert told(state).content == f"- {TEA}\n{COARSE}"
    assert told(state).artifact is None
    assert told(state).tool_call_id == "1"
    assert "zzcanary" not in repr(state)


def test_async_and_situation(gate: ByWords) -> None:
    agent = agent_calling(
        "recall", "query", gate, situation=lambda call: (call.method, call.arguments["query"])
    )
    state = asyncio.run(agent.ainvoke(START))
    assert told(state).content == f"- {TEA}\n{COARSE}"
    assert gate.asked == [("recall", "food")]


def test_other_tools_are_left_alone(gate: ByWords) -> None:
    assert told(agent_calling("weather", "place", gate).invoke(START)).content == "Cloudy."
    assert gate.asked == []


def test_failures_give_no_memory(gate: ByWords) -> None:
    with pytest.raises(ProtectionError, match="OSError") as caught:
        agent_calling("forgetful", "query", gate).invoke(START)
    assert "zzcanary" not in str(caught.value)
    with pytest.raises(ProtectionError, match="ValueError"):
        agent_calling("recall", "query", Broken()).invoke(START)
