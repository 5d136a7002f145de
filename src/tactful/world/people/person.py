"""A person of the world: facts, and the records that their apps share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from tactful.world.values import Value

LANGUAGES = ("en", "zh", "ja", "ko", "fr", "ru", "de")
"""The languages of people and of interfaces, in the order of every list of translations."""

Plain = str | int | bool
"""What a record may hold beside values: flags and keys that are never shown (``folder: inbox``)."""


@dataclass(frozen=True, slots=True)
class Record:
    """One row of a table: an id that is unique within the table, and fields."""

    id: str
    fields: Mapping[str, Value | Plain] = field(repr=False)

    def get(self, name: str) -> Value | Plain | None:
        return self.fields.get(name)

    def text(self, name: str) -> str:
        """The field as text; empty where absent."""
        value = self.fields.get(name)
        return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Person:
    """Someone who does not exist, made from a seed: the same seed, index and language, the same person.

    ``facts`` are single values by name (``phone``, ``employer``); ``tables`` are the records that several
    apps share (``contacts``, ``mails``). ``now`` is the device's clock when a task starts.
    """

    id: str
    seed: int
    index: int
    lang: str
    now: datetime
    facts: Mapping[str, Value] = field(repr=False)
    tables: Mapping[str, tuple[Record, ...]] = field(repr=False)
