"""The 49 context seeds of CIMemories (Figure 12): recipient, task, and the domains the task draws on."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_name("data") / "contexts.json"


@dataclass(frozen=True, slots=True)
class ContextSeed:
    """One row of Figure 12. ``aliases`` are other spellings of the task, as in the public data files."""

    recipient: str
    task: str
    domains: tuple[str, ...]
    aliases: tuple[str, ...] = ()

    @property
    def tasks(self) -> tuple[str, ...]:
        """All spellings of the task, the paper's first."""
        return (self.task, *self.aliases)


@cache
def context_seeds() -> tuple[ContextSeed, ...]:
    """The seeds in the paper's order, which is also the order of the public files' contexts."""
    return tuple(
        ContextSeed(row["recipient"], row["task"], tuple(row["domains"]), tuple(row["aliases"]))
        for row in json.loads(_FILE.read_text(encoding="utf-8"))
    )


def find_seed(recipient: str, task: str) -> ContextSeed | None:
    """The seed with this recipient and task in any spelling and casing, None if it is not one of the 49."""
    wanted = (_folded(recipient), _folded(task))
    return _index().get(wanted)


@cache
def _index() -> dict[tuple[str, str], ContextSeed]:
    return {(_folded(seed.recipient), _folded(task)): seed for seed in context_seeds() for task in seed.tasks}


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
