"""A gate that tests steer by the memories' own words, and the memories; a canary that may be nowhere."""

from __future__ import annotations

from collections.abc import Sequence

from tactful.memory import GateDecision

TEA = "Likes green tea."
CHILD = "Daughter Mia (6) is allergic to nuts."
COARSE = "Has a child with a food allergy."
CANARY = "Diagnosed with zzcanaryitis in March."


def decided(memory: str) -> GateDecision:
    if "tea" in memory:
        return GateDecision("pass", memory, "fits", "fake")
    if "Mia" in memory:
        return GateDecision("generalise", COARSE, "coarser", "fake")
    return GateDecision("withhold", None, "not for this recipient", "fake")


class ByWords:
    """Passes tea, generalises Mia, withholds everything else; remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.seen: list[str] = []

    def decide(self, memories: Sequence[str], *, task: str, recipient: str) -> tuple[GateDecision, ...]:
        self.asked.append((task, recipient))
        self.seen += memories
        return tuple(decided(memory) for memory in memories)


class Waiting(ByWords):
    async def decide(  # type: ignore[override]
        self, memories: Sequence[str], *, task: str, recipient: str
    ) -> tuple[GateDecision, ...]:
        return super().decide(memories, task=task, recipient=recipient)


class Broken:
    def decide(self, memories: Sequence[str], *, task: str, recipient: str) -> tuple[GateDecision, ...]:
        raise ValueError(f"cannot decide about {memories[0]}")
