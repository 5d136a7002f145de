"""Labels: prompts, replies read strictly, and the mixture of personas."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.errors import UnscoredError
from tactful.models import load_pack
from tactful.terms import COMBINED, WESTIN_PRIORS, Attribute, Context, Need, Persona, Profile
from tactful.world.profiles.labelling import (
    LabelReader,
    LabelReply,
    count_labels,
    label_sets,
    labelling_prompt,
    statements_of,
)

STATEMENTS = (
    "My job title is “Baker”.",
    "I earn $52,000 a year.",
    "She sees Dr. Voss – weekly.",
    "It is so.",
    "IT IS SO",
)
READER = LabelReader(STATEMENTS)
CONTEXT = Context("Landlord", "Negotiate lease terms")


def said(share: object, private: object = ()) -> str:
    return json.dumps({"share": share, "private": list(private) if private == () else private})


@pytest.mark.parametrize(
    ("entry", "at"),
    [
        ("My job title is “Baker”.", 0),
        ('my job title is "Baker"', 0),
        ("- I earn $52,000 a year.", 1),
        ("2. I earn $52,000  a year", 1),
        ("She sees Dr. Voss - weekly.", 2),
        ("It is so.", 3),
        ("IT IS SO", 4),
        ("it is so", None),
        ("I earn $53,000 a year.", None),
        ("She earns $52,000 a year.", None),
        (7, None),
        (None, None),
    ],
)
def test_entries_match_exactly_or_normalised_and_never_by_guess(entry: object, at: int | None) -> None:
    # A second entry that always matches keeps the reply usable.
    reply = READER.read(said([entry, "I earn $52,000 a year."]))
    assert reply.share == {1} | ({at} if at is not None else set())
    assert reply.malformed == (at is None)


def test_numbers_name_lines() -> None:
    reply = LabelReader(STATEMENTS, "numbers").read(said([1, "2."], [5, 9, 0, True]))
    assert reply == LabelReply(frozenset({0, 1}), frozenset({4}), malformed=3, restored=1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "none of them",
        '{"share": []}',
        '{"private": []}',
        '{"share": "all", "private": []}',
        '{"share": {}, "private": []}',
        '{"share": [], "share": [], "private": []}',
        '{"share": ["My job is a secret"], "private": [3]}',
        '{"share": ["It is so."], "private": [',
        '{"share": ["It is so."], "private": []} {"share": [], "private": []}',
    ],
)
def test_what_cannot_be_read_is_unscored_and_never_unlabeled(text: str) -> None:
    with pytest.raises(UnscoredError) as raised:
        READER.read(text)
    assert not any(word in str(raised.value) for word in ("job", "It is so"))


def test_abstaining_from_all_is_a_reply_and_thinking_and_fences_are_stripped() -> None:
    assert READER.read('<think>{"share": 1}</think>```json\n{"share": [], "private": []}\n```') == LabelReply(
        frozenset(), frozenset()
    )
    assert READER.read('Here: {"reason": "x", "private": [], "share": ["It is so."]}').share == {3}


def test_prompts_of_a_profile_begin_with_the_same_bytes() -> None:
    pack = load_pack("labelling")
    attributes = tuple(Attribute(str(at), at, text) for at, text in enumerate(STATEMENTS))
    profile = Profile("x", {"name": "x"}, (*attributes, Attribute("twice", 1, STATEMENTS[0])), ())
    statements = statements_of(profile)
    assert statements == STATEMENTS
    prompts = [
        labelling_prompt(pack, persona, context, statements, "statements")
        for persona in Persona
        for context in (CONTEXT, Context("Spouse", "Plan a trip"))
    ]
    assert len(set(prompts)) == 6
    head = prompts[0][: prompts[0].index("IT IS SO") + len("IT IS SO")]
    assert all(prompt.startswith(head) for prompt in prompts)
    assert "1. My job title" in labelling_prompt(pack, Persona.PRAGMATIC, CONTEXT, statements, "numbers")


def test_a_statement_in_both_lists() -> None:
    reply = LabelReply(frozenset({0, 1}), frozenset({1, 2}))
    assert count_labels([reply], 4, "corrected") == [(0, 1, 0), (0, 0, 1), (1, 0, 0), (0, 0, 1)]
    assert count_labels([reply], 4, "as_published") == [(0, 1, 0), (0, 1, 0), (1, 0, 0), (0, 0, 1)]


REPLY = st.builds(
    LabelReply, st.frozensets(st.integers(0, 3), max_size=4), st.frozensets(st.integers(0, 3), max_size=4)
)
REPLIES = st.fixed_dictionaries({p: st.lists(REPLY, min_size=1, max_size=12) for p in Persona})


@given(REPLIES)
def test_the_mixture_is_westin_s_and_only_unanimity_labels(replies: dict[Persona, list[LabelReply]]) -> None:
    statements = ("a", "b", "c", "d")
    sets = label_sets(statements, {p: count_labels(given, 4) for p, given in replies.items()})
    for at, statement in enumerate(statements):
        slow = {"private": 0.0, "necessary": 0.0, "unlabeled": 0.0}
        votes = []
        for persona, given_replies in replies.items():
            for reply in given_replies:
                both = at in reply.share and at in reply.private
                vote = "unlabeled"
                if at in reply.share and not both:
                    vote = "necessary"
                elif at in reply.private and not both:
                    vote = "private"
                votes.append(vote)
                slow[vote] += WESTIN_PRIORS[persona] / len(given_replies)
        mixed = sets[COMBINED][statement]
        assert math.isclose(mixed.private + mixed.necessary + mixed.unlabeled, 1, abs_tol=1e-5)
        for name, value in slow.items():
            assert math.isclose(getattr(mixed, name), value, abs_tol=2e-6)
        expected = {("necessary",): Need.NECESSARY, ("private",): Need.PRIVATE}
        assert mixed.need() == expected.get(tuple(set(votes)), Need.AMBIGUOUS)


def test_a_persona_without_a_scored_sample_has_no_set_and_there_is_no_mixture() -> None:
    one = count_labels([LabelReply(frozenset({0}), frozenset())], 1)
    none = count_labels([], 1)
    sets = label_sets(
        ("a",), {Persona.PRAGMATIC: one, Persona.UNCONCERNED: none, Persona.FUNDAMENTALIST: one}
    )
    assert set(sets) == {"pragmatic", "fundamentalist"}
