"""The MCP server before a memory server: the official SDK on both sides, the memory server a process."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from fakes.steered_gates import CANARY, TEA, Broken, ByWords
from tactful.errors import InputError, ModelError
from tactful.memory import gated_mcp_server, memory_client

mcp = pytest.importorskip("mcp", reason="mcp is not installed")

FAKE = Path(__file__).parents[2] / "fakes" / "memory_mcp_server.py"
NOTHING = "No memory may be told here: none was found, or none may go to this recipient for this task."


def asked(gate: Any, ask: Callable[[Any], Awaitable[Any]], **more: Any) -> Any:
    """What ``ask`` gets from an agent's client of the gated server."""

    async def run() -> Any:
        async with memory_client([sys.executable, str(FAKE)]) as upstream:
            situation = {"task": "Plan lunch", "recipient": "Colleague"} if "situation" not in more else {}
            server = gated_mcp_server(upstream, gate=gate, **situation, **more)
            async with mcp.Client(server) as agent:
                return await ask(agent)

    return asyncio.run(run())


def test_only_what_may_be_said_comes_back(gate: ByWords, capfd: pytest.CaptureFixture[str]) -> None:
    async def ask(agent: Any) -> Any:
        tools = (await agent.list_tools()).tools
        assert [tool.name for tool in tools] == [
            "search_memories",
            "read_note",
            "add_memory",
            "broken",
            "stop",
        ]
        assert tools[0].input_schema["required"] == ["query"]
        assert all(tool.output_schema is None for tool in tools)
        return [
            await agent.call_tool("search_memories", {"query": "tea"}),
            await agent.call_tool("read_note"),
            await agent.call_tool("add_memory", {"text": "x"}),
            await agent.call_tool("broken"),
            await agent.call_tool("nothing"),
        ]

    found, note, added, broken, none = asked(gate, ask)
    assert json.loads(found.content[0].text) == {"id": "1", "memory": TEA}
    assert note.content[0].text == f"- {TEA}"
    assert added.content[0].text == "Done."
    for failed in (broken, none):
        assert failed.is_error
        assert failed.content[0].text == "The memory server refused the call."
    assert not any("zzcanary" in reply.model_dump_json() for reply in (found, note, added, broken, none))
    assert "zzcanary" not in "".join(capfd.readouterr())


def test_the_situation_may_follow_from_the_call(gate: ByWords) -> None:
    async def ask(agent: Any) -> None:
        await agent.call_tool("search_memories", {"query": "tea"})

    asked(gate, ask, situation=lambda call: (call.method, call.arguments["query"]))
    assert set(gate.asked) == {("search_memories", "tea")}


def test_nothing_else_of_the_server_is_offered(gate: ByWords) -> None:
    async def ask(agent: Any) -> None:
        assert agent.instructions is None
        for request in (agent.read_resource("memory://all"), agent.list_resources(), agent.list_prompts()):
            with pytest.raises(mcp.MCPError) as caught:
                await request
            assert "zzcanary" not in str(caught.value)

    asked(gate, ask)


def test_a_failing_gate_is_one_clear_error() -> None:
    reply = asked(Broken(), lambda agent: agent.call_tool("read_note"))
    assert reply.is_error
    assert reply.content[0].text == "the gate failed (ValueError), so no memory passes"


def test_a_server_that_dies_is_one_clear_error(gate: ByWords) -> None:
    async def ask(agent: Any) -> Any:
        return await agent.call_tool("stop"), await agent.call_tool("read_note")

    for reply in asked(gate, ask):
        assert reply.is_error
        assert reply.content[0].text == "The memory server failed, so no memory passes."


def test_a_server_that_cannot_be_reached(tmp_path: Path) -> None:
    async def reach(*command: str) -> None:
        async with memory_client(command):
            pass

    with pytest.raises(ModelError, match="cannot be reached"):
        asyncio.run(reach(str(tmp_path / "nothing")))
    with pytest.raises(ModelError, match="cannot be reached"):
        asyncio.run(reach(sys.executable, "-c", f"raise SystemExit({CANARY!r})"))
    with pytest.raises(InputError, match="COMMAND"):
        asyncio.run(reach())


GARBLED = """
import sys
print('{"jsonrpc": "2.0", "zzcanary": tea', flush=True)
print('{"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "zzcanary"}}', flush=True)
sys.stdin.readline()
"""


def test_what_does_not_parse_is_not_logged(caplog: pytest.LogCaptureFixture, capfd: Any) -> None:
    async def reach() -> None:
        async with memory_client([sys.executable, "-c", GARBLED]):
            pass

    caplog.set_level(logging.DEBUG)
    with pytest.raises(ModelError, match="cannot be reached"):
        asyncio.run(reach())
    assert "zzcanary" not in caplog.text + "".join(capfd.readouterr())
    assert logging.getLogger("mcp").propagate
