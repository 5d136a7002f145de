"""How the person is and where: vitals, medications, places, devices, networks."""

from __future__ import annotations

import random

from tactful.world.content import formats, ids
from tactful.world.people import addresses, words
from tactful.world.people.draft import Draft, Fields, rows
from tactful.world.values import Value


def add_life(draft: Draft) -> None:
    """The tables ``vitals`` and ``medications``, ``places`` (nearest first), ``devices``, ``networks``."""
    _vitals(draft)
    _medications(draft)
    _places(draft)
    _devices(draft)
    _networks(draft)


def _vitals(draft: Draft) -> None:
    """One row a measurement, in the order of the list; heart rate, weight and steps are the facts' values."""
    rng, lang = draft.rng("vitals"), draft.lang
    made: list[Fields] = []
    high = rng.randint(104, 148)
    warm = rng.uniform(97.2, 100.1) if lang == "en" else rng.uniform(36.1, 37.9)
    # The empty ones are facts.
    plain = (
        "", f"{high}/{round(high * rng.uniform(0.6, 0.68))}",
        "", formats.grouped(lang, rng.uniform(4.2, 9.1), 1),
        "", str(rng.randint(78, 132)), str(rng.randint(94, 99)), formats.grouped(lang, warm, 1),
    )  # fmt: skip
    shared = {0: "heart_rate", 2: "weight", 4: "steps"}
    times = draft.past(rng, len(plain), 4.4)
    for i, ((name, unit), value, when) in enumerate(
        zip(words.entries("vitals", lang), plain, times, strict=True)
    ):
        key = f"vital/{i + 1}"
        kind = "health" if i in (1, 5, 6, 7) else "fitness"
        shown = Value(value, kind, f"{key}/value")
        if i in shared:
            fact = draft.facts[shared[i]]
            shown = Value(fact.text.split(" ")[0] if i != 4 else fact.text, "fitness", fact.entity)
        made.append(
            {
                "id": str(i + 1),
                "name": Value(name, kind, f"{key}/name"),
                "value": shown,
                "unit": Value(unit, "fitness", f"{key}/unit"),
                "time": Value(draft.stamp(when), "time", f"{key}/time"),
            }
        )
    draft.tables["vitals"] = rows(made)


def _medications(draft: Draft) -> None:
    rng = draft.rng("medications")
    draft.said.setdefault("medications", set()).add(draft.facts["medication"].text)
    made: list[Fields] = []
    for n in range(1, rng.randint(2, 5) + 1):
        key = f"medication/{n}"
        name = (
            draft.facts["medication"]
            if n == 1
            else draft.fresh(rng, "medication", f"{key}/name", "medications")
        )
        made.append(
            {
                "id": str(n),
                "name": name,
                "dose": draft.say(rng, "dose", f"{key}/dose"),
                "schedule": Value(draft.unused(rng, "schedule"), "health", f"{key}/schedule"),
            }
        )
    draft.tables["medications"] = rows(made)


def _places(draft: Draft) -> None:
    rng, lang = draft.rng("places"), draft.lang
    own = words.load("words")["own_place"][lang]
    plan = [
        "home",
        "work",
        "cafe",
        "cafe",
        "park",
        "shop",
        "shop",
        *rng.choices(("cafe", "shop", "park"), k=3),
    ]
    found: list[tuple[int, str]] = [(rng.randint(40, 14000), kind) for kind in plan]
    made: list[Fields] = []
    for n, (metres, kind) in enumerate(sorted(found), 1):
        key = f"place/{n}"
        mine = kind in own
        name = _place(draft, rng, kind, f"{key}/name")
        if mine:
            name = Value(own[kind], "location", f"{key}/name")
        address = Value(addresses.home(rng, lang).whole, "address", f"{key}/address")
        stars = formats.grouped(lang, rng.uniform(3.4, 5.0), 1)
        made.append(
            {
                "id": str(n),
                "name": name,
                "address": draft.facts["address"] if kind == "home" else address,
                "distance": Value(formats.distance(lang, metres), "location", f"{key}/distance"),
                # What strangers think of a place is public.
                "rating": Value("" if mine else stars, "text", f"{key}/rating", public=True),
                "saved": mine or rng.random() < 0.4,
                "kind": kind,
            }
        )
    draft.tables["places"] = rows(made)


def _place(draft: Draft, rng: random.Random, kind: str, key: str) -> Value:
    """The name of a place: shops bear the names that advertisements have; the person's own has none."""
    if kind == "shop":
        return draft.as_private(rng, "shop", "location", key)
    return Value(draft.unused(rng, kind) if kind in ("cafe", "park") else "", "location", key)


def _devices(draft: Draft) -> None:
    """Where the person is signed in; the first is this device."""
    rng, facts = draft.rng("devices"), draft.facts
    made: list[Fields] = [
        {
            "id": "1",
            "name": facts["device_model"],
            "place": facts["city"],
            "time": Value(draft.pick(rng, "active_now"), "time", "device/1/time"),
            "ip": facts["ip"],
            "current": True,
        }
    ]
    draft.said.setdefault("devices", set()).add(facts["device_model"].text)
    for n, when in enumerate(draft.past(rng, rng.randint(2, 5), 7.5), 2):
        key = f"device/{n}"
        place = Value(addresses.city(rng, draft.lang), "location", f"{key}/place")
        made.append(
            {
                "id": str(n),
                "name": draft.fresh(rng, "device_model", f"{key}/name", "devices"),
                "place": rng.choice((facts["city"], facts["city"], place)),
                "time": Value(draft.moment(when), "time", f"{key}/time"),
                "ip": Value(ids.ip(rng), "ip", f"{key}/ip"),
                "current": False,
            }
        )
    draft.tables["devices"] = rows(made)


def _networks(draft: Draft) -> None:
    """Networks in reach, strongest first; the first is the one in use."""
    rng = draft.rng("networks")
    signals = words.entries("signal", draft.lang)
    count = rng.randint(4, 7)
    strength = sorted(rng.choices(range(len(signals)), k=count - 1))
    made: list[Fields] = []
    for n, level in enumerate([0, *strength], 1):
        name = (
            draft.facts["wifi"]
            if n == 1
            else Value(draft.unused(rng, "network"), "device", f"network/{n}/name")
        )
        made.append(
            {
                "id": str(n),
                "name": name,
                "signal": Value(signals[level], "status", f"network/{n}/signal"),
                "known": n == 1 or rng.random() < 0.3,
            }
        )
    draft.tables["networks"] = rows(made)
