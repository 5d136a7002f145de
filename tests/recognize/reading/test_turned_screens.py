"""Text that does not stand upright is read or unknown; it never passes for a screen without text."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from tactful.recognize.reading import open_reader
from tactful.terms import TextUnit

LINES = ("Zyphora Quill", "zyphora@example.com", "+1 202 555 0147")


def drawn() -> Image.Image:
    image = Image.new("RGB", (800, 500), "white")
    pen, font = ImageDraw.Draw(image), ImageFont.truetype("DejaVuSans.ttf", 28)
    for row, line in enumerate(LINES):
        pen.text((40, 60 + 120 * row), line, fill="black", font=font)
    return image


def ink_covered(pixels: np.ndarray, units: tuple[TextUnit, ...]) -> float:
    ink = pixels.min(axis=2) < 128
    seen = np.zeros_like(ink)
    for unit in units:
        seen[unit.box.y1 : unit.box.y2, unit.box.x1 : unit.box.x2] = True
    return float((ink & seen).sum() / ink.sum())


@pytest.mark.ocr
@pytest.mark.parametrize("degrees", [90, 180, 270, 45])
def test_turned_lines_are_covered(degrees: int) -> None:
    turned = drawn().rotate(degrees, expand=True, fillcolor="white")
    pixels = np.asarray(turned)
    assert ink_covered(pixels, open_reader().read(pixels)) > 0.75


@pytest.mark.ocr
@pytest.mark.parametrize("degrees", [90, 270])
def test_lines_turned_by_a_quarter_are_read(degrees: int) -> None:
    pixels = np.asarray(drawn().rotate(degrees, expand=True, fillcolor="white"))
    assert {unit.text for unit in open_reader().read(pixels)} == set(LINES)


@pytest.mark.ocr
def test_an_empty_screen_has_no_units() -> None:
    assert open_reader().read(np.full((400, 300, 3), 255, np.uint8)) == ()
