"""The figures copied from the paper agree with each other and with its text."""

from __future__ import annotations

import pytest

from tactful.bench.report.blocks import published
from tactful.protect.policy.presets import PUBLISHED_COVERAGE
from tactful.score import check_table
from tactful.terms import Category

PAPER = published("guiguard")
MAIN = ("detection", "recall", "strict")


@pytest.mark.parametrize("figure", MAIN)
@pytest.mark.parametrize("platform", [0, 1])
def test_recognition_means_are_those_of_the_text(figure: str, platform: int) -> None:
    values = [pair[platform] for pair in PAPER["recognition"][figure].values()]
    assert len(values) == 8
    assert sum(values) / 8 == pytest.approx(PAPER["recognition_means"][figure][platform], abs=0.0501)


@pytest.mark.parametrize("method", range(4))
def test_the_last_row_of_table_2_is_its_mean(method: int) -> None:
    values = [row[method] for row in PAPER["table_2"].values()]
    assert sum(values) / len(values) == pytest.approx(PAPER["table_2_means"][method], abs=0.006)


@pytest.mark.parametrize("model", PAPER["table_2"])
def test_all_of_table_2_is_the_mean_of_its_methods(model: str) -> None:
    *methods, _android, _pc, overall = PAPER["table_2"][model]
    assert sum(methods) / 4 == pytest.approx(overall, abs=0.0101)


def test_the_staircase_is_that_of_the_policies() -> None:
    named = {int(name.split("-")[1]): value for name, value in PUBLISHED_COVERAGE.items()}
    assert PAPER["table_7"] == named


def test_every_category_has_its_figures() -> None:
    assert set(PAPER["categories"]) == {category.value for category in Category}
    assert all(recall >= strict for recall, strict in PAPER["categories"].values())


def test_human_ratings_give_the_figures_of_the_text() -> None:
    found, text = check_table(PAPER["human"]), PAPER["human_text"]
    assert found.n == text["ratings"]
    assert found.exact.value is not None
    assert round(100 * found.exact.value, 1) == text["exact"]
    # 67.1 and 29.6, each rounded, are added up there.
    off_by_one = found.differences[1] + found.differences[-1]
    assert text["exact"] + round(100 * off_by_one / found.n, 1) == pytest.approx(text["within_one"])
    assert (found.differences[-1], found.differences[1]) == (text["judge_lower"], text["judge_higher"])
