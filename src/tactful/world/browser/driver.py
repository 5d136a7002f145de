"""Chromium for the world: found on this machine, started so that the same page gives the same pixels."""

from __future__ import annotations

import base64
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from tactful.errors import InputError, MissingExtraError
from tactful.runs import require

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

ENV = "TACTFUL_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome")
_MISSING = (
    "the world needs Chromium and none was found: 'playwright install chromium' "
    f"(or set {ENV} to the path of one)"
)
_PURPOSE = "the world's browser"

FLAGS = (
    # --headless=new comes from the driver's headless=True.
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-smooth-scrolling",
    # Every picture is drawn whole: what was on the screen before, and when, leaves no trace in its edges.
    "--disable-partial-raster",
    "--disable-checker-imaging",
    "--disable-low-res-tiling",
    "--num-raster-threads=1",
    "--hide-scrollbars",
    # Letters drawn alike wherever they stand: no subpixel colours, no hinting by the system's settings.
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--disable-font-subpixel-positioning",
)
"""What Chromium is started with, so that bytes repeat."""


def find_chromium() -> str | None:
    """The Chromium to start: ``TACTFUL_CHROMIUM``, else one on the path, else None for the driver's own.

    Raises ``InputError`` where the variable names no program.
    """
    named = os.environ.get(ENV)
    if named:
        if not os.access(named, os.X_OK) or Path(named).is_dir():
            raise InputError("is no program", file=named, field=ENV, expected="the path of a Chromium")
        return named
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@dataclass(slots=True)
class Tab:
    """One page with the channel that sets its size and takes its pictures."""

    page: Page
    channel: CDPSession
    shape: tuple[int, int, float] = (0, 0, 0.0)

    def resize(self, width: int, height: int, ratio: float) -> None:
        """The page's size in CSS pixels, and device pixels per CSS pixel."""
        if self.shape != (width, height, ratio):
            metrics = {"width": width, "height": height, "deviceScaleFactor": ratio, "mobile": False}
            self.channel.send("Emulation.setDeviceMetricsOverride", metrics)
            self.shape = (width, height, ratio)

    def picture(self, *, fast: bool) -> bytes:
        """The page as PNG; ``fast`` gives the same pixels in more bytes."""
        options = {"format": "png", "optimizeForSpeed": fast}
        return base64.b64decode(self.channel.send("Page.captureScreenshot", options)["data"])


class Browser:
    """A headless Chromium without network, shared by any number of stages.

    Use it as a context manager. Raises ``MissingExtraError`` where Playwright or Chromium is absent, with the
    one line that installs it.
    """

    def __init__(self) -> None:
        self._manager: Any = None
        self._browser: Any = None
        self._loop: Any = None
        self._free: list[Tab] = []

    def __enter__(self) -> Browser:
        api = require("playwright.sync_api", extra="world", purpose=_PURPOSE)
        path = find_chromium()
        starter = api.sync_playwright()
        self._manager = starter.start()
        self._loop = getattr(starter, "_loop", None)
        root = hasattr(os, "geteuid") and os.geteuid() == 0
        # Chromium's sandbox does not run as root; everywhere else it stays on.
        flags = [*FLAGS, "--no-sandbox"] if root else list(FLAGS)
        try:
            self._browser = self._manager.chromium.launch(
                executable_path=path, headless=True, args=flags, chromium_sandbox=not root
            )
        except api.Error as err:
            self._manager.stop()
            self._manager = None
            if path is None:
                raise MissingExtraError(_MISSING) from None
            first = str(err).strip().splitlines()[0]
            raise InputError(f"Chromium does not start: {first}", file=path) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def version(self) -> str:
        """Chromium's version; empty before the start."""
        return "" if self._browser is None else str(self._browser.version)

    def take(self) -> Tab:
        """A page with the world's runtime in it, for one stage; give it back with `give`."""
        if self._free:
            return self._free.pop()
        if self._browser is None:
            raise RuntimeError("the browser is not open: use it as a context manager")
        context = self._browser.new_context(
            no_viewport=True, offline=True, reduced_motion="reduce", service_workers="block", locale="en-US"
        )
        page = context.new_page()
        page.set_content(SHELL)
        for source in sources():
            page.evaluate(source)
        return Tab(page, context.new_cdp_session(page))

    def give(self, tab: Tab) -> None:
        """Take a page back for the next stage."""
        if self._browser is not None:
            self._free.append(tab)

    def close(self) -> None:
        """Close every page and stop Chromium; a second call does nothing."""
        browser, manager = self._browser, self._manager
        self._browser = self._manager = None
        self._free.clear()
        # After Ctrl-C the driver may be gone already: then nothing is left to close, nor to complain about.
        if self._loop is not None:
            self._loop.set_exception_handler(lambda loop, context: None)
        if browser is not None:
            with suppress(Exception):
                browser.close()
        if manager is not None:
            with suppress(Exception):
                manager.stop()


SHELL = "<!doctype html><html><head><meta charset=utf-8></head><body></body></html>"
"""The empty page that the runtime fills; quirks mode would change how lines are laid out."""


def sources() -> Iterator[str]:
    """The scripts of the page in their order: the runtime, then the measuring."""
    folder = Path(__file__).parent
    for name in ("runtime.js", "visible.js", "ink.js", "lines.js", "measure.js"):
        yield (folder / name).read_text(encoding="utf-8")
