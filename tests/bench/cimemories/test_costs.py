"""What a benchmark would cost: the calls that it would make, before there are labels and after."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tactful.bench.cimemories.costs import estimates
from tactful.bench.cimemories.settings import BenchSettings
from tactful.demo import demo_profiles
from tactful.errors import InputError
from tactful.formats import read_profiles
from tactful.runs import make_settings


def asked(data: Path, prices: Path | None = None, **more: Any) -> BenchSettings:
    given = {"data": data, "model": "openai/a", "judge": "openai/b", "prices": prices, **more}
    return make_settings(BenchSettings, given)


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """The bundled profiles without their labels."""
    rows = [
        {**row, "contexts": [{k: c[k] for k in ("recipient", "task")} for c in row["contexts"]]}
        for row in read_profiles(demo_profiles()).raw
    ]
    file = tmp_path / "bare.json"
    file.write_text(json.dumps(rows), encoding="utf-8")
    return file


def prices(folder: Path) -> Path:
    file = folder / "prices.yaml"
    file.write_text("openai/a: {input: 2, cached_input: 0.2, output: 8}\nopenai/b: {input: 1, output: 4}\n")
    return file


def test_profiles_without_labels_count_with_all_their_contexts(bare: Path, tmp_path: Path) -> None:
    found = estimates(asked(bare, prices(tmp_path), epochs=5))
    assert [row["calls"] for row in found["models"]] == [2 * 49 * 5] * 2
    assert "no labels" in found["note"]
    # All contexts of the bundled labels count, so both ways must come to the same.
    labelled = estimates(asked(demo_profiles(), prices(tmp_path), epochs=5))
    assert [row["calls"] for row in labelled["models"]] == [2 * 49 * 5] * 2
    assert found["total"]["cost"] == pytest.approx(labelled["total"]["cost"], rel=1e-9)


def test_chosen_contexts_and_thinking(bare: Path, tmp_path: Path) -> None:
    few = asked(bare, prices(tmp_path), epochs=2, contexts="0-9", profiles="1")
    plain, thinking = estimates(few), estimates(replace(few, reasoning_tokens=1000))
    assert plain["models"][0]["calls"] == 20
    for before, after in zip(plain["models"], thinking["models"], strict=True):
        more = after["output_tokens"]["expected"] - before["output_tokens"]["expected"]
        assert more == pytest.approx(20 * 1000)


@pytest.mark.parametrize("wrong", [{"memories": "all-private"}, {"contexts": "60"}, {"profiles": "2"}])
def test_what_cannot_be_run_is_an_error(bare: Path, wrong: dict[str, str]) -> None:
    with pytest.raises(InputError):
        estimates(asked(bare, **wrong))
