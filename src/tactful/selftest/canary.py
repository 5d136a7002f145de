"""Screens with planted values, and what of a value a protected screen still shows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tactful.guard import Guard
from tactful.terms import Box

SEEN = 0.25
"""A value counts as visible where more than this share of its ink came through unchanged."""


@cache
def guard() -> Guard:
    """One guard for all cases that need no session of their own: its models load once."""
    return Guard(policy="all", operator="black")


def draw_lines(
    lines: Sequence[str],
    *,
    size: tuple[int, int] = (720, 480),
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont | None = None,
    ink: tuple[int, int, int] = (20, 20, 20),
    paper: tuple[int, int, int] = (255, 255, 255),
) -> tuple[Image.Image, tuple[Box, ...]]:
    """A page with one line below the other, and the box of the ink of each."""
    image = Image.new("RGB", size, paper)
    pen = ImageDraw.Draw(image)
    face = font or ImageFont.load_default(28)
    boxes = []
    for row, line in enumerate(lines):
        at = (40, 40 + 64 * row)
        pen.text(at, line, fill=ink, font=face)
        x1, y1, x2, y2 = pen.textbbox(at, line, font=face)
        boxes.append(Box(int(x1), int(y1), int(x2) + 1, int(y2) + 1))
    return image, tuple(boxes)


def visible_share(before: Image.Image, after: Image.Image, box: Box) -> float:
    """The share, 0 to 1, of a box's ink that is the same in both pictures of one size.

    Ink is what differs from the box's most frequent colour; 0 where there is none.
    """
    area = (slice(box.y1, box.y2), slice(box.x1, box.x2))
    old, new = (np.asarray(image.convert("RGB"), dtype=np.int16)[area] for image in (before, after))
    colours, counts = np.unique(old.reshape(-1, 3), axis=0, return_counts=True)
    drawn = np.abs(old - colours[counts.argmax()]).max(axis=2) > 60
    same = np.abs(old - new).max(axis=2) < 8
    return float((drawn & same).sum() / drawn.sum()) if drawn.any() else 0.0
