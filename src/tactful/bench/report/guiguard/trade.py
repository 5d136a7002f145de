"""What protection costs and buys: plans kept over items protected, a mark a method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tactful.bench.report.guiguard.scale import grid, told, tone_of, upwards
from tactful.bench.report.markup import safe

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640.0, 380.0, 46.0, 24.0, 16.0, 46.0


def trade_html(figure: Mapping[str, Any]) -> str:
    """One scatter with names beside the marks."""
    y_of = upwards(figure["top"], HEIGHT, TOP, BOTTOM)
    points = figure["points"]
    first = first_share(points)
    several = len({point["run"] for point in points}) > 1

    def x_of(share: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (share - first) / (1 - first)

    steps = "".join(
        f'<path d="M{x_of(share):.1f} {TOP}V{HEIGHT - BOTTOM}" class="grid"/>'
        f'<text x="{x_of(share):.1f}" y="{HEIGHT - BOTTOM + 17:.1f}" class="tick middle">{share:.0%}</text>'
        for share in (first + (1 - first) * part / 4 for part in range(5))
    )
    marks = "".join(_mark(point, x_of, y_of, several) for point in points)
    spoken = "; ".join(_told(point) for point in points)
    return (
        f'<div class="scroll"><svg class="scatter" viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" role="img" '
        f'aria-label="{safe(spoken)}">{grid(figure["top"], y_of, LEFT, WIDTH - RIGHT)}{steps}{marks}'
        f'<text x="{x_of((1 + first) / 2):.1f}" y="{HEIGHT - 6:.0f}" class="axis middle">'
        "Private items protected (more is better)</text>"
        f'<text transform="translate(12 {(TOP + HEIGHT - BOTTOM) / 2:.0f}) rotate(-90)" class="axis middle">'
        "Plans kept, 0 to 4 (more is better)</text></svg></div>"
    )


def first_share(points: Sequence[Mapping[str, Any]]) -> float:
    """Where the x axis begins: at 0, 50 or 80 %, so that marks do not crowd at its end."""
    least = min(point["x"]["value"] for point in points)
    return next((share for share in (0.8, 0.5) if least >= share), 0.0)


def _mark(point: Mapping[str, Any], x_of: Any, y_of: Any, several: bool) -> str:
    x, y = x_of(point["x"]["value"]), y_of(point["y"]["value"])
    name = f"{point['name']}, {point['run']}" if several else point["name"]
    left = x > (LEFT + WIDTH - RIGHT) / 2
    at, side = (x - 10, "end") if left else (x + 10, "start")
    return (
        f'<g class="t-{tone_of(point["tone"])}"><circle cx="{x:.1f}" cy="{y:.1f}" r="6" class="mark"/>'
        f'<text x="{at:.1f}" y="{y + 4:.1f}" text-anchor="{side}" class="name">{safe(name)}</text>'
        f"<title>{safe(_told(point))}</title></g>"
    )


def _told(point: Mapping[str, Any]) -> str:
    kept, safe_items = told(point["y"], "score"), told(point["x"], "rate")
    return f"{point['name']}, {point['run']}: plans {kept}, items protected {safe_items}"
