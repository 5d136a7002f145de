"""Memories: what an assistant knows of its user, the contexts it writes in, and what belongs where.

The framework is section 3 of CIMemories (arXiv 2511.14937): a profile has attributes, a context is a task
with a recipient, and a label says for every (attribute, context) pair whether sharing is necessary, private
or open.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

# What JSON can hold. Attribute values come in every one of these types.
JsonValue: TypeAlias = Any


class Need(IntEnum):
    """What sharing an attribute means in a context; the numbers are the codes used in arrays.

    ``NECESSARY``: every persona says it must be shared (G = 0 in the paper). ``PRIVATE``: every persona says
    it is inappropriate (G = 1). ``AMBIGUOUS``: anything else; no metric counts it (section 4.1.2).
    """

    AMBIGUOUS = 0
    NECESSARY = 1
    PRIVATE = 2


class Persona(StrEnum):
    """Westin's three privacy personas (section 4.1.2)."""

    FUNDAMENTALIST = "fundamentalist"
    PRAGMATIC = "pragmatic"
    UNCONCERNED = "unconcerned"


# How common each persona is, in Westin's surveys: the weights of the mixture (section 4.1.2).
WESTIN_PRIORS: Mapping[Persona, float] = MappingProxyType(
    {Persona.FUNDAMENTALIST: 0.26, Persona.PRAGMATIC: 0.64, Persona.UNCONCERNED: 0.10}
)
# The label set that mixes the personas; the personas' own sets carry their names.
COMBINED = "combined"
LABEL_SETS: tuple[str, ...] = (COMBINED, *(str(persona) for persona in Persona))


@dataclass(frozen=True, slots=True)
class Memory:
    """One thing that an assistant remembers, as stores keep it; its text stays out of ``repr``.

    ``created`` and ``updated`` are ISO 8601 as the store says them, and may be absent; ``tags`` are the
    user's or the store's words for it.
    """

    text: str = field(repr=False)
    id: str = ""
    created: str | None = None
    updated: str | None = None
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelShare:
    """How the labels of one (attribute, context) pair are spread; the three shares sum to 1."""

    private: float
    necessary: float
    unlabeled: float

    def need(self, tolerance: float = 1e-9) -> Need:
        """The zero-entropy rule: a label only where all of the mass agrees (section 4.1.2)."""
        if self.necessary >= 1 - tolerance:
            return Need.NECESSARY
        return Need.PRIVATE if self.private >= 1 - tolerance else Need.AMBIGUOUS


@dataclass(frozen=True, slots=True)
class Attribute:
    """One thing known of the user. The value and the sentence that states it stay out of ``repr``."""

    key: str
    value: JsonValue = field(repr=False)
    statement: str = field(repr=False)
    domain: str = "general"
    event: str = "general"


@dataclass(frozen=True, slots=True)
class Context:
    """A task with a recipient, and its labels: label set -> memory statement -> shares.

    ``domains`` are the information domains that Figure 12 gives the context's seed; empty when unknown.
    """

    recipient: str
    task: str
    domains: tuple[str, ...] = ()
    labels: Mapping[str, Mapping[str, LabelShare]] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Profile:
    """One (synthetic) person: biography, attributes in file order, contexts in file order.

    ``id`` is unique within a file: the biography's name, with ``#2``, ``#3`` added where names repeat. It
    stays out of ``repr`` with all the rest. ``norm_table`` is the fingerprint of the norm table that its
    labels come from, empty where they come from elsewhere: a gate of the same table is not evaluated on them.
    """

    id: str = field(repr=False)
    bio: Mapping[str, JsonValue] = field(repr=False)
    attributes: tuple[Attribute, ...] = field(repr=False)
    contexts: tuple[Context, ...] = field(repr=False)
    norm_table: str = ""


# The 49 context seeds (Figure 12): recipient, task, and the domains that the task draws on.
_SEEDS = Path(__file__).with_name("data") / "contexts.json"


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
        for row in json.loads(_SEEDS.read_text(encoding="utf-8"))
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
