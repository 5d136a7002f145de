"""What the browser measures, against what is really painted."""

from __future__ import annotations

import html
from dataclasses import dataclass, field

import numpy as np
import pytest
from browser_pages import LINE, PHONE, Fake

from tactful.terms import Box
from tactful.world.browser.driver import Browser
from tactful.world.browser.stage import Stage
from tactful.world.measured import Measured, Seen
from tactful.world.values import Value

pytestmark = pytest.mark.browser

FONTS = (
    "16px sans-serif", "bold 13px serif", "italic 22px Georgia, serif", "12px monospace",
    "300 18px 'Noto Sans CJK SC', sans-serif", "17px Roboto, Inter, sans-serif",
)  # fmt: skip
TEXTS = (
    "Settings", "+1 555 010 0134", "ann.lee@sample.example", "Grüße aus Köln — jp", "收件箱里的邮件",
    "受信トレイ、設定", "받은편지함 설정", "Привет, Дмитрий", "12:45", "Äpfel & Öl_", "5", "A", "{code}",
)  # fmt: skip


@pytest.mark.parametrize("scale", [1.0, 1.25, 3.0, 3.5])
def test_boxes_hold_the_ink(browser: Browser, scale: float) -> None:
    values: list[Value] = []
    rows = []
    for number, font in enumerate(FONTS):
        cells = []
        for text in TEXTS:
            cells.append(f"<span class=c><span data-v={len(values)}>{html.escape(text)}</span></span>")
            values.append(Value(text))
        rows.append(f'<div style="top:{6 + 36 * number}px;font:{font}" class=r>{"".join(cells)}</div>')
    css = ".r{position:absolute;left:8px;right:0;white-space:nowrap} .c{display:inline-block;width:190px}"
    page = Fake("".join(rows), tuple(values), css, width=2600, height=240, scale=scale)
    with Stage(page, browser, render=page.render) as stage:
        pixels = np.asarray(stage.screenshot().convert("L"))
        seen = stage.measure().seen
    assert [one.text for one in seen] == [value.text for value in values]
    worst = min(seen, key=lambda one: ink_of(pixels, one.box, round(6 * scale)).iou(one.box))
    ink = ink_of(pixels, worst.box, round(6 * scale))
    assert ink.iou(worst.box) >= 0.8, (worst.text, worst.box, ink)


def ink_of(pixels: np.ndarray, box: Box, margin: int) -> Box:
    around = box.grow(margin).clip(pixels.shape[1], pixels.shape[0])
    dark = pixels[around.y1 : around.y2, around.x1 : around.x2] < 150
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    return Box(
        around.x1 + int(columns[0]), around.y1 + int(rows[0]),
        around.x1 + int(columns[-1]) + 1, around.y1 + int(rows[-1]) + 1,
    )  # fmt: skip


@dataclass
class Sheet:
    """Puts blocks on a page one below the other and gives what was seen of each."""

    blocks: list[str] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)

    def v(self, value: Value | str) -> int:
        self.values.append(value if isinstance(value, Value) else Value(value))
        return len(self.values) - 1

    def text(self, text: str) -> str:
        return f"<span data-v={self.v(text)}>{text}</span>"

    def put(self, inner: str, style: str = "", over: str = "") -> None:
        top = 60 * len(self.blocks)
        place = f"position:absolute;left:0;top:{top}px;width:400px;height:20px;font:16px/20px sans-serif"
        self.blocks.append(f'<div style="{place};{style}">{inner}</div>')
        if over:
            self.blocks[-1] += f"<div {over.format(top=top)}></div>"

    def measured(self, browser: Browser) -> Measured:
        height = 60 * len(self.blocks)
        page = Fake("".join(self.blocks), tuple(self.values), "p{margin:0}", 400, height, 2.0)
        with Stage(page, browser, render=page.render) as stage:
            return stage.measure()


def over(x: int, y: int, width: int, height: int, color: str = "#def", more: str = "") -> str:
    place = f"position:absolute;left:{x}px;top:calc({{top}}px + {y}px);width:{width}px;height:{height}px"
    return f'{more} style="{place};background:{color}"'


