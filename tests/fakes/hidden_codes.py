"""Drawn texts hidden by mosaic or scattered squares, in pictures of nothing else."""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from tactful.protect import OPERATORS
from tactful.protect.operators.base import PixelOperator
from tactful.terms import Box, ProtectedScreen, Receipt

Pixels = NDArray[np.uint8]
Colour = tuple[int, int, int]
WHITE, INK = (250, 250, 252), (30, 34, 40)


def drawn(
    text: str,
    size: int = 24,
    *,
    at: tuple[int, int] = (61, 33),
    ground: Colour = WHITE,
    ink: Colour = INK,
    loose: int = 2,
) -> tuple[Pixels, Box]:
    """The text in Pillow's own face, and a box ``loose`` pixels wider than its ink."""
    image = Image.new("RGB", (420, 120), ground)
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(size)
    pen.text(at, text, font=font, fill=ink)
    x1, y1, x2, y2 = pen.textbbox(at, text, font=font)
    return np.asarray(image).copy(), Box.around(x1, y1, x2, y2).grow(loose)


def mosaicked(pixels: Pixels, box: Box, side: int) -> Pixels:
    """A copy with cells of ``side`` pixels of their mean colour."""
    out = pixels.copy()
    for y in range(box.y1, box.y2, side):
        for x in range(box.x1, box.x2, side):
            cell = out[y : min(y + side, box.y2), x : min(x + side, box.x2)]
            cell[:] = cell.reshape(-1, 3).mean(axis=0).round().astype(np.uint8)
    return out


def operated(pixels: Pixels, box: Box, operator: str, seed: int = 0) -> Pixels:
    """A copy with the operator of that name on the box."""
    out, chosen = pixels.copy(), OPERATORS[operator]
    assert isinstance(chosen, PixelOperator)
    chosen.paint(out, box, random.Random(seed))
    return out


def protected(pixels: Pixels) -> ProtectedScreen:
    """The picture alone: no regions and an empty receipt, as an attacker has it."""
    return ProtectedScreen("screen", Image.fromarray(pixels), Receipt("screen", "none", (), 0, 0))
