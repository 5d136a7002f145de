"""How a value's truth changes as it moves: public words that become someone's own, and what outweighs what.

One row: a film's title in a store is public; in the list of what the person watched it is ``media``, private,
and the list's own entity, though the text is the same.
"""

from __future__ import annotations

from dataclasses import replace

from tactful.world.values import TYPES, Label, Value

WORDLESS = ("ui", "text")
"""The types that have no private meaning of their own."""


def severity(label: Label) -> tuple[int, int]:
    """Smaller is more severe: the risk first, then the order of the categories."""
    return -label.risk.rank, 9 if label.category is None else label.category.precedence


def as_private(value: Value, type: str, entity: str) -> Value:
    """The words of a public value as private ones of ``type``; values that are private in it stay nested."""
    parts = tuple(p.text if isinstance(p, Value) and p.public else p for p in value.parts)
    kept = parts if any(isinstance(p, Value) for p in parts) else ()
    return Value(value.text, type, entity, False, kept)


def stored(value: Value, type: str, entity: str) -> Value:
    """What a private field of ``type`` holds of a value that is put into it.

    Public words become ``entity``, the field's own; a private value keeps its entity, and its type where that
    is at least as severe as the field's.
    """
    if value.public or value.type in WORDLESS:
        return as_private(value, type, entity)
    if severity(value.label) <= severity(TYPES[type]):
        return value
    return replace(value, type=type)
