"""Conversations by message: with contacts, and with services that send codes."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from tactful.world.content import ids
from tactful.world.people import words
from tactful.world.people.draft import Draft, Fields, addressed, awake, preview, rows, text
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
    last = awake(draft.now - timedelta(minutes=rng.randint(2, 40)))
    threads: list[Fields] = []
    messages: list[Fields] = []
    for n, partner in enumerate(partners, 1):
        stream = draft.rng(f"threads/{n}")
        if partner is None:
            thread, own = _service(draft, stream, n, len(messages), last)
        else:
            thread, own = _contact(draft, stream, n, len(messages), last, partner)
        threads.append(thread)
        messages += own
        last = draft.before(rng, last, 6.2)
    draft.tables["threads"] = rows(threads)
    draft.tables["messages"] = rows(messages)


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
    draft: Draft, rng: random.Random, n: int, made: int, last: datetime, who: Record
) -> tuple[Fields, list[Fields]]:
    messages: list[Fields] = []
    mine = rng.random() < 0.5
    for number, when in enumerate(_times(draft, rng, last, rng.randint(4, 14)), made + 1):
        key = f"message/{number}"
        # They talk of others whom the person knows.
        named = rng.choice([c for c in draft.tables["contacts"] if c.id != who.id])
        row = {"contact": text(named, "name")}
        body = draft.fresh(rng, rng.choice(_KINDS), f"{key}/body", "messages", row)
        messages.append(
            {
                "id": str(number),
                "body": addressed(body, who) if mine else body,
                "time": Value(draft.moment(when), "time", f"{key}/time"),
                "thread": str(n),
                "mine": mine,
            }
        )
        mine = mine if rng.random() < 0.35 else not mine
    unread = not messages[-1]["mine"] and rng.random() < 0.45
    return _thread(draft, n, text(who, "name"), text(who, "phone"), who.id, unread, last, messages), messages


def _service(
    draft: Draft, rng: random.Random, n: int, made: int, last: datetime
) -> tuple[Fields, list[Fields]]:
    """Codes from a service: each message holds its own."""
    key = f"thread/{n}"
    name = service(draft, rng, f"{key}/name")
    phone = Value(ids.digits(rng, "#####"), "phone", f"{key}/phone")
    messages: list[Fields] = []
    for number, when in enumerate(_times(draft, rng, last, rng.randint(4, 6)), made + 1):
        code = Value(one_time_code(rng), "otp", f"message/{number}/code")
        template = rng.choice(words.entries("code_message", draft.lang, "letters"))
        values: dict[str, Value | str] = {"code": code, "service": name.text}
        messages.append(
            {
                "id": str(number),
                "body": draft.fill(template, "message", f"message/{number}/body", values),
                "time": Value(draft.moment(when), "time", f"message/{number}/time"),
                "code": code,
                "thread": str(n),
                "mine": False,
            }
        )
    return _thread(draft, n, name, phone, "", rng.random() < 0.6, last, messages), messages


def _thread(
    draft: Draft,
    n: int,
    name: Value,
    phone: Value,
    contact: str,
    unread: bool,
    last: datetime,
    own: list[Fields],
) -> Fields:
    body = own[-1]["body"]
    assert isinstance(body, Value)
    return {
        "id": str(n),
        "name": name,
        "phone": phone,
        "preview": preview(body, f"thread/{n}/preview", 70),
        "time": Value(draft.stamp(last), "time", f"thread/{n}/time"),
        "unread": unread,
        "contact": contact,
    }
