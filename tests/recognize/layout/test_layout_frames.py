"""Sheets, records, buttons, day scales, saved logins, guests' pages: one claim a row."""

from __future__ import annotations

import pytest
from layout_screens import unit

from tactful.recognize.layout import layout_recognizers
from tactful.recognize.layout.lexicon import lexicon
from tactful.recognize.layout.scene import scene_of
from tactful.recognize.layout.shapes import is_clock, is_date
from tactful.recognize.view import Finding, ScreenView
from tactful.terms import TaskState

Row = tuple[int, int, int, str]


def _view(rows: list[Row], pc: bool) -> ScreenView:
    width, height, platform = (1920, 1080, "pc") if pc else (1080, 2400, "android")
    return ScreenView(tuple(unit(*r) for r in rows), width, height, platform, TaskState())


def look(rows: list[Row], pc: bool) -> dict[str, Finding]:
    """Findings on whole units by their text."""
    view = _view(rows, pc)
    (recognizer,) = layout_recognizers()
    whole = [f for f in recognizer.find(view) if f.end is None and not f.start and f.unit is not None]
    return {view.units[f.unit].text: f for f in whole if f.unit is not None}


SHEET: list[Row] = [
    (800, 8, 16, "loans.xlsx - Gridwork"),
    (20, 40, 16, "File"),
    (70, 40, 16, "Edit"),
    (120, 40, 16, "View"),
    (20, 80, 16, "Quarto Sans"),
    (180, 80, 16, "11 pt"),
    (20, 110, 16, "C3"),
    (130, 110, 16, "open"),
    (120, 150, 16, "A"),
    (320, 150, 16, "B"),
    (520, 150, 16, "C"),
    (20, 180, 16, "1"),
    (60, 180, 16, "Loan_ID"),
    (260, 180, 16, "Customer"),
    (460, 180, 16, "Loan_Status"),
    (20, 210, 16, "2"),
    (60, 210, 16, "LN-4410"),
    (260, 210, 16, "Orla Venn"),
    (460, 210, 16, "Declined"),
    (20, 240, 16, "3"),
    (60, 240, 16, "LN-4417"),
    (260, 240, 16, "Ines Calder"),
    (460, 240, 16, "Settled"),
    (20, 270, 16, "4"),
    (260, 270, 16, "Total"),
    (60, 1000, 16, "Ledger"),
    (60, 1050, 16, "Sheet 1 of 2"),
]
TICKET: list[Row] = [
    (60, 300, 46, "Harbour night concert"),
    (60, 400, 40, "Name"),
    (820, 400, 40, "Orla Venn"),
    (60, 460, 40, "Phone number"),
    (780, 460, 40, "555-0100-22"),
    (60, 520, 40, "Row and chair"),
    (860, 520, 40, "K 22"),
    (60, 580, 40, "Member ID"),
    (840, 580, 40, "orla_v9"),
    (60, 640, 40, "Email"),
    (700, 640, 40, "o.venn@plum.example"),
]
DAY: list[Row] = [
    (60, 20, 16, "Calendar"),
    (300, 60, 20, "November 2025"),
    (200, 200, 14, "8 AM"),
    (200, 260, 14, "9 AM"),
    (200, 320, 14, "10 AM"),
    (200, 380, 14, "11 AM"),
    (500, 300, 14, "Fitting with Orla"),
]
LOGINS: list[Row] = [
    (60, 150, 50, "Password Manager"),
    (60, 300, 36, "Compromised passwords"),
    (60, 420, 40, "shop.reedboats.example.org"),
    (60, 480, 36, "orla_v9"),
    (60, 600, 40, "library.example.com"),
    (60, 660, 36, "2208114907"),
]
STEPS: list[Row] = [
    (60, 150, 50, "Steps"),
    (60, 300, 36, "Heart rate"),
    (600, 300, 36, "71 bpm"),
    (60, 500, 36, "9,112"),
    (60, 700, 36, "Sleep"),
]
LOG: list[Row] = [
    (60, 150, 60, "Notification history"),
    (60, 300, 36, "Clear all"),
    (60, 500, 44, "Plum Wallet"),
    (900, 500, 40, "18:47"),
    (60, 560, 40, "You paid for a jar of honey"),
    (60, 760, 44, "Gmail"),
    (900, 760, 40, "17:02"),
    (60, 820, 40, "Your kite is ready to collect"),
]
HOME: list[Row] = [
    (60, 150, 50, "Living room"),
    (60, 420, 40, "Reading globe"),
    (900, 420, 40, "On"),
    (60, 520, 40, "Thermostat"),
    (860, 520, 40, "20.5 °C"),
    (60, 700, 50, "Hallway"),
    (60, 780, 40, "Bolt"),
    (860, 780, 40, "Locked"),
]


