"""Reads line images: the CTC path turned into text and character positions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tactful.recognize.reading.detect import normalize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tactful.recognize.reading.engine import Engine, Floats

    Pixels = NDArray[np.uint8]

_HEIGHT = 48
_LEAST = 8  # image columns of the narrowest line


@dataclass(frozen=True, slots=True)
class Line:
    """What a model read in a line image: a character each with its probability and centre column.

    ``centers`` are pixels of that image. ``confidence`` is the mean probability, 0 for an empty text.
    """

    text: str = field(repr=False)
    scores: tuple[float, ...] = field(repr=False)
    centers: tuple[float, ...] = field(repr=False)

    @property
    def confidence(self) -> float:
        return sum(self.scores) / len(self.scores) if self.scores else 0.0


def read_lines(engine: Engine, images: Sequence[Pixels]) -> list[Line]:
    """One ``Line`` per RGB line image (any size), in order. A line's reading does not depend on the others.

    Widths are rounded up to a few sizes, because the runtime prepares anew for each that it meets.
    """
    paths = engine.recognize([_placed(image) for image in images])
    lines = []
    for image, (classes, scores) in zip(images, paths, strict=True):
        per_step = _size(_scaled_width(image)) / len(classes) * image.shape[0] / _HEIGHT
        lines.append(_decode(engine.characters, classes, scores, per_step))
    return lines


def _scaled_width(image: Pixels) -> int:
    return max(_LEAST, round(int(image.shape[1]) * _HEIGHT / int(image.shape[0])))


def _size(width: int) -> int:
    """The next of the few widths: 64, 128, ... 512, 640, ... 1024, 1280, ..."""
    step = max(64, 1 << max(0, (width - 1).bit_length() - 3))
    return -(-width // step) * step


def _placed(image: Pixels) -> Floats:
    """The line as the network takes it, (1, 3, 48, W), scaled to its height and padded on the right."""
    width = _scaled_width(image)
    method = cv2.INTER_AREA if image.shape[0] > 2 * _HEIGHT else cv2.INTER_LINEAR
    scaled = cv2.resize(image, (width, _HEIGHT), interpolation=method)
    target = np.zeros((1, 3, _HEIGHT, _size(width)), np.float32)
    target[0, :, :, :width] = normalize(np.asarray(scaled, np.uint8))
    return target


def _decode(characters: tuple[str, ...], classes: NDArray[np.int64], scores: Floats, per_step: float) -> Line:
    """Best-path CTC: a run of one class is one character, the blank separates."""
    text: list[str] = []
    probabilities: list[float] = []
    centers: list[float] = []
    starts = np.flatnonzero(np.concatenate(([True], classes[1:] != classes[:-1])))
    ends = np.append(starts[1:], len(classes))
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        kind = int(classes[start])
        if kind:
            text.append(characters[kind])
            probabilities.append(float(scores[start:end].max()))
            centers.append((start + end) / 2 * per_step)
    return Line("".join(text), tuple(probabilities), tuple(centers))
