"""A person in the making: the facts and tables so far, streams of chance, and the makers of words."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tactful.runs import generator
from tactful.world.content import formats
from tactful.world.people import words
from tactful.world.people.person import Person, Plain, Record
from tactful.world.values import Value, sentence

_TRIES = 12

Fields = dict[str, Value | Plain]
"""A row in the making: its fields, and its ``id``."""


@dataclass(slots=True)
class Draft:
    """What `make_person` fills in, table by table. Every table draws from its own stream (`rng`)."""

    seed: int
    index: int
    lang: str
    now: datetime
    facts: dict[str, Value] = field(default_factory=dict, repr=False)
    tables: dict[str, tuple[Record, ...]] = field(default_factory=dict, repr=False)
    said: dict[str, set[str]] = field(default_factory=dict, repr=False)
    # What the tables do not keep: events still to come, day and time of each appointment, day of each order
    # and its status by number.
    upcoming: set[str] = field(default_factory=set, repr=False)
    visits: dict[str, tuple[Value, Value]] = field(default_factory=dict, repr=False)
    ordered: dict[str, tuple[datetime, int]] = field(default_factory=dict, repr=False)
    person: Person = field(init=False, repr=False)

    def past(self, rng: random.Random, count: int, mean: float = 6.0) -> list[datetime]:
        """``count`` times before now, newest first; ``mean`` is of the logarithm of the minutes between."""
        when, times = self.now, []
        for _ in range(count):
            when = self.before(rng, when, mean)
            times.append(when)
        return times

    def before(self, rng: random.Random, when: datetime, mean: float) -> datetime:
        """Some time before ``when`` at which people are awake."""
        return awake(when - timedelta(minutes=int(rng.lognormvariate(mean, 1.1)) + 2))

    def __post_init__(self) -> None:
        # The makers of words look at the person as it is so far: the mappings are shared, not copied.
        name = f"{self.lang}-{self.seed}-{self.index}"
        self.person = Person(name, self.seed, self.index, self.lang, self.now, self.facts, self.tables)

    def rng(self, name: str) -> random.Random:
        """The stream of a table or a group of facts: what one table draws moves no other."""
        return generator(self.seed, f"world/people/{self.lang}/{name}", self.index)

    def clock(self, when: datetime) -> str:
        """The time of day on this person's clock."""
        return formats.clock(self.lang, when, self.twelve)

    def stamp(self, when: datetime) -> str:
        """When something happened, short, as lists show it."""
        return formats.stamp(self.lang, when, self.now, self.twelve)

    def moment(self, when: datetime) -> str:
        """When something happened, to the minute."""
        return formats.moment(self.lang, when, self.now, self.twelve)

    @property
    def twelve(self) -> bool:
        return formats.twelve_hours(self.lang, self.seed, self.index)

    def say(self, rng: random.Random, kind: str, key: str, row: dict[str, Value] | None = None) -> Value:
        """One value of a content kind for the entity ``key``; ``row`` is what it shall agree with."""
        # Imported here: the makers of words import this package's `Person`.
        from tactful.world.content import Ctx, make

        held = {} if row is None else row
        return make(kind, Ctx(rng=rng, lang=self.lang, now=self.now, key=key, person=self.person, row=held))

    def fresh(
        self, rng: random.Random, kind: str, key: str, place: str = "", row: Mapping[str, Value] | None = None
    ) -> Value:
        """Like `say`, but no text twice in one ``place`` as long as the kind has others to give."""
        seen = self.said.setdefault(place or kind, set())
        for _ in range(_TRIES):
            value = self.say(rng, kind, key, dict(row or {}))
            if value.text not in seen:
                break
        seen.add(value.text)
        return value

    def as_private(self, rng: random.Random, kind: str, type: str, key: str) -> Value:
        """The words of a kind, often a public one, as this person's own value of another type."""
        return Value(self.fresh(rng, kind, key, place=f"{kind}/{type}").text, type, key)

    def pick(self, rng: random.Random, key: str) -> str:
        """One entry of our own word lists."""
        return str(rng.choice(words.entries(key, self.lang)))

    def unused(self, rng: random.Random, key: str) -> str:
        """An entry of our own word lists that was not given before, as long as there is one."""
        given = self.said.setdefault(f"own {key}", set())
        left = [w for w in words.entries(key, self.lang) if w not in given]
        word = str(rng.choice(left or words.entries(key, self.lang)))
        given.add(word)
        return word

    def fill(self, template: str, type: str, entity: str, values: Mapping[str, Value | str]) -> Value:
        """A sentence of ``template`` with ``{slot}`` replaced; values stay nested as parts."""
        parts = words.parts(template, values)
        return sentence(parts, type, entity) if parts else Value("", type, entity)


def awake(when: datetime) -> datetime:
    """``when``, or the evening before where that is at night."""
    return when - timedelta(hours=8) if when.hour < 7 else when


def rows(made: Sequence[Fields]) -> tuple[Record, ...]:
    """Records in the order given; the entry ``id`` leaves the fields."""
    return tuple(Record(str(fields["id"]), {k: v for k, v in fields.items() if k != "id"}) for fields in made)


def text(record: Record, name: str) -> Value:
    """A field that is a text to show; raises ``KeyError`` where it is a flag, a key or missing."""
    value = record.fields[name]
    if not isinstance(value, Value):
        raise KeyError(name)
    return value


def addressed(value: Value, who: Record) -> Value:
    """Words that greet the person, turned to ``who``: what the person writes rather than gets."""
    if not value.parts:
        return value
    swap = {f"me/{name}": text(who, name) for name in ("name", "first")}
    parts = tuple(p if isinstance(p, str) else swap.get(p.entity, p) for p in value.parts)
    return sentence(parts, value.type, value.entity, value.public)


def preview(body: Value, entity: str, length: int = 90, type: str = "preview") -> Value:
    """The beginning of a body in one line, cut at a word; nested values stay nested, and whole.

    Cut texts carry no dots: the page adds them where it cuts.
    """
    kept: list[str | Value] = []
    used = 0
    for part in body.parts or (body.text,):
        text = str(part).replace("\n", " ")
        if used + len(text) <= length:
            kept.append(text if isinstance(part, str) or "\n" in part.text else part)
            used += len(text)
            continue
        room = length - used
        if isinstance(part, str) and room > 8:
            cut = text[:room]
            kept.append(cut[: cut.rfind(" ")] if " " in cut.strip() else cut)
        break
    if not kept:
        kept = [body.text.replace("\n", " ")[:length]]
    if isinstance(kept[-1], str):
        kept[-1] = kept[-1].rstrip()
    return sentence(tuple(p for p in kept if str(p)), type, entity)
