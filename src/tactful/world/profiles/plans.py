"""What profiles are grown from: life events, information domains, biographies, and the plan of each profile.

Source: CIMemories (arXiv 2511.14937), section 4.1.1 and Figure 11.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import RootModel, StrictInt

from tactful.errors import InputError
from tactful.runs import OneOrMore, Text, YamlDocument, derive, generator, require
from tactful.terms import JsonValue

GENERAL = "general"
"""The domain and the event of attributes that belong to no event."""
AGES = (21, 70)
"""Youngest and oldest age of a biography, both ends included (section 4.1.1)."""
_TRIES = 200
_LIMIT = 512 * 1024
_DATA = Path(__file__).with_name("data")


# -- events and domains ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EventSeed:
    """A life event: ages (inclusive) at which it is plausible, and the events that it excludes."""

    name: Text
    ages: tuple[StrictInt, StrictInt] = (0, 200)
    clashes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DomainSeed:
    """An information domain, and in a few words what belongs to it."""

    name: Text
    about: str = ""


_Seed = TypeVar("_Seed", EventSeed, DomainSeed)


def data(name: str) -> Any:
    """One of this package's YAML data files, parsed."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load((_DATA / name).read_text(encoding="utf-8"), Loader=loader)


def load_events(path: Path | str | None = None) -> tuple[EventSeed, ...]:
    """The events of a YAML list of ``{name, ages?, clashes?}``; ours where no path is given.

    Raises ``InputError`` that names the file, the line and the field.
    """
    return _bundled_events() if path is None else _seeds(path, RootModel[OneOrMore[EventSeed]])


def load_domains(path: Path | str | None = None) -> tuple[DomainSeed, ...]:
    """The domains of a YAML list of ``{name, about?}``; the paper's nine where no path is given."""
    return _bundled_domains() if path is None else _seeds(path, RootModel[OneOrMore[DomainSeed]])


@cache
def _bundled_events() -> tuple[EventSeed, ...]:
    return _seeds(_DATA / "events.yaml", RootModel[OneOrMore[EventSeed]])


@cache
def _bundled_domains() -> tuple[DomainSeed, ...]:
    return _seeds(_DATA / "domains.yaml", RootModel[OneOrMore[DomainSeed]])


def _seeds(path: Path | str, model: type[RootModel[tuple[_Seed, ...]]]) -> tuple[_Seed, ...]:
    document = YamlDocument.read(path, limit=_LIMIT, error=InputError)
    seeds = document.check(model).root
    names = {GENERAL}
    for at, seed in enumerate(seeds):
        if seed.name in names:
            document.fail("a name stands twice, or is 'general'", (at, "name"), "different names")
        names.add(seed.name)
    return seeds


# -- biographies and plans ---------------------------------------------------------------------


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
    name, address = f"{first} {faker.last_name()}", faker.address()
    return {"name": name, "sex": sex, "address": address, "age": rng.randint(*AGES)}


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
    for name, value, least, most in (
        ("profiles", count, 1, 100_000),
        ("events", events, 1, len(event_seeds)),
        ("domains", domains, 1, len(domain_seeds)),
        ("attributes", per_cell, 1, 50),
        ("general", general, 4, 200),  # name, sex, address and age are always among them
    ):
        if not least <= value <= most:
            raise InputError(f"out of range: {value}", field=name, expected=f"{least} to {most}")
    plans: list[ProfilePlan] = []
    names: set[str] = set()
    for index in range(count):
        bio = _fresh_bio(seed, index, names)
        names.add(str(bio["name"]))
        # Drawn, and then in the file's order, as the public data have it for nine of nine.
        drawn = set(generator(seed, "plan", index).sample(range(len(domain_seeds)), domains))
        chosen = draw_events(event_seeds, events, int(str(bio["age"])), seed, index)
        cells = tuple(domain.name for at, domain in enumerate(domain_seeds) if at in drawn)
        plans.append(ProfilePlan(index, bio, chosen, cells, per_cell, general))
    return tuple(plans)


def draw_events(seeds: Sequence[EventSeed], count: int, age: int, seed: int, index: int) -> tuple[str, ...]:
    """``count`` event names that fit the age and one another; ``InputError`` where none are found."""
    rng = generator(seed, "events", index)
    fitting = [event for event in seeds if event.ages[0] <= age <= event.ages[1]]
    for _ in range(_TRIES if len(fitting) >= count else 0):
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
