"""From a seed to a person: facts first (who they are, where they live, what they own), then the tables.

Every table draws from its own stream, so that what one of them draws moves no other.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import date, datetime, timedelta

from tactful.errors import InputError
from tactful.runs import generator
from tactful.world.content import formats, ids
from tactful.world.content.names import Name, local_name, mail_address, user_name
from tactful.world.people import addresses
from tactful.world.people.buying import add_money, add_orders
from tactful.world.people.contacts import add_calls, add_contacts
from tactful.world.people.draft import Draft, birthday, entries, expiry, form, host, load
from tactful.world.people.library import add_library
from tactful.world.people.life import add_life
from tactful.world.people.mails import add_mails
from tactful.world.people.person import LANGUAGES, Person
from tactful.world.people.plans import add_appointments, add_events, add_notes, add_todos
from tactful.world.people.talks import add_talks
from tactful.world.values import Value

TYPES: Mapping[str, str] = load("facts")
"""Every fact and its type of value."""

# Facts whose words are a content kind's.
_OF_CONTENT = (
    "employer", "salary", "os_version", "memory", "storage", "carrier", "wifi", "diagnosis", "medication",
    "blood_type", "allergy", "doctor", "religion", "politics", "orientation",
)  # fmt: skip


def make_person(seed: int, index: int = 0, lang: str = "en") -> Person:
    """Someone who does not exist: the same seed, index and language give the same person, byte for byte.

    Facts are those of `TYPES`; tables are those that the ``add_`` functions name, each in the order in
    which an app lists it. One private fact is the same `Value` with the same entity in every table. Raises
    `InputError` for another language, `MissingExtraError` without Faker.
    """
    if lang not in LANGUAGES:
        raise InputError("unknown language of a person", field="lang", expected=", ".join(LANGUAGES))
    draft = Draft(seed, index, lang, _now(seed, index))
    name, birth = _add_facts(draft)
    born = add_contacts(draft, name, birth)
    visits = add_appointments(draft)
    add_orders(draft)
    add_events(draft, born, visits)
    for add in (add_calls, add_talks, add_mails, add_notes, add_todos, add_library, add_money, add_life):
        add(draft)
    return draft.person


def _now(seed: int, index: int) -> datetime:
    """The device's clock: some minute of a day between 2025 and 2027, from seven to ten in the evening."""
    rng = generator(seed, "world/people/now", index)
    day = datetime(2025, 1, 6) + timedelta(days=rng.randrange(3 * 365 - 10))
    return day.replace(hour=rng.randint(7, 21), minute=rng.randint(0, 59))


def _add_facts(draft: Draft) -> tuple[Name, date]:
    """Fill ``draft.facts``; gives the person's name with its Latin letters, and the birth date."""
    rng, lang, today = draft.rng("facts"), draft.lang, draft.now.date()
    name = local_name(rng, lang)
    first, last = name.slug
    born = birthday(rng, today)
    age = today.year - born.year - ((today.month, today.day) < (born.month, born.day))
    made = {"name": name.full, "first": name.first, "last": name.last}
    made["username"], made["email"] = user_name(rng, name.slug), mail_address(rng, name.slug)
    made["phone"] = ids.phone(rng, lang)
    home = addresses.home(rng, lang)
    made |= {"address": home.whole, "street": home.street, "city": home.city, "postcode": home.postcode}
    made["country"] = addresses.COUNTRIES[lang]
    made["birthdate"], made["age"] = formats.full_date(lang, born), str(age)
    made["gender"] = entries("gender", lang)[2 if rng.random() < 0.03 else not name.female]
    made["device_model"] = rng.choice(entries("device_model", "all"))
    for fact in _OF_CONTENT:
        made[fact] = draft.say(draft.rng(f"facts/{fact}"), fact, f"me/{fact}").text
    made |= _career(draft, name, age)
    made["work_email"] = f"{first}.{last}@{host(made['employer'])}"
    made |= _money(draft, rng, name)
    made["passport"], made["national_id"] = (
        ids.passport(rng, lang),
        ids.national_id(rng, lang, born, name.female),
    )
    made["driver_license"], made["tax_id"] = ids.license_no(rng, lang), ids.tax_id(rng, lang)
    made["ip"], made["mac"] = ids.ip(rng, local=False), ids.mac(rng)
    made["imei"], made["serial"] = ids.imei(rng), ids.serial(rng)
    made["password"], made["pin"] = ids.password(rng), ids.pin(rng)
    made["coordinates"] = addresses.coordinates(rng, lang)
    made["plate"] = ids.plate(rng, lang)
    made["steps"] = formats.grouped(lang, rng.randint(900, 17000))
    made["heart_rate"] = str(rng.randint(54, 96)) + {"zh": " 次/分", "ru": " уд/мин"}.get(lang, " bpm")
    made["weight"] = _weight(rng, lang)
    made["company_id"] = ids.code(rng, rng.choice(("E", "EMP", "P", "MA")), 5)
    made["patient_id"] = ids.code(rng, rng.choice(("PT", "MRN", "P")), 7)
    draft.facts.update((fact, Value(made[fact], type, f"me/{fact}")) for fact, type in TYPES.items())
    return name, born


def _career(draft: Draft, name: Name, age: int) -> dict[str, str]:
    """Job, department, degree and school that go together, of a field that one can be in at that age."""
    rng = draft.rng("facts/career")
    field = rng.choice([field for field in entries("career", draft.lang) if age >= field["from"]])
    facts = ("job", "department", "degree", "school")
    return {fact: form(str(rng.choice(field[fact])), name.female) for fact in facts}


def _money(draft: Draft, rng: random.Random, name: Name) -> dict[str, str]:
    lang = draft.lang
    bank = rng.choice(entries("bank", lang))
    local = lang in ("de", "fr")  # elsewhere an account abroad has one
    iban = ids.iban(rng, lang if local else rng.choice(("de", "fr", "en")))
    return {
        "bank": bank,
        "iban": iban,
        "account_no": ids.account_in(iban) if local else ids.account_no(rng, lang),
        "balance": formats.money(lang, round(rng.lognormvariate(8.0, 1.1), 2)),
        "card": ids.card_number(rng),
        "card_holder": " ".join(name.slug).upper(),
        "card_expiry": expiry(rng, draft.now.year + 1),
        "card_cvv": ids.cvv(rng),
        "card_brand": rng.choice(entries("card_brand", "all")),
    }


def _weight(rng: random.Random, lang: str) -> str:
    kilos = rng.uniform(48, 104)
    if lang == "en":
        return f"{kilos * 2.2046:.1f} lb"
    return f"{formats.grouped(lang, kilos, 1)} {'кг' if lang == 'ru' else 'kg'}"
