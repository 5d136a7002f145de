"""Kinds made by code: people and their addresses, numbers and devices; and the table of all such kinds.

A maker takes the `Ctx` and gives the text, or a `Value` where it carries an entity of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from tactful.world.content import formats, ids, measures, names
from tactful.world.content.kinds import Ctx
from tactful.world.content.words import lines, load
from tactful.world.values import Value

Maker = Callable[[Ctx], "str | Value"]


def _pick(ctx: Ctx, block: str) -> str:
    return ctx.rng.choice(lines(ctx.lang, block))


# -- people ------------------------------------------------------------------------------------


def _mark(ctx: Ctx, name: str, text: str) -> None:
    """Remember a choice for the record's other fields."""
    ctx.row[f"line:{name}"] = Value(text, "ui", public=True)


def _known(ctx: Ctx) -> Value | None:
    """The person whom this record is about."""
    kinds = ("person", "contact", "person_public", "author", "doctor")
    return next((ctx.row[kind] for kind in kinds if kind in ctx.row), None)


def _latin(ctx: Ctx) -> tuple[str, str]:
    """First and last name for an address: of the record's person, else of somebody."""
    known = _known(ctx)
    if "line:latin" in ctx.row:
        first, last = ctx.row["line:latin"].text.split("|")
        return first, last
    if known is not None:
        first, last = names.split(ctx.lang, known.text)
        slug = names.plain(names.latin(ctx.lang, first)), names.plain(names.latin(ctx.lang, last))
    else:
        slug = names.local_name(ctx.rng, ctx.lang).slug
    if not any(slug):
        slug = (ctx.rng.choice(lines("all", "nick")), "")
    _mark(ctx, "latin", "|".join(slug))
    return slug


def _person(ctx: Ctx) -> Value:
    if "line:name" in ctx.row and "first_name" in ctx.row:  # the first name was made before the whole
        return Value(ctx.row["line:name"].text, "person", ctx.key)
    name = names.local_name(ctx.rng, ctx.lang)
    _mark(ctx, "name", name.first)
    _mark(ctx, "latin", "|".join(name.slug))
    return Value(name.full, "person", ctx.key)


def _first_name(ctx: Ctx) -> Value:
    known = _known(ctx)
    if "line:name" in ctx.row and known is not None:
        return Value(ctx.row["line:name"].text, "person", ctx.key)
    # A Korean name of three signs may have a family name of two: only marked ones are split.
    if known is not None and (" " in known.text or ctx.lang == "zh"):
        return Value(names.split(ctx.lang, known.text)[0] or known.text, "person", ctx.key)
    name = names.local_name(ctx.rng, ctx.lang)
    _mark(ctx, "name", name.full)
    return Value(name.first, "person", ctx.key)


def _of_contact(ctx: Ctx, field: str) -> Value | None:
    """A field of one of the person's contacts, the same contact within a record; None where there is none."""
    if ctx.person is None or ctx.public:
        return None
    contacts = ctx.person.tables.get("contacts", ())
    if not contacts:
        return None
    mark = ctx.row.get("line:contact")
    if mark is None:
        wanted = ctx.row.get("contact")
        record = next((r for r in contacts if wanted is not None and r.get("name") == wanted), None)
        record = record or ctx.rng.choice(contacts)
        _mark(ctx, "contact", record.id)
    else:
        record = next((r for r in contacts if r.id == mark.text), contacts[0])
    value = record.get(field)
    return value if isinstance(value, Value) else None


def _contact(ctx: Ctx) -> Value:
    if ctx.row.pop("contact", None) is not None:  # asked for once more: another one
        ctx.row.pop("line:contact", None)
    return _of_contact(ctx, "name") or _person(ctx)


def _contact_first(ctx: Ctx) -> Value:
    return _of_contact(ctx, "first") or _first_name(ctx)


def _mine(fact: str, otherwise: Maker) -> Maker:
    """The person's own fact; something of the same sort where there is no person."""

    def make(ctx: Ctx) -> str | Value:
        own = None if ctx.person is None or ctx.public else ctx.person.facts.get(fact)
        return own or otherwise(ctx)

    return make


def _username(ctx: Ctx) -> str:
    return names.user_name(ctx.rng, _latin(ctx))


def _handle(ctx: Ctx) -> str:
    return "@" + (ctx.row["username"].text if "username" in ctx.row else _username(ctx))


def _email(ctx: Ctx) -> str:
    return names.mail_address(ctx.rng, _latin(ctx))


def _phone(ctx: Ctx) -> str:
    return ids.phone(ctx.rng, ctx.lang)


def _doctor(ctx: Ctx) -> str:
    name = names.local_name(ctx.rng, ctx.lang)
    return {
        "zh": f"{name.last}医生", "ja": f"{name.last}先生", "ko": f"{name.full} 원장",
        "fr": f"Dr {name.last}", "ru": f"доктор {name.last}",
    }.get(ctx.lang, f"Dr. {name.last}")  # fmt: skip


def _birthdate(ctx: Ctx) -> str:
    born = datetime(ctx.rng.randrange(1948, 2008), ctx.rng.randrange(1, 13), ctx.rng.randrange(1, 29))
    if ctx.rng.random() < 0.6:
        return formats.short_date(ctx.lang, born, padded=True)
    return formats.full_date(ctx.lang, born, long=True)


