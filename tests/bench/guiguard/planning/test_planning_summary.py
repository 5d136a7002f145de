"""Rows -> figures, by method, platform, language, step and task."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.bench.guiguard.planning.rows import Row, summarize
from tactful.bench.guiguard.planning.settings import named_methods
from tactful.errors import InputError

SCORES = st.lists(st.none() | st.integers(0, 4), min_size=1, max_size=5)


def row(ordinal: int, method: str, scores: list[int | None], **more: Any) -> Row:
    operator, _, level = method.partition("-")
    steps = [
        {
            "step": at,
            "score": score,
            "problem": "" if score is not None else "why",
            "same_action": True,
            "same_call": False,
        }
        for at, score in enumerate(scores, 1)
    ]
    return {
        "task": f"t{ordinal}", "ordinal": ordinal, "platform": ("android", "pc")[ordinal % 2], "lang": "en",
        "method": method, "operator": operator, "level": int(level or 100), "planner": "p", "judge": "j",
        "history": "own", "steps": steps, "lengths": [len(scores)] * 2, "coverage": {"hits": 1, "n": 2},
        "unplanned": [0, 0], "reflections_failed": 0, "attempts": len(scores), **more,
    }  # fmt: skip


def test_plans_by_other_prompts_are_another_run() -> None:
    prompts = ("guiguard_planning 2, neutral", "guiguard_planning 2, told")
    runs = summarize([row(0, "black", [4], planning=each) for each in prompts])["runs"]
    assert [(run["name"], run["planning"]) for run in runs] == [
        ("p", prompts[0]),
        ("p, prompts told", prompts[1]),
    ]


def test_one_run_in_full() -> None:
    rows = [row(0, "black", [4, 2]), row(1, "black", [1, None], lengths=[4, 2]), row(0, "black-60", [4, 4])]
    (run,) = summarize(rows)["runs"]
    assert {key: run[key] for key in ("name", "planner", "judge", "history", "tasks")} == {
        "name": "p", "planner": "p", "judge": "j", "history": "own", "tasks": 2,
    }  # fmt: skip
    black, part = run["methods"]
    assert (black["method"], black["operator"], black["level"]) == ("black", "black", 100)
    assert (part["method"], part["operator"], part["level"]) == ("black-60", "black", 60)
    assert (black["score"]["value"], black["score"]["n"], black["score"]["unscored"]) == (2.0, 3, 1)
    assert black["consistency"]["value"] == 0.5
    assert {key: mean["value"] for key, mean in black["by_platform"].items()} == {"android": 3.0, "pc": 1.0}
    assert black["by_language"]["en"]["value"] == 2.0
    assert [(each["step"], each["value"], each["n"], each["unscored"]) for each in black["by_step"]] == [
        (1, 2.5, 2, 0), (2, 2.0, 1, 1),
    ]  # fmt: skip
    assert black["scores"] == {"0": 0, "1": 1, "2": 1, "3": 0, "4": 1}
    assert black["coverage"] == {"value": 0.5, "hits": 2, "n": 4}
    assert black["coverage_by_platform"] == {
        "android": {"value": 0.5, "hits": 1, "n": 2}, "pc": {"value": 0.5, "hits": 1, "n": 2},
    }  # fmt: skip
    assert black["same_action"]["value"] == 1.0
    assert black["same_call"] == {"value": 0.0, "hits": 0, "n": 4}
    assert black["lengths"] == {"different": 1, "of": 2, "unpaired": 2}
    assert black["tasks"][1] == {
        "task": "t1", "platform": "pc", "score": 1.0, "steps": 2, "unscored": 1, "lengths": [4, 2],
    }  # fmt: skip
    assert run["problems"] == [{"reason": "why", "n": 1}]


@given(st.lists(SCORES, min_size=1, max_size=4), st.randoms())
def test_the_order_of_rows_is_of_no_matter(tasks: list[list[int | None]], random: Any) -> None:
    rows = [row(at, "black", scores) for at, scores in enumerate(tasks)]
    first = summarize(rows, resamples=5)
    random.shuffle(rows)
    second = summarize(rows, resamples=5)
    for a, b in zip(first["runs"][0]["methods"], second["runs"][0]["methods"], strict=True):
        assert a["score"]["value"] == pytest.approx(b["score"]["value"])
        assert (a["score"]["n"], a["tasks"], a["scores"]) == (b["score"]["n"], b["tasks"], b["scores"])
    assert all(math.isfinite(v) for v in _numbers(json.loads(json.dumps(first, allow_nan=False))))


def _numbers(value: Any) -> list[float]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [number for item in value for number in _numbers(item)]
    return [value] if isinstance(value, int | float) else []


def test_planners_judges_prompts_and_histories_are_runs_of_their_own() -> None:
    rows = [row(0, "black", [4]), row(0, "black", [3], judge="k"), row(0, "black", [2], history="same-state")]
    rows.append(row(0, "black", [4], judging="pack 2, lenient"))
    runs = summarize(rows)["runs"]
    assert [(run["name"], run["judge"], run["judging"]) for run in runs] == [
        ("p", "j", ""), ("p", "k", ""), ("p, same-state", "j", ""), ("p", "j", "pack 2, lenient"),
    ]  # fmt: skip
    assert summarize([])["runs"] == []


def test_nothing_scored_is_no_value() -> None:
    (run,) = summarize([row(0, "black", [None, None])])["runs"]
    mean = run["methods"][0]["score"]
    assert mean == {"value": None, "n": 0, "unscored": 2, "low": None, "high": None}


@pytest.mark.parametrize(
    ("methods", "levels", "policy", "names"),
    [
        (("black", "mosaic"), (100,), None, ("black", "mosaic")),
        (("black",), (20, 100), None, ("black-20", "black")),
        (("black-60", "blocks"), (20,), None, ("black-60", "randblocks-20")),
        (("original", "black"), (20,), None, ("original", "black-20")),
        (("black",), (100,), "non-necessary", ("black@non-necessary",)),
        (("policy@hybrid", "black"), (60,), None, ("policy@hybrid", "black-60")),
        (("black", "black"), (100,), None, ("black",)),
    ],
)
def test_methods_at_levels(
    methods: tuple[str, ...], levels: tuple[int, ...], policy: str | None, names: tuple[str, ...]
) -> None:
    assert named_methods(methods, levels, policy) == names


@pytest.mark.parametrize(("method", "level"), [("fog", 100), ("black", 55)])
def test_methods_that_are_none(method: str, level: int) -> None:
    with pytest.raises(InputError):
        named_methods((method,), (level,))
