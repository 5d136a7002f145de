"""The annotated real screens, with their own units: recall and over-masking of layout alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tactful.recognize.layout import LayoutRecognizer
from tactful.recognize.view import ScreenView
from tactful.terms import Box, TaskState, TextUnit

FOLDER = Path(__file__).parents[4] / "shared" / "data" / "gui_trajectory_android_gmail" / "annotations"


def test_recall_and_over_masking() -> None:
    files = sorted(FOLDER.glob("*.json"))
    if not files:
        pytest.skip("the annotated real screens are not beside this checkout")
    private = found = public = masked = 0
    for file in files:
        body = json.loads(file.read_text(encoding="utf-8"))
        regions = [r for r in body["regions"] if "avatar" not in r["text"]]
        units = tuple(TextUnit(r["text"], Box.of(r["box"])) for r in regions)
        view = ScreenView(
            units, body["width"], body["height"], body["platform"], TaskState(goal=body["task"])
        )
        risks = {
            f.unit: f.risk.value for f in LayoutRecognizer().find(view) if f.start == 0 and f.end is None
        }
        for index, region in enumerate(regions):
            hit = risks.get(index, "none") != "none"
            private += region["risk"] != "none"
            found += hit and region["risk"] != "none"
            public += region["risk"] == "none"
            masked += hit and region["risk"] == "none"
    assert found >= 0.85 * private
    assert masked <= 0.1 * public
