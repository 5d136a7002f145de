from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tactful.errors import ModelError, UnscoredError
from tactful.memory import ModelGate

MEMORIES = ("My name is Ada Wick.", "I have therapy with Dr. Stone on May 3.", "I was fired in 2019.")


def entry(memory: Any, decision: Any, coarse: Any = None, **more: Any) -> dict[str, Any]:
    return {"memory": memory, "flow": "f", "judgement": "j", "decision": decision, "coarse": coarse, **more}


def reply(*entries: dict[str, Any]) -> str:
    return json.dumps({"decisions": list(entries)})


ALL = [entry(1, "pass"), entry(2, "generalise", "The user has an appointment."), entry(3, "withhold")]
GOOD = [
    reply(*ALL),
    reply(*reversed(ALL)),
    f"```json\n{reply(*ALL)}\n```",
    f"<think>{{}} hm</think>\n{reply(*ALL)}",
]
BAD = [
    "",
    "pass them all",
    "{}",
    "[]",
    '{"decisions": {}}',
    reply(*ALL[:2]),
    reply(*ALL, ALL[0]),
    reply(entry(0, "pass"), *ALL[1:]),
    reply(entry(4, "pass"), *ALL[1:]),
    reply(entry(True, "pass"), *ALL[1:]),
    reply(entry("1", "pass"), *ALL[1:]),
    reply(entry(1, "share"), *ALL[1:]),
    reply(entry(1, None), *ALL[1:]),
    reply(entry(1, "pass", text="x"), *ALL[1:]),
    reply(ALL[0], entry(2, "generalise"), ALL[2]),
    reply(*ALL) + " and more",
]


class Scripted:
    """Answers from a list and keeps the prompts."""

    def __init__(self, *replies: str | Exception) -> None:
        self.replies, self.prompts = list(replies), list[str]()

    async def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        answer = self.replies.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def decide(ask: Scripted) -> list[tuple[str, str | None]]:
    gate = ModelGate(ask)
    decisions = asyncio.run(gate.decide(MEMORIES, task="ask for leave", recipient="my boss"))
    return [(d.action, d.statement) for d in decisions]


@pytest.mark.parametrize("text", GOOD)
def test_good_replies(text: str) -> None:
    assert decide(Scripted(text)) == [
        ("pass", MEMORIES[0]),
        ("generalise", "The user has an appointment."),
        ("withhold", None),
    ]


@pytest.mark.parametrize("text", BAD)
def test_a_bad_reply_is_repaired_once(text: str) -> None:
    ask = Scripted(text, GOOD[0])
    assert decide(ask)[0] == ("pass", MEMORIES[0])
    assert len(ask.prompts) == 2
    assert ask.prompts[1].startswith(ask.prompts[0])


@pytest.mark.parametrize("text", BAD)
def test_two_bad_replies_pass_nothing(text: str) -> None:
    with pytest.raises(UnscoredError) as caught:
        decide(Scripted(text, text))
    assert "Wick" not in str(caught.value)


@pytest.mark.parametrize(
    "coarse",
    [
        "See Dr. Stone.",
        "see stone",
        "On the 3 of some month.",
        "On the third.",
        "The user has therapy.",
        MEMORIES[1],
        MEMORIES[1].upper(),
    ],
)
def test_a_coarser_text_that_states_the_value_is_withheld(coarse: str) -> None:
    assert decide(Scripted(reply(ALL[0], entry(2, "generalise", coarse), ALL[2])))[1] == ("withhold", None)


def test_a_failed_call_passes_nothing() -> None:
    with pytest.raises(ModelError) as caught:
        decide(Scripted(RuntimeError(f"400 for {MEMORIES[0]}")))
    assert "Wick" not in str(caught.value)
    assert caught.value.__cause__ is None
    with pytest.raises(ModelError):
        decide(Scripted("", ModelError("the endpoint timed out")))


def test_the_prompt_carries_all_and_no_memories_cost_no_call() -> None:
    ask = Scripted(GOOD[0])
    decide(ask)
    for text in (*MEMORIES, "ask for leave", "my boss", "3. I was fired"):
        assert text in ask.prompts[0]
    assert asyncio.run(ModelGate(Scripted()).decide([], task="t", recipient="r")) == ()
    assert "Wick" not in repr(ModelGate(ask))
