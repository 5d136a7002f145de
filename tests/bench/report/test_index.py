"""The page that leads to the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tactful.bench.report.index import IndexCard, IndexPicture, write_index
from tactful.errors import InputError

TABLE = {
    "id": "figures",
    "title": "Figures",
    "columns": [{"key": "run", "label": "Run", "kind": "text"}, {"key": "n", "label": "N", "kind": "count"}],
    "rows": [{"cells": {"run": "<b>=one", "n": 3}}],
}


def index(folder: Path) -> Path:
    card = IndexCard(
        "guard", "The guard", "What it does.", link="guard/index.html", command="tactful protect RUN",
        pictures=[IndexPicture("guard/a.png", "before")], tables=[TABLE], notes=["one failed"],
    )  # fmt: skip
    last = IndexCard("memories", "Memories", "Left out.")
    tiles = [{"label": "Screens", "value": "3", "note": "of 3", "tone": "bad"}]
    return write_index([card, last], folder, title="A <demo>", text="All of it.", tiles=tiles)


@pytest.mark.parametrize(
    "piece",
    [
        'href="guard/index.html"', 'src="guard/a.png"', "tactful protect RUN", "one failed", "A &lt;demo&gt;",
        'href="#memories"', 'class="tile bad"', "&lt;b&gt;=one", "img-src 'self' file:",
    ],
)  # fmt: skip
def test_what_is_on_the_page(tmp_path: Path, piece: str) -> None:
    assert piece in index(tmp_path).read_text("utf-8")


def test_tables_lie_beside_it_as_csv(tmp_path: Path) -> None:
    out = index(tmp_path).parent
    assert (out / "tables" / "figures.csv").read_text("utf-8").splitlines() == ["run,n", "<b>=one,3"]


def test_a_part_without_a_page_has_no_link(tmp_path: Path) -> None:
    last = index(tmp_path).read_text("utf-8").split('id="memories"', 1)[1]
    assert 'class="button"' not in last


def test_a_folder_that_is_a_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        index(tmp_path / "file")
