"""Small helpers of the pictures: colours, gradients, smooth lines."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence


def hsl(hue: float, saturation: float, lightness: float) -> str:
    """A colour; ``hue`` in degrees (any), the others in percent."""
    return f"hsl({hue % 360:.0f},{saturation:.0f}%,{lightness:.0f}%)"


def svg_of(width: int, height: int, body: str, whole: bool = False) -> str:
    """A picture that fills its box: cut at the edges, or ``whole`` with its ground running on beyond it."""
    fit = "meet" if whole else "slice"
    return f'<svg viewBox="0 0 {width} {height}" preserveAspectRatio="xMidYMid {fit}">{body}</svg>'


def gradient(ident: str, stops: Sequence[str], *, across: bool = False) -> str:
    """A linear gradient's definition, from top to bottom or left to right."""
    end = 'x2="1" y2="0"' if across else 'x2="0" y2="1"'
    marks = "".join(
        f'<stop offset="{k / max(len(stops) - 1, 1):.2f}" stop-color="{colour}"/>'
        for k, colour in enumerate(stops)
    )
    return f'<defs><linearGradient id="{ident}" x1="0" y1="0" {end}>{marks}</linearGradient></defs>'


def ridge(rng: random.Random, width: float, height: float, top: float, swing: float, steps: int = 6) -> str:
    """A hilly outline from left to right, closed at the bottom: the ``d`` of a path."""
    points = [(width * k / steps, top + rng.uniform(-swing, swing)) for k in range(steps + 1)]
    path = f"M0 {height} L0 {points[0][1]:.1f}"
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        middle = (x0 + x1) / 2
        path += f" C{middle:.1f} {y0:.1f} {middle:.1f} {y1:.1f} {x1:.1f} {y1:.1f}"
    return f"{path} L{width} {height} Z"


def circle(x: float, y: float, r: float, fill: str, more: str = "") -> str:
    """A filled circle."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{fill}"{f" {more}" if more else ""}/>'


def rect(
    x: float, y: float, width: float, height: float, fill: str, radius: float = 0, more: str = ""
) -> str:
    """A filled rectangle."""
    corner = f' rx="{radius:.1f}"' if radius else ""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"{corner} fill="{fill}"'
        f"{f' {more}' if more else ''}/>"
    )


def path(d: str, fill: str, more: str = "") -> str:
    """A filled path."""
    return f'<path d="{d}" fill="{fill}"{f" {more}" if more else ""}/>'
