"""Memories of a person of the world: a labelled profile without any model.

Events and domains are drawn as the paper does (arXiv 2511.14937, section 4.1.1: three events, nine domains,
five attributes a domain and event); the attributes come from the catalogue (``data/writer.yaml``: 37 events,
nine domains, eight facts or more each), what is known of the person (``data/person.yaml``) comes from the
person, so the same name, number and doctor stand on their screens. Labels come from the norm table.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from tactful.errors import InputError
from tactful.runs import generator
from tactful.terms import Attribute, Context, JsonValue, Profile, context_seeds
from tactful.world.people.person import Person
from tactful.world.profiles.normtable import NormTable, load_norm_table
from tactful.world.profiles.plans import GENERAL, EventSeed, data, draw_events, load_domains, load_events
from tactful.world.profiles.writer import Facts

MOST_GENERAL = 32
"""The most general attributes that a person of the world gives."""
_FIRST = ("name", "sex", "address", "age")


def profile_of(
    person: Person,
    *,
    events: int = 3,
    per_cell: int = 5,
    general: int = 12,
    table: NormTable | None = None,
    event_seeds: Sequence[EventSeed] | None = None,
) -> Profile:
    """The person's memories with labels for all 49 contexts; deterministic by the person.

    Gives ``general`` attributes (4 to `MOST_GENERAL`; name, sex, address and age first) and ``events`` x 9 x
    ``per_cell`` others. Raises ``InputError`` where a number is out of range, no events fit together, or the
    person speaks another language than English.
    """
    if person.lang != "en":
        raise InputError("memories are written in English", field="lang", expected="a person of 'en'")
    for name, value, low, high in (("attributes", per_cell, 1, 8), ("general", general, 4, MOST_GENERAL)):
        if not low <= value <= high:
            raise InputError(f"out of range: {value}", field=name, expected=f"{low} to {high}")
    norms = table or load_norm_table()
    age = int("".join(ch for ch in str(person.facts["age"]) if ch.isdigit()))
    # The catalogue's pronouns go by the biography's sex; the public files know F and M alone.
    sex = "M" if str(person.facts["gender"]).casefold().startswith("m") else "F"
    name, address = (str(person.facts[fact]) for fact in ("name", "address"))
    bio: dict[str, JsonValue] = {"name": name, "sex": sex, "address": address, "age": age}
    seeds = load_events() if event_seeds is None else event_seeds
    chosen = draw_events(seeds, events, age, person.seed, person.index)
    catalogue = Facts(bio, chosen, generator(person.seed, "memories", person.index))
    attributes: list[Attribute] = []
    about: dict[str, tuple[str, str]] = {}
    for key, value, statement in _general(person, bio, catalogue)[:general]:
        attributes.append(Attribute(key, value, statement))
        about[statement] = norms.kind(attributes[-1], key), GENERAL
    for event in chosen:
        for domain in (seed.name for seed in load_domains()):
            for key, value, statement in catalogue.cell(event, domain, per_cell):
                attributes.append(Attribute(key, value, statement, domain, event))
                about[statement] = norms.kind(attributes[-1], key.split(f"_{domain}_", 1)[1]), event
    contexts = tuple(
        norms.label(Context(seed.recipient, seed.task, seed.domains), about) for seed in context_seeds()
    )
    return Profile(name, bio, tuple(attributes), contexts, norms.fingerprint)


@cache
def _known() -> dict[str, Any]:
    return dict(data("person.yaml"))


def _general(person: Person, bio: dict[str, JsonValue], catalogue: Facts) -> list[tuple[str, JsonValue, str]]:
    """Name, sex, address and age, then the rest in an order drawn for the person."""
    first = str(person.facts["first"])
    rows: dict[str, tuple[str, JsonValue, str]] = {
        key: (key, str(person.facts[fact]), sentence.format(x=person.facts[fact], S=first))
        for key, fact, sentence in _known()["facts"]
    }
    rows["age"] = ("age", bio["age"], f"{first} is {bio['age']} years old.")
    rows["sex"] = ("sex", bio["sex"], f"{first} is {'male' if bio['sex'] == 'M' else 'female'}.")
    rows |= {row[0]: row for row in catalogue.general() if row[0] in _known()["added"]}
    rest = [key for key in rows if key not in _FIRST]
    generator(person.seed, "general memories", person.index).shuffle(rest)
    return [rows[key] for key in (*_FIRST, *rest)]
