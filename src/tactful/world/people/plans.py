"""What is ahead and what is written down: events, appointments, notes, todos."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from tactful.world.content import formats
from tactful.world.people.draft import Draft, Fields, awake, rows, text
from tactful.world.values import Value


def add_appointments(draft: Draft) -> dict[str, datetime]:
    """The table ``appointments``, the next one first; gives their times by id."""
    rng, lang = draft.rng("appointments"), draft.lang
    day = draft.now.date()
    made: list[Fields] = []
    times: dict[str, datetime] = {}
    for n in range(1, rng.randint(3, 6) + 1):
        day += timedelta(days=rng.randint(2, 11))
        if day.weekday() > 4:
            day += timedelta(days=2)
        key = f"appointment/{n}"
        when = datetime(day.year, day.month, day.day, rng.randint(8, 17), rng.choice((0, 15, 30, 45)))
        times[str(n)] = when
        doctor = draft.facts["doctor"] if n == 1 else draft.say(rng, "doctor", f"{key}/doctor")
        clock = f"{formats.weekday_date(lang, when)}, {draft.clock(when)}"
        made.append(
            {
                "id": str(n),
                "doctor": doctor,
                "clinic": draft.fresh(rng, "clinic", f"{key}/clinic"),
                "time": Value(clock, "schedule", f"{key}/time"),
                "reason": Value(draft.unused(rng, "reason"), "health", f"{key}/reason"),
            }
        )
        draft.visits[str(n)] = (
            Value(formats.full_date(lang, when), "date", f"{key}/date"),
            Value(draft.clock(when), "time", f"{key}/clock"),
        )
    draft.tables["appointments"] = rows(made)
    return times


def add_events(draft: Draft, born: dict[str, date], visits: dict[str, datetime]) -> None:
    """The table ``events``: this month and the next in order of time; birthdays and appointments fit.

    ``date`` is the day with its weekday, ``time`` the start or "all day"; ``month`` (1-12) and ``dayno``
    (1-31) are plain ids.
    """
    rng, now = draft.rng("events"), draft.now
    first = now.date().replace(day=1)
    second = (first + timedelta(days=32)).replace(day=1)
    length = formats.month_days(first.year, first.month) + formats.month_days(second.year, second.month)
    entries: list[tuple[datetime, str, Value | None, str]] = []  # when, calendar, title, contact or visit
    for contact in draft.tables["contacts"]:
        day = born[contact.id]
        for month in (first, second):
            if day.month == month.month:
                at = date(month.year, month.month, min(day.day, formats.month_days(month.year, month.month)))
                entries.append((datetime(at.year, at.month, at.day), "birthday", None, contact.id))
    entries += [
        (when, "health", None, id) for id, when in visits.items() if when.date() < first + timedelta(length)
    ]
    wanted = max(rng.randint(15, 28), len(entries) + 9)
    # At least these evenings lie ahead, so that there is something to be invited to.
    for days in (2, 5):
        evening = (now + timedelta(days=days)).replace(hour=19, minute=30, second=0)
        if evening.date() < first + timedelta(length):
            entries.append((evening, "home", None, ""))
    busy = {when for when, *_ in entries}
    while len(entries) < wanted:
        # More around now than at the far ends.
        day = first + timedelta(days=rng.randrange(length))
        near = now.date() + timedelta(days=rng.randint(0, 9))
        day = near if rng.random() < 0.45 else day
        when = datetime(day.year, day.month, day.day, rng.randint(7, 20), rng.choice((0, 0, 15, 30, 30, 45)))
        if when in busy:
            continue
        busy.add(when)
        kind = "home" if day.weekday() > 4 or when.hour > 17 else rng.choice(("home", "work", "work", "work"))
        entries.append((when, kind, None, ""))
    entries.sort(key=lambda e: e[0])
    # Some evenings and weekends to come are gatherings: what invitations invite to.
    free = [n for n, e in enumerate(entries, 1) if e[0] > now and e[1] == "home"]
    draft.upcoming |= {str(n) for n in rng.sample(free, min(4, len(free)))}
    made = [_event(draft, n, *entry) for n, entry in enumerate(entries, 1)]
    draft.tables["events"] = rows(made)


def _event(draft: Draft, n: int, when: datetime, kind: str, title: Value | None, other: str) -> Fields:
    rng, key, lang = draft.rng(f"events/{n}"), f"event/{n}", draft.lang
    who = rng.choice(draft.tables["contacts"])
    place = draft.say(rng, "place_private", f"{key}/place")
    clock = Value(draft.clock(when), "time", f"{key}/time")
    if kind == "birthday":
        who = next(c for c in draft.tables["contacts"] if c.id == other)
        words = {"first": text(who, "first")}
        title = draft.fill(draft.pick(rng, "birthday"), "schedule", f"{key}/title", words)
        place, kind = text(who, "address"), "home"
        clock = Value(draft.pick(rng, "all_day"), "time", f"{key}/time")
    elif kind == "health":
        visit = next(v for v in draft.tables["appointments"] if v.id == other)
        title = text(visit, "reason")
        place = text(visit, "clinic")
        with_whom = text(visit, "doctor")
    elif str(n) in draft.upcoming:
        title = Value(draft.unused(rng, "gathering"), "schedule", f"{key}/title")
        cafe = Value(draft.pick(rng, "cafe"), "location", f"{key}/place")
        place = rng.choice((text(who, "address"), cafe))
    else:
        title = draft.fresh(rng, "event_title", f"{key}/title", "events", {"contact": text(who, "name")})
    return {
        "id": str(n),
        "title": title,
        "date": Value(formats.weekday_date(lang, when), "date", f"{key}/date"),
        "day": Value(str(when.day), "date", f"{key}/day"),
        "time": clock,
        "place": place,
        "with": with_whom if kind == "health" else text(who, "name"),
        "calendar": kind,
        "month": when.month,
        "dayno": when.day,
    }


def add_notes(draft: Draft) -> None:
    """The table ``notes``: pinned ones first, then newest first."""
    rng = draft.rng("notes")
    count = rng.randint(6, 12)
    pinned = rng.choice((0, 1, 1, 2))
    when = awake(draft.now - timedelta(minutes=rng.randint(30, 900)))
    seen = draft.said.setdefault("notes", set())
    made: list[Fields] = []
    for n in range(1, count + 1):
        if n == pinned + 1:
            when = awake(draft.now - timedelta(minutes=rng.randint(30, 900)))
        key = f"note/{n}"
        for _ in range(12):
            row: dict[str, Value] = {}
            title = draft.say(rng, "note_title", f"{key}/title", row)
            if title.text not in seen:
                break
        seen.add(title.text)
        made.append(
            {
                "id": str(n),
                "title": title,
                "body": draft.say(rng, "note_body", f"{key}/body", row),
                "time": Value(draft.stamp(when), "time", f"{key}/time"),
                "tag": draft.say(rng, "tag", f"{key}/tag"),
                "pinned": n <= pinned,
                "folder": rng.choice(("personal", "personal", "work", "ideas")),
            }
        )
        when = draft.before(rng, when, 7.6)
    draft.tables["notes"] = rows(made)


def add_todos(draft: Draft) -> None:
    """The table ``todos``, by due date."""
    rng, lang = draft.rng("todos"), draft.lang
    day = draft.now.date() - timedelta(days=rng.randint(0, 3))
    made: list[Fields] = []
    for n in range(1, rng.randint(8, 16) + 1):
        place = rng.choice(("personal", "personal", "work", "work", "shopping"))
        kind = "shopping_item" if place == "shopping" else "todo"
        title = draft.fresh(rng, kind, f"todo/{n}/title", "todos")
        made.append(
            {
                "id": str(n),
                "title": Value(title.text, "note", title.entity, False, title.parts),
                "due": Value(formats.weekday_date(lang, day), "date", f"todo/{n}/due"),
                "list": place,
                "done": day < draft.now.date() or rng.random() < 0.2,
            }
        )
        day += timedelta(days=rng.choice((0, 0, 1, 1, 2, 3)))
    draft.tables["todos"] = rows(made)
