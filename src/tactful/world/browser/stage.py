"""A session on its browser page: shown, photographed, measured, and used through real clicks and keys."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol

from tactful.errors import InputError
from tactful.world.browser.driver import Browser, Tab
from tactful.world.events import Act, Event
from tactful.world.measured import Measured, Node, nodes_of, parse_measured
from tactful.world.pages import Scene
from tactful.world.values import Value

if TYPE_CHECKING:
    from PIL.Image import Image

_TRIES = 50  # of an event that came elsewhere than it was sent to
_KEYS = {
    "ctrl": "Control", "control": "Control", "shift": "Shift", "alt": "Alt", "meta": "Meta", "cmd": "Meta",
    "enter": "Enter", "return": "Enter", "esc": "Escape", "escape": "Escape", "tab": "Tab",
    "backspace": "Backspace", "delete": "Delete", "del": "Delete", "space": "Space",
    "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight",
    "pageup": "PageUp", "pagedown": "PageDown", "end": "End",
}  # fmt: skip


class Playable(Protocol):
    """What a stage shows: an object that draws a scene and takes events."""

    def scene(self) -> Scene: ...

    def handle(self, event: Event) -> None: ...


class Page(Protocol):
    """A drawn scene: the page, its style, and the values that its ``data-v`` numbers mean."""

    @property
    def html(self) -> str: ...

    @property
    def css(self) -> str: ...

    @property
    def values(self) -> tuple[Value, ...]: ...


Render = Callable[[Scene], Page]


@dataclass(slots=True)
class _Kept:
    """What was taken of the screen as it is; empty again as soon as something happens."""

    scene: Scene | None = None
    png: bytes | None = field(default=None, repr=False)
    image: Any = field(default=None, repr=False)
    measured: Measured | None = field(default=None, repr=False)


class Stage:
    """``session`` on a page of ``browser``. Close it, or use it as a context manager, to give the page back.

    The screenshot has the pixels of the session's ``size`` where it has one, else those of its scene.
    ``render`` draws a scene; without it `tactful.world.looks.render` does.
    """

    def __init__(self, session: Playable, browser: Browser, *, render: Render | None = None) -> None:
        self.session = session
        self.browser = browser
        self._render = render or looks()
        self._tab: Tab | None = browser.take()
        self._values: tuple[Value, ...] = ()
        self._size = (0, 0)
        self._kept = _Kept()

    def __enter__(self) -> Stage:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the page back to the browser; a second call does nothing."""
        tab, self._tab = self._tab, None
        if tab is not None:
            self.browser.give(tab)

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) of the screenshot in pixels."""
        self._shown()
        return self._size

    @property
    def scene(self) -> Scene:
        """The scene on the page."""
        return self._shown()

    def show(self) -> None:
        """Draw the session's scene anew; what it has not told is not on the page."""
        scene = self.session.scene()
        page = self._render(scene)
        size = getattr(self.session, "size", None)
        if size is not None and hasattr(size, "width"):
            self._size = (int(size.width), int(size.height))
        else:
            self._size = (round(scene.width * scene.scale), round(scene.height * scene.scale))
        tab = self._page()
        # A phone's 411 CSS pixels at 3.5 are not its 1440 pixels: the ratio is what joins the two exactly.
        tab.resize(scene.width, scene.height, self._size[0] / scene.width)
        tab.page.evaluate("([h, c, l]) => tactful.show(h, c, l)", [page.html, page.css, scene.lang])
        self._values = tuple(page.values)
        self._kept = _Kept(scene=scene)

    def screenshot(self) -> Image:
        """The screen as an RGB image."""
        self._shown()
        if self._kept.image is None:
            data = self._kept.png or self._picture(fast=True)
            self._kept.image = _cut(data, self._size)
        image: Image = self._kept.image
        return image.copy()

    def png(self) -> bytes:
        """The screen as PNG without metadata: the same screen, the same bytes."""
        self._shown()
        if self._kept.png is None:
            data = self._picture(fast=False)
            if _png_size(data) != self._size:
                buffer = io.BytesIO()
                _cut(data, self._size).save(buffer, "PNG", compress_level=6)
                data = buffer.getvalue()
            self._kept.png = data
        return self._kept.png

    def _picture(self, *, fast: bool) -> bytes:
        """The page as it is when painted a second time.

        Chromium draws some curves one shade lighter or darker by chance when it paints a page for the first
        time, and always alike from the second time on.
        """
        self._page().page.evaluate("() => tactful.painted()")
        return self._page().picture(fast=fast)

    def measure(self) -> Measured:
        """What is visible on the screen and where."""
        self._shown()
        if self._kept.measured is None:
            width, height = self._size
            raw = self._page().page.evaluate("([w, h]) => tactful.measure(w, h)", [width, height])
            self._kept.measured = parse_measured(raw, self._values, self._size)
        return self._kept.measured

    def snapshot(self) -> tuple[Node, ...]:
        """The accessible nodes of the screen: role, name, value, box, in document order."""
        return nodes_of(self.measure())

    def act(self, act: Act) -> tuple[Event, ...]:
        """Do it on the page as a person would, and give what it told the session.

        Raises ``InputError`` for a key that no keyboard has.
        """
        scene = self._shown()
        if act.kind == "done":
            return ()
        if act.kind == "type":
            # Line by line: Enter is a key of its own, and may lead to another page.
            events: tuple[Event, ...] = ()
            for number, line in enumerate(act.text.split("\n")):
                if number:
                    events += self._pass_on(self._perform(Act("key", key="Enter"), scene), scene)
                if line:
                    self._page().page.keyboard.insert_text(line)
                    events += self._pass_on(self._drained(), scene)
            return events
        return self._pass_on(self._perform(act, scene), scene, always=act.kind == "wait")

    def _pass_on(self, events: tuple[Event, ...], scene: Scene, *, always: bool = False) -> tuple[Event, ...]:
        """Pass the events on and show what came of them."""
        for event in events:
            self.session.handle(event)
        if events or always:
            self.show()
        else:
            self._kept = _Kept(scene)  # the focus may show even where nothing was told
        return events

    def _perform(self, act: Act, scene: Scene) -> tuple[Event, ...]:
        page = self._page().page
        top = scene.windows[-1].id if scene.windows else ""
        if act.kind == "wait":
            return (Event("wait", ""),)  # time passes: banners go
        if act.kind == "back" or (act.kind == "key" and act.key.lower() in ("back", "home")):
            return (Event("tap", act.key.lower() if act.kind == "key" else "back", "", top),)
        ratio = self._size[0] / scene.width
        x, y = (act.x + 0.5) / ratio, (act.y + 0.5) / ratio
        if act.kind == "key":
            self._press(act.key)
        for _ in range(_TRIES if act.kind in ("click", "scroll") else 0):
            page.evaluate("([x, y]) => tactful.aim(x, y)", [x, y])
            if act.kind == "click":
                page.mouse.click(x, y)
            else:
                page.mouse.move(x, y)
                before = page.evaluate("(by) => tactful.turning(by)", act.dy / ratio)
                page.mouse.wheel(act.dx / ratio, act.dy / ratio)
                page.evaluate("(before) => tactful.settle(before)", before)
            if not page.evaluate("() => tactful.missed()"):
                break
        return self._drained()

    def _drained(self) -> tuple[Event, ...]:
        raw = self._page().page.evaluate("() => tactful.drain()")
        return tuple(Event(e["kind"], e["target"], e["value"], e["window"]) for e in raw)

    def _press(self, key: str) -> None:
        parts = [_KEYS.get(part.lower(), part) for part in key.split("+")] if len(key) > 1 else [key]
        try:
            self._page().page.keyboard.press("+".join(parts))
        except Exception as err:  # the driver's own error type, which is loaded only with it
            if "Unknown key" not in str(err):
                raise
            raise InputError("no such key", field="key", expected="a key such as Enter or ctrl+a") from None

    def _shown(self) -> Scene:
        if self._kept.scene is None:
            self.show()
        assert self._kept.scene is not None
        return self._kept.scene

    def _page(self) -> Tab:
        if self._tab is None:
            raise RuntimeError("the stage is closed")
        return self._tab


def looks() -> Render:
    """What draws a scene of the world."""
    from tactful.world.looks.screen import render

    return render


def _png_size(data: bytes) -> tuple[int, int]:
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def _cut(data: bytes, size: tuple[int, int]) -> Image:
    from PIL import Image as images

    image = images.open(io.BytesIO(data)).convert("RGB")
    return image if image.size == size else image.crop((0, 0, *size))
