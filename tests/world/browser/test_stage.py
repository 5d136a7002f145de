"""A stage is used as a person uses a screen, and the same screen gives the same bytes."""

from __future__ import annotations

import pytest
from browser_pages import Drawn, Fake, Typing

from tactful.errors import InputError
from tactful.world.browser.driver import Browser
from tactful.world.browser.stage import Stage
from tactful.world.events import Act, Event
from tactful.world.pages import SIZES, Scene, Size
from tactful.world.values import ui

pytestmark = pytest.mark.browser


def center(stage: Stage, name: str) -> tuple[int, int]:
    return next(t.point for t in stage.measure().targets if name in (t.do, t.bind))


def test_clicks_keys_and_text_reach_the_session(browser: Browser) -> None:
    page = Typing()
    with Stage(page, browser, render=page.render) as stage:
        assert stage.act(Act("type", text="nowhere")) == ()  # no field has the focus
        assert stage.act(Act("click", *center(stage, "a"))) == (Event("focus", "a", "", "w1"),)
        assert stage.act(Act("type", text="héllo ")) == (Event("input", "a", "héllo ", "w1"),)
        stage.act(Act("type", text="收件箱\n"))
        assert page.texts["a"] == "héllo 收件箱"
        assert page.events[-1] == Event("key", "Enter", "a", "w1")
        stage.act(Act("key", key="Backspace"))
        assert page.texts["a"] == "héllo 收件"
        stage.act(Act("key", key="ctrl+a"))
        stage.act(Act("type", text="new"))
        assert page.texts["a"] == "new"
        stage.act(Act("click", *center(stage, "b")))
        stage.act(Act("key", key="ctrl+End"))
        stage.act(Act("type", text="\nthree"))
        assert page.texts["b"] == "two\nlines\nthree"
        assert stage.act(Act("click", *center(stage, "run:send"))) == (Event("tap", "run:send", "", "w1"),)
        assert page.taps == 1
        assert "Send 1" in [seen.text for seen in stage.measure().seen]


