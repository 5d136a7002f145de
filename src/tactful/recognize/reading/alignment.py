"""Characters against ink: exact boundaries, and the ink that no character accounts for."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tactful.recognize.reading.ink import Ink

Span = tuple[float, float]

# Line heights around a character's centre that it can account for. The line's height is that of its ink,
# so an m in a line without ascenders reaches far.
_REACH, _NARROW_REACH, _WIDE_REACH = 0.55, 0.4, 0.85
_NARROW, _WIDE = frozenset(".,:;'`!|iljtfrI1()[]{}"), frozenset("mwMWQGODNH@%&—…")
_SMALL = 0.35  # line heights: shorter stretches are flanks of letters, dots and strokes
_APART = 0.3  # line heights between a last character and ink that is not its own
_JOIN = 0.5  # line heights between unexplained runs that are one stretch


def unexplained(text: str, centers: Sequence[float], ink: Ink) -> list[Span]:
    """Stretches of ink (x1, x2) that no visible character of ``text`` accounts for.

    The recogniser answers a letter it never learned with a blank, so Hangul or Cyrillic leaves ink
    without characters, however sure it is of the rest. Spaces account for nothing.
    """
    size = ink.box.height
    covered = _covered(text, centers, size)
    stretches: list[list[float]] = []
    for left, right in ink.runs:
        for a, b in _minus((left, right), covered):
            if stretches and a - stretches[-1][1] <= _JOIN * size:
                stretches[-1][1] = b
            else:
                stretches.append([a, b])
    return [(a, b) for a, b in stretches if b - a >= _SMALL * size]


def _covered(text: str, centers: Sequence[float], size: float) -> list[Span]:
    spans: list[Span] = []
    for ch, x in zip(text, centers, strict=True):
        if ch.isspace():
            continue
        reach = size * (_WIDE_REACH if ch in _WIDE or ord(ch) >= 0x2E80 else _REACH)
        reach = size * _NARROW_REACH if ch in _NARROW else reach
        if spans and x - reach <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(spans[-1][1], x + reach))
        else:
            spans.append((x - reach, x + reach))
    return spans


def _minus(run: Span, covered: Sequence[Span]) -> list[Span]:
    left, right = run
    rest = []
    for a, b in covered:
        if b <= left or a >= right:
            continue
        if a > left:
            rest.append((left, a))
        left = b
    if left < right:
        rest.append((left, right))
    return rest


def exact_edges(text: str, centers: Sequence[float], ink: Ink) -> tuple[float, ...]:
    """The len(text) + 1 boundaries of the characters, moved to the ink.

    The network places a character to within an eighth of the line's height; the gaps between runs of ink
    say where it really ends: a space spans its gap exactly, and the ends touch ink that has a character.
    """
    if not text:
        return (float(ink.box.x1),)
    size = ink.box.height
    edges = [0.0, *((a + b) / 2 for a, b in pairwise(centers)), 0.0]
    edges[0], edges[-1] = _ends(text, centers, ink)
    gaps = [(a[1], b[0]) for a, b in pairwise(ink.runs)]
    for i in range(1, len(text)):
        if not text[i].isspace() and not text[i - 1].isspace():
            near = [g for g in gaps if g[0] - 0.2 * size <= edges[i] <= g[1] + 0.2 * size]
            if near:
                a, b = min(near, key=lambda g: abs((g[0] + g[1]) / 2 - edges[i]))
                edges[i] = (a + b) / 2
    for i in range(1, len(text) - 1):
        if text[i].isspace():
            before, after = centers[i - 1], centers[i + 1]
            between = [g for g in gaps if g[0] >= before - 0.1 * size and g[1] <= after + 0.1 * size]
            if between:
                edges[i], edges[i + 1] = max(between, key=lambda g: g[1] - g[0])
    for i in range(1, len(edges)):
        edges[i] = min(max(edges[i], edges[i - 1]), max(edges[-1], edges[0]))
    return tuple(edges)


def _ends(text: str, centers: Sequence[float], ink: Ink) -> Span:
    """Where the characters' ink begins and ends: lone ink far beyond the last centre is not theirs."""
    size = ink.box.height
    visible = [x for ch, x in zip(text, centers, strict=True) if not ch.isspace()] or list(centers)
    first, last = visible[0], visible[-1]
    left, right = float(ink.box.x1), float(ink.box.x2)
    for a, b in pairwise(ink.runs):
        gap = b[0] - a[1]
        if gap >= _APART * size and b[0] > last + 0.05 * size:
            right = float(a[1])
            break
    for a, b in reversed(list(pairwise(ink.runs))):
        gap = b[0] - a[1]
        if gap >= _APART * size and a[1] < first - 0.05 * size:
            left = float(b[0])
            break
    return (left, right) if left < right else (float(ink.box.x1), float(ink.box.x2))
