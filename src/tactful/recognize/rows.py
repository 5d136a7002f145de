"""Rows of lists among labelled regions: what stands in one row, and which row is the third."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tactful.terms import Category, Region

# A list has at least this many rows; fewer lines below each other are anything.
MIN_ROWS = 3
_APART = 0.6


@dataclass(frozen=True, slots=True)
class Row:
    """One row: the index of the region that heads it, and of all regions in it, the head's included."""

    head: int
    members: tuple[int, ...]


def lists(regions: Sequence[Region]) -> list[tuple[Row, ...]]:
    """The lists of a screen from left to right, each with its rows from top to bottom.

    A list is a column of regions that begin at the same x and stand in blocks, one a row. Blocks that begin
    with public text (a section's name, a hint) are no rows, nor is what the status bar shows. A column inside
    a list that is already known belongs to its rows.
    """
    found: list[tuple[Row, ...]] = []
    taken: set[int] = set()
    for column in sorted(_columns(regions), key=lambda column: regions[column[0]].box.x1):
        blocks = [b for b in _blocks(regions, column) if _heads_a_row(regions[b[0]]) and b[0] not in taken]
        if len(blocks) >= MIN_ROWS:
            rows = tuple(Row(block[0], _members(regions, block)) for block in blocks)
            found.append(rows)
            taken.update(index for row in rows for index in row.members)
    return found


def _heads_a_row(region: Region) -> bool:
    return (
        region.private and region.category is not Category.TECHNICAL_DEVICE and region.type not in _NO_HEADS
    )


# What stands beside a row's head, never for it.
_NO_HEADS = frozenset({"time", "date", "amount", "badge", "otp", "address"})


def _columns(regions: Sequence[Region]) -> list[list[int]]:
    """Indices of outer text regions by their left edge, from top to bottom."""
    columns: list[tuple[int, list[int]]] = []
    order = sorted(
        (i for i, r in enumerate(regions) if r.text and not r.inner), key=lambda i: regions[i].box.y1
    )
    for index in order:
        box = regions[index].box
        near = max(4, box.height // 3)
        for x1, column in columns:
            if abs(box.x1 - x1) <= near:
                column.append(index)
                break
        else:
            columns.append((box.x1, [index]))
    return [column for _, column in columns if len(column) >= MIN_ROWS]


def _blocks(regions: Sequence[Region], column: Sequence[int]) -> list[list[int]]:
    """Lines of one block stand close to each other; more than half a line apart, a new block begins."""
    blocks = [[column[0]]]
    for above, below in pairwise(column):
        gap = regions[below].box.y1 - regions[above].box.y2
        if gap > _APART * min(regions[above].box.height, regions[below].box.height):
            blocks.append([])
        blocks[-1].append(below)
    return blocks


def _members(regions: Sequence[Region], block: Sequence[int]) -> tuple[int, ...]:
    """What stands between the block's first and last line, from its left edge on."""
    top, bottom = regions[block[0]].box.y1, regions[block[-1]].box.y2
    left = min(regions[i].box.x1 for i in block)
    slack = regions[block[0]].box.height // 3
    return tuple(
        i
        for i, region in enumerate(regions)
        if top - slack <= region.box.center[1] <= bottom + slack and region.box.x1 >= left - slack
    )
