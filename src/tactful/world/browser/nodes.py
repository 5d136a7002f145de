"""The accessible nodes of a screen, for agents that read structure instead of pixels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tactful.terms import Box
from tactful.world.measured import Measured, Seen, Target

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


def nodes_of(
    measured: Measured, labels: Mapping[tuple[str, str, str], str] | None = None
) -> tuple[Node, ...]:
    """Fields, things to press and plain texts, from top to bottom; nested values are in their line's name.

    What can be pressed is named by the texts within it, else by the page's own label for it (``labels``: by
    command, bind and window).
    """
    labels = labels or {}
    lines = [seen for seen in measured.seen if not seen.inner or seen.picture]
    taken: set[int] = set()
    nodes: list[tuple[tuple[int, int], Node]] = []
    for target in measured.targets:
        mine = [at for at, seen in enumerate(lines) if at not in taken and _within(seen, target)]
        taken.update(mine)
        words = " ".join(lines[at].text for at in mine if not lines[at].picture)
        label = labels.get((target.do, target.bind, target.window), "")
        if target.bind and not target.do:
            node = Node("textbox", label or target.bind.rsplit("/", 1)[-1], words, target.box)
        else:
            name = words or label or " ".join(lines[at].text for at in mine)
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
