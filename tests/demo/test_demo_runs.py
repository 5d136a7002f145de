"""The bundled demo: real formats, known truth, nobody's data, and small."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tactful.demo import RUNS, annotations_of, demo_run, demo_runs
from tactful.errors import InputError
from tactful.formats import read_agent_s3, read_annotations, read_mobile_agent
from tactful.terms import Box, Category, Risk, Trajectory

READERS = {"phone": read_mobile_agent, "desktop": read_agent_s3}
SIZES = {"phone": (1080, 2400), "desktop": (1920, 1080)}
SCREENS = [
    pytest.param(run, file, id=file.stem)
    for run in demo_runs()
    for file in sorted(annotations_of(run).glob("*.json"))
    if not file.name.endswith(".units.json")
]


def load(file: Path) -> Any:
    return json.loads(file.read_text("utf-8"))


def units_of(annotation: Path) -> Any:
    return load(annotation.with_suffix(".units.json"))


def read(name: str) -> Trajectory:
    return READERS[name](demo_run(name))


def test_there_are_enough_screens_of_both_kinds() -> None:
    counts = Counter(run.name for run, _ in (param.values for param in SCREENS))
    assert counts == {"phone": 8, "desktop": 4}


def test_the_whole_demo_is_under_three_megabytes() -> None:
    files = [file for run in demo_runs() for file in run.rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in files) < 3_000_000


def test_another_name_is_refused() -> None:
    with pytest.raises(InputError, match="phone or desktop"):
        demo_run("tablet")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", RUNS)
def test_the_readers_take_every_record(name: str) -> None:
    run = read(name)
    assert not run.problems
    assert run.goal
    assert len(run.steps) == len(list(annotations_of(demo_run(name)).glob("*.units.json")))
    assert run.steps[-1].done
    assert all(step.screenshot is not None and step.screenshot.is_file() for step in run.steps)


@pytest.mark.parametrize("name", RUNS)
def test_every_click_lands_on_the_screen(name: str) -> None:
    screen = Box(0, 0, *SIZES[name])
    points = [point for step in read(name).steps for point in step.points]
    assert len(points) >= 4
    assert all(screen.holds(*point) for point in points)


@pytest.mark.parametrize("name", RUNS)
def test_the_annotations_are_those_that_the_reader_takes(name: str) -> None:
    read_annotation = read_annotations(annotations_of(demo_run(name)))
    annotations = [item for item in _flat(read_annotation) if hasattr(item, "regions")]
    assert len(annotations) == len(read(name).steps)
    assert all(annotation.regions for annotation in annotations)


def _flat(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return [part for item in value for part in (item if isinstance(item, list | tuple) else [item])]


@pytest.mark.parametrize(("run", "file"), SCREENS)
def test_picture_units_and_truth_agree_on_the_size(run: Path, file: Path) -> None:
    truth, units = load(file), units_of(file)
    with Image.open(run / truth["image"]) as picture:
        size = picture.size
    assert size == SIZES[run.name]
    assert size == (truth["width"], truth["height"]) == (units["width"], units["height"])
    assert truth["task"] == units["task"] == load(run / "task_result.json")["goal"]


@pytest.mark.parametrize(("run", "file"), SCREENS)
def test_every_box_is_tight_and_on_the_screen(run: Path, file: Path) -> None:
    width, height = SIZES[run.name]
    for item in (*load(file)["regions"], *units_of(file)["units"]):
        box = Box.of(item["box"])
        assert item["text"].strip()
        assert box.area
        assert box.clip(width, height) == box
        assert box.height < height / 5


@pytest.mark.parametrize(("run", "file"), SCREENS)
def test_every_label_is_allowed(run: Path, file: Path) -> None:
    for region in load(file)["regions"]:
        risk = Risk(region["risk"])
        assert (risk is Risk.NONE) == (region["category"] is None)
        assert region["category"] is None or Category(region["category"])
        assert isinstance(region["necessary"], bool)


@pytest.mark.parametrize(("run", "file"), SCREENS)
def test_every_unit_is_a_region_and_every_inner_region_lies_in_a_unit(run: Path, file: Path) -> None:
    regions, units = load(file)["regions"], units_of(file)["units"]
    outer = {tuple(region["box"]) for region in regions if not region["inner"]}
    assert all(tuple(unit["box"]) in outer for unit in units)
    for region in regions:
        if region["inner"]:
            box = Box.of(region["box"])
            assert any(
                region["text"] in unit["text"] and box.overlap(Box.of(unit["box"])) >= 0.9 * box.area
                for unit in units
            )


@pytest.mark.parametrize(("run", "file"), SCREENS)
def test_the_screens_are_worth_trying(run: Path, file: Path) -> None:
    risks = Counter(region["risk"] for region in load(file)["regions"])
    assert risks["high"]
    assert risks["medium"]
    assert risks["low"]


def test_the_demo_shows_every_category_but_inferences_and_many_types() -> None:
    regions = [region for param in SCREENS for region in load(param.values[1])["regions"]]
    shown = {region["category"] for region in regions}
    assert shown >= {c.value for c in Category if c is not Category.INFERENCE_PROFILING}
    assert len({region["type"] for region in regions}) >= 25
    assert any(region["necessary"] for region in regions)


def test_chinese_and_japanese_are_on_at_least_two_screens() -> None:
    def texts(file: Path) -> str:
        return " ".join(unit["text"] for unit in units_of(file)["units"])

    han = [file for _, file in (p.values for p in SCREENS) if len(re.findall(r"[一-鿿]", texts(file))) > 30]
    kana = [file for _, file in (p.values for p in SCREENS) if re.search(r"[ぁ-ヿ]", texts(file))]
    assert len(han) >= 2
    assert kana


def test_contact_data_is_plainly_synthetic() -> None:
    made = {
        "email": r".+@example\.(com|org|net)",
        "phone": r"\(\d{3}\) 555-01\d\d|\+44 20 7946 0\d{3}|\+44 1632 960\d{3}|138 0000 \d{4}",
        "ip": r"(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+",
        "mac": r"00:00:5E:00:53:[0-9A-F]{2}",
    }
    seen = Counter[str]()
    for param in SCREENS:
        for region in load(param.values[1])["regions"]:
            if region["type"] in made:
                seen[region["type"]] += 1
                assert re.fullmatch(made[region["type"]], region["text"]), region["type"]
    assert set(seen) == set(made)
