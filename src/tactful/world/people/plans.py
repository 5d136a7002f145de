"""What is ahead and what is written down: events, appointments, notes, todos."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import NamedTuple

from tactful.world.content import formats
from tactful.world.people.draft import Draft, Given, record, text
from tactful.world.people.person import Record
from tactful.world.values import Value


def add_appointments(draft: Draft) -> dict[str, datetime]:
    """The table ``appointments``, the next one first; gives their times by id."""
    rng, lang = draft.rng("appointments"), draft.lang
    day = draft.now.date()
    made: list[Record] = []
    times: dict[str, datetime] = {}
    for n in range(1, rng.randint(3, 6) + 1):
        day += timedelta(days=rng.randint(2, 11))
        if day.weekday() > 4:
            day += timedelta(days=2)
        key = f"appointment/{n}"
        when = datetime(day.year, day.month, day.day, rng.randint(8, 17), rng.choice((0, 15, 30, 45)))
        times[str(n)] = when
        appointment = record(
            key,
            doctor=draft.facts["doctor"] if n == 1 else draft.say(rng, "doctor", f"{key}/doctor"),
            clinic=draft.fresh(rng, "clinic", f"{key}/clinic"),
            time=(f"{formats.weekday_date(lang, when)}, {draft.clock(when)}", "schedule"),
            reason=(draft.unused(rng, "reason"), "health"),
        )
        made.append(appointment)
        draft.visits[str(n)] = (
            Value(formats.full_date(lang, when), "date", f"{key}/date"),
            Value(draft.clock(when), "time", f"{key}/clock"),
        )
    draft.tables["appointments"] = tuple(made)
    return times


class _Entry(NamedTuple):
    """An event in the making: when, in which calendar, and the contact or appointment that it is about."""

    when: datetime
    kind: str
    about: str = ""


def add_events(draft: Draft, born: dict[str, date], visits: dict[str, datetime]) -> None:
    """The table ``events``: this month and the next in order of time; birthdays and appointments fit.

    ``date`` is the day with its weekday, ``time`` the start or "all day"; ``month`` (1-12) and ``dayno``
    (1-31) are plain ids.
    """
    rng, now = draft.rng("events"), draft.now
    first = now.date().replace(day=1)
    second = (first + timedelta(days=32)).replace(day=1)
    length = sum(formats.month_days(month.year, month.month) for month in (first, second))
    end = first + timedelta(length)
    planned: list[_Entry] = []
    for contact in draft.tables["contacts"]:
        day = born[contact.id]
        for month in (first, second):
            if day.month == month.month:
                at = min(day.day, formats.month_days(month.year, month.month))
                planned.append(_Entry(datetime(month.year, month.month, at), "birthday", contact.id))
    planned += [_Entry(when, "health", id) for id, when in visits.items() if when.date() < end]
    wanted = max(rng.randint(15, 28), len(planned) + 9)
    # At least these evenings lie ahead, so that there is something to be invited to.
    evenings = ((now + timedelta(days=days)).replace(hour=19, minute=30, second=0) for days in (2, 5))
    planned += [_Entry(evening, "home") for evening in evenings if evening.date() < end]
    busy = {entry.when for entry in planned}
    while len(planned) < wanted:
        # More around now than at the far ends.
        day = first + timedelta(days=rng.randrange(length))
        near = now.date() + timedelta(days=rng.randint(0, 9))
        day = near if rng.random() < 0.45 else day
        when = datetime(day.year, day.month, day.day, rng.randint(7, 20), rng.choice((0, 0, 15, 30, 30, 45)))
        if when in busy:
            continue
        busy.add(when)
        kind = "home" if day.weekday() > 4 or when.hour > 17 else rng.choice(("home", "work", "work", "work"))
        planned.append(_Entry(when, kind))
    planned.sort(key=lambda entry: entry.when)
    # Some evenings and weekends to come are gatherings: what invitations invite to.
    free = [n for n, entry in enumerate(planned, 1) if entry.when > now and entry.kind == "home"]
    draft.upcoming |= {str(n) for n in rng.sample(free, min(4, len(free)))}
    draft.tables["events"] = tuple(_event(draft, n, entry) for n, entry in enumerate(planned, 1))


def _event(draft: Draft, n: int, entry: _Entry) -> Record:
    rng, key, lang = draft.rng(f"events/{n}"), f"event/{n}", draft.lang
    when, kind, about = entry
    who = rng.choice(draft.tables["contacts"])
    place = draft.say(rng, "place_private", f"{key}/place")
    title: Given
    clock, others = draft.clock(when), text(who, "name")
    if kind == "birthday":
        who = next(c for c in draft.tables["contacts"] if c.id == about)
        words = {"first": text(who, "first")}
        title = draft.fill(draft.pick(rng, "birthday"), "schedule", f"{key}/title", words)
        place, kind, others = text(who, "address"), "home", text(who, "name")
        clock = draft.pick(rng, "all_day")
    elif kind == "health":
        visit = next(v for v in draft.tables["appointments"] if v.id == about)
        title, place, others = text(visit, "reason"), text(visit, "clinic"), text(visit, "doctor")
    elif str(n) in draft.upcoming:
        title = (draft.unused(rng, "gathering"), "schedule")
        cafe = Value(draft.pick(rng, "cafe"), "location", f"{key}/place")
        place = rng.choice((text(who, "address"), cafe))
    else:
        title = draft.fresh(rng, "event_title", f"{key}/title", "events", {"contact": others})
    fields: dict[str, Given] = {
        "title": title,
        "date": (formats.weekday_date(lang, when), "date"),
        "day": (str(when.day), "date"),
        "time": (clock, "time"),
        "place": place,
        "with": others,
        "calendar": kind,
        "month": when.month,
        "dayno": when.day,
    }
    return record(key, **fields)


def add_notes(draft: Draft) -> None:
    """The table ``notes``: pinned ones first, then newest first."""
    rng = draft.rng("notes")
    count = rng.randint(6, 12)
    pinned = rng.choice((0, 1, 1, 2))
    when = draft.recent(rng, 30, 900)
    seen = draft.said.setdefault("notes", set())
    made: list[Record] = []
    for n in range(1, count + 1):
        if n == pinned + 1:
            when = draft.recent(rng, 30, 900)
        key = f"note/{n}"
        for _ in range(12):
            row: dict[str, Value] = {}
            title = draft.say(rng, "note_title", f"{key}/title", row)
            if title.text not in seen:
                break
        seen.add(title.text)
        note = record(
            key,
            title=title,
            body=draft.say(rng, "note_body", f"{key}/body", row),
            time=(draft.stamp(when), "time"),
            tag=draft.say(rng, "tag", f"{key}/tag"),
            pinned=n <= pinned,
            folder=rng.choice(("personal", "personal", "work", "ideas")),
        )
        made.append(note)
        when = draft.before(rng, when, 7.6)
    draft.tables["notes"] = tuple(made)


def add_todos(draft: Draft) -> None:
    """The table ``todos``, by due date."""
    rng, lang = draft.rng("todos"), draft.lang
    day = draft.now.date() - timedelta(days=rng.randint(0, 3))
    made: list[Record] = []
    for n in range(1, rng.randint(8, 16) + 1):
        place = rng.choice(("personal", "personal", "work", "work", "shopping"))
        kind = "shopping_item" if place == "shopping" else "todo"
        title = draft.fresh(rng, kind, f"todo/{n}/title", "todos")
        todo = record(
            f"todo/{n}",
            title=Value(title.text, "note", title.entity, False, title.parts),
            due=(formats.weekday_date(lang, day), "date"),
            list=place,
            done=day < draft.now.date() or rng.random() < 0.2,
        )
        made.append(todo)
        day += timedelta(days=rng.choice((0, 0, 1, 1, 2, 3)))
    draft.tables["todos"] = tuple(made)
