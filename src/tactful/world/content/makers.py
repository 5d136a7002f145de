"""Kinds made by code: people and their addresses, numbers and ids, times, money, measures.

A maker takes the `Ctx` and gives the text, or a `Value` where it carries an entity of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from tactful.world.content import formats, ids, measures, names
from tactful.world.content.kinds import Ctx
from tactful.world.content.words import lines
from tactful.world.values import Value

Maker = Callable[[Ctx], "str | Value"]


def _pick(ctx: Ctx, block: str) -> str:
    return ctx.rng.choice(lines(ctx.lang, block))


# -- people ------------------------------------------------------------------------------------


def _known(ctx: Ctx) -> Value | None:
    """The person whom this record is about."""
    for kind in ("person", "contact", "person_public", "author", "doctor"):
        if kind in ctx.row:
            return ctx.row[kind]
    return None


def _latin(ctx: Ctx) -> tuple[str, str]:
    """First and last name for an address: of the record's person, else of somebody."""
    mark = ctx.row.get("line:latin")
    known = _known(ctx)
    if mark is not None:
        first, last = mark.text.split("|")
        return first, last
    if known is not None:
        first, last = names.split(ctx.lang, known.text)
        found = names.plain(names.latin(ctx.lang, first)), names.plain(names.latin(ctx.lang, last))
    else:
        found = names.local_name(ctx.rng, ctx.lang).slug
    if not any(found):
        found = (ctx.rng.choice(lines("all", "nick")), "")
    ctx.row["line:latin"] = Value("|".join(found), "ui", public=True)
    return found


def person(ctx: Ctx) -> Value:
    if "line:name" in ctx.row and "first_name" in ctx.row:  # the first name was made before the whole
        return Value(ctx.row["line:name"].text, "person", ctx.key)
    name = names.local_name(ctx.rng, ctx.lang)
    ctx.row["line:name"] = Value(name.first, "ui", public=True)
    ctx.row["line:latin"] = Value("|".join(name.slug), "ui", public=True)
    return Value(name.full, "person", ctx.key)


def first_name(ctx: Ctx) -> Value:
    if "line:name" in ctx.row and _known(ctx) is not None:
        return Value(ctx.row["line:name"].text, "person", ctx.key)
    known = _known(ctx)
    # A Korean name of three signs may have a family name of two: only marked ones are split.
    if known is not None and (" " in known.text or ctx.lang == "zh"):
        return Value(names.split(ctx.lang, known.text)[0] or known.text, "person", ctx.key)
    name = names.local_name(ctx.rng, ctx.lang)
    ctx.row["line:name"] = Value(name.full, "ui", public=True)
    return Value(name.first, "person", ctx.key)


def _contact(ctx: Ctx, field: str) -> Value | None:
    """A field of one of the person's contacts, the same contact within a record; None where there is none."""
    if ctx.person is None or ctx.public:
        return None
    contacts = ctx.person.tables.get("contacts", ())
    if not contacts:
        return None
    mark = ctx.row.get("line:contact")
    if mark is None:
        wanted = ctx.row.get("contact")
        records = [r for r in contacts if wanted is not None and r.get("name") == wanted]
        record = records[0] if records else ctx.rng.choice(contacts)
        ctx.row["line:contact"] = Value(record.id, "ui", public=True)
    else:
        record = next((r for r in contacts if r.id == mark.text), contacts[0])
    value = record.get(field)
    return value if isinstance(value, Value) else None


def contact(ctx: Ctx) -> Value:
    if ctx.row.pop("contact", None) is not None:  # asked for once more: another one
        ctx.row.pop("line:contact", None)
    return _contact(ctx, "name") or person(ctx)


def contact_first(ctx: Ctx) -> Value:
    return _contact(ctx, "first") or first_name(ctx)


def _fact(ctx: Ctx, name: str) -> Value | None:
    return None if ctx.person is None or ctx.public else ctx.person.facts.get(name)


def me(ctx: Ctx) -> Value:
    return _fact(ctx, "name") or person(ctx)


def me_first(ctx: Ctx) -> Value:
    return _fact(ctx, "first") or first_name(ctx)


def _mine(fact: str, otherwise: Callable[[Ctx], Value | str]) -> Maker:
    """The person's own fact; something of the same sort where there is no person."""
    return lambda ctx: _fact(ctx, fact) or otherwise(ctx)


def employer(ctx: Ctx) -> Value | str:
    return _fact(ctx, "employer") or _pick(ctx, "company")


def handle(ctx: Ctx) -> str:
    return "@" + (ctx.row["username"].text if "username" in ctx.row else username(ctx))


def username(ctx: Ctx) -> str:
    return names.user_name(ctx.rng, _latin(ctx))


def email(ctx: Ctx) -> str:
    return names.mail_address(ctx.rng, _latin(ctx))


def phone(ctx: Ctx) -> str:
    return ids.phone(ctx.rng, ctx.lang)


