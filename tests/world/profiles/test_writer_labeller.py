"""The offline writer and labeller do real work, the same for the same seed."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

import tactful.world.profiles.labeller as labeller_module
from tactful.errors import ModelError
from tactful.models import OfflineCall, load_pack
from tactful.terms import Context, Persona, Profile, context_seeds
from tactful.world.profiles.builder import ProfileBuilder
from tactful.world.profiles.labeller import OFFLINE_MODELS, persona_labeller
from tactful.world.profiles.labelling import LabelReader, labelling_prompt, statements_of
from tactful.world.profiles.plans import ProfilePlan, load_domains, load_events
from tactful.world.profiles.writer import profile_writer

DOMAINS = tuple(seed.name for seed in load_domains())
BIO = {"name": "Ada Vale", "sex": "F", "address": "12 Elm Road\nNorthby, ME 04001", "age": 44}
EVENTS = [seed.name for seed in load_events()]


def grown(events: tuple[str, ...], per_cell: int = 5, sex: str = "F", seed: int = 0) -> ProfileBuilder:
    builder = ProfileBuilder(ProfilePlan(0, {**BIO, "sex": sex}, events, DOMAINS, per_cell))
    builder.take(profile_writer(OfflineCall(builder.request(load_pack("generation")), seed=seed)))
    return builder


@pytest.fixture(scope="module")
def profile() -> Profile:
    return grown(("lottery win", "divorce proceedings", "sobriety")).profile()


@pytest.mark.parametrize("at", range(0, len(EVENTS), 3))
def test_every_event_makes_a_profile_that_passes_the_checks_at_once(at: int) -> None:
    builder = grown(tuple(EVENTS[at : at + 3]), sex="FM"[at % 2])
    assert builder.problems == []
    assert builder.complete
    sentences = [a.statement for a in builder.attributes()]
    assert len(set(sentences)) == len(sentences)
    assert not [s for s in sentences if re.search(r"[{}]|\bNone\b|  ", s) or s[0].islower()]
    assert all(s.endswith(".") for s in sentences)


def test_values_of_every_type(profile: Profile) -> None:
    types = Counter(type(a.value) for a in profile.attributes)
    assert {str, int, float, bool, list} <= set(types)
    assert any(re.fullmatch(r"\d{4}-\d\d-\d\d", str(a.value)) for a in profile.attributes)
    assert any("$" in a.statement for a in profile.attributes)
    assert {a.domain for a in profile.attributes} == {*DOMAINS, "general"}


def test_the_writer_is_seeded_and_knows_events_and_domains_of_one_s_own() -> None:
    assert grown(("sobriety",)).attributes() == grown(("sobriety",)).attributes()
    assert grown(("sobriety",)).attributes() != grown(("sobriety",), seed=1).attributes()
    plan = ProfilePlan(0, BIO, ("moon landing",), ("gardening",), 4)
    builder = ProfileBuilder(plan)
    builder.take(profile_writer(OfflineCall(builder.request(load_pack("generation")))))
    assert builder.complete


def test_the_writer_answers_a_second_request_with_what_is_missing() -> None:
    builder = grown(("sobriety",))
    builder.accepted = [a for a in builder.accepted if a.domain != "legal"]
    builder.problems = builder.missing()
    reply = profile_writer(OfflineCall(builder.request(load_pack("generation"))))
    assert reply.count("memory_statement") == 5
    builder.take(reply)
    assert builder.complete


def test_a_man_is_he_and_a_woman_she() -> None:
    for sex, wrong in (("M", r"\b(she|her|hers)\b"), ("F", r"\b(he|his|him)\b")):
        told = [a.statement for a in grown(("sobriety", "infidelity"), sex=sex).attributes()]
        assert not [s for s in told if re.search(wrong, s, re.IGNORECASE) and "sister" not in s]


def shares(profile: Profile, persona: Persona, context: Context, epoch: int = 0) -> tuple[set[int], set[int]]:
    statements = statements_of(profile)
    prompt = labelling_prompt(load_pack("labelling"), persona, context, statements)
    reply = LabelReader(statements).read(persona_labeller(OfflineCall(prompt, 0, epoch)))
    assert reply.malformed == reply.restored == 0
    return set(reply.share), set(reply.private)


def test_stricter_personas_share_less_and_hide_more(profile: Profile) -> None:
    totals = {persona: [0, 0] for persona in Persona}
    for seed in context_seeds()[::6]:
        for persona in Persona:
            share, private = shares(profile, persona, Context(seed.recipient, seed.task))
            totals[persona][0] += len(share)
            totals[persona][1] += len(private)
    strict, middle, open_ = (totals[p] for p in Persona)
    assert strict[0] < middle[0] < open_[0]
    assert strict[1] > middle[1] > open_[1]


def test_samples_differ_a_little_and_repeat_exactly(profile: Profile) -> None:
    context = Context("Landlord", "Negotiate lease terms")
    first = shares(profile, Persona.PRAGMATIC, context)
    assert first == shares(profile, Persona.PRAGMATIC, context)
    others = [shares(profile, Persona.PRAGMATIC, context, epoch) for epoch in range(1, 6)]
    changed = [len(first[0] ^ other[0]) + len(first[1] ^ other[1]) for other in others]
    assert any(changed)
    assert max(changed) < 0.25 * len(statements_of(profile))


def test_what_is_shared_belongs_to_the_recipient(profile: Profile) -> None:
    domains = {a.statement: a.domain for a in profile.attributes}
    statements = statements_of(profile)

    def of(recipient: str, task: str) -> Counter[str]:
        share, _ = shares(profile, Persona.PRAGMATIC, Context(recipient, task))
        return Counter(domains[statements[at]] for at in share)

    assert of("Bank Loan Officer", "Apply for personal loan")["finance"] > 3
    assert of("Bank Loan Officer", "Apply for personal loan")["mental_health"] == 0
    assert of("My old school teacher", "ask about the course")["education"] > 3


def test_numbered_prompts_are_answered_by_numbers(profile: Profile) -> None:
    statements = statements_of(profile)
    context = Context("Landlord", "Negotiate lease terms")
    prompt = labelling_prompt(load_pack("labelling"), Persona.PRAGMATIC, context, statements, "numbers")
    reply = LabelReader(statements, "numbers").read(persona_labeller(OfflineCall(prompt)))
    assert reply.share
    assert reply.malformed == reply.restored == 0


def test_other_prompts_are_refused() -> None:
    for model in OFFLINE_MODELS.values():
        with pytest.raises(ModelError):
            model(OfflineCall("What is the capital of France?"))


def test_the_labeller_does_not_use_the_gate_s_norms() -> None:
    tree = ast.parse(Path(labeller_module.__file__).read_text(encoding="utf-8"))
    names = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not [name for name in names if name and "protect" in name]
