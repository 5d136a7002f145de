"""In a real browser: the page's own script runs, and nobody else's."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from PIL import Image

from tactful.bench.report import ReportPage, write_report
from tactful.terms import Box, Category, ProtectedScreen, Receipt, Region, Risk

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
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
)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
]


def dom(page: Path, profile: Path) -> str:
    assert CHROMIUM is not None
    command = [CHROMIUM, *FLAGS, f"--user-data-dir={profile}", "--dump-dom", page.as_uri()]
    return subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8")


@pytest.fixture
def written(tmp_path: Path) -> Path:
    found = (
        Region("<b id=owned>Sam", Box(10, 10, 60, 30), Risk.HIGH, Category.IDENTITY, "person"),
        Region("Noor", Box(10, 50, 60, 70), Risk.HIGH, Category.IDENTITY, "person"),
    )
    picture = Image.new("RGB", (120, 200))
    screen = ProtectedScreen("a.png", picture, Receipt("a.png", "all", (), 0, 2), found)
    return write_report([ReportPage("a.png", picture, screen)], tmp_path / "out")


def test_the_script_runs_under_its_policy(written: Path, tmp_path: Path) -> None:
    # The script makes the first box of each picture the one tab stop.
    html = dom(written, tmp_path / "profile")
    assert html.count('tabindex="0"') == 2
    assert "&lt;b id=owned&gt;Sam" in html
    assert '<b id="owned"' not in html


def test_focus_shows_the_tip_and_the_arrow_keys_walk_the_boxes(written: Path, tmp_path: Path) -> None:
    html = re.sub(r"<meta http-equiv=[^>]*>", "", written.read_text("utf-8"))
    steps = (
        "const box = document.querySelector('.before .box[tabindex=\"0\"]'); box.focus();"
        "const first = document.getElementById('tip').innerText;"
        "box.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowDown', bubbles: true}));"
        "const second = document.getElementById('tip').innerText;"
        "document.title = `${first.includes('Sam')} ${second.includes('Noor')} ${second.includes('Sam')}`;"
    )
    written.write_text(html.replace("</body>", f"<script>{steps}</script></body>"), "utf-8")
    assert "<title>true true false</title>" in dom(written, tmp_path / "profile")


def test_a_foreign_script_does_not_run(written: Path, tmp_path: Path) -> None:
    html = written.read_text("utf-8")
    foreign = "<script>document.body.dataset.owned = 'yes'</script></body>"
    written.write_text(html.replace("</body>", foreign), "utf-8")
    assert 'data-owned="yes"' not in dom(written, tmp_path / "profile")
