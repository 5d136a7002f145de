"""The facts of a person: who they are, where they live and work, what they own, how they are."""

from __future__ import annotations

import random
from datetime import date, timedelta

from tactful.runs import generator
from tactful.world.content import formats, ids
from tactful.world.content.names import Name, local_name, mail_address, plain, user_name
from tactful.world.people import addresses, words
from tactful.world.people.draft import Draft
from tactful.world.values import Value

TYPES: dict[str, str] = {
    "name": "person", "first": "person", "last": "person", "username": "username", "email": "email",
    "work_email": "email", "phone": "phone", "address": "address", "street": "address", "city": "location",
    "postcode": "address", "country": "location", "birthdate": "birthdate", "age": "birthdate",
    "gender": "preference", "employer": "company", "job": "job", "department": "job", "school": "education",
    "degree": "education", "bank": "bank", "account_no": "bank", "iban": "bank", "balance": "amount",
    "salary": "amount", "card": "card", "card_holder": "person", "card_expiry": "card", "card_cvv": "card",
    "card_brand": "bank", "passport": "id_number", "national_id": "id_number", "driver_license": "id_number",
    "tax_id": "id_number", "ip": "ip", "mac": "mac", "imei": "device_id", "serial": "device_id",
    "device_model": "device", "os_version": "device", "memory": "device", "storage": "device",
    "carrier": "carrier", "wifi": "device", "password": "secret", "pin": "secret", "diagnosis": "health",
    "medication": "health", "blood_type": "health", "allergy": "health", "doctor": "health",
    "religion": "religion", "politics": "politics", "orientation": "sexuality", "coordinates": "coordinates",
    "plate": "plate", "steps": "fitness", "heart_rate": "fitness", "weight": "fitness",
    "company_id": "id_number", "patient_id": "id_number",
}  # fmt: skip
"""Every fact and its type of value."""

# Facts whose words are a content kind's.
_SAID = (
    "employer", "salary", "os_version", "memory", "storage", "carrier", "wifi", "diagnosis", "medication",
    "blood_type", "allergy", "doctor", "religion", "politics", "orientation",
)  # fmt: skip


def host(name: str) -> str:
    """The domain of a company or a site, always the same: its Latin letters, else a plain word."""
    rng = generator(0, f"world/host/{name}")
    label = plain(name)[:18]
    if len(label) < 3:
        label = "-".join(rng.sample(words.entries("host", "all"), 2))
    return f"{label}.{rng.choice(('example', 'example', 'test'))}"


def birthday(rng: random.Random, today: date, low: int = 19, high: int = 72) -> date:
    """A birth date of someone between ``low`` and ``high`` years old."""
    return today - timedelta(days=rng.randint(low * 366, high * 365))


def age(born: date, today: date) -> int:
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


def add_facts(draft: Draft) -> tuple[Name, date]:
    """Fill ``draft.facts``; gives the person's name with its Latin letters, and the birth date."""
    rng, lang = draft.rng("facts"), draft.lang
    today = draft.now.date()
    name = local_name(rng, lang)
    slug = name.slug
    born = birthday(rng, today)
    made: dict[str, str] = {}
    made["name"], made["first"], made["last"] = name.full, name.first, name.last
    made["username"] = user_name(rng, slug)
    made["email"] = mail_address(rng, slug)
    made["phone"] = ids.phone(rng, lang)
    place = addresses.home(rng, lang)
    made["address"], made["street"] = place.whole, place.street
    made["city"], made["postcode"] = place.city, place.postcode
    made["country"] = addresses.COUNTRIES[lang]
    made["birthdate"] = formats.full_date(lang, born)
    made["age"] = str(age(born, today))
    made["gender"] = words.entries("gender", lang)[2 if rng.random() < 0.03 else not name.female]
    made["device_model"] = rng.choice(words.entries("device_model", "all"))
    for fact in _SAID:
        made[fact] = draft.say(draft.rng(f"facts/{fact}"), fact, f"me/{fact}").text
    made |= _career(draft, name, age(born, today))
    made["work_email"] = f"{slug[0]}.{slug[1]}@{host(made['employer'])}"
    _money(rng, draft, made, name)
    made["passport"] = ids.passport(rng, lang)
    made["national_id"] = ids.national_id(rng, lang, born, name.female)
    made["driver_license"] = ids.license_no(rng, lang)
    made["tax_id"] = ids.tax_id(rng, lang)
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
    for fact, type in TYPES.items():
        draft.facts[fact] = Value(made[fact], type, f"me/{fact}")
    return name, born


def _career(draft: Draft, name: Name, years: int) -> dict[str, str]:
    """Job, department, degree and school that go together, of a field that one can be in at that age."""
    rng = draft.rng("facts/career")
    fields = [f for f in words.entries("career", draft.lang) if years >= f["from"]]
    field = rng.choice(fields)
    found = {fact: str(rng.choice(field[fact])) for fact in ("job", "department", "degree", "school")}
    return {fact: words.form(text, name.female) for fact, text in found.items()}


def _money(rng: random.Random, draft: Draft, made: dict[str, str], name: Name) -> None:
    lang = draft.lang
    made["bank"] = rng.choice(words.entries("bank", lang))
    local = lang in ("de", "fr")  # elsewhere an account abroad has one
    made["iban"] = ids.iban(rng, lang if local else rng.choice(("de", "fr", "en")))
    made["account_no"] = ids.account_in(made["iban"]) if local else ids.account_no(rng, lang)
    made["balance"] = formats.money(lang, round(rng.lognormvariate(8.0, 1.1), 2))
    made["card"] = ids.card_number(rng)
    made["card_holder"] = unaccented(name)
    made["card_expiry"] = expiry(rng, draft.now.year + 1)
    made["card_cvv"] = ids.cvv(rng)
    made["card_brand"] = rng.choice(words.entries("card_brand", "all"))


def unaccented(name: Name) -> str:
    """The name as a card shows it: capital Latin letters."""
    return " ".join(name.slug).upper()


def expiry(rng: random.Random, year: int) -> str:
    """A card's month and year."""
    return f"{rng.randint(1, 12):02d}/{(year + rng.randint(0, 4)) % 100:02d}"


def _weight(rng: random.Random, lang: str) -> str:
    kilos = rng.uniform(48, 104)
    if lang == "en":
        return f"{kilos * 2.2046:.1f} lb"
    return f"{formats.grouped(lang, kilos, 1)} {'кг' if lang == 'ru' else 'kg'}"
