"""Where the input is that a field's label belongs to: the box that is drawn below it, or around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tactful.terms import Box

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_EDGE = 6  # grey levels between a page and an input's border or ground
_ALONG = 0.7  # of the width looked at that an edge takes up
_REACH = 6  # label heights below a label at which its input ends at most
_LEAST = 1.1  # label heights that an input is high at least
_APART = 1.6  # label heights between a label and an edge with room for an input between them


def input_below(
    label: Box, pixels: NDArray[np.uint8], labels: Sequence[Box] = ()
) -> tuple[float, float] | None:
    """A point in the input of a label, in pixels; None where nothing is drawn that could be one.

    ``labels`` are the other labels of the form: an input ends where the next label begins. A label within
    a box is a hint, and the box is its input.
    """
    import numpy as np

    height, width = pixels.shape[:2]
    size = label.height
    under = [
        other.y1 for other in labels if other.y1 >= label.y2 and other.x1 < label.x2 and label.x1 < other.x2
    ]
    top, bottom = max(0, label.y1 - 2 * size), min(height, label.y2 + _REACH * size, *under)
    right = min(width, label.x1 + max(8 * size, label.width))
    look = pixels[top:bottom, label.x1 : right].astype(np.int16).mean(axis=2)
    if look.shape[0] < 3 or look.shape[1] < 3:
        return None
    steps = (np.abs(np.diff(look, axis=0)) > _EDGE).mean(axis=1)
    edges = _merged([top + 1 + int(i) for i in np.flatnonzero(steps >= _ALONG)], max(3, size // 4))
    x = min(label.x1 + max(label.width / 2, 3.0 * size), width - 1.0)  # within the padding of any input
    above = [edge for edge in edges if label.y1 - 1.5 * size <= edge <= label.y1 + 2]
    below = [edge for edge in edges if edge >= label.y2 - 2]
    if not below:
        return None
    first = below[0]
    if first - label.y2 >= _APART * size:
        return x, (label.y2 + first) / 2  # a line under the input, none above it
    if len(below) > 1 and _LEAST * size <= below[1] - first <= 5 * size:
        return x, (first + below[1]) / 2
    if above and first - above[-1] <= 4.5 * size and not under:
        return x, (label.y1 + label.y2) / 2  # a hint in its box
    return x, first + 1.25 * size


def _merged(edges: Sequence[int], gap: int) -> list[int]:
    """Edges closer than ``gap`` as one: the two sides of a border."""
    found: list[int] = []
    for edge in edges:
        if found and edge - found[-1] < gap:
            continue
        found.append(edge)
    return found