@pytest.mark.parametrize(
    ("rows", "pc", "text", "risk", "kind"),
    [
        (SHEET, True, "Quarto Sans", "none", ""),
        (SHEET, True, "11 pt", "none", ""),
        (SHEET, True, "C3", "none", ""),
        (SHEET, True, "Sheet 1 of 2", "none", ""),
        (SHEET, True, "Ledger", "none", ""),
        (SHEET, True, "Loan_ID", "none", ""),
        (SHEET, True, "Loan_Status", "none", ""),
        (SHEET, True, "loans.xlsx - Gridwork", "low", "file"),
        (SHEET, True, "LN-4410", "high", "account"),
        (SHEET, True, "Declined", "medium", "status"),
        (SHEET, True, "Orla Venn", "high", "person"),
        (TICKET, False, "Row and chair", "none", ""),
        (TICKET, False, "K 22", "medium", "status"),
        (TICKET, False, "orla_v9", "high", "account"),
        (DAY, True, "10 AM", "none", ""),
        (DAY, True, "November 2025", "none", ""),
        (LOGINS, False, "shop.reedboats.example.org", "medium", "url"),
        (LOGINS, False, "orla_v9", "high", "username"),
        (LOGINS, False, "2208114907", "high", "account"),
        (STEPS, False, "9,112", "medium", "health"),
        (HOME, False, "Reading globe", "none", ""),
        (HOME, False, "Locked", "medium", "status"),
        (HOME, False, "20.5 °C", "medium", "status"),
        (LOG, False, "Plum Wallet", "none", ""),
        (LOG, False, "Gmail", "none", ""),
        (LOG, False, "You paid for a jar of honey", "medium", ""),
    ],
)
def test_a_text_in_its_frame(rows: list[Row], pc: bool, text: str, risk: str, kind: str) -> None:
    finding = look(rows, pc)[text]
    assert finding.risk.value == risk
    assert kind in ("", finding.type)


FORM: list[Row] = [
    (60, 200, 36, "Shopping cart"),
    (60, 300, 36, "Proceed to checkout"),
    (60, 500, 36, "Subtotal"),
]


@pytest.mark.parametrize(
    "caption", ["Download statement", "注文を表示", "查看物流", "쿠폰 받기", "Voir le reçu", "Показать чек"]
)
def test_a_caption_of_what_a_tap_does(caption: str) -> None:
    assert look([*FORM, (60, 700, 36, caption)], False)[caption].risk.value == "none"


def test_imperatives_in_a_list_of_tasks_are_tasks() -> None:
    rows = [
        (60, 150, 50, "My tasks"),
        (60, 300, 36, "Return the kite to Otis"),
        (60, 400, 36, "Add a task"),
    ]
    assert look(rows, False)["Return the kite to Otis"].risk.value != "none"


PAGE: list[Row] = [
    (200, 150, 24, "Why does my kettle sing"),
    (200, 250, 16, "Mine begins to sing a minute after dawn."),
    (200, 300, 16, "The pressure seems right and the lid is clean."),
    (200, 350, 16, "Has anyone here changed the little valve before?"),
    (200, 400, 16, "It is often the scale that grows in the spout."),
]


@pytest.mark.parametrize("button", ["Sign in", "Se connecter", "ログイン", "登录", "로그인", "Войти"])
def test_who_is_offered_to_sign_in_reads_a_public_page(button: str) -> None:
    guest = scene_of(_view([*PAGE, (1700, 40, 16, button)], True))
    assert guest.public > scene_of(_view(PAGE, True)).public + 0.3


@pytest.mark.parametrize(
    ("text", "clock", "date"),
    [
        ("18.30", True, False),
        ("6.45 pm", True, False),
        ("0.31", False, False),
        ("21.90", False, False),
        ("24.12", False, True),
        ("3/15", False, True),
    ],
)
def test_figures_are_no_times(text: str, clock: bool, date: bool) -> None:
    assert (is_clock(text), is_date(text)) == (clock, date)


@pytest.mark.parametrize(
    ("text", "kind"),
    [("Customer_Name", "person"), ("姓（ローマ字）", "person"), ("Surname (as in passport)", "person")],
)
def test_labels_with_remarks(text: str, kind: str) -> None:
    meaning = lexicon().label(text)
    assert meaning is not None
    assert meaning.type == kind


def test_the_address_of_results_holds_the_search() -> None:
    rows = [(60, 40, 16, "https://find.example.com/?q=quiet+kettles"), *PAGE]
    view = _view(rows, True)
    (recognizer,) = layout_recognizers()
    spans = [view.units[0].text[f.start : f.end] for f in recognizer.find(view) if f.unit == 0 and f.end]
    assert "quiet+kettles" in spans
    assert look(rows, True)[rows[0][3]].type == "url"
