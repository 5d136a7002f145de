"""LangGraph stores: a `BaseStore` in front of another, for `compile(store=...)` or `create_agent(store=...)`.

All methods of a `BaseStore` go through `batch` and `abatch` as operations (langgraph/store/base), so these
two are the door. An item's value is a dict of the application's own making.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tactful.errors import ProtectionError
from tactful.memory.stores.door import Door, StoreCall, door_of, told_by_class
from tactful.memory.stores.shapes import said, saying
from tactful.runs import require

_OPAQUE = re.compile(r"[0-9a-f-]{8,}|[0-9]+", re.I)


def gated_langgraph_store(
    store: Any,
    *,
    task: str | None = None,
    recipient: str | None = None,
    situation: Callable[[StoreCall], tuple[str, str]] | None = None,
    fields: Collection[str] = (),
    **options: Any,
) -> Any:
    """A `BaseStore` whose `search`, `get` and their async twins give only what may be said.

    An item is one memory: all texts and numbers of its value are judged together, or those named in
    ``fields``; the value's other fields are then dropped. `put` and `delete` reach ``store``; listing
    namespaces is refused. ``options`` (gate, lists, model) are those of `guard_memories`.
    """
    base: Any = require("langgraph.store.base", purpose="a gated LangGraph store", package="langgraph")
    door = door_of(task=task, recipient=recipient, situation=situation, options=options)
    return _class(base)(store, door, _Item(tuple(fields)))


@dataclass(frozen=True, slots=True)
class _Item:
    """The shape of `Item` and `SearchItem`."""

    fields: tuple[str, ...]

    def read(self, item: Any) -> str:
        return said(self._value(item))

    def write(self, item: Any, coarser: str | None) -> Any:
        value = self._value(item)
        key = item.key
        if coarser is not None:
            value = saying(value, coarser)
            key = key if _OPAQUE.fullmatch(key) else "generalised"
        extra = {"score": item.score} if hasattr(item, "score") else {}
        return type(item)(
            namespace=item.namespace,
            key=key,
            value=copy.deepcopy(value),
            created_at=item.created_at,
            updated_at=item.updated_at,
            **extra,
        )

    def _value(self, item: Any) -> dict[str, Any]:
        value: dict[str, Any] = item.value
        return {name: value[name] for name in self.fields if name in value} if self.fields else value


def _class(base: Any) -> Any:
    class GatedLangGraphStore(base.BaseStore):  # type: ignore[misc]
        """A `BaseStore` behind the memory gate."""

        __slots__ = ("_door", "_shape", "_store")

        def __init__(self, store: Any, door: Door, shape: _Item) -> None:
            self._store, self._door, self._shape = store, door, shape

        def __repr__(self) -> str:
            return "<a LangGraph store behind the memory gate>"

        @property
        def supports_ttl(self) -> bool:
            return bool(getattr(self._store, "supports_ttl", False))

        @property
        def ttl_config(self) -> Any:
            return getattr(self._store, "ttl_config", None)

        def asked_for(self, *, task: str, recipient: str) -> Any:
            """The same store, asked for a message to ``recipient`` for ``task``."""
            return type(self)(self._store, self._door.asked_for(task, recipient), self._shape)

        def batch(self, ops: Iterable[Any]) -> list[Any]:
            asked = self._checked(ops)
            with told_by_class("the LangGraph store"):
                replies = self._store.batch(asked)
            out = []
            for op, reply in zip(asked, replies, strict=True):
                found, call = _found(op, reply)
                passed = self._door.let(found, self._shape, call) if found else found
                out.append(_replied(op, reply, passed))
            return out

        async def abatch(self, ops: Iterable[Any]) -> list[Any]:
            asked = self._checked(ops)
            with told_by_class("the LangGraph store"):
                replies = await self._store.abatch(asked)
            out = []
            for op, reply in zip(asked, replies, strict=True):
                found, call = _found(op, reply)
                passed = await self._door.let_async(found, self._shape, call) if found else found
                out.append(_replied(op, reply, passed))
            return out

        def _checked(self, ops: Iterable[Any]) -> list[Any]:
            asked = list(ops)
            for op in asked:
                if not isinstance(op, base.GetOp | base.SearchOp | base.PutOp):
                    raise ProtectionError(
                        f"'{type(op).__name__}' is refused here: use search, get, put or delete"
                    )
            return asked

    return GatedLangGraphStore


def _found(op: Any, reply: Any) -> tuple[list[Any], StoreCall]:
    kind = type(op).__name__.removesuffix("Op").lower()
    if kind == "put":
        return [], StoreCall(kind)
    found = reply if kind == "search" else [] if reply is None else [reply]
    return list(found), StoreCall(kind, arguments=op._asdict())


def _replied(op: Any, reply: Any, passed: Sequence[Any]) -> Any:
    kind = type(op).__name__
    if kind == "PutOp":
        return None
    return passed if kind == "SearchOp" else next(iter(passed), None)
