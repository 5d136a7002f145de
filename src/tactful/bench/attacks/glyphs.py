"""Outlines as tables: how much ink a character leaves in any rectangle, at any size and place.

A mosaic keeps the mean of each cell, and a mean is linear: a cell's ink is the sum of what its characters
leave there. So no screen is drawn for a guess; the ink of a cell is read off a table of cumulative sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from tactful.errors import FontError

Floats = NDArray[np.float64]

EM = 64
"""Pixels an em of the tables; between them values are interpolated."""

UP, DOWN, BEFORE = 1.15, 0.4, 0.25
"""What a table holds above and below the baseline, and before the pen's place, in em."""

# The attacker's faces: the plain and the bold of the families that free systems and phones bring along.
_WANTED = (
    "Roboto-Regular.ttf", "Roboto-Medium.ttf", "Roboto-Bold.ttf",
    "Inter-Regular.otf", "Inter-Medium.otf", "Inter-Bold.otf",
    "DejaVuSans.ttf", "DejaVuSans-Bold.ttf",
    "LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf",
    "OpenSans-Regular.ttf", "OpenSans-Bold.ttf",
    "Lato-Regular.ttf", "Lato-Bold.ttf",
    "Cantarell-Regular.otf", "Cantarell-Bold.otf",
    "NotoSansCJK-Regular.ttc", "NotoSansCJK-Bold.ttc",
    "JetBrainsMono-Regular.ttf",
    "segoeui.ttf", "Arial.ttf", "Helvetica.ttc",
)  # fmt: skip

_FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "/System/Library/Fonts",
    "/Library/Fonts",
    "C:/Windows/Fonts",
)


@dataclass(frozen=True, slots=True)
class Face:
    """A font file that the attacker has; "" is the one that Pillow brings along."""

    path: str

    @property
    def name(self) -> str:
        return Path(self.path).stem or "built-in"


@dataclass(frozen=True, slots=True)
class Tables:
    """Cumulative ink of some texts in one frame: ``sums`` (N, V+1, U+1), in squares of the table's pixels.

    ``advances`` (N,) is how far the pen moves, in em.
    """

    sums: Floats = field(repr=False)
    advances: Floats

    def rows(self, edges: Floats) -> Floats:
        """Cumulative ink along x of rows between ``edges`` (..., R+1), in em below the baseline.

        Returns (..., N, R, U+1).
        """
        at = np.clip((edges + UP) * EM, 0, self.sums.shape[1] - 1.001)
        low = at.astype(np.int64)
        part = (at - low)[..., None]
        by_row = self.sums.transpose(1, 0, 2)  # (V+1, N, U+1)
        taken = by_row[low] * (1 - part[..., None]) + by_row[low + 1] * part[..., None]
        return np.asarray(np.moveaxis(np.diff(taken, axis=-3), -3, -2))


def tables(face: Face, texts: Sequence[str]) -> Tables:
    """The tables of ``texts``; ``FontError`` where the file is no font."""
    drawn = [_draw(face, text) for text in texts]
    wide = max(image.shape[1] for image, _ in drawn)
    sums = np.zeros((len(drawn), drawn[0][0].shape[0] + 1, wide + 1))
    for i, (image, _) in enumerate(drawn):
        sums[i, 1:, 1 : image.shape[1] + 1] = image.cumsum(0).cumsum(1)
        sums[i, 1:, image.shape[1] + 1 :] = sums[i, 1:, image.shape[1] : image.shape[1] + 1]
    return Tables(sums, np.array([advance for _, advance in drawn]))


@lru_cache(maxsize=64)
def digits(face: Face, more: str = "") -> Tables:
    """The tables of the ten digits, then of the characters ``more``."""
    return tables(face, [*"0123456789", *more])


@lru_cache(maxsize=4096)
def covers(face: Face, text: str) -> bool:
    """Whether the face draws every character of ``text``."""
    font = _font(face)
    missing = bytes(font.getmask("\U0010fffe"))
    return all(ch.isspace() or bytes(font.getmask(ch)) != missing for ch in set(text))


@lru_cache(maxsize=1)
def installed() -> tuple[Face, ...]:
    """The attacker's faces on this machine, in a fixed order; Pillow's own where there is none."""
    found: dict[str, str] = {}
    for folder in _FOLDERS:
        for path in sorted(Path(folder).rglob("*")) if Path(folder).is_dir() else ():
            found.setdefault(path.name.lower(), str(path))
    faces = tuple(Face(found[name.lower()]) for name in _WANTED if name.lower() in found)
    return faces or (Face(""),)


