"""Biographies of adults who do not exist, and the plan of what a profile is to hold (section 4.1.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tactful.errors import InputError
from tactful.runs import derive, generator, require
from tactful.terms import JsonValue
from tactful.world.profiles.seeds import DomainSeed, EventSeed, load_domains, load_events

AGES = (21, 70)
"""Youngest and oldest age of a biography, both ends included (section 4.1.1)."""
_TRIES = 200


@dataclass(frozen=True, slots=True)
class ProfilePlan:
    """What one profile is grown from: its biography, its events and domains, and how much of each.

    ``per_cell`` attributes for every event and domain, and ``general`` ones beside them.
    """

    index: int
    bio: Mapping[str, JsonValue] = field(repr=False)
    events: tuple[str, ...] = field(repr=False)
    domains: tuple[str, ...]
    per_cell: int = 5
    general: int = 12

    @property
    def size(self) -> int:
        """How many attributes a complete profile has."""
        return self.general + self.per_cell * len(self.events) * len(self.domains)


def make_bio(seed: int, index: int) -> dict[str, JsonValue]:
    """Name, sex (M or F), address and age of one person, the same for the same seed, index and Faker.

    Needs the package Faker (``tactful[eval]``); its word lists change between its versions.
    """
    faker = require("faker", extra="eval", purpose="making biographies").Faker("en_US")
    faker.seed_instance(derive(seed, "bio", index))
    rng = generator(seed, "bio-facts", index)
    sex = rng.choice("MF")
    first = faker.first_name_male() if sex == "M" else faker.first_name_female()
    return {
        "name": f"{first} {faker.last_name()}",
        "sex": sex,
        "address": faker.address(),
        "age": rng.randint(*AGES),
    }


def make_plans(
    count: int,
    seed: int = 0,
    *,
    events: int = 3,
    domains: int = 9,
    per_cell: int = 5,
    general: int = 12,
    event_seeds: Sequence[EventSeed] | None = None,
    domain_seeds: Sequence[DomainSeed] | None = None,
) -> tuple[ProfilePlan, ...]:
    """The plans of ``count`` profiles: a biography each, ``events`` events and ``domains`` domains drawn.

    No two biographies share a name; the plans of fewer profiles are the first plans of more. Raises
    ``InputError`` where a number is out of range or no events fit together.
    """
    event_seeds = load_events() if event_seeds is None else event_seeds
    domain_seeds = load_domains() if domain_seeds is None else domain_seeds
    for name, value, most in (
        ("profiles", count, 100_000),
        ("events", events, len(event_seeds)),
        ("domains", domains, len(domain_seeds)),
        ("attributes", per_cell, 50),
    ):
        if not 1 <= value <= most:
            raise InputError(f"out of range: {value}", field=name, expected=f"1 to {most}")
    if not 4 <= general <= 200:
        # Name, sex, address and age are always among the general ones.
        raise InputError(f"out of range: {general}", field="general", expected="4 to 200")
    plans: list[ProfilePlan] = []
    names: set[str] = set()
    for index in range(count):
        bio = _fresh_bio(seed, index, names)
        names.add(str(bio["name"]))
        rng = generator(seed, "plan", index)
        # Drawn, and then in the file's order, as the public data have it for nine of nine.
        drawn = set(rng.sample(range(len(domain_seeds)), domains))
        chosen = draw_events(event_seeds, events, int(str(bio["age"])), seed, index)
        plans.append(
            ProfilePlan(
                index=index,
                bio=bio,
                events=chosen,
                domains=tuple(d.name for at, d in enumerate(domain_seeds) if at in drawn),
                per_cell=per_cell,
                general=general,
            )
        )
    return tuple(plans)


def draw_events(seeds: Sequence[EventSeed], count: int, age: int, seed: int, index: int) -> tuple[str, ...]:
    """``count`` event names that fit the age and one another; ``InputError`` where none are found."""
    rng = generator(seed, "events", index)
    fitting = [event for event in seeds if event.ages[0] <= age <= event.ages[1]]
    for _ in range(_TRIES):
        if len(fitting) < count:
            break
        drawn = rng.sample(fitting, count)
        excluded = {name for event in drawn for name in event.clashes}
        if not excluded & {event.name for event in drawn}:
            return tuple(event.name for event in drawn)
    raise InputError(f"no {count} events fit together at age {age}", field="events", expected="fewer events")


def _fresh_bio(seed: int, index: int, taken: set[str]) -> dict[str, JsonValue]:
    for attempt in range(_TRIES):
        bio = make_bio(seed, index + attempt * 1_000_003)
        if bio["name"] not in taken:
            return bio
    raise InputError("no unused name found", field="profiles", expected="fewer profiles")