def test_a_click_that_lands_elsewhere_is_made_again(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Typing()
    with Stage(page, browser, render=page.render) as stage:
        aimed = center(stage, "run:send")
        mouse = stage._page().page.mouse
        real, places = mouse.click, []

        def astray(x: float, y: float) -> None:  # as Chromium does when it scales the place a second time
            places.append((x, y))
            real(*((x / 2, y / 2) if len(places) < 3 else (x, y)))

        monkeypatch.setattr(mouse, "click", astray)
        assert stage.act(Act("click", *aimed)) == (Event("tap", "run:send", "", "w1"),)
        assert len(places) == 3
        assert page.taps == 1


def test_the_focus_goes_by_escape_and_by_a_click_beside(browser: Browser) -> None:
    page = Typing()
    with Stage(page, browser, render=page.render) as stage:
        beside = (stage.size[0] - 8, stage.size[1] - 4)
        assert stage.act(Act("click", *beside)) == ()  # nothing had it
        stage.act(Act("click", *center(stage, "a")))
        assert stage.act(Act("click", *beside)) == (Event("focus", "", "", "w1"),)
        assert stage.act(Act("type", text="lost")) == ()
        stage.act(Act("click", *center(stage, "b")))
        assert stage.act(Act("key", key="Escape")) == (Event("key", "Escape", "b", "w1"),)
        assert stage.act(Act("type", text="lost")) == ()
        assert stage.act(Act("click", *beside)) == ()


class Keyboard(Fake):
    """A field low on a page that a keyboard makes shorter."""

    up = False

    def answer(self, event: Event) -> None:
        self.up = self.up or event.kind == "focus"

    def render(self, scene: Scene) -> Drawn:
        high, keys = (120, "<p class='kbd' data-v=1 style='height:150px'>qwe</p>") if self.up else (290, "")
        html = f"""<div data-window="w1"><div data-scroll="main" style="height:{high}px;overflow-y:auto">
          <div style="height:240px"></div><div contenteditable="plaintext-only" data-bind="low" data-v="0"
          style="height:24px;border:1px solid">x</div></div>{keys}</div>"""
        return Drawn(html, "body p{margin:0}", (ui("x"), ui("qwe")))


def test_a_keyboard_does_not_cover_the_field_that_it_is_for(browser: Browser) -> None:
    page = Keyboard("")
    with Stage(page, browser, render=page.render) as stage:
        stage.act(Act("click", *center(stage, "low")))
        field = next(t for t in stage.measure().targets if t.bind == "low")
        assert field.box.y2 <= stage.measure().scrollers[0].box.y2 == 120
        told = stage.act(Act("key", key="ctrl+a"))
        assert [event.kind for event in told] == ["scroll"]  # Python learns where it stands
        assert stage.act(Act("type", text="y"))[0].value == "y"  # what was selected stays so
        at = next(seen.box.center for seen in stage.measure().seen if seen.text == "qwe")
        assert stage.act(Act("click", round(at[0]), round(at[1]))) == ()
        assert stage.act(Act("type", text="z"))[0].target == "low"  # its keys take no focus


def test_the_wheel_scrolls_and_the_offset_is_kept(browser: Browser) -> None:
    page = Typing()
    with Stage(page, browser, render=page.render) as stage:
        box = stage.measure().scrollers[0].box
        at = round(box.center[0]), round(box.center[1])
        assert stage.act(Act("scroll", *at, 0, 130)) == (Event("scroll", "list", "130", "w1"),)
        assert stage.measure().scrollers[0].top == 130
        stage.act(Act("scroll", *at, 0, -50))
        assert page.top == 80
        stage.act(Act("scroll", *at, 0, 9000))
        assert page.top == 680  # its end
        assert stage.act(Act("scroll", *at, 0, 100)) == ()


def test_back_home_wait_and_done(browser: Browser) -> None:
    page = Typing()
    with Stage(page, browser, render=page.render) as stage:
        assert stage.act(Act("back")) == (Event("tap", "back"),)
        assert stage.act(Act("key", key="home")) == (Event("tap", "home"),)
        assert stage.act(Act("wait")) == (Event("wait", ""),)
        assert stage.act(Act("done", text="42")) == ()
        with pytest.raises(ValueError, match="unknown kind"):
            Act("fly")
        with pytest.raises(InputError, match="no such key"):
            stage.act(Act("key", key="NoKey"))


def test_the_wheel_goes_as_far_as_asked_on_dense_screens(browser: Browser) -> None:
    page = Typing()
    page.scale = 2.5
    with Stage(page, browser, render=page.render) as stage:
        at = tuple(round(v) for v in stage.measure().scrollers[0].box.center)
        stage.act(Act("scroll", *at, 0, 250))
        assert page.top == 100  # CSS pixels
        assert stage.measure().scrollers[0].top == 250


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_screens_have_the_pixels_of_their_size(browser: Browser, size: Size) -> None:
    page = Fake("<p data-v=0 style='font:20px serif'>Ink</p>", (ui("Ink"),), size=size)
    page.width, page.height = round(size.width / size.scale), round(size.height / size.scale)
    page.scale = size.scale
    with Stage(page, browser, render=page.render) as stage:
        assert stage.size == stage.screenshot().size == (size.width, size.height)
        measured = stage.measure()
        assert (measured.width, measured.height) == (size.width, size.height)


def test_bytes_repeat_whatever_was_shown_before(browser: Browser) -> None:
    page, other = Typing(), Fake("<p data-v=0>Other</p>", (ui("Other"),), width=300, height=700, scale=2)
    shots = []
    for _ in range(2):
        with Stage(page, browser, render=page.render) as stage:
            shots.append((stage.png(), stage.measure(), stage.screenshot().tobytes()))
        with Stage(other, browser, render=other.render) as stage:
            stage.png()
    assert shots[0] == shots[1]
    assert b"tEXt" not in shots[0][0]


def test_accessible_nodes_read_as_text_units(browser: Browser) -> None:
    page = Typing()
    with Stage(page, browser, render=page.render) as stage:
        nodes = stage.snapshot()
        assert [(node.role, node.name, node.value) for node in nodes[:4]] == [
            ("textbox", "a", ""),
            ("textbox", "b", "two lines"),
            ("button", "Send 0", ""),
            ("listitem", "Row", ""),
        ]
        assert "two lines" in {node.value for node in nodes}
