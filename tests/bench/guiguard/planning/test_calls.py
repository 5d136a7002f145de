"""The API, whole answers and the call in them, and the code that calls stand for."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.bench.guiguard.asking import FormatError
from tactful.bench.guiguard.planning.calls import (
    Call,
    Param,
    api_of,
    describe,
    literal,
    parse_call,
    read_answer,
)
from tactful.bench.guiguard.planning.code import to_code
from tactful.errors import InputError
from tactful.models import Reply

APIS = {name: api_of(name) for name in ("android", "pc")}
ELEMENTS = {
    "element_description",
    "starting_description",
    "ending_description",
    "starting_phrase",
    "ending_phrase",
}
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
FILLED = TEXT.filter(str.strip)
PLAIN = st.recursive(
    TEXT | st.booleans() | st.none() | st.integers() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)


def _of(param: Param) -> st.SearchStrategy[Any]:
    if param.choices:
        return st.sampled_from(param.choices)
    values: dict[str, st.SearchStrategy[Any]] = {
        "str": FILLED if param.required else TEXT,
        "int": st.integers(-99, 99),
        "float": st.floats(0, 1e6),
        "bool": st.booleans(),
        "list": st.lists(FILLED, max_size=3),
        "dict": st.dictionaries(FILLED, TEXT | st.integers() | st.none(), max_size=3),
    }
    return values[param.kind] | st.none() if param.default is None else values[param.kind]


@st.composite
def calls(draw: st.DrawFn) -> tuple[Call, str]:
    platform = draw(st.sampled_from(sorted(APIS)))
    spec = draw(st.sampled_from(sorted(APIS[platform].values(), key=lambda call: call.name)))
    return Call(spec.name, {p.name: draw(_of(p)) for p in spec.params}, spec), platform


@given(calls())
def test_a_call_reads_back_from_its_own_text(made: tuple[Call, str]) -> None:
    call, platform = made
    assert parse_call(call.text, platform) == call


@given(calls())
def test_every_call_has_code_that_parses_or_quotes(made: tuple[Call, str]) -> None:
    call, platform = made
    code = to_code(call, platform)
    assert code
    if platform == "pc":
        ast.parse(code)
        words = [value for param, value in _said(call) if param.name in ELEMENTS]
        found = [node.value for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Constant)]
        assert all(word in found for word in words)


def _said(call: Call) -> list[tuple[Param, Any]]:
    pairs = zip(call.spec.params, call.arguments.values(), strict=True)
    return [(param, value) for param, value in pairs if value is not None]


@given(PLAIN)
def test_literals_are_python(value: Any) -> None:
    assert ast.literal_eval(literal(value)) == value


@pytest.mark.parametrize(
    ("platform", "source", "text"),
    [
        ("pc", "agent.click('Save', 1, 'left')", 'agent.click("Save")'),
        ("pc", 'agent.click("Save", button_type="right")', 'agent.click("Save", 1, "right")'),
        ("pc", "agent.scroll('the list', -3)", 'agent.scroll("the list", -3)'),
        ("pc", "agent.hotkey(('ctrl', 's'))", 'agent.hotkey(["ctrl", "s"])'),
        ("pc", "agent.wait(2)", "agent.wait(2.0)"),
        ("pc", "  agent.done()\n", "agent.done()"),
        ("pc", "agent.done('3665')", 'agent.done("3665")'),
        ("pc", "agent.type(text='a \"b\"', enter=True)", r'agent.type(None, "a \"b\"", False, True)'),
        (
            "pc",
            "agent.set_cell_values({'A1': 3}, 'Calc', 'S')",
            'agent.set_cell_values({"A1": 3}, "Calc", "S")',
        ),
        ("android", "agent.swipe('up')", 'agent.swipe("up")'),
        ("android", "agent.back()", "agent.back()"),
    ],
)
def test_calls_have_one_form(platform: str, source: str, text: str) -> None:
    assert parse_call(source, platform).text == text


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("", "empty"),
        ("agent.click('a'", "parse"),
        ("agent.click('a'); agent.click('b')", "2 statements"),
        ("x = agent.click('a')", "something else"),
        ("click('a')", "something else"),
        ("agent.mouse.click('a')", "something else"),
        ("pyautogui.click('a')", "not one of agent's"),
        ("agent.fly('a')", "no such call"),
        ("agent.click()", "missing"),
        ("agent.click('  ')", "is not str"),
        ("agent.click(3)", "is not str"),
        ("agent.click(name)", "plain value"),
        ("agent.click(open('/etc/passwd').read())", "plain value"),
        ("agent.click(f'{1}')", "plain value"),
        ("agent.click(*['a'])", "plain value"),
        ("agent.click('a', True)", "is not int"),
        ("agent.click('a', 1, 'up')", '"left" or "middle" or "right"'),
        ("agent.click('a', element_description='b')", "twice"),
        ("agent.click('a', colour='b')", "does not have"),
        ("agent.click('a', **{})", "does not have"),
        ("agent.click('a', 1, 'left', [], 5)", "too many"),
        ("agent.wait(-1)", "is not float"),
        ("agent.wait(1e999)", "is not float"),
        ("agent.hotkey('ctrl')", "is not list"),
        ("agent.set_cell_values({1: 'a'}, 'x', 'y')", "is not dict"),
        ("agent.type(text=None)", "is not str"),
        ("agent.click(" + "(" * 5000 + "'a'" + ")" * 5000 + ")", "parse"),
        ("agent.click('" + "a" * 30_000 + "')", "too long"),
        ("agent.click('\0')", "parse"),
    ],
)
def test_what_is_no_call_says_why(source: str, why: str) -> None:
    with pytest.raises(FormatError, match=why.replace("|", r"\|")):
        parse_call(source, "pc")


def test_problems_never_quote_the_answer() -> None:
    for source in (
        "agent.click(Zanzibar)",
        "Zanzibar.click()",
        "agent.Zanzibar()",
        "agent.click('Zanzibar', 'x')",
    ):
        with pytest.raises(FormatError) as err:
            parse_call(source, "android")
        assert "Zanzibar" not in str(err.value)


@pytest.mark.parametrize(
    ("platform", "source", "code"),
    [
        ("pc", "agent.click('Save')", 'pyautogui.click(*locate("Save"), clicks=1, button="left")'),
        ("pc", "agent.click('a', 1, 'left', ['ctrl'])", 'pyautogui.keyUp("ctrl")'),
        ("pc", "agent.type('Name', 'Ann', True, True)", 'pyautogui.write("Ann"); pyautogui.press("enter")'),
        ("pc", "agent.scroll('list', -3, True)", "pyautogui.hscroll(-3)"),
        ("pc", "agent.hotkey(['ctrl', 's'])", 'pyautogui.hotkey("ctrl", "s")'),
        ("pc", "agent.wait(1.5)", "time.sleep(1.5)"),
        ("pc", "agent.done('x')", "DONE"),
        ("android", "agent.fail()", "FAIL"),
        ("android", 'agent.click("Ann\'s row")', "tap $(locate 'Ann'\"'\"'s row')"),
        ("android", "agent.click('$(reboot)')", "'$(reboot)'"),
        ("android", "agent.click('a', 10**9)".replace("10**9", "999999999"), "input tap"),
        (
            "android",
            "agent.type('Name', 'a b', False, True)",
            "input text 'a b'; adb shell input keyevent ENTER",
        ),
        ("android", "agent.swipe('up')", "$(beyond $(locate 'the middle of the screen') up)"),
        ("android", "agent.back()", "keyevent BACK"),
        ("android", "agent.open('Mail')", "$(package Mail)"),
        ("android", "agent.wait(2)", "sleep 2"),
    ],
)
def test_code_says_what_would_be_done(platform: str, source: str, code: str) -> None:
    found = to_code(parse_call(source, platform), platform)
    assert code in found
    assert len(found) < 500


def test_the_api_is_described_call_by_call() -> None:
    for platform, api in APIS.items():
        lines = describe(platform).splitlines()
        assert [line.partition("(")[0] for line in lines] == [f"agent.{name}" for name in api]
    assert 'agent.swipe(direction: "up" | "down" | "left" | "right", ' in describe("android")


def test_unknown_platforms_are_refused() -> None:
    with pytest.raises(InputError, match="platform"):
        api_of("tv")


CODE = '```python\nagent.click("Save")\n```'
GOOD = f"(Previous action verification)\nFine.\n\n(Next Action)\nSave it.\n\n(Grounded Action)\n{CODE}"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (GOOD, GOOD),
        (f"  {GOOD}\n", GOOD),
        (f"<think>{CODE}</think>{GOOD}", GOOD),
        (f"thinking aloud</think>\n{GOOD}", GOOD),
        (CODE, CODE),
        (CODE.replace("python", ""), CODE.replace("python", "")),
        ("Save.\n```agent.click('Save')```", "Save.\n```agent.click('Save')```"),
    ],
)
def test_answers_that_keep_the_format(said: str, kept: str) -> None:
    answer = read_answer(Reply(said), "pc")
    assert answer.text == kept
    assert answer.call.text == 'agent.click("Save")'


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (Reply(""), "empty"),
        (Reply("<think>still at it"), "empty"),
        (Reply("(Next Action)\nSave it with agent.click('Save')."), "no block"),
        (Reply(f"{CODE}\n{CODE}"), "2 blocks"),
        (Reply("```python\nagent.click('a')\nagent.click('b')\n```"), "2 statements"),
        (Reply(GOOD, truncated=True), "length limit"),
        (Reply("```python\nagent.back()\n```"), "no such call"),
    ],
)
def test_answers_that_break_it(reply: Reply, why: str) -> None:
    with pytest.raises(FormatError, match=why):
        read_answer(reply, "pc")
