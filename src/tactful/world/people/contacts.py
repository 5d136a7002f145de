"""Whom the person knows, how to reach them, and who called whom."""

from __future__ import annotations

import random
from datetime import date, timedelta

from tactful.world.content import formats, ids
from tactful.world.content.names import Name, different_names, mail_address
from tactful.world.people import addresses
from tactful.world.people.draft import Draft, birthday, form, load, record, text, unlike
from tactful.world.people.person import Record
from tactful.world.values import Value

_GROUPS = ("family", "friends", "friends", "work", "work")
# How much older they are (years), and whether a man, a woman or either is meant.
_KIN = {
    "mother": (21, 39, True), "father": (22, 42, False), "sister": (1, 9, True), "brother": (-9, -1, False),
    "aunt": (18, 40, True), "uncle": (18, 40, False), "cousin": (0, 8, None), "partner": (-6, 6, None),
    "grandmother": (44, 58, True), "daughter": (-38, -22, True), "son": (-38, -22, False),
}  # fmt: skip
_ONE_ONLY = {"mother", "father", "partner", "grandmother"}


def add_contacts(draft: Draft, me: Name, my_birth: date) -> dict[str, date]:
    """The table ``contacts``, by name; gives the birth dates by contact id."""
    rng, lang, today = draft.rng("contacts"), draft.lang, draft.now.date()
    names = different_names(rng, lang, rng.randint(14, 24), me, foreign=0.16)
    names.sort(key=lambda n: n.full)
    contacts: list[Record] = []
    born: dict[str, date] = {}
    seen: set[str] = set()
    for n, name in enumerate(names, 1):
        key = f"contact/{n}"
        group, relation, day = _relation(draft, rng, name, my_birth, seen)
        if n % 6 == 0:  # so that the calendar of this and next month has birthdays to show
            near = today + timedelta(days=rng.randint(1, 24))
            day = date(day.year, near.month, min(near.day, 28))
        if (day.month, day.day) == (2, 29):  # so that every year has it
            day = day.replace(day=28)
        born[str(n)] = day
        slug = name.slug
        contact = record(
            key,
            name=(name.full, "person"),
            first=(name.first, "person"),
            phone=(unlike(seen, lambda: ids.phone(rng, lang)), "phone"),
            email=(unlike(seen, lambda slug=slug: mail_address(rng, slug)), "email"),  # type: ignore[misc]
            company=_company(draft, rng, group, key),
            job=draft.fresh(rng, "job", f"{key}/job"),
            birthday=(formats.full_date(lang, day), "birthdate"),
            address=(addresses.home(rng, lang).whole, "address"),
            relation=(relation, "note"),
            note=(draft.unused(rng, "contact_note"), "note"),
            group=group,
            favorite=n == 2 or rng.random() < 0.25,
        )
        contacts.append(contact)
    draft.tables["contacts"] = tuple(contacts)
    return born


def _relation(
    draft: Draft, rng: random.Random, name: Name, my_birth: date, taken: set[str]
) -> tuple[str, str, date]:
    """Group, word and birth date that go together: nobody's father is younger than they are."""
    group, today = rng.choice(_GROUPS), draft.now.date()
    if group == "family":
        years = (today - my_birth).days // 365
        possible = [
            kin
            for kin, (low, high, female) in _KIN.items()
            if kin not in taken and low + years > 2 and high + years < 94 and female in (None, name.female)
        ]
        if possible:
            kin = rng.choice(possible)
            taken |= {kin} & _ONE_ONLY
            low, high, _ = _KIN[kin]
            older = timedelta(days=rng.randint(low * 365, high * 365))
            return group, form(load("words")["family"][draft.lang][kin], name.female), my_birth - older
        group = "friends"
    return group, form(draft.pick(rng, group), name.female), birthday(rng, today, 19, 74)


def _company(draft: Draft, rng: random.Random, group: str, key: str) -> Value:
    """Half of the contacts from work share the person's employer: the same value, the same entity."""
    if group == "work" and rng.random() < 0.5:
        return draft.facts["employer"]
    return draft.fresh(rng, "company", f"{key}/company")


def add_calls(draft: Draft) -> None:
    """The table ``calls``, newest first; a few come from numbers that are nobody's."""
    rng, contacts = draft.rng("calls"), draft.tables["contacts"]
    often = rng.sample(contacts, 7)
    calls: list[Record] = []
    when = draft.recent(rng, 4, 90)
    for n in range(1, rng.randint(10, 20) + 1):
        key, kind = f"call/{n}", rng.choice(("incoming", "outgoing", "missed"))
        length = formats.duration(draft.lang, int(rng.lognormvariate(4.6, 1.1)) + 3), "time"
        missed = draft.pick(rng, "missed"), "status"
        if rng.random() < 0.14:
            name = phone = Value(ids.phone(rng, draft.lang), "phone", f"{key}/phone")
            contact = ""
        else:
            who = rng.choice(often)
            name, phone, contact = text(who, "name"), text(who, "phone"), who.id
        call = record(
            key,
            time=(draft.stamp(when), "time"),
            duration=missed if kind == "missed" else length,
            kind=kind,
            name=name,
            phone=phone,
            contact=contact,
        )
        calls.append(call)
        when = draft.before(rng, when, 6.0)
    draft.tables["calls"] = tuple(calls)
