"""Letta (package letta-client): passages of archives and agents, and memory blocks.

Replies are pydantic models: a search of all passages gives (passage, score, metadata); an agent's own search
gives (id, content, timestamp, tags); blocks have a value. Sources: letta_client/resources/passages.py,
agents/passages.py, agents/blocks.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tactful.memory.stores.door import Passed, StoreCall, door_of
from tactful.memory.stores.shapes import Fields, with_fields
from tactful.memory.stores.wrapped import GatedStore, Interface, Reads, one

_PASSAGE = Fields(
    text=("text",),
    address=frozenset({"id", "archive_id", "created_at", "updated_at", "is_deleted"}),
    follows=frozenset({"tags"}),
)
_FOUND = Fields(text=("content",), address=frozenset({"id", "timestamp"}), follows=frozenset({"tags"}))
_BLOCK = Fields(text=("value",), address=frozenset({"id", "label", "limit", "read_only"}))


@dataclass(frozen=True, slots=True)
class _Scored:
    """A passage with its score."""

    def read(self, record: Any) -> str:
        return _PASSAGE.read(record.passage)

    def write(self, record: Any, coarser: str | None) -> Any:
        return with_fields(
            record, {"passage": _PASSAGE.write(record.passage, coarser), "score": record.score}
        )


def _counted(reply: Any, passed: Passed[Any]) -> Any:
    return with_fields(reply, {"count": len(passed), "results": passed})


_PASSAGES = Interface("Letta's passages", {"search": Reads(_Scored())})
_AGENT_PASSAGES = Interface(
    "the passages of a Letta agent",
    {
        "search": Reads(_FOUND, take=lambda reply: list(reply.results), put=_counted),
        "list": Reads(_PASSAGE),
    },
    writes=frozenset({"create", "delete"}),
)
_AGENT_BLOCKS = Interface(
    "the blocks of a Letta agent",
    {"retrieve": one(_BLOCK), "list": Reads(_BLOCK, take=lambda reply: list(reply.items))},
    writes=frozenset({"update", "attach", "detach"}),
)
_LETTA = Interface(
    "the Letta client",
    {},
    parts={
        "passages": _PASSAGES,
        "agents": Interface(
            "Letta's agents", {}, parts={"passages": _AGENT_PASSAGES, "blocks": _AGENT_BLOCKS}
        ),
    },
)


def gated_letta(
    client: Any,
    *,
    task: str | None = None,
    recipient: str | None = None,
    situation: Callable[[StoreCall], tuple[str, str]] | None = None,
    **options: Any,
) -> Any:
    """A Letta client, sync or async, that gives only memories that may be said.

    ``passages.search``, ``agents.passages`` (search, list) and ``agents.blocks`` (retrieve, list: the first
    page) pass the gate; embeddings, metadata and descriptions are dropped. A message to a Letta agent is
    answered in Letta, with all its memories, so that is refused. ``options`` are those of `guard_memories`.
    """
    door = door_of(task=task, recipient=recipient, situation=situation, options=options)
    return GatedStore(client, _LETTA, door)
