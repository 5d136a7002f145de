"""The door of a store: for whom memories are asked, and which of them come out.

Everything fails closed: a record of a shape that is not known is withheld alone, and a gate or a store that
fails gives nothing. Errors and logs name classes, methods and counts, never what a memory says.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeVar

from tactful.errors import InputError, ProtectionError, TactfulError
from tactful.memory.decisions import GateDecision, GatedMemories
from tactful.memory.gate import guard_memories, guard_memories_async

_log = logging.getLogger("tactful.memory.stores")
Record = TypeVar("Record")

_OPTIONS = inspect.signature(guard_memories).parameters.keys() - {"memories", "task", "recipient"}
UNKNOWN = GateDecision("withhold", None, "a record of an unknown shape", "shape")
"""What is decided of a record that no one here can read."""


@dataclass(frozen=True, slots=True)
class StoreCall:
    """One call of a store: its method or tool, and what it was given by position and by name."""

    method: str
    args: tuple[Any, ...] = field(default=(), repr=False)
    arguments: Mapping[str, Any] = field(default_factory=dict, repr=False)


class Shape(Protocol[Record]):
    """How the records of one store are read and written."""

    def read(self, record: Record) -> str:
        """What the record says; any error means that its shape is unknown."""
        ...

    def write(self, record: Record, coarser: str | None) -> Record:
        """The record as it may leave: without what was not judged, or saying only ``coarser``."""
        ...


class Passed(list[Record], Generic[Record]):
    """The records that passed, in the store's order; ``withheld`` says why each of the others did not."""

    def __init__(self, records: Sequence[Record], withheld: Sequence[str] = ()) -> None:
        super().__init__(records)
        self.withheld = tuple(withheld)


@dataclass(frozen=True, slots=True)
class Door:
    """For whom memories are asked, and the gate that decides; the same for every call unless ``situation``.

    ``situation`` takes a `StoreCall` and gives (task, recipient). ``options`` go to `guard_memories`.
    """

    task: str | None = None
    recipient: str | None = None
    situation: Callable[[StoreCall], tuple[str, str]] | None = field(default=None, repr=False)
    options: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def asked_for(self, task: str, recipient: str) -> Door:
        """The same door with this task and recipient."""
        return replace(self, task=task, recipient=recipient, situation=None)

    def let(self, records: Sequence[Record], shape: Shape[Record], call: StoreCall) -> Passed[Record]:
        """Those of ``records`` that may leave, as they may leave."""
        texts = _texts(records, shape)
        known = [text for text in texts if text is not None]
        gated = guard_memories(known, **self._asked(call)) if known else GatedMemories(())
        return _passed(records, texts, gated, shape, call)

    async def let_async(
        self, records: Sequence[Record], shape: Shape[Record], call: StoreCall
    ) -> Passed[Record]:
        """`let` for a gate that waits for its answer; one that does not runs in a thread."""
        texts = _texts(records, shape)
        known = [text for text in texts if text is not None]
        if not known:
            gated = GatedMemories(())
        elif self._waits():
            gated = await guard_memories_async(known, **self._asked(call))
        else:
            gated = await asyncio.to_thread(guard_memories, known, **self._asked(call))
        return _passed(records, texts, gated, shape, call)

    def _waits(self) -> bool:
        return inspect.iscoroutinefunction(getattr(self.options.get("gate"), "decide", None))

    def _asked(self, call: StoreCall) -> dict[str, Any]:
        task, recipient = self.task, self.recipient
        if self.situation is not None:
            with told_by_class("the function that says the situation"):
                task, recipient = self.situation(call)
        for name, value in (("task", task), ("recipient", recipient)):
            if not isinstance(value, str) or not value.strip():
                raise InputError(
                    "is not said, so no memory passes", field=name, expected=f"{name}=..., or situation=..."
                )
        return {"task": task, "recipient": recipient, **self.options}


def door_of(
    *,
    task: str | None,
    recipient: str | None,
    situation: Callable[[StoreCall], tuple[str, str]] | None,
    options: Mapping[str, Any],
) -> Door:
    """The door of a wrapper's arguments. ``InputError`` for an option that `guard_memories` does not have."""
    unknown = sorted(options.keys() - _OPTIONS)
    if unknown:
        raise InputError("is no option of a gate", field=unknown[0], expected=", ".join(sorted(_OPTIONS)))
    return Door(task, recipient, situation, dict(options))


@contextmanager
def told_by_class(what: str) -> Iterator[None]:
    """Errors of others say only their class, since their text may quote a memory; our own stay."""
    try:
        yield
    except TactfulError:
        raise
    except Exception as err:
        raise ProtectionError(f"{what} failed ({type(err).__name__}), so no memory passes") from None


def _texts(records: Sequence[Record], shape: Shape[Record]) -> list[str | None]:
    texts: list[str | None] = []
    for record in records:
        try:
            text = shape.read(record)
        except Exception:
            text = ""
        texts.append(text if isinstance(text, str) and text.strip() else None)
    return texts


def _passed(
    records: Sequence[Record],
    texts: Sequence[str | None],
    gated: GatedMemories,
    shape: Shape[Record],
    call: StoreCall,
) -> Passed[Record]:
    decided = iter(gated.decisions)
    out: list[Record] = []
    withheld: list[str] = []
    for record, text in zip(records, texts, strict=True):
        decision = UNKNOWN if text is None else next(decided)
        if decision.action != "withhold":
            try:
                out.append(shape.write(record, None if decision.statement == text else decision.statement))
                continue
            except Exception:
                decision = UNKNOWN
        withheld.append(f"{decision.reason} ({decision.rule})")
    _log.info("%s: %d of %d memories pass", call.method, len(out), len(records))
    return Passed(out, withheld)
