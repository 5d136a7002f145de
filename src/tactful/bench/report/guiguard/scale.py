"""Axes that the figures share: a share in percent or a score from 0 to 4, drawn upwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tactful.bench.report.markup import safe
from tactful.bench.report.memories.words import plain

TONES = {
    "android": "#0068a8",
    "pc": "#c2570c",
    "black": "#3a3f47",
    "mosaic": "#0072b2",
    "blocks": "#c2570c",
    "replace": "#007a57",
    "fixed": "#946c00",
}
"""The colours in print; the page has its own for light and dark."""


def tone_of(name: str) -> str:
    """The class of a tone that the style sheet knows, else a neutral one."""
    return name if name in TONES else "other"


def told(cell: Mapping[str, Any], unit: str) -> str:
    """A figure with its n and interval, for a tool tip."""
    return "nothing to measure" if cell["value"] is None else plain(cell, unit)


def upwards(top: float, height: float, above: float, below: float) -> Callable[[float], float]:
    """From a value to the y of a picture ``height`` high."""
    return lambda value: height - below - (height - above - below) * min(max(value, 0.0), top) / top


def grid(top: float, y_of: Callable[[float], float], left: float, right: float) -> str:
    """Four lines with their values: percent up to 1, else the score."""
    out = []
    for part in range(5):
        value = top * part / 4
        name = f"{value:.0%}" if top <= 1 else f"{value:g}"
        y = y_of(value)
        out.append(
            f'<line x1="{left:.1f}" x2="{right:.1f}" y1="{y:.1f}" y2="{y:.1f}" class="grid"/>'
            f'<text x="{left - 6:.1f}" y="{y + 4:.1f}" class="tick end">{safe(name)}</text>'
        )
    return "".join(out)
