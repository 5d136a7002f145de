"""An MCP server that stands before a memory server: the same tools, and only what may be said comes back.

What any tool gives back goes through the gate, as text; of tools that write, only whether they did. Nothing
else passes: resources, prompts, completions, notifications, the texts of the server's errors. Written against
the official SDK (mcp 2.x): `Client` towards the memory server, `Server` towards the agent.
"""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from tactful import __version__
from tactful.errors import InputError, ModelError, TactfulError
from tactful.memory.stores.door import Door, StoreCall, door_of
from tactful.memory.stores.replies import NOTHING, gated_replies_async
from tactful.runs import require

_WRITES = re.compile(
    r"(?:^|[_\-. ])(?:add|create|save|store|write|update|edit|set|delete|remove|forget)(?:$|[_\-. ])", re.I
)
DONE = "Done."
REFUSED = "The memory server refused the call."
FAILED = "The memory server failed, so no memory passes."


def _sdk(module: str) -> Any:
    return require(module, purpose="an MCP server before a memory server", package="mcp>=2")


def gated_mcp_server(
    client: Any,
    *,
    task: str | None = None,
    recipient: str | None = None,
    situation: Callable[[StoreCall], tuple[str, str]] | None = None,
    writes: Collection[str] = (),
    **options: Any,
) -> Any:
    """A `Server` of the SDK that offers the tools of ``client``, a connected `Client`.

    ``writes`` names tools whose replies hold no memories, beside those whose names say so (add, create,
    delete, ...). ``options`` (gate, lists, model) are those of `guard_memories`.
    """
    types, lowlevel = _sdk("mcp_types"), _sdk("mcp.server.lowlevel")
    door = door_of(task=task, recipient=recipient, situation=situation, options=options)

    async def list_tools(_: Any, params: Any) -> Any:
        try:
            listed = await client.list_tools(cursor=getattr(params, "cursor", None))
        except Exception:
            listed = None
        if listed is None:
            raise _error(FAILED)
        # The schema of a reply would forbid that anything is missing in it.
        tools = [tool.model_copy(update={"output_schema": None, "meta": None}) for tool in listed.tools]
        return types.ListToolsResult(tools=tools, next_cursor=listed.next_cursor)

    async def call_tool(_: Any, params: Any) -> Any:
        call = StoreCall(params.name, arguments=params.arguments or {})
        text, failed = await _answered(client, door, call, frozenset(writes))
        return types.CallToolResult(content=[types.TextContent(text=text)], is_error=failed)

    return lowlevel.Server("memories", version=__version__, on_list_tools=list_tools, on_call_tool=call_tool)


async def _answered(client: Any, door: Door, call: StoreCall, writes: frozenset[str]) -> tuple[str, bool]:
    """What one call gives the agent, and whether it failed."""
    try:
        reply = await client.call_tool(call.method, dict(call.arguments))
    except Exception:
        return FAILED, True
    if reply.is_error:
        return REFUSED, True
    if call.method in writes or _WRITES.search(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", call.method)):
        return DONE, False
    texts = [block.text for block in reply.content if block.type == "text"]
    try:
        # Structured content repeats the text; where there is none, it is the reply.
        told = await gated_replies_async(door, texts or [json.dumps(reply.structured_content)], call)
    except TactfulError as err:
        return str(err), True
    except Exception:
        return "The memory gate failed, so no memory passes.", True
    return "\n".join(text for text in told if text != NOTHING) or NOTHING, False


def _error(text: str) -> Exception:
    error: Exception = _sdk("mcp").MCPError(code=-32603, message=text)
    return error


@contextmanager
def _unlogged() -> Iterator[None]:
    """Without the logs of the SDK (mcp, and "client" of its session), which quote what does not parse."""
    before = [
        (logger, logger.propagate, logger.handlers) for logger in map(logging.getLogger, ("mcp", "client"))
    ]
    for logger, _, _ in before:
        logger.propagate, logger.handlers = False, [logging.NullHandler()]
    try:
        yield
    finally:
        for logger, propagate, handlers in before:
            logger.propagate, logger.handlers = propagate, handlers


@asynccontextmanager
async def memory_client(command: Sequence[str], *, timeout: float = 60.0) -> AsyncIterator[Any]:
    """A connected client of a memory server: a command that speaks MCP on stdio, or the URL of one.

    The command gets this process's environment. What it writes to stderr is dropped, and so are the SDK's
    logs while it is connected, for they may quote memories. ``ModelError`` where it cannot be reached.
    """
    mcp = _sdk("mcp")
    if not command:
        raise InputError("is missing", field="COMMAND", expected="the command or URL of a memory server")
    connected = False
    with open(os.devnull, "w") as nowhere, _unlogged():
        if command[0].startswith(("http://", "https://")):
            server: Any = command[0]
        else:
            server = mcp.stdio_client(
                mcp.StdioServerParameters(command=command[0], args=list(command[1:]), env=dict(os.environ)),
                errlog=nowhere,
            )
        kind = ""
        try:
            async with mcp.Client(server, read_timeout_seconds=timeout) as client:
                connected = True
                yield client
        except Exception as err:
            if connected:
                raise
            kind = type(err).__name__
    if kind:
        raise ModelError(f"the memory server cannot be reached ({kind}): check its command or URL")


async def serve_mcp(command: Sequence[str], *, port: int | None = None, **gated: Any) -> None:
    """Stand before the memory server of ``command`` until the agent leaves: on stdio, or on a local port.

    ``gated``: the arguments of `gated_mcp_server`. On ``port``, streamable HTTP at 127.0.0.1, path /mcp.
    """
    async with memory_client(command) as client:
        server = gated_mcp_server(client, **gated)
        if port is not None:
            uvicorn = require("uvicorn", purpose="an MCP server on a port", package="uvicorn")
            config = uvicorn.Config(
                server.streamable_http_app(), host="127.0.0.1", port=port, log_level="error"
            )
            await uvicorn.Server(config).serve()
            return
        async with _sdk("mcp.server.stdio").stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())
