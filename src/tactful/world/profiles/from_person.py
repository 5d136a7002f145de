"""Memories of a person of the world: a labelled profile without any model.

Events and domains are drawn as the paper does (arXiv 2511.14937, section 4.1.1: three events, nine domains,
five attributes a domain and event); the attributes come from the catalogue (``data/writer.yaml``: 37 events,
nine domains, eight facts or more each), what is known of the person comes from the person, so the same name,
number and doctor stand on their screens. Labels come from the norm table (`normtable`).
"""

from __future__ import annotations

from collections.abc import Sequence

from tactful.errors import InputError
from tactful.runs import generator
from tactful.terms import Attribute, Context, JsonValue, Profile, context_seeds
from tactful.world.people.person import Person
from tactful.world.profiles.bios import draw_events
from tactful.world.profiles.normtable import NormTable, load_norm_table
from tactful.world.profiles.seeds import GENERAL, EventSeed, load_domains, load_events
from tactful.world.profiles.writer import Facts

# (key, the person's fact, what is said of it); {x} is the value, {S} the first name.
_KNOWN: tuple[tuple[str, str, str], ...] = (
    ("name", "name", "The user's full name is {x}."),
    ("address", "address", "{S} lives at {x}."),
    ("occupation", "job", "{S}'s occupation is {x}."),
    ("employer", "employer", "{S} works for {x}."),
    ("department", "department", "At work {S} belongs to the department {x}."),
    ("phone_number", "phone", "{S}'s phone number is {x}."),
    ("email", "email", "{S} reads mail at {x}."),
    ("annual_income", "salary", "{S} earns {x} before tax."),
    ("school", "school", "{S} studied at {x}."),
    ("education_level", "degree", "{S}'s degree is {x}."),
    ("primary_physician", "doctor", "{S}'s primary care physician is {x}."),
    ("diagnosis", "diagnosis", "{S} has been diagnosed with {x}."),
    ("medication", "medication", "{S} takes {x}."),
    ("blood_type", "blood_type", "{S}'s blood type is {x}."),
    ("allergy", "allergy", "{S}'s known allergy is {x}."),
    ("religion", "religion", "As to religion, {S} states: {x}."),
    ("politics", "politics", "As to politics, {S} states: {x}."),
    ("orientation", "orientation", "As to orientation, {S} states: {x}."),
    ("iban", "iban", "{S}'s salary is paid into the account {x}."),
    ("national_id", "national_id", "{S}'s national identity number is {x}."),
    ("passport", "passport", "{S}'s passport number is {x}."),
    ("vehicle_plate", "plate", "{S}'s car has the plate {x}."),
)
# Facts of the catalogue's general part that a person of the world does not have.
_ADDED = ("marital_status", "health_insurer", "home", "languages", "has_drivers_license",
          "number_of_children", "credit_score", "votes_by_mail")  # fmt: skip
MOST_GENERAL = len(_KNOWN) + len(_ADDED) + 2  # and age and sex


def profile_of(
    person: Person,
    *,
    events: int = 3,
    per_cell: int = 5,
    general: int = 12,
    table: NormTable | None = None,
    event_seeds: Sequence[EventSeed] | None = None,
) -> Profile:
    """The person's memories with labels for all 49 contexts; deterministic by the person.

    Gives ``general`` attributes (4 to `MOST_GENERAL`; name, sex, address and age first) and ``events`` x 9 x
    ``per_cell`` others. Raises ``InputError`` where a number is out of range, no events fit together, or the
    person speaks another language than English.
    """
    if person.lang != "en":
        raise InputError("memories are written in English", field="lang", expected="a person of 'en'")
    if not 1 <= per_cell <= 8:
        raise InputError(f"out of range: {per_cell}", field="attributes", expected="1 to 8")
    if not 4 <= general <= MOST_GENERAL:
        raise InputError(f"out of range: {general}", field="general", expected=f"4 to {MOST_GENERAL}")
    norms = table or load_norm_table()
    seeds = load_events() if event_seeds is None else event_seeds
    age = int("".join(ch for ch in str(person.facts["age"]) if ch.isdigit()))
    bio = _bio(person, age)
    chosen = draw_events(seeds, events, age, person.seed, person.index)
    catalogue = Facts(bio, chosen, generator(person.seed, "memories", person.index))
    attributes: list[Attribute] = []
    about: dict[str, tuple[str, str]] = {}
    for key, value, statement in _general(person, bio, catalogue)[:general]:
        attribute = Attribute(key, value, statement)
        attributes.append(attribute)
        about[statement] = norms.kind(attribute, key), GENERAL
    for event in chosen:
        for domain in (seed.name for seed in load_domains()):
            for key, value, statement in catalogue.cell(event, domain, per_cell):
                attribute = Attribute(key, value, statement, domain, event)
                attributes.append(attribute)
                about[statement] = norms.kind(attribute, key.split(f"_{domain}_", 1)[1]), event
    contexts = tuple(
        norms.label(Context(seed.recipient, seed.task, seed.domains), about) for seed in context_seeds()
    )
    return Profile(str(bio["name"]), bio, tuple(attributes), contexts, norms.fingerprint)


def _bio(person: Person, age: int) -> dict[str, JsonValue]:
    # The catalogue's pronouns go by the biography's sex; the public files know F and M alone.
    sex = "M" if str(person.facts["gender"]).casefold().startswith("m") else "F"
    return {
        "name": str(person.facts["name"]),
        "sex": sex,
        "address": str(person.facts["address"]),
        "age": age,
    }


def _general(person: Person, bio: dict[str, JsonValue], catalogue: Facts) -> list[tuple[str, JsonValue, str]]:
    """Name, sex, address and age, then the rest in an order drawn for the person."""
    first = str(person.facts["first"])
    said = {
        key: (key, str(person.facts[fact]), sentence.format(x=person.facts[fact], S=first))
        for key, fact, sentence in _KNOWN
    }
    said["age"] = ("age", bio["age"], f"{first} is {bio['age']} years old.")
    said["sex"] = ("sex", bio["sex"], f"{first} is {'male' if bio['sex'] == 'M' else 'female'}.")
    said |= {key: (key, value, words) for key, value, words in catalogue.general() if key in _ADDED}
    head = ("name", "sex", "address", "age")
    rest = [key for key in said if key not in head]
    generator(person.seed, "general memories", person.index).shuffle(rest)
    return [said[key] for key in (*head, *rest)]
