"""Cells, tables and CSV."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_document import TABLE

from tactful.bench.report.cells import KINDS, plain, table_csv
from tactful.bench.report.pages import environment, marked


def table_html(block: dict[str, Any]) -> str:
    """A table as the pages show it."""
    return str(environment().get_template("macros.html").module.table(block))


@pytest.mark.parametrize(
    ("cell", "kind", "shown"),
    [
        (0.2508, "share", "25.1%"),
        (0.0, "share", "0.0%"),
        ({"value": 0.251, "low": 0.2, "high": 0.3042}, "estimate", "25.1% [20.0, 30.4]"),
        ({"value": 1.0, "low": None, "high": None}, "estimate", "100.0%"),
        ({"value": -0.042, "low": -0.08, "high": -0.003}, "points", "−4.2 [−8.0, −0.3]"),
        ({"value": 0.2, "low": None, "high": None}, "points", "+20.0"),
        ({"low": 0.1, "high": 0.4}, "bounds", "[10.0, 40.0]"),
        ({"mean": 146.72, "std": 2.5}, "spread", "146.7 ± 2.5"),
        ({"mean": 6736, "std": None}, "spread", "6,736"),
        (1234567, "tokens", "1,234,567"),
        (0.0042, "money", "$0.0042"),
        (12.5, "money", "$12.50"),
        (0, "money", "$0.00"),
        ([1, None], "json", "[1, null]"),
        ("as it is", "json", "as it is"),
        ({"text": "a b", "marks": [[0, 1]]}, "marked", "a b"),
        *((None, kind, "–") for kind in KINDS),
    ],
)
def test_plain(cell: Any, kind: str, shown: str) -> None:
    assert plain(cell, kind) == shown


def test_an_unknown_kind_is_an_error() -> None:
    with pytest.raises(ValueError, match="no such kind"):
        plain(1, "number")


def test_html_has_both_ends_and_rows_of_theory_apart() -> None:
    html = table_html(TABLE)
    assert "<b>25.1%</b> <small>[20.0, 30.0]</small>" in html
    assert html.count('class="mini violation"') == 2  # the measured ones alone have a bar
    assert re.search(r'<tbody class="theory"><tr class="divider">.*?by definition', html)
    assert html.index('class="measured"') < html.index('class="theory"')
    assert 'title="unknown, or nothing to measure"' in html
    assert '<a href="tables/table-1.csv">' in html


def test_a_table_without_rows_says_so() -> None:
    html = table_html({**TABLE, "rows": [], "empty": "Nothing failed."})
    assert "Nothing failed." in html
    assert "<table" not in html
    assert "Nothing to show." in table_html({**TABLE, "rows": []})


def test_csv_keeps_fractions_and_leaves_unknown_empty() -> None:
    rows = list(csv.DictReader(io.StringIO(table_csv(TABLE))))
    assert rows[0] == {
        "row": "measured", "run": "b", "violation": "0.251", "violation_low": "0.2", "violation_high": "0.3",
        "n": "5", "range_low": "0.2", "range_high": "0.4", "cost": "1234.5",
    }  # fmt: skip
    assert (rows[1]["violation_low"], rows[1]["cost"], rows[2]["violation"]) == ("", "", "")
    assert rows[3]["row"] == "theory"


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t"])
def test_a_spreadsheet_runs_no_formula(start: str) -> None:
    table = {
        "columns": [{"key": "a", "label": "A", "kind": "text"}],
        "rows": [{"cells": {"a": f"{start}1+1"}}],
    }
    assert table_csv(table).splitlines()[1].strip('"') == f"'{start}1+1"


@given(st.text(), st.lists(st.lists(st.integers(-3, 30), min_size=2, max_size=2), max_size=4))
def test_marks_change_no_character_that_is_shown(text: str, marks: list[list[int]]) -> None:
    from html import unescape

    html = marked({"text": text, "marks": marks})
    assert not re.search(r"<(?!/?(?:mark|bdi)>)", html)
    shown = unescape(re.sub(r"</?(?:mark|bdi)>", "", html))
    assert shown == "".join(ch if ch.isprintable() else " " for ch in text)


def test_the_value_is_marked() -> None:
    assert marked({"text": "I <b> 14", "marks": [[6, 8]]}) == "<bdi>I &lt;b&gt; <mark>14</mark></bdi>"


def test_a_second_cell_stands_below_in_html_and_beside_in_csv() -> None:
    table = {
        "id": "t", "title": "T",
        "columns": [{"key": "run", "label": "Run", "kind": "text", "sub": "judge"}],
        "rows": [{"cells": {"run": "a", "judge": "<lexical>"}}, {"cells": {"run": "b"}}],
    }  # fmt: skip
    assert "<small>judge: <bdi>&lt;lexical&gt;</bdi></small>" in table_html(table)
    assert table_csv(table).splitlines() == ["run,judge", "a,<lexical>", "b,"]
