"""The rule judge: the same action, target and values are 4, less alike is less."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tactful.bench.guiguard.offline.judge import PlanJudge, compare
from tactful.bench.guiguard.planning.judge import read_score
from tactful.errors import ModelError
from tactful.models import Message, load_pack


def plan(call: str, aim: str = "Go on.") -> str:
    return f"(Next Action)\n{aim}\n\n(Grounded Action)\n```python\n{call}\n```"


LUNCH = 'agent.click("entry 2 of the list, “Lunch”")'
TO = 'agent.type("the field “To”", text="a@b.test")'
ANNA = 'agent.click("“Anna Bell” at the upper left")'


@pytest.mark.parametrize(
    ("reference", "replay", "score"),
    [
        (ANNA, ANNA, 4),
        (ANNA, 'agent.click("“Anna Bell” at the upper centre")', 4),
        (ANNA, 'agent.click("“Anna Bell” at the bottom right")', 3),
        (ANNA, 'agent.click("the row at the upper left, its text is covered")', 3),
        (ANNA, 'agent.click("“Tom Reed” at the upper left")', 2),
        (ANNA, 'agent.click("“Settings” at the bottom right")', 1),
        (ANNA, "agent.done()", 0),
        (ANNA, "agent.back()", 0),
        (LUNCH, 'agent.click("entry 2 of the list, with its text covered")', 3),
        (LUNCH, 'agent.click("entry 2 of the list, “Dinner”")', 3),
        (LUNCH, LUNCH, 4),
        (LUNCH, 'agent.click("entry 4 of the list, “Dinner”")', 1),
        (TO, TO, 4),
        (TO, 'agent.type("the field “To”", text="zz@c.test")', 2),
        (TO, 'agent.type("the field “Subject”", text="a@b.test")', 2),
        (TO, 'agent.type("the field “Body”", text="xy")', 1),
        ('agent.click("the field “To” at the top left")', 'agent.type("the field “To”", text="ab")', 2),
        ('agent.scroll("the page", -5)', 'agent.scroll("the list", -3)', 4),
        ('agent.scroll("the page", -5)', 'agent.scroll("the page", 5)', 1),
        ('agent.swipe("up")', 'agent.scroll("the page", -5)', 4),
        ("agent.back()", 'agent.hotkey(["alt", "left"])', 4),
        ('agent.hotkey(["ctrl", "s"])', 'agent.hotkey(["ctrl", "z"])', 1),
        ('agent.done("42")', 'agent.done("42")', 4),
        ('agent.done("42")', 'agent.done("17")', 2),
        ("agent.done()", "agent.fail()", 0),
        ('agent.open("Notes")', 'agent.click("“Notes” at the top left")', 2),
    ],
)  # fmt: skip
def test_scores(reference: str, replay: str, score: int) -> None:
    assert compare(plan(reference), plan(replay))[0] == score


def test_looking_for_what_the_other_one_takes_is_the_same_intent() -> None:
    looking = plan('agent.swipe("up")', "Scroll down to find “Anna Bell”.")
    assert compare(plan(ANNA), looking)[0] == 2
    assert compare(plan(ANNA), plan('agent.swipe("up")'))[0] == 0


def test_plans_in_words_are_compared_by_words() -> None:
    one = "Open the second alarm and change its time to half past seven."
    assert compare(one, one)[0] == 4
    assert compare(one, "Write a letter for grandmother.")[0] == 0


@settings(deadline=None)  # the tables load at the first
@given(st.text(max_size=60), st.sampled_from(["click", "type", "open", "wait", "frobnicate"]))
def test_a_plan_is_the_same_as_itself(words: str, name: str) -> None:
    itself = plan(f"agent.{name}({json.dumps(words)})")
    assert compare(itself, itself)[0] == 4


@settings(deadline=None)  # the tables load at the first
@given(st.text(max_size=80), st.text(max_size=80))
def test_any_two_texts_get_a_score(one: str, two: str) -> None:
    assert compare(one, two)[0] in range(5)


@pytest.mark.parametrize("variant", ["neutral", "lenient"])
def test_answers_the_prompt_of_the_pack_and_after_a_repair(variant: str) -> None:
    pack = load_pack("guiguard_judging")
    plans = {"reference": plan(ANNA), "replay": plan(ANNA)}
    asked = pack.render("judge", variant, task="Call Anna", scale=pack.render("scale", variant), **plans)
    reply = PlanJudge().ask([Message(asked)])
    assert read_score(reply)[0] == 4
    assert "Anna" not in reply.text
    again = [
        Message(asked),
        Message("?", role="assistant"),
        Message(pack.render("repair", problem="no JSON")),
    ]
    assert PlanJudge().ask(again) == reply


def test_another_packs_headings_and_no_plans() -> None:
    other = (
        f"Compare.\nReference plan:\n{plan(ANNA)}\n\nReplay plan:\n{plan('agent.done()')}\n\nAnswer in JSON."
    )
    assert json.loads(PlanJudge().ask([Message(other)]).text)["score"] == 0
    with pytest.raises(ModelError):
        PlanJudge().ask([Message("Hello")])
