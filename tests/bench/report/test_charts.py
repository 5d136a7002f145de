"""Figures: drawn once, as SVG in the page's own colours and as PNG."""

from __future__ import annotations

import copy
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from small_document import HEAT, LINES, SCATTER, point

from tactful.bench.report.labels import label_places

pytest.importorskip("matplotlib", reason="the extra 'eval' is not installed")

from tactful.bench.report.charts import charts_of

HOSTILE = "</svg><script>owned()</script>\"'&$x_1$"
STAIRS: dict[str, Any] = {
    "type": "figure", "id": "figure-6-2", "kind": "stairs", "title": "Stairs", "caption": "",
    "mark": 3, "top": 4,
    "panels": [{"title": "one", "x_label": "Covered", "series": [
        {"name": "black", "tone": "black", "x": [0.2, 1.0], "y": [4.0, 3.1], "n": [5, 5]}]}],
}  # fmt: skip
TRADE: dict[str, Any] = {
    "type": "figure", "id": "trade", "kind": "trade", "title": "Trade", "caption": "", "top": 4,
    "points": [{"name": "black", "run": "one", "tone": "black", "x": {"value": 0.97}, "y": {"value": 3.0}}],
}  # fmt: skip
RADAR: dict[str, Any] = {
    "type": "figure", "id": "radar", "kind": "radar", "title": "Radar", "caption": "",
    "axes": ["a", "b", "c"], "series": [{"name": "one", "values": [0.5, None, 1.0], "counts": [2, 0, 3]}],
}  # fmt: skip
BARS: dict[str, Any] = {
    "type": "figure", "id": "bars", "kind": "bars", "title": "Bars", "caption": "", "unit": "rate",
    "panels": [{"title": "one", "kind": "run", "groups": [{"label": "all", "bars": [
        {"name": "Android", "tone": "android", "value": 0.2, "low": 0.1, "high": 0.24},
        {"name": "PC", "tone": "pc", "value": None, "low": None, "high": None}]}]}],
}  # fmt: skip
FIGURES = [LINES, HEAT, SCATTER, STAIRS, TRADE, RADAR, BARS]


def words(figure: dict[str, Any]) -> str:
    """The text of a figure; an unclosed or injected element is an error here."""
    roots = [ET.fromstring(str(chart.svg).replace("xlink:", "")) for chart in charts_of(figure)]
    assert not [element for root in roots for element in root.iter("script")]
    return " ".join(text.strip() for root in roots for text in root.itertext() if text.strip())


@pytest.mark.parametrize(
    ("figure", "shown"),
    [
        (LINES, ["one", "1 sample", "2 samples", "Tasks"]),
        (HEAT, ["Landlord", "health", "75", "100", "Violation"]),
        (SCATTER, ["plain", "gated", "nothing", "the paper's Table 1"]),
        (STAIRS, ["black", "Covered", "score, 0 to 4"]),
        (TRADE, ["black", "Plans kept"]),
        (RADAR, ["one", "a", "b", "c"]),
        (BARS, ["Android", "20", "–"]),
    ],
    ids=lambda value: value["kind"] if isinstance(value, dict) else "",
)
def test_what_stands_in_a_figure(figure: dict[str, Any], shown: list[str]) -> None:
    found = words(figure)
    assert [text for text in shown if text not in found] == []


def test_nothing_to_measure_is_hatched_and_zero_is_not() -> None:
    svg = str(charts_of(HEAT)[0].svg)
    assert svg.count("<pattern") == 1
    assert "theirs" not in words(SCATTER)


def test_colors_follow_the_page() -> None:
    svg = "".join(str(chart.svg) for figure in FIGURES for chart in charts_of(figure))
    assert "var(--violation)" in svg
    assert "var(--soft)" in svg
    assert "#1a1d21" not in svg


def test_names_of_marks_in_one_place_do_not_cover_each_other() -> None:
    marks = [point(f"run {i}", 0.0, 0.0) for i in range(5)]
    assert len({(x, y) for _, _, x, y in label_places(marks, [])}) == 5


def hostile(figure: dict[str, Any]) -> dict[str, Any]:
    changed = copy.deepcopy(figure)
    for part in changed.get("panels", []) + changed.get("groups", []) + changed.get("points", []):
        part["title" if "title" in part else "name"] = HOSTILE
        for line in part.get("series", []):
            line["name"] = HOSTILE
        if "columns" in part:
            part["columns"] = [HOSTILE, "b"]
    return changed


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure["kind"])
def test_names_are_taken_literally_and_the_bytes_are_the_same_every_time(figure: dict[str, Any]) -> None:
    first = charts_of(hostile(figure))
    assert len(first) == (2 if figure["kind"] == "heat" else 1)
    assert all(chart.png.startswith(b"\x89PNG") for chart in first)
    assert figure["kind"] in ("radar", "heat") or "<script>owned()" in words(hostile(figure))
    assert first == charts_of(hostile(figure))
