"""The document of the report: what stands where, with n and failures, and the paper's figures apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from fakes.guiguard_summaries import about, grounding, leakage, planning, rate, recognition, summaries
from tactful.bench.guiguard.document import report_document, total_unscored
from tactful.bench.guiguard.overview import protection_table, recognition_table
from tactful.bench.guiguard.paper import GROUNDING, TABLE_2, TABLE_8
from tactful.bench.guiguard.report_cells import average, level_of, method_title, operator_of, score
from tactful.bench.guiguard.report_leakage import trade_off

Found = Mapping[str, Any]


def blocks(document: Found) -> Iterator[Found]:
    for section in document["sections"]:
        yield from section["blocks"]


def block(document: Found, key: str) -> Found:
    return next(found for found in blocks(document) if found["id"] == key)


def rows(table: Found, kind: str = "") -> list[Found]:
    return [row["cells"] for row in table["rows"] if row.get("kind", "") == kind]


@pytest.fixture(scope="module")
def document() -> Found:
    return report_document(summaries(), about=about())


def test_every_table_and_figure_of_the_paper_is_there(document: Found) -> None:
    assert {
        "figure-5-1", "figure-5-1b", "recognition", "recognition-as-published", "by-category", "sweep",
        "table-2", "figure-6-2", "staircase", "planning-methods", "planning-tasks", "grounding-accuracy",
        "table-8", "trade-off", "agreement-figures", "agreement-differences",
    } <= {found["id"] for found in blocks(document)}  # fmt: skip


@pytest.mark.parametrize(
    ("key", "ours", "papers"),
    [
        ("table-2", 1, len(TABLE_2) + 1),
        ("grounding-accuracy", 3, 3 * len(GROUNDING)),
        ("table-8", 4, sum(map(len, TABLE_8.values()))),
        ("by-category", 4, 6),
        ("recognition-as-published", 6, 16),
    ],
)
def test_the_papers_rows_stand_apart(document: Found, key: str, ours: int, papers: int) -> None:
    found = block(document, key)
    assert len(rows(found)) == ours
    assert len(rows(found, "reference")) == papers
    assert "paper" in found["apart"]["reference"]


def test_rates_carry_what_they_count(document: Found) -> None:
    cell = rows(block(document, "table-8"))[0]["protection"]
    assert (cell["hits"], cell["n"]) == (196, 200)
    assert rows(block(document, "table-8"), "reference")[0]["protection"]["n"] is None


def test_table_2_takes_plain_means_over_methods(document: Found) -> None:
    (row,) = rows(block(document, "table-2"))
    expected = sum(row[name]["value"] for name in ("black", "mosaic", "blocks", "replace")) / 4
    assert row["overall"]["value"] == pytest.approx(expected)
    assert row["overall"]["unscored"] == 0 + 1 + 2 + 3


def test_an_average_of_unequal_parts_is_none() -> None:
    assert average([score({"value": 3.0, "n": 2}), None]) is None
    assert average([]) is None


def test_failures_are_told_at_the_head(document: Found) -> None:
    text = " ".join(document["notes"])
    assert "1 screen without a usable answer: timeout (1)" in text
    assert "18 steps unscored" in text
    assert "3 answers unscored" in text
    assert document["tiles"][-1] | {"note": ""} == {
        "label": "Unscored", "value": "22", "note": "", "tone": "bad",
    }  # fmt: skip


def test_the_stairs_run_from_little_to_full_coverage(document: Found) -> None:
    panel = block(document, "figure-6-2")["panels"][0]
    black = panel["series"][0]
    assert black["x"] == [0.2, 0.6, 1.0]
    assert black["y"] == sorted(black["y"], reverse=True)


def test_only_what_was_run_is_shown() -> None:
    found = report_document({"leakage": leakage()}, about=about())
    assert [section["id"] for section in found["sections"]] == ["leakage", "agreement", "data"]
    assert total_unscored({"leakage": leakage()}) == 0


def test_no_figure_for_what_could_not_be_measured() -> None:
    empty = grounding()
    for method in empty["runs"][0]["methods"]:
        method["accuracy"] = rate(0, 0)
    found = report_document({"grounding": empty}, about=about())
    assert all(row["accuracy"] is None for row in rows(block(found, "grounding-accuracy")))
    assert [tile["label"] for tile in found["tiles"]] == ["Unscored"]


def test_the_balance_takes_the_strongest_evaluator() -> None:
    two = leakage()
    weak = leakage()["runs"][0] | {"name": "sharpen"}
    for method in weak["methods"]:
        method["protection"] = rate(10, 200)
    two["runs"].append(weak)
    found = trade_off(planning(), two)
    assert found is not None
    assert {point["x"]["hits"] for point in found["points"]} == {10}


def test_one_platform_alone_has_no_row_for_all() -> None:
    phone = recognition(("local",))
    del phone["runs"][0]["rules"]["corrected"]["by_platform"]["pc"]
    found = report_document({"recognition": phone}, about=about())
    assert [row["platform"] for row in rows(block(found, "recognition"))] == ["all"]
    assert len(block(found, "figure-5-1b")["axes"]) == 3


@pytest.mark.parametrize(
    ("method", "operator", "level", "title"),
    [
        ("black", "black", 100, "Black mask"),
        ("black-60", "black", 60, "Black mask, level 60"),
        ("randblocks-30", "blocks", 30, "Random blocks, level 30"),
        ("replace_llm", "replace", 100, "Text replace"),
        ("black@high", "black", 100, "Black mask, policy high"),
        ("policy@hybrid", "policy", 100, "policy hybrid"),
        ("original", "original", 100, "no protection"),
    ],
)
def test_names_of_methods(method: str, operator: str, level: int, title: str) -> None:
    found = {"method": method}
    assert (operator_of(found), level_of(found), method_title(method)) == (operator, level, title)


def test_the_overview_has_one_line_a_method() -> None:
    found = rows(protection_table(summaries()))
    assert [row["method"] for row in found] == [
        "no protection", "Black mask", "Mosaic", "Random blocks", "Text replace",
    ]  # fmt: skip
    assert found[0]["plans"] is None
    assert found[0]["clicks"]["hits"] == 60
    assert found[1]["items"]["hits"] == 196
    assert [row["run"] for row in rows(recognition_table(recognition()))] == [
        "the guard itself",
        "some/model",
    ]
