"""Items, masks and findings: what leaked, and through what."""

from __future__ import annotations

import pytest

from tactful.score.leakage import Cause, Masked, Said, score_leaks
from tactful.terms import Box, Category, Region, Risk

SIZE = (400, 300)
NAME = Box(20, 20, 160, 44)
PHONE = Box(20, 60, 200, 84)
TITLE = Box(20, 200, 160, 224)


def private(text: str, box: Box, type: str = "person") -> Region:
    return Region(text, box, Risk.HIGH, Category.IDENTITY, type)


def public(text: str, box: Box) -> Region:
    return Region(text, box, Risk.NONE, None)


REGIONS = (
    private("Wilhelmina Ott", NAME),
    private("+1 202 555 0143", PHONE, "phone"),
    public("Contacts", TITLE),
)


def masks(operator: str) -> list[Masked]:
    return [Masked(NAME.grow(2), operator), Masked(PHONE.grow(2), operator)]


@pytest.mark.parametrize(
    ("operator", "found", "recovered", "cause"),
    [
        ("mosaic", Said("Wilhelmina Ott", NAME), "near_complete", "operator"),
        ("blocks", Said("Wilhelmina", NAME), "partial", "operator"),
        ("black", Said("Wilhelmina Ott", TITLE), "near_complete", "coverage"),
        ("mosaic", Said("Wilhelmina Ott"), "near_complete", "operator"),
        ("replace_llm", Said("Wilhelmina Ott"), "near_complete", "operator"),
        ("black", Said("Wilhelmina Ott"), "near_complete", "inferred"),
        ("replace", Said("Wilhelmina Ott"), "near_complete", "inferred"),
        ("black", Said("Wilhelmina Ott", NAME), "near_complete", "operator"),
        ("black", Said("Contacts", TITLE), None, None),
    ],
)
def test_causes(operator: str, found: Said, recovered: str | None, cause: Cause | None) -> None:
    name, phone = score_leaks(REGIONS, masks(operator), [found], size=SIZE)
    assert (name.recovery, name.cause, name.covered) == (recovered, cause, True)
    assert (phone.recovery, phone.cause, phone.covered) == (None, None, True)


def test_an_item_without_a_mask_leaks_by_coverage() -> None:
    kept, phone = score_leaks(REGIONS, masks("black")[1:], [Said("Wilhelmina Ott", NAME)], size=SIZE)
    assert (kept.covered, kept.cause) == (False, "coverage")
    assert phone.covered


def test_an_item_half_under_a_mask_is_not_covered() -> None:
    half = Masked(Box(20, 20, 90, 44), "mosaic")
    kept, _ = score_leaks(REGIONS, [half], [Said("Wilhelmina Ott", NAME)], size=SIZE)
    assert (kept.covered, kept.cause) == (False, "coverage")


def test_text_that_can_be_read_outside_is_a_coverage_leak_and_is_read_for_only_when_needed() -> None:
    asked: list[int] = []

    def reading() -> list[str]:
        asked.append(1)
        return ["Chat with Wilhelmina Ott"]

    found = [Said("Wilhelmina Ott"), Said("+1 202 555 0143")]
    name, phone = score_leaks(REGIONS, masks("mosaic"), found, size=SIZE, outside=reading)
    assert (name.cause, phone.cause) == ("coverage", "operator")
    assert asked == [1]
    score_leaks(REGIONS, masks("mosaic"), [Said("Wilhelmina Ott", NAME)], size=SIZE, outside=reading)
    assert asked == [1]


def test_the_same_value_in_a_region_left_open_is_a_coverage_leak() -> None:
    regions = (*REGIONS, private("Wilhelmina Ott", Box(20, 120, 160, 144)))
    found = score_leaks(regions, masks("mosaic"), [Said("Wilhelmina Ott")], size=SIZE)
    assert [item.cause for item in found] == ["coverage", None, "coverage"]


@pytest.mark.parametrize(
    ("operator", "readable", "cause"),
    [("mosaic", [], "operator"), ("black", [], "inferred"), ("mosaic", ["Wilhelmina Ott"], "coverage")],
)
def test_a_finding_half_on_a_mask_is_traced_by_what_can_be_read_outside(
    operator: str, readable: list[str], cause: Cause
) -> None:
    wide = Said("Wilhelmina Ott", Box(20, 20, 390, 60))
    found, _ = score_leaks(REGIONS, masks(operator), [wide], size=SIZE, outside=lambda: readable)
    assert found.cause == cause


def test_short_items_count_only_at_their_place() -> None:
    clock = private("10:08", Box(4, 2, 60, 16), "clock")
    mask = [Masked(clock.box, "mosaic")]
    here, elsewhere = Said("10:08", clock.box), Said("10:08", TITLE)
    assert score_leaks([clock], mask, [here], size=SIZE)[0].cause == "operator"
    assert score_leaks([clock], mask, [elsewhere], size=SIZE)[0].recovery is None


@pytest.mark.parametrize(
    ("operator", "shown", "recovered"),
    [("replace", "7", None), ("replace", "4", "near_complete"), ("replace_llm", "7", "near_complete")],
)
def test_a_replacement_that_equals_a_short_item_by_chance_is_no_leak(
    operator: str, shown: str, recovered: str | None
) -> None:
    """Drawn from the shape alone, it tells nobody that it is right; a model's own rewriting may."""
    digit = private("7", Box(4, 2, 20, 20), "number")
    mask = [Masked(digit.box, operator, shown)]
    assert score_leaks([digit], mask, [Said("7", digit.box)], size=SIZE)[0].recovery == recovered


def test_pictures_and_public_regions_are_no_items() -> None:
    regions = (
        public("Wilhelmina", NAME),
        Region("a face", PHONE, Risk.HIGH, Category.IDENTITY, "face"),
        private("🙂🙂", TITLE),
        private("+1 202 555 0143", Box(0, 0, 4, 4)),
    )
    assert [item.index for item in score_leaks(regions, [], [], size=SIZE)] == [3]


def test_a_box_outside_the_screen_is_not_covered() -> None:
    away = private("Wilhelmina Ott", Box(500, 500, 600, 520))
    assert not score_leaks([away], masks("black"), [], size=SIZE)[0].covered
