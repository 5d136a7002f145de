"""Pages drawn for the tests of reading, and a fake engine short enough to read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from tactful.terms import TextUnit

Pixels = NDArray[np.uint8]

_FONTS = {
    "latin": (Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"), 0),
    "cjk": (Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"), 1),
}


def page(
    lines: Sequence[str],
    *,
    size: int = 32,
    face: str = "latin",
    width: int = 900,
    ground: int = 255,
    ink: int = 20,
    pitch: float = 2.5,
) -> Pixels:
    """Lines of text one under the other; skips the test where no font of that face is installed."""
    path, index = _FONTS[face]
    if not path.is_file():
        pytest.skip(f"no font for {face} text here")
    font = ImageFont.truetype(str(path), size, index=index)
    image = Image.new("RGB", (width, round(len(lines) * size * pitch) + 40), (ground,) * 3)
    for row, line in enumerate(lines):
        ImageDraw.Draw(image).text((40, 20 + round(row * size * pitch)), line, font=font, fill=(ink,) * 3)
    return np.asarray(image)


def texts(units: Sequence[TextUnit]) -> list[str]:
    return [unit.text if unit.readable else "?" for unit in units]


class FakeEngine:
    """Sees text where pixels are dark, and reads every line as one fixed class; counts its calls."""

    name = "fake"
    characters = ("", "a", "b", " ")

    def __init__(self, fail: Exception | None = None) -> None:
        self.fail, self.detected, self.recognized = fail, 0, 0

    def detect(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        if self.fail:
            raise self.fail
        self.detected += 1
        return (batch[0].mean(axis=0) < 0).astype(np.float32)

    def recognize(
        self, lines: Sequence[NDArray[np.float32]]
    ) -> list[tuple[NDArray[np.int64], NDArray[np.float32]]]:
        self.recognized += len(lines)
        steps = [line.shape[3] // 8 for line in lines]
        return [(np.ones(count, np.int64), np.full(count, 0.99, np.float32)) for count in steps]
