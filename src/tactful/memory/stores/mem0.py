"""mem0 (package mem0ai): `Memory`, `AsyncMemory`, and the clients of its service.

A record is a dict: id, memory (the text), hash (MD5 of the text), score, created_at, updated_at, metadata and
the ids of user, agent and run. Sources: mem0/memory/main.py, `search`; mem0/client/main.py.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from tactful.memory.stores.door import Passed, StoreCall, door_of
from tactful.memory.stores.shapes import Fields
from tactful.memory.stores.wrapped import GatedStore, Interface, Reads, one

_RECORD = Fields(
    text=("memory",),
    address=frozenset(
        {"id", "score", "created_at", "updated_at", "expiration_date", "role"}
        | {"user_id", "agent_id", "run_id", "app_id", "actor_id"}
    ),
    follows=frozenset({"hash", "categories"}),
)
_PAGE = frozenset({"count", "next", "previous"})
_WRITES = frozenset({"add", "update", "delete", "delete_all", "batch_update", "batch_delete", "close"})


def gated_mem0(
    memory: Any,
    *,
    task: str | None = None,
    recipient: str | None = None,
    situation: Callable[[StoreCall], tuple[str, str]] | None = None,
    vouched: Collection[str] = (),
    **options: Any,
) -> Any:
    """A mem0 store or client, sync or async, whose `search`, `get` and `get_all` pass the gate.

    ``vouched`` names fields (as ``metadata``) that may leave with a memory that passes whole; without it what
    the gate did not judge is dropped. `history`, exports, profiles and the store's attributes are refused.
    ``options`` (gate, lists, model) are those of `guard_memories`.
    """
    shape = _RECORD.vouched(vouched)
    found = Reads(shape, take=lambda reply: reply["results"], put=_replied)
    face = Interface("the mem0 store", {"search": found, "get_all": found, "get": one(shape)}, _WRITES)
    door = door_of(task=task, recipient=recipient, situation=situation, options=options)
    return GatedStore(memory, face, door)


def _replied(reply: dict[str, Any], passed: Passed[Any]) -> dict[str, Any]:
    return {name: reply[name] for name in _PAGE if name in reply} | {"results": passed}
