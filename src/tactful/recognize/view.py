"""What a recognizer sees and what it says: the view of one screen, and findings on its text units."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from tactful.terms import Box, Category, Risk, TaskState, TextUnit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class ScreenView:
    """One screen as recognizers see it: its text units, size, platform, task state and pixels.

    ``pixels`` is uint8 of shape (height, width, 3), RGB, or None where only units were given.
    ``platform`` is "android", "ios", "pc", "web" or "" (unknown).
    """

    units: tuple[TextUnit, ...]
    width: int
    height: int
    platform: str = ""
    state: TaskState = field(default_factory=TaskState)
    pixels: NDArray[np.uint8] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Finding:
    """One recognizer's word on ``units[unit].text[start:end]`` (``end`` None: to the end of the text).

    A finding without a unit (a face) gives its own ``box``. Risk ``none`` says "interface text, known to be
    public"; it loses against any finding with a risk that is at least as confident. ``confidence`` is 0 to
    1. ``reason`` is in words for a person and never repeats a value from the screen. ``priority`` is
    `OF_PLACE` for a finding that knows what a place on the screen means: where it is sure, `merge` takes it.
    """

    unit: int | None
    type: str
    risk: Risk
    category: Category | None
    confidence: float
    reason: str
    source: str
    start: int = 0
    end: int | None = None
    box: Box | None = None
    priority: int = 0


OF_PLACE = 1
"""The priority of findings from the place on the screen: rows, columns, labels, kinds of screens."""


class Recognizer(Protocol):
    """Turns a view into findings. Deterministic, and mutates nothing."""

    @property
    def name(self) -> str: ...

    def find(self, view: ScreenView) -> Iterable[Finding]: ...


class Reader(Protocol):
    """Reads text units off pixels: uint8 of shape (height, width, 3), RGB.

    Raises ``RecognitionError`` when reading fails; never returns an empty result instead.
    """

    def read(self, pixels: NDArray[np.uint8]) -> tuple[TextUnit, ...]: ...
