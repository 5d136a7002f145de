"""Single rules on small views: one row of the table is one claim about a text in its place."""

from __future__ import annotations

import pytest
from layout_screens import unit

from tactful.recognize.layout import layout_recognizers
from tactful.recognize.view import Finding, ScreenView
from tactful.terms import TaskState, TextUnit

Row = tuple[int, int, int, str]


def look(rows: list[Row], *, pc: bool = False, typed: tuple[str, ...] = ()) -> dict[str, Finding]:
    """Findings on whole units by their text."""
    return {view_text: f for view_text, f in _pairs(_view(rows, pc, typed)) if f.end is None and not f.start}


def _view(rows: list[Row], pc: bool = False, typed: tuple[str, ...] = ()) -> ScreenView:
    width, height, platform = (1920, 1080, "pc") if pc else (1080, 2400, "android")
    return ScreenView(tuple(unit(*r) for r in rows), width, height, platform, TaskState(typed=typed))


def _pairs(view: ScreenView) -> list[tuple[str, Finding]]:
    (recognizer,) = layout_recognizers()
    return [(view.units[f.unit].text, f) for f in recognizer.find(view) if f.unit is not None]


LABELS = [
    ("Phone", "503 555 0142", "phone"),
    ("Full name", "Vera Holt", "person"),
    ("住所", "架空市桜町3-4-5", "address"),
    ("姓名", "周建国", "person"),
    ("联系电话", "13900000142", "phone"),
    ("전화번호", "010-0000-0142", "phone"),
    ("예금주", "김도윤", "person"),
    ("Date de naissance", "4 mai 1981", "date"),
    ("Numéro de sécurité sociale", "1 81 05 00 000 000 00", "id_number"),
    ("Номер телефона", "+7 900 555-01-42", "phone"),
    ("Диагноз", "Астма", "health"),
    ("Serial number", "QX7T2M99", "device"),
    ("IP address", "10.0.0.7", "ip"),
    ("Password", "plum-river-92", "secret"),
    ("Recovery phone", "503 555 0142", "phone"),
    ("Account number", "000123456789", "bank"),
    ("Blood pressure", "136/88", "health"),
]


@pytest.mark.parametrize(("label", "value", "kind"), LABELS)
def test_a_value_right_of_its_label(label: str, value: str, kind: str) -> None:
    found = look([(60, 600, 36, label), (620, 600, 36, value)])
    assert found[value].type == kind
    assert found[value].risk.value != "none"
    assert found[label].risk.value == "none"


@pytest.mark.parametrize(("label", "value", "kind"), LABELS)
def test_a_value_below_its_label(label: str, value: str, kind: str) -> None:
    found = look([(60, 600, 36, label), (60, 650, 32, value)])
    assert found[value].type == kind


@pytest.mark.parametrize(("label", "value", "kind"), LABELS)
def test_a_value_after_a_colon(label: str, value: str, kind: str) -> None:
    text = f"{label}: {value}"
    spans = [f for t, f in _pairs(_view([(60, 600, 36, text)])) if t == text and f.start]
    assert [(f.type, text[f.start : f.end]) for f in spans] == [(kind, value)]


@pytest.mark.parametrize(
    ("label", "empty"),
    [
        ("Phone", "Not set"),
        ("Name", "Enter your name"),
        ("姓名", "请输入姓名"),
        ("住所", "住所を入力"),
        ("이름", "이름을 입력하세요"),
        ("Téléphone", "Saisissez votre numéro"),
        ("Имя", "Введите имя"),
        ("Address", "Edit"),
    ],
)
def test_an_empty_field_holds_nothing(label: str, empty: str) -> None:
    found = look([(60, 600, 36, label), (60, 650, 32, empty)])
    assert found[empty].risk.value == "none"


@pytest.mark.parametrize(
    ("rows", "text", "source", "risk"),
    [
        ([(81, 52, 30, "9:41")], "9:41", "layout:status-bar", "low"),
        ([(860, 52, 30, "LTE")], "LTE", "layout:status-bar", "low"),
        ([(930, 52, 30, "64%")], "64%", "layout:status-bar", "low"),
        ([(60, 52, 30, "中国移动")], "中国移动", "layout:status-bar", "low"),
        ([(60, 500, 36, "To: me")], "To: me", "layout:to-me", "none"),
        ([(60, 500, 36, "To: billing")], "To: billing", "layout:recipient", "medium"),
        ([(60, 500, 36, "(no subject)")], "(no subject)", "layout:fixed-phrase", "none"),
        ([(60, 300, 36, "Hello Camille")], "Hello Camille", "layout:greeting", "high"),
        ([(60, 600, 36, "@juno_paints")], "@juno_paints", "layout:handle", "high"),
        ([(60, 600, 36, "Add new payment method")], "Add new payment method", "layout:phrase", "none"),
        ([(60, 600, 36, "查看全部订单")], "查看全部订单", "layout:phrase", "none"),
        ([(60, 600, 36, "Сегодня")], "Сегодня", "layout:section", "none"),
        ([(60, 600, 36, "tax_return.pdf")], "tax_return.pdf", "layout:file", "low"),
        ([(60, 600, 36, "No messages yet")], "No messages yet", "layout:tip", "none"),
    ],
)
def test_one_text_in_its_place(rows: list[Row], text: str, source: str, risk: str) -> None:
    finding = look(rows)[text]
    assert (finding.source, finding.risk.value) == (source, risk)


