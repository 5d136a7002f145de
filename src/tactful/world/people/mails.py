"""Mails: of contacts in the words of `tactful.world.content`, of shops and services in letters of our own.

What a letter names is what the tables hold: an order mail its order's number, product and price, a health
mail the appointment, an invitation its event. A verify mail has its code as a field and nested in its body.
"""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from tactful.world.content import formats, ids
from tactful.world.people import addresses
from tactful.world.people.draft import Draft, Given, addressed, entries, host, preview, price, record, text
from tactful.world.people.person import Record
from tactful.world.people.talks import one_time_code, service
from tactful.world.values import Value

KINDS = ("personal", "work", "order", "verify", "invite", "promo", "travel", "health")

_INBOX = (*KINDS, "personal", "work", "personal", "work", "order", "promo", "verify", "invite")

Words = dict[str, Value | str]
"""What fills the slots of a letter."""


def add_mails(draft: Draft) -> None:
    """The table ``mails``, newest first over all folders; 24 to 40 of them."""
    rng = draft.rng("mails")
    plan = [("inbox", kind) for kind in _INBOX[: rng.randint(13, 16)]]
    plan += [("inbox", rng.choice(KINDS)) for _ in range(rng.randint(0, 4))]
    plan += [("sent", rng.choice(("personal", "work"))) for _ in range(rng.randint(4, 8))]
    plan += [("drafts", rng.choice(("personal", "work"))) for _ in range(rng.randint(1, 3))]
    plan += [("archive", rng.choice(KINDS)) for _ in range(rng.randint(3, 5))]
    plan += [("spam", "promo") for _ in range(rng.randint(3, 4))]
    rng.shuffle(plan)
    when = draft.recent(rng, 1, 55)
    made: list[Record] = []
    for n, (folder, kind) in enumerate(plan, 1):
        made.append(_mail(draft, n, folder, kind, when))
        when = draft.before(rng, when, 5.7)
    draft.tables["mails"] = tuple(made)


def _mail(draft: Draft, n: int, folder: str, kind: str, when: datetime) -> Record:
    rng, key = draft.rng(f"mails/{n}"), f"mail/{n}"
    mine = folder in ("sent", "drafts")
    if kind in ("personal", "work", "invite"):
        fields = _from_contact(draft, rng, key, kind, mine)
    else:
        fields = _from_service(draft, rng, key, kind, when)
    given: dict[str, Given] = {
        **fields,
        "preview": preview(fields["body"], f"{key}/preview"),
        "time": (draft.stamp(when), "time"),
        "folder": folder,
        "unread": folder in ("inbox", "spam") and rng.random() < (0.8 if n < 5 else 0.25),
        "starred": not mine and folder != "spam" and rng.random() < 0.2,
        "kind": kind,
    }
    return record(key, **given)


def _from_contact(draft: Draft, rng: random.Random, key: str, kind: str, mine: bool) -> dict[str, Value]:
    facts, contacts = draft.facts, draft.tables["contacts"]
    if kind == "invite":
        who, subject, body = _invitation(draft, rng, key)
    else:
        who = rng.choice([c for c in contacts if kind != "work" or c.get("group") == "work"] or contacts)
        # Letters talk of others: of neither the sender nor the reader.
        third = rng.choice([c for c in contacts if c.id != who.id])
        subject, body = _between(draft, rng, key, kind, who if mine else None, third)
    there, here = (text(who, "name"), text(who, "email")), (facts["name"], facts["email"])
    if kind == "work":
        here = (facts["name"], facts["work_email"])
    if mine:
        subject, body, there, here = addressed(subject, who), addressed(body, who), here, there
    return {"sender": there[0], "sender_email": there[1], "to": here[1], "subject": subject, "body": body}


def _between(
    draft: Draft, rng: random.Random, key: str, kind: str, reader: Record | None, third: Record
) -> tuple[Value, Value]:
    """Subject and body to ``reader`` (None: the person): a letter of ours or of the content's words."""
    sent = draft.said.setdefault("between", set())
    count = len(entries(kind, draft.lang, "letters"))
    left = [n for n in range(count) if f"{kind} {n}" not in sent]
    if not left or rng.random() >= 0.5:
        row = {"contact": text(third, "name"), "employer": draft.facts["employer"]}
        return _from_content(draft, rng, key, kind, row)
    number = rng.choice(left)
    sent.add(f"{kind} {number}")
    lang = draft.lang
    called = "name" if lang in ("zh", "ja", "ko") else "first"
    day = draft.now + timedelta(days=rng.randint(1, 12))
    at = day.replace(hour=rng.randint(9, 19), minute=rng.choice((0, 15, 30)))
    values: Words = {
        "you": draft.facts[called] if reader is None else text(reader, called),
        "third": text(third, called),
        "day": Value(formats.weekday_date(lang, day), "date", f"{key}/day"),
        "past": Value(formats.weekday_date(lang, draft.now - (day - draft.now)), "date", f"{key}/past"),
        "time": Value(draft.clock(at), "time", f"{key}/clock"),
        "cafe": Value(draft.pick(rng, "cafe"), "location", f"{key}/cafe"),
        "amount": Value(formats.money(lang, rng.randint(40, 9000)), "amount", f"{key}/amount"),
    }
    return _letter(draft, rng, key, kind, values, number)


def _from_content(
    draft: Draft, rng: random.Random, key: str, kind: str, row: dict[str, Value]
) -> tuple[Value, Value]:
    """Subject and body of a content kind, in a line that no other mail has, if one is left."""
    sent = draft.said.setdefault("said mails", set())
    for _ in range(12):
        held = dict(row)
        subject = draft.say(rng, f"mail_subject_{kind}", f"{key}/subject", held)
        line = held.get(f"line:mail_{kind}")  # which of its lines the kind took
        mark = f"{kind} {subject.text if line is None else line.text}"
        if mark not in sent:
            break
    sent.add(mark)
    return subject, draft.say(rng, f"mail_body_{kind}", f"{key}/body", held)


