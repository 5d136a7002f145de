"""The page's measurements as the world's own types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tactful.terms import Box
from tactful.world.measured import Measured, Scroller, Seen, Target
from tactful.world.values import Value


def parse_measured(found: Mapping[str, Any], values: Sequence[Value], size: tuple[int, int]) -> Measured:
    """What ``tactful.measure`` of the page gave, with the values that its numbers stand for.

    ``size`` is the screenshot's (width, height). Boxes are cut to it; what then is empty is left out.
    Raises ``ValueError`` where a number stands for no value: the page is not of these values.
    """
    width, height = size
    seen = []
    for number, text, box, picture, inner, do, bind, window, whole in found["seen"]:
        if not 0 <= number < len(values):
            raise ValueError(f"the page names value {number} of {len(values)}")
        place = Box.of(box).clip(width, height)
        if not place.area:
            continue
        value = values[number]
        words = value.text if picture else text
        seen.append(Seen(value, words, place, bool(picture), bool(inner), do, bind, window, bool(whole)))
    targets = tuple(
        Target(do, bind, window, Box.of(box).clip(width, height), (point[0], point[1]))
        for do, bind, window, box, point, _ in found["targets"]
        if point[0] < width and point[1] < height
    )
    scrollers = tuple(
        Scroller(name, window, Box.of(box).clip(width, height), top, length)
        for name, window, box, top, length in found["scrollers"]
    )
    return Measured(width, height, tuple(seen), targets, scrollers)


def labels_of(found: Mapping[str, Any]) -> dict[tuple[str, str, str], str]:
    """The accessible names that the page itself gives its targets, by command, bind and window."""
    return {(do, bind, window): label for do, bind, window, _, _, label in found["targets"] if label}
