import pytest

from tactful.formats._actions import ActionFacts, code_action, phone_action


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
