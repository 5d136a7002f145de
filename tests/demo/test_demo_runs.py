"""The bundled demo: real formats, known truth, nobody's data, and small."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tactful.demo import RUNS, annotations_of, demo_run, demo_runs
from tactful.errors import InputError
from tactful.formats import read_agent_s3, read_annotations, read_mobile_agent, read_units
from tactful.terms import Box, Category, Risk, Trajectory

FORMATS = {"phone": read_mobile_agent, "desktop": read_agent_s3, "phone-zh": read_mobile_agent}
SIZES = {"phone": (1080, 2400), "desktop": (1920, 1080), "phone-zh": (1080, 2400)}
SCREENS = [
    pytest.param(run, file, id=f"{run.name}-{file.stem}")
    for run in demo_runs()
    for file in sorted(annotations_of(run).glob("*.json"))
    if not file.name.endswith(".units.json")
]


@cache
def load(file: Path) -> Any:
    return json.loads(file.read_text("utf-8"))


def units_of(annotation: Path) -> Any:
    return load(annotation.with_suffix(".units.json"))


@cache
def read(name: str) -> Trajectory:
    return FORMATS[name](demo_run(name))  # type: ignore[arg-type]


def truths(name: str) -> list[Any]:
    """The annotations of a run, step by step."""
    files = [param.values[1] for param in SCREENS if param.values[0].name == name]
    return sorted(map(load, files), key=lambda truth: truth["step"])


def private(name: str) -> list[Any]:
    return [region for truth in truths(name) for region in truth["regions"] if region["risk"] != "none"]


def test_there_are_few_screens_of_each_kind() -> None:
    counts = Counter(run.name for run, _ in (param.values for param in SCREENS))
    assert set(counts) == set(RUNS) == set(FORMATS)
    assert 6 <= counts["phone"] <= 11
    assert 4 <= counts["desktop"] <= 8
    assert sum(counts.values()) <= 24


def test_the_whole_demo_is_under_four_megabytes() -> None:
    files = [file for run in demo_runs() for file in run.rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in files) < 4_000_000


def test_another_name_is_refused() -> None:
    with pytest.raises(InputError, match="phone, desktop"):
        demo_run("tablet")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", RUNS)
def test_the_readers_take_every_record(name: str) -> None:
    run = read(name)
    assert not run.problems
    assert run.goal
    assert len(run.steps) == len(truths(name))
    assert run.steps[-1].done
    pictures = set(demo_run(name).rglob("*.png"))  # type: ignore[arg-type]
    assert {step.screenshot for step in run.steps} == pictures


@pytest.mark.parametrize("name", RUNS)
def test_every_click_lands_in_the_box_of_its_target(name: str) -> None:
    screen = Box(0, 0, *SIZES[name])
    clicks = 0
    for step, truth in zip(read(name).steps, truths(name), strict=True):
        assert all(screen.holds(*point) for point in step.points)
        target = truth["target"]
        if target is not None:
            clicks += 1
            assert step.points
            assert all(Box.of(target["box"]).holds(*point) for point in step.points)
    assert clicks >= 2


@pytest.mark.parametrize("name", RUNS)
def test_the_readers_take_annotations_and_units(name: str) -> None:
    folder = annotations_of(demo_run(name))  # type: ignore[arg-type]
    annotations, problems = read_annotations(folder)
    assert not problems
    assert len(annotations) == len(truths(name))
    for file in folder.glob("*.units.json"):
        given = read_units(file)
        assert not given.problems
        assert len(given.screen.units) == len(load(file)["units"])


@pytest.mark.parametrize(("run", "file"), SCREENS)
def test_picture_units_and_truth_agree_on_size_and_task(run: Path, file: Path) -> None:
    truth, units = load(file), units_of(file)
    with Image.open(run / truth["image"]) as picture:
        size = picture.size
    assert size == SIZES[run.name]
    assert size == (truth["width"], truth["height"]) == (units["width"], units["height"])
    assert truth["task"] == units["task"] == load(run / "task_result.json")["goal"]


@pytest.mark.parametrize(("run", "file"), SCREENS)
def test_every_box_is_on_the_screen_and_every_line_low(run: Path, file: Path) -> None:
    width, height = SIZES[run.name]
    for item in (*load(file)["regions"], *units_of(file)["units"]):
        box = Box.of(item["box"])
        assert item["text"].strip()
        assert box.area
        assert box.clip(width, height) == box
    assert all(Box.of(unit["box"]).height < height / 5 for unit in units_of(file)["units"])


@pytest.mark.parametrize(("run", "file"), SCREENS)
def test_every_label_is_allowed(run: Path, file: Path) -> None:
    for region in load(file)["regions"]:
        risk = Risk(region["risk"])
        assert (risk is Risk.NONE) == (region["category"] is None)
        assert region["category"] is None or Category(region["category"])
        assert (region["role"] == "public") == (risk is Risk.NONE)
        assert region["need"] in ("now", "later", "never")
        assert region["necessary"] == (region["need"] == "now" and risk is not Risk.NONE)


@pytest.mark.parametrize(("run", "file"), SCREENS)
def test_units_are_the_lines_and_every_inner_region_lies_in_one(run: Path, file: Path) -> None:
    regions, units = load(file)["regions"], units_of(file)["units"]
    lines = [(region["text"], region["box"]) for region in regions if not region["inner"]]
    assert units
    for unit in units:
        assert (unit["text"], unit["box"]) in lines
    for region in regions:
        if region["inner"]:
            box = Box.of(region["box"])
            assert any(box.overlap(Box.of(unit["box"])) >= 0.8 * box.area for unit in units)


@pytest.mark.parametrize("name", RUNS)
def test_the_pictures_show_something_where_the_truth_says_so(name: str) -> None:
    """A line's box has ink in it: the pictures were not made smaller at the cost of what they show."""
    for truth in truths(name):
        with Image.open(demo_run(name) / truth["image"]) as opened:  # type: ignore[arg-type]
            picture = opened.convert("L")
        for region in truth["regions"]:
            low, high = picture.crop(region["box"]).getextrema()
            assert high - low > 20, (truth["id"], region["type"], region["box"])


