"""The grounder that reads the screen: words, places in a list, fields, translations, frames."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from tactful.bench.guiguard.grounding.pointing import read_point
from tactful.bench.guiguard.offline.grounder import ScreenGrounder, entry_counted, input_below, locate
from tactful.bench.guiguard.offline.screens import layout_of
from tactful.errors import ModelError
from tactful.models import Message, Picture, load_pack
from tactful.terms import Box, TextUnit

WIDTH, HEIGHT = 400, 800


def found(target: str, *texts: tuple[str, int, int], black: Sequence[Box] = (), context: str = "") -> str:
    """Which text the point for a target lies on; "covered" for a black box, "" for none."""
    pixels = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    for box in black:
        pixels[box.y1 : box.y2, box.x1 : box.x2] = 0
    units = [TextUnit(text, Box(x, y, x + 10 * len(text), y + 20)) for text, x, y in texts]
    x, y = locate(target, layout_of(units, pixels), pixels, context)
    for unit in units:
        if unit.box.x1 <= x < unit.box.x2 and unit.box.y1 <= y < unit.box.y2:
            return unit.text
    return "covered" if any(b.x1 <= x < b.x2 and b.y1 <= y < b.y2 for b in black) else ""


ROWS = [("Orders", 40, 90), *((f"Parcel {n}", 30, 60 + 100 * n) for n in range(2, 6))]


@pytest.mark.parametrize(
    ("target", "texts", "said"),
    [
        ("Save", [("Save", 30, 300), ("Send", 30, 400)], "Save"),
        ("“Send” at the middle left", [("Save", 30, 300), ("Send", 30, 400)], "Send"),
        ("Codeschmiede", [("Codeschmie...", 30, 300), ("Codes", 30, 400)], "Codeschmie..."),
        ("Save", [("保存", 30, 300), ("送信", 30, 400)], "保存"),
        ("Settings", [("Notizen", 30, 300), ("Einstellungen", 30, 400)], "Einstellungen"),
        ("“Open” at the bottom left", [("Open", 30, 200), ("Open", 30, 700)], "Open"),
        ("item number 2 of the list", ROWS, "Parcel 3"),
        ("Eintrag 1 der Liste", ROWS, "Parcel 2"),
        ("列表中的第3项", ROWS, "Parcel 4"),
        ("목록의 4번째 항목", ROWS, "Parcel 5"),
    ],
)
def test_finds(target: str, texts: list[tuple[str, int, int]], said: str) -> None:
    assert found(target, *texts) == said


def test_the_place_tells_two_of_one_name_apart() -> None:
    pixels = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    units = [TextUnit("Open", Box(30, y, 70, y + 20)) for y in (200, 700)]
    scene = layout_of(units, pixels)
    assert locate("“Open” at the bottom left", scene, pixels)[1] == 710
    assert locate("“Open” at the upper left", scene, pixels)[1] == 210


def test_a_covered_element_is_guessed_under_a_covered_area() -> None:
    black = [Box(30, 300, 130, 320), Box(30, 400, 50, 420)]
    assert found("Nora Quill", ("Amy Lake", 30, 600), black=black) == "covered"


def test_the_plan_helps_where_the_target_says_nothing() -> None:
    assert found("none", ("Save", 30, 300), ("Send", 30, 400), context="Press “Send”.") == "Send"


@pytest.mark.parametrize(
    ("target", "place"), [("entry 12", 12), ("Part 2", None), ("3番目", 3), ("第2項目", 2)]
)
def test_counts(target: str, place: int | None) -> None:
    assert entry_counted(target.replace("第2項目", "リストの2番目の項目")) == place


@pytest.mark.parametrize(
    ("lines", "y"),
    [
        ([130, 190], 160),  # a box below the label
        ([190], 155),  # a line under the input
        ([90, 130], 110),  # a hint in its box
    ],
)
def test_inputs_are_found_by_their_drawn_edges(lines: list[int], y: int) -> None:
    pixels = np.full((400, 400, 3), 255, np.uint8)
    for line in lines:
        pixels[line : line + 2, 10:390] = 120
    label = Box(20, 100, 80, 120)
    point = input_below(label, pixels)
    assert point is not None
    assert abs(point[1] - y) <= 4
    assert label.x1 <= point[0] <= label.x2


def test_a_blank_page_has_no_input() -> None:
    assert input_below(Box(20, 100, 80, 120), np.full((400, 400, 3), 255, np.uint8)) is None


def _asked(target: str, width: int, height: int, picture: Picture) -> Message:
    pack = load_pack("guiguard_grounding")
    coordinates = pack.render("coordinates", width=str(width), height=str(height)).strip()
    prompt = pack.render(
        "ground", "neutral", plan="none", action="click", target=target, coordinates=coordinates
    )
    return Message(prompt, pictures=(picture,))


@pytest.mark.ocr
@pytest.mark.parametrize(("width", "height"), [(1000, 1000), (540, 960), (705, 1567)])
def test_answers_in_the_frame_that_is_asked_for(width: int, height: int) -> None:
    image = Image.new("RGB", (540, 960), "white")
    ImageDraw.Draw(image).text((200, 700), "Continue", "black", ImageFont.load_default(30))
    buffer = io.BytesIO()
    image.save(buffer, format="PNG")
    x, y = read_point(ScreenGrounder().ask([_asked("Continue", width, height, Picture(buffer.getvalue()))]))
    assert 200 / 540 <= x / width <= 330 / 540
    assert 695 / 960 <= y / height <= 740 / 960


@pytest.mark.ocr
def test_strict_json_after_a_retry_too() -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (60, 100), "white").save(buffer, format="PNG")
    asked = _asked("Nothing here", 1000, 1000, Picture(buffer.getvalue()))
    retry = load_pack("guiguard_grounding").render("retry", problem="no JSON", coordinates="-")
    reply = ScreenGrounder().ask([asked, Message("?", role="assistant"), Message(retry)])
    assert set(json.loads(reply.text)) == {"x", "y"}
    assert reply == ScreenGrounder().ask([asked])


def test_no_picture_and_no_element_are_model_errors() -> None:
    with pytest.raises(ModelError):
        ScreenGrounder().ask([Message("Element: Save")])
    with pytest.raises(ModelError):
        ScreenGrounder().ask([Message("Hello", pictures=(Picture(b""),))])
