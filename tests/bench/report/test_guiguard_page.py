"""The page of the screen benchmark: what is on it, what is beside it, what it must not do."""

from __future__ import annotations

import csv
import json
import stat
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from fakes.guiguard_summaries import about, planning, recognition, summaries
from tactful.bench.guiguard.document import report_document
from tactful.bench.report.documents import write_document


def page(folder: Path, found: dict[str, Any] | None = None) -> Path:
    document = report_document(found or summaries(), about=about())
    return write_document(document, folder / "out", png=False)


def test_the_page_says_which_figures_are_the_papers(tmp_path: Path) -> None:
    text = page(tmp_path).read_text("utf-8")
    assert "from the paper: other data and models" in text
    assert "the paper: mean of eight models, its own data" in text
    assert "#8a939e" in text  # the paper's bars are grey


def test_n_and_unscored_stand_beside_the_figures(tmp_path: Path) -> None:
    text = page(tmp_path).read_text("utf-8")
    assert "196 of 200" in text
    assert "n = 40, 3 unscored" in text


def test_nothing_is_loaded_from_elsewhere(tmp_path: Path) -> None:
    text = page(tmp_path).read_text("utf-8")
    assert "default-src 'none'" in text
    assert "http://" not in text
    assert "https://" not in text


def test_names_of_runs_are_taken_literally(tmp_path: Path) -> None:
    hostile = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&"
    text = page(tmp_path, {"planning": planning((hostile,)), "recognition": recognition((hostile,))})
    tags = Counter[str]()

    class Tags(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            tags[tag] += 1
            assert not any(name.startswith("on") for name, _ in attrs)

    Tags().feed(text.read_text("utf-8"))
    assert (tags["script"], tags["img"]) == (1, 0)


def test_every_table_is_a_csv_with_counts(tmp_path: Path) -> None:
    out = page(tmp_path).parent
    with (out / "tables" / "table-8.csv").open(encoding="utf-8") as stream:
        first, *_, last = csv.DictReader(stream)
    assert (first["row"], first["protection_hits"], first["protection_n"]) == ("measured", "196", "200")
    assert (last["row"], last["protection_all"], last["protection_n"]) == ("reference", "0.874", "")
    assert stat.S_IMODE((out / "index.html").stat().st_mode) == 0o600


def test_the_same_document_gives_the_same_bytes(tmp_path: Path) -> None:
    one, two = (page(tmp_path / name).parent for name in ("a", "b"))
    assert {f.name: f.read_bytes() for f in one.rglob("*.*")} == {
        f.name: f.read_bytes() for f in two.rglob("*.*")
    }
    assert json.loads((one / "manifest.json").read_text())["format"] == "tactful.guiguard-report"


def test_figures_are_drawn_as_png(tmp_path: Path) -> None:
    document = report_document(summaries(), about=about())
    out = write_document(document, tmp_path / "out").parent
    names = {file.stem for file in (out / "figures").glob("*.png")}
    assert names == {"figure-5-1", "figure-5-1b", "figure-6-2", "trade-off", "agreement-differences"}
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in (out / "figures").iterdir())