ONE_LINE = "width:100px;overflow:hidden;white-space:nowrap"
CASES = [
    # what is written, the block's style, what lies over it -> the lines seen
    ("cut off at the right side here", ONE_LINE, "", ["cut off at the ri"]),
    ("cut to eight pixels", "height:8px;overflow:hidden", "", []),
    ("cut below its baseline", "height:17px;overflow:hidden", "", ["cut below its baseline"]),
    ("Éôî seen by its accents", "height:10px;overflow:hidden", "", []),
    ("收件箱里的邮件", "height:12px;overflow:hidden", "", []),
    ("an I under a chip", "", over(21, -5, 200, 30), ["an"]),
    ("covered in the middle by a chip", "", over(80, -5, 40, 30), ["covered in", "ddle by a chip"]),
    ("covered whole", "", over(0, -5, 300, 30), []),
    ("its top half is covered", "", over(0, -5, 300, 16), []),
    ("under a dark veil", "", over(0, -5, 300, 30, "rgba(0,0,0,.3)"), ["under a dark veil"]),
    ("declared to be clear", "", over(0, -5, 300, 30, "#222", "data-clear"), ["declared to be clear"]),
    ("under an empty layer", "", over(0, -5, 300, 30, "none"), ["under an empty layer"]),
    ("of no opacity", "opacity:0", "", []),
    ("not visible", "visibility:hidden", "", []),
    ("not displayed", "display:none", "", []),
    ("left of the screen", "left:-300px", "", []),
    ("cannot be clicked", "pointer-events:none", "", ["cannot be clicked"]),
    ("shouted", "text-transform:uppercase;letter-spacing:2px", "", ["SHOUTED"]),
    ("a line that wraps here", "width:90px", "", ["a line that", "wraps here"]),
    ("spread over two lines", "width:110px;text-align:justify", "", ["spread over", "two lines"]),
    ("one\ntwo  apart", "white-space:pre", "", ["one", "two  apart"]),
]  # fmt: skip


def test_only_what_is_visible_counts(browser: Browser) -> None:
    sheet = Sheet()
    for text, style, cover, _ in CASES:
        sheet.put(sheet.text(text), style, cover)
    measured = sheet.measured(browser)
    for number, (text, _, _, wanted) in enumerate(CASES):
        assert [s.text for s in measured.seen if s.value is sheet.values[number]] == wanted, text


def test_a_nested_value_has_lines_of_its_own(browser: Browser) -> None:
    sheet = Sheet()
    outer, inner = sheet.v(LINE), sheet.v(PHONE)
    body = f"<span data-v={outer}>Call me at <span data-v={inner}>{PHONE.text}</span> before noon</span>"
    sheet.put(body, "width:150px;height:60px")
    seen = sheet.measured(browser).seen
    assert [(s.text, s.inner) for s in seen] == [
        ("Call me at +1 555", False), ("010 0134 before", False), ("noon", False),
        ("+1 555", True), ("010 0134", True),
    ]  # fmt: skip
    assert seen[0].box.x1 < seen[3].box.x1
    assert abs(seen[0].box.x2 - seen[3].box.x2) <= 2


def test_the_box_of_a_picture_keeps_off_the_window_over_its_corner(browser: Browser) -> None:
    picture = "style='width:160px;height:48px;background:#aa4'"
    cases = {
        # what lies over it -> the box in CSS pixels: the largest part seen, or what a small cover leaves
        (-5, 18, 150, 60): (0, 0, 160, 18),
        (-5, -5, 45, 60): (40, 0, 160, 48),
        (120, 30, 60, 60): (0, 0, 160, 48),
    }
    sheet = Sheet()
    for cover in cases:
        sheet.put(f"<div data-v={sheet.v('a cat')} data-picture {picture}></div>", over=over(*cover))
    seen = sheet.measured(browser).seen
    assert len(seen) == len(cases)
    for number, (found, wanted) in enumerate(zip(seen, cases.values(), strict=True)):
        x1, y1, x2, y2 = wanted
        expected = (x1, y1 + 60 * number, x2, y2 + 60 * number)
        assert all(abs(a / 2 - b) <= 10 for a, b in zip(found.box.tuple(), expected, strict=True)), wanted


