"""What the browser measured on a shown screen: texts and pictures with their boxes, and what can be used.

Boxes are device pixels of the screenshot. Text boxes are tight to the ink of one line: about what a good OCR
draws. Clipped, hidden and covered text is left out, or cut to its visible part.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tactful.terms import Box
from tactful.world.values import Value


@dataclass(frozen=True, slots=True)
class Seen:
    """One visible line of a value, or a picture.

    ``text`` is the visible text of that line (for a picture: the value's words). ``inner`` marks an entity
    nested in a longer text, whose own line is another `Seen`. ``do`` is the command of the nearest
    element that can be pressed, ``bind`` the input it stands in. ``whole`` is false where a part of the
    line is hidden.
    """

    value: Value = field(repr=False)
    text: str = field(repr=False)
    box: Box
    picture: bool = False
    inner: bool = False
    do: str = ""
    bind: str = ""
    window: str = ""
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Target:
    """Something that can be pressed: ``do`` or, for inputs, ``bind``; ``box`` is its visible part."""

    do: str
    bind: str
    window: str
    box: Box
    point: tuple[int, int]  # a pixel that really hits it


@dataclass(frozen=True, slots=True)
class Scroller:
    """A part that scrolls: offset and length in device pixels."""

    id: str
    window: str
    box: Box
    top: int
    length: int


@dataclass(frozen=True, slots=True)
class Measured:
    """Everything visible, in document order; what is out of sight is left out."""

    width: int
    height: int
    seen: tuple[Seen, ...] = ()
    targets: tuple[Target, ...] = ()
    scrollers: tuple[Scroller, ...] = ()
