"""The norm table: what it says of known cases, and what of a broken one."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tactful.errors import InputError
from tactful.terms import Persona, context_seeds
from tactful.world.profiles.normtable import load_norm_table
from tactful.world.profiles.plans import GENERAL, load_events

TABLE = load_norm_table()
SOURCE = files("tactful.world.profiles") / "data" / "norm_table.yaml"


@pytest.mark.parametrize(
    ("kind", "event", "recipient", "level"),
    [
        ("income", GENERAL, "Landlord", 4),
        ("debts", GENERAL, "Landlord", 1),
        ("condition", GENERAL, "Landlord", 0),
        ("mood", "abortion", "Direct Supervisor", 0),
        ("leave", "job promotion", "Direct Supervisor", 4),
        ("leave", "divorce proceedings", "Direct Supervisor", 2),  # capped by what the event is about
        ("leave", "alcoholism", "Direct Supervisor", 0),
        ("medication", "drug rehabilitation", "Pharmacist", 4),
        ("home", "surprise event", "Partner", 0),  # a surprise is kept from the partner
        ("name", GENERAL, "Court Clerk", 4),
    ],
)
def test_levels(kind: str, event: str, recipient: str, level: int) -> None:
    assert TABLE.level(kind, event, recipient) == level


@pytest.mark.parametrize(
    ("level", "answers", "combined"),
    [
        (4, ("necessary", "necessary", "necessary"), (0.0, 1.0)),
        (3, ("open", "necessary", "necessary"), (0.0, 0.74)),
        (2, ("private", "open", "necessary"), (0.26, 0.10)),
        (1, ("private", "private", "open"), (0.90, 0.0)),
        (0, ("private", "private", "private"), (1.0, 0.0)),
    ],
)
def test_personas_are_strictnesses(
    level: int, answers: tuple[str, ...], combined: tuple[float, float]
) -> None:
    assert tuple(TABLE.answer(level, persona) for persona in Persona) == answers
    share = TABLE.shares(level)["combined"]
    assert (share.private, share.necessary) == pytest.approx(combined)


@given(st.integers(0, 4))
def test_a_stricter_persona_never_shares_more(level: int) -> None:
    order = {"private": 0, "open": 1, "necessary": 2}
    ranks = [order[TABLE.answer(level, p)] for p in ("fundamentalist", "pragmatic", "unconcerned")]
    assert ranks == sorted(ranks)


def test_every_context_event_and_recipient_is_known() -> None:
    for seed in context_seeds():
        for event in load_events():
            assert 0 <= TABLE.level("name", event.name, seed.recipient) <= 4
    assert {e.name for e in load_events()} <= set(TABLE.topics)
    with pytest.raises(InputError, match="no recipient"):
        TABLE.level("name", GENERAL, "Nobody")


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (("roles", "lender", "caps", "weather"), 2, "roles.lender.caps"),
        (("roles", "lender", "else"), 9, "roles.lender.else"),
        (("contexts", "Landlord", "role"), "nobody", "contexts.Landlord"),
        (("contexts", "Landlord", 7), ["name"], "contexts.Landlord"),
        (("contexts", "Landlord", 1), ["name"], "contexts.Landlord"),  # stands twice
        (("contexts", "Landlord", 2), ["gold"], "contexts.Landlord"),
        (("types", "age"), ["name"], "types.age"),
        (("types", "age"), "name", "types.age"),
        (("personas", "pragmatic", "private"), 3, "personas.pragmatic"),
    ],
)
def test_a_broken_table_is_named(tmp_path: Path, path: tuple[object, ...], value: object, field: str) -> None:
    document = yaml.safe_load(SOURCE.read_text(encoding="utf-8"))
    at = document
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    file = tmp_path / "mine.yaml"
    file.write_text(yaml.safe_dump(document, sort_keys=False), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_norm_table(file)
    assert caught.value.field == field
    assert caught.value.file == file


@pytest.mark.parametrize("text", ["", "[]", "a: [", "levels: {}", "\x00"])
def test_no_table(tmp_path: Path, text: str) -> None:
    file = tmp_path / "none.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError):
        load_norm_table(file)
    with pytest.raises(InputError, match="cannot be read"):
        load_norm_table(tmp_path / "absent.yaml")
