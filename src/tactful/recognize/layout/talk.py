"""The geometry of a conversation: what hangs on the right edge and what starts at the left one.

It holds whatever the input line shows, so a typed draft or a missing prompt does not hide a conversation.
"""

from __future__ import annotations

from itertools import pairwise

from tactful.recognize.layout.geometry import Page, Spot
from tactful.recognize.layout.lexicon import lexicon
from tactful.recognize.layout.shapes import is_count, is_prose, is_time, word_count

_TOP, _BOTTOM = 0.08, 0.93


def conversation(page: Page) -> float:
    """How strongly the blocks of a phone's screen look like message bubbles; 0 where they do not."""
    if not page.phone:
        return 0.0
    alone = [s for s in _body(page) if _stands_alone(page, s)]
    right = [s for s in alone if _hangs_right(page, s)]
    left = [s for s in alone if s.box.x1 < 0.25 * page.width and s.box.x2 < 0.87 * page.width]
    if not any(is_prose(s.text) for s in (*left, *right)) or len(left) < 1:
        return 0.0
    centred = sum(_is_centred_time(page, s) for s in page.spots)
    if not right:
        return 0.5 if centred >= 1 and _are_apart(page, left) else 0.0
    written = any(is_prose(s.text) for s in right)
    if not centred and not (written and len(left) + len(right) >= 3):
        return 0.0
    return 0.6 * min(len(right), 3) + 0.2 * min(len(left), 3) + 0.4 * min(centred, 1)


def _body(page: Page) -> list[Spot]:
    return [
        s
        for s in page.spots
        if _TOP < s.cy / page.height < _BOTTOM and not is_time(s.text) and not is_count(s.text)
    ]


def _stands_alone(page: Page, spot: Spot) -> bool:
    """Nothing beside it but the time and the tick marks of a message."""
    others = [s for s in page.row(spot) if s is not spot]
    return all(is_time(s.text) or is_count(s.text) or len(s.text.strip()) <= 2 for s in others)


def _hangs_right(page: Page, spot: Spot) -> bool:
    """Ends near the right edge and keeps clearly more room on its left: what the user wrote."""
    room = page.width - spot.box.x2
    return room < 0.16 * page.width and spot.box.x1 > max(0.2 * page.width, 1.8 * room) and _says(spot)


def _says(spot: Spot) -> bool:
    """More than a button's word or a link such as "Forgot password?"."""
    words = lexicon()
    return word_count(spot.text) >= 2 and not words.known(spot.text) and not words.composed(spot.text)


def _are_apart(page: Page, left: list[Spot]) -> bool:
    """Bubbles keep a distance; the lines of a paragraph do not."""
    ordered = sorted(left, key=lambda s: s.cy)
    gaps = [b.box.y1 - a.box.y2 for a, b in pairwise(ordered)]
    return sum(gap > 0.9 * page.line for gap in gaps) >= 2


def _is_centred_time(page: Page, spot: Spot) -> bool:
    """A date between messages stands alone in the middle of its row."""
    middle = abs(spot.cx - page.width / 2) < 0.05 * page.width
    return middle and len(page.row(spot)) == 1 and is_time(spot.text) and 0.08 < spot.cy / page.height < 0.9
