"""What the scoring of a screen rests on, once the texts and boxes are compared: numbers alone.

Comparing is done once; every rule, threshold and sweep is then read off the same numbers. They hold no
private value, so they may stand in logs and result rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tactful.score.matching import TextRule, region_likeness
from tactful.terms import Box, Region, Risk

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class ScreenPair:
    """One annotated screen and what was predicted for it; ``predicted`` None means it was not scored.

    ``alt_risks[i]`` is the other risk that the annotator would accept for ``truths[i]``, or None; empty
    where nobody said. ``failure`` says why there is no prediction. ``task`` groups screens that were seen in
    one run: intervals draw whole tasks where there are several.
    """

    name: str
    truths: tuple[Region, ...] = field(repr=False)
    predicted: tuple[Region, ...] | None = field(repr=False)
    platform: str = ""
    alt_risks: tuple[Risk | None, ...] = ()
    failure: str = ""
    lang: str = ""
    task: str = ""


class Link(NamedTuple):
    """A truth and a prediction with a risk that stand in one place: their IoU, and how alike their texts are
    by each text rule."""

    truth: int
    guess: int
    iou: float
    corrected: float
    as_published: float

    def alike(self, rule: TextRule) -> float:
        """The likeness of the texts by a rule."""
        return self.corrected if rule == "corrected" else self.as_published


@dataclass(frozen=True, slots=True)
class Evidence:
    """One screen, compared. ``links`` has every pair of IoU ``least`` or more, by truth and then by guess.

    ``pair`` may have regions without text and place: only its labels are still needed. ``covered[i]`` is the
    share of ``pair.truths[i]`` that all predicted boxes with a risk would hide.
    """

    pair: ScreenPair
    links: tuple[Link, ...]
    covered: tuple[float, ...]
    least: float


def compare(pair: ScreenPair, least: float = 0.6) -> Evidence:
    """Compare the places and texts of a screen; nothing that overlaps less than ``least`` is looked at."""
    guesses = [(at, guess) for at, guess in enumerate(pair.predicted or ()) if guess.private]
    shared = _shared([t.box for t in pair.truths], [guess.box for _, guess in guesses])
    areas = _areas([t.box for t in pair.truths])[:, None] + _areas([guess.box for _, guess in guesses])[None]
    union = areas - shared
    ious = np.divide(shared, union, out=np.zeros(shared.shape), where=union > 0)
    links = []
    for i, j in np.argwhere(ious >= least).tolist():
        at, guess = guesses[j]
        truth = pair.truths[i]
        links.append(
            Link(
                i,
                at,
                float(ious[i, j]),
                region_likeness(truth, guess, "corrected"),
                region_likeness(truth, guess, "as_published"),
            )
        )
    covered = []
    for i, truth in enumerate(pair.truths):
        over = np.flatnonzero(shared[i]).tolist()
        covered.append(covered_share(truth.box, [guesses[j][1].box for j in over]))
    return Evidence(pair, tuple(links), tuple(covered), least)


def covered_share(box: Box, masks: Sequence[Box]) -> float:
    """How much of ``box`` the union of ``masks`` hides, 0 to 1; 0 for an empty box."""
    if not box.area or not masks:
        return 0.0
    if len(masks) == 1:
        return box.overlap(masks[0]) / box.area
    if any(box.overlap(mask) == box.area for mask in masks):
        return 1.0
    pixels = np.zeros((box.height, box.width), dtype=bool)
    for mask in masks:
        if box.overlap(mask):
            inside = mask.shift(-box.x1, -box.y1).clip(box.width, box.height)
            pixels[inside.y1 : inside.y2, inside.x1 : inside.x2] = True
    return float(pixels.mean())


def _shared(ones: Sequence[Box], others: Sequence[Box]) -> NDArray[np.int64]:
    """Shared areas in pixels, of shape (len(ones), len(others))."""
    a, b = _corners(ones)[:, None], _corners(others)[None]
    size = np.minimum(a[..., 2:], b[..., 2:]) - np.maximum(a[..., :2], b[..., :2])
    sides: NDArray[np.int64] = np.clip(size, 0, None)
    return sides[..., 0] * sides[..., 1]


def _areas(boxes: Sequence[Box]) -> NDArray[np.int64]:
    return np.array([box.area for box in boxes], dtype=np.int64)


def _corners(boxes: Sequence[Box]) -> NDArray[np.int64]:
    return np.array([box.tuple() for box in boxes], dtype=np.int64).reshape(-1, 4)
