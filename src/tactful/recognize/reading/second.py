"""A second reader for the scripts that the bundled model cannot read: the tesseract program, if installed."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from PIL import Image

from tactful.errors import RecognitionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

_SCRIPTS = {"kor": "HANGUL", "rus": "CYRILLIC"}
_HELPERS = ("eng",)  # read along, so that an address inside a Russian line survives
_HEIGHT = 44  # line image height that its networks read best
_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its columns x1..x2 in the line image, and a confidence of 0 to 1."""

    text: str = field(repr=False)
    x1: float
    x2: float
    confidence: float


class SecondReader(Protocol):
    """Reads line images that the first reader could not: their words, none where it cannot either."""

    @property
    def scripts(self) -> tuple[str, ...]:
        """The scripts it adds, as in Unicode names: "HANGUL", "CYRILLIC"."""
        ...

    def read(self, images: Sequence[Pixels]) -> list[list[Word]]: ...


class Tesseract:
    """The tesseract program with its Korean and Russian data; ``find`` gives None where they are absent.

    Line images go to its standard input as one multi-page TIFF, so that no private pixel touches the disk
    and the program starts once a call.
    """

    def __init__(self, program: str, languages: Sequence[str]) -> None:
        self._program = program
        self._languages = [name for name in _SCRIPTS if name in languages]
        self._helpers = [name for name in _HELPERS if name in languages]
        self._lock = threading.Lock()

    @classmethod
    def find(cls) -> Tesseract | None:
        """The installed program, or None where it or both languages are absent."""
        program = shutil.which("tesseract")
        if program is None:
            return None
        try:
            listing = subprocess.run(
                [program, "--list-langs"], capture_output=True, timeout=_SECONDS, check=True, text=True
            )
        except (OSError, subprocess.SubprocessError):
            return None  # a broken installation counts as none: its lines stay unknown, not clean
        reader = cls(program, listing.stdout.split())
        return reader if reader._languages else None

    @property
    def scripts(self) -> tuple[str, ...]:
        return tuple(_SCRIPTS[name] for name in self._languages)

    def read(self, images: Sequence[Pixels]) -> list[list[Word]]:
        """The words of each RGB line image. ``RecognitionError`` when the program fails or hangs."""
        if not images:
            return []
        pages, factors = zip(*(_page(image) for image in images), strict=True)
        stream = io.BytesIO()
        pages[0].save(stream, "TIFF", save_all=True, append_images=pages[1:])
        command = [self._program, "stdin", "stdout", "--psm", "7", "--dpi", "150"]
        command += ["-l", "+".join(self._languages + self._helpers), "tsv"]
        environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}  # its threads cost more than they bring
        try:
            with self._lock:
                done = subprocess.run(
                    command, input=stream.getvalue(), capture_output=True, timeout=_SECONDS, env=environment
                )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise RecognitionError(f"tesseract could not be run ({type(error).__name__})") from None
        if done.returncode:
            raise RecognitionError(f"tesseract failed with exit code {done.returncode}")
        return _words(done.stdout.decode("utf-8", "replace"), factors)


def _page(image: Pixels) -> tuple[Image.Image, float]:
    """The line as dark on light grey, of the best height with a quiet border, and its scale factor."""
    grey = Image.fromarray(image).convert("L")
    corner = sorted(
        [*grey.crop((0, 0, grey.width, 1)).tobytes(), *grey.crop((0, 0, 1, grey.height)).tobytes()]
    )
    ground = corner[len(corner) // 2]
    if ground < 128:
        grey, ground = grey.point(lambda value: 255 - value), 255 - ground
    factor = _HEIGHT / grey.height
    size = (max(8, round(grey.width * factor)), _HEIGHT)
    page = Image.new("L", (size[0] + 2 * _BORDER, size[1] + 2 * _BORDER), ground)
    page.paste(grey.resize(size, Image.Resampling.BICUBIC), (_BORDER, _BORDER))
    return page, factor


_BORDER = 8


def _words(table: str, factors: Sequence[float]) -> list[list[Word]]:
    """From TSV rows: level, page, block, paragraph, line, word, left, top, width, height, conf, text."""
    lines: list[list[Word]] = [[] for _ in factors]
    for row in table.splitlines()[1:]:
        cells = row.split("\t")
        if len(cells) != 12 or cells[0] != "5" or not cells[11].strip():
            continue
        page = int(cells[1]) - 1
        left, width = float(cells[6]) - _BORDER, float(cells[8])
        factor = factors[page]
        confidence = max(0.0, float(cells[10]) / 100)
        lines[page].append(Word(cells[11], left / factor, (left + width) / factor, confidence))
    return lines