def city(ctx: Ctx) -> str:
    return _pick(ctx, "city")


def street(ctx: Ctx) -> str:
    name, n = _pick(ctx, "street"), ctx.rng.randrange(1, 240)
    if ctx.lang == "en":
        return f"{n} {name}"
    if ctx.lang == "fr":
        return f"{n} {name}"
    if ctx.lang == "zh":
        return f"{name}{n}号"
    if ctx.lang == "ja":
        return f"{name}{n % 6 + 1}-{n % 20 + 1}-{n % 15 + 1}"
    if ctx.lang == "ko":
        return f"{name} {n}"
    return f"{name}, {n}" if ctx.lang == "ru" else f"{name} {n % 120 + 1}"


def postcode(ctx: Ctx) -> str:
    shapes = {"zh": "######", "ja": "###-####", "ru": "######"}
    return ids.digits(ctx.rng, shapes.get(ctx.lang, "#####"))


def address(ctx: Ctx) -> str:
    road, town, code = street(ctx), city(ctx), postcode(ctx)
    return {
        "en": f"{road}, {town} {code}", "zh": f"{town}{road}", "ja": f"〒{code} {town}{road}",
        "ko": f"{town} {road}", "fr": f"{road}, {code} {town}", "ru": f"{code}, {town}, {road}",
        "de": f"{road}, {code} {town}",
    }[ctx.lang]  # fmt: skip


def doctor(ctx: Ctx) -> str:
    name = names.local_name(ctx.rng, ctx.lang)
    return {
        "en": f"Dr. {name.last}", "zh": f"{name.last}医生", "ja": f"{name.last}先生",
        "ko": f"{name.full} 원장",
        "fr": f"Dr {name.last}", "ru": f"доктор {name.last}", "de": f"Dr. {name.last}",
    }[ctx.lang]  # fmt: skip


def birthdate(ctx: Ctx) -> str:
    born = datetime(ctx.rng.randrange(1948, 2008), ctx.rng.randrange(1, 13), ctx.rng.randrange(1, 29))
    if ctx.rng.random() < 0.6:
        return formats.short_date(ctx.lang, born, padded=True)
    return formats.full_date(ctx.lang, born, long=True)


# -- numbers and devices -----------------------------------------------------------------------


def _shaped(*shapes: str) -> Maker:
    return lambda ctx: ids.digits(ctx.rng, ctx.rng.choice(shapes))


def _in_country(make: Callable[..., str]) -> Maker:
    return lambda ctx: make(ctx.rng, ctx.lang)


def _by_rng(make: Callable[..., str]) -> Maker:
    return lambda ctx: make(ctx.rng)


def expiry(ctx: Ctx) -> str:
    return f"{ctx.rng.randrange(1, 13):02d}/{(ctx.now.year + ctx.rng.randrange(1, 6)) % 100:02d}"


def coordinates(ctx: Ctx) -> str:
    lat, lon = ctx.rng.uniform(-55, 65), ctx.rng.uniform(-170, 170)
    if ctx.rng.random() < 0.7:
        return f"{lat:.5f}, {lon:.5f}"
    return f"{abs(lat):.4f}° {'N' if lat > 0 else 'S'}, {abs(lon):.4f}° {'E' if lon > 0 else 'W'}"


def url_private(ctx: Ctx) -> str:
    path, token = ctx.rng.choice(lines("all", "path_private")), ids.digits(ctx.rng, "%%%%%#%%")
    return f"https://{ctx.rng.choice(lines('all', 'host'))}/{path}/{token}"


def url_public(ctx: Ctx) -> str:
    return (
        f"{ctx.rng.choice(('https://', 'https://www.', ''))}{ctx.rng.choice(lines('all', 'host'))}/"
        + ctx.rng.choice(lines("all", "path_public"))
    )


def version(ctx: Ctx) -> str:
    r = ctx.rng
    return f"{r.randrange(1, 19)}.{r.randrange(12)}" + (f".{r.randrange(20)}" if r.random() < 0.6 else "")


def hostname(ctx: Ctx) -> str:
    return ctx.rng.choice(lines("all", "hostname")) + ids.digits(
        ctx.rng, ctx.rng.choice(("", "-##", "-%%%%"))
    )


_STEPS = {"en": "steps", "zh": "步", "ja": "歩", "ko": "걸음", "fr": "pas", "ru": "шагов", "de": "Schritte"}