@lru_cache(maxsize=64)
def _font(face: Face) -> ImageFont.FreeTypeFont:
    try:
        if not face.path:
            default = ImageFont.load_default(EM)
            if not isinstance(default, ImageFont.FreeTypeFont):
                raise FontError("Pillow was built without FreeType, so no text can be drawn")
            return default
        return ImageFont.truetype(face.path, EM)
    except OSError:
        raise FontError(f"{face.path or 'the built-in font'}: not a usable font") from None


def _draw(face: Face, text: str) -> tuple[Floats, float]:
    """Ink of 0 to 1 on the table's frame, and the pen's way in em."""
    font = _font(face)
    advance = font.getlength(text)
    size = (round(advance + 2 * BEFORE * EM) + 2, round((UP + DOWN) * EM))
    image = Image.new("L", size, 0)
    ImageDraw.Draw(image).text((round(BEFORE * EM), round(UP * EM)), text, fill=255, font=font, anchor="ls")
    return np.asarray(image, np.float64) / 255, advance / EM


# How a text would have to stand so that its mosaic looks as observed: size, place and contrast.


@dataclass(frozen=True, slots=True)
class Ink:
    """The observed cells as one number each: how far a cell is from the background towards the text's colour.

    ``values`` and ``weights`` are (R, K), ``xs`` (K+1) and ``ys`` (R+1) the cells' edges, ``side`` a cell's.
    ``slack`` is how many pixels the ink may end before or after the cells that show it. ``energy`` is the
    weighted sum of squares, against which a misfit is measured.
    """

    values: Floats = field(repr=False)
    weights: Floats = field(repr=False)
    xs: Floats = field(repr=False)
    ys: Floats = field(repr=False)
    side: int
    slack: float

    @property
    def count(self) -> int:
        """How many cells hold ink."""
        return int(((self.values > 0.02 * self.values.max()) & (self.weights > 0)).sum())

    @property
    def energy(self) -> float:
        return float((self.weights * self.values**2).sum())


class Poses(NamedTuple):
    """Ways to stand, (H,) each: pixels an em, pen's x, baseline's y, contrast; and the misfit of each."""

    size: Floats
    x: Floats
    y: Floats
    contrast: Floats
    misfit: Floats

    def take(self, chosen: NDArray[np.int64]) -> Poses:
        return Poses(*(values[chosen] for values in self))


def extent(ink: Ink) -> tuple[float, float, float, float]:
    """The edges of the cells that hold ink: x1, y1, x2, y2 in pixels."""
    inked = (ink.values > 0.02 * ink.values.max()) & (ink.weights > 0)
    columns, rows = np.flatnonzero(inked.any(axis=0)), np.flatnonzero(inked.any(axis=1))
    return (
        float(ink.xs[columns[0]]),
        float(ink.ys[rows[0]]),
        float(ink.xs[columns[-1] + 1]),
        float(ink.ys[rows[-1] + 1]),
    )


def fit(ink: Ink, table: Tables, which: int, size: Floats, x: Floats, y: Floats) -> Poses:
    """The misfit of one text of ``table`` at all of ``size``, ``x`` and ``y``, each with the best contrast.

    Sizes, pens and baselines are (S,), (S, X) and (S, Y). Returns S*X*Y poses.
    """
    one = Tables(table.sums[which : which + 1], table.advances[which : which + 1])
    shape = (len(size), y.shape[1], x.shape[1])
    rows = one.rows((ink.ys - y[..., None]) / size[:, None, None])[:, :, 0]  # (S, Y, R, U+1)
    area = np.diff(ink.ys)[:, None] * np.diff(ink.xs)[None, :]
    misfit, contrast = np.empty(shape), np.empty(shape)
    weights = ink.weights
    for i in range(len(size)):
        edges = (ink.xs - x[i][:, None]) / size[i]  # (X, K+1)
        at = np.clip((edges + BEFORE) * EM, 0, rows.shape[-1] - 1.001)
        low = at.astype(np.int64)
        taken = rows[i][..., low] * (1 - (at - low)) + rows[i][..., low + 1] * (at - low)  # (Y, R, X, K+1)
        drawn = np.diff(taken, axis=-1).transpose(0, 2, 1, 3) * (size[i] / EM) ** 2 / area  # (Y, X, R, K)
        top = (drawn * (weights * ink.values)).sum(axis=(-1, -2))
        bottom = (drawn**2 * weights).sum(axis=(-1, -2))
        best = np.clip(top / np.maximum(bottom, 1e-9), 0.02, 1.75)
        contrast[i] = best
        misfit[i] = ink.energy - 2 * best * top + best**2 * bottom
    grid = np.broadcast_to(size[:, None, None], shape)
    return Poses(
        grid.ravel(),
        np.broadcast_to(x[:, None, :], shape).ravel(),
        np.broadcast_to(y[:, :, None], shape).ravel(),
        contrast.ravel(),
        misfit.ravel(),
    )