# -- places ------------------------------------------------------------------------------------


def _city(ctx: Ctx) -> str:
    return _pick(ctx, "city")


def _street(ctx: Ctx) -> str:
    name, n = _pick(ctx, "street"), ctx.rng.randrange(1, 240)
    return {
        "en": f"{n} {name}", "fr": f"{n} {name}", "zh": f"{name}{n}号", "ko": f"{name} {n}",
        "ja": f"{name}{n % 6 + 1}-{n % 20 + 1}-{n % 15 + 1}", "ru": f"{name}, {n}",
        "de": f"{name} {n % 120 + 1}",
    }[ctx.lang]  # fmt: skip


def _postcode(ctx: Ctx) -> str:
    shapes = {"zh": "######", "ja": "###-####", "ru": "######"}
    return ids.digits(ctx.rng, shapes.get(ctx.lang, "#####"))


def _address(ctx: Ctx) -> str:
    road, town, code = _street(ctx), _city(ctx), _postcode(ctx)
    return {
        "en": f"{road}, {town} {code}", "zh": f"{town}{road}", "ja": f"〒{code} {town}{road}",
        "ko": f"{town} {road}", "fr": f"{road}, {code} {town}", "ru": f"{code}, {town}, {road}",
        "de": f"{road}, {code} {town}",
    }[ctx.lang]  # fmt: skip


def _coordinates(ctx: Ctx) -> str:
    lat, lon = ctx.rng.uniform(-55, 65), ctx.rng.uniform(-170, 170)
    if ctx.rng.random() < 0.7:
        return f"{lat:.5f}, {lon:.5f}"
    return f"{abs(lat):.4f}° {'N' if lat > 0 else 'S'}, {abs(lon):.4f}° {'E' if lon > 0 else 'W'}"


# -- numbers and devices -----------------------------------------------------------------------


def _form(forms: Sequence[str]) -> Maker:
    return lambda ctx: ids.digits(ctx.rng, ctx.rng.choice(forms))


def _in_country(make: Callable[..., str]) -> Maker:
    return lambda ctx: make(ctx.rng, ctx.lang)


def _by_rng(make: Callable[..., str]) -> Maker:
    return lambda ctx: make(ctx.rng)


def _expiry(ctx: Ctx) -> str:
    return f"{ctx.rng.randrange(1, 13):02d}/{(ctx.now.year + ctx.rng.randrange(1, 6)) % 100:02d}"


def _url_private(ctx: Ctx) -> str:
    path, token = ctx.rng.choice(lines("all", "path_private")), ids.digits(ctx.rng, "%%%%%#%%")
    return f"https://{ctx.rng.choice(lines('all', 'host'))}/{path}/{token}"


def _url_public(ctx: Ctx) -> str:
    start, host = ctx.rng.choice(("https://", "https://www.", "")), ctx.rng.choice(lines("all", "host"))
    return f"{start}{host}/{ctx.rng.choice(lines('all', 'path_public'))}"


def _version(ctx: Ctx) -> str:
    r = ctx.rng
    return f"{r.randrange(1, 19)}.{r.randrange(12)}" + (f".{r.randrange(20)}" if r.random() < 0.6 else "")


def _hostname(ctx: Ctx) -> str:
    name = ctx.rng.choice(lines("all", "hostname"))
    return name + ids.digits(ctx.rng, ctx.rng.choice(("", "-##", "-%%%%")))


def _storage(ctx: Ctx) -> str:
    return f"{ctx.rng.randrange(11, 120)} GB / {ctx.rng.choice((128, 256, 512))} GB"


_COUNTRY = ("national_id", "passport", "tax_id", "license_no", "account_no", "iban", "plate")
_ANYWHERE = ("booking_code", "cvv", "serial", "imei", "ip", "mac", "secret_key", "password", "pin", "otp")

MAKERS: dict[str, Maker] = {
    "person": _person, "first_name": _first_name, "contact": _contact, "contact_first": _contact_first,
    "me": _mine("name", _person), "me_first": _mine("first", _first_name), "person_public": _person,
    "author": _person, "employer": _mine("employer", lambda ctx: _pick(ctx, "company")),
    "me_email": _mine("email", _email), "me_phone": _mine("phone", _phone),
    "me_address": _mine("address", _address), "me_username": _mine("username", _username),
    "username": _username, "handle": _handle, "handle_public": _handle, "email": _email,
    "email_public": _email, "phone": _phone, "phone_public": _phone, "doctor": _doctor,
    "birthdate": _birthdate, "company_public": lambda ctx: _pick(ctx, "company"), "city": _city,
    "city_public": _city, "street": _street, "address": _address, "address_public": _address,
    "postcode": _postcode, "coordinates": _coordinates, "card": _by_rng(ids.card_number),
    "expiry": _expiry, "hostname": _hostname, "url_private": _url_private, "url_public": _url_public,
    "version": _version, "storage": _storage, "battery": lambda ctx: f"{ctx.rng.randrange(4, 101)}%",
    **{name: _in_country(getattr(ids, name)) for name in _COUNTRY},
    **{name: _by_rng(getattr(ids, name)) for name in _ANYWHERE},
    **{name: _form(forms) for name, forms in load("kinds")["forms"].items()},
    **measures.MAKERS,
}  # fmt: skip
"""The makers by kind."""
