"""The document of the report: what stands where, with n and failures, and the paper's figures apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from fakes.guiguard_summaries import about, grounding, leakage, planning, rate, recognition, summaries
from tactful.bench.guiguard.document import report_document, total_unscored
from tactful.bench.guiguard.overview import protection_table, recognition_table
from tactful.bench.guiguard.report_agreement import figure_of
from tactful.bench.guiguard.report_leakage import trade_off
from tactful.bench.guiguard.report_planning import average
from tactful.bench.guiguard.summaries import Method
from tactful.bench.report.blocks import published, score

Found = Mapping[str, Any]
PAPER = published("guiguard")


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
        ("table-2", 1, len(PAPER["table_2"]) + 1),
        ("grounding-accuracy", 3, 3 * len(PAPER["grounding"])),
        ("table-8", 4, sum(map(len, PAPER["table_8"].values()))),
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
    assert rows(block(document, "table-8"), "reference")[0]["protection_all"]["n"] is None


def test_table_2_takes_plain_means_over_methods(document: Found) -> None:
    (row,) = rows(block(document, "table-2"))
    expected = sum(row[name]["value"] for name in ("black", "mosaic", "blocks", "replace")) / 4
    assert row["overall"]["value"] == pytest.approx(expected)
    assert row["overall"]["unscored"] == 0 + 1 + 2 + 3


def test_the_two_text_replacements_are_two_methods_everywhere() -> None:
    found = summaries()
    for name in ("planning", "leakage"):
        methods = found[name]["runs"][0]["methods"]
        ours = next(method for method in methods if method["method"] == "replace")
        methods.append({**ours, "method": "replace_llm", "operator": "replace_llm"})
    theirs = found["planning"]["runs"][0]["methods"][-1]
    theirs["score"] = theirs["score"] | {"value": 0.5}
    document = report_document(found, about=about())
    (row,) = rows(block(document, "table-2"))
    assert row["replace_llm"]["value"] == 0.5 != row["replace"]["value"]
    expected = sum(row[name]["value"] for name in ("black", "mosaic", "blocks", "replace_llm")) / 4
    assert row["overall"]["value"] == pytest.approx(expected)
    titles = [each["method"] for each in rows(block(document, "table-8"))]
    assert titles[-2:] == ["Text replace, by shape", "Text replace, by a model"]
    reference = rows(block(document, "table-2"), "reference")[0]
    assert (reference["replace_llm"]["value"], reference.get("replace")) == (0.53, None)


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


@pytest.mark.parametrize("name", ["too_short", "also_public"])
def test_items_that_nothing_tells_of_stand_in_table_8(name: str) -> None:
    found = leakage()
    found["runs"][0]["methods"][0][name] = 7
    table = block(report_document({"leakage": found}, about=about()), "table-8")
    assert [row[name] for row in rows(table)].count(7) == 1


@pytest.mark.parametrize(
    ("missed", "clicks", "errors", "value", "words"),
    [
        (0, 0, 0, "0", ["every question has an answer"]),
        (2, 0, 0, "2", ["2 screens of recognition, counted as missed and as wrongly detected"]),
        (0, 1, 0, "1", ["1 click, in no figure above"]),
        (0, 0, 3, "3", ["3 samples that ended in an error, in no figure above"]),
        (1, 2, 1, "4", ["1 screen of recognition, counted", "2 clicks, 1 sample that ended"]),
    ],
)
def test_the_tile_of_failures_counts_all_and_says_what_became_of_them(
    missed: int, clicks: int, errors: int, value: str, words: list[str]
) -> None:
    screens, points = recognition(("some/model",)), grounding()
    screens["runs"][0]["screens"]["unscored"] = [{"reason": "timeout", "n": missed}] if missed else []
    for at, method in enumerate(points["runs"][0]["methods"]):
        method["unscored"] = 0 if at else clicks
    found = report_document(
        {"recognition": screens, "grounding": points}, about={**about(), "errors": errors}
    )
    tile = found["tiles"][-1]
    assert (tile["value"], tile.get("tone")) == (value, "bad" if value != "0" else None)
    for each in words:
        assert each in tile["note"]
    assert ("in no figure" in tile["note"]) == bool(clicks or errors)


def test_the_stairs_run_from_little_to_full_coverage(document: Found) -> None:
    panel = block(document, "figure-6-2")["panels"][0]
    black = panel["series"][0]
    assert black["x"] == [0.2, 0.6, 1.0]
    assert black["y"] == sorted(black["y"], reverse=True)


def test_each_platform_has_its_own_coverage(document: Found) -> None:
    android, pc = block(document, "figure-6-2")["panels"]
    assert android["series"][0]["x"] == [0.2, 0.6, 1.0]
    assert pc["series"][0]["x"] == [0.1, 0.3, 0.5]
    older = planning()
    for method in older["runs"][0]["methods"]:
        del method["coverage_by_platform"]
    found = block(report_document({"planning": older}, about=about()), "figure-6-2")
    assert [panel["series"][0]["x"] for panel in found["panels"]] == [[0.2, 0.6, 1.0]] * 2


def test_planners_with_other_coverage_have_lines_of_their_own(document: Found) -> None:
    assert [row["level"] for row in rows(block(document, "staircase"))] == [20, 60, 100]
    two = planning(("one", "two"))
    two["runs"][1] = planning(("two",))["runs"][0]
    two["runs"][1]["methods"][0]["coverage"] = rate(7, 10)
    found = rows(block(report_document({"planning": two}, about=about()), "staircase"))
    assert [row["level"] for row in found] == [20, 20, 60, 100]
    (own,) = [row for row in found if row["where"] == "two: Black mask"]
    assert (own["level"], own["realised"]["hits"]) == (20, 7)


def test_the_score_of_each_step(document: Found) -> None:
    table = block(document, "planning-steps")
    row = rows(table)[0]
    assert [row[f"step_{at}"]["value"] for at in (1, 6)] == pytest.approx([3.8, 3.3])
    assert "step_7" not in row
    assert "go on to step 8" in table["caption"]


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ([[0, 9, 0, 0, 0], [0, 0, 9, 0, 0], *[[0] * 5] * 3], "judge is kinder than people, by +1.00"),
        ([*[[0] * 5] * 3, [0, 0, 9, 1, 0], [0] * 5], "judge is stricter than people, by −0.90"),
        ([[5, 1, 0, 0, 0], [1, 5, 0, 0, 0], *[[0] * 5] * 3], "neither clearly stricter nor kinder"),
        ([[1, 0, 0, 0, 0], *[[0] * 5] * 4], "too few ratings"),
    ],
)
def test_which_way_the_judge_leans_is_said_by_the_data(counts: list[list[int]], words: str) -> None:
    caption = figure_of(counts)["caption"]
    assert words in caption.partition("In the paper")[0]


def test_only_what_was_run_is_shown() -> None:
    found = report_document({"leakage": leakage()}, about=about())
    assert [section["id"] for section in found["sections"]] == ["leakage", "agreement", "data"]
    assert total_unscored({"leakage": leakage()}) == 0


def test_no_figure_for_what_could_not_be_measured() -> None:
    empty = grounding()
    for method in empty["runs"][0]["methods"]:
        method["accuracy"] = method["paired"] = rate(0, 0)
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


def test_clicks_are_compared_on_the_same_targets(document: Found) -> None:
    found = rows(block(document, "grounding-accuracy"))
    assert {row["paired"]["n"] for row in found} == {55}
    assert [row["overall"]["hits"] for row in found] == [60, 53, 46]
    tile = next(tile for tile in document["tiles"] if tile["label"] == "Clicks that land")
    assert tile["value"] == "90.9%"
    assert "under black 81.8% of the same targets" in tile["note"]
    assert rows(block(document, "grounding-left-out")) == [{"reason": "without a click", "count": 9}]


def test_a_frame_that_does_not_fit_is_told_at_the_head() -> None:
    found = grounding()
    found["runs"][0]["calibration"] = {
        "android": {"warning": "its answers are 30% away"}, "pc": {"warning": ""},
    }  # fmt: skip
    notes = [note for note in report_document({"grounding": found}, about=about())["notes"] if "away" in note]
    assert len(notes) == 1
    assert notes[0].startswith("tactful/screen-grounder, grounding on Android: its answers")


def test_leaks_stand_beside_chance_and_a_missing_attack_is_told(document: Found) -> None:
    table = block(document, "table-8")
    assert rows(table)[0]["chance"]["n"] == 150
    assert "dictionary attack was not run" in table["caption"]
    other = leakage()
    other["runs"].append(leakage()["runs"][0] | {"name": "dictionary", "evaluator": "dictionary"})
    found = block(report_document({"leakage": other}, about=about()), "table-8")
    assert "dictionary attack" not in found["caption"]


def test_what_stands_beside_the_papers_figures_is_by_its_rule(document: Found) -> None:
    rules = recognition()["runs"][0]["rules"]
    published, corrected = rules["as_published"], rules["corrected"]
    first = block(document, "figure-5-1")["panels"][0]["groups"][1]["bars"][0]
    assert first["hits"] == published["by_platform"]["android"]["recall"]["hits"]
    assert first["hits"] != corrected["by_platform"]["android"]["recall"]["hits"]
    (row, *_) = rows(block(document, "by-category"))
    for column, found in (("recall", published), ("ours", corrected)):
        assert row[column]["hits"] == found["by_category"]["identity"]["recall"]["hits"]
    for key in ("figure-5-1", "by-category"):
        assert "as published" in block(document, key)["caption"]


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
        ("replace", "replace", 100, "Text replace, by shape"),
        ("replace_llm", "replace_llm", 100, "Text replace, by a model"),
        ("black@high", "black", 100, "Black mask, policy high"),
        ("policy@hybrid", "policy", 100, "policy hybrid"),
        ("original", "original", 100, "no protection"),
    ],
)
def test_names_of_methods(method: str, operator: str, level: int, title: str) -> None:
    found = Method.of({"method": method})
    assert (found.operator, found.level, found.title) == (operator, level, title)


def test_the_overview_has_one_line_a_method() -> None:
    found = rows(protection_table(summaries()))
    assert [row["method"] for row in found] == [
        "no protection", "Black mask", "Mosaic", "Random blocks", "Text replace, by shape",
    ]  # fmt: skip
    assert found[0]["plans"] is None
    assert found[0]["clicks"]["hits"] == 50
    assert found[1]["items"]["hits"] == 196
    assert [row["run"] for row in rows(recognition_table(recognition()))] == [
        "the guard itself",
        "some/model",
    ]
