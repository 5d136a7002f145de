"""The invented screens are well formed and agree with their sheets."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
NAMES = sorted(path.stem for path in (HERE / "sheets").glob("*.txt"))
TYPES = """
    person username account id_number otp secret email phone address contact card bank amount company
    education job ip mac device url time date schedule message subject preview search suggestion history
    order health religion politics sexuality location coordinates badge avatar face photo file note
    preference status text unknown
"""


def load(name: str) -> Any:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


def test_files_agree_with_their_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    monkeypatch.syspath_prepend(HERE.parent)
    maker = importlib.import_module("make_screens")
    assert maker.main(["--check"]) == 0


def test_no_file_without_a_sheet() -> None:
    written = {path.name for path in HERE.glob("*.json")}
    assert written == {f"{name}{end}" for name in NAMES for end in (".json", ".units.json")}


@pytest.mark.parametrize("name", NAMES)
def test_every_unit_has_one_sound_label(name: str) -> None:
    units, truth = load(f"{name}.units.json"), load(f"{name}.json")
    whole = [region for region in truth["regions"] if not region.get("inner")]
    assert [(r["text"], r["box"]) for r in whole] == [(u["text"], u["box"]) for u in units["units"]]
    assert 15 <= len(whole) <= 60
    for region in truth["regions"]:
        x1, y1, x2, y2 = region["box"]
        assert 0 <= x1 < x2 <= units["width"]
        assert 0 <= y1 < y2 <= units["height"]
        assert region["type"] in TYPES.split()
        assert (region["risk"] == "none") == (region["category"] is None)
        assert region.get("alt_risk") != region["risk"]


@pytest.mark.parametrize("name", NAMES)
def test_inner_entities_lie_in_their_unit(name: str) -> None:
    regions = load(f"{name}.json")["regions"]
    unit = regions[0]
    for region in regions:
        if not region.get("inner"):
            unit = region
            continue
        assert region["text"] in unit["text"]
        assert unit["box"][0] <= region["box"][0] < region["box"][2] <= unit["box"][2]
        assert unit["box"][1::2] == region["box"][1::2]
