"""Figures of rows, by hand and by law."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.bench.guiguard.leakage.rows import summarize


def item(recovery: str | None = None, cause: str | None = None, **more: Any) -> dict[str, Any]:
    base = {"risk": "high", "category": "identity", "type": "person", "necessary": False, "covered": True}
    return {**base, "recovery": recovery, "cause": cause, **more}


def row(*items: dict[str, Any], task: str = "a", step: int = 1, **more: Any) -> dict[str, Any]:
    head = {
        "evaluator": "ocr", "method": "mosaic-60", "operator": "mosaic", "level": 60, "task": task,
        "screen": f"{task}/{step}", "step": step, "platform": "android", "lang": "en", "findings": 4,
        "without_text": 0, "unscored": "", "chance": {"items": 5, "recovered": 1},
    }  # fmt: skip
    return {**head, "items": list(items), **more}


def test_the_figures_by_hand() -> None:
    rows = [
        row(item(), item("near_complete", "operator"), item("partial", "coverage", covered=False)),
        row(
            item(category="contact_financial"),
            item("near_complete", "inferred", category=None),
            task="b",
            platform="pc",
            without_text=2,
        ),
        row(task="c", unscored="the model failed"),
    ]
    (run,) = summarize(rows)["runs"]
    (found,) = run["methods"]
    assert (run["name"], found["method"], found["level"]) == ("ocr", "mosaic-60", 60)
    assert (found["items"], found["near_complete"], found["partial"]) == (5, 2, 1)
    assert (found["operator_leaks"], found["coverage_leaks"], found["inferred"]) == (1, 1, 1)
    assert (found["protection"]["hits"], found["protection"]["n"]) == (2, 5)
    assert (found["covered_protection"]["hits"], found["covered_protection"]["n"]) == (3, 4)
    assert (found["screens"], found["unscored"], found["without_text"]) == (2, 1, 2)
    assert found["chance"] == {"value": 0.2, "hits": 2, "n": 10}
    assert found["problems"] == [{"reason": "the model failed", "n": 1}]
    assert {k: (v["hits"], v["n"]) for k, v in found["by_category"].items()} == {
        "contact_financial": (1, 1), "identity": (1, 3), "none": (0, 1),
    }  # fmt: skip
    assert {k: (v["hits"], v["n"]) for k, v in found["by_platform"].items()} == {
        "android": (1, 3),
        "pc": (1, 2),
    }


def test_short_items_have_a_figure_of_their_own_and_those_that_are_public_too_have_none() -> None:
    rows = [
        row(
            item(short=True),
            item("near_complete", "operator", short=True),
            item("near_complete", "operator"),
            item(also_public=True, short=True),
            item(too_short=True, short=True),
        )
    ]
    (found,) = summarize(rows)["runs"][0]["methods"]
    assert (found["short"]["hits"], found["short"]["n"]) == (1, 2)
    assert (found["items"], found["also_public"], found["too_short"]) == (3, 1, 1)


def test_items_that_are_too_short_to_tell_are_counted_apart() -> None:
    short = item(too_short=True, category="system")
    (found,) = summarize([row(item(), short, short), row(item("partial", "operator"), task="b")])["runs"][0][
        "methods"
    ]
    assert (found["too_short"], found["items"], found["protection"]["n"]) == (2, 2, 2)
    assert found["covered_protection"]["n"] == 2
    assert list(found["by_category"]) == ["identity"]
    assert found["by_platform"]["android"]["n"] == 2


def test_all_items_stand_beside_those_that_tell() -> None:
    """J.5: a digit that some finding says is leaked there, and in no figure of ours."""
    apart = [
        item(too_short=True, said=True),
        item(too_short=True, said=False),
        item(also_public=True, said=True),
    ]
    (run,) = summarize([row(item(), item("partial", "operator"), *apart)])["runs"]
    (found,) = run["methods"]
    assert (found["protection"]["hits"], found["protection"]["n"]) == (1, 2)
    assert (found["protection_all"]["hits"], found["protection_all"]["n"]) == (2, 5)
    (run,) = summarize([row(item(), item(too_short=True))])["runs"]
    assert run["methods"][0]["protection_all"] is None  # rows from before do not say it


def test_nothing_scored_is_no_figure() -> None:
    (found,) = summarize([row(unscored="x")])["runs"][0]["methods"]
    assert found["protection"] == {"value": None, "hits": 0, "n": 0}
    assert summarize([])["runs"] == []


def test_runs_and_methods_are_kept_apart_in_order() -> None:
    rows = [row(item(), evaluator=e, method=m) for e in ("two", "one") for m in ("mosaic", "black")]
    runs = summarize(rows)["runs"]
    assert [(r["name"], [m["method"] for m in r["methods"]]) for r in runs] == [
        ("two", ["mosaic", "black"]),
        ("one", ["mosaic", "black"]),
    ]


kinds = st.sampled_from([item(), item("partial", "operator"), item("near_complete", "coverage")])
groups = st.lists(st.lists(kinds, min_size=1, max_size=4), min_size=1, max_size=6)


@given(groups)
def test_the_interval_holds_the_value_and_counts_add_up(found: list[list[dict[str, Any]]]) -> None:
    rows = [row(*items, task=str(at)) for at, items in enumerate(found)]
    (figures,) = summarize(rows, resamples=50)["runs"][0]["methods"]
    rate = figures["protection"]
    leaks = figures["operator_leaks"] + figures["coverage_leaks"] + figures["inferred"]
    assert rate["hits"] + leaks == rate["n"] == figures["items"]
    assert leaks == figures["near_complete"] + figures["partial"]
    assert ("low" in rate) == (len(found) > 1)
    if len(found) > 1:
        assert 0 <= rate["low"] <= rate["high"] <= 1
    assert figures == summarize(rows, resamples=50)["runs"][0]["methods"][0]


def test_one_task_is_resampled_by_its_screens() -> None:
    rows = [row(item(), step=1), row(item("partial", "operator"), step=2), row(item(), step=3)]
    rate = summarize(rows)["runs"][0]["methods"][0]["protection"]
    assert rate["value"] == pytest.approx(2 / 3)
    assert rate["low"] < rate["value"] < rate["high"]
