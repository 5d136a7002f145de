"""What the vault remembers: entities, name-like words, and their form on disk."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

FORMAT = "tactful-vault-1"


@dataclass(slots=True)
class Entity:
    """One real value: its first form, its number among its type, and the elements of its pseudonym.

    ``variants`` and ``placeholders`` map what was shown to the real text that it stands for. ``settled``
    says that a name has been shown, so that no other may be chosen.
    """

    index: int
    first: str = field(repr=False)
    label: str
    number: int
    elements: tuple[str, ...] = field(repr=False)
    rewritten: str | None = field(default=None, repr=False)
    note: str = ""
    settled: bool = False
    variants: dict[str, str] = field(default_factory=dict, repr=False)
    placeholders: dict[str, str] = field(default_factory=dict, repr=False)
    gate: threading.RLock = field(default_factory=threading.RLock, repr=False, compare=False)


@dataclass(slots=True)
class NameWord:
    """A name-like word, its first form, and what stands for it."""

    key: str = field(repr=False)
    first: str = field(repr=False)
    elements: tuple[str, ...] = field(repr=False)
    rewritten: str | None = field(default=None, repr=False)

    @property
    def shown(self) -> str:
        """The word's replacement, in lower case."""
        return "".join(self.elements)


@dataclass(frozen=True, slots=True)
class Entry:
    """What was shown and the real text behind it; ``exact``: put back only where it stands to the letter.

    ``entity`` is the entity's number; -1 for a single word of a name.
    """

    shown: str
    real: str = field(repr=False)
    entity: int
    word: bool = False
    exact: bool = False


def dump(
    key: bytes,
    entities: Sequence[Entity],
    index: Mapping[str, int],
    words: Mapping[str, NameWord],
    exposed: set[str],
) -> dict[str, Any]:
    """The vault as plain JSON values, for encryption."""
    return {
        "format": FORMAT,
        "key": key.hex(),
        "index": dict(index),
        "exposed": sorted(exposed),
        "words": [[w.key, w.first, list(w.elements), w.rewritten] for w in words.values()],
        "entities": [
            {
                "first": e.first,
                "label": e.label,
                "number": e.number,
                "elements": list(e.elements),
                "rewritten": e.rewritten,
                "note": e.note,
                "settled": e.settled,
                "variants": e.variants,
                "placeholders": e.placeholders,
            }
            for e in entities
        ],
    }


def parse(
    data: Mapping[str, Any],
) -> tuple[bytes, list[Entity], dict[str, int], dict[str, NameWord], set[str]]:
    """What ``dump`` wrote; ``ValueError``, ``KeyError`` or ``TypeError`` for anything else."""
    if data["format"] != FORMAT:
        raise ValueError("another format")
    entities = [
        Entity(at, **{**row, "elements": tuple(row["elements"])}) for at, row in enumerate(data["entities"])
    ]
    words = {k: NameWord(k, first, tuple(elements), rew) for k, first, elements, rew in data["words"]}
    return bytes.fromhex(data["key"]), entities, dict(data["index"]), words, set(data["exposed"])
