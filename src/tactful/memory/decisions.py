"""What a gate decides: pass a memory, say something coarser in its place, or withhold it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from tactful.terms import Memory

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


STYLE, ASKED, ALLOWED, DENIED = "style", "ask list", "allow list", "deny list"
"""The rules of decisions that no gate makes."""


@dataclass(frozen=True, slots=True)
class GatedMemories:
    """The texts that may go into the prompt, in the order of the memories, and every decision.

    ``decisions`` has one entry for each of ``memories``; ``gate`` is what decided where no list did. Several
    memories may have become the same coarser text; ``texts`` holds it once.
    """

    decisions: tuple[GateDecision, ...]
    memories: tuple[Memory, ...] = field(default=(), repr=False)
    gate: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        """What to put in the prompt."""
        return tuple(dict.fromkeys(d.statement for d in self.decisions if d.statement is not None))

    @property
    def passed(self) -> tuple[Memory, ...]:
        """The memories that pass, each with its id, dates and tags, and with the text that may be said."""
        pairs = zip(self.memories, self.decisions, strict=True)
        return tuple(replace(m, text=d.statement) for m, d in pairs if d.statement is not None)

    @property
    def style(self) -> tuple[str, ...]:
        """How the user wants to be answered: for the assistant's own instructions, not for the message."""
        return tuple(memory.text for memory in self._ruled(STYLE))

    @property
    def to_ask(self) -> tuple[Memory, ...]:
        """What the user wants to be asked about before it is said; withheld until then."""
        return self._ruled(ASKED)

    @property
    def why(self) -> str:
        """One sentence where nothing passes, "" where something does."""
        if self.texts:
            return ""
        if not self.decisions:
            return "no memories were given"
        reasons = Counter(decision.reason for decision in self.decisions).most_common(3)
        told = "; ".join(f"{reason} ({count})" for reason, count in reasons)
        return f"none of {len(self.decisions)} memories passes: {told}"

    def decision(self, id: str) -> GateDecision:
        """The decision of the memory with this id; ``KeyError`` where none or several have it."""
        found = [d for m, d in zip(self.memories, self.decisions, strict=True) if m.id == id]
        if len(found) != 1:
            raise KeyError(f"{len(found)} memories have this id")
        return found[0]

    def counts(self) -> dict[Action, int]:
        """How many memories were passed, generalised and withheld."""
        return {action: sum(d.action == action for d in self.decisions) for action in ACTIONS}

    def _ruled(self, rule: str) -> tuple[Memory, ...]:
        return tuple(m for m, d in zip(self.memories, self.decisions, strict=True) if d.rule == rule)
