"""People that several tests look at, made once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tactful.world.people.make import make_person
from tactful.world.people.person import LANGUAGES, Person
from tactful.world.values import Value

SEEDS = (3, 7, 11, 20)


@lru_cache(maxsize=64)
def person(seed: int, lang: str) -> Person:
    return make_person(seed, seed % 3, lang)


def everyone() -> list[Person]:
    """Some people of every language."""
    return [person(seed, lang) for lang in LANGUAGES for seed in SEEDS]


def fields(person: Person) -> Iterator[tuple[str, str, str, Value]]:
    """Every text of the tables: table, record, field, value."""
    for table, records in person.tables.items():
        for record in records:
            for name, value in record.fields.items():
                if isinstance(value, Value):
                    yield table, record.id, name, value


def nested(value: Value) -> Iterator[Value]:
    """The values inside a value, at any depth."""
    for part in value.parts:
        if isinstance(part, Value):
            yield part
            yield from nested(part)
