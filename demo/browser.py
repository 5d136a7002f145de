"""Headless Chromium, once a page: the picture, and what the page says of itself."""

from __future__ import annotations

import html
import io
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    "--lang=en-US",
)
# The headless window counts a frame into its height; what lies below the page is cut off again.
_FRAME = 200
_TRUTH = re.compile(r'<script id="truth" type="application/json">(.*?)</script>', re.DOTALL)


class Drawn(NamedTuple):
    """A drawn page: its pixels (RGB) and its truth: regions, units, targets."""

    image: Image.Image
    truth: dict[str, Any]


def find_chromium() -> str | None:
    """The path of a Chromium or Chrome on this machine, None where there is none."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
    return next((path for path in map(shutil.which, names) if path), None)


def draw(page: Path, width: int, height: int, *, state: str = "", timeout: float = 60) -> Drawn:
    """Draw ``page`` at ``width`` x ``height`` pixels; ``state`` picks one of its states.

    Raises ``RuntimeError`` where Chromium is absent or fails, or where text of the page is cut off.
    """
    chromium = find_chromium()
    if chromium is None:
        raise RuntimeError("no Chromium on this machine; install the package 'chromium'")
    with tempfile.TemporaryDirectory(prefix="demo-") as scratch:
        picture = Path(scratch) / "page.png"
        command = [
            chromium,
            *FLAGS,
            f"--user-data-dir={scratch}/profile",
            f"--window-size={width},{height + _FRAME}",
            f"--screenshot={picture}",
            "--dump-dom",
            page.resolve().as_uri() + (f"#{state}" if state else ""),
        ]
        done = subprocess.run(command, capture_output=True, timeout=timeout, check=False)
        if done.returncode or not picture.is_file():
            raise RuntimeError(f"{page.name}: Chromium failed with status {done.returncode}")
        data = picture.read_bytes()
    found = _TRUTH.search(done.stdout.decode("utf-8"))
    if found is None:
        raise RuntimeError(f"{page.name}: the page's script did not finish")
    truth = json.loads(html.unescape(found.group(1)))
    if truth["errors"]:
        raise RuntimeError(f"{page.name}: {'; '.join(truth['errors'])}")
    image = Image.open(io.BytesIO(data)).convert("RGB").crop((0, 0, width, height))
    return Drawn(image, truth)
