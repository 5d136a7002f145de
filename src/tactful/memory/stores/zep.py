"""Zep (package zep-cloud): what a search of a user's graph finds.

A search gives a pager of pydantic models: edges (fact), nodes (name, summary), episodes (content). The first
page is judged and given as a list. Source: zep_cloud/graph/client.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tactful.memory.stores.door import StoreCall, door_of
from tactful.memory.stores.shapes import Fields
from tactful.memory.stores.wrapped import GatedStore, Interface, Reads

_IDS = frozenset({"uuid_", "graph_uuid", "user_uuid", "thread_uuid", "created_at", "score", "relevance"})
_DATES = frozenset({"valid_at", "invalid_at", "expired_at", "reference_time"})
_ENDS = frozenset({"source_node_uuid", "target_node_uuid"})
_NAMES = frozenset({"name", "source_node_name", "target_node_name"})
_EDGE = Fields(text=("fact",), address=_IDS | _DATES | _ENDS, follows=_NAMES)
_NODE = Fields(text=("summary", "name"), address=_IDS)
_EPISODE = Fields(text=("content",), address=_IDS | _DATES | {"role", "source"})


def _page(shape: Fields) -> Reads:
    return Reads(shape, take=lambda pager: list(pager.items or ()))


_ZEP = Interface(
    "the Zep client",
    {},
    parts={
        "graph": Interface(
            "Zep's graph",
            {
                "search_edges": _page(_EDGE),
                "search_nodes": _page(_NODE),
                "search_episodes": _page(_EPISODE),
            },
        ),
        "thread": Interface("Zep's threads", {}, writes=frozenset({"create", "add_messages"})),
    },
)


def gated_zep(
    client: Any,
    *,
    task: str | None = None,
    recipient: str | None = None,
    situation: Callable[[StoreCall], tuple[str, str]] | None = None,
    **options: Any,
) -> Any:
    """A Zep client, sync or async, whose graph searches give only what may be said.

    ``get_context`` gives one block of text with everything in it, so it is refused, as is all that is not
    named here. ``options`` are those of `guard_memories`.
    """
    door = door_of(task=task, recipient=recipient, situation=situation, options=options)
    return GatedStore(client, _ZEP, door)
