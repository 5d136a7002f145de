"""`tactful memories serve-mcp` as an agent's host starts it, in front of a memory server of its own."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tactful.cli.serve_mcp import ServeSettings, serve_mcp
from tactful.errors import InputError, ModelError, PolicyError, TactfulError

mcp = pytest.importorskip("mcp", reason="mcp is not installed")

FAKE = Path(__file__).parents[1] / "fakes" / "memory_mcp_server.py"
ASKED = ("memories", "serve-mcp", "--task", "Plan a walk", "--recipient", "Employer")
SERVED = (*ASKED, "--", sys.executable, str(FAKE))


def on_stdio(ask: Callable[[Any], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        server = mcp.StdioServerParameters(command=sys.executable, args=["-m", "tactful", *SERVED])
        async with mcp.Client(server) as agent:
            return await ask(agent)

    return asyncio.run(run())


async def note(agent: Any) -> Any:
    await agent.list_tools()
    return await agent.call_tool("read_note")


def test_on_stdio(capfd: pytest.CaptureFixture[str]) -> None:
    reply = on_stdio(note)
    assert not reply.is_error
    assert "zzcanary" not in reply.model_dump_json() + "".join(capfd.readouterr())


def test_on_a_port() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    async def run() -> Any:
        command = ("-m", "tactful", *ASKED, "--port", str(port), "--", sys.executable, str(FAKE))
        served = await asyncio.create_subprocess_exec(sys.executable, *command)
        try:
            for _ in range(200):
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                    writer.close()
                    break
                except OSError:
                    await asyncio.sleep(0.1)
            async with mcp.Client(f"http://127.0.0.1:{port}/mcp") as agent:
                return await note(agent)
        finally:
            served.terminate()
            await served.wait()

    reply = asyncio.run(run())
    assert not reply.is_error
    assert "zzcanary" not in reply.model_dump_json()


@pytest.mark.parametrize(
    ("command", "gate", "error"),
    [((), "norms", InputError), (("/nothing/here",), "norms", ModelError), (("x",), "nothing", PolicyError)],
)
def test_mistakes(command: tuple[str, ...], gate: str, error: type[TactfulError]) -> None:
    with pytest.raises(error):
        serve_mcp(ServeSettings(command=command, task="t", recipient="r", gate=gate))