@pytest.mark.parametrize("name", RUNS)
def test_the_runs_are_worth_trying(name: str) -> None:
    risks = Counter(region["risk"] for region in private(name))
    assert all(risks[risk] for risk in ("low", "medium", "high"))
    assert any(region["necessary"] for region in private(name))
    assert any(region["risk"] == "none" for truth in truths(name) for region in truth["regions"])


def test_the_demo_shows_most_categories_and_many_types() -> None:
    regions = [region for name in RUNS for region in private(name)]
    assert len({region["category"] for region in regions}) >= 5
    assert len({region["type"] for region in regions}) >= 16
    assert any(region["inner"] for region in regions)


def test_two_languages_are_shown() -> None:
    texts = {name: " ".join(r["text"] for t in truths(name) for r in t["regions"]) for name in RUNS}
    assert len(re.findall(r"[一-鿿]", texts["phone-zh"])) > 60
    assert len(re.findall(r"[a-z]{3}", texts["phone"])) > 60
    assert not re.search(r"[一-鿿]", texts["phone"])


MADE = r"(?:example(?:\.(?:com|org|net))?|test|invalid)"
NETS = r"192\.0\.2|198\.51\.100|203\.0\.113|192\.168\.\d+|10\.\d+\.\d+|172\.16\.\d+"


def phone_is_made(text: str) -> bool:
    """555-01xx of North America, or China's 154, which no carrier holds."""
    digits = re.sub(r"\D", "", text)
    return bool(re.fullmatch(r"1?\d{3}55501\d\d|154\d{8}", digits))


def card_is_made(text: str) -> bool:
    """Of a published test range, or only its end."""
    from tactful.world.content.ids import card_bins

    digits = re.sub(r"\D", "", text)
    return len(digits) <= 6 or digits[:6] in card_bins()


IS_MADE: dict[str, Callable[[str], object]] = {
    "email": re.compile(rf"([\w.+-]+@([\w-]+\.)*{MADE})+").fullmatch,
    "phone": phone_is_made,
    "card": card_is_made,
    "ip": re.compile(rf"({NETS})\.\d+(:\d+|/\d+)?|2001:db8:[\da-f:]+").fullmatch,
    "mac": re.compile(r"[\da-f][26ae]([:-][\da-f]{2}){5}", re.IGNORECASE).fullmatch,
}


def test_contact_data_is_plainly_synthetic() -> None:
    seen = Counter[str]()
    for param in SCREENS:
        whole: dict[tuple[str, str, str, str], str] = defaultdict(str)
        for number, region in enumerate(load(param.values[1])["regions"]):
            if region["type"] in IS_MADE and region["whole"] and "…" not in region["text"]:
                # A long address runs over two lines of one box; numbers stand each for itself.
                place = (region["window"], region["do"], region["bind"])
                at = region["entity"] if region["type"] == "email" else str(number)
                whole[region["type"], *place[:2], at] += region["text"].replace(" ", "")
        for (kind, *_), text in whole.items():
            if kind == "email" and "@" not in text:
                continue  # the rest of it is out of sight
            seen[kind] += 1
            assert IS_MADE[kind](text), (param.id, kind)
    assert seen["email"]
    assert seen["phone"]


@pytest.mark.parametrize("run", demo_runs(), ids=lambda run: run.name)
def test_no_real_host_is_named_anywhere(run: Path) -> None:
    host = re.compile(r"[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|cn|jp|kr|fr|ru|dev|info)\b", re.IGNORECASE)
    for file in (*run.rglob("*.json"), *run.rglob("*.jsonl")):
        for found in host.findall(file.read_text("utf-8")):
            assert re.search(rf"(^|\.){MADE}$", found, re.IGNORECASE), file.name
