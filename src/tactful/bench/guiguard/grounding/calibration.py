"""A drawn picture with known words, to see in which frame a model really answers (G.6).

The table of frames is a claim. A model that says pixels where the table says 0-1000 would score as if it were
blind, so each is asked for a few words whose places are known, and the frame that brings its answers nearest
to them is compared with the declared one.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tactful.bench.guiguard.grounding.frames import Frame
from tactful.bench.guiguard.grounding.pointing import Grounder, Instruction
from tactful.errors import InputError
from tactful.models import Picture
from tactful.runs import generator
from tactful.terms import Box, Target

SIZES: Mapping[str, tuple[int, int]] = MappingProxyType({"android": (1080, 2400), "pc": (1920, 1080)})
"""The picture's size by platform: what the frames were declared for."""

WORDS = ("AMBER", "BASALT", "CEDAR", "DUNE", "EMBER", "FJORD", "GRANITE", "HAZEL")
TOLERANCE = 0.05
"""How far from a word's center an answer may be, as a share of the picture's longer side."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """What the calibration found.

    ``errors`` are median distances from the words' centers, as shares of the longer side, by frame; empty
    where the model answered nothing. ``declared`` is the table's frame, ``best`` the one with the least
    error: the declared one if it is as good.
    """

    declared: str
    best: str
    errors: Mapping[str, float]
    answered: int
    asked: int
    problems: tuple[str, ...] = ()

    @property
    def fits(self) -> bool | None:
        """Whether the declared frame brings the answers to their words; None without an answer."""
        return self.errors[self.declared] <= TOLERANCE if self.errors else None

    @property
    def warning(self) -> str:
        """What the user must know; "" where the declared frame fits."""
        if not self.errors:
            return (
                f"the calibration got no point in {self.asked} questions, so '{self.declared}' is unchecked"
            )
        if self.fits:
            return ""
        off = f"its answers are {self.errors[self.declared]:.0%} of the screen away from their words by"
        other = f"'{self.best}' fits" if self.errors[self.best] <= TOLERANCE else "and none fits"
        joint = ";" if self.errors[self.best] <= TOLERANCE else ","
        return f"{off} the convention '{self.declared}'{joint} {other}"

    def to_json(self) -> dict[str, object]:
        """As a JSON object, errors rounded."""
        return {
            "declared": self.declared,
            "best": self.best,
            "fits": self.fits,
            "errors": {name: round(error, 4) for name, error in self.errors.items()},
            "answered": self.answered,
            "asked": self.asked,
            "problems": list(self.problems),
            "warning": self.warning,
        }


def calibration_picture(size: tuple[int, int], *, seed: int = 0) -> tuple[Image.Image, tuple[Target, ...]]:
    """A picture of ``size`` with `WORDS`, one in each cell of a 2 x 4 grid, and where they stand.

    Same size and seed: same bytes. ``InputError`` below 320 x 320 pixels.
    """
    width, height = size
    if min(size) < 320:
        raise InputError("too small for a calibration", field="size", expected="320 x 320 pixels or more")
    picture = Image.new("RGB", size, (244, 245, 247))
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size=min(width // 14, height // 14))
    columns, rows = (2, 4) if height >= width else (4, 2)
    random = generator(seed, "grounding.calibration")
    words = list(WORDS)
    random.shuffle(words)
    marks = []
    for at, word in enumerate(words):
        left, top, right, bottom = (int(side) for side in draw.textbbox((0, 0), word, font=font))
        cell_x, cell_y = at % columns * width // columns, at // columns * height // rows
        x = cell_x + random.randint(8, max(9, width // columns - (right - left) - 8))
        y = cell_y + random.randint(8, max(9, height // rows - (bottom - top) - 8))
        draw.text((x - left, y - top), word, fill=(28, 32, 38), font=font)
        marks.append(Target(Box(x, y, x + right - left, y + bottom - top), word))
    return picture, tuple(marks)


async def calibrate(
    grounder: Grounder, frames: Sequence[Frame], platform: str, *, seed: int = 0, questions: int = 4
) -> Calibration:
    """Ask for ``questions`` words and compare the ``frames`` with the grounder's own.

    Never raises ``ModelError``; ``InputError`` for a platform other than android and pc.
    """
    if platform not in SIZES:
        raise InputError("no such platform", field="platform", expected=" or ".join(SIZES))
    size = SIZES[platform]
    image, marks = calibration_picture(size, seed=seed)
    picture = Picture.encode(np.asarray(image, dtype=np.uint8))
    # From the far end on: near the origin all frames are alike.
    asked = sorted(marks, key=lambda mark: -sum(mark.box.center))[: max(1, questions)]
    points = [(await grounder.find_on(picture, size, Instruction(m.text, action="Click.")), m) for m in asked]
    answers = [(point.answer, mark) for point, mark in points if point.answer is not None]
    own = grounder.frame
    errors = {
        frame.name: statistics.median(_distance(frame, answer, mark, size) for answer, mark in answers)
        for frame in ({own.name: own} | {each.name: each for each in frames}).values()
        if answers
    }
    return Calibration(
        own.name,
        min(errors, key=lambda name: (errors[name], name != own.name), default=own.name),
        MappingProxyType(errors),
        len(answers),
        len(asked),
        tuple(point.problem for point, _ in points if point.answer is None),
    )


def _distance(frame: Frame, answer: tuple[float, float], mark: Target, size: tuple[int, int]) -> float:
    x, y = frame.to_pixels(*answer, size)
    cx, cy = mark.box.center
    return float(np.hypot(x - cx, y - cy)) / max(size)
