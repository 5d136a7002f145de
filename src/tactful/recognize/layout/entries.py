"""List entries: a head with a time at its right end, and the lines below it."""

from __future__ import annotations

from dataclasses import dataclass

from tactful.recognize.layout.geometry import Page, Spot
from tactful.recognize.layout.lexicon import lexicon
from tactful.recognize.layout.shapes import is_count, is_time


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of a list: ``head`` (a sender, a title), the ``time`` beside it, and what follows.

    ``beside`` are texts between head and time; ``children`` the lines below with the head's left edge.
    """

    head: Spot
    time: Spot
    beside: tuple[Spot, ...]
    children: tuple[Spot, ...]


def entries_of(page: Page) -> list[Entry]:
    """All entries of a page, from top to bottom; the status bar and desktop task bars make none."""
    heads: list[tuple[Spot, Spot, tuple[Spot, ...]]] = []
    for row in page.rows:
        times = [s for s in row if is_time(s.text)]
        if not times or page.in_top(row[0], 0.05) or page.in_bottom(row[0], 0.03):
            continue
        found = _head(page, row, times[-1])
        if found is not None:
            heads.append((found[0], times[-1], found[1]))
    taken = {head.index for head, _, _ in heads}
    return [Entry(head, time, beside, _children(page, head, taken)) for head, time, beside in heads]


def _head(page: Page, row: tuple[Spot, ...], time: Spot) -> tuple[Spot, tuple[Spot, ...]] | None:
    """The leftmost real text before the time, within the same pane, and the texts between."""
    before = [s for s in row if s.box.x2 <= time.box.x1 + page.line]
    chain: list[Spot] = []
    limit = page.width if page.phone else 0.45 * page.width
    edge = time
    for spot in reversed(before):
        near = limit if not chain or page.phone else 12 * page.line
        if spot is time or edge.box.x1 - spot.box.x2 > near:
            continue
        chain.append(spot)
        edge = spot
    chain = [s for s in chain if s is chain[0] or not _in_menu(page, s)]
    texts = [
        s for s in reversed(chain) if not is_count(s.text) and len(s.text.strip()) > 1 and not is_time(s.text)
    ]
    if not texts:
        return None
    return texts[0], tuple(texts[1:])


def _in_menu(page: Page, spot: Spot) -> bool:
    """Whether the spot stands in a side column of interface words (a folder list beside the real list)."""
    if page.phone or spot.box.x1 > 0.3 * page.width:
        return False
    column = page.column(spot)
    known = sum(lexicon().known(s.text) for s in column)
    return known >= 3 and known >= 0.6 * len(column)


def _children(page: Page, head: Spot, heads: set[int]) -> tuple[Spot, ...]:
    found: list[Spot] = []
    spot = head
    while len(found) < 4:
        following = page.below(spot, reach=1.3)
        if following is None or following.index in heads:
            break
        found.append(following)
        spot = following
    return tuple(found)
