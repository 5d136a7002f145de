"""Units of several annotators, and Fleiss' kappa against a slow count of pairs."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.score import MatchRule, ScreenAnnotations, annotator_agreement
from tactful.score.agreement import CONDITIONAL, FIGURES, cluster_units
from tactful.score.stats import fleiss_kappa, fleiss_parts
from tactful.terms import Box, Category, Region, Risk

PUBLISHED = MatchRule(text="as_published")


def fleiss(counts: np.ndarray) -> float:
    return float(fleiss_kappa(fleiss_parts(counts).sum(axis=0)))


def mark(
    text: str = "Sam Sample", x: int = 0, width: int = 100, risk: Risk = Risk.HIGH, necessary: bool = False
) -> Region:
    category = None if risk is Risk.NONE else Category.IDENTITY
    return Region(text, Box(x, 0, x + width, 20), risk, category, necessary=necessary)


def sizes(by: dict[str, list[Region]], rule: MatchRule | None = None) -> list[list[str]]:
    return [sorted(unit.marks) for unit in cluster_units(by, sorted(by), rule)]


@pytest.mark.parametrize(
    ("one", "two", "corrected", "published"),
    [
        (mark("Ann"), mark("Bob"), 1, 1),  # the same place
        (mark("Ann", 0), mark("Bob", 20), 1, 1),  # IoU 2/3
        (mark("Ann", 0), mark("Bob", 40), 2, 2),  # IoU 3/7
        (mark("Sam Sample", 0), mark("Sam Sample", 60), 1, 1),  # touching, and the same text
        (mark("Sam Sample", 0), mark("Sam Sample", 500), 2, 1),  # the same text elsewhere
        (mark("Call Sam Sample", 0), mark("Sam Sample", 50, 50), 2, 1),  # a value inside a line
        (mark("", 0), mark("", 60), 2, 2),  # two pictures
    ],
)
def test_two_boxes_are_one_unit_or_two(one: Region, two: Region, corrected: int, published: int) -> None:
    by = {"a": [one], "b": [two]}
    assert len(sizes(by)) == corrected
    assert len(sizes(by, PUBLISHED)) == published


def test_the_closest_of_an_annotators_boxes_stays() -> None:
    by = {"a": [mark("x", 0)], "b": [mark("far", 20), mark("near", 5), mark("other", 24)]}
    units = cluster_units(by, ["a", "b"])
    assert len(units) == 1
    assert units[0].marks["b"].text == "near"


def test_a_box_goes_to_the_closest_unit() -> None:
    by = {"a": [mark("one", 0), mark("two", 30)], "b": [mark("b", 20)]}
    assert [unit.first.text for unit in cluster_units(by, ["a", "b"]) if "b" in unit.marks] == ["two"]


def test_place_goes_before_text() -> None:
    by = {"a": [mark("Sam Sample", 50), mark("else", 0)], "b": [mark("Sam Sample", 10)]}
    assert [unit.first.text for unit in cluster_units(by, ["a", "b"]) if "b" in unit.marks] == ["else"]


@given(st.lists(st.lists(st.integers(0, 400), max_size=4), min_size=2, max_size=4), st.booleans())
def test_every_mark_is_in_one_unit_and_no_annotator_twice(places: list[list[int]], published: bool) -> None:
    rule = PUBLISHED if published else MatchRule()
    by = {f"r{at}": [mark(str(x), x) for x in xs] for at, xs in enumerate(places)}
    units = cluster_units(by, sorted(by), rule)
    kept = [region for unit in units for region in unit.marks.values()]
    assert len(kept) == len({id(region) for region in kept})
    assert all(unit.first in unit.marks.values() or unit.marks for unit in units)
    for name, regions in by.items():
        mine = sum(name in unit.marks for unit in units)
        assert mine <= len(regions)
        assert (mine == 0) == (not regions)


def test_the_example_of_fleiss() -> None:
    """Ten subjects, fourteen raters, five categories: 0.210 (Fleiss 1971)."""
    table = np.array(
        [
            [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
            [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
        ]
    )  # fmt: skip
    assert fleiss(table) == pytest.approx(0.2099, abs=1e-4)


LABELS = st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=5), max_size=8)


@given(LABELS)
def test_kappa_is_that_of_all_pairs(items: list[list[int]]) -> None:
    counts = np.array([[row.count(n) for n in range(4)] for row in items if len(row) > 1], dtype=np.int64)
    found = fleiss(counts.reshape(-1, 4))
    pairs = [(a, b) for row in items for a, b in combinations(row, 2)]
    rated = [label for row in items if len(row) > 1 for label in row]
    # Pairs are weighted by their item's raters twice over: once here, once in the number of pairs.
    if not pairs or len(set(rated)) == 1:
        assert np.isnan(found)
        return
    observed = Fraction(sum(a == b for a, b in pairs), len(pairs))
    chance = sum(Fraction(rated.count(label), len(rated)) ** 2 for label in set(rated))
    assert found == pytest.approx(float((observed - chance) / (1 - chance)))


def screens(rows: list[dict[str, list[Region]]], tasks: int = 1) -> list[ScreenAnnotations]:
    return [
        ScreenAnnotations(f"s{at}", {name: tuple(marks) for name, marks in row.items()}, f"t{at % tasks}")
        for at, row in enumerate(rows)
    ]


def test_full_agreement_is_one() -> None:
    marks = [mark("Ann Lee", 0), mark("12:30", 300, risk=Risk.LOW), mark("Save", 600, risk=Risk.NONE)]
    found = annotator_agreement(screens([{"a": marks, "b": marks, "c": marks}] * 3))
    assert (found.units, found.screens, found.left_out) == (9, 3, 0)
    assert found.kappas["label"].value == pytest.approx(1)
    assert found.kappas["risk_if_selected"].value == pytest.approx(1)
    assert found.kappas["selection"].value is None  # everybody selected everything
    assert found.kappas["selection"].observed == 1


def test_labels_and_selection_are_told_apart() -> None:
    rows = [
        {"a": [mark(x=0), mark("low", 300, risk=Risk.LOW)], "b": [mark(x=0, risk=Risk.LOW)]},
        {"a": [mark(x=0)], "b": [mark(x=0), mark("low", 300, risk=Risk.LOW)]},
    ]
    kappas = annotator_agreement(screens(rows)).kappas
    # Of four units two were selected by both, and of those one got the same risk from both.
    assert (kappas["selection"].observed, kappas["selection"].units) == (0.5, 4)
    assert (kappas["risk"].observed, kappas["risk"].units) == (0.25, 4)
    assert (kappas["risk_if_selected"].observed, kappas["risk_if_selected"].units) == (0.5, 2)
    assert kappas["selection"].value == pytest.approx((0.5 - 0.625) / (1 - 0.625))


def test_screens_that_one_did_not_see_are_left_out() -> None:
    found = annotator_agreement(screens([{"a": [mark()], "b": []}, {"a": [mark()]}]))
    assert (found.screens, found.left_out, found.units) == (1, 1, 1)
    with pytest.raises(ValueError, match="two annotators"):
        annotator_agreement(screens([{"a": [mark()]}]))


@pytest.mark.parametrize("tasks", [1, 4])
def test_intervals_hold_the_value_and_are_seeded(tasks: int) -> None:
    rng = np.random.default_rng(3)
    risks = (Risk.LOW, Risk.HIGH)
    rows = []
    for _ in range(12):
        base = [int(rng.integers(2)) for _ in range(5)]
        rows.append(
            {
                name: [
                    mark(f"word {at}", at * 200, risk=risks[label if rng.random() < 0.8 else 1 - label])
                    for at, label in enumerate(base)
                    if rng.random() < 0.85
                ]
                for name in "abc"
            }
        )
    one = annotator_agreement(screens(rows, tasks), resamples=300, seed=4)
    assert one == annotator_agreement(screens(rows, tasks), resamples=300, seed=4)
    other = annotator_agreement(screens(rows, tasks), resamples=300, seed=5)
    kappa = one.kappas["risk"]
    assert kappa.low is not None
    assert kappa.high is not None
    assert kappa.value is not None
    assert kappa.low < kappa.value < kappa.high
    assert kappa.low != other.kappas["risk"].low
    assert set(one.to_json()["kappa"]) == {*FIGURES, *CONDITIONAL}


def test_nothing_marked_at_all() -> None:
    found = annotator_agreement(screens([{"a": [], "b": []}]))
    assert found.kappas["label"].to_json() == dict.fromkeys(("value", "low", "high", "observed")) | {"n": 0}
