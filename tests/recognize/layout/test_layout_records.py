"""Carts, alarms, recommendations, conversations, window frames: one claim a row."""

from __future__ import annotations

import pytest
from layout_screens import unit

from tactful.recognize.layout import layout_recognizers
from tactful.recognize.layout.geometry import page_of
from tactful.recognize.layout.talk import conversation
from tactful.recognize.view import Finding, ScreenView
from tactful.terms import TaskState

Row = tuple[int, int, int, str]


def _view(rows: list[Row], pc: bool = False) -> ScreenView:
    width, height, platform = (1920, 1080, "pc") if pc else (1080, 2400, "android")
    return ScreenView(tuple(unit(*r) for r in rows), width, height, platform, TaskState())


def look(rows: list[Row], *, pc: bool = False) -> dict[str, Finding]:
    """Findings on whole units by their text."""
    view = _view(rows, pc)
    (recognizer,) = layout_recognizers()
    whole = [f for f in recognizer.find(view) if f.end is None and not f.start and f.unit is not None]
    return {view.units[f.unit].text: f for f in whole if f.unit is not None}


CART: list[Row] = [
    (60, 150, 44, "Shopping cart"),
    (60, 400, 36, "Oak bread board, large"),
    (900, 400, 36, "$31.00"),
    (60, 520, 36, "Subtotal (1 item): $31.00"),
    (60, 640, 36, "Proceed to checkout"),
    (60, 900, 40, "You may also like"),
    (60, 980, 36, "Linen napkins, grey"),
    (60, 1030, 36, "$14.00"),
]
ALARMS: list[Row] = [
    (60, 150, 60, "Alarm"),
    (60, 400, 34, "Pick up Otis"),
    (60, 440, 110, "7:20 AM"),
    (60, 560, 34, "Every day"),
    (60, 760, 110, "8:05 AM"),
    (60, 880, 34, "Not scheduled"),
    (60, 2270, 30, "Alarm"),
    (400, 2270, 30, "Timer"),
    (750, 2270, 30, "Stopwatch"),
]
FEED: list[Row] = [
    (60, 200, 44, "r/tinyboats"),
    (60, 300, 36, "r/tinyboats"),
    (60, 360, 32, "96K members · 141 online"),
    (60, 500, 36, "Which glue holds in salt water?"),
    (60, 560, 36, "Mine came apart after one short week."),
    (60, 2290, 30, "Home"),
    (400, 2290, 30, "Chat"),
    (750, 2290, 30, "Inbox"),
]
SENT: list[Row] = [
    (79, 363, 40, "Sent"),
    (304, 363, 40, "To"),
    (491, 363, 40, "Attachment"),
    (838, 363, 40, "Date"),
    (183, 600, 48, "To: garden"),
    (933, 608, 34, "Mar 30"),
    (185, 655, 44, "How do you do?"),
    (183, 860, 48, "To: harbour"),
    (933, 868, 34, "Mar 28"),
    (185, 915, 44, "How are you"),
]
STAFF: list[Row] = [
    (300, 200, 18, "Full name"),
    (600, 200, 18, "Email"),
    (900, 200, 18, "Status"),
    (300, 240, 18, "Ines Calder"),
    (600, 240, 18, "ines@plum.example"),
    (900, 240, 18, "On leave"),
    (300, 280, 18, "Totals"),
    (600, 280, 18, "none"),
    (900, 280, 18, "Active"),
]
PLAYLIST: list[Row] = [
    (60, 200, 64, "Liked songs"),
    (300, 500, 48, "Nine letters to a lighthouse"),
    (300, 560, 36, "Slow Harbour • 4:12"),
    (300, 700, 48, "Salt and Cedar"),
    (300, 760, 36, "The Ferrymen • 3:47"),
]
WIKI: list[Row] = [
    (160, 60, 18, "https://ru.lexikon.example.org/wiki/Sosna"),
    (60, 240, 18, "Случайная статья"),
    (480, 240, 36, "Сосна"),
    (480, 320, 20, "Сосна растёт на песчаных почвах по берегам рек и озёр."),
    (480, 480, 28, "История"),
    (480, 520, 20, "В старину из её досок строили лодки и дома на севере."),
]


