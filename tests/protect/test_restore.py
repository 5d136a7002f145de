"""Real values back into the agent's words: text, JSON and code, also where it changed a placeholder."""

from __future__ import annotations

import ast
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes.painted import vault
from tactful.errors import AmbiguousPlaceholderError
from tactful.protect import Vault, restore, restore_code, restore_json, restore_text

NASTY = 'O\'Hara "Quill"\\back\nnext'


def fixed(count: int = 12) -> Vault:
    """EMAIL_1 stands for user1@example.com, and so on; NOTE_1 for a value that breaks naive quoting."""
    keep = vault()
    for number in range(1, count + 1):
        keep.placeholder(f"user{number}@example.com", "email")
    keep.placeholder("Ann Quill", "person")
    keep.placeholder(NASTY, "note")
    return keep


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("EMAIL_1", "user1@example.com"),
        ("write to EMAIL_1.", "write to user1@example.com."),
        ("EMAIL_12 and EMAIL_1", "user12@example.com and user1@example.com"),
        ("email_1", "user1@example.com"),
        ("Email 1", "user1@example.com"),
        ("EMAIL-1", "user1@example.com"),
        ("ＥＭＡＩＬ＿１", "user1@example.com"),
        ("EMAIL_\n1", "user1@example.com"),
        ("EMA-\nIL_1", "user1@example.com"),
        ("EMAIL\u200b_1", "user1@example.com"),
        ("<EMAIL_1>", "<user1@example.com>"),
        ("把EMAIL_1发给他", "把EMAIL_1发给他"),
        ("EMAIL_13", "EMAIL_13"),
        ("EMAIL_1a", "EMAIL_1a"),
        ("XEMAIL_1", "XEMAIL_1"),
        ("PHONE_1", "PHONE_1"),
        ("", ""),
        ("nothing here", "nothing here"),
    ],
)
def test_text(said: str, meant: str) -> None:
    if "把" in said:  # a placeholder beside characters that use no spaces still is one
        meant = said.replace("EMAIL_1", "user1@example.com")
    assert restore_text(said, fixed()) == meant
    assert restore(said, fixed()) == meant


@pytest.mark.parametrize("change", [str, str.upper, str.lower, lambda s: s.replace(" ", "  "), str.title])
def test_changed_pseudonyms(change: Any) -> None:
    keep = vault()
    shown = keep.pseudonym("Ann Quill", "person")
    assert restore(f"ask {change(shown)} today", keep) == "ask Ann Quill today"


def test_parts_of_a_name() -> None:
    keep = vault()
    first, last = keep.pseudonym("Ann Quill", "person").split()
    assert restore(f"Dear {first}, or {last.upper()}", keep) == "Dear Ann, or QUILL"


@pytest.mark.parametrize("grouped", ["{}", "{}-{}", "({}) {}", "{} {}"])
def test_a_number_in_other_groups(grouped: str) -> None:
    keep = vault()
    shown = keep.pseudonym("202 555 0147", "phone").replace(" ", "")
    said = grouped.format(shown) if grouped == "{}" else grouped.format(shown[:3], shown[3:])
    assert restore(f"call {said}!", keep).endswith("202 555 0147!")


def test_nothing_is_put_back_twice() -> None:
    keep = vault()
    keep.placeholder("EMAIL_2", "note")  # a value that looks like a placeholder
    keep.placeholder("ann@example.com", "email")
    keep.placeholder("bob@example.com", "email")
    assert restore("NOTE_1", keep) == "EMAIL_2"


@pytest.mark.parametrize(
    "answer",
    [
        {"to": "EMAIL_1", "EMAIL_1": 1, "n": [None, True, 2.5, {"deep": ["EMAIL_2"]}]},
        ["EMAIL_1", ("EMAIL_2", 3)],
    ],
)
def test_tool_calls(answer: Any) -> None:
    got = restore(answer, fixed())
    flat = repr(got)
    assert "user1@example.com" in flat
    assert "user2@example.com" in flat
    if isinstance(answer, dict):
        assert got["EMAIL_1"] == 1
        assert got["n"][:3] == [None, True, 2.5]


