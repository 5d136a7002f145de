"""Conditions combine as logic does, and rules apply in order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes.painted import region
from tactful.errors import PolicyError
from tactful.protect.policy.rules import (
    Condition,
    Policy,
    Rule,
    always,
    category_is,
    confidence_at_least,
    group_in,
    inner,
    necessary,
    risk_at_least,
    risk_is,
    risky,
    source_is,
    type_is,
)
from tactful.terms import Box, Category, Region, Risk

REGIONS = st.builds(
    Region,
    text=st.just("x"),
    box=st.just(Box(0, 0, 9, 9)),
    risk=st.sampled_from(Risk),
    category=st.sampled_from([None, *Category]),
    type=st.sampled_from(["email", "phone", "unknown", "text"]),
    necessary=st.booleans(),
    confidence=st.floats(0, 1),
    source=st.sampled_from(["patterns", "patterns:email", "layout", ""]),
    inner=st.booleans(),
)
SIMPLE = st.one_of(
    st.sampled_from([necessary, risky, inner, always]),
    st.builds(risk_at_least, st.sampled_from(Risk)),
    st.builds(risk_is, st.sampled_from(Risk), st.sampled_from(Risk)),
    st.builds(category_is, st.sampled_from([None, *Category])),
    st.builds(type_is, st.sampled_from(["email", "unknown"])),
    st.builds(confidence_at_least, st.floats(0, 1)),
    st.builds(source_is, st.sampled_from(["patterns", "layout"])),
)


@given(a=SIMPLE, b=SIMPLE, c=SIMPLE, r=REGIONS)
def test_the_algebra(a: Condition, b: Condition, c: Condition, r: Region) -> None:
    assert (a | b)(r) is (a(r) or b(r))
    assert (a & b)(r) is (a(r) and b(r))
    assert (~a)(r) is (not a(r))
    assert (~(a | b))(r) is (~a & ~b)(r)
    assert (a & (b | c))(r) is ((a & b) | (a & c))(r)
    assert (a | ~a)(r)
    assert not (a & ~a)(r)


@pytest.mark.parametrize(
    ("condition", "change", "fits"),
    [
        (risk_at_least(Risk.MEDIUM), {"risk": Risk.HIGH}, True),
        (risk_at_least(Risk.MEDIUM), {"risk": Risk.LOW}, False),
        (risk_is(Risk.LOW, Risk.HIGH), {"risk": Risk.MEDIUM}, False),
        (category_is(None), {"category": None}, True),
        (type_is("email", "phone"), {"type": "phone"}, True),
        (source_is("patterns"), {"source": "patterns:email"}, True),
        (source_is("patterns"), {"source": "patternsx"}, False),
        (confidence_at_least(0.5), {"confidence": 0.5}, True),
        (necessary, {"necessary": True}, True),
        (inner, {}, False),
        (risky, {"risk": Risk.NONE}, False),
        (group_in([(Risk.HIGH, Category.IDENTITY, False)]), {}, True),
        (group_in([(Risk.HIGH, Category.IDENTITY, False)]), {"necessary": True}, False),
    ],
)
def test_simple_conditions(condition: Condition, change: dict[str, object], fits: bool) -> None:
    assert condition(region(**change)) is fits  # type: ignore[arg-type]


def test_words() -> None:
    assert (risky & ~necessary | type_is("otp", "secret")).words == (
        "((any risk and not necessary for the task) or type otp or secret)"
    )


def test_the_first_rule_that_fits_wins() -> None:
    policy = Policy("p", [Rule(type_is("email"), "replace", "mails"), Rule(risky, "black")], default="fixed")
    assert policy.decide(region(type="email")).operator == "replace"
    assert policy.decide(region(type="email")).rule == "mails"
    assert policy.decide(region(type="phone")).rule == "any risk"
    assert policy.decide(region(risk=Risk.NONE)).operator == "fixed"
    assert policy.operators == {"replace", "black", "fixed"}


@pytest.mark.parametrize("make", [lambda: Rule(always, "blur"), lambda: Policy("p", [], default="blur")])
def test_unknown_operators(make: object) -> None:
    with pytest.raises(PolicyError, match="one of black"):
        make()  # type: ignore[operator]


@given(r=REGIONS, default=st.sampled_from(["keep", "black"]))
def test_another_operator_wherever_it_masks(r: Region, default: str) -> None:
    policy = Policy("p", [Rule(type_is("email"), "keep"), Rule(risky, "black")], default=default)
    other = policy.with_operator("fixed")
    before, after = policy.decide(r).operator, other.decide(r).operator
    assert after == ("keep" if before == "keep" else "fixed")
    assert "fixed" in other.name


MEDIUM_RULES = [
    risk_at_least(Risk.MEDIUM),
    risk_at_least(Risk.LOW),
    risk_is(Risk.MEDIUM),
    risk_at_least(Risk.MEDIUM) & category_is(Category.IDENTITY),
    risky & ~necessary,
    risky & confidence_at_least(0.9),
    risk_at_least(Risk.MEDIUM) & type_is("message"),
    risk_is(Risk.MEDIUM) & ~type_is("unknown") & (type_is("note") | type_is("file")),
]


@pytest.mark.parametrize("condition", MEDIUM_RULES, ids=lambda c: c.words)
@pytest.mark.parametrize("risk", list(Risk))
@pytest.mark.parametrize("category", [None, Category.BEHAVIOR_CONTEXT])
def test_unknown_is_masked_where_medium_is(
    condition: Condition, risk: Risk, category: Category | None
) -> None:
    policy = Policy("p", [Rule(condition, "black")])
    found = region("", type="unknown", risk=risk, category=category, confidence=0.1)
    assert policy.decide(found).operator == "black"


def test_unknown_is_kept_where_only_high_is_masked() -> None:
    policy = Policy("p", [Rule(risk_at_least(Risk.HIGH), "black")])
    assert policy.decide(region("", type="unknown", risk=Risk.MEDIUM)).operator == "keep"
    assert policy.decide(region("", type="unknown", risk=Risk.HIGH)).operator == "black"
