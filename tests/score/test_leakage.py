"""Items, masks and findings: what leaked, and through what."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.score import Masked, TextFinding, score_leaks
from tactful.score.leakage import ERASING, Cause
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
        ("mosaic", TextFinding("Wilhelmina Ott", NAME), "near_complete", "operator"),
        ("blocks", TextFinding("Wilhelmina", NAME), "partial", "operator"),
        ("black", TextFinding("Wilhelmina Ott", TITLE), "near_complete", "coverage"),
        ("mosaic", TextFinding("Wilhelmina Ott"), "near_complete", "operator"),
        ("replace_llm", TextFinding("Wilhelmina Ott"), "near_complete", "operator"),
        ("black", TextFinding("Wilhelmina Ott"), "near_complete", "inferred"),
        ("replace", TextFinding("Wilhelmina Ott"), "near_complete", "inferred"),
        ("black", TextFinding("Wilhelmina Ott", NAME), "near_complete", "operator"),
        ("black", TextFinding("Contacts", TITLE), None, None),
    ],
)
def test_causes(operator: str, found: TextFinding, recovered: str | None, cause: Cause | None) -> None:
    name, phone = score_leaks(REGIONS, masks(operator), [found], size=SIZE)
    assert (name.recovery, name.cause, name.covered) == (recovered, cause, True)
    assert (phone.recovery, phone.cause, phone.covered) == (None, None, True)


def test_an_item_without_a_mask_leaks_by_coverage() -> None:
    kept, phone = score_leaks(REGIONS, masks("black")[1:], [TextFinding("Wilhelmina Ott", NAME)], size=SIZE)
    assert (kept.covered, kept.cause) == (False, "coverage")
    assert phone.covered


def test_an_item_half_under_a_mask_is_not_covered() -> None:
    half = Masked(Box(20, 20, 90, 44), "mosaic")
    kept, _ = score_leaks(REGIONS, [half], [TextFinding("Wilhelmina Ott", NAME)], size=SIZE)
    assert (kept.covered, kept.cause) == (False, "coverage")


def test_text_that_can_be_read_outside_is_a_coverage_leak_and_is_read_for_only_when_needed() -> None:
    asked: list[int] = []

    def reading() -> list[str]:
        asked.append(1)
        return ["Chat with Wilhelmina Ott"]

    found = [TextFinding("Wilhelmina Ott"), TextFinding("+1 202 555 0143")]
    name, phone = score_leaks(REGIONS, masks("mosaic"), found, size=SIZE, outside=reading)
    assert (name.cause, phone.cause) == ("coverage", "operator")
    assert asked == [1]
    score_leaks(REGIONS, masks("mosaic"), [TextFinding("Wilhelmina Ott", NAME)], size=SIZE, outside=reading)
    assert asked == [1]


def test_the_same_value_in_a_region_left_open_is_a_coverage_leak() -> None:
    regions = (*REGIONS, private("Wilhelmina Ott", Box(20, 120, 160, 144)))
    found = score_leaks(regions, masks("mosaic"), [TextFinding("Wilhelmina Ott")], size=SIZE)
    assert [item.cause for item in found] == ["coverage", None, "coverage"]


@pytest.mark.parametrize(
    ("operator", "readable", "cause"),
    [("mosaic", [], "operator"), ("black", [], "inferred"), ("mosaic", ["Wilhelmina Ott"], "coverage")],
)
def test_a_finding_half_on_a_mask_is_traced_by_what_can_be_read_outside(
    operator: str, readable: list[str], cause: Cause
) -> None:
    wide = TextFinding("Wilhelmina Ott", Box(20, 20, 390, 60))
    found, _ = score_leaks(REGIONS, masks(operator), [wide], size=SIZE, outside=lambda: readable)
    assert found.cause == cause


def test_short_items_count_only_at_their_place() -> None:
    clock = private("10:08", Box(4, 2, 60, 16), "clock")
    mask = [Masked(clock.box, "mosaic")]
    here, elsewhere = TextFinding("10:08", clock.box), TextFinding("10:08", TITLE)
    assert score_leaks([clock], mask, [here], size=SIZE)[0].cause == "operator"
    assert score_leaks([clock], mask, [elsewhere], size=SIZE)[0].recovery is None


@pytest.mark.parametrize(
    ("found", "recovered"),
    [
        (TextFinding("Wilhelmina Ott", NAME), "near_complete"),  # read on its own box
        (TextFinding("Wilhelmina Ott", TITLE), None),  # read where anybody may
        (TextFinding("Wilhelmina Ott", Box(20, 20, 160, 224)), None),  # on both
        (TextFinding("Wilhelmina Ott"), None),
    ],
)
def test_what_is_public_too_leaks_on_its_own_box_alone(found: TextFinding, recovered: str | None) -> None:
    regions = (REGIONS[0], public("Chat with Wilhelmina Ott", TITLE))
    (item,) = score_leaks(regions, masks("mosaic"), [found], size=SIZE)
    assert (item.recovery, item.also_public, item.counts) == (recovered, False, True)


@pytest.mark.parametrize("text", ["Wilhelmina Ott", "10:08"])
def test_an_evaluator_without_places_tells_nothing_of_what_is_public_too(text: str) -> None:
    regions = (private(text, NAME), private("+1 202 555 0143", PHONE), public(f"Since {text}", TITLE))
    also, phone = score_leaks(regions, masks("mosaic"), [TextFinding(text)], size=SIZE, places=False)
    assert (also.also_public, also.recovery, also.counts) == (True, None, False)
    assert (phone.also_public, phone.counts) == (False, True)


@pytest.mark.parametrize(("operator", "recovered"), [("fixed", None), ("replace_llm", "partial")])
def test_a_placeholder_that_names_the_type_gives_no_value_away(operator: str, recovered: str | None) -> None:
    item = private("The histor…", NAME, "history")
    mask = [Masked(NAME, operator, "HISTORY_2")]
    (found,) = score_leaks([item], mask, [TextFinding("HISTORY_2", NAME)], size=SIZE)
    assert found.recovery == recovered


def test_short_items_are_marked() -> None:
    clock = private("10:08", Box(4, 2, 60, 16), "clock")
    found = score_leaks([*REGIONS, clock], masks("mosaic"), [], size=SIZE)
    assert [item.short for item in found] == [False, False, True]


BADGE = private("7", Box(4, 2, 20, 20), "badge")


@pytest.mark.parametrize(
    ("operator", "shown", "too_short", "recovered"),
    [
        ("replace", "7", True, None),
        ("replace", "4", True, None),  # 4 was drawn, and misread as 7
        ("black", "", True, None),
        ("fixed", "NUMBER", True, None),
        ("replace_llm", "4", True, None),
        ("replace_llm", "7", False, "near_complete"),  # a model may keep what it was given
        ("mosaic", "", False, "near_complete"),
        ("blocks", "", False, "near_complete"),
    ],
)
def test_a_digit_tells_only_where_its_pixels_are_left(
    operator: str, shown: str, too_short: bool, recovered: str | None
) -> None:
    mask = [Masked(BADGE.box, operator, shown)]
    (item,) = score_leaks([BADGE], mask, [TextFinding("7", BADGE.box)], size=SIZE)
    assert (item.too_short, item.recovery, item.covered) == (too_short, recovered, True)
    (quiet,) = score_leaks([BADGE], mask, [], size=SIZE)
    assert quiet.too_short == too_short, "whatever was found"


@pytest.mark.parametrize("masks", [[], [Masked(Box(4, 2, 8, 20), "black")]])
def test_a_digit_in_plain_sight_is_read_at_its_place(masks: list[Masked]) -> None:
    (item,) = score_leaks([BADGE], masks, [TextFinding("7", BADGE.box)], size=SIZE)
    assert (item.too_short, item.recovery, item.cause) == (False, "near_complete", "coverage")
    (item,) = score_leaks([BADGE], masks, [TextFinding("7", TITLE)], size=SIZE)
    assert (item.too_short, item.recovery) == (False, None)


@pytest.mark.parametrize("operator", ["mosaic", "black"])
def test_an_evaluator_without_places_tells_nothing_of_a_digit(operator: str) -> None:
    clock = private("10:08", Box(40, 2, 90, 16), "clock")
    hidden = [Masked(BADGE.box, operator), Masked(clock.box, operator)]
    findings = [TextFinding("7"), TextFinding("10:08")]
    found = score_leaks([BADGE, clock], hidden, findings, size=SIZE, places=False)
    assert [(item.too_short, item.recovery) for item in found] == [(True, None), (False, "near_complete")]


@pytest.mark.parametrize(("shown", "too_short"), [("10:08", True), ("22:41", False)])
def test_a_replacement_that_equals_a_short_item_by_chance_is_no_leak(shown: str, too_short: bool) -> None:
    """Drawn from the shape alone, it tells nobody that it is right."""
    clock = private("10:08", Box(4, 2, 60, 16), "clock")
    mask = [Masked(clock.box, "replace", shown)]
    (item,) = score_leaks([clock], mask, [TextFinding("10:08", clock.box)], size=SIZE)
    assert (item.too_short, item.recovery is None) == (too_short, too_short)


@given(
    st.text("0123456789ab", min_size=1, max_size=2) | st.just("明"),
    st.sampled_from(sorted(ERASING)),
    st.text("0123456789ab明", max_size=2),
    st.lists(st.text("0123456789ab明", min_size=1, max_size=2), max_size=4),
)
def test_nothing_short_is_recovered_where_nothing_is_left(
    text: str, operator: str, shown: str, read: list[str]
) -> None:
    item = private(text, BADGE.box, "badge")
    found = [TextFinding(each, item.box) for each in read]
    for each in score_leaks([item], [Masked(item.box, operator, shown)], found, size=SIZE):
        assert (each.too_short, each.recovery, each.cause) == (True, None, None)


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
