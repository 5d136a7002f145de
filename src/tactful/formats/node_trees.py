"""Trees of described nodes, as hosts give them, made flat: each visible text once, in its tightest box."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tactful.terms import Box, TextUnit


@dataclass(slots=True)
class Node:
    """One node of a host's tree while it is read.

    ``described`` marks a text that is a description rather than drawn text, so it may repeat the children's.
    """

    text: str = field(default="", repr=False)
    box: Box | None = None
    role: str = ""
    hint: str = field(default="", repr=False)
    described: bool = False
    hidden: bool = False
    children: list[Node] = field(default_factory=list, repr=False)

    def walk(self) -> Iterator[Node]:
        """This node and all below it, parents first, without recursion: trees may be deep."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))


def units_of(root: Node, width: int, height: int, *, source: str) -> tuple[tuple[TextUnit, ...], int]:
    """The text units of a tree on a screen of the given size, and how many texts had no place on it.

    - hidden nodes, and nodes without area on the screen, give nothing;
    - of a description, the parts that the texts below it already show are left out;
    - a text that a node below shows too is given once, in the lower box, with the hints of both.
    """
    shown: dict[int, TextUnit] = {}
    unplaced = 0
    order = list(root.walk())
    below = _texts_below(root, order)
    for node in order:
        if node.hidden or not node.text:
            continue
        text = _uncovered(node.text, below[id(node)]) if node.described else node.text
        if not text:
            continue
        box = None if node.box is None else node.box.clip(width, height)
        if node.box is None:
            unplaced += 1
        elif box is not None and box.area:
            shown[id(node)] = TextUnit(text, box, source=source, role=node.role, hint=node.hint)
    _merge_repeats(order, shown)
    return tuple(shown[id(node)] for node in order if id(node) in shown), unplaced


def _texts_below(root: Node, order: list[Node]) -> dict[int, list[str]]:
    """For every node, the visible and placed texts of its descendants."""
    below: dict[int, list[str]] = {}
    for node in reversed(order):  # children before parents
        texts: list[str] = []
        for child in node.children:
            if child.text and not child.hidden and child.box is not None and child.box.area:
                texts.append(child.text)
            texts += below[id(child)]
        # Long lists at every level of a deep tree would be quadratic: equal texts cover the same words.
        below[id(node)] = list(dict.fromkeys(texts))
    return below


def _uncovered(text: str, texts: list[str]) -> str:
    """The parts of a description (between commas, semicolons and line ends) that ``texts`` do not show."""
    if not texts:
        return text
    words = {word for other in texts for word in _words(other)}
    whole = set(_words(text))
    if whole and whole <= words:
        return ""
    parts = [part.strip() for part in re.split(r"[\n;]|,(?!\d)", text)]
    left = [part for part in parts if part and not (_words(part) and set(_words(part)) <= words)]
    return ", ".join(left)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


# Roles that only say "text is here"; a host's word for the element around it tells more.
_PLAIN = frozenset({"", "StaticText", "InlineTextBox", "text", "generic", "View", "TextView"})


def _merge_repeats(order: list[Node], shown: dict[int, TextUnit]) -> None:
    """Drop a text where a node inside it shows the same one; the inner unit inherits the outer's hints."""
    for node in order:
        outer = shown.get(id(node))
        if outer is None:
            continue
        inner = next((child for child in _below(node) if _repeats(shown.get(id(child)), outer)), None)
        if inner is None:
            continue
        unit = shown[id(inner)]
        hint = " ".join(dict.fromkeys(part for part in (unit.hint, outer.hint) if part))
        role = (outer.role or unit.role) if unit.role in _PLAIN else unit.role
        shown[id(inner)] = TextUnit(unit.text, unit.box, source=unit.source, role=role, hint=hint)
        del shown[id(node)]


def _below(node: Node) -> Iterator[Node]:
    walk = node.walk()
    next(walk)  # the node itself
    return walk


def _repeats(inner: TextUnit | None, outer: TextUnit) -> bool:
    return inner is not None and inner.text.strip() == outer.text.strip() and outer.box.overlap(inner.box) > 0
