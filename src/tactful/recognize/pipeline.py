"""The recognition stage: a raw screen in, labelled regions out."""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import astuple, replace
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
_UNDER = 0.9  # of a read text that a given unit must cover to stand in for it


class ScreenRecognizer:
    """Reads a screen, asks every recognizer, merges what they say, and marks task necessity.

    ``reader`` and ``recognizers`` default to everything that ships with the package; both load at the first
    screen that needs them. A host's units stand in for reading only where the pixels under them say the same
    words (see `_settled`), unless ``trust_units`` says that they are complete and true. A screen that comes
    again is answered from memory: whole where the agent's state is the same as well, and for what the pixels
    alone decide (text, faces) in any case. Nothing remembered outlives the object. Safe to call from several
    threads.
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
            units = _settled(units, self._open_reader().read(pixels))
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
    """Every recognizer that ships with the package: patterns, names, layout, faces, codes."""
    from tactful.recognize.codes import CodeRecognizer
    from tactful.recognize.faces import FaceRecognizer
    from tactful.recognize.layout import layout_recognizers
    from tactful.recognize.names import name_recognizers
    from tactful.recognize.patterns import pattern_recognizers

    texts = (*pattern_recognizers(), *name_recognizers(), *layout_recognizers())
    return (*texts, FaceRecognizer(), CodeRecognizer())


def _settled(given: Sequence[TextUnit], read: Sequence[TextUnit]) -> tuple[TextUnit, ...]:
    """Given units, and all that was read but for what one of them says word for word in the same place.

    A container's label is no reading of what it contains, and a label that differs from the pixels is a
    disagreement: both are judged, and the severer finding masks. A unit that agrees gets the reader's edges,
    because the place of a value inside a host's wide box is a guess.
    """
    units: list[TextUnit] = []
    said: set[int] = set()
    for unit in given:
        under = [i for i, seen in enumerate(read) if unit.box.overlap(seen.box) >= _UNDER * seen.box.area]
        placed = _placed(unit, [read[i] for i in under])
        if placed is not None:
            said.update(under)
        units.append(placed or unit)
    return (*units, *(seen for i, seen in enumerate(read) if i not in said))


def _placed(unit: TextUnit, under: Sequence[TextUnit]) -> TextUnit | None:
    """The unit with the edges of the one row of text under it; None where its words are not that row's."""
    text = " ".join(seen.text for seen in under)
    if not text or _words(text) != _words(unit.text):
        return None
    if max(seen.box.y1 for seen in under) >= min(seen.box.center[1] for seen in under):
        return None  # several rows
    edges = [edge for seen in under for edge in seen.edges or ()]
    return replace(unit, text=text, edges=tuple(edges) if len(edges) == len(text) + 1 else None)


def _words(text: str) -> list[str]:
    """To compare by: letter for letter, because `ann` for `Ann` or `l` for `1` is what a deceiver writes."""
    return unicodedata.normalize("NFKC", text).split()


def _given(screen: Screen) -> object:
    """The host's text units with everything that their ``repr`` hides."""
    return None if screen.units is None else [astuple(unit) for unit in screen.units]


def _pixels(screen: Screen) -> NDArray[np.uint8]:
    import numpy as np

    assert screen.image is not None
    return np.asarray(screen.image.convert("RGB"), dtype=np.uint8)
