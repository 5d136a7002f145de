"""What actions of phones and desktops touch, type and mean."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tactful.formats import RunAction, RunStep, read_agent_s3, read_mobile_agent, write_agent_s3
from tactful.formats import write_mobile_agent as write_mobile
from tactful.formats.actions import ActionFacts, case_action, code_action, phone_action
from tactful.terms import CaseAction, Step


@pytest.mark.parametrize(
    ("action", "points", "typed"),
    [
        ("{'action': 'click', 'coordinate': [420, 1285]}", ((420, 1285),), ()),
        ('{"action": "long_press", "coordinate": [4.6, 5]}', ((5, 5),), ()),
        ({"action": "tap", "x": 3, "y": 4}, ((3, 4),), ()),
        ("{'action': 'type', 'text': '你好'}", (), ("你好",)),
        ("{'action': 'swipe', 'coordinate': [1, 2], 'coordinate2': [3, 4]}", (), ()),
        ("{'action': 'drag', 'coordinate': [1, 2], 'coordinate2': [3, 4]}", ((1, 2), (3, 4)), ()),
        ("{'action': 'answer', 'text': 'seven'}", (), ()),
        ("{'action': 'click', 'coordinate': [1e999, 2]}", (), ()),
        ("{'action': 'click', 'coordinate': ['a', 2]}", (), ()),
        ("None", (), ()),
        ("", (), ()),
        (None, (), ()),
    ],
)
def test_phone_actions(action: object, points: tuple[object, ...], typed: tuple[str, ...]) -> None:
    assert phone_action(action) == ActionFacts(points, typed)


@pytest.mark.parametrize("action", ["click the icon", "__import__('os').getcwd()", "[1, 2]", "(" * 500])
def test_phone_actions_that_are_none(action: str) -> None:
    with pytest.raises(ValueError, match="action"):
        phone_action(action)


@pytest.mark.parametrize(
    ("code", "points", "typed"),
    [
        ("import pyautogui; pyautogui.click(908, 210, clicks=1, button='left'); ", ((908, 210),), ()),
        ("pyautogui.click(x=5, y=6)", ((5, 6),), ()),
        ("pyautogui.doubleClick((5, 6))", ((5, 6),), ()),
        ("x, y = 7, 8\npyautogui.rightClick(x, y)", ((7, 8),), ()),
        ("pyautogui.moveTo(1, 2); pyautogui.dragTo(3, 4, duration=1.0)", ((1, 2), (3, 4)), ()),
        ("pyautogui.write('héllo', interval=0.1)", (), ("héllo",)),
        ("t = 'abc'\npyautogui.typewrite(t)", (), ("abc",)),
        ("import pyperclip; pyperclip.copy('日本'); pyautogui.hotkey('ctrl', 'v')", (), ("日本",)),
        ('agent.type("the name field", "Chart", True)', (), ("Chart",)),
        ('agent.type(element_description="f", text="Chart", enter=True)', (), ("Chart",)),
        ('agent.set_cell_values({"A1": "Name", "B1": 3}, "a.xlsx", "S")', (), ("Name", "3")),
        ('agent.click("the Save button", 1, "left")', (), ()),
        ("pyautogui.scroll(-5)", (), ()),
        ("open('/etc/hosts').read()", (), ()),
        (r"pyautogui.write('\d')", (), ("\\d",)),
        ("DONE", (), ()),
        ("", (), ()),
    ],
)
def test_code_actions(code: str, points: tuple[object, ...], typed: tuple[str, ...]) -> None:
    assert code_action(code) == ActionFacts(points, typed)


@pytest.mark.parametrize("code", ["pyautogui.click(", "a\0b", "click the button", "(" * 5000, "x" * 300_000])
def test_code_that_does_not_parse(code: str) -> None:
    with pytest.raises(ValueError, match="the action code"):
        code_action(code)


def test_nothing_is_run(capsys: pytest.CaptureFixture[str]) -> None:
    code_action("print('ran')")
    phone_action("{'action': 'type', 'text': 'x'}")
    assert capsys.readouterr().out == ""


def phone(raw: str) -> Step:
    try:
        facts = phone_action(raw)
    except ValueError:
        return Step(0, None, raw_action=raw)
    return Step(0, None, raw_action=raw, points=facts.points, typed=facts.typed)


def desktop(plan: str, code: str, **more: object) -> Step:
    facts = code_action(code if code not in ("DONE", "FAIL") else "") | code_action(plan)
    return Step(
        0, None, semantic_action=plan, raw_action=code, points=facts.points, typed=facts.typed, record=more
    )


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("{'action': 'click', 'coordinate': [178, 1629]}", CaseAction("click", ((178, 1629),))),
        ('{"action_type": "tap", "x": 3, "y": 4}', CaseAction("click", ((3, 4),))),
        ("{'action': 'long_press', 'coordinate': [1, 2]}", CaseAction("long", ((1, 2),))),
        ("{'action': 'double_tap', 'coordinate': [1, 2]}", CaseAction("double", ((1, 2),))),
        ("{'action': 'type', 'text': 'Hi'}", CaseAction("type", text="Hi")),
        (
            "{'action': 'swipe', 'coordinate': [540, 1800], 'coordinate2': [540, 600]}",
            CaseAction("scroll", dy=1200),
        ),
        ("{'action': 'swipe', 'direction': 'up'}", CaseAction("scroll", dy=1)),
        ("{'action': 'scroll', 'direction': 'down'}", CaseAction("scroll", dy=1)),
        (
            "{'action': 'drag', 'start': [1, 2], 'end': [3, 4]}",
            CaseAction("drag", ((1, 2), (3, 4))),
        ),
        ("{'action': 'system_button', 'button': 'Back'}", CaseAction("back")),
        ("{'action': 'system_button', 'button': 'Home'}", CaseAction("home")),
        ("{'action': 'system_button', 'button': 'Enter'}", CaseAction("key", key="enter")),
        ("{'action': 'key', 'text': 'Escape'}", CaseAction("key", key="escape")),
        ("{'action': 'open', 'text': 'Mail'}", CaseAction("open", text="Mail")),
        ("{'action': 'wait', 'time': 2}", CaseAction("wait")),
        ("{'action': 'answer', 'text': 'Two'}", CaseAction("answer", text="Two")),
        ("{'action': 'terminate', 'status': 'success'}", CaseAction("done")),
        ("{'action': 'status', 'goal_status': 'infeasible'}", CaseAction("fail")),
        ("{'action': 'shake'}", CaseAction("other")),
        ("{'action': ", None),
        ("", None),
    ],
)
def test_phone(raw: str, expected: CaseAction | None) -> None:
    assert case_action(phone(raw)) == expected


@pytest.mark.parametrize(
    ("plan", "code", "expected"),
    [
        (
            'agent.click("Save", 1, "left")',
            "import pyautogui; pyautogui.click(908, 210, clicks=1, button='left'); ",
            CaseAction("click", ((908, 210),)),
        ),
        ('agent.click("Row", 2)', "pyautogui.click(9, 8, clicks=2)", CaseAction("double", ((9, 8),))),
        ('agent.click("Row", 1, "right")', "pyautogui.click(9, 8)", CaseAction("other", ((9, 8),))),
        (
            'agent.type("To", text="a@b.example", enter=True)',
            "pyautogui.click(5, 6); pyautogui.write('a@b.example'); pyautogui.press('enter')",
            CaseAction("type", ((5, 6),), "a@b.example"),
        ),
        ('agent.scroll("List", -3)', "pyautogui.scroll(-3, x=1, y=2)", CaseAction("scroll", dy=300)),
        ('agent.scroll("List", 2, shift=True)', "pyautogui.hscroll(2)", CaseAction("scroll", dx=200)),
        ('agent.hotkey(["ctrl", "S"])', "pyautogui.hotkey('ctrl', 's')", CaseAction("key", key="ctrl+s")),
        (
            'agent.drag_and_drop("a", "b")',
            "pyautogui.moveTo(1, 2); pyautogui.dragTo(3, 4)",
            CaseAction("drag", ((1, 2), (3, 4))),
        ),
        ('agent.open("Mail")', "", CaseAction("open", text="Mail")),
        ("agent.wait(2)", "import time; time.sleep(2)", CaseAction("wait")),
        ("agent.done()", "DONE", CaseAction("done")),
        ("agent.fail()", "FAIL", CaseAction("fail")),
        ("", "import pyautogui; pyautogui.doubleClick(7, 7)", CaseAction("double", ((7, 7),))),
        ("", "pyautogui.hotkey('alt', 'left')", CaseAction("key", key="alt+left")),
        ("", "x, y = 4, 5\npyautogui.click(x, y)", CaseAction("click", ((4, 5),))),
        ('agent.call_code_agent("sum")', "", CaseAction("other")),
        ("", "", None),
    ],
)
def test_desktop(plan: str, code: str, expected: CaseAction | None) -> None:
    assert case_action(desktop(plan, code)) == expected


def test_the_end_of_a_run() -> None:
    assert case_action(Step(0, None, done=True)) == CaseAction("done")
    assert case_action(Step(0, None, done=True, outcome="fail")) == CaseAction("fail")
    answered = desktop("agent.done()", "DONE", info={"answer": "Two"})
    assert case_action(answered) == CaseAction("answer", text="Two")


@pytest.mark.parametrize("writer", ["phone", "desktop"])
def test_what_our_writers_write_is_read_back(tmp_path: Path, writer: str) -> None:
    acts = [
        RunAction("click", 10, 20),
        RunAction("type", text="naïve 'quote'"),
        RunAction("scroll", 50, 900, dy=400),
        RunAction("wait"),
        RunAction("done", text="42"),
    ]
    steps = [RunStep(act, png=b"x", description="do it", plan="1. Do it.") for act in acts]
    if writer == "phone":
        write_mobile(tmp_path, "goal", steps, success=True, hit_step_limit=False, finished="")
        run = read_mobile_agent(tmp_path)
    else:
        write_agent_s3(tmp_path, "goal", steps, success=True, hit_step_limit=False, finished="")
        run = read_agent_s3(tmp_path)
    assert [case_action(step) for step in run.steps] == [
        CaseAction("click", ((10, 20),)),
        CaseAction("type", text="naïve 'quote'"),
        CaseAction("scroll", dy=400),
        CaseAction("wait"),
        CaseAction("answer", text="42"),
    ]


def test_deep_or_huge_code_is_no_action() -> None:
    assert case_action(Step(0, None, raw_action="f(" * 5000)) == CaseAction("other")
    assert case_action(Step(0, None, raw_action=json.dumps({"action": "x" * 300_000}))) is None
