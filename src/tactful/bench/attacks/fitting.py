"""How a text would have to stand so that its mosaic looks as observed: size, place and contrast."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tactful.bench.attacks.areas import Mosaic
from tactful.bench.attacks.glyphs import BEFORE, EM, Tables

Floats = NDArray[np.float64]


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


def ink_of(mosaic: Mosaic) -> Ink | None:
    """The ink of a mosaic; None where all of it is background."""
    values = ink_values(mosaic.colours, mosaic.weights, mosaic.background)
    if values is None:
        return None
    return Ink(values, mosaic.weights, mosaic.xs, mosaic.ys, mosaic.side, mosaic.side)


def ink_values(colours: Floats, weights: Floats, background: Floats) -> Floats | None:
    """Colours (R, K, 3) along the line from the background to the text's colour, black to white being 1.

    None where all are background.
    """
    off = (colours - background) * (weights > 0)[..., None]
    far = np.abs(off).sum(axis=-1)
    if far.max() < 3:
        return None
    strong = off[far >= 0.5 * far.max()]
    direction = strong.mean(axis=0)
    length = float(np.linalg.norm(direction))
    if length < 1:
        return None
    return np.asarray(off @ (direction / length) / 255)


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
