"""What is drawn in place of a protected region: colours from around it, text that never leaves its box."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from tactful.protect import fonts
from tactful.protect.shapes import SPACELESS, classify
from tactful.terms import Box

Color = tuple[int, int, int]

BLACK: Color = (0, 0, 0)
WHITE: Color = (255, 255, 255)
SMALLEST = 6
"""Pixels below which text is no longer made smaller but cut off."""


def background(pixels: NDArray[np.uint8], hidden: NDArray[np.bool_], box: Box) -> Color:
    """The median colour of a ring around ``box``, protected pixels left out.

    ``pixels``: uint8 (height, width, 3) of the original; ``hidden``: bool (height, width), true in every
    protected region of the screen, ``box`` included. The ring is a quarter of the box high and doubles
    until it shows something; white where the whole image is protected.
    """
    height, width = hidden.shape
    reach = max(4, box.height // 4)
    while True:
        ring = box.grow(reach).clip(width, height)
        seen = ~hidden[ring.y1 : ring.y2, ring.x1 : ring.x2]
        if seen.any():
            median = np.median(pixels[ring.y1 : ring.y2, ring.x1 : ring.x2][seen], axis=0)
            red, green, blue = (int(value) for value in median)
            return red, green, blue
        if ring == Box(0, 0, width, height):
            return WHITE
        reach *= 2


def contrasting(color: Color) -> Color:
    """Black or white, whichever has the higher contrast ratio on ``color`` (WCAG 2, relative luminance)."""
    red, green, blue = (_linear(value / 255) for value in color)
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return BLACK if (luminance + 0.05) ** 2 > 1.05 * 0.05 else WHITE


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


class Layout(NamedTuple):
    """Lines at a font size in pixels; ``fits`` is false where the text must be cut off."""

    size: int
    lines: tuple[str, ...]
    fits: bool


def draw(canvas: NDArray[np.uint8], box: Box, text: str, color: Color) -> bool:
    """Draw ``text`` into ``box`` of ``canvas`` (uint8, (height, width, 3)) in place; whether all of it fits.

    ``box`` lies inside the canvas. Symbols that no font has are left out; ``FontError`` where no font can
    draw a letter or digit.
    """
    text = fonts.drawable(text)
    if not text.strip() or not box.area:
        return True
    layout = fit(text, box.width, box.height)
    patch = Image.fromarray(canvas[box.y1 : box.y2, box.x1 : box.x2])
    pen = ImageDraw.Draw(patch)
    ascent, line_height = _metrics(text, layout.size)
    y = max(0, (box.height - line_height * len(layout.lines)) // 2) + ascent
    for line in layout.lines:
        x = 0.0
        for run in fonts.runs(line):
            font = fonts.load(run.face, layout.size)
            pen.text((x, y), run.text, font=font, fill=color, anchor="ls")
            x += font.getlength(run.text)
        y += line_height
    canvas[box.y1 : box.y2, box.x1 : box.x2] = np.asarray(patch)
    return layout.fits


def fit(text: str, width: int, height: int) -> Layout:
    """The largest font size, and the line breaks, at which ``text`` fits a box of these pixels.

    Lines are broken only where the text cannot stand on one line at a size that fills half the height.
    """
    single = _search(text, width, height, wrap=False)
    if single.fits and single.size * 2 >= height:
        return single
    wrapped = _search(text, width, height, wrap=True)
    return wrapped if wrapped.fits and (not single.fits or wrapped.size > single.size) else single


def _search(text: str, width: int, height: int, *, wrap: bool) -> Layout:
    low, high = SMALLEST, max(SMALLEST, height)
    best = Layout(SMALLEST, _lines(text, SMALLEST, width, wrap), False)
    while low <= high:
        size = (low + high) // 2
        lines = _lines(text, size, width, wrap)
        _, line_height = _metrics(text, size)
        if line_height * len(lines) <= height and all(_length(line, size) <= width for line in lines):
            best, low = Layout(size, lines, True), size + 1
        else:
            high = size - 1
    return best


def _lines(text: str, size: int, width: int, wrap: bool) -> tuple[str, ...]:
    paragraphs = text.splitlines() or [text]
    if not wrap:
        return tuple(paragraphs)
    out: list[str] = []
    for line in paragraphs:
        current = ""
        for piece in _pieces(line):
            if current.strip() and _length(current + piece.rstrip(), size) > width:
                out.append(current.rstrip())
                current = piece.lstrip()
            else:
                current += piece
        out.append(current.rstrip())
    return tuple(out)


def _pieces(line: str) -> list[str]:
    """Where a line may break: after a space, and between characters of scripts without spaces."""
    out: list[str] = []
    for ch in line:
        begins = not out or (not ch.isspace() and (out[-1][-1].isspace() or classify(ch).script in SPACELESS))
        if begins:
            out.append(ch)
        else:
            out[-1] += ch
    return out


def _length(text: str, size: int) -> float:
    return sum(fonts.load(run.face, size).getlength(run.text) for run in fonts.runs(text))


def _metrics(text: str, size: int) -> tuple[int, int]:
    """The ascent and the height of a line at ``size``, of the tallest face that the text needs."""
    flat = " ".join(text.split())
    metrics = [fonts.load(run.face, size).getmetrics() for run in fonts.runs(flat)]
    ascent = max(up for up, _ in metrics)
    return ascent, ascent + max(down for _, down in metrics)
