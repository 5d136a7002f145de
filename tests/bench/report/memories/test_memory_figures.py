"""Figures as SVG, as heat tables and as PNG."""

from __future__ import annotations

import copy
import xml.etree.ElementTree as ET
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_document import HEAT, LINES, SCATTER, point

from tactful.bench.report.memories.heat import heat_html
from tactful.bench.report.memories.lines import lines_html, nice_top, spread, ticks
from tactful.bench.report.memories.png import figure_pngs
from tactful.bench.report.memories.scatter import scatter_html

HOSTILE = "</svg><script>owned()</script>\"'&$x_1$"


def parsed(html: str) -> ET.Element:
    """What the browser gets must be well formed; an unclosed or injected element is an error here."""
    return ET.fromstring(f"<div>{html}</div>".replace("<br>", "<br/>"))


@given(st.lists(st.floats(0, 200), max_size=8), st.floats(1, 20))
def test_labels_keep_their_distance(places: list[float], gap: float) -> None:
    out = spread(sorted(places), gap, 0, 200)
    assert all(b - a >= gap - 1e-6 for a, b in pairwise(out))
    if gap * len(places) <= 200:
        assert all(-1e-6 <= y <= 200 + 1e-6 for y in out)


@pytest.mark.parametrize(
    ("last", "found"), [(1, [0, 1]), (5, [0, 1, 2, 3, 4, 5]), (48, [0, 10, 20, 30, 40]), (0, [0])]
)
def test_ticks(last: int, found: list[int]) -> None:
    assert ticks(last) == found


@pytest.mark.parametrize(("highest", "top"), [(0.05, 0.1), (0.2, 0.25), (0.5, 0.5), (0.51, 1.0), (None, 1.0)])
def test_the_axis_ends_at_a_round_number(highest: float | None, top: float) -> None:
    assert nice_top({"panels": [{"series": [{"y": [highest, None]}]}]}) == top


def test_lines_skip_what_is_unknown_and_name_their_ends() -> None:
    root = parsed(lines_html(LINES))
    first, second = root.iter("polyline")
    assert len(first.attrib["points"].split()) == 2
    assert len(second.attrib["points"].split()) == 3
    assert "dashed" in second.attrib["class"]
    words = "".join(root.itertext())
    assert "1 sample" in words
    assert "2 samples, 2: 25.0%" in words
    label = next(root.iter("svg")).attrib["aria-label"]
    assert "1 sample: 10.0% at 1, 30.0% at 3" in label


def test_heat_shows_zero_and_nothing_differently() -> None:
    cells = list(parsed(heat_html(HEAT)).iter("td"))
    zero = next(cell for cell in cells if cell.text == "0")
    void = next(cell for cell in cells if "void" in cell.attrib["class"])
    assert "void" not in zero.attrib["class"]
    assert "nothing to measure" in void.attrib["title"]
    assert any(cell.attrib.get("title") == "Landlord, legal: 75.0% of 4 x" for cell in cells)


def test_scatter_has_bars_arrows_and_tool_tips() -> None:
    root = parsed(scatter_html(SCATTER))
    titles = [title.text or "" for title in root.iter("title")]
    assert "plain: violation 90.0% [45.0, 100.0], completeness 80.0%" in titles
    assert len([line for line in root.iter("line") if "arrow" in line.attrib["class"]]) == 1
    names = [text.text for text in root.iter("text") if "name" in text.attrib["class"].split()]
    assert names == ["plain", "gated", "nothing"]  # the paper's have tool tips alone


def test_names_of_marks_in_one_place_do_not_cover_each_other() -> None:
    figure = {**SCATTER, "points": [point(f"run {i}", 0.0, 0.0) for i in range(5)], "arrows": []}
    texts = [t for t in parsed(scatter_html(figure)).iter("text") if "name" in t.attrib["class"].split()]
    places = {(t.attrib["x"], t.attrib["y"]) for t in texts}
    assert len(places) == 5


@pytest.mark.parametrize(
    ("figure", "draw"), [(LINES, lines_html), (HEAT, heat_html), (SCATTER, scatter_html)]
)
def test_names_are_taken_literally(figure: dict[str, Any], draw: Any) -> None:
    root = parsed(draw(hostile(figure)))
    assert not list(root.iter("script"))
    assert any(HOSTILE in (element.text or "") for element in root.iter())


def hostile(figure: dict[str, Any]) -> dict[str, Any]:
    changed = copy.deepcopy(figure)
    for part in changed.get("panels", []) + changed.get("groups", []) + changed.get("points", []):
        part["title" if "title" in part else "name"] = HOSTILE
        for line in part.get("series", []):
            line["name"] = HOSTILE
        if "columns" in part:
            part["columns"] = [HOSTILE, "b"]
    return changed


@pytest.mark.parametrize("figure", [LINES, HEAT, SCATTER], ids=lambda figure: figure["kind"])
def test_png(figure: dict[str, Any]) -> None:
    pytest.importorskip("matplotlib", reason="the extra 'eval' is not installed")
    images = figure_pngs(hostile(figure))
    assert len(images) == (2 if figure["kind"] == "heat" else 1)
    assert all(image.startswith(b"\x89PNG") for image in images)
    assert images == figure_pngs(hostile(figure))  # the same bytes every time