MAKERS: dict[str, Maker] = {
    "person": person, "first_name": first_name, "contact": contact, "contact_first": contact_first,
    "me": me, "me_first": me_first, "person_public": person, "author": person, "employer": employer,
    "me_email": _mine("email", email), "me_phone": _mine("phone", phone),
    "me_address": _mine("address", address), "me_username": _mine("username", username),
    "username": username, "handle": handle, "handle_public": handle, "email": email, "email_public": email,
    "phone": phone, "phone_public": phone, "city": city, "city_public": city, "street": street,
    "address": address, "address_public": address, "postcode": postcode, "birthdate": birthdate,
    "age": measures.age, "doctor": doctor, "national_id": _in_country(ids.national_id),
    "passport": _in_country(ids.passport), "tax_id": _in_country(ids.tax_id),
    "license_no": _in_country(ids.license_no), "account_no": _in_country(ids.account_no),
    "iban": _in_country(ids.iban), "plate": _in_country(ids.plate),
    "student_id": _shaped("S########", "20######", "ST-#####"),
    "employee_id": _shaped("E-####", "EMP#####", "P######"),
    "patient_id": _shaped("MRN ######", "P-#######", "PT####-##"),
    "customer_id": _shaped("C-######", "KD#######", "########"),
    "member_id": _shaped("M-#######", "#### #### ##", "VIP-#####"),
    "booking_code": _by_rng(ids.booking_code),
    "order_no": _shaped("#######-####", "SO-######", "##########", "#@@-######"),
    "tracking_no": _shaped("@@#########@@", "0Z################", "##############"),
    "invoice_no": _shaped("INV-####-###", "R-######", "20##-####"),
    "case_no": _shaped("CASE-#####", "#########", "K-####/##"),
    "ticket_no": _shaped("#####", "TCK-####", "#######", "T-###-###"),
    "seat": _shaped("##A", "##C", "##F", "@##"), "issue_no": _shaped("#", "##", "###", "####"),
    "room_no": _shaped("###", "@-###", "#.##"), "card": _by_rng(ids.card_number), "cvv": _by_rng(ids.cvv),
    "expiry": expiry, "serial": _by_rng(ids.serial), "imei": _by_rng(ids.imei), "ip": _by_rng(ids.ip),
    "mac": _by_rng(ids.mac), "secret_key": _by_rng(ids.secret_key), "password": _by_rng(ids.password),
    "pin": _by_rng(ids.pin), "otp": _by_rng(ids.otp), "card_masked": _shaped("•••• ####", "**** ####"),
    "uuid": _shaped("%%%%%%%%-%%%%-4%%%-a%%%-%%%%%%%%%%%%"), "coordinates": coordinates,
    "hostname": hostname, "url_private": url_private, "url_public": url_public, "version": version,
    "commit_hash": _shaped("%%%%%%%"), "time": measures.time, "time_short": measures.time_short,
    "date": measures.date, "date_short": measures.date_short, "weekday": measures.weekday,
    "month": measures.month, "datetime": measures.both, "relative_time": measures.relative_time,
    "duration": measures.duration, "date_future": measures.date_future, "date_past": measures.date_past,
    "date_until": measures.date_until,
    "event_time": measures.event_time, "clock": measures.time, "weekday_public": measures.weekday,
    "month_public": measures.month, "company_public": lambda ctx: _pick(ctx, "company"),
    "date_public": measures.date_past, "time_public": measures.time_short,
    "relative_time_public": measures.relative_time, "duration_public": measures.duration,
    "amount": measures.spread(3, 900), "balance": measures.spread(40, 30000),
    "salary": measures.monthly("salary"), "rent": measures.monthly("rent"),
    "savings": measures.monthly("savings"), "fee": measures.spread(4, 70),
    "refund": measures.spread(8, 160), "budget": measures.spread(300, 30000, 50),
    "deposit": measures.spread(100, 600, 10), "bill": measures.spread(90, 700),
    "price": measures.price, "price_public": measures.price, "small_price": measures.spread(1, 30),
    "fare": measures.spread(45, 900, 1), "room_price": measures.spread(55, 420, 1),
    "percent": measures.percent, "quantity": measures.quantity, "counter": measures.counter,
    "views": measures.views, "likes": measures.views, "stars": measures.stars, "rating": measures.stars,
    "percent_done": measures.percent, "percent_public": measures.percent,
    "temperature": measures.temperature, "score": measures.score, "stock": measures.stock,
    "vital": measures.vital, "letter": measures.letter, "file_size": measures.size,
    "distance": measures.distance, "distance_public": measures.distance,
    "steps": measures.measure(600, 19000, _STEPS), "calories": measures.measure(80, 3200, "kcal"),
    "sleep": measures.sleep, "heart_rate": measures.measure(48, 150, "bpm"),
    "weight": measures.measure(46, 118, {"en": "kg", "ru": "кг"}, 1),
    "height": measures.measure(150, 198, {"en": "cm", "ru": "см"}),
    "memory": _shaped("4 GB", "6 GB", "8 GB", "12 GB", "16 GB", "32 GB"),
    "battery": lambda ctx: f"{ctx.rng.randrange(4, 101)}%",
    "storage": lambda ctx: f"{ctx.rng.randrange(11, 120)} GB / {ctx.rng.choice((128, 256, 512))} GB",
    "speed": measures.measure(3, 940, "Mbit/s"), "blood_type": measures.blood_type,
}  # fmt: skip
"""The makers by kind."""
