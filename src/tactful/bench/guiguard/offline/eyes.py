"""What the built-in models see of a picture: its text units, read once in a process and shared by them all.

A picture is known by a keyed digest of its size and pixels, not of its file: a screen that the planner has
read costs the judge of its plans, the grounder and the recognizer nothing, however each of them was sent it.
Everything stays in memory.
"""

from __future__ import annotations

import io
import threading
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from tactful.errors import ModelError
from tactful.models import Message, Picture
from tactful.terms import TextUnit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tactful.recognize import Recent, ScreenReader

_PICTURES = 4096  # of about forty units each: some tens of megabytes at most
_reading = threading.Lock()  # the reader uses all cores for one screen, so two at once would not be faster


def read_units(data: bytes) -> tuple[TextUnit, ...]:
    """The text units of an encoded picture, boxes in its own pixels, in reading order.

    Equal pixels are read once, whatever the encoding, also by two threads at once. ``ModelError`` for bytes
    that are no picture; ``RecognitionError`` where the reader fails.
    """
    from tactful.recognize import content_key

    pixels = pixels_of(data)
    key = content_key(pixels)
    known = _known().get(key)
    if known is None:
        with _reading:
            known = _known().get(key)
            if known is None:
                known = shared_reader().read(pixels)
                _known().put(key, known)
    return known


@cache
def shared_reader() -> ScreenReader:
    """The one reader of this process that the built-in models look through."""
    from tactful.recognize import open_reader

    return open_reader()


def pixels_of(data: bytes) -> NDArray[np.uint8]:
    """The picture's pixels, uint8 (height, width, 3) RGB; ``ModelError`` for bytes that are no picture."""
    import numpy as np
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data)) as image:
            return np.asarray(image.convert("RGB"), dtype=np.uint8)
    except (OSError, ValueError, Image.DecompressionBombError):
        raise ModelError("a built-in model was sent bytes that are no picture") from None


def size_of(data: bytes) -> tuple[int, int]:
    """(width, height) of an encoded picture, from its header."""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data)) as image:
            return int(image.width), int(image.height)
    except (OSError, ValueError, Image.DecompressionBombError):
        raise ModelError("a built-in model was sent bytes that are no picture") from None


def last_picture(messages: Sequence[Message]) -> Picture | None:
    """The newest picture of a conversation; None where there is none."""
    return next((m.pictures[-1] for m in reversed(messages) if m.pictures), None)


def forget() -> None:
    """Drop everything that was read; the reader's models stay loaded."""
    _known().clear()
    shared_reader().forget()


@cache
def _known() -> Recent[tuple[TextUnit, ...]]:
    from tactful.recognize import Recent

    return Recent(_PICTURES)
