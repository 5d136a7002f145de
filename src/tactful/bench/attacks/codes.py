"""Hidden codes: find how the text stands, read it character by character, then look closer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tactful.bench.attacks.glyphs import (
    BEFORE,
    EM,
    Face,
    Ink,
    Poses,
    Tables,
    covers,
    digits,
    extent,
    fit,
    tables,
)
from tactful.bench.attacks.probe import DIGIT

Floats = NDArray[np.float64]

_POSES, _WIDTH = 12, 10  # first pass, a face
_FACES, _TEXTS, _ROUNDS, _WIDE = 5, 4, 2, 48  # closer look


@dataclass(frozen=True, slots=True)
class Guess:
    """A text with the face it was drawn in and its misfit: the share of the ink left unexplained, 0 best."""

    text: str = field(repr=False)
    misfit: float
    face: str
    size: float


class _Start(NamedTuple):
    misfit: float
    face: Face
    texts: dict[str, Poses]  # one pose each


def read_pattern(ink: Ink, pattern: str, faces: Sequence[Face]) -> list[Guess]:
    """Texts of ``pattern`` (``#`` is any digit) that explain the cells, best first; none where none can."""
    alphabet = "".join(sorted(set(pattern) - set(DIGIT) - set("0123456789")))
    posed = [(face, poses) for face in faces if (poses := mean_pose(ink, pattern, face, _POSES)) is not None]
    starts = [_first_pass(ink, pattern, alphabet, face, poses) for face, poses in posed]
    best: dict[str, Guess] = {}
    for start in sorted(starts, key=lambda s: s.misfit)[:_FACES]:
        for guess in _closer(ink, pattern, alphabet, start):
            if guess.text not in best or guess.misfit < best[guess.text].misfit:
                best[guess.text] = guess
    return sorted(best.values(), key=lambda g: (g.misfit, g.text))


def grid(ink: Ink, advance: float, steps: int = 22) -> tuple[Floats, Floats, Floats] | None:
    """Sizes (S,), pens (S, X) and baselines (S, Y) that a text of ``advance`` em may have where the ink is.

    None where no size suits both the width and the height of the ink: the text is not of that length.
    """
    x1, y1, x2, y2 = extent(ink)
    slack, width, height = ink.slack, x2 - x1, y2 - y1
    # Where ink may be hidden beyond what shows (slack over a cell), the text may be larger than what shows.
    more = 2 * (slack - ink.side)
    low = max((width - 2 * ink.side) / (advance + 0.02), (height - 2 * ink.side) / 1.05, 6.0)
    high = min((width + more) / max(advance - 0.16, 0.1), (height + more) / 0.62)
    if high < low:
        return None
    size = np.geomspace(low, high, max(2, min(steps, 1 + int(np.log(high / low) / 0.012))))
    reach = slack + 0.1 * size
    x = x1 - (slack - ink.side) - 0.1 * size[:, None]
    x = x + reach[:, None] * np.linspace(0, 1, max(9, min(25, int(slack * 1.5))))
    down = np.arange(ink.side - slack, ink.side + 1, max(1, slack // 10))
    return size, x, y2 - down + np.zeros((len(size), 1))


@lru_cache(maxsize=128)
def _mean(face: Face, pattern: str) -> Tables:
    """The mean over the ten digits of the pattern's text: how a code looks before its digits are known."""
    same = tables(face, [pattern.replace(DIGIT, digit) for digit in "0123456789"])
    return Tables(same.sums.mean(axis=0, keepdims=True), same.advances.mean(keepdims=True))


def _first_pass(ink: Ink, pattern: str, alphabet: str, face: Face, poses: Poses) -> _Start:
    """The best texts of one face at the poses that suit the pattern's mean text."""
    texts, costs = search(ink, digits(face, alphabet), poses, _allowed(pattern, alphabet), _WIDTH)
    return _ranked(texts, costs, poses, alphabet, face)


def _ranked(texts: NDArray[np.int64], costs: Floats, poses: Poses, alphabet: str, face: Face) -> _Start:
    """The different texts of a search, best first, each with its best pose."""
    marks = "0123456789" + alphabet
    out: dict[str, Poses] = {}
    order = np.argsort(costs, axis=None, kind="stable")
    for flat in order:
        h, b = divmod(int(flat), costs.shape[1])
        text = "".join(marks[i] for i in texts[h, b])
        if text not in out:
            out[text] = poses.take(np.array([h]))
        if len(out) >= _TEXTS:
            break
    return _Start(float(costs.min()), face, out)


def _closer(ink: Ink, pattern: str, alphabet: str, start: _Start) -> list[Guess]:
    """Better poses for the best texts, better texts for these poses, and so on."""
    texts, span = start.texts, 1.0
    seen: dict[str, tuple[float, float]] = {}
    for _ in range(_ROUNDS):
        posed = settle(ink, start.face, texts, span)
        for text, pose in posed.items():
            now = (float(pose.misfit[0]), float(pose.size[0]))
            seen[text] = min(seen.get(text, now), now)
        poses = Poses(*(np.concatenate(parts) for parts in zip(*posed.values(), strict=True)))
        found, costs = search(ink, digits(start.face, alphabet), poses, _allowed(pattern, alphabet), _WIDE)
        again = _ranked(found, costs, poses, alphabet, start.face)
        texts, span = again.texts, span / 2
    for text, pose in settle(ink, start.face, texts, span).items():
        now = (float(pose.misfit[0]), float(pose.size[0]))
        seen[text] = min(seen.get(text, now), now)
    energy = max(ink.energy, 1e-12)
    return [Guess(text, misfit / energy, start.face.name, size) for text, (misfit, size) in seen.items()]


def mean_pose(ink: Ink, pattern: str, face: Face, count: int = 1, steps: int = 22) -> Poses | None:
    """The best poses of the pattern's mean text; None where the face or the length does not suit."""
    if not covers(face, pattern.replace(DIGIT, "0") + "123456789"):
        return None
    mean = _mean(face, pattern)
    place = grid(ink, float(mean.advances[0]), steps)
    if place is None:
        return None
    found = fit(ink, mean, 0, *place)
    return found.take(np.argsort(found.misfit, kind="stable")[:count])


def best_pose(ink: Ink, table: Tables, size: Floats, x: Floats, y: Floats) -> Poses:
    """The best one of the poses on that grid."""
    found = fit(ink, table, 0, size, x, y)
    return found.take(np.array([int(np.argmin(found.misfit))]))


def settle(ink: Ink, face: Face, texts: dict[str, Poses], span: float) -> dict[str, Poses]:
    """Each text at the best pose near its own: two per cent of size, a pixel or two of place."""
    out = {}
    for text, pose in texts.items():
        table = tables(face, [text])
        for width in (span, span / 3):
            size = pose.size[0] * np.linspace(1 - 0.024 * width, 1 + 0.024 * width, 7)
            reach = width * max(1.0, ink.side / 8)
            x = pose.x[0] + reach * np.linspace(-1, 1, 9) + np.zeros((7, 1))
            y = pose.y[0] + reach * np.linspace(-1, 1, 7) + np.zeros((7, 1))
            pose = best_pose(ink, table, size, x, y)
        out[text] = pose
    return out


def _allowed(pattern: str, alphabet: str) -> list[NDArray[np.int64]]:
    marks = "0123456789" + alphabet
    return [np.arange(10) if ch == DIGIT else np.array([marks.index(ch)]) for ch in pattern]


# Codes read character by character: a beam search over what each position may hold.

Floats32 = NDArray[np.float32]
Ints = NDArray[np.int64]

_REACH, _BACK = 1.25, 0.12
"""How far the ink of a character may reach right and left of its pen, in em."""

_OPEN = 0.3
"""How much a column counts that later characters reach into (they are taken as the mean one until then)."""


def search(ink: Ink, table: Tables, poses: Poses, allowed: Sequence[Ints], width: int) -> tuple[Ints, Floats]:
    """The best texts at each of H poses: indices into the table (H, width, length), and misfits (H, width).

    ``allowed[i]`` are the characters that position ``i`` may hold.
    """
    count, whole = len(poses.size), len(ink.xs) - 1
    scale = poses.size.astype(np.float32)[:, None]
    by_row = table.rows((ink.ys - poses.y[:, None]) / poses.size[:, None])  # (H, N, R, U+1)
    rows: Floats32 = np.ascontiguousarray(by_row.transpose(0, 3, 1, 2), np.float32)  # (H, U+1, N, R)
    xs, per_area = ink.xs.astype(np.float32), (1 / np.diff(ink.xs)).astype(np.float32)
    height = (poses.contrast * (poses.size / EM) ** 2)[:, None] / np.diff(ink.ys)  # (H, R)
    factor: Floats32 = height.astype(np.float32)[:, None, None, None, :]
    weights = ink.weights.T.astype(np.float32)  # (K, R)
    # A character reaches into few columns; only these are drawn.
    window = min(whole, int(np.ceil(_REACH * float(poses.size.max()) / ink.side)) + 2)
    every = np.arange(count)[:, None]

    def drawn(pens: Floats32, first: Ints, span: int, some: Floats32) -> Floats32:
        """What characters leave with their pens at (H, B), in ``span`` columns: (H, B, span, D, R)."""
        index = first[..., None] + np.arange(span + 1)
        at = ((xs[index] - pens[..., None]) / scale[..., None] + np.float32(BEFORE)) * np.float32(EM)
        at = np.clip(at, 0, rows.shape[1] - 1.01)
        low = at.astype(np.int64)
        part = (at - low)[..., None, None]
        taken = some[every[..., None], low]
        taken = taken + (some[every[..., None], low + 1] - taken) * part
        found: Floats32 = np.diff(taken, axis=2) * factor * per_area[index[..., :-1]][..., None, None]
        return found

    steps = [table.advances[chosen].mean() for chosen in allowed]
    begins = poses.x[:, None] + poses.size[:, None] * np.concatenate([[0.0], np.cumsum(steps)[:-1]])
    starts: Floats32 = begins.astype(np.float32)
    zero = np.zeros((count, 1), np.int64)
    means = [
        drawn(starts[:, i : i + 1], zero, whole, rows[:, :, chosen].mean(axis=2, keepdims=True))[:, :, :, 0]
        for i, chosen in enumerate(allowed)
    ]  # (H, 1, K, R) each
    left = (ink.values.T.astype(np.float32) - sum(means)).astype(np.float32)  # (H, 1, K, R)
    pens = poses.x.astype(np.float32)[:, None]
    texts, costs = np.zeros((count, 1, 0), np.int64), np.zeros((count, 1))
    for i, chosen in enumerate(allowed):
        base = left + means[i]  # (H, B, K, R)
        first = np.searchsorted(xs, pens - _BACK * scale, side="right") - 1
        first = np.clip(first, 0, whole - window)  # (H, B)
        spot = first[..., None] + np.arange(window)
        beams = np.arange(pens.shape[1])[None, :, None]
        marks = drawn(pens, first, window, rows[:, :, chosen])  # (H, B, W, D, R)
        rest = base[every[..., None], beams, spot][:, :, :, None, :] - marks
        changed = (rest**2 * weights[spot][:, :, :, None, :]).sum(axis=-1).swapaxes(2, 3)  # (H, B, D, W)
        by_column = np.repeat((base**2 * weights).sum(axis=-1)[:, :, None], len(chosen), axis=2)
        np.put_along_axis(by_column, np.broadcast_to(spot[:, :, None], changed.shape), changed, axis=3)
        after = pens[..., None] + scale[..., None] * table.advances[chosen].astype(np.float32)  # (H, B, D)
        if i < len(allowed) - 1:
            by_column = by_column * np.where(xs[1:] <= after[..., None], 1, _OPEN).astype(np.float32)
        cost = by_column.sum(axis=-1).reshape(count, -1)
        best = np.argsort(cost, axis=1, kind="stable")[:, : min(width, cost.shape[1])]
        beam, char = best // len(chosen), best % len(chosen)
        left = base[every, beam]
        taken = marks[every, beam, :, char]  # (H, B', W, R)
        kept = np.arange(best.shape[1])[None, :, None]
        left[every[..., None], kept, spot[every, beam]] -= taken
        pens = after[every, beam, char]
        texts = np.concatenate([texts[every, beam], chosen[char][..., None]], axis=-1)
        costs = cost[every, best].astype(np.float64)
    return texts, costs
