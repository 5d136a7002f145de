"""From a seed to a person: facts first, then the tables, each from its own stream."""

from __future__ import annotations

from datetime import datetime, timedelta

from tactful.errors import InputError
from tactful.runs import generator
from tactful.world.people.buying import add_money, add_orders
from tactful.world.people.contacts import add_calls, add_contacts
from tactful.world.people.draft import Draft
from tactful.world.people.facts import add_facts
from tactful.world.people.library import add_library
from tactful.world.people.life import add_life
from tactful.world.people.mails import add_mails
from tactful.world.people.person import LANGUAGES, Person
from tactful.world.people.plans import add_appointments, add_events, add_notes, add_todos
from tactful.world.people.talks import add_talks


def make_person(seed: int, index: int = 0, lang: str = "en") -> Person:
    """Someone who does not exist: the same seed, index and language give the same person, byte for byte.

    Facts are those of `facts.TYPES`; tables are those that the ``add_`` functions name, each in the order in
    which an app lists it. One private fact is the same `Value` with the same entity in every table. Raises
    `InputError` for another language, `MissingExtraError` without Faker.
    """
    if lang not in LANGUAGES:
        raise InputError("unknown language of a person", field="lang", expected=", ".join(LANGUAGES))
    draft = Draft(seed, index, lang, _now(seed, index))
    name, birth = add_facts(draft)
    born = add_contacts(draft, name, birth)
    visits = add_appointments(draft)
    add_orders(draft)
    add_events(draft, born, visits)
    add_calls(draft)
    add_talks(draft)
    add_mails(draft)
    add_notes(draft)
    add_todos(draft)
    add_library(draft)
    add_money(draft)
    add_life(draft)
    return draft.person


def _now(seed: int, index: int) -> datetime:
    """The device's clock: some minute of a day between 2025 and 2027, from seven to ten in the evening."""
    rng = generator(seed, "world/people/now", index)
    day = datetime(2025, 1, 6) + timedelta(days=rng.randrange(3 * 365 - 10))
    return day.replace(hour=rng.randint(7, 21), minute=rng.randint(0, 59))
