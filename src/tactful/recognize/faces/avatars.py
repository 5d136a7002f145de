"""Finds avatars: discs and rounded tiles beside a list row or in an app bar.

A letter avatar is a disc of one colour with one or two characters on it; a photo avatar is a disc, or one
of a column of tiles, with the many colours of a photograph. Both are told from icons by what they show and
by where they stand: text begins right of them, or they close an app bar at its right end. Any other disc
that stands there is given as "disc": it is an avatar only if it shows a face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from tactful.terms import Box, TextUnit

if TYPE_CHECKING:
    from numpy.typing import NDArray

Kind = Literal["letter", "photo", "disc"]
EDGE = 14  # colour steps of at least this much in a channel make an edge
LIKE = (
    0.68  # overlap with a capital's shape: other type faces have 0.74 and more (small ones 0.66), icons 0.65
)
_UNREAD = "\ufffd"
_GLYPH = 24
COLUMN = 3  # tiles count only in a column of at least this many: a single one is an icon or a thumbnail


@dataclass(frozen=True, slots=True)
class Avatar:
    """An avatar's box in pixels, what it shows, and how sure that is (0 to 1)."""

    box: Box
    kind: Kind
    confidence: float
    round: bool


def find_avatars(pixels: NDArray[np.uint8], units: Sequence[TextUnit]) -> tuple[Avatar, ...]:
    """The avatars of a screen: uint8 pixels (height, width, 3), RGB, and the text units read off it."""
    height, width = pixels.shape[:2]
    avatars: list[Avatar] = []
    tiles: list[Avatar] = []
    for box, is_round in _shapes(pixels):
        if not _stands_like_an_avatar(box, units, width, height):
            continue
        patch = pixels[box.y1 : box.y2, box.x1 : box.x2]
        if is_round and (sure := _letter_confidence(patch, _word_on(box, units))):
            avatars.append(Avatar(box, "letter", sure, True))
        elif _photographic(patch, is_round):
            (avatars if is_round else tiles).append(Avatar(box, "photo", 0.7 if is_round else 0.5, is_round))
        elif is_round:
            avatars.append(Avatar(box, "disc", 0.3, True))
    avatars += [tile for tile in tiles if sum(_same_column(tile.box, other.box) for other in tiles) >= COLUMN]
    return _apart(avatars)


def _shapes(pixels: NDArray[np.uint8]) -> list[tuple[Box, bool]]:
    """Closed outlines of an avatar's size, as (box, whether it is a disc)."""
    import cv2

    height, width = pixels.shape[:2]
    scale = 0.5 if height > 1.4 * width and width >= 700 else 1.0  # phones have large pixels to spare
    small = (
        pixels if scale == 1 else cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    )
    low, high = 22 * (1 if scale == 1 else 1.5), max(40.0, 0.2 * min(width, height))
    step = cv2.morphologyEx(small, cv2.MORPH_GRADIENT, np.ones((2, 2), np.uint8))
    red, green, blue = cv2.split(step)
    _, edges = cv2.threshold(cv2.max(cv2.max(red, green), blue), EDGE - 1, 1, cv2.THRESH_BINARY)
    outlines, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    found = []
    for outline in outlines:
        x, y, w, h = cv2.boundingRect(outline)
        if not (low <= w / scale <= high and 0.9 <= w / h <= 1.11):
            continue
        filled = cv2.contourArea(outline) / ((w - 1) * (h - 1))
        is_round = 0.7 <= filled <= 0.865 and _is_circle(outline)
        if is_round or filled >= 0.9:
            found.append((Box.around(x / scale, y / scale, (x + w) / scale, (y + h) / scale), is_round))
    return found


def _is_circle(outline: NDArray[Any]) -> bool:
    """Whether all points of an outline are about as far from its middle."""
    points = outline[:, 0].astype(np.float64)
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    reach = np.hypot(*(points - middle).T)
    return bool(reach.std() <= 0.04 * reach.mean())


def _stands_like_an_avatar(box: Box, units: Sequence[TextUnit], width: int, height: int) -> bool:
    """Right end of the app bar, or text that begins right of it, at its height."""
    if box.y2 <= 0.16 * height and box.x2 >= 0.85 * width:
        return True
    reach = 1.2 * box.width
    return any(
        box.x2 - 2 <= unit.box.x1 <= box.x2 + reach
        and box.y1 - box.height / 4 <= unit.box.center[1] <= box.y2
        for unit in units
    )


def _word_on(box: Box, units: Sequence[TextUnit]) -> str:
    """What the reader has seen on it: "" for nothing, a replacement character where it could not read."""
    return "".join(
        unit.text.strip() if unit.readable else _UNREAD
        for unit in units
        if box.holds(*unit.box.center) and unit.box.width <= 1.1 * box.width
    )


