"""Codes read character by character: a beam search over what each position may hold."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tactful.bench.attacks.fitting import Ink, Poses
from tactful.bench.attacks.glyphs import BEFORE, EM, Tables

Floats = NDArray[np.float64]
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
