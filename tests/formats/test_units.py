import json
from pathlib import Path

import pytest
from PIL import Image

from tactful.errors import InputError, RecordError
from tactful.formats import read_units
from tactful.terms import Box, TextUnit

UNIT = {"text": "Sam Sample", "box": [10, 20, 60, 40]}


def document(**changes: object) -> dict[str, object]:
    base = {"width": 100, "height": 50, "platform": "android", "task": "Reply to Sam", "units": [UNIT]}
    return {**base, **changes}


def write(folder: Path, content: object, name: str = "a.units.json") -> Path:
    (folder / name).write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return folder / name


def test_own_form(tmp_path: Path) -> None:
    screen = read_units(write(tmp_path, document())).load()
    assert (screen.name, screen.width, screen.height, screen.image) == ("a.units.json", 100, 50, None)
    assert (screen.platform, screen.state.goal) == ("android", "Reply to Sam")
    assert screen.units == (TextUnit("Sam Sample", Box(10, 20, 60, 40)),)


def test_optional_fields_of_a_unit_and_clipping(tmp_path: Path) -> None:
    more = {"confidence": 0.5, "readable": False, "role": "EditText", "hint": "pin"}
    unit = UNIT | more | {"box": [-5, 20, 260, 40]}
    screen = read_units(write(tmp_path, {"width": 100, "height": 50, "units": [unit]})).screen
    expected = TextUnit("Sam Sample", Box(0, 20, 100, 40), 0.5, False, role="EditText", hint="pin")
    assert (screen.units, screen.platform, screen.state.goal) == ((expected,), "", "")


@pytest.mark.parametrize("named", [True, False])
def test_the_image_that_belongs_to_it(tmp_path: Path, named: bool) -> None:
    image = tmp_path / ("shots/b.png" if named else "a.png")
    image.parent.mkdir(exist_ok=True)
    Image.new("L", (100, 50)).save(image)
    given = read_units(write(tmp_path, document(**({"image": "shots/b.png"} if named else {}))))
    assert given.image == image
    loaded = given.load().image
    assert loaded is not None
    assert loaded.size == (100, 50)


def test_a_named_image_that_is_gone_is_a_problem(tmp_path: Path) -> None:
    given = read_units(write(tmp_path, document(image="gone.png")))
    assert given.load().image is None
    assert [problem.reason for problem in given.problems] == [
        "field 'image': the screenshot that the record names is missing"
    ]


def test_an_image_of_another_size_is_refused(tmp_path: Path) -> None:
    Image.new("L", (50, 100)).save(tmp_path / "a.png")
    with pytest.raises(RecordError, match="the image is 50x100"):
        read_units(write(tmp_path, document())).load()


def test_two_images_of_the_same_name(tmp_path: Path) -> None:
    for name in ("a.png", "a.jpg"):
        Image.new("L", (100, 50)).save(tmp_path / name)
    with pytest.raises(InputError, match="more than one image"):
        read_units(write(tmp_path, document()))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "empty"),
        ("{broken", "not JSON"),
        ("[]", "a list"),
        ("3", "a number"),
        ({"width": None}, "field 'width': null"),
        ({"width": True}, "field 'width': a boolean"),
        ({"height": 0}, "not positive"),
        ({"units": None}, "field 'units'"),
        ({"units": ["Ada"]}, "units[0]: a string"),
        ({"units": [UNIT, {"text": "Ada"}]}, "units[1]: field 'box'"),
        ({"units": [{"text": 7, "box": [1, 2, 3, 4]}]}, "units[0]: field 'text': a number"),
        ({"units": [{"text": "Ada", "box": [1, 2, 3, float("inf")]}]}, "NaN or infinite"),
        ({"units": [{"text": "Ada", "box": [1, 2, 3, 1e300]}]}, "beyond any screen"),
        ({"units": [{"text": "Ada", "box": [200, 0, 300, 9]}]}, "no area on the screen"),
        ({"units": [UNIT | {"confidence": 7}]}, "field 'confidence'"),
        ({"units": [UNIT | {"readable": "Ada"}]}, "field 'readable'"),
        ({"task": 9}, "field 'task'"),
    ],
)
def test_malformed_units_are_one_error(tmp_path: Path, content: object, reason: str) -> None:
    path = write(tmp_path, document(**content) if isinstance(content, dict) else content)
    with pytest.raises(RecordError) as caught:
        read_units(path)
    assert reason in str(caught.value)
    assert "a.units.json" in str(caught.value)
    assert "Ada" not in str(caught.value)