def test_a_clock_inside_a_screen_is_not_a_status_bar() -> None:
    assert look([(81, 900, 30, "9:41")])["9:41"].source != "layout:status-bar"


def test_desktop_task_bar_clock_and_menu_bar() -> None:
    rows = [(20, 8, 18, "File"), (70, 8, 18, "Edit"), (120, 8, 18, "Macro"), (1830, 1050, 16, "4:22 PM")]
    found = look(rows, pc=True)
    assert found["Macro"].source == "layout:menu-bar"
    assert (found["4:22 PM"].source, found["4:22 PM"].risk.value) == ("layout:desktop-bar", "low")


def test_a_table_of_people() -> None:
    heads = ["Name", "Email", "Diagnosis"]
    body = [["Vera Holt", "vera@example.org", "Asthma"], ["Ivan Marsh", "ivan@example.org", "Migraine"]]
    rows = [(60 + 500 * x, 200, 17, h) for x, h in enumerate(heads)]
    rows += [(60 + 500 * x, 240 + 40 * y, 17, t) for y, line in enumerate(body) for x, t in enumerate(line)]
    found = look(rows, pc=True)
    assert {found[h].risk.value for h in heads} == {"none"}
    assert [found[t].type for t in body[1]] == ["person", "email", "health"]


def test_chips_are_no_table() -> None:
    rows = [
        (60, 300, 32, "From"),
        (300, 300, 32, "To"),
        (480, 300, 32, "Date"),
        (300, 420, 32, "conversation"),
    ]
    assert "layout:table-cell" not in {f.source for f in look(rows).values()}


def test_keyboard_keys_are_public() -> None:
    rows = [(60 + 100 * i, 1700, 40, c) for i, c in enumerate("qwertyuiop")]
    rows += [(90 + 100 * i, 1850, 40, c) for i, c in enumerate("asdfghjkl")]
    assert {f.source for f in look(rows).values()} == {"layout:keyboard"}


def test_a_query_and_its_suggestions() -> None:
    rows = [
        (180, 180, 38, "knee pain"),
        (180, 340, 36, "knee pain relief"),
        (180, 460, 36, "knee pain stairs"),
    ]
    found = look(rows)
    assert (found["knee pain"].type, found["knee pain relief"].type) == ("search", "suggestion")


def test_typed_text_is_private_where_it_shows_up() -> None:
    assert look([(180, 900, 38, "plum river")], typed=("Plum river",))["plum river"].source == "layout:typed"


def test_public_prices_and_private_totals() -> None:
    shelf = [(60, 300, 30, "Top charts"), (300, 300, 30, "Categories"), (60, 900, 34, "In-app purchases")]
    shelf += [(60, 1000, 34, "Contains ads"), (60, 1200, 34, "Ratings and reviews"), (60, 1400, 34, "$3.99")]
    assert look(shelf)["$3.99"].risk.value == "none"
    cart = [(60, 170, 44, "Shopping cart"), (60, 1700, 34, "Subtotal"), (880, 1700, 34, "$68.30")]
    assert look(cart)["$68.30"].type == "amount"


def test_host_roles_and_hints() -> None:
    first = unit(60, 600, 36, "Plumfield")
    named = TextUnit(
        "Plumfield", first.box, role="android.widget.TextView", hint="app:id/contact_phone_number"
    )
    button = TextUnit("Plumfield", first.box, role="android.widget.Button")
    (recognizer,) = layout_recognizers()
    for given, expected in ((named, "layout:hint"), (button, "layout:role")):
        (finding,) = recognizer.find(ScreenView((given,), 1080, 2400, "android"))
        assert finding.source == expected


def test_user_names_in_prompts_and_paths() -> None:
    for text in ("C:\\Users\\rosa\\notes", "cd /home/rosa/src"):
        spans = [f for t, f in _pairs(_view([(60, 300, 18, text)], pc=True)) if f.start or f.end is not None]
        assert [text[f.start : f.end] for f in spans] == ["rosa"]
