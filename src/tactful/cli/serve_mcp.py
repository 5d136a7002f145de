"""`tactful memories serve-mcp`: an MCP server of only what may be said, before a memory server."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated

import typer

from tactful.cli.command import command as add_command
from tactful.runs import Option


@dataclass(frozen=True, kw_only=True)
class ServeSettings:
    """The settings of `tactful memories serve-mcp`."""

    command: Annotated[
        tuple[str, ...],
        Option("The memory server: its command after --, or its URL.", argument=True, split=False),
    ] = ()
    task: Annotated[str, Option("What the agent's messages are for.")]
    recipient: Annotated[str, Option("Whom they are to.")]
    gate: Annotated[str, Option("norms, your own norm table (.yaml), or trained weights (.npz).")] = "norms"
    writes: Annotated[
        tuple[str, ...], Option("Tools whose replies hold no memories, beside add, create, delete, ...")
    ] = ()
    port: Annotated[int | None, Option("Serve streamable HTTP on this local port, not stdio.", min=1)] = None


def serve_mcp(settings: ServeSettings) -> int:
    """Stand before a memory server that speaks MCP: the same tools, and only what may be said comes back.

    Put it into an agent's MCP settings in the memory server's place:
    `tactful memories serve-mcp --task T --recipient R -- COMMAND ...`
    """
    from tactful.memory import get_gate, serve_mcp

    get_gate(settings.gate)  # a mistyped gate is told before the memory server starts
    asyncio.run(
        serve_mcp(
            settings.command,
            port=settings.port,
            task=settings.task,
            recipient=settings.recipient,
            gate=settings.gate,
            writes=settings.writes,
        )
    )
    return 0


def register(app: typer.Typer) -> None:
    """Add the command to ``tactful memories``."""
    add_command(app, "serve-mcp", ServeSettings, serve_mcp)