def _letter_confidence(patch: NDArray[np.uint8], word: str) -> float:
    """How sure a disc shows letters on one colour; 0 for no. ``word`` is what was read on it."""
    import cv2

    if word and word != _UNREAD and not (len(word) <= 3 and word[0].isalpha()):
        return 0.0  # a counter, a day, a plus
    side = 96
    small = cv2.resize(patch, (side, side), interpolation=cv2.INTER_AREA).astype(np.int16)
    yy, xx = np.mgrid[0:side, 0:side]
    disc = np.hypot(xx - (side - 1) / 2, yy - (side - 1) / 2) < 0.41 * side
    ground = np.median(small[disc & ~_middle(side)], axis=0)
    apart = np.abs(small - ground).max(axis=2)
    mark = ((apart > 48) & disc).astype(np.uint8)
    share = mark.sum() / disc.sum()
    clean = (apart[disc] <= 24).mean() + share  # what is neither ground nor mark is the blur of edges
    if not 0.02 <= share <= 0.4 or clean < 0.8 or _is_pale(ground):
        return 0.0
    rows, columns = np.where(mark)
    tall, wide = int(np.ptp(rows)) + 1, int(np.ptp(columns)) + 1
    centred = (
        max(abs(rows.min() + rows.max() - side), abs(columns.min() + columns.max() - side)) <= 0.24 * side
    )
    if not (0.22 * side <= tall <= 0.66 * side and wide <= 0.72 * side and centred):
        return 0.0
    if word:
        return 0.6 if word == _UNREAD else 0.9
    thickest = 2 * float(cv2.distanceTransform(mark, cv2.DIST_L2, 3).max())
    if thickest > 0.38 * tall:
        return 0.0  # a silhouette is a filled shape; a letter is made of strokes
    shape = mark[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    # Other strokes are an icon. Letters of other scripts are known by the reader, who sees them as text.
    return 0.75 if _likeness(shape) >= LIKE else 0.0


def _middle(side: int) -> NDArray[np.bool_]:
    yy, xx = np.mgrid[0:side, 0:side]
    return np.asarray(np.hypot(xx - (side - 1) / 2, yy - (side - 1) / 2) < 0.33 * side)


def _likeness(shape: NDArray[np.uint8]) -> float:
    """How much a mark looks like its most similar Latin capital, 0 to 1 (IoU of shapes of equal size)."""
    import cv2

    height, width = shape.shape
    mark = cv2.resize(shape.astype(np.float32), (_GLYPH, _GLYPH), interpolation=cv2.INTER_AREA)
    best = 0.0
    for aspect, glyph in _capitals():
        if 0.7 <= (width / height) / aspect <= 1.43:
            best = max(best, float(np.minimum(mark, glyph).sum() / np.maximum(mark, glyph).sum()))
    return best


@lru_cache(maxsize=1)
def _capitals() -> tuple[tuple[float, NDArray[np.float32]], ...]:
    """The Latin capitals as (width / height, coverage of shape (_GLYPH, _GLYPH)), in three weights."""
    import cv2
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.load_default(96)
    glyphs = []
    for letter, weight in product("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (0, 2, 5)):
        image = Image.new("L", (160, 160))
        ImageDraw.Draw(image).text((80, 80), letter, fill=255, font=font, anchor="mm", stroke_width=weight)
        box = image.getbbox()
        if box is None:
            continue  # no letter is blank in the font that Pillow brings, but its type allows it
        drawn = np.asarray(image.crop(box), dtype=np.float32) / 255
        shape = cv2.resize(drawn, (_GLYPH, _GLYPH), interpolation=cv2.INTER_AREA)
        glyphs.append(((box[2] - box[0]) / (box[3] - box[1]), np.asarray(shape, dtype=np.float32)))
    return tuple(glyphs)


def _is_pale(ground: NDArray[np.float64]) -> bool:
    """Near-white: a button or an icon's plate, not the colour of an account."""
    return bool(ground.min() >= 232)


def _photographic(patch: NDArray[np.uint8], is_round: bool) -> bool:
    """Whether a patch has the many, gradual colours of a photograph."""
    import cv2

    side = 48
    small = cv2.resize(patch, (side, side), interpolation=cv2.INTER_AREA)
    yy, xx = np.mgrid[0:side, 0:side]
    inside = np.hypot(xx - (side - 1) / 2, yy - (side - 1) / 2) < (0.46 if is_round else 0.7) * side
    bins = (small[inside] >> 4).astype(np.int32) @ np.array([256, 16, 1])
    counts = np.sort(np.bincount(bins))[::-1]
    used = int((counts >= max(2, 0.002 * bins.size)).sum())
    return bool(used >= 40 and counts[0] <= 0.35 * bins.size)


def _same_column(a: Box, b: Box) -> bool:
    return abs(a.x1 - b.x1) <= 0.1 * a.width and abs(a.width - b.width) <= 0.1 * a.width


def _apart(avatars: list[Avatar]) -> tuple[Avatar, ...]:
    """Without doubles (an outline has two sides): a letter or photo wins, then the larger box."""
    kept: list[Avatar] = []
    for avatar in sorted(avatars, key=lambda a: (a.kind == "disc", -a.box.area, a.box)):
        if not any(avatar.box.overlap(other.box) > 0.5 * avatar.box.area for other in kept):
            kept.append(avatar)
    return tuple(sorted(kept, key=lambda a: (a.box.y1, a.box.x1)))