def _invitation(draft: Draft, rng: random.Random, key: str) -> tuple[Record, Value, Value]:
    """Who invites, subject and body: to one of the gatherings that are still to come, by its host."""
    event = rng.choice([e for e in draft.tables["events"] if e.id in draft.upcoming])
    name = text(event, "with")
    who = next(c for c in draft.tables["contacts"] if c.get("name") == name)
    values: Words = {f: text(event, f) for f in ("title", "date", "time", "place")}
    values |= {"first": draft.facts["first"], "me": draft.facts["name"], "sender": name}
    return who, *_letter(draft, rng, key, "invite", values)


def _letter(
    draft: Draft, rng: random.Random, key: str, kind: str, values: Words, chosen: int | None = None
) -> tuple[Value, Value]:
    """Subject and body of one of our letters; one that was not sent yet where ``chosen`` is None."""
    letters = entries(kind, draft.lang, "letters")
    sent = draft.said.setdefault("letters", set())
    if chosen is None:
        left = [i for i in range(len(letters)) if f"{kind} {i}" not in sent]
        chosen = rng.choice(left or range(len(letters)))
    sent.add(f"{kind} {chosen}")
    subject, body = letters[chosen]
    return (
        draft.fill(subject, "subject", f"{key}/subject", values),
        draft.fill(body, "message", f"{key}/body", values),
    )


def _order(draft: Draft, rng: random.Random, when: datetime) -> tuple[Record, int]:
    """An order and the letter that fits how far it is: 0 sent, 1 received, 2 a question, 3 a receipt."""
    sent = draft.said.setdefault("order letters", set())
    orders = draft.tables["orders"]
    known = [o for o in orders if draft.ordered[o.id][0] <= when] or list(orders)
    choices = []
    for order in known[:4]:
        day, status = draft.ordered[order.id]
        fitting = [1, 3]
        if status in (0, 1, 3):
            fitting.append(0)
        if status == 0 and when - day > timedelta(days=4):
            fitting = [2, 3]
        choices += [(order, i) for i in fitting if f"{order.id} {i}" not in sent]
    order, letter = rng.choice(choices or [(known[0], 3)])
    sent.add(f"{order.id} {letter}")
    return order, letter


def _from_service(draft: Draft, rng: random.Random, key: str, kind: str, when: datetime) -> dict[str, Value]:
    facts = draft.facts
    values: Words = {"first": facts["first"], "me": facts["name"], "email": facts["email"]}
    more: dict[str, Value] = {}
    letter: int | None = None
    if kind == "order":
        order, letter = _order(draft, rng, when)
        values |= {name: text(order, name) for name in ("product", "price", "date", "address", "shop")}
        values["order"] = text(order, "number")
        sender, local = text(order, "shop"), rng.choice(("orders", "service", "shop"))
    elif kind == "verify":
        sender, local = service(draft, rng, f"{key}/sender"), "security"
        more["code"] = Value(one_time_code(rng), "otp", f"{key}/code")
        values |= {"code": more["code"], "service": sender.text}
    elif kind == "promo":
        sender, local = draft.as_private(rng, "shop", "company", f"{key}/sender"), "news"
        values |= _offer(draft, rng, key, sender.text)
    elif kind == "travel":
        sender, local = service(draft, rng, f"{key}/sender"), "bookings"
        values |= _trip(draft, rng, key) | {"service": sender.text}
    else:
        visit = rng.choice(draft.tables["appointments"])
        sender, local = text(visit, "clinic"), "office"
        values |= {name: text(visit, name) for name in ("doctor", "clinic", "reason")}
        values |= {"patient": facts["patient_id"], "medication": facts["medication"]}
        values["date"], values["time"] = draft.visits[visit.id]
    if kind == "promo" and rng.random() < 0.5:
        subject, body = _from_content(draft, rng, key, kind, {"shop": sender})
    else:
        subject, body = _letter(draft, rng, key, kind, values, letter)
    address = Value(f"{local}@{host(sender.text)}", "email", f"{key}/sender_email")
    mail = {"sender": sender, "sender_email": address, "to": facts["email"], "subject": subject, "body": body}
    return mail | more


def _offer(draft: Draft, rng: random.Random, key: str, shop: str) -> Words:
    def percent(sign: str) -> str:
        return f"{rng.choice((10, 15, 20, 25, 30, 40))}{sign}"

    less = percent(" %") if draft.lang in ("fr", "de", "ru") else ""
    product = draft.as_private(rng, "product", "order", f"{key}/product").text
    words: Words = {"shop": shop, "product": product, "price": price(rng, draft.lang)}
    return words | {"percent": less or percent("%"), "contact": f"stop@{host(shop)}"}


def _trip(draft: Draft, rng: random.Random, key: str) -> Words:
    day = draft.now + timedelta(days=rng.randint(3, 60))
    leaves = day.replace(hour=rng.randint(5, 21), minute=rng.choice((0, 5, 10, 20, 35, 45, 50)))
    return {
        "booking": Value(ids.booking_code(rng), "order", f"{key}/booking"),
        "city": Value(addresses.city(rng, draft.lang), "location", f"{key}/city"),
        "date": Value(formats.full_date(draft.lang, day), "date", f"{key}/date"),
        "time": Value(draft.clock(leaves), "time", f"{key}/departure"),
        "price": Value(price(rng, draft.lang), "amount", f"{key}/price"),
    }
