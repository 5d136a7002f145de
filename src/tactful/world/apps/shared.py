"""What the person's tables hold, for checking app files before any person is made.

A field is a value (shown), or plain: a key, a flag or a number that is never shown by itself.
"""

from __future__ import annotations

from collections.abc import Mapping


def _table(values: str, keys: str = "", flags: str = "", numbers: str = "") -> Mapping[str, str]:
    named = ((values, "value"), (keys, "key"), (flags, "flag"), (numbers, "number"))
    return {name: sort for names, sort in named for name in names.split()}


PERSON_TABLES: Mapping[str, Mapping[str, str]] = {
    "contacts": _table(
        "name first phone email company job birthday address relation note", "group", "favorite"
    ),
    "calls": _table("name phone time duration", "kind contact"),
    "threads": _table("name phone preview time", "contact", "unread"),
    "messages": _table("body time code", "thread", "mine"),
    "mails": _table("sender sender_email to subject preview body time code", "folder kind", "unread starred"),
    "events": _table("title date day time place with", "calendar", "", "month dayno"),
    "notes": _table("title body time tag", "folder", "pinned"),
    "todos": _table("title due", "list", "done"),
    "files": _table("name size time owner", "kind folder", "shared"),
    "photos": _table("caption place date album", "scene"),
    "history": _table("title url time"),
    "bookmarks": _table("title url", "folder"),
    "passwords": _table("site username password url time"),
    "searches": _table("text time"),
    "orders": _table("number product price date status address shop"),
    "cart": _table("product price quantity"),
    "cards": _table("brand number holder expiry cvv", "", "primary"),
    "accounts": _table("name number balance", "kind"),
    "transactions": _table("party amount time note", "direction account"),
    "vitals": _table("name value unit time"),
    "medications": _table("name dose schedule"),
    "appointments": _table("doctor clinic time reason"),
    "places": _table("name address distance rating", "kind", "saved"),
    "devices": _table("name place time ip", "", "current"),
    "networks": _table("name signal", "", "known"),
}
"""Tables of every person: field -> value, key, flag or number."""


def _types(text: str) -> Mapping[str, str]:
    groups = (group.split(": ") for group in text.split("; "))
    return {name: type for type, names in groups for name in names.split()}


PERSON_TYPES: Mapping[str, Mapping[str, str]] = {
    "contacts": _types(
        "person: name first; phone: phone; email: email; company: company; job: job; birthdate: birthday; "
        "address: address; note: relation note"
    ),
    "calls": _types("person: name; phone: phone; time: time duration"),
    "threads": _types("person: name; phone: phone; preview: preview; time: time"),
    "messages": _types("message: body; time: time; otp: code"),
    "mails": _types(
        "person: sender; email: sender_email to; subject: subject; preview: preview; message: body; "
        "time: time; otp: code"
    ),
    "events": _types("schedule: title; date: date day; time: time; location: place; person: with"),
    "notes": _types("note: title body tag; time: time"),
    "todos": _types("note: title; date: due"),
    "files": _types("file: name size; time: time; person: owner"),
    "photos": _types("note: caption; location: place; date: date; file: album"),
    "history": _types("history: title; url: url; time: time"),
    "bookmarks": _types("history: title; url: url"),
    "passwords": _types("history: site; username: username; secret: password; url: url; date: time"),
    "searches": _types("search: text; time: time"),
    "orders": _types(
        "order: number product; amount: price; date: date; status: status; address: address; company: shop"
    ),
    "cart": _types("order: product quantity; amount: price"),
    "cards": _types("bank: brand; card: number expiry cvv; person: holder"),
    "accounts": _types("bank: name number; amount: balance"),
    "transactions": _types("history: party; amount: amount; time: time; note: note"),
    "vitals": _types("fitness: name value unit; time: time"),
    "medications": _types("health: name dose schedule"),
    "appointments": _types("health: doctor clinic reason; schedule: time"),
    "places": _types("location: name distance; address: address; text: rating"),
    "devices": _types("device: name; location: place; time: time; ip: ip"),
    "networks": _types("device: name; status: signal"),
}
"""The type that a field's values mostly have: what an action puts there is of it, if it is no riskier."""

PERSON_FACTS = frozenset(
    (
        "name", "first", "last", "username", "email", "work_email", "phone", "address", "street", "city",
        "postcode", "country", "birthdate", "age", "gender", "employer", "job", "department", "school",
        "degree", "bank", "account_no", "iban", "balance", "salary", "card", "card_holder", "card_expiry",
        "card_cvv", "card_brand", "passport", "national_id", "driver_license", "tax_id", "ip", "mac",
        "imei", "serial", "device_model", "os_version", "memory", "storage", "carrier", "wifi", "password",
        "pin", "diagnosis", "medication", "blood_type", "allergy", "doctor", "religion", "politics",
        "orientation", "coordinates", "plate", "steps", "heart_rate", "weight", "company_id", "patient_id",
    )
)  # fmt: skip
"""Facts of every person."""
