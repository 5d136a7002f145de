"""One act of a solver, with what it means."""

from __future__ import annotations

from dataclasses import dataclass, field

from tactful.terms import Box
from tactful.world.events import Act


@dataclass(frozen=True, slots=True)
class Move:
    """What to do next. ``step`` is the scripted step it belongs to (its length: the end).

    ``kind`` and ``words`` tell a narrator what is done (``words`` is the public or needed name of the
    target), ``target`` is the box that a click is meant to hit. ``now`` and ``later`` are entities.
    ``wrong`` marks a wrong turn and what undoes it, ``outcome`` and ``error`` how it will end (A: as
    expected, B: the wrong page, C: no change), ``reason`` why a solver gave up.
    """

    act: Act
    step: int
    kind: str
    words: str = field(default="", repr=False)
    target: Box | None = None
    now: frozenset[str] = frozenset()
    later: frozenset[str] = frozenset()
    wrong: bool = False
    outcome: str = "A"
    error: str = ""
    reason: str = ""


class GaveUp(Exception):
    """The solver does not get on; ``reason`` in a word or two, without any private value."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)
