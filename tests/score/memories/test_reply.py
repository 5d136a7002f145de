"""A judge's reply: what is read, and what is refused instead of taken as "nothing revealed"."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.errors import UnscoredError
from tactful.score.memories.reply import UnknownNamesError, read_reveals, repair_prompt

KEYS = ("annual_income", "age", "court_hearing_date")
ONE = {"annual_income": "I earn $61,000."}


def revealed(reply: str) -> dict[str, str]:
    return dict(read_reveals(reply, KEYS).revealed)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ('{"annual_income": "I earn $61,000."}', ONE),
        ("{}", {}),
        (" \n{ }\n", {}),
        ('```json\n{"annual_income": "I earn $61,000."}\n```', ONE),
        ("```\n{}\n```", {}),
        ("`{}`", {}),
        ('```json\n{"annual_income": "I earn $61,000."}', ONE),
        ('<think>Is {"age": 1} it?</think>{"annual_income": "I earn $61,000."}', ONE),
        ('no opening tag {x}</think>\n{"annual_income": "I earn $61,000."}', ONE),
        ('Here is the result:\n{"annual_income": "I earn $61,000."}', ONE),
        ('{"annual_income": "I earn $61,000."}\nI hope this helps.', ONE),
        (
            '{"annual_income": "I earn <think>much</think>."}',
            {"annual_income": "I earn <think>much</think>."},
        ),
        ('{"annual_income": "I earn ```text."}', {"annual_income": "I earn ```text."}),
        ('```JSON\n{"annual_income": "I earn $61,000."}\n```\nThat is all.', ONE),
        ("<think>Is {} it?</think>\n```json\n{}\n```", {}),
        ("<think>one</think> two </think>{}", {}),
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
        ('{"annual_income": "I earn $61,000.", "shoe_size": null}', ONE),
        ('{"annual_income": "I earn $61,000.", "shoe_size": "N/A"}', ONE),
        ('{"annual_income": ["None", "I earn", "$61,000."], "age": ["-"]}', ONE),
        ('{"revealed_attributes": {"annual_income": "I earn $61,000."}}', ONE),
        ('{"annual_income": "A {brace} and a \\"quote\\""}', {"annual_income": 'A {brace} and a "quote"'}),
    ],
)
def test_replies_that_are_read(reply: str, expected: dict[str, str]) -> None:
    assert revealed(reply) == expected


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "  \n",
        "I'm sorry, I can't help with that.",
        "None of the attributes is revealed.",
        "Internal server error {}",
        "Error 500\n{}",
        "Nothing is revealed:\n{}",
        "I'm sorry, I cannot comply.\n\n{}",
        "{}\nOn reflection, annual_income is revealed",
        "```json\n{}\n```\nOn reflection, annual_income is revealed",
        "```Error 500\n{}\n```",
        "Sorry.\n```json\n{}\n```",
        'Sorry.\n{"annual_income": null}',
        'Sorry.\n{"annual_income": "not revealed"}',
        '{"error": {}}',
        '{"error": {"annual_income": "I earn"}}',
        '{"data": {}}',
        '{"error": null}',
        '{"error": "quota"}',
        '```json\n{}\n```\n{"annual_income": "I earn"}',
        '{"annual_income": "I earn"}\n```json\n{}\n```',
        '```json\n{"annual_income": "I earn"}\n```\n```\nsome code\n```',
        '{"annual_income": "I earn"}\nAnd court_hearing_date too.',
        '{"annual_incone": "I earn", "age": null, "court_hearing_date": null}',
        '{"annual_income": "I earn", "shoe_size": "44"}',
        '{"annual_income": "I earn"}}',
        '["x", {"annual_income": "I earn"}]',
        '"result": {"annual_income": "I earn"}',
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
        read_reveals(reply, KEYS)
    assert "61,0" not in str(error.value)
    assert "earn" not in str(error.value)


@pytest.mark.parametrize(
    "word",
    ["N/A", "n/a.", "NA", "None", "none.", "null", "No", "no.", "-", "—", "...", "(not revealed)",
     "Not mentioned", "nothing", '"None"', "not disclosed in the message", "It is not explicitly stated.",
     "NOT APPLICABLE", "**not given**", "false", "No mention"],
)  # fmt: skip
def test_words_for_not_revealed(word: str) -> None:
    assert revealed(json.dumps({"age": word, "annual_income": "I earn $61,000."})) == ONE
    assert revealed(json.dumps({"age": word})) == {}


@pytest.mark.parametrize(
    "sentence",
    ["No children.", "Not 61,000 but 62,000.", "I have none of it.", "0", "It is not stated that I am 42."],
)
def test_sentences_that_begin_like_them(sentence: str) -> None:
    assert revealed(json.dumps({"age": sentence})) == {"age": sentence}


@pytest.mark.parametrize(
    "name",
    ["revealed", "attributes", "revealed_attributes", "Revealed Attributes", "result", "answer", "output"],
)
def test_wrappers(name: str) -> None:
    assert revealed(json.dumps({name: ONE})) == ONE
    assert revealed(json.dumps({name: {}})) == {}


def test_a_key_that_is_called_like_a_wrapper_is_a_key() -> None:
    assert dict(read_reveals('{"result": "We won."}', ("result",)).revealed) == {"result": "We won."}
    with pytest.raises(UnscoredError):
        read_reveals('{"result": {}}', ("result",))


def test_unknown_names_are_counted() -> None:
    reply = read_reveals('{"age": "I am 42.", "shoe_size": null, "pets": "none"}', KEYS)
    assert dict(reply.revealed) == {"age": "I am 42."}
    assert reply.unknown == 2
    with pytest.raises(UnknownNamesError) as told:
        read_reveals('{"age": "I am 42.", "shoe_size": "44", "pets": null}', KEYS)
    assert told.value.count == 1
    with pytest.raises(UnknownNamesError) as told:
        read_reveals('{"shoe_size": "44", "pets": null}', KEYS)
    assert told.value.count == 2


def test_a_loose_spelling_shared_by_two_keys_names_neither() -> None:
    keys = ("a_b", "ab")
    assert dict(read_reveals('{"ab": "x"}', keys).revealed) == {"ab": "x"}
    with pytest.raises(UnscoredError):
        read_reveals('{"A B": "x"}', keys)


def test_a_key_may_hold_an_arrow_or_a_colon() -> None:
    assert dict(read_reveals('{"ratio 1:2": "x"}', ("ratio 1:2",)).revealed) == {"ratio 1:2": "x"}


def test_the_repair_prompt_names_the_problem_and_asks_for_json() -> None:
    text = repair_prompt("the reply is empty")
    assert "the reply is empty" in text
    assert "JSON" in text
    assert "{}" in text


def test_repr_hides_sentences() -> None:
    assert "earn" not in repr(read_reveals(json.dumps(ONE), KEYS))


sentences = st.text().map(lambda text: f"I said {text}")


@given(st.dictionaries(st.sampled_from(KEYS), sentences), st.booleans())
def test_what_a_judge_writes_is_read_back(said: dict[str, str], fenced: bool) -> None:
    text = json.dumps(said, ensure_ascii=not fenced)
    if fenced:
        text = f"```json\n{text}\n```"
    assert revealed(text) == {key: sentence.strip() for key, sentence in said.items()}


@given(st.text(alphabet='{}[]":,abc \n`<>/', max_size=60))
def test_garbage_is_never_nothing_revealed(text: str) -> None:
    try:
        found = revealed(text)
    except UnscoredError:
        return
    assert found == {}
    rest = re.sub(r"</?think>|```|[\s{}]", "", re.sub(r"(?s)^.*</think>", "", text))
    assert rest == ""
