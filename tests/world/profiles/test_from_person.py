"""Labelled memories of people of the world, without a model."""

from __future__ import annotations

import itertools
import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from tactful.bench.cimemories.plan import refuse_own_norms
from tactful.errors import InputError
from tactful.formats import read_profiles, write_profiles
from tactful.memory.training import pairs_of
from tactful.score import dataset_stats
from tactful.terms import Profile
from tactful.world.people.make import make_person
from tactful.world.profiles.check import against_bio, clash, unsaid
from tactful.world.profiles.from_person import MOST_GENERAL, profile_of
from tactful.world.profiles.plans import load_events

TABLE = files("tactful.world.profiles") / "data" / "norm_table.yaml"


@pytest.fixture(scope="module")
def profiles() -> tuple[Profile, ...]:
    return tuple(profile_of(make_person(3, index)) for index in range(4))


def test_the_published_shape(profiles: tuple[Profile, ...]) -> None:
    for profile in profiles:
        assert len(profile.attributes) == 12 + 3 * 9 * 5
        assert len(profile.contexts) == 49
        assert len({a.key for a in profile.attributes}) == len(profile.attributes)
        assert len({a.statement for a in profile.attributes}) == len(profile.attributes)
        assert {len(context.labels) for context in profile.contexts} == {4}
    assert len(load_events()) >= 22
    table = dataset_stats(profiles, "combined", "corrected")
    assert table.contexts_kept / (len(profiles) * 49) > 0.85


def test_nothing_contradicts(profiles: tuple[Profile, ...]) -> None:
    for profile in profiles:
        for attribute in profile.attributes:
            assert against_bio(attribute, profile.bio) == ""
            assert unsaid(attribute) == ""
        for one, other in itertools.combinations(profile.attributes, 2):
            assert clash(one, other) == ""


def test_the_person_of_the_screens(profiles: tuple[Profile, ...]) -> None:
    person = make_person(3, 0)
    everything = profile_of(person, general=MOST_GENERAL)
    values = {attribute.key: attribute.value for attribute in everything.attributes}
    for key, fact in {"phone_number": "phone", "email": "email", "employer": "employer"}.items():
        assert values[key] == str(person.facts[fact])
    assert profiles[0] == profile_of(make_person(3, 0))
    assert profiles[0].bio["name"] == str(person.facts["name"])


def test_the_file_form_keeps_all(tmp_path: Path, profiles: tuple[Profile, ...]) -> None:
    file = write_profiles(tmp_path / "people.json", profiles)
    assert read_profiles(file).profiles == profiles


@pytest.mark.parametrize("given", [{"general": 3}, {"general": 99}, {"per_cell": 0}, {"per_cell": 9}])
def test_numbers_out_of_range(given: dict[str, int]) -> None:
    with pytest.raises(InputError, match="out of range"):
        profile_of(make_person(3, 0), **given)  # type: ignore[arg-type]


def test_english_alone() -> None:
    with pytest.raises(InputError, match="English"):
        profile_of(make_person(3, 0, "de"))


def test_a_gate_is_not_measured_on_its_own_table(tmp_path: Path, profiles: tuple[Profile, ...]) -> None:
    own = tmp_path / "gate.yaml"
    with TABLE.open("rb") as source, own.open("wb") as target:
        shutil.copyfileobj(source, target)
    with pytest.raises(InputError, match="own norm table") as caught:
        refuse_own_norms(str(own), profiles, tmp_path / "people.json")
    assert caught.value.field == "gate"
    refuse_own_norms("norms", profiles, tmp_path)  # another table
    refuse_own_norms(None, profiles, tmp_path)
    with pytest.raises(InputError, match="norm table"):
        pairs_of(profiles)
