import json
from pathlib import Path

import pytest

from tactful.errors import InputError, RecordError
from tactful.formats import (
    Annotation,
    ImageRegions,
    join_predictions,
    read_annotations,
    read_predictions,
    regions_document,
)
from tactful.terms import Box, Category, Region, Risk

SHARED = Path(__file__).parents[2] / "../shared/data/gui_trajectory_android_gmail/annotations"
SAM = Region(
    "Sam",
    Box(1, 2, 30, 20),
    Risk.HIGH,
    Category.IDENTITY,
    "person",
    True,
    0.75,
    "names",
    "a given name",
    True,
)
INBOX = Region("Inbox", Box(1, 40, 30, 60), Risk.NONE, None)


def write(path: Path, content: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return path


def test_predictions_round_trip(tmp_path: Path) -> None:
    images = (
        ImageRegions("a.png", 100, 200, (SAM, INBOX)),
        ImageRegions("b.png", 100, 200, None, "recognition failed"),
        ImageRegions("c.png", 100, 200, ()),
    )
    assert read_predictions(write(tmp_path / "p.json", regions_document(images))) == images


def test_the_printed_shape() -> None:
    (image,) = regions_document([ImageRegions("a.png", 100, 200, (SAM,))])["images"]
    assert image == {
        "file": "a.png",
        "width": 100,
        "height": 200,
        "regions": [
            {
                "text": "Sam",
                "box": [1, 2, 30, 20],
                "risk": "high",
                "category": "identity",
                "type": "person",
                "necessary": True,
                "confidence": 0.75,
                "source": "names",
                "reason": "a given name",
                "inner": True,
            }
        ],
    }


@pytest.mark.parametrize(
    ("regions", "reason"),
    [
        ([{"text": "Ada"}], "regions[0]: field 'box'"),
        ([{"text": "Ada", "box": [0, 0, 1, 1], "risk": "Ada"}], "regions[0]: field 'risk'"),
        ([{"text": "Ada", "box": [0, 0, 1, 1], "risk": "low", "category": "Ada"}], "field 'category'"),
        ([{"text": "Ada", "box": [0, 0, 1, 1], "risk": "low", "confidence": 90}], "field 'confidence'"),
        (["Ada"], "regions[0]: a string (expected an object)"),
        ("Ada", "field 'regions': a string"),
        (None, "field 'regions': null"),
    ],
)
def test_malformed_regions_make_the_image_failed_not_empty(
    tmp_path: Path, regions: object, reason: str
) -> None:
    document = {"images": [{"file": "a.png", "width": 1, "height": 1, "regions": regions}]}
    (image,) = read_predictions(write(tmp_path / "p.json", document))
    assert image.regions is None
    assert reason in image.error
    assert "Ada" not in image.error


@pytest.mark.parametrize(
    "content", ["{", "[]", {"images": {}}, {"images": [3]}, {"images": [{"regions": []}]}]
)
def test_what_is_no_predictions_file(tmp_path: Path, content: object) -> None:
    with pytest.raises(RecordError, match=r"p\.json"):
        read_predictions(write(tmp_path / "p.json", content))


def annotation(name: str, image: str) -> dict[str, object]:
    region = {"text": "Sam", "box": [1, 2, 3, 4], "risk": "high", "category": "identity", "necessary": False}
    unsure = {
        "text": "LTE",
        "box": [5, 6, 7, 8],
        "risk": "low",
        "category": "technical_device",
        "alt_risk": "none",
    }
    return {
        "id": name,
        "platform": "android",
        "lang": "en",
        "width": 100,
        "height": 200,
        "task": "t",
        "image": image,
        "regions": [region, unsure],
    }


def test_annotations_in_natural_order_with_problems(tmp_path: Path) -> None:
    for name in ("s_10", "s_2"):
        write(tmp_path / f"{name}.json", annotation(name, f"images/{name}.png"))
    write(tmp_path / "s_3.json", annotation("s_3", "x.png") | {"width": "Ada"})
    write(tmp_path / "s_4.json", annotation("s_4", "x.png") | {"regions": [{"text": "Ada", "alt_risk": 1}]})
    write(tmp_path / "s_2.units.json", {"units": []})
    write(tmp_path / "README.txt", "about")
    found, problems = read_annotations(tmp_path)
    assert [a.id for a in found] == ["s_2", "s_10"]
    assert found[0].alt_risks == (None, Risk.NONE)
    assert [r.risk for r in found[0].regions] == [Risk.HIGH, Risk.LOW]
    assert [(p.file.name, "Ada" in p.reason) for p in problems] == [("s_3.json", False), ("s_4.json", False)]


def test_no_annotations(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="no usable annotation"):
        read_annotations(tmp_path)
    with pytest.raises(InputError, match="cannot be listed"):
        read_annotations(tmp_path / "none")


def screen(name: str, image: str, size: tuple[int, int] = (100, 200)) -> Annotation:
    return Annotation(name, image, *size, regions=())


def predicted(file: str, size: tuple[int, int] = (100, 200)) -> ImageRegions:
    return ImageRegions(file, *size, regions=())


@pytest.mark.parametrize(
    "file",
    ["images/one.png", "one.png", "/runs/7/images/one.png", "images\\one.png", "s1.units.json", "one.xml"],
)
def test_the_ways_to_name_a_screen(file: str) -> None:
    truths = [screen("s1", "images/one.png"), screen("s2", "images/two.png")]
    pairs, extra = join_predictions(truths, [predicted(file)])
    assert [prediction is not None for _, prediction in pairs] == [True, False]
    assert extra == ()


def test_longer_paths_tell_equal_names_apart() -> None:
    truths = [screen("a", "PC/1/step0.png"), screen("b", "PC/2/step0.png")]
    pairs, _ = join_predictions(truths, [predicted("PC/2/step0.png"), predicted("PC/1/step0.png")])
    assert [prediction.file for _, prediction in pairs if prediction] == ["PC/1/step0.png", "PC/2/step0.png"]
    with pytest.raises(RecordError, match="fits 2"):
        join_predictions(truths, [predicted("step0.png")])


def test_twice_the_same_and_none_at_all() -> None:
    with pytest.raises(RecordError, match="two predictions"):
        join_predictions([screen("a", "a.png")], [predicted("a.png"), predicted("x/a.png")])
    pairs, extra = join_predictions([screen("a", "a.png")], [predicted("b.png")])
    assert (pairs[0][1], [e.file for e in extra]) == (None, ["b.png"])


def test_another_size_is_failed() -> None:
    ((_, prediction),), _ = join_predictions([screen("a", "a.png")], [predicted("a.png", (50, 100))])
    assert prediction is not None
    assert (prediction.regions, prediction.error) == (None, "the image is 50x100, annotated at 100x200")


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared data are not here")
def test_the_real_annotations() -> None:
    found, problems = read_annotations(SHARED)
    assert (len(found), sum(len(a.regions) for a in found), problems) == (14, 343, ())
    assert sum(r.private for a in found for r in a.regions) == 221
