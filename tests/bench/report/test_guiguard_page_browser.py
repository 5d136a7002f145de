"""In a real browser: tables sort, what is folded opens, nothing is wider than its page, and dark is dark."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from fakes.guiguard_summaries import about, summaries
from tactful.bench.guiguard.document import report_document
from tactful.bench.report.documents import write_document

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic",
    "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--window-size=620,900",
)  # fmt: skip
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
]

STEPS = """
const said = [];
const table = document.getElementById("t-table-8").parentElement.querySelector("table");
const rows = () => [...table.querySelectorAll("tbody.measured tr")];
const order = () => rows().map((row) => row.cells[2].dataset.sort).join(" ");
const head = [...table.querySelectorAll("button.sort")].find((b) => b.textContent === "Items protected");
head.click(); said.push(order());
said.push(table.querySelectorAll("tbody.reference tr").length);
for (const fold of document.querySelectorAll("details")) fold.open = true;
said.push(document.documentElement.scrollWidth <= window.innerWidth);
document.querySelector(".theme [data-theme=dark]").click();
const column = [...document.querySelectorAll("svg path")].find((p) => p.style.fill === "var(--android)");
said.push(getComputedStyle(column).fill, getComputedStyle(document.body).backgroundColor);
document.title = said.join("; ");
"""


def test_sorting_width_and_theme(tmp_path: Path) -> None:
    path = write_document(report_document(summaries(), about=about()), tmp_path / "out", png=False)
    html = re.sub(r"<meta http-equiv=[^>]*>", "", path.read_text("utf-8"))
    path.write_text(html.replace("</body>", f"<script>{STEPS}</script></body>"), "utf-8")
    assert CHROMIUM is not None
    command = [CHROMIUM, *FLAGS, f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", path.as_uri()]
    dom = subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8")
    found = re.search("<title>(.*?)</title>", dom, re.DOTALL)
    assert found is not None
    assert found[1].split("; ") == [
        "0.7 0.93 0.97 0.98", "9", "true", "rgb(92, 184, 238)", "rgb(20, 23, 27)",
    ]  # fmt: skip
