"""Growing a profile: strict reading, what is turned down and why, and what is asked again."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tactful.errors import UnscoredError
from tactful.models import load_pack
from tactful.terms import Attribute
from tactful.world.profiles.builder import ProfileBuilder
from tactful.world.profiles.check import against_bio, clash, fold, telling, unsaid
from tactful.world.profiles.plans import ProfilePlan

BIO = {"name": "Ada Vale", "sex": "F", "address": "12 Elm Road\nNorthby, ME 04001", "age": 44}
PLAN = ProfilePlan(0, BIO, ("job promotion",), ("finance", "mental_health"), per_cell=2, general=4)
GENERAL = {
    "name": ("Ada Vale", "The user is called Ada Vale."),
    "sex": ("F", "Ada is female."),
    "address": (BIO["address"], "Ada lives at 12 Elm Road, Northby, Maine 04001."),
    "age": (44, "Ada is 44 years old."),
}


def entry(
    value: Any, statement: str, domain: str = "finance", event: str = "job promotion"
) -> dict[str, Any]:
    return {"value": value, "information_domain": domain, "event": event, "memory_statement": statement}


def whole() -> dict[str, Any]:
    general = {key: entry(value, said, "general", "general") for key, (value, said) in GENERAL.items()}
    return general | {
        "new_salary": entry(64000, "Ada's new salary is $64,000."),
        "bonus": entry(2500.5, "She got a bonus of $2,500.50."),
        "stress": entry("low", "Ada's stress is low.", "mental_health"),
        "coaches": entry(["Kim", "Lee"], "Kim and Lee coach her.", "mental_health"),
    }


def reply(entries: Any) -> str:
    return "```json\n" + json.dumps(entries) + "\n```"


def build(*replies: str) -> ProfileBuilder:
    builder = ProfileBuilder(PLAN)
    for text in replies:
        builder.take(text)
    return builder


def test_a_whole_reply_makes_a_profile_in_the_plan_s_order() -> None:
    builder = build(reply(dict(reversed(whole().items()))))
    assert builder.complete
    assert not builder.problems
    profile = builder.profile()
    assert [a.key for a in profile.attributes[4:]] == ["bonus", "new_salary", "coaches", "stress"]
    assert {a.key for a in profile.attributes[:4]} == set(GENERAL)
    assert len(profile.contexts) == 49
    assert profile.id == "Ada Vale"


WRONG: dict[str, tuple[Any, str]] = {
    "not an object": (7, "not an object"),
    "no value": ({"event": "general", "information_domain": "general", "memory_statement": "x y"}, "'value'"),
    "null": (entry(None, "Nothing is known of it."), "empty"),
    "no sentence": (entry(1, "one"), "not a sentence"),
    "other domain": (entry(1, "It is one.", "sports"), "information_domain"),
    "other event": (entry(1, "It is one.", event="divorce"), "event"),
    "event without domain": (entry(1, "It is one.", "general"), "needs one of the given domains"),
    "number unsaid": (entry(90210, "Her fee is high."), "does not say its value"),
    "another number": (entry(95000, "She earns $59,000."), "does not say its value"),
    "his": (entry("tea", "His favourite drink is tea."), "pronoun"),
    "statement twice": (entry("other", "she got a bonus of $2,500.50"), "same statement"),
    "value twice": (entry("Kim Lee Park", "Kim Lee Park is her coach.", "mental_health"), "same value"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_turned_down_named_and_asked_again(case: str) -> None:
    raw, said = WRONG[case]
    entries = whole()
    entries.pop("new_salary")
    if case == "value twice":
        entries["coaches"] = entry("Kim Lee Park", "Kim Lee Park coaches Ada.", "mental_health")
        entries.pop("stress")
    entries["odd_one"] = raw
    builder = build(reply(entries))
    assert any("odd_one" in problem and said in problem for problem in builder.problems)
    assert "odd_one" not in {a.key for a in builder.attributes()}
    assert not builder.complete
    asked = builder.request(load_pack("generation"))
    assert "odd_one" in asked
    assert "domain 'finance': 1 of 2 are missing" in asked or case == "value twice"
    assert "Ada's new salary" not in asked


def test_a_repair_completes_and_contradicting_it_does_not() -> None:
    entries = whole()
    salary = entries.pop("new_salary")
    builder = build(reply(entries))
    assert not builder.complete
    with pytest.raises(UnscoredError, match="1 cells"):
        builder.profile()
    builder.take(reply({"bonus": entry(9999, "She got a bonus of $9,999.")}))
    assert any("different values" in problem for problem in builder.problems)
    builder.take(reply({"new_salary": salary}))
    assert builder.complete
    assert builder.attributes()[5].value == 64000
    assert next(a.value for a in builder.attributes() if a.key == "bonus") == 2500.5


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("<think>hm {</think>", "empty"),
        ('<think>perhaps {"a": {"value": 1}}', "empty"),
        ('perhaps {"a": 1} </think> No.', "no JSON object"),
        ("I cannot do that.", "no JSON object"),
        ('{"a": nonsense}', "broken JSON"),
        ('{"a": NaN}', "NaN"),
        ("[1, 2]", "no JSON object"),
        ('{"a": {"value": 1}} and {"b": 2}', "more than one"),
        ("{" * 100_000, "broken JSON|ends before"),
    ],
)
def test_unreadable_replies_are_said_to_be_so(text: str, said: str) -> None:
    builder = build(text)
    assert not builder.complete
    assert not builder.attributes()
    assert re.search(said, builder.problems[0])
    assert "COULD NOT BE USED" in builder.request(load_pack("generation"))


def test_of_a_cut_reply_the_complete_part_counts() -> None:
    text = reply(whole()).removesuffix("\n```")
    cut = text[: text.index('"stress"') + 30]
    builder = build(cut)
    assert {a.key for a in builder.attributes()} == {*GENERAL, "new_salary", "bonus"}
    assert any("mental_health" in problem for problem in builder.problems)
    builder.take(reply({key: whole()[key] for key in ("stress", "coaches")}))
    assert builder.complete
    assert builder.counts["reply cut short"] == 1


def test_a_key_twice_in_one_reply_is_seen() -> None:
    text = reply(whole())
    twice = text.replace('"stress":', f'"bonus": {json.dumps(entry(1, "It is one."))}, "stress":')
    assert any("different values" in problem for problem in build(twice).problems)


def test_surplus_is_cut_and_spellings_of_events_are_mended() -> None:
    entries = whole()
    entries["third"] = entry(3, "It is three.")
    entries["stress"]["event"] = "Job_Promotion"
    entries["stress"]["information_domain"] = "mental health"
    builder = build(reply(entries))
    assert builder.complete
    assert "third" not in {a.key for a in builder.attributes()}
    assert builder.counts["surplus"] == 1


def attribute(key: str, value: Any, statement: str = "It is so.", event: str = "general") -> Attribute:
    return Attribute(key, value, statement, "general", event)


@pytest.mark.parametrize(
    ("key", "value", "agrees"),
    [
        ("name", "Ada Vale", True),
        ("general_full_name", "ada  vale", True),
        ("name", "Ada Hill", False),
        ("spouse_name", "Tom Vale", True),
        ("sex", "Female", True),
        ("sex", "male", False),
        ("age", "44 years", True),
        ("user_age", 45, False),
        ("children_age", 45, True),
        ("home_address", "12 Elm Road, Northby, Maine 04001", True),
        ("address", "14 Elm Road, Northby, ME 04001", False),
        ("email_address", "ada@example.org", True),
    ],
)
def test_the_biography_may_not_be_told_otherwise(key: str, value: Any, agrees: bool) -> None:
    assert (against_bio(attribute(key, value), BIO) == "") is agrees


@pytest.mark.parametrize(
    ("sex", "statement", "event", "fine"),
    [
        ("F", "He earns little.", "general", False),
        ("F", "Her rent is high.", "general", True),
        ("M", "She earns little.", "general", False),
        ("M", "Hers is the house.", "general", False),
        ("M", "Sheila is his aunt.", "general", True),
        ("F", "He is called so by friends.", "gender transition", True),
    ],
)
def test_pronouns_follow_the_biography(sex: str, statement: str, event: str, fine: bool) -> None:
    assert (against_bio(attribute("x", 1, statement, event), {**BIO, "sex": sex}) == "") is fine


@pytest.mark.parametrize(
    ("one", "other", "clashes"),
    [
        (("marital_status", "Married"), ("general_marital_status", "Single"), True),
        (("relationship_status", "Married"), ("marital_status", "married"), True),
        (("blood_type", "A+"), ("blood_group", "0-"), True),
        (("marital_status_before_2020", "Single"), ("marital_status", "Married"), False),
        (("rent", 900), ("deposit", 900), False),
        (("score", 4), ("mood", 4), False),
        (("start", "2024-05-06"), ("end", "2024-05-06"), True),
        (("told", True), ("knows", True), False),
    ],
)
def test_facts_with_one_value_and_values_told_twice(one: Any, other: Any, clashes: bool) -> None:
    first = attribute(one[0], one[1], "This is the first.")
    assert bool(clash(attribute(other[0], other[1], "This is the other."), first)) is clashes


@pytest.mark.parametrize(
    ("value", "statement", "said"),
    [
        (1250, "It cost $1,250.", True),
        (1250, "It cost 1 250 euros.", True),
        (1250, "It cost $12,500.", False),
        (1200000, "It cost 1.2 million.", True),
        (12, "Twelve of them came.", True),
        (True, "It is not so.", True),
        (310.5, "It cost $310.50.", True),
    ],
)
def test_a_statement_says_its_number(value: Any, statement: str, said: bool) -> None:
    assert (unsaid(attribute("x", value, statement)) == "") is said


def test_folding_and_telling() -> None:
    assert fold("Zoë’s  CAFÉ!") == fold("zoe s cafe")
    assert [telling(v) for v in (None, True, 4, 4500, "High", "2024-05-06", ["a", "b"])] == [
        False, False, False, True, False, True, False,
    ]  # fmt: skip
