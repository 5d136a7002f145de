"""The document says what the records say: figures by hand, failures never as zeros."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from small_runs import leaky, person, run, sample, silent

from tactful.bench.cimemories.report import report_document
from tactful.bench.report.documents import write_document
from tactful.errors import InputError
from tactful.terms import Cell, Usage


def blocks(document: Mapping[str, Any]) -> dict[str, Any]:
    return {block["id"]: block for part in document["sections"] for block in part["blocks"]}


def rows(document: Mapping[str, Any], key: str, kind: str | None = None) -> list[dict[str, Any]]:
    return [row["cells"] for row in blocks(document)[key]["rows"] if row.get("kind") == kind]


def test_table_1_is_what_a_hand_counts() -> None:
    # Private somewhere: rent (to the doctor), illness, case; only the case leaked: 1 of 3.
    row = rows(report_document([run(leaky())]), "table-1")[0]
    assert row["violation"]["value"] == pytest.approx(1 / 3)
    assert row["completeness"]["value"] == 1.0
    assert (row["n"], row["profiles"], row["contexts"], row["attributes"]) == (2, 2, 4, 6)
    assert (row["samples"], row["unscored"], row["missing"]) == (8, 0, 0)
    assert row["violation"]["low"] <= 1 / 3 <= row["violation"]["high"]


def test_the_corners_are_rows_of_theory_and_the_paper_has_a_table_of_its_own() -> None:
    document = report_document([run(leaky())])
    nothing, everything = rows(document, "table-1", "theory")
    for name in ("violation", "completeness"):
        assert (nothing[name]["value"], everything[name]["value"]) == (0.0, 1.0)
    paper = {row["model"]: row for row in rows(document, "paper-table-1", "reference")}
    assert paper["GPT-4o"] == {"model": "GPT-4o", "violation": 0.1482, "completeness": 0.4395}


def test_an_unscored_message_is_counted_and_bounded_never_a_zero() -> None:
    records = leaky()
    records[1] = sample("Ada Sample", 0, 1, None)  # the message of Ada's that leaked the case
    document = report_document([run(records)])
    row = rows(document, "table-1")[0]
    assert row["unscored"] == 1
    # Ada's case is heard in one message less: her violation is 0 of 3 now, and 1 of 3 at least by the bounds.
    assert row["violation_bounds"]["low"] == pytest.approx(1 / 6)
    assert row["violation_bounds"]["high"] > row["violation"]["value"]
    assert any("1 message unscored" in note for note in document["notes"])
    assert rows(document, "failures") == [
        {"run": "model-a, level 1", "what": "unscored", "reason": "judge: no usable reply", "count": 1}
    ]


def test_a_message_that_was_never_written_is_missing() -> None:
    document = report_document([run(leaky()[:-1])])
    row = rows(document, "table-1")[0]
    assert (row["missing"], row["unscored"]) == (1, 0)
    assert any("1 message missing" in note for note in document["notes"])
    assert rows(document, "failures")[0]["what"] == "missing"


def test_contexts_and_profiles_that_a_run_left_out_are_not_missing() -> None:
    only = [s for s in leaky() if s.profile == "Ada Sample" and s.context == 1]
    row = rows(report_document([run(only, people=(person(),), contexts=[1])]), "table-1")[0]
    assert (row["samples"], row["missing"], row["contexts"]) == (2, 0, 1)
    both = (person(), person("Bo Sample"))
    ada = [s for s in leaky() if s.profile == "Ada Sample"]
    row = rows(report_document([run(ada, people=both)]), "table-1")[0]
    assert row["missing"] == 4  # without a choice of profiles, Bo's messages should be there


def test_figure_2_ends_in_table_1() -> None:
    document = report_document([run(leaky())])
    series = blocks(document)["figure-2"]["panels"][0]["series"]
    assert [line["name"] for line in series] == ["1 sample", "2 samples"]
    assert series[1]["y"][-1] == rows(document, "table-1")[0]["violation"]["value"]
    assert series[0]["y"][-1] == pytest.approx(1 / 6)  # one of two messages leaked it
    assert series[1]["y"][0] == pytest.approx(1 / 6)  # after one of two tasks


def test_figure_3_tells_zero_from_nothing_to_measure() -> None:
    heat = blocks(report_document([run(leaky())]))["figure-3"]["groups"][0]
    at = {name: place for place, name in enumerate(heat["columns"])}
    landlord = [row["label"] for row in heat["rows"]].index("Landlord")
    violation, completeness = (panel["values"][landlord] for panel in heat["panels"])
    assert violation[at["legal"]] == 1.0
    assert violation[at["health"]] == 0.0
    assert violation[at["housing"]] is None
    assert completeness[at["housing"]] == 1.0
    assert completeness[at["legal"]] is None
    assert [row["label"] for row in heat["rows"]] == ["Landlord", "Doctor"]


def test_figure_4_leads_from_the_plain_prompt_to_the_others() -> None:
    plain = run(leaky(), "a, level 1", model="a")
    strict = run(silent(), "a, level 3", model="a", level="3")
    gated = run(silent(), "a, level 1, gate norms", model="a", gate="norms")
    other = run(leaky(), "b, level 1", model="b")
    figure = blocks(report_document([strict, plain, gated, other]))["figure-4"]
    names = [point["name"] for point in figure["points"]]
    assert {(names[a], names[b]) for a, b in figure["arrows"]} == {
        ("a, level 1", "a, level 3"),
        ("a, level 1", "a, level 1, gate norms"),
    }
    assert "b, level 1" not in names
    assert "figure-4" not in blocks(report_document([plain, other]))


def test_figure_4a_is_over_the_sizes_of_one_family() -> None:
    sizes = ("8B", "1.7B", "32B")
    runs = [run(leaky(), f"vllm/Qwen3-{size}, level 1", model=f"vllm/Qwen3-{size}") for size in sizes]
    other = run(silent(), "openai/gpt-5, level 1", model="openai/gpt-5")
    figure = blocks(report_document([*runs, other]))["figure-4a"]
    (panel,) = figure["panels"]
    assert panel["title"] == "vllm/Qwen3-#B"
    assert [line["x"] for line in panel["series"]] == [[1.7, 8.0, 32.0]] * 2
    assert {line["name"]: line["y"][0] for line in panel["series"]}["completeness"] == 1.0
    assert "figure-4a" not in blocks(report_document([runs[0], other]))


@pytest.mark.parametrize(
    ("plain", "reasoning"),
    [
        ("Qwen3-30B-A3B-Instruct-2507", "Qwen3-30B-A3B-Thinking-2507"),
        ("deepseek-chat", "deepseek-reasoner"),
        ("x-non-thinking", "x-thinking"),
        ("x", "x-think"),
    ],
)
def test_figure_4b_leads_from_a_model_to_its_reasoning_variant(plain: str, reasoning: str) -> None:
    runs = [run(silent(), reasoning, model=reasoning), run(leaky(), plain, model=plain)]
    figure = blocks(report_document(runs))["figure-4b"]
    names = [point["name"] for point in figure["points"]]
    assert [(names[a], names[b]) for a, b in figure["arrows"]] == [(plain, reasoning)]
    assert "figure-4b" not in blocks(report_document(runs[:1]))


def test_figure_4b_tells_efforts_of_one_model() -> None:
    runs = [run(leaky(), f"m {e}", model="m", generate={"reasoning_effort": e}) for e in ("high", "low")]
    figure = blocks(report_document(runs))["figure-4b"]
    assert [point["label"] for point in figure["points"]] == ["m, low", "m, high"]
    assert figure["arrows"] == [[0, 1]]


def test_table_8_stands_beside_the_runs() -> None:
    found = blocks(report_document([run(leaky())]))["table-8"]
    assert [line.get("kind", "run") for line in found["rows"]] == ["run", *["reference"] * 6]
    assert found["rows"][1]["cells"]["violation"]["value"] == pytest.approx(0.262)
    assert found["fold"]


def test_figure_5_has_both_denominators() -> None:
    cells = {size: Cell("all-necessary", size) for size in (0, 1)}
    memory = {0: ("name", "rent"), 1: ("name", "rent", "case")}
    records = [
        sample("Ada Sample", 0, epoch, memory[size], cell=cell, in_memory=memory[size])
        for size, cell in cells.items()
        for epoch in (0, 1)
    ]
    document = report_document([run(records, people=(person(),), memories="all-necessary")])
    found = blocks(document)
    panel = found["figure-5"]["panels"][0]
    lines = {line["name"]: line for line in panel["series"]}
    assert lines["violation"]["x"] == [0.0, 1.0]
    assert lines["violation"]["y"] == [0.0, 0.5]  # of illness and case, private to the landlord
    assert lines["violation in memory"]["y"] == [None, 1.0]  # of the case alone
    assert found["table-1"]["rows"] == []
    assert [row["size"] for row in rows(document, "compositions")] == [0, 1]
    assert "figure-2" not in found


def test_personas_have_tables_where_the_data_has_their_labels() -> None:
    people = (person(personas=True), person("Bo Sample", personas=True))
    found = blocks(report_document([run(leaky(), people=people)]))
    assert {"table-5", "table-6", "table-7"} <= found.keys()
    assert found["table-6"]["rows"][0]["cells"]["violation"]["value"] == pytest.approx(1 / 3)
    assert "table-5" not in blocks(report_document([run(leaky())]))


def test_the_worst_leak_has_its_sentence_with_the_value_marked() -> None:
    group = blocks(report_document([run(leaky())]))["worst-leaks"]["groups"][0]
    assert len(group["leaks"]) == 2
    leak = group["leaks"][0]
    assert (leak["attribute"], leak["recipient"]) == ("case", "Landlord")
    assert (leak["epochs_revealed"], leak["epochs_scored"]) == (1, 2)
    assert (leak["contexts_leaked"], leak["contexts_private"]) == (1, 2)
    text, ((start, end),) = leak["sentence"]["text"], leak["sentence"]["marks"]
    assert text[start:end] == "C-2024-7"


def test_a_leak_without_a_sentence_is_still_told() -> None:
    records = [sample("Ada Sample", 0, e, {"case": ""}) for e in (0, 1)]
    leak = blocks(report_document([run(records, people=(person(),))]))["worst-leaks"]["groups"][0]["leaks"][0]
    assert leak["sentence"] is None


def test_judges_agree_by_hand() -> None:
    records = leaky(lexical=frozenset({"name"}))
    row = rows(report_document([run(records, judge="model", judge_model="judge-x")]), "judges")[0]
    # Per person: 4 × name by both; rent, rent, illness, illness and case by the model alone; 7 by neither.
    assert [row[key] for key in ("both", "model_only", "lexical_only", "neither")] == [8, 10, 0, 14]
    assert row["agree"] == pytest.approx(22 / 32)
    assert row["positive"] == pytest.approx(16 / 26)
    assert "judges" not in blocks(report_document([run(leaky())]))


def test_the_gates_deeds_are_told_by_label() -> None:
    records = leaky(withheld=("case",), generalised=("rent",))
    by_label = {row["label"]: row for row in rows(report_document([run(records, gate="norms")]), "gate")}
    # To the landlord rent is necessary, to the doctor private; the case is private to both.
    assert by_label["necessary"]["generalised"] == pytest.approx(1 / 4)
    assert by_label["private"]["withheld"] == pytest.approx(1 / 2)
    assert by_label["private"]["generalised"] == pytest.approx(1 / 4)
    assert by_label["private"]["memories"] == 16
    assert by_label["ambiguous"]["passed"] is None


def test_cost_is_unknown_rather_than_free() -> None:
    usage = {"a": Usage(4, 1000, 200, 90, None), "judge:j": Usage(4, 500, 0, 20, 0.25)}
    document = report_document([run(leaky(), usage=usage)])
    model, judge = rows(document, "usage")
    assert (model["cost"], model["role"], model["cached"]) == (None, "writer", 200)
    assert (judge["cost"], judge["role"], judge["model"]) == (0.25, "judge", "j")
    tile = next(tile for tile in document["tiles"] if tile["label"] == "Cost")
    assert tile["value"] == "$0.25"
    assert "some models" in tile["note"]


def test_a_comparison_is_paired() -> None:
    document = report_document(
        [run(leaky(), "a, level 1"), run(silent(), "b, level 1")], compare=("a, level 1", "2")
    )
    whole = {row["metric"]: row for row in rows(document, "compare") if row["domain"] == "all"}
    assert whole["violation"]["items_change"]["value"] == pytest.approx(-1 / 3)
    assert whole["completeness"]["profiles_change"]["value"] == -1.0
    assert {row["domain"] for row in rows(document, "compare")} == {
        "all",
        "general",
        "housing",
        "health",
        "legal",
    }


@pytest.mark.parametrize("wanted", ["nobody", "level", "9"])
def test_a_comparison_needs_one_run_by_each_name(wanted: str) -> None:
    runs = [run(leaky(), "a, level 1"), run(silent(), "b, level 1")]
    with pytest.raises(InputError, match="names no single run"):
        report_document(runs, compare=("1", wanted))


def test_few_profiles_are_said_to_be_few() -> None:
    assert "2 profiles, fewer than five" in report_document([run(leaky())])["notes"][0]
    people = tuple(person(f"P{i}") for i in range(5))
    records = [sample(p.id, c, e, []) for p in people for c in (0, 1) for e in (0, 1)]
    assert "intervals are over profiles" in report_document([run(records, people=people)])["notes"][0]


def test_runs_that_cannot_be_compared_are_called_so() -> None:
    other = run([s for s in leaky() if s.epoch == s.context == 0], "b", judge="model", epochs=1, contexts=[0])
    notes = " ".join(report_document([run(leaky()), other])["notes"])
    for words in ("different judges", "different numbers of messages", "different profiles or contexts"):
        assert words in notes


def test_labels_and_rule_are_the_runs_own_unless_given() -> None:
    people = (person(personas=True), person("Bo Sample", personas=True))
    own = run(leaky(), labels="pragmatic", rule="as_published", people=people)
    scoring = report_document([own])["manifest"]["scoring"]
    assert (scoring["labels"], scoring["rule"]) == ("pragmatic", "as_published")
    scoring = report_document([own, run(leaky(), "b", people=people)], rule="as-published")["manifest"][
        "scoring"
    ]
    assert (scoring["labels"], scoring["rule"]) == ("combined", "as_published")


def test_names_that_come_again_are_told_apart() -> None:
    found = rows(report_document([run(leaky()), run(leaky())]), "table-1")
    assert [row["run"] for row in found] == ["model-a, level 1", "model-a, level 1 #2"]


def test_the_document_is_json_and_the_same_every_time() -> None:
    first, again = (report_document([run(leaky()), run(silent(), "b")]) for _ in range(2))
    assert json.dumps(first, allow_nan=False) == json.dumps(again)


def test_no_folder_of_the_machine_is_in_it() -> None:
    text = json.dumps(report_document([run(leaky())]))
    assert "people.json" in text
    assert "folder/" not in text


def test_no_run_is_an_error() -> None:
    with pytest.raises(InputError, match="no run was given"):
        report_document([])


def test_the_page_of_a_whole_document_has_every_part_once(tmp_path: Path) -> None:
    people = (person(personas=True), person("Bo Sample", personas=True))
    records = leaky(lexical=frozenset({"name"}), withheld=("case",))
    plain, gated = (
        run(leaky(), "a", people=people),
        run(records, "a, gate norms", people=people, gate="norms"),
    )
    document = report_document([plain, gated], compare=("1", "2"))
    page = write_document(document, tmp_path / "out", png=False)
    html = page.read_text("utf-8")
    ids = re.findall(r'\sid="([^"]*)"', html)
    assert len(ids) == len(set(ids))
    for part in document["sections"]:
        assert f'href="#{part["id"]}"' in html
        assert part["id"] in ids
    assert "<mark>C-2024-7</mark>" in html
