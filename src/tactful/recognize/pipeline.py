"""The recognition stage: a raw screen in, labelled regions out."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tactful.errors import RecognitionError, TactfulError
from tactful.recognize.merge import merge
from tactful.recognize.necessity import mark_necessary
from tactful.recognize.view import Finding, Reader, Recognizer, ScreenView
from tactful.terms import Region, Screen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class ScreenRecognizer:
    """Reads a screen, asks every recognizer, merges what they say, and marks task necessity.

    ``reader`` and ``recognizers`` default to everything that ships with the package; both load at the first
    screen that needs them. Safe to call from several threads.
    """

    def __init__(
        self,
        *,
        reader: Reader | None = None,
        recognizers: Sequence[Recognizer] | None = None,
        extra: Sequence[Recognizer] = (),
    ) -> None:
        self._reader = reader
        self._recognizers = None if recognizers is None else tuple(recognizers)
        self._extra = tuple(extra)
        self._lock = threading.Lock()

    def recognize(self, screen: Screen) -> tuple[Region, ...]:
        """All text units and faces of a screen with their labels, ``none`` included.

        Raises ``RecognitionError`` when any part fails: a screen half looked at is not clean.
        """
        view = self._view(screen)
        findings: list[Finding] = []
        for recognizer in self._all():
            try:
                findings.extend(recognizer.find(view))
            except TactfulError:
                raise
            except Exception as err:
                # The cause may quote text from the screen, so only its type is passed on.
                raise RecognitionError(
                    f"{screen.name}: the recognizer '{recognizer.name}' failed ({type(err).__name__})"
                ) from None
        return mark_necessary(merge(view, findings), screen.state)

    def _view(self, screen: Screen) -> ScreenView:
        pixels = None if screen.image is None else _pixels(screen)
        units = screen.units
        if units is None:
            if pixels is None:
                raise RecognitionError(f"{screen.name}: neither pixels nor text units were given")
            units = self._open_reader().read(pixels)
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


def _pixels(screen: Screen) -> NDArray[np.uint8]:
    import numpy as np

    assert screen.image is not None
    return np.asarray(screen.image.convert("RGB"), dtype=np.uint8)
