"""Text drawn into a box: broken into lines, as large as it fits, never a pixel outside."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from tactful.protect import fonts
from tactful.protect.colors import Color
from tactful.protect.shapes import SPACELESS, classify
from tactful.terms import Box

SMALLEST = 6
"""Pixels below which text is no longer made smaller but cut off."""


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
    given = text.splitlines() or [text]
    if not wrap:
        return tuple(given)
    out: list[str] = []
    for line in given:
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
    found = [fonts.load(run.face, size).getmetrics() for run in fonts.runs(flat)]
    ascent = max(up for up, _ in found)
    return ascent, ascent + max(down for _, down in found)
