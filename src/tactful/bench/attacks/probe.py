"""What a probe of a protected picture is given, what it says, and what an attacker may know beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

import cv2
import numpy as np

from tactful.bench.attacks.areas import Mosaic, Pixels, filled, find_mosaics
from tactful.errors import InputError
from tactful.recognize import Reader
from tactful.terms import Box, ProtectedScreen

if TYPE_CHECKING:
    from tactful.recognize import ScreenReader

DIGIT = "#"
"""Stands for any digit in a pattern; every other character stands for itself."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Declared knowledge of an attacker: the values that a hidden text may have.

    ``values`` is a list of whole texts (a guest list, a phone book); ``patterns`` gives shapes such as
    ``######`` or ``(###) 555-01##``. Neither may come from the truth of the screen that is attacked.
    ``box`` narrows them to hidden places that overlap it; None means anywhere. ``InputError`` where neither
    is given or a text is empty.
    """

    type: str
    values: tuple[str, ...] = field(default=(), repr=False)
    patterns: tuple[str, ...] = ()
    box: Box | None = None

    def __post_init__(self) -> None:
        texts = (*self.values, *self.patterns)
        if not texts or not all(text.strip() for text in texts):
            raise InputError(
                "an attacker's candidates are empty", field=self.type, expected="non-empty texts"
            )


@dataclass(frozen=True, slots=True)
class Finding:
    """A text that a probe believes to stand on the original screen.

    ``box`` is where it stood, in pixels of the picture; ``confidence`` is the probe's own, 0 to 1, and not
    comparable between probes; ``how`` names the probe and its means, never the text.
    """

    text: str = field(repr=False)
    box: Box | None
    confidence: float
    how: str


class Probe(Protocol):
    """Recovers text from a protected picture. It may look at ``screen.image`` alone.

    The regions of a `ProtectedScreen` hold the very texts that are hidden, and its receipt says where: a
    probe that read them would measure nothing.
    """

    @property
    def name(self) -> str: ...

    def findings(self, screen: ProtectedScreen, known: Sequence[Candidates] = ()) -> tuple[Finding, ...]:
        """What the probe believes to read, in reading order. Deterministic.

        Raises ``RecognitionError`` where a reader fails: a failed look is not "nothing found".
        """
        ...


# Probes that read: plain OCR, and OCR after super-resolution and sharpening by classical means.

_ROUNDS = 12  # of back-projection
_LARGE = 2_600_000  # pixels: a larger picture is not enlarged, its text is large enough


@lru_cache(maxsize=1)
def shared_reader() -> ScreenReader:
    """One reader for all probes of the process: its models load once."""
    from tactful.recognize import open_reader

    return open_reader(guess=True)


class OcrProbe:
    """Reads what can simply be read: what a box missed, or what an operator left legible."""

    name = "ocr"

    def __init__(self, reader: Reader | None = None) -> None:
        self._reader = reader

    def findings(self, screen: ProtectedScreen, known: Sequence[Candidates] = ()) -> tuple[Finding, ...]:
        """Every text unit that the reader knows; ``known`` is not used."""
        return read_findings(self._reader or shared_reader(), pixels_of(screen), 1, self.name)


class SharpenProbe:
    """Mends what mosaic and squares did, enlarges, sharpens, and reads.

    A mosaic becomes the smooth picture whose cells have the observed means (iterative back-projection);
    scattered squares are filled in from around; the picture is then doubled (Lanczos) and sharpened
    (unsharp mask).
    """

    name = "sharpen"

    def __init__(self, reader: Reader | None = None) -> None:
        self._reader = reader

    def findings(self, screen: ProtectedScreen, known: Sequence[Candidates] = ()) -> tuple[Finding, ...]:
        """Every text unit that the reader knows in the mended picture; ``known`` is not used."""
        pixels = pixels_of(screen)
        mended = filled(smoothed(pixels, find_mosaics(pixels)))
        factor = 2 if pixels.shape[0] * pixels.shape[1] <= _LARGE else 1
        return read_findings(self._reader or shared_reader(), sharpened(mended, factor), factor, self.name)


def pixels_of(screen: ProtectedScreen) -> Pixels:
    """All that a probe may look at: uint8 (height, width, 3), RGB."""
    return np.asarray(screen.image.convert("RGB"), np.uint8)


def read_findings(reader: Reader, pixels: Pixels, factor: int, how: str) -> tuple[Finding, ...]:
    """The readable units of a picture that was enlarged ``factor`` times, in pixels of the original."""
    return tuple(
        Finding(
            unit.text,
            Box.around(*(edge / factor for edge in unit.box.tuple())),
            min(1.0, max(0.0, unit.confidence)),
            how,
        )
        for unit in reader.read(pixels)
        if unit.readable and unit.text.strip()
    )


def smoothed(pixels: Pixels, mosaics: Sequence[Mosaic]) -> Pixels:
    """The picture with each mosaic replaced by a smooth one whose cells have the same means."""
    out = pixels.copy()
    for mosaic in mosaics:
        box, side = mosaic.box, mosaic.side
        part = pixels[box.y1 : box.y2, box.x1 : box.x2].astype(np.float32)
        # A frame of background keeps the curve flat at the ends, and makes every cell whole.
        high, wide = -(-box.height // side) + 2, -(-box.width // side) + 2
        frame = np.empty((high * side, wide * side, 3), np.float32)
        frame[:] = mosaic.background
        frame[side : side + box.height, side : side + box.width] = part
        means = cv2.resize(frame, (wide, high), interpolation=cv2.INTER_AREA)
        smooth = cv2.resize(means, (wide * side, high * side), interpolation=cv2.INTER_CUBIC)
        for _ in range(_ROUNDS):
            lost = means - cv2.resize(smooth, (wide, high), interpolation=cv2.INTER_AREA)
            smooth = smooth + cv2.resize(lost, (wide * side, high * side), interpolation=cv2.INTER_CUBIC)
            smooth = np.clip(smooth, 0, 255)
        mended = smooth[side : side + box.height, side : side + box.width]
        out[box.y1 : box.y2, box.x1 : box.x2] = mended.round().astype(np.uint8)
    return out


def sharpened(pixels: Pixels, factor: int) -> Pixels:
    """The picture enlarged (Lanczos) and sharpened (unsharp mask of two pixels a factor)."""
    height, width = pixels.shape[:2]
    large = pixels
    if factor > 1:
        large = cv2.resize(
            pixels, (width * factor, height * factor), interpolation=cv2.INTER_LANCZOS4
        ).astype(np.uint8)
    soft = cv2.GaussianBlur(large, (0, 0), 1.0 * factor)
    return np.asarray(cv2.addWeighted(large, 1.7, soft, -0.7, 0), np.uint8)
