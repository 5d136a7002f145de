"""How the person is and where: vitals, medications, places, devices, networks."""

from __future__ import annotations

import random

from tactful.world.content import formats, ids
from tactful.world.people import addresses
from tactful.world.people.draft import Draft, Given, entries, load, record
from tactful.world.people.person import Record
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
    made: list[Record] = []
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
    for i, ((name, unit), value, when) in enumerate(zip(entries("vitals", lang), plain, times, strict=True)):
        kind = "health" if i in (1, 5, 6, 7) else "fitness"
        shown: Given = (value, kind)
        if i in shared:
            fact = draft.facts[shared[i]]
            shown = Value(fact.text.split(" ")[0] if i != 4 else fact.text, "fitness", fact.entity)
        made.append(
            record(
                f"vital/{i + 1}",
                name=(name, kind),
                value=shown,
                unit=(unit, "fitness"),
                time=(draft.stamp(when), "time"),
            )
        )
    draft.tables["vitals"] = tuple(made)


def _medications(draft: Draft) -> None:
    rng, own = draft.rng("medications"), draft.facts["medication"]
    draft.said.setdefault("medications", set()).add(own.text)
    made: list[Record] = []
    for n in range(1, rng.randint(2, 5) + 1):
        key = f"medication/{n}"
        name = own if n == 1 else draft.fresh(rng, "medication", f"{key}/name", "medications")
        dose = draft.say(rng, "dose", f"{key}/dose")
        made.append(record(key, name=name, dose=dose, schedule=(draft.unused(rng, "schedule"), "health")))
    draft.tables["medications"] = tuple(made)


def _places(draft: Draft) -> None:
    rng, lang = draft.rng("places"), draft.lang
    own = load("words")["own_place"][lang]
    plan = ["home", "work", "cafe", "cafe", "park", "shop", "shop"]
    plan += rng.choices(("cafe", "shop", "park"), k=3)
    made: list[Record] = []
    for n, (metres, kind) in enumerate(sorted((rng.randint(40, 14000), kind) for kind in plan), 1):
        key, mine = f"place/{n}", kind in own
        name = _place(draft, rng, kind, f"{key}/name")
        address = addresses.home(rng, lang).whole
        stars = formats.grouped(lang, rng.uniform(3.4, 5.0), 1)
        place = record(
            key,
            name=(own[kind], "location") if mine else name,
            address=draft.facts["address"] if kind == "home" else (address, "address"),
            distance=(formats.distance(lang, metres), "location"),
            # What strangers think of a place is public.
            rating=Value("" if mine else stars, "text", f"{key}/rating", public=True),
            saved=mine or rng.random() < 0.4,
            kind=kind,
        )
        made.append(place)
    draft.tables["places"] = tuple(made)


def _place(draft: Draft, rng: random.Random, kind: str, key: str) -> Value:
    """The name of a place: shops bear the names that advertisements have; the person's own has none."""
    if kind == "shop":
        return draft.as_private(rng, "shop", "location", key)
    return Value(draft.unused(rng, kind) if kind in ("cafe", "park") else "", "location", key)


def _devices(draft: Draft) -> None:
    """Where the person is signed in; the first is this device."""
    rng, facts = draft.rng("devices"), draft.facts
    first = record(
        "device/1",
        name=facts["device_model"],
        place=facts["city"],
        time=(draft.pick(rng, "active_now"), "time"),
        ip=facts["ip"],
        current=True,
    )
    made = [first]
    draft.said.setdefault("devices", set()).add(facts["device_model"].text)
    for n, when in enumerate(draft.past(rng, rng.randint(2, 5), 7.5), 2):
        key = f"device/{n}"
        away = (addresses.city(rng, draft.lang), "location")
        device = record(
            key,
            name=draft.fresh(rng, "device_model", f"{key}/name", "devices"),
            place=rng.choice((facts["city"], facts["city"], away)),
            time=(draft.moment(when), "time"),
            ip=(ids.ip(rng), "ip"),
            current=False,
        )
        made.append(device)
    draft.tables["devices"] = tuple(made)


def _networks(draft: Draft) -> None:
    """Networks in reach, strongest first; the first is the one in use."""
    rng = draft.rng("networks")
    signals = entries("signal", draft.lang)
    count = rng.randint(4, 7)
    strength = sorted(rng.choices(range(len(signals)), k=count - 1))
    draft.tables["networks"] = tuple(
        record(
            f"network/{n}",
            name=draft.facts["wifi"] if n == 1 else (draft.unused(rng, "network"), "device"),
            signal=(signals[level], "status"),
            known=n == 1 or rng.random() < 0.3,
        )
        for n, level in enumerate([0, *strength], 1)
    )
