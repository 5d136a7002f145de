"""What a gate decides: pass a memory, say something coarser in its place, or withhold it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

Action = Literal["pass", "generalise", "withhold"]
ACTIONS: tuple[Action, ...] = ("pass", "generalise", "withhold")
"""From the freest to the strictest."""


def strictness(action: Action) -> int:
    """0 for what passes, 2 for what is withheld."""
    return ACTIONS.index(action)


@dataclass(frozen=True, slots=True)
class GateDecision:
    """What happens to one memory: pass it, say something coarser instead, or withhold it.

    ``statement`` is what may be said: the memory itself, the coarser text, or None; it stays out of
    ``repr``. ``reason`` is in plain words and quotes nothing of the memory; ``rule`` names what decided.
    """

    action: Action
    statement: str | None = field(repr=False)
    reason: str
    rule: str

    def __post_init__(self) -> None:
        if (self.statement is None) != (self.action == "withhold"):
            raise ValueError("a withheld memory has no statement, any other has one")


class Gate(Protocol):
    """Decides which memories may go into a message; one decision for each memory, in order."""

    def decide(self, memories: Sequence[str], *, task: str, recipient: str) -> tuple[GateDecision, ...]: ...


class AsyncGate(Protocol):
    """A gate that has to wait for its answer, such as one that asks a model."""

    async def decide(
        self, memories: Sequence[str], *, task: str, recipient: str
    ) -> tuple[GateDecision, ...]: ...


@dataclass(frozen=True, slots=True)
class GatedMemories:
    """The texts that may go into the prompt, in the order of the memories, and every decision.

    ``decisions`` has one entry for each memory. Several memories may have become the same coarser text;
    ``texts`` holds it once.
    """

    decisions: tuple[GateDecision, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """What to put in the prompt."""
        return tuple(dict.fromkeys(d.statement for d in self.decisions if d.statement is not None))

    def counts(self) -> dict[Action, int]:
        """How many memories were passed, generalised and withheld."""
        return {action: sum(d.action == action for d in self.decisions) for action in ACTIONS}