@pytest.mark.parametrize(
    ("rows", "pc", "text", "risk", "kind"),
    [
        (CART, False, "Oak bread board, large", "medium", "order"),
        (CART, False, "Subtotal (1 item): $31.00", "medium", "amount"),
        (CART, False, "Linen napkins, grey", "low", "suggestion"),
        (CART, False, "$14.00", "low", "suggestion"),
        (ALARMS, False, "7:20 AM", "medium", "schedule"),
        (ALARMS, False, "Pick up Otis", "medium", "schedule"),
        (ALARMS, False, "Every day", "medium", "schedule"),
        (ALARMS, False, "Not scheduled", "none", "text"),
        (ALARMS, False, "Timer", "none", "text"),
        (FEED, False, "Which glue holds in salt water?", "none", "text"),
        (FEED, False, "Mine came apart after one short week.", "none", "text"),
        (SENT, False, "How do you do?", "medium", "message"),
        (SENT, False, "Mar 30", "medium", "time"),
        (STAFF, True, "Ines Calder", "high", "person"),
        (STAFF, True, "On leave", "medium", "status"),
        (STAFF, True, "Totals", "none", "text"),
        (PLAYLIST, False, "Nine letters to a lighthouse", "medium", "history"),
        (PLAYLIST, False, "The Ferrymen • 3:47", "medium", "history"),
        (WIKI, True, "Сосна растёт на песчаных почвах по берегам рек и озёр.", "none", "text"),
        (WIKI, True, "В старину из её досок строили лодки и дома на севере.", "none", "text"),
    ],
)
def test_a_text_of_its_page(rows: list[Row], pc: bool, text: str, risk: str, kind: str) -> None:
    found = look(rows, pc=pc)[text]
    assert (found.risk.value, found.type) == (risk, kind)


@pytest.mark.parametrize(
    ("text", "at", "pc", "risk"),
    [
        ("Inbox - Webmail", (300, 18), True, "none"),
        ("shop.example.com/basket", (160, 60), True, "none"),
        ("1-20 of 340", (1600, 900), True, "none"),
        ("共12条记录", (265, 900), True, "none"),
        ("Q", (900, 150), False, "none"),
        ("Q Search mail", (280, 120), True, "none"),
        ("Deliver to Ottilie - Harrowgate 43000", (60, 140), True, "medium"),
        ("Ottilie Brandt - Sign out", (1500, 100), True, "high"),
        ("Harrowgate, Ohio - From your IP address", (420, 1000), True, "medium"),
        ("2026-01-29T20:12:02Z INFO user=ivo.holm logged in", (60, 500), True, "high"),
        ("rosa@workbox:~$ ls", (60, 300), True, "high"),
    ],
)
def test_one_text_of_a_window(text: str, at: tuple[int, int], pc: bool, risk: str) -> None:
    assert look([(*at, 18 if pc else 60, text)], pc=pc)[text].risk.value == risk


@pytest.mark.parametrize(
    ("label", "value", "kind"),
    [
        ("Sexuality", "Bisexual", "sexuality"),
        ("Pronouns", "they/them", "status"),
        ("BIC", "PSSTFRPPXXX", "bank"),
        ("Security", "WPA2-Personal", "device"),
        ("Subnet mask", "255.255.255.0", "device"),
        ("Payment method", "Visa 4242", "card"),
        ("Gate code", "4471#", "secret"),
        ("司机", "周建国", "person"),
        ("目的地", "云桥路站", "location"),
        ("Водитель", "Пётр Зимин", "person"),
    ],
)
def test_further_labels(label: str, value: str, kind: str) -> None:
    assert look([(60, 600, 36, label), (700, 600, 36, value)])[value].type == kind


@pytest.mark.parametrize(
    "label", ["Unknown contact", "未知联系人", "Suspected spam", "非通知", "Номер скрыт"]
)
def test_a_caller_whom_nobody_knows(label: str) -> None:
    rows = [(60, 200, 44, "Recents"), (250, 600, 50, label), (250, 660, 36, "Mobile • 9:41 AM")]
    assert look(rows)[label].risk.value == "none"


THREAD: list[Row] = [
    (306, 152, 76, "Maya Lind"),
    (363, 347, 50, "Wednesday, Jan 14"),
    (82, 490, 58, "Are you still coming?"),
    (302, 652, 58, "Yes, for six days at the lake"),
    (83, 813, 58, "I am staying at my aunt's"),
    (302, 988, 58, "Thank you, I will call her"),
]


@pytest.mark.parametrize("composer", ["Text message", "My code is QX7T2M", "9", ""])
def test_a_thread_does_not_hang_on_its_input_line(composer: str) -> None:
    rows = [*THREAD, (197, 2190, 54, composer)] if composer else THREAD
    found = look(rows)
    assert all(found[text].risk.value == "medium" for *_, text in THREAD[2:])


@pytest.mark.parametrize("left_out", range(len(THREAD)))
def test_a_thread_does_not_hang_on_one_element(left_out: int) -> None:
    rows = [row for i, row in enumerate(THREAD) if i != left_out]
    found = look(rows)
    assert all(found[row[3]].risk.value == "medium" for row in rows if row in THREAD[2:])


@pytest.mark.parametrize(
    "rows",
    [
        [
            (60, 300, 50, "Welcome to your account again"),
            (60, 500, 36, "Email"),
            (700, 700, 36, "Forgot password?"),
        ],
        [(60, 300, 36, "Wi-Fi"), (60, 400, 36, "Bluetooth"), (60, 500, 36, "Battery")],
    ],
)
def test_what_is_no_conversation(rows: list[Row]) -> None:
    assert conversation(page_of(_view(rows))) == 0
