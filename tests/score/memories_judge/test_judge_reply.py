"""A judge's reply: what is read, and what is refused instead of taken as "nothing revealed"."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.errors import UnscoredError
from tactful.score.memories.reply import parse_reveals, read_reveals, repair_prompt

KEYS = ("annual_income", "age", "court_hearing_date")
ONE = {"annual_income": "I earn $61,000."}


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ('{"annual_income": "I earn $61,000."}', ONE),
        ("{}", {}),
        (" \n{ }\n", {}),
        ('```json\n{"annual_income": "I earn $61,000."}\n```', ONE),
        ("```\n{}\n```", {}),
        ('```json\n{"annual_income": "I earn $61,000."}', ONE),
        ('<think>Is {"age": 1} it?</think>{"annual_income": "I earn $61,000."}', ONE),
        ('no opening tag {x}</think>\n{"annual_income": "I earn $61,000."}', ONE),
        ('Here is the result:\n{"annual_income": "I earn $61,000."}', ONE),
        ('{"annual_income": "I earn $61,000."}\nI hope this helps.', ONE),
        ("Nothing is revealed:\n{}", {}),
        ('{"Annual Income": "I earn $61,000."}', ONE),
        ('{"annual-income": "I earn $61,000."}', ONE),
        ('{"annual_income → I earn $61,000 a year": "I earn $61,000."}', ONE),
        ('{"annual_income -> I earn": "I earn $61,000."}', ONE),
        ('{"annual_income: 61000": "I earn $61,000."}', ONE),
        ('{"`annual_income`": "I earn $61,000."}', ONE),
        ('{"annual_income": ["I earn", "$61,000."]}', ONE),
        ('{"annual_income": "I earn $61,000.", "age": null}', ONE),
        ('{"annual_income": "I earn $61,000.", "age": ""}', ONE),
        ('{"annual_income": "I earn $61,000.", "age": []}', ONE),
        ('{"annual_income": null}', {}),
        ('{"annual_income": "I earn $61,000.", "annual_income": "Again."}', ONE),
        ('{"annual_income": "I earn $61,000.", "shoe_size": "44"}', ONE),
        ('{"revealed_attributes": {"annual_income": "I earn $61,000."}}', ONE),
        ('{"annual_income": "A {brace} and a \\"quote\\""}', {"annual_income": 'A {brace} and a "quote"'}),
    ],
)
def test_replies_that_are_read(reply: str, expected: dict[str, str]) -> None:
    assert parse_reveals(reply, KEYS) == expected


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "  \n",
        "I'm sorry, I can't help with that.",
        "None of the attributes is revealed.",
        "Internal server error {}",
        "[]",
        '[{"annual_income": "I earn"}]',
        '{"annual_income": "I earn $61,0',
        '{"annual_income": "I earn", "age"',
        '{"annual_income": "I earn",}',
        "{'annual_income': 'I earn'}",
        "{annual_income: yes}",
        '{"annual_income": true}',
        '{"annual_income": 1}',
        '{"annual_income": {"sentence": "I earn"}}',
        '{"annual_income": [1]}',
        '{"shoe_size": "44"}',
        '{"a": "b", "c": "d"}',
        '{"annual_income": "x"} {"age": "y"}',
        "```json\n{}\n```\n```json\n{}\n```",
        '<think>the message says {"annual_income": "I earn"}',
        '{"result": {"a": "b"}}',
        '{"outer": [{"annual_income": "I earn"}]}',
        "null",
        "{" * 5000,
    ],
)
def test_replies_that_are_refused(reply: str) -> None:
    with pytest.raises(UnscoredError) as error:
        parse_reveals(reply, KEYS)
    assert "61,0" not in str(error.value)
    assert "earn" not in str(error.value)


def test_unknown_names_are_counted() -> None:
    reply = read_reveals('{"age": "I am 42.", "shoe_size": "44", "pets": "Two."}', KEYS)
    assert dict(reply.revealed) == {"age": "I am 42."}
    assert reply.unknown == 2


def test_a_loose_spelling_shared_by_two_keys_names_neither() -> None:
    keys = ("a_b", "ab")
    assert parse_reveals('{"ab": "x"}', keys) == {"ab": "x"}
    with pytest.raises(UnscoredError):
        parse_reveals('{"A B": "x"}', keys)


def test_a_key_may_hold_an_arrow_or_a_colon() -> None:
    assert parse_reveals('{"ratio 1:2": "x"}', ("ratio 1:2",)) == {"ratio 1:2": "x"}


def test_the_repair_prompt_names_the_problem_and_asks_for_json() -> None:
    text = repair_prompt("the reply is empty")
    assert "the reply is empty" in text
    assert "JSON" in text
    assert "{}" in text


def test_repr_hides_sentences() -> None:
    assert "earn" not in repr(read_reveals(json.dumps(ONE), KEYS))


@given(st.dictionaries(st.sampled_from(KEYS), st.text(min_size=1).filter(str.strip)), st.booleans())
def test_what_a_judge_writes_is_read_back(said: dict[str, str], fenced: bool) -> None:
    text = json.dumps(said, ensure_ascii=not fenced)
    if fenced and "```" not in text:
        text = f"```json\n{text}\n```"
    assert parse_reveals(text, KEYS) == {key: sentence.strip() for key, sentence in said.items()}


@given(st.text(alphabet='{}[]":,abc \n`<>/', max_size=60))
def test_garbage_is_never_nothing_revealed(text: str) -> None:
    try:
        found = parse_reveals(text, KEYS)
    except UnscoredError:
        return
    assert found == {}
    assert "{" in text
    assert "}" in text
