"""In a real browser: sorting, tabs and the theme, by click and by key."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from small_document import document

from tactful.bench.report.documents import write_document

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic",
    "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
]

STEPS = """
const said = [];
const names = () => [...document.querySelectorAll("table.data tbody.measured th")];
const order = () => names().map((cell) => cell.textContent).join(" ");
const head = [...document.querySelectorAll("button.sort")].find((b) => b.textContent === "Violation");
said.push(order());
head.click(); said.push(order(), head.closest("th").getAttribute("aria-sort"));
head.click(); said.push(order(), head.closest("th").getAttribute("aria-sort"));
const tabs = [...document.querySelectorAll("[role=tab]")];
const panel = (tab) => document.getElementById(tab.getAttribute("aria-controls"));
const seen = () => tabs.map((tab) => panel(tab).offsetParent !== null);
said.push(seen().join(" "));
tabs[0].dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
said.push(seen().join(" "), document.activeElement.textContent);
document.querySelector(".theme [data-theme=dark]").click();
said.push(document.documentElement.dataset.theme, getComputedStyle(document.body).backgroundColor);
document.title = said.join("; ");
"""


def test_sorting_tabs_and_theme(tmp_path: Path) -> None:
    path = write_document(document(), tmp_path / "out", png=False)
    html = re.sub(r"<meta http-equiv=[^>]*>", "", path.read_text("utf-8"))
    path.write_text(html.replace("</body>", f"<script>{STEPS}</script></body>"), "utf-8")
    assert dom_title(path, tmp_path / "profile").split("; ") == [
        "b a none",
        "b a none", "ascending",
        "a b none", "descending",  # unknown stays last
        "true false",
        "false true", "second run",
        "dark", "rgb(20, 23, 27)",
    ]  # fmt: skip


def test_only_the_pages_own_script_runs(tmp_path: Path) -> None:
    path = write_document(document(), tmp_path / "out", png=False)
    foreign = "<script>document.title = 'owned'</script></body>"
    path.write_text(path.read_text("utf-8").replace("</body>", foreign), "utf-8")
    assert dom_title(path, tmp_path / "profile") == "A report"


def dom_title(page: Path, profile: Path) -> str:
    assert CHROMIUM is not None
    command = [CHROMIUM, *FLAGS, f"--user-data-dir={profile}", "--dump-dom", page.as_uri()]
    dom = subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8")
    found = re.search("<title>(.*?)</title>", dom, re.DOTALL)
    assert found is not None
    return found[1]
