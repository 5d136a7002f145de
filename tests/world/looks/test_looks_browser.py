"""Looks in the browser: what is on a screen can be read and pressed, in every family."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from fakes import world_scenes as scenes
from tactful.world.browser.driver import Browser
from tactful.world.browser.stage import Stage
from tactful.world.events import Event
from tactful.world.looks.look import families, look_of
from tactful.world.pages import Scene

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as started:
        yield started


@dataclass
class Still:
    """A session in which nothing happens."""

    shown: Scene

    def scene(self) -> Scene:
        return self.shown

    def handle(self, event: Event) -> None:
        """Nothing."""


def seeds(app: str, platform: str) -> list[int]:
    """One seed for each family."""
    names = families(platform)
    return [next(s for s in range(500) if look_of(s, app, platform).family == name) for name in names]


def test_tabs_and_home_can_be_pressed_on_every_phone(browser: Browser) -> None:
    for seed in seeds("bank", "phone"):
        scene = scenes.phone(scenes.bank(), seed, scale=1.0)
        with Stage(Still(scene), browser) as stage:
            measured = stage.measure()
        pressed = {target.do for target in measured.targets}
        assert {"tab:home", "tab:cards", "tab:transfer", "tab:more", "run:pay", "home"} <= pressed
        texts = " ".join(seen.text for seen in measured.seen)
        assert "$4,218.60" in texts
        assert "main" in {scroller.id for scroller in measured.scrollers}


def test_windows_can_be_used_and_raised_on_every_desktop(browser: Browser) -> None:
    for seed in seeds("mail", "desktop"):
        scene = scenes.desktop((scenes.crm(), scenes.mail()), seed, size=(1366, 768))
        with Stage(Still(scene), browser) as stage:
            measured = stage.measure()
        pressed = {target.do for target in measured.targets}
        assert {"item:mail:m0", "run:compose", "tab:sent", "window:w0:raise", "window:w1:close"} <= pressed
        assert "search" in {target.bind for target in measured.targets}
        texts = {seen.text for seen in measured.seen}
        assert {"Maren Holt", "mail.example/inbox"} <= texts


def test_the_keyboard_leaves_the_page_usable(browser: Browser) -> None:
    for seed in seeds("chat", "phone"):
        scene = scenes.phone(scenes.chat(), seed, scale=1.0, keyboard=True)
        with Stage(Still(scene), browser) as stage:
            measured = stage.measure()
        composer = next(target for target in measured.targets if target.bind == "text")
        keys = [seen for seen in measured.seen if seen.text == "q"]
        assert composer.box.y2 <= keys[0].box.y1
        assert "run:send" in {target.do for target in measured.targets}
        assert "On my way" in {seen.text for seen in measured.seen}  # a conversation shows its end
