"""Conversations by message: with contacts, and with services that send codes."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from tactful.world.content import ids
from tactful.world.people.draft import Draft, Given, addressed, awake, entries, preview, record, text
from tactful.world.people.person import Record
from tactful.world.values import Value

# How often a line of each kind comes.
_KINDS = ("message_line",) * 5 + ("message_question",) * 3 + ("message_short",) * 2


def add_talks(draft: Draft) -> None:
    """The tables ``threads`` (newest first) and ``messages`` (oldest first within each thread)."""
    rng = draft.rng("threads")
    partners: list[Record | None] = list(rng.sample(draft.tables["contacts"], rng.randint(7, 11)))
    for _ in range(rng.randint(1, 3)):
        partners.insert(rng.randint(0, 4), None)  # a service
    last = draft.recent(rng, 2, 40)
    threads: list[Record] = []
    messages: list[Record] = []
    for n, partner in enumerate(partners, 1):
        stream, first = draft.rng(f"threads/{n}"), len(messages) + 1
        if partner is None:
            thread, own = _service(draft, stream, n, first, last)
        else:
            thread, own = _contact(draft, stream, n, first, last, partner)
        threads.append(thread)
        messages += own
        last = draft.before(rng, last, 6.2)
    draft.tables["threads"] = tuple(threads)
    draft.tables["messages"] = tuple(messages)


def service(draft: Draft, rng: random.Random, key: str) -> Value:
    """A firm that writes to its customers: one of our own names, or a brand that is public elsewhere."""
    if rng.random() < 0.5:
        return draft.as_private(rng, "brand", "company", key)
    return Value(draft.unused(rng, "service"), "company", key)


def one_time_code(rng: random.Random) -> str:
    """Digits only, so that a keypad can take them."""
    return ids.digits(rng, rng.choice(("####", "######", "######")))


def _times(draft: Draft, rng: random.Random, last: datetime, count: int) -> list[datetime]:
    """``count`` times up to ``last``, oldest first: bursts with pauses between."""
    times = [last]
    for _ in range(count - 1):
        burst = times[-1] - timedelta(minutes=rng.randint(1, 9))
        times.append(awake(burst) if rng.random() < 0.72 else draft.before(rng, times[-1], 6.0))
    return times[::-1]


def _contact(
    draft: Draft, rng: random.Random, n: int, first: int, last: datetime, who: Record
) -> tuple[Record, list[Record]]:
    messages: list[Record] = []
    mine = rng.random() < 0.5
    for number, when in enumerate(_times(draft, rng, last, rng.randint(4, 14)), first):
        key = f"message/{number}"
        # They talk of others whom the person knows.
        named = rng.choice([c for c in draft.tables["contacts"] if c.id != who.id])
        row = {"contact": text(named, "name")}
        body = draft.fresh(rng, rng.choice(_KINDS), f"{key}/body", "messages", row)
        body = addressed(body, who) if mine else body
        messages.append(record(key, body=body, time=(draft.moment(when), "time"), thread=str(n), mine=mine))
        mine = mine if rng.random() < 0.35 else not mine
    unread = not messages[-1].fields["mine"] and rng.random() < 0.45
    return _thread(draft, n, text(who, "name"), text(who, "phone"), who.id, unread, last, messages), messages


def _service(
    draft: Draft, rng: random.Random, n: int, first: int, last: datetime
) -> tuple[Record, list[Record]]:
    """Codes from a service: each message holds its own."""
    name = service(draft, rng, f"thread/{n}/name")
    phone = (ids.digits(rng, "#####"), "phone")
    messages: list[Record] = []
    for number, when in enumerate(_times(draft, rng, last, rng.randint(4, 6)), first):
        key = f"message/{number}"
        code = Value(one_time_code(rng), "otp", f"{key}/code")
        template = rng.choice(entries("code_message", draft.lang, "letters"))
        body = draft.fill(template, "message", f"{key}/body", {"code": code, "service": name.text})
        time = (draft.moment(when), "time")
        messages.append(record(key, body=body, time=time, code=code, thread=str(n), mine=False))
    return _thread(draft, n, name, phone, "", rng.random() < 0.6, last, messages), messages


def _thread(
    draft: Draft,
    n: int,
    name: Value,
    phone: Given,
    contact: str,
    unread: bool,
    last: datetime,
    own: list[Record],
) -> Record:
    return record(
        f"thread/{n}",
        name=name,
        phone=phone,
        preview=preview(text(own[-1], "body"), f"thread/{n}/preview", 70),
        time=(draft.stamp(last), "time"),
        unread=unread,
        contact=contact,
    )
