"""207 damaged image files: refused, or the lines on the picture are what they were.

A case is a format. PNG has checksums and lets nothing through; of the others one file in ten may, because
some damage leaves a valid file of another picture, and how many do depends on the encoder that is installed.
"""

from __future__ import annotations

import io
import random
from functools import cache, partial
from typing import Any

import numpy as np

from tactful.errors import ImageError
from tactful.formats import to_screen_image
from tactful.selftest.canary import draw_lines
from tactful.selftest.cases import Case

_LINES = ("Dana Whitfield", "dana.whitfield@example.org", "+1 415 555 0134", "4111 1111 1111 1111")
_QUIET = 0.1  # of a format without checksums
_ALIKE = 0.8  # of correlation in a line's box: its letters stand where they stood

# Name, Pillow's format and options, files with flipped bits, files cut short.
_FILES: tuple[tuple[str, str, dict[str, Any], int, int], ...] = (
    ("jpeg", "JPEG", {"quality": 75}, 40, 4),
    ("jpeg-progressive", "JPEG", {"quality": 85, "progressive": True}, 30, 4),
    ("jpeg-optimized", "JPEG", {"quality": 85, "optimize": True}, 30, 4),
    ("png", "PNG", {}, 20, 4),
    ("webp", "WEBP", {}, 20, 4),
    ("webp-lossless", "WEBP", {"lossless": True}, 16, 4),
    ("gif", "GIF", {}, 8, 4),
    ("bmp", "BMP", {}, 11, 4),
)


@cache
def _whole(name: str) -> tuple[bytes, np.ndarray[Any, np.dtype[np.float64]]]:
    kind, options = next((kind, options) for found, kind, options, *_ in _FILES if found == name)
    stream = io.BytesIO()
    draw_lines(_LINES, size=(640, 320))[0].save(stream, kind, **options)
    return stream.getvalue(), _decoded(stream.getvalue())


def _decoded(data: bytes) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.asarray(to_screen_image(io.BytesIO(data), "case").convert("L"), np.float64)


def _attack(name: str, flipped: int, cut: int) -> str | None:
    wrong = sum(_is_wrong(name, True, seed) for seed in range(flipped))
    wrong += sum(_is_wrong(name, False, seed) for seed in range(cut))
    allowed = 0 if name == "png" else int(_QUIET * (flipped + cut))
    return None if wrong <= allowed else f"{wrong} of {flipped + cut} files give another picture"


def _is_wrong(name: str, flips: bool, seed: int) -> bool:
    """Whether a damaged file decodes to a picture on which a line is not what and where it was."""
    data, before = _whole(name)
    dice = random.Random(f"{name}-{flips}-{seed}")
    if flips:
        changed = bytearray(data)
        for _ in range(dice.choice((1, 1, 2, 8))):
            changed[dice.randrange(len(changed))] ^= 1 << dice.randrange(8)
        data = bytes(changed)
    else:
        data = data[: dice.randrange(len(data))]
    try:
        after = _decoded(data)
    except ImageError:
        return False
    if after.shape != before.shape:
        return True
    boxes = draw_lines(_LINES, size=(640, 320))[1]
    areas = [(slice(box.y1, box.y2), slice(box.x1, box.x2)) for box in boxes]
    return any(_alike(before[area], after[area]) < _ALIKE for area in areas)


def _alike(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any]) -> float:
    a, b = a - a.mean(), b - b.mean()
    size = float(np.sqrt((a * a).sum() * (b * b).sum()))
    return float((a * b).sum()) / size if size else 0.0


CASES = tuple(
    Case("damage", name, partial(_attack, name, flipped, cut)) for name, _, _, flipped, cut in _FILES
)
