"""A memory server that speaks MCP on stdio, for tests of the server that stands before it.

    python memory_mcp_server.py

It quotes a canary everywhere it may: replies, structured content, errors, stderr, resources.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from mcp.server.mcpserver import MCPServer

TEA = "Likes green tea."
CANARY = "Diagnosed with zzcanaryitis in March."

server = MCPServer("a memory server", instructions=CANARY)


@server.tool()
def search_memories(query: str) -> list[dict[str, Any]]:
    """Finds memories."""
    print(CANARY, file=sys.stderr)
    return [{"id": "1", "memory": TEA}, {"id": "2", "memory": CANARY}]


@server.tool()
def read_note() -> str:
    """The note."""
    return f"- {TEA}\n- {CANARY}"


@server.tool()
def add_memory(text: str) -> str:
    """Keeps a memory."""
    return f"Kept, beside {CANARY}"


@server.tool()
def broken() -> str:
    """Fails."""
    raise ValueError(CANARY)


@server.tool()
def stop() -> str:
    """Ends the server at once."""
    os._exit(3)


@server.resource("memory://all")
def everything() -> str:
    """All memories."""
    return CANARY


if __name__ == "__main__":
    server.run()
