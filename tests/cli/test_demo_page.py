"""What the demo's page says of its parts, without running them."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image

from tactful.bench.report import Failure, ReportPage
from tactful.cli.demo import _guard_tile, _memory_table, _memory_tiles, _pictures
from tactful.terms import Box, ProtectedScreen, Receipt, Risk, Treatment


def page(size: tuple[int, int], treated: int) -> ReportPage:
    image = Image.new("RGB", size)
    lines = tuple(
        Treatment(Box(0, 0, 1, 1), Risk.HIGH, None, "person", False, 1.0, "", "", "black", "rule")
        for _ in range(treated)
    )
    return ReportPage(
        "screen", image, ProtectedScreen("screen", image, Receipt("screen", "p", lines, treated, 3))
    )


def scores(without: float | None, gated: float | None) -> list[dict[str, Any]]:
    return [
        {
            "name": name, "violation": {"mean": value, "low": None, "high": None},
            "completeness": {"mean": 0.5, "low": 0.4, "high": 0.6}, "samples": 8, "unscored": 1, "missing": 2,
        }
        for name, value in (("some/model, level 1", without), ("some/model, level 1, gate norms", gated))
    ]  # fmt: skip


def test_the_busiest_upright_and_broad_screens_are_shown() -> None:
    found = _pictures([page((9, 20), 1), page((9, 20), 2), page((20, 9), 0)])
    assert [picture.file for picture in found] == [
        "guard/assets/0002-before.png", "guard/assets/0002-after.png",
        "guard/assets/0003-before.png", "guard/assets/0003-after.png",
    ]  # fmt: skip
    assert _pictures([]) == []


def test_screens_that_were_not_protected_are_told() -> None:
    assert "tone" not in _guard_tile([page((9, 20), 3)], [])
    tile = _guard_tile([page((9, 20), 3)], [Failure("x", "why")])
    assert (tile["value"], tile["tone"]) == ("3", "bad")
    assert "1 screens not protected, so not sent" in tile["note"]


@pytest.mark.parametrize(
    ("without", "gated", "shown"), [(0.28, 0.02, ["28% → 2%"]), (None, 0.02, []), (0.2, None, [])]
)
def test_what_the_gate_does(without: float | None, gated: float | None, shown: list[str]) -> None:
    assert [tile["value"] for tile in _memory_tiles(scores(without, gated))] == shown
    assert _memory_tiles([]) == []


def test_lost_messages_are_counted_in_the_table() -> None:
    first, second = (row["cells"] for row in _memory_table(scores(0.2, None))["rows"])
    assert (first["messages"], first["unscored"]) == (8, 3)
    assert second["violation"] is None