def test_json_stays_json() -> None:
    text = '{\n  "note": "NOTE_1",  "args": "{\\"to\\": \\"NOTE_1\\"}", "NOTE_1": 1}'
    for found in (restore(text, fixed()), restore_json(text, fixed())):
        data = json.loads(found)
        assert data["note"] == NASTY
        assert data["NOTE_1"] == 1
        assert json.loads(data["args"])["to"] == NASTY


def test_json_in_prose_and_in_fences() -> None:
    text = 'I will call EMAIL_1:\n```json\n{"to": "NOTE_1"}\n```\ndone'
    got = restore(text, fixed())
    assert "call user1@example.com:" in got
    assert json.loads(got.split("```json\n")[1].split("\n```")[0])["to"] == NASTY


@pytest.mark.parametrize(
    "code",
    [
        "agent.type('NOTE_1')",
        'agent.type("NOTE_1", enter=True)',
        "agent.type(r'NOTE_1')",
        'agent.type("""NOTE_1""")',
        "agent.type('a ' 'NOTE_1')",
        "x = 'é'; agent.type('NOTE_1')  # NOTE_1",
        "agent.type(f'NOTE_1 {n}')",
        "agent.click(1, 2)\nagent.type('NOTE_1')\n",
    ],
)
def test_code_stays_valid(code: str) -> None:
    for got in (restore(code, fixed()), restore_code(code, fixed())):
        strings = [
            n.value
            for n in ast.walk(ast.parse(got))
            if isinstance(n, ast.Constant) and isinstance(n.value, str)
        ]
        assert any(NASTY in value for value in strings)


def test_code_inside_prose() -> None:
    got = restore('Next I type it: agent.type("NOTE_1") and wait for EMAIL_1.', fixed())
    call = got.split("it: ")[1].split(" and wait")[0]
    assert ast.literal_eval(call.removeprefix("agent.type(").removesuffix(")")) == NASTY
    assert got.endswith("user1@example.com.")


@settings(max_examples=60)
@given(value=st.text(min_size=1, max_size=12).filter(lambda v: v.strip()), quote=st.sampled_from("'\""))
def test_any_value_in_code_and_json(value: str, quote: str) -> None:
    keep = vault()
    shown = keep.placeholder(value, "note")
    real = next(e.real for e in keep.entries() if e.shown == shown)
    code = f"agent.type({quote}{shown}{quote})"
    call = ast.parse(restore(code, keep)).body[0].value  # type: ignore[attr-defined]
    assert call.args[0].value == real
    assert json.loads(restore(json.dumps({"a": shown}), keep))["a"] == real


@pytest.mark.parametrize("text", ["not json", "{'a': 1}"])
def test_not_json(text: str) -> None:
    with pytest.raises(json.JSONDecodeError):
        restore_json(text, fixed())


def test_not_code() -> None:
    with pytest.raises(ValueError, match="not Python") as caught:
        restore_code("EMAIL_1 (", fixed())
    assert "EMAIL" not in str(caught.value)


def test_ambiguous() -> None:
    keep = fixed()
    keep.expose(["EMAIL_1"])
    with pytest.raises(AmbiguousPlaceholderError, match="EMAIL_1") as caught:
        restore("send to EMAIL_1", keep)
    assert "user1" not in str(caught.value)
    assert restore("send to EMAIL_2", keep) == "send to user2@example.com"


@pytest.mark.parametrize("said", ["EMAIL_1\n2 left", "email_1-\n2"])
def test_a_break_that_two_placeholders_explain(said: str) -> None:
    """EMAIL_1 before a new line, or EMAIL_12 broken in two: nobody can tell."""
    with pytest.raises(AmbiguousPlaceholderError, match="EMAIL_12"):
        restore(said, fixed())
    assert restore(said, fixed(11)) == said.lower().replace("email_1", "user1@example.com")


def test_other_values_pass() -> None:
    for answer in (None, 3, 2.5, b"EMAIL_1", True):
        assert restore(answer, fixed()) == answer
