"""A store behind its door: reading methods are gated, writing methods tell ids, all others are refused."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tactful.errors import ProtectionError
from tactful.memory.stores.door import Door, Passed, Shape, StoreCall, told_by_class

_TOLD = frozenset({"id", "ids", "uuid", "event", "event_id", "status", "count", "success"})


@dataclass(frozen=True, slots=True)
class Reads:
    """A method that gives memories back: where its reply holds them, their shape, and the reply anew."""

    shape: Shape[Any]
    take: Callable[[Any], Sequence[Any]] = list
    put: Callable[[Any, Passed[Any]], Any] = lambda _, passed: passed


def one(shape: Shape[Any]) -> Reads:
    """A method whose reply is one record or None; a withheld one is None as well."""
    return Reads(
        shape,
        take=lambda reply: [] if reply is None else [reply],
        put=lambda _, passed: next(iter(passed), None),
    )


@dataclass(frozen=True, slots=True)
class Interface:
    """What a wrapped store may do: ``reads`` by name, ``writes``, and the stores inside it (``parts``)."""

    name: str
    reads: Mapping[str, Reads]
    writes: frozenset[str] = frozenset()
    parts: Mapping[str, Interface] | None = None


class GatedStore:
    """A memory store whose reading methods give only what may be said, and as it may be said.

    ``asked_for(task=..., recipient=...)`` gives the same store for another message. Calls are awaited where
    the store's are. ``ProtectionError`` where the store or the gate fails, or gives a reply of an unknown
    shape, and for every method that could give memories past the gate.
    """

    __slots__ = ("_door", "_interface", "_store")

    def __init__(self, store: Any, interface: Interface, door: Door) -> None:
        self._store, self._interface, self._door = store, interface, door

    def asked_for(self, *, task: str, recipient: str) -> GatedStore:
        """The same store, asked for a message to ``recipient`` for ``task``."""
        return GatedStore(self._store, self._interface, self._door.asked_for(task, recipient))

    def __repr__(self) -> str:
        return f"<{self._interface.name} behind the memory gate>"

    def __dir__(self) -> list[str]:
        face = self._interface
        return sorted({"asked_for", *face.reads, *face.writes, *(face.parts or {})})

    def __reduce__(self) -> Any:
        raise ProtectionError("a store behind the memory gate is not written to files")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        face = self._interface
        if name in (face.parts or {}):
            return GatedStore(getattr(self._store, name), (face.parts or {})[name], self._door)
        if name in face.reads:
            return self._method(name, face.reads[name])
        if name in face.writes:
            return self._method(name, None)
        raise ProtectionError(
            f"'{name}' of {face.name} is refused behind the memory gate, for it could give memories past it: "
            f"use {', '.join(dir(self))}"
        )

    def _method(self, name: str, reads: Reads | None) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            what = f"{self._interface.name} ({name})"
            with told_by_class(what):
                reply = getattr(self._store, name)(*args, **kwargs)
            if inspect.isawaitable(reply):
                return self._later(reply, what, StoreCall(name, args, kwargs), reads)
            if reads is None:
                return acknowledged(reply)
            records = _records(reads, reply, what)
            return reads.put(reply, self._door.let(records, reads.shape, StoreCall(name, args, kwargs)))

        return call

    async def _later(self, waited: Any, what: str, call: StoreCall, reads: Reads | None) -> Any:
        with told_by_class(what):
            reply = await waited
        if reads is None:
            return acknowledged(reply)
        records = _records(reads, reply, what)
        return reads.put(reply, await self._door.let_async(records, reads.shape, call))


def _records(reads: Reads, reply: Any, what: str) -> Sequence[Any]:
    try:
        return list(reads.take(reply))
    except Exception:
        pass
    raise ProtectionError(f"{what} gave a reply of an unknown shape, so no memory passes")


def acknowledged(reply: Any) -> Any:
    """Of what a writing method gives back, the ids and states: stores repeat what they hold already."""
    if isinstance(reply, Mapping):
        if isinstance(reply.get("results"), list):
            return {"results": [acknowledged(entry) for entry in reply["results"]]}
        return {name: value for name, value in reply.items() if name in _TOLD}
    if isinstance(reply, list):
        return [acknowledged(entry) for entry in reply]
    names = getattr(type(reply), "model_fields", None)
    if isinstance(names, Mapping):
        return {n: getattr(reply, n) for n in ("id", "uuid_") if isinstance(getattr(reply, n, None), str)}
    return None
