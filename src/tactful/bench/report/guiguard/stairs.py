"""Figure 6.2: the score over the share of private labels covered, a line an operator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tactful.bench.report.guiguard.scale import grid, tone_of, upwards
from tactful.bench.report.markup import own, safe
from tactful.bench.report.memories.lines import spread

PLOT, HEIGHT, LEFT, TOP, BOTTOM = 330.0, 270.0, 34.0, 14.0, 40.0
CHARACTER, LINE = 6.2, 13.0


def stairs_html(figure: Mapping[str, Any]) -> str:
    """All panels, each with the line of what is acceptable."""
    return f'<div class="panels wide">{"".join(_panel(panel, figure) for panel in figure["panels"])}</div>'


def _panel(panel: Mapping[str, Any], figure: Mapping[str, Any]) -> str:
    series = [line for line in panel["series"] if line["x"]]
    width = LEFT + PLOT + 14 + CHARACTER * max((len(line["name"]) for line in series), default=0)
    y_of = upwards(figure["top"], HEIGHT, TOP, BOTTOM)

    def x_of(share: float) -> float:
        return LEFT + PLOT * share

    steps = "".join(
        f'<text x="{x_of(part / 5):.1f}" y="{HEIGHT - BOTTOM + 16:.1f}" class="tick middle">'
        f"{part * 20}%</text>"
        for part in range(6)
    )
    mark = figure["mark"]
    limit = (
        f'<line x1="{LEFT}" x2="{LEFT + PLOT}" y1="{y_of(mark):.1f}" y2="{y_of(mark):.1f}" class="limit"/>'
    )
    drawn = "".join(_line(line, x_of, y_of) for line in series)
    ends = sorted(((y_of(line["y"][-1]), line) for line in series), key=lambda end: round(end[0], 1))
    at = spread([y for y, _ in ends], LINE, TOP, HEIGHT - BOTTOM)
    names = "".join(
        f'<text x="{LEFT + PLOT + 9:.1f}" y="{y + 4:.1f}" class="end-label t-{tone_of(line["tone"])}">'
        f"{safe(line['name'])}</text>"
        for y, (_, line) in zip(at, ends, strict=True)
    )
    spoken = "; ".join(_told(line) for line in series)
    return (
        f'<figure><figcaption>{own(panel["title"])}</figcaption><svg viewBox="0 0 {width:.0f} {HEIGHT:.0f}" '
        f'role="img" aria-label="{safe(panel["title"])}: {safe(spoken)}">'
        f"{grid(figure['top'], y_of, LEFT, LEFT + PLOT)}{steps}{limit}{drawn}{names}"
        f'<text x="{x_of(0.5):.1f}" y="{HEIGHT - 4:.0f}" class="axis middle">{safe(panel["x_label"])}</text>'
        "</svg></figure>"
    )


def _line(line: Mapping[str, Any], x_of: Any, y_of: Any) -> str:
    points = list(zip(line["x"], line["y"], line["n"], strict=True))
    path = " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y, _ in points)
    dots = "".join(
        f'<circle cx="{x_of(x):.1f}" cy="{y_of(y):.1f}" r="3.5" class="mark">'
        f"<title>{safe(line['name'])}, {x:.1%} covered: {y:.2f} (n = {n})</title></circle>"
        for x, y, n in points
    )
    return f'<g class="t-{tone_of(line["tone"])}"><polyline points="{path}" class="line"/>{dots}</g>'


def _told(line: Mapping[str, Any]) -> str:
    points = ", ".join(f"{y:.2f} at {x:.0%}" for x, y in zip(line["x"], line["y"], strict=True))
    return f"{line['name']}: {points}"
