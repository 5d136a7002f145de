"""What the browser measured on a shown screen: texts and pictures with their boxes, and what can be used.

Boxes are device pixels of the screenshot. Text boxes are tight to the ink of one line: about what a good OCR
draws. Clipped, hidden and covered text is left out, or cut to its visible part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

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
    """Something that can be pressed: ``do`` or, for inputs, ``bind``; ``box`` is its visible part.

    ``label`` is the accessible name that the page itself gives it.
    """

    do: str
    bind: str
    window: str
    box: Box
    point: tuple[int, int]  # a pixel that really hits it
    label: str = field(default="", repr=False)


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


def parse_measured(raw: Mapping[str, Any], values: Sequence[Value], size: tuple[int, int]) -> Measured:
    """What ``tactful.measure`` of the page gave, with the values that its numbers stand for.

    ``size`` is the screenshot's (width, height). Boxes are cut to it; what then is empty is left out.
    Raises ``ValueError`` where a number stands for no value: the page is not of these values.
    """
    width, height = size
    seen = []
    for number, text, box, picture, inner, do, bind, window, whole in raw["seen"]:
        if not 0 <= number < len(values):
            raise ValueError(f"the page names value {number} of {len(values)}")
        place = Box.of(box).clip(width, height)
        if not place.area:
            continue
        value = values[number]
        words = value.text if picture else text
        seen.append(Seen(value, words, place, bool(picture), bool(inner), do, bind, window, bool(whole)))
    targets = tuple(
        Target(do, bind, window, Box.of(box).clip(width, height), (point[0], point[1]), label)
        for do, bind, window, box, point, label in raw["targets"]
        if point[0] < width and point[1] < height
    )
    scrollers = tuple(
        Scroller(name, window, Box.of(box).clip(width, height), top, length)
        for name, window, box, top, length in raw["scrollers"]
    )
    return Measured(width, height, tuple(seen), targets, scrollers)


# ---- the accessible nodes of a screen, for agents that read structure instead of pixels

_ROLES = {
    "item": "listitem", "tab": "tab", "open": "link", "view": "link", "pick": "option", "cell": "gridcell",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Node:
    """One accessible node: its role, its name, the value of a field, and its box in device pixels."""

    role: str
    name: str = field(repr=False)
    value: str = field(repr=False)
    box: Box


def nodes_of(measured: Measured) -> tuple[Node, ...]:
    """Fields, things to press and plain texts, from top to bottom; nested values are in their line's name.

    What can be pressed is named by the texts within it, else by the page's own label for it.
    """
    lines = [seen for seen in measured.seen if not seen.inner or seen.picture]
    taken: set[int] = set()
    nodes: list[tuple[tuple[int, int], Node]] = []
    for target in measured.targets:
        mine = [at for at, seen in enumerate(lines) if at not in taken and _within(seen, target)]
        taken.update(mine)
        words = " ".join(lines[at].text for at in mine if not lines[at].picture)
        if target.bind and not target.do:
            node = Node("textbox", target.label or target.bind.rsplit("/", 1)[-1], words, target.box)
        else:
            name = words or target.label or " ".join(lines[at].text for at in mine)
            node = Node(_ROLES.get(target.do.split(":", 1)[0], "button"), name, "", target.box)
        nodes.append(((target.box.y1, target.box.x1), node))
    for at, seen in enumerate(lines):
        if at not in taken:
            role = "img" if seen.picture else "text"
            nodes.append(((seen.box.y1, seen.box.x1), Node(role, seen.text, "", seen.box)))
    return tuple(node for _, node in sorted(nodes, key=lambda entry: entry[0]))


def _within(seen: Seen, target: Target) -> bool:
    same = (seen.do == target.do and target.do) or (seen.bind == target.bind and target.bind)
    return bool(same) and seen.window == target.window and seen.box.overlap(target.box) > 0
