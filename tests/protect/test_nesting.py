"""Which region is painted, and which is covered by another."""

from __future__ import annotations

import pytest

from fakes.painted import region
from tactful.errors import ProtectionError
from tactful.protect import OPERATORS
from tactful.protect.nesting import COVER, Job, margin, plan, text_box
from tactful.terms import Box, Decision

OUTER, INNER, ASIDE = (10, 10, 190, 40), (50, 12, 100, 38), (10, 60, 90, 80)


def jobs(*found: tuple[tuple[int, int, int, int], str]) -> list[Job]:
    regions = [region(f"value {i}", box) for i, (box, _) in enumerate(found)]
    return plan(regions, [Decision(name, "r") for _, name in found], OPERATORS, (200, 120))


@pytest.mark.parametrize(
    ("outer", "inner", "covered"),
    [
        ("black", "black", True),
        ("black", "keep", True),
        ("replace", "black", True),
        ("replace", "replace", True),
        ("fixed", "replace", True),
        ("keep", "black", False),
        ("mosaic", "black", False),
        ("blocks", "replace", False),
    ],
)
def test_covered(outer: str, inner: str, covered: bool) -> None:
    for order in (1, -1):
        found = jobs(*[(OUTER, outer), (INNER, inner)][::order])[::order]
        assert found[0].parent is None
        assert (found[1].parent is not None) is covered


def test_a_region_that_only_touches_is_not_covered() -> None:
    assert all(job.parent is None for job in jobs((OUTER, "black"), ((150, 10, 230, 40), "black")))


@pytest.mark.parametrize(
    ("inner", "shown"), [("replace", None), ("black", COVER), ("fixed", COVER), ("keep", None)]
)
def test_what_stands_inside_a_replaced_text(inner: str, shown: str | None) -> None:
    passage = jobs((OUTER, "replace"), (INNER, inner), (ASIDE, "replace"))[0].passage
    assert passage is not None
    assert [(part.text, part.show) for part in passage.inner] == [("value 1", shown)]
    assert "value" not in repr(passage)


@pytest.mark.parametrize(
    ("height", "reach"), [(0, 1), (10, 1), (15, 1), (16, 2), (40, 2), (50, 3), (100, 6), (900, 6)]
)
def test_margin(height: int, reach: int) -> None:
    assert margin(Box(0, 0, 50, height)) == reach


def test_a_box_just_outside_still_reaches_in() -> None:
    (job,) = jobs(((0, -20, 40, 0), "black"))
    assert job.box == Box(0, 0, 42, 2)


@pytest.mark.parametrize(
    ("other", "left"),
    [
        ((10, 36, 190, 70), (10, 10, 190, 38)),
        ((10, -10, 190, 14), (10, 12, 190, 40)),
        ((10, 41, 190, 70), OUTER),
        ((10, 14, 190, 70), OUTER),
        ((191, 36, 199, 70), OUTER),
    ],
)
def test_room_for_the_text(other: tuple[int, int, int, int], left: tuple[int, int, int, int]) -> None:
    found = jobs((OUTER, "replace"), (other, "replace"))
    assert text_box(found[0], found) == Box(*left)


def test_an_operator_that_does_not_exist() -> None:
    with pytest.raises(ProtectionError, match="does not exist"):
        jobs((OUTER, "blur"))
