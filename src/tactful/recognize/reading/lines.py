"""Reads line images: the CTC path turned into text and character positions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tactful.errors import RecognitionError
from tactful.recognize.reading.detect import normalize
from tactful.recognize.reading.ink import Ink, find_ink
from tactful.terms import Box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tactful.recognize.reading.engine import Engine, Floats

    Pixels = NDArray[np.uint8]
    from tactful.recognize.reading.detect import TextBox

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
        known = len(classes) and classes.min() >= 0 and classes.max() < len(engine.characters)
        if not (known and len(classes) == len(scores) and scores.min() >= 0 and scores.max() <= 1.001):
            raise RecognitionError("the OCR model answered no path of characters with probabilities")
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


# From detected boxes to pieces of line: tight around their ink, cut at wide gaps, in reading order.

_GAP = 1.3  # ink heights free of ink: wider than any word space, so two pieces
_MARGIN = 0.18  # ink heights around the ink in the image that the recogniser sees
_SAME = 0.7  # shared part of the smaller piece from which two are one


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of one line without wide gaps: the ``look`` to read and the ``ink`` in it."""

    look: Box
    ink: Ink

    @property
    def box(self) -> Box:
        return self.ink.box


def find_pieces(pixels: Pixels, found: Sequence[TextBox]) -> list[Piece]:
    """The pieces of all detected lines, each area once, in reading order."""
    height, width = pixels.shape[:2]
    pieces: list[Piece] = []
    for line in found:
        around = line.box.grow(2).clip(width, height)
        ink = find_ink(pixels, line.kernel, around)
        if ink is None:  # too faint to tell from the ground: taken whole
            pieces.append(Piece(line.box, Ink.solid(line.kernel)))
            continue
        for part in ink.segments(max(3.0, _GAP * ink.box.height)):
            look = part.box.grow(2 + round(_MARGIN * part.box.height)).clip(width, height)
            pieces.append(Piece(look, part))
    return reading_order(_distinct(pieces))


def cut(pixels: Pixels, box: Box) -> Pixels:
    """The pixels inside ``box``, contiguous."""
    return np.ascontiguousarray(pixels[box.y1 : box.y2, box.x1 : box.x2])


def _distinct(pieces: list[Piece]) -> list[Piece]:
    """Each area once: of two pieces that mostly overlap, the wider one stays."""
    kept: list[Piece] = []
    boxes = np.empty((len(pieces), 4), np.int64)
    for piece in sorted(pieces, key=lambda p: (-p.box.area, p.box)):
        box = piece.box
        if not (shared_areas(box, boxes[: len(kept)]) > _SAME * box.area).any():
            boxes[len(kept)] = box.tuple()
            kept.append(piece)
    return kept


def shared_areas(box: Box, others: NDArray[np.int64]) -> NDArray[np.int64]:
    """The pixels that a box shares with each of ``others``, (n, 4); dense screens have hundreds."""
    width = np.minimum(others[:, 2], box.x2) - np.maximum(others[:, 0], box.x1)
    height = np.minimum(others[:, 3], box.y2) - np.maximum(others[:, 1], box.y1)
    shared: NDArray[np.int64] = np.maximum(width, 0) * np.maximum(height, 0)
    return shared


def reading_order(pieces: Sequence[Piece]) -> list[Piece]:
    """Rows from top to bottom, each from left to right; a row is what shares half of its height."""
    rows: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda p: (p.box.center[1], p.box)):
        last = rows[-1][-1] if rows else None
        if last is not None and _same_row(last.box, piece.box):
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return [piece for row in rows for piece in sorted(row, key=lambda p: p.box)]


def _same_row(a: Box, b: Box) -> bool:
    shared = min(a.y2, b.y2) - max(a.y1, b.y1)
    return shared > 0.5 * min(a.height, b.height)
