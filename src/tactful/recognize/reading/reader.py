"""The reader: pixels in, text units in reading order out. What was read before is not read again."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

from tactful.errors import RecognitionError
from tactful.recognize.inference import PerProcess
from tactful.recognize.reading.cache import Recent, content_key
from tactful.recognize.reading.detect import Detector, TextBox, choose_scale
from tactful.recognize.reading.engine import Engine, EngineName, load_engine
from tactful.recognize.reading.lines import Line, Piece, cut, find_pieces, read_lines
from tactful.recognize.reading.readings import (
    Reading,
    could_be_cyrillic,
    first_reading,
    has_script,
    is_lone,
    is_sure,
    joint_reading,
)
from tactful.recognize.reading.residue import cleared, torn, unread_rows
from tactful.recognize.reading.second import SecondReader, Tesseract, Word
from tactful.recognize.reading.turned import lost_areas, units_of_lost
from tactful.recognize.reading.units import is_doubtful, units_of, without_foreign
from tactful.terms import TextUnit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from tactful.recognize.reading.ink import Ink

    Pixels = NDArray[np.uint8]

V = TypeVar("V")

_SCREENS = 64  # whole screens remembered, as units
_TILES = 96  # probability maps remembered, about 0.2 MB each
_SMALLEST = 5  # pixels a side: nothing smaller holds a letter


class ScreenReader:
    """Reads text units off screens; models load at the first ``read``; safe to share between threads.

    ``engine`` is a name that `load_engine` takes, or an engine of your own.
    With ``guess`` a doubtful reading counts instead of being unknown: what somebody who looks at a screen
    makes of it, for attacks and models, never for a guard. ``lines`` bounds the remembered lines.
    Everything remembered lives in memory, under keys that mean nothing outside this process, and goes with
    ``forget`` or the reader.
    """

    def __init__(
        self,
        engine: EngineName | Engine = "auto",
        *,
        second: SecondReader | bool = True,
        lines: int = 4096,
        guess: bool = False,
    ) -> None:
        self._choice = engine
        self._wanted = second
        self._guess = guess
        self._models = PerProcess(self._load)
        self._detector: Detector | None = None
        self._second: SecondReader | None = None
        self._screens: Recent[tuple[TextUnit, ...]] = Recent(_SCREENS if lines else 0)
        self._lines: Recent[Line] = Recent(lines)
        self._words: Recent[tuple[Word, ...]] = Recent(lines)
        self._tiles = _TILES if lines else 0

    def read(self, pixels: Pixels) -> tuple[TextUnit, ...]:
        """The text units of a screen, uint8 (height, width, 3) RGB, in reading order; turned lines last.

        A unit with ``readable`` false is text that no reader here knows. ``RecognitionError`` when the
        pixels are not of that form, or a model or second reader fails.
        """
        if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] != 3:
            raise RecognitionError("the reader needs RGB pixels: uint8 of shape (height, width, 3)")
        pixels = np.ascontiguousarray(pixels)
        if min(pixels.shape[:2]) < _SMALLEST:
            return ()
        key = content_key(pixels)
        known = self._screens.get(key)
        if known is None:
            known = self._read(pixels)
            self._screens.put(key, known)
        return known

    def forget(self) -> None:
        """Drops everything remembered of the screens read so far; the models stay loaded."""
        for memory in (self._screens, self._lines, self._words):
            memory.clear()
        if self._detector is not None:
            self._detector.forget()

    def _read(self, pixels: Pixels) -> tuple[TextUnit, ...]:
        engine, detector = self._models()
        found = detector.detect(pixels, choose_scale(pixels))
        pieces = self._looked_at(engine, pixels, found)
        size = (pixels.shape[1], pixels.shape[0])
        units = _all(pieces) if self._guess else without_foreign(pieces, size)
        units.extend(units_of_lost(pixels, lost_areas(found, units), self._lines_in(engine)))
        units.extend(self._unread(engine, pixels, units))
        return tuple(units)

    def _unread(self, engine: Engine, pixels: Pixels, units: Sequence[TextUnit]) -> list[TextUnit]:
        """What stands in the ink that ``units`` do not explain, read without the detector."""
        rows = unread_rows(pixels, units)
        if not rows:
            return []
        size = (pixels.shape[1], pixels.shape[0])
        read = self._looked_at(engine, pixels, rows)
        failed = 2 * len(rows) > len(units)  # else these are the few leftovers of a screen that was read
        new = without_foreign(read, size) if failed and not self._guess else _all(read)
        known = {unit.text for unit in units}
        for _, whole in self._looked_at(engine, pixels, torn(rows, units, size)):
            new.extend(unit for unit in whole if unit.readable and unit.text not in known)
        return new

    def _looked_at(
        self, engine: Engine, pixels: Pixels, found: Sequence[TextBox]
    ) -> list[tuple[Ink, list[TextUnit]]]:
        """The pieces of the lines that were found, with the units read in each."""
        pixels = cleared(pixels, found)
        pieces = find_pieces(pixels, found)
        images = [cut(pixels, piece.look) for piece in pieces]
        lines = self._lines_in(engine)(images)
        readings = [
            first_reading(piece.look, piece.ink, line) for piece, line in zip(pieces, lines, strict=True)
        ]
        readings = self._second_look(pieces, images, readings)
        size = (pixels.shape[1], pixels.shape[0])
        return [
            (piece.ink, units_of(piece.ink, reading, size, guess=self._guess))
            for piece, reading in zip(pieces, readings, strict=True)
        ]

    def _lines_in(self, engine: Engine) -> Callable[[list[Pixels]], list[Line]]:
        return lambda images: _remembered(self._lines, images, lambda missing: read_lines(engine, missing))

    def _load(self) -> tuple[Engine, Detector]:
        self._second = Tesseract.find() if self._wanted is True else self._wanted or None
        engine = load_engine(self._choice) if isinstance(self._choice, str) else self._choice
        self._detector = Detector(engine, self._tiles)
        return engine, self._detector

    def _second_look(
        self, pieces: Sequence[Piece], images: Sequence[Pixels], readings: Sequence[Reading]
    ) -> list[Reading]:
        """Doubtful pieces again by the second reader; deceptive ones too where it finds its scripts."""
        settled = list(readings)
        if self._second is None:
            return settled
        chosen = [i for i, piece in enumerate(pieces) if is_doubtful(piece.ink, readings[i])]
        self._ask_second(chosen, pieces, images, settled)
        found = {name for name in self._second.scripts for i in chosen if has_script(settled[i].text, name)}
        if found:
            rest = [i for i in range(len(pieces)) if i not in chosen]
            twins = [i for i in rest if "CYRILLIC" in found and could_be_cyrillic(readings[i].text)]
            lone = [i for i in rest if is_lone(pieces[i].ink) and not is_sure(readings[i])]
            self._ask_second(sorted({*twins, *lone}), pieces, images, settled)
        return settled

    def _ask_second(
        self, chosen: Sequence[int], pieces: Sequence[Piece], images: Sequence[Pixels], settled: list[Reading]
    ) -> None:
        reader = self._second
        if reader is None:
            return
        words = _remembered(
            self._words,
            [images[i] for i in chosen],
            lambda missing: [tuple(found) for found in reader.read(missing)],
        )
        for i, found in zip(chosen, words, strict=True):
            piece = pieces[i]
            settled[i] = joint_reading(piece.look, piece.ink, settled[i], found, reader.scripts)


def _all(pieces: Sequence[tuple[Ink, list[TextUnit]]]) -> list[TextUnit]:
    return [unit for _, units in pieces for unit in units]


def _remembered(
    memory: Recent[V], images: Sequence[Pixels], read: Callable[[list[Pixels]], Sequence[V]]
) -> list[V]:
    """One value an image: from memory where its pixels were met before, else read in one go."""
    keys = [content_key(image) for image in images]
    values = {key: value for key in set(keys) if (value := memory.get(key)) is not None}
    missing = {key: image for key, image in zip(keys, images, strict=True) if key not in values}
    for key, value in zip(missing, read(list(missing.values())) if missing else (), strict=True):
        values[key] = value
        memory.put(key, value)
    return [values[key] for key in keys]