def test_drawings_fields_and_pictures(browser: Browser) -> None:
    sheet = Sheet()
    sheet.put(
        "<svg viewBox='0 0 50 20' width=100 height=40>"
        f"<text x=5 y=15 font-size=8 data-v={sheet.v('Svg')}>Svg</text></svg>"
    )
    sheet.put(
        f"<div contenteditable=plaintext-only data-bind=pw data-masked data-v={sheet.v('hunter2')} "
        "style='-webkit-text-security:disc'>hunter2</div>"
    )
    sheet.put(
        f"<div data-v={sheet.v('a cat')} data-picture "
        "style='width:40px;height:40px;background:#aa4;border-radius:50%'></div>"
    )
    sheet.put(
        f"<div data-v={sheet.v('a dog')} data-picture style='width:40px;height:40px;background:#aa4'></div>",
        over=over(0, 4, 60, 50),
    )
    svg, password, cat = sheet.measured(browser).seen
    assert (svg.text, svg.box.width) == ("Svg", pytest.approx(52, abs=4))
    assert (password.text, password.bind) == ("•" * 7, "pw")
    assert (cat.text, cat.picture, cat.box) == ("a cat", True, Box(0, 240, 80, 320))


@pytest.mark.parametrize(
    ("lines", "width", "text", "shown"),
    [
        (1, 120, "short", ["short"]),
        (1, 120, "a title that is too long", ["a title that is to…"]),
        (2, 120, "a paragraph of several words on four lines", ["a paragraph of", "several words…"]),
        (1, 120, "日本語の長い文章がここに続いていきます", ["日本語の長い…"]),
        (1, 120, "https://sample.example/a/very/long/way", ["https://sample.…"]),
    ],
)
def test_clamped_texts_end_in_dots(
    browser: Browser, lines: int, width: int, text: str, shown: list[str]
) -> None:
    sheet = Sheet()
    sheet.put(
        f"<span data-v={sheet.v(text)} data-clamp={lines} style='display:block'>{text}</span>",
        f"width:{width}px",
    )
    seen = sheet.measured(browser).seen
    assert [s.text for s in seen] == shown
    assert all(s.box.x2 <= 2 * width for s in seen)


def test_a_nested_value_at_the_cut_goes_whole_or_stays(browser: Browser) -> None:
    sheet = Sheet()
    outer, inner = sheet.v(LINE), sheet.v(PHONE)
    number = f"<span data-v={inner}>{PHONE.text}</span>"
    body = f"<span data-v={outer} data-clamp=1 style='display:block'>Call me at {number} now</span>"
    sheet.put(body, "width:115px")
    sheet.put(body, "width:180px")
    texts = [[s.text for s in sheet.measured(browser).seen if s.inner is flag] for flag in (False, True)]
    assert texts == [["Call me at…", "Call me at +1 555 010…"], ["+1 555 010…"]]


def test_targets_really_hit(browser: Browser) -> None:
    sheet = Sheet()
    button = "<i data-do=run:b style='display:block;width:100%;height:30px'></i>"
    sheet.put(f"<div data-window=w1><div data-do=run:a style='height:40px'>{button}</div></div>")
    sheet.put("<div data-do=run:hidden style='height:20px'></div>", over=over(0, 0, 400, 30))
    sheet.put("<div data-scroll=s style='height:40px;overflow-y:auto'><p style='height:300px'>x</p></div>")
    measured = sheet.measured(browser)
    by_do = {target.do: target for target in measured.targets}
    assert set(by_do) == {"run:a", "run:b"}
    assert by_do["run:a"].window == "w1"
    assert by_do["run:a"].point[1] >= 60  # below the button within it
    (scroller,) = measured.scrollers
    assert (scroller.id, scroller.top, scroller.length, scroller.box) == ("s", 0, 600, Box(0, 240, 800, 320))


def test_windows_in_front_hide_what_is_behind(browser: Browser) -> None:
    sheet = Sheet()
    sheet.put(sheet.text("behind and on the right"), "white-space:nowrap")
    sheet.blocks.append(
        "<div data-window=w2 style='position:absolute;left:0;top:0;width:60px;height:40px;background:#fff'>"
        f"<span data-v={sheet.v('front')} style='font:16px sans-serif'>front</span></div>"
    )
    seen: dict[str, Seen] = {s.text: s for s in sheet.measured(browser).seen}
    assert set(seen) == {"front", "nd on the right"}
    assert not seen["nd on the right"].whole
    assert seen["nd on the right"].box.x1 >= 120
    assert seen["front"].window == "w2"
