"""The bundled sample: small, whole, and still what the built-in models make."""

from __future__ import annotations

from collections import Counter

import pytest

import tactful.demo
from tactful.formats import read_profiles
from tactful.models import OfflineCall, load_pack
from tactful.terms import LABEL_SETS, Need, Persona, Profile
from tactful.world.profiles.builder import ProfileBuilder
from tactful.world.profiles.labeller import persona_labeller
from tactful.world.profiles.labelling import (
    LabelReader,
    count_labels,
    label_sets,
    labelling_prompt,
    statements_of,
)
from tactful.world.profiles.plans import ProfilePlan, load_domains
from tactful.world.profiles.writer import profile_writer

from importlib.resources import files  # isort: skip

SAMPLE = files(tactful.demo) / "memories" / "sample.json"


@pytest.fixture(scope="module")
def profiles() -> tuple[Profile, ...]:
    return read_profiles(str(SAMPLE)).profiles


def test_it_is_small_whole_and_useful(profiles: tuple[Profile, ...]) -> None:
    assert len(SAMPLE.read_bytes()) < 3_000_000
    assert len(profiles) == 2
    for profile in profiles:
        assert len(profile.attributes) >= 80
        assert len(profile.contexts) == 49
        types = {type(a.value) for a in profile.attributes}
        assert {str, int, float, bool, list} <= types
        for context in profile.contexts:
            assert set(context.labels) == set(LABEL_SETS)
            needs = Counter(share.need() for share in context.labels["combined"].values())
            assert all(needs[need] for need in Need)


def test_the_writer_still_writes_it(profiles: tuple[Profile, ...]) -> None:
    domains = tuple(seed.name for seed in load_domains())
    for profile in profiles:
        events = tuple(dict.fromkeys(a.event for a in profile.attributes if a.event != "general"))
        builder = ProfileBuilder(ProfilePlan(0, profile.bio, events, domains, 3, 8))
        builder.take(profile_writer(OfflineCall(builder.request(load_pack("generation")), seed=6)))
        assert builder.attributes() == profile.attributes


def test_the_labeller_still_labels_it_so(profiles: tuple[Profile, ...]) -> None:
    pack = load_pack("labelling")
    for profile, at in zip(profiles, (0, 38), strict=True):
        context, statements = profile.contexts[at], statements_of(profile)
        reader = LabelReader(statements)
        counts = {}
        for persona in Persona:
            prompt = labelling_prompt(pack, persona, context, statements)
            replies = [reader.read(persona_labeller(OfflineCall(prompt, 0, epoch))) for epoch in range(10)]
            counts[persona] = count_labels(replies, len(statements))
        for persona in Persona:
            assert label_sets(statements, counts)[persona] == context.labels[persona]
