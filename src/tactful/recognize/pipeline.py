"""The recognition stage: a raw screen in, labelled regions out."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import astuple
from typing import TYPE_CHECKING

from tactful.errors import RecognitionError, TactfulError
from tactful.recognize.merge import merge
from tactful.recognize.necessity import mark_necessary
from tactful.recognize.reading.cache import Recent, content_key, label_key
from tactful.recognize.view import Finding, Reader, Recognizer, ScreenView
from tactful.terms import Region, Screen, TextUnit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
_SCREENS = 64  # screens whose findings are remembered
_KNOWN = 0.5  # share of a read text that given units must cover


class ScreenRecognizer:
    """Reads a screen, asks every recognizer, merges what they say, and marks task necessity.

    ``reader`` and ``recognizers`` default to everything that ships with the package; both load at the first
    screen that needs them. Text that a host's units leave out (a web view, a canvas) is read off the pixels,
    unless ``trust_units`` says that they are complete. A screen that comes again is answered from memory:
    whole where the agent's state is the same as well, and for what the pixels alone decide (text, faces) in
    any case. Nothing remembered outlives the object. Safe to call from several threads.
    """

    def __init__(
        self,
        *,
        reader: Reader | None = None,
        recognizers: Sequence[Recognizer] | None = None,
        extra: Sequence[Recognizer] = (),
        trust_units: bool = False,
    ) -> None:
        self._reader = reader
        self._recognizers = None if recognizers is None else tuple(recognizers)
        self._extra = tuple(extra)
        self._trust_units = trust_units
        self._lock = threading.Lock()
        self._screens: Recent[tuple[Region, ...]] = Recent(_SCREENS)
        self._by_pixels: Recent[tuple[Finding, ...]] = Recent(_SCREENS)

    def recognize(self, screen: Screen) -> tuple[Region, ...]:
        """All text units and faces of a screen with their labels, ``none`` included.

        Raises ``RecognitionError`` when any part fails: a screen half looked at is not clean.
        """
        pixels = None if screen.image is None else _pixels(screen)
        if pixels is None:
            return self._recognize(screen, self._view(screen, None), None)
        seen = content_key(pixels, _given(screen))
        whole = seen + label_key(screen.platform, astuple(screen.state))
        known = self._screens.get(whole)
        if known is None:
            known = self._recognize(screen, self._view(screen, pixels), seen)
            self._screens.put(whole, known)
        return known

    def _recognize(self, screen: Screen, view: ScreenView, seen: bytes | None) -> tuple[Region, ...]:
        findings: list[Finding] = []
        for recognizer in self._all():
            try:
                findings.extend(self._ask(recognizer, view, seen))
            except TactfulError:
                raise
            except Exception as err:
                # The cause may quote text from the screen, so only its type is passed on.
                raise RecognitionError(
                    f"{screen.name}: the recognizer '{recognizer.name}' failed ({type(err).__name__})"
                ) from None
        return mark_necessary(merge(view, findings), screen.state)

    def _ask(self, recognizer: Recognizer, view: ScreenView, seen: bytes | None) -> Iterable[Finding]:
        """What a recognizer finds; from memory where only the pixels count and these were seen before."""
        if seen is None or not getattr(recognizer, "pixels_decide", False):
            return recognizer.find(view)
        key = seen + recognizer.name.encode()
        known = self._by_pixels.get(key)
        if known is None:
            known = tuple(recognizer.find(view))
            self._by_pixels.put(key, known)
        return known

    def _view(self, screen: Screen, pixels: NDArray[np.uint8] | None) -> ScreenView:
        units = screen.units
        if pixels is None:
            if units is None:
                raise RecognitionError(f"{screen.name}: neither pixels nor text units were given")
        elif units is None:
            units = self._open_reader().read(pixels)
        elif not self._trust_units:
            units = (*units, *_left_out(units, self._open_reader().read(pixels)))
        return ScreenView(units, screen.width, screen.height, screen.platform, screen.state, pixels)

    def _open_reader(self) -> Reader:
        with self._lock:
            if self._reader is None:
                from tactful.recognize.reading import open_reader

                self._reader = open_reader()
            return self._reader

    def _all(self) -> tuple[Recognizer, ...]:
        with self._lock:
            if self._recognizers is None:
                self._recognizers = default_recognizers()
            return self._recognizers + self._extra


def default_recognizers() -> tuple[Recognizer, ...]:
    """Every recognizer that ships with the package: patterns, names, layout, faces."""
    from tactful.recognize.faces import FaceRecognizer
    from tactful.recognize.layout import layout_recognizers
    from tactful.recognize.names import name_recognizers
    from tactful.recognize.patterns import pattern_recognizers

    return (*pattern_recognizers(), *name_recognizers(), *layout_recognizers(), FaceRecognizer.installed())


def _left_out(given: Sequence[TextUnit], read: Sequence[TextUnit]) -> list[TextUnit]:
    """What the reader sees where no given unit stands."""
    return [
        unit
        for unit in read
        if sum(unit.box.overlap(known.box) for known in given if known.text.strip()) < _KNOWN * unit.box.area
    ]


def _given(screen: Screen) -> object:
    """The host's text units with everything that their ``repr`` hides."""
    return None if screen.units is None else [astuple(unit) for unit in screen.units]


def _pixels(screen: Screen) -> NDArray[np.uint8]:
    import numpy as np

    assert screen.image is not None
    return np.asarray(screen.image.convert("RGB"), dtype=np.uint8)
