"""A person in the making: the facts and tables so far, streams of chance, and the makers of words.

Our own word lists (``data/*.yaml``: relations, statuses, letters of shops and services) are given per
language, or once under ``all``. Templates hold ``{slot}`` where values are nested.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import lru_cache
from importlib.resources import files
from typing import Any

from tactful.errors import InputError
from tactful.runs import generator
from tactful.world.content import formats
from tactful.world.content.names import plain
from tactful.world.people.person import Person, Plain, Record
from tactful.world.values import Value, sentence

_TRIES = 12
_SLOT = re.compile(r"\{(\w+)\}")

Given = Value | Plain | tuple[str, str]
"""A field of a row in the making; a tuple is the text and the type of a value that is the row's own."""


def record(key: str, **fields: Given) -> Record:
    """The row ``contact/3``; a field given as (text, type) is a value with the entity ``contact/3/field``."""
    made = {
        name: Value(*given, f"{key}/{name}") if isinstance(given, tuple) else given
        for name, given in fields.items()
    }
    return Record(key.rpartition("/")[2], made)


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

    def __post_init__(self) -> None:
        # The makers of words look at the person as it is so far: the mappings are shared, not copied.
        name = f"{self.lang}-{self.seed}-{self.index}"
        self.person = Person(name, self.seed, self.index, self.lang, self.now, self.facts, self.tables)

    def rng(self, name: str) -> random.Random:
        """The stream of a table or a group of facts: what one table draws moves no other."""
        return generator(self.seed, f"world/people/{self.lang}/{name}", self.index)

    # -- times ---------------------------------------------------------------------------------

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

    def recent(self, rng: random.Random, low: int, high: int) -> datetime:
        """Between so many minutes ago, or the evening before where that is at night."""
        return awake(self.now - timedelta(minutes=rng.randint(low, high)))

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

    # -- words ---------------------------------------------------------------------------------

    def say(self, rng: random.Random, kind: str, key: str, row: dict[str, Value] | None = None) -> Value:
        """One value of a content kind for the entity ``key``; ``row`` is what it shall agree with."""
        # Imported here: the makers of words import this package's `Person`.
        from tactful.world.content.kinds import Ctx
        from tactful.world.content.make import make

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
        return str(rng.choice(entries(key, self.lang)))

    def unused(self, rng: random.Random, key: str) -> str:
        """An entry of our own word lists that was not given before, as long as there is one."""
        given = self.said.setdefault(f"own {key}", set())
        left = [w for w in entries(key, self.lang) if w not in given]
        word = str(rng.choice(left or entries(key, self.lang)))
        given.add(word)
        return word

    def fill(self, template: str, type: str, entity: str, values: Mapping[str, Value | str]) -> Value:
        """A sentence of ``template`` with ``{slot}`` replaced; values stay nested as parts.

        Raises ``KeyError`` where a slot has no value.
        """
        pieces = (values[piece] if k % 2 else piece for k, piece in enumerate(_pieces(template)))
        parts = tuple(piece for piece in pieces if str(piece))
        return sentence(parts, type, entity) if parts else Value("", type, entity)


# -- word lists --------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def load(name: str) -> dict[str, Any]:
    """The tables of one file of word lists."""
    import yaml

    text = files("tactful.world.people").joinpath(f"data/{name}.yaml").read_text(encoding="utf-8")
    tables = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    if not isinstance(tables, dict):
        raise InputError("not a mapping", file=f"{name}.yaml", expected="lists of words by name")
    return tables


def entries(key: str, lang: str, file: str = "words") -> list[Any]:
    """The entries of a list in a language."""
    by_lang = load(file)[key]
    words: list[Any] = by_lang["all"] if "all" in by_lang else by_lang[lang]
    return words


@lru_cache(maxsize=4096)
def _pieces(template: str) -> tuple[str, ...]:
    return tuple(_SLOT.split(template))


def form(word: str, female: bool) -> str:
    """The form of ``woman|man`` that fits; a word without forms as it is."""
    return word.split("|")[0 if female else -1]


# -- what several tables need ------------------------------------------------------------------


def awake(when: datetime) -> datetime:
    """``when``, or the evening before where that is at night."""
    return when - timedelta(hours=8) if when.hour < 7 else when


def unlike(seen: set[str], make: Callable[[], str]) -> str:
    """A text that is not among those ``seen``, which it joins."""
    made = make()
    while made in seen:
        made = make()
    seen.add(made)
    return made


def birthday(rng: random.Random, today: date, low: int = 19, high: int = 72) -> date:
    """A birth date of someone between ``low`` and ``high`` years old."""
    return today - timedelta(days=rng.randint(low * 366, high * 365))


def expiry(rng: random.Random, year: int) -> str:
    """A card's month and year."""
    return f"{rng.randint(1, 12):02d}/{(year + rng.randint(0, 4)) % 100:02d}"


def price(rng: random.Random, lang: str) -> str:
    """What a thing costs: between a few and some hundred euros, often ending in .90 or .99."""
    whole = int(rng.lognormvariate(3.3, 0.9)) + 3
    return formats.money(lang, whole + rng.choice((0.0, 0.5, 0.9, 0.95, 0.99, 0.99)))


def host(name: str) -> str:
    """The domain of a company or a site, always the same: its Latin letters, else a plain word."""
    rng = generator(0, f"world/host/{name}")
    label = plain(name)[:18]
    if len(label) < 3:
        label = "-".join(rng.sample(entries("host", "all"), 2))
    return f"{label}.{rng.choice(('example', 'example', 'test'))}"


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
