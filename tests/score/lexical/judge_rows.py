"""Tables of the lexical judge's tests: an attribute, and messages that reveal it or do not."""

from __future__ import annotations

from tactful.terms.memories import Attribute

Row = tuple[str, bool]


def rows(table: dict[str, tuple[Attribute, list[Row]]]) -> list[tuple[Attribute, str, bool]]:
    """The rows of a table as parameters: attribute, message, whether it reveals it."""
    return [
        (attribute, message, expected) for attribute, lines in table.values() for message, expected in lines
    ]
