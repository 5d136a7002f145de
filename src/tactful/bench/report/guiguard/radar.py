"""Figure 5.1b: a polygon a run over the six axes of labels."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from tactful.bench.report.markup import own, safe
from tactful.bench.report.memories.words import percent

WIDTH, HEIGHT, REACH = 520.0, 380.0, 140.0
MIDDLE = (WIDTH / 2, HEIGHT / 2 + 4)
COLOURS = 8


def radar_html(figure: Mapping[str, Any]) -> str:
    """One radar with all runs, and their names below."""
    axes, series = figure["axes"], figure["series"]
    rings = "".join(
        f'<polygon points="{_points([part / 4] * len(axes))}" class="ring"/>' for part in range(1, 5)
    )
    spokes = "".join(_spoke(name, at, len(axes)) for at, name in enumerate(axes))
    scale = "".join(
        f'<text x="{MIDDLE[0] + 4:.1f}" y="{MIDDLE[1] - REACH * part / 4 + 4:.1f}" class="tick">'
        f"{part * 25}%</text>"
        for part in range(1, 4)
    )
    drawn = "".join(_line(line, at, axes) for at, line in enumerate(series))
    spoken = "; ".join(_told(line, axes) for line in series)
    keys = "".join(
        f'<span class="key"><i class="c{at % COLOURS} solid"></i> {own(line["name"])}</span>'
        for at, line in enumerate(series)
    )
    return (
        f'<svg class="radar" viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" role="img" aria-label="{safe(spoken)}">'
        f'{rings}{spokes}{drawn}{scale}</svg><p class="legend">{keys}</p>'
    )


def place(value: float, at: int, axes: int) -> tuple[float, float]:
    """Where a value lies on an axis; the first axis points up, the others follow clockwise."""
    angle = 2 * math.pi * at / axes - math.pi / 2
    return MIDDLE[0] + REACH * value * math.cos(angle), MIDDLE[1] + REACH * value * math.sin(angle)


def _points(values: Sequence[float | None]) -> str:
    known = [(at, value) for at, value in enumerate(values) if value is not None]
    return " ".join("{:.1f},{:.1f}".format(*place(value, at, len(values))) for at, value in known)


def _spoke(name: str, at: int, axes: int) -> str:
    x, y = place(1, at, axes)
    out_x, out_y = place(1.1, at, axes)
    side = "middle" if abs(out_x - MIDDLE[0]) < 2 else ("start" if out_x > MIDDLE[0] else "end")
    return (
        f'<line x1="{MIDDLE[0]:.1f}" y1="{MIDDLE[1]:.1f}" x2="{x:.1f}" y2="{y:.1f}" class="grid"/>'
        f'<text x="{out_x:.1f}" y="{out_y + 4:.1f}" text-anchor="{side}" class="axis">{safe(name)}</text>'
    )


def _line(line: Mapping[str, Any], at: int, axes: Sequence[str]) -> str:
    values = line["values"]
    dots = "".join(
        _dot(
            place(value, spoke, len(axes)),
            f"{line['name']}, {axes[spoke]}: {percent(value)} of {count} found",
        )
        for spoke, (value, count) in enumerate(zip(values, line["counts"], strict=True))
        if value is not None
    )
    return f'<g class="c{at % COLOURS}"><polygon points="{_points(values)}" class="web"/>{dots}</g>'


def _dot(at: tuple[float, float], tip: str) -> str:
    return (
        f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="3.5" class="mark"><title>{safe(tip)}</title></circle>'
    )


def _told(line: Mapping[str, Any], axes: Sequence[str]) -> str:
    parts = (f"{name} {percent(value)}" for name, value in zip(axes, line["values"], strict=True))
    return f"{line['name']}: {', '.join(parts)}"
