"""Draws the numbers of the grounded mode: a small tag beside each line, over as little as possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tactful.terms import Box

if TYPE_CHECKING:
    from numpy.typing import NDArray

_PAPER = (255, 236, 64)
_INK = (0, 0, 0)


def draw_tags(
    pixels: NDArray[np.uint8], tags: Mapping[int, Box], avoid: Sequence[Box] = ()
) -> NDArray[np.uint8]:
    """A copy of uint8 pixels (height, width, 3) with each number of ``tags`` beside its box.

    A tag goes left of its box, else right, above or below: where it covers the least of ``avoid`` and of
    the tags before it.
    """
    image = Image.fromarray(pixels)  # copied by Pillow as soon as it is drawn on
    image = image.copy()
    draw = ImageDraw.Draw(image)
    taken = list(avoid)
    for number, box in tags.items():
        size = min(40, max(12, round(box.height * 0.6)))
        font = ImageFont.load_default(size)
        left, top, right, bottom = draw.textbbox((0, 0), str(number), font=font)
        spot = _spot(box, round(right - left) + 6, round(bottom - top) + 6, image.size, taken)
        draw.rectangle((spot.x1, spot.y1, spot.x2 - 1, spot.y2 - 1), fill=_PAPER, outline=_INK)
        draw.text((spot.x1 + 3 - left, spot.y1 + 3 - top), str(number), fill=_INK, font=font)
        taken.append(spot)
    return np.asarray(image, dtype=np.uint8)


def _spot(box: Box, width: int, height: int, size: tuple[int, int], taken: Sequence[Box]) -> Box:
    middle = (box.y1 + box.y2 - height) // 2
    corners = [
        (box.x1 - width - 4, middle),
        (box.x2 + 4, middle),
        (box.x1, box.y1 - height - 2),
        (box.x1, box.y2 + 2),
    ]
    spots = []
    for x, y in corners:
        x = max(0, min(x, size[0] - width))
        y = max(0, min(y, size[1] - height))
        spots.append(Box(x, y, x + width, y + height))
    return min(spots, key=lambda spot: sum(spot.overlap(other) for other in taken))
