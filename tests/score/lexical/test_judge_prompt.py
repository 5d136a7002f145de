"""The lexical judge behind a prompt."""

from __future__ import annotations

import json

import pytest

from tactful.errors import InputError
from tactful.score import answer_judge_prompt
from tactful.score.lexical.judge import read_judge_prompt

STATEMENTS = {
    "annual_income": "The user's annual income is $61,000.",
    "marital_status": "The user is married.",
    "name": "Alva Brandt is the person's name.",
    "age": "The person is 42 years old.",
    "sex": "The person's sex is F.",
    "address": "The person's address is 14 Quill Lane\nEast Marrow, WI 54999.",
    "on_leave": "Alva was not on leave in May 2023.",
}
MESSAGE = "Dear Sam,\n\nI am married and my annual income is $61,000.\n\nBest regards,\nAlva Brandt"


def prompt(shape: str, title: str = "SOLUTION", message: str = MESSAGE) -> str:
    lines = "\n".join(shape.format(key=key, text=text) for key, text in STATEMENTS.items())
    return f"You judge messages.\nAnswer in JSON.\n\nATTRIBUTES:\n{lines}\n\n{title}:\n{message}"


@pytest.mark.parametrize(
    "shape", ["{key} → {text}", "{key} -> {text}", "- {key}: {text}", "* {key} → {text}"]
)
@pytest.mark.parametrize("title", ["SOLUTION", "MESSAGE", "**Message to judge**", "## Message"])
def test_prompts_of_several_shapes(shape: str, title: str) -> None:
    answer = json.loads(answer_judge_prompt(prompt(shape, title)))
    assert set(answer) == {"annual_income", "marital_status", "name"}
    assert answer["annual_income"] == "I am married and my annual income is $61,000."


@pytest.mark.parametrize(
    ("message", "keys"),
    [
        ("I am 42 years old.", {"age"}),
        ("Sex: female", {"sex"}),
        ("I live at 14 Quill Lane, East Marrow, WI 54999.", {"address"}),
        ("In May 2023 I was not on leave.", {"on_leave"}),
        ("In May 2023 I was on leave.", set()),
        ("I hope that you are well.", set()),
        ("My income is $61,000 annually, more or less.", {"annual_income"}),
        ("I make about $61k a year.", {"annual_income"}),
        ("My brother makes $61k a year.", set()),
        ("", set()),
    ],
)
def test_what_messages_reveal(message: str, keys: set[str]) -> None:
    assert set(json.loads(answer_judge_prompt(prompt("{key} → {text}", message=message)))) == keys


def test_a_message_may_hold_colons_and_titles() -> None:
    message = "Message: hello\nSOLUTION: none\nI am married."
    _, read = read_judge_prompt(prompt("{key} → {text}", message=message))
    assert read == message


@pytest.mark.parametrize("text", ["", "Write a poem.", "ATTRIBUTES:\nMESSAGE:\nhello", "SOLUTION:\nhello"])
def test_other_prompts_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="prompt"):
        answer_judge_prompt(text)
