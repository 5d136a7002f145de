"""Whom the person knows, how to reach them, and who called whom."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date, timedelta

from tactful.world.content import formats, ids
from tactful.world.content.names import Name, different_names, mail_address
from tactful.world.people import addresses, words
from tactful.world.people.draft import Draft, Fields, awake, rows, text
from tactful.world.people.facts import birthday
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
    made: list[Fields] = []
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
        made.append(
            {
                "id": str(n),
                "name": Value(name.full, "person", f"{key}/name"),
                "first": Value(name.first, "person", f"{key}/first"),
                "phone": Value(_unlike(seen, lambda: ids.phone(rng, lang)), "phone", f"{key}/phone"),
                "email": Value(_mail(rng, seen, name), "email", f"{key}/email"),
                "company": _company(draft, rng, group, key),
                "job": draft.fresh(rng, "job", f"{key}/job"),
                "birthday": Value(formats.full_date(lang, day), "birthdate", f"{key}/birthday"),
                "address": Value(addresses.home(rng, lang).whole, "address", f"{key}/address"),
                "relation": Value(relation, "note", f"{key}/relation"),
                "note": Value(draft.unused(rng, "contact_note"), "note", f"{key}/note"),
                "group": group,
                "favorite": n == 2 or rng.random() < 0.25,
            }
        )
    draft.tables["contacts"] = rows(made)
    return born


def _relation(
    draft: Draft, rng: random.Random, name: Name, my_birth: date, taken: set[str]
) -> tuple[str, str, date]:
    """Group, word and birth date that go together: nobody's father is younger than they are."""
    group, today = rng.choice(_GROUPS), draft.now.date()
    if group == "family":
        possible = []
        for kin, (low, high, female) in _KIN.items():
            years = (today - my_birth).days // 365
            lives = low + years > 2 and high + years < 94
            if kin not in taken and lives and female in (None, name.female):
                possible.append(kin)
        if possible:
            kin = rng.choice(possible)
            taken |= {kin} & _ONE_ONLY
            low, high, _ = _KIN[kin]
            older = timedelta(days=rng.randint(low * 365, high * 365))
            word = words.load("words")["family"][draft.lang][kin]
            return group, words.form(word, name.female), my_birth - older
        group = "friends"
    return group, words.form(draft.pick(rng, group), name.female), birthday(rng, today, 19, 74)


def _mail(rng: random.Random, seen: set[str], name: Name) -> str:
    return _unlike(seen, lambda: mail_address(rng, name.slug))


def _unlike(seen: set[str], make: Callable[[], str]) -> str:
    """A text that this person's contacts do not have yet."""
    made = make()
    while made in seen:
        made = make()
    seen.add(made)
    return made


def _company(draft: Draft, rng: random.Random, group: str, key: str) -> Value:
    """Half of the contacts from work share the person's employer: the same value, the same entity."""
    if group == "work" and rng.random() < 0.5:
        return draft.facts["employer"]
    return draft.fresh(rng, "company", f"{key}/company")


def add_calls(draft: Draft) -> None:
    """The table ``calls``, newest first; a few come from numbers that are nobody's."""
    rng, contacts = draft.rng("calls"), draft.tables["contacts"]
    often = rng.sample(contacts, 7)
    made: list[Fields] = []
    when = awake(draft.now - timedelta(minutes=rng.randint(4, 90)))
    for n in range(1, rng.randint(10, 20) + 1):
        key, kind = f"call/{n}", rng.choice(("incoming", "outgoing", "missed"))
        length = formats.duration(draft.lang, int(rng.lognormvariate(4.6, 1.1)) + 3)
        word = draft.pick(rng, "missed")
        fields: Fields = {
            "id": str(n),
            "time": Value(draft.stamp(when), "time", f"{key}/time"),
            "duration": Value(word, "status", f"{key}/duration")
            if kind == "missed"
            else Value(length, "time", f"{key}/duration"),
            "kind": kind,
        }
        if rng.random() < 0.14:
            phone = Value(ids.phone(rng, draft.lang), "phone", f"{key}/phone")
            fields |= {"name": phone, "phone": phone, "contact": ""}
        else:
            who: Record = rng.choice(often)
            fields |= {"name": text(who, "name"), "phone": text(who, "phone"), "contact": who.id}
        made.append(fields)
        when = draft.before(rng, when, 6.0)
    draft.tables["calls"] = rows(made)
