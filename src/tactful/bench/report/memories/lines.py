"""Figures 2 and 5: lines over a count, one small panel a run, as SVG in the page's own colours."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from tactful.bench.report.markup import own, safe

PLOT, HEIGHT = 254, 250
LEFT, TOP, BOTTOM = 40, 12, 38
CHARACTER = 6.2  # the width of one at the size of the lines' names
LINE = 12  # the least distance between two labels at the right


def lines_html(figure: Mapping[str, Any]) -> str:
    """All panels, with one scale of y so that runs can be compared by eye."""
    top = nice_top(figure)
    return f'<div class="panels">{"".join(_panel(panel, top) for panel in figure["panels"])}</div>'


def nice_top(figure: Mapping[str, Any]) -> float:
    """The end of the y axis: 10, 25, 50 or 100 %."""
    highest = max(
        (y for panel in figure["panels"] for line in panel["series"] for y in line["y"] if y is not None),
        default=1.0,
    )
    return next((top for top in (0.1, 0.25, 0.5) if highest <= top), 1.0)


def ticks(last: int, most: int = 6) -> list[int]:
    """Whole numbers from 0 to at most ``last`` in steps of 1, 2, 5, 10 ..., no more than ``most`` steps."""
    step = next(
        base * 10**power for power in range(9) for base in (1, 2, 5) if last / (base * 10**power) <= most
    )
    return list(range(0, last + 1, step))


def _panel(panel: Mapping[str, Any], top: float) -> str:
    last = max((x for line in panel["series"] for x in line["x"]), default=1)
    last = max(math.ceil(last), 1)
    width = LEFT + PLOT + 14 + CHARACTER * max((len(line["name"]) for line in panel["series"]), default=0)

    def x_of(x: float) -> float:
        return LEFT + PLOT * x / last

    def y_of(y: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * y / top

    grid = "".join(_grid(y_of(top * part / 4), top * part / 4, top) for part in range(5))
    steps = "".join(
        f'<text x="{x_of(x):.1f}" y="{HEIGHT - BOTTOM + 16}" class="tick middle">{x}</text>'
        for x in ticks(last)
    )
    label = (
        f'<text x="{x_of(last / 2):.1f}" y="{HEIGHT - 4}" class="axis middle">{safe(panel["x_label"])}</text>'
    )
    drawn = "".join(_line(line, x_of, y_of) for line in panel["series"])
    ends = _ends(panel["series"], x_of, y_of)
    told = f"{panel['title']}: " + "; ".join(_told(line) for line in panel["series"])
    return (
        f"<figure><figcaption>{own(panel['title'])}</figcaption>"
        f'<svg viewBox="0 0 {width:.0f} {HEIGHT}" role="img" aria-label="{safe(told)}">'
        f"{grid}{steps}{label}{drawn}{ends}</svg></figure>"
    )


def _grid(y: float, value: float, top: float) -> str:
    shown = f"{value:.0%}" if top > 0.25 or value == 0 else f"{value:.1%}"
    return (
        f'<line x1="{LEFT}" x2="{LEFT + PLOT}" y1="{y:.1f}" y2="{y:.1f}" class="grid"/>'
        f'<text x="{LEFT - 6}" y="{y + 4:.1f}" class="tick end">{shown}</text>'
    )


def _known(line: Mapping[str, Any]) -> list[tuple[float, float]]:
    return [(x, y) for x, y in zip(line["x"], line["y"], strict=True) if y is not None]


def _told(line: Mapping[str, Any]) -> str:
    known = _known(line)
    if not known:
        return f"{line['name']}: no data"
    return f"{line['name']}: {known[0][1]:.1%} at {known[0][0]:g}, {known[-1][1]:.1%} at {known[-1][0]:g}"


def _style(line: Mapping[str, Any]) -> str:
    kinds = f"line {safe(line['tone'])}{' dashed' if line.get('dashed') else ''}"
    return f'class="{kinds}" {_weight(line)}'


def _weight(line: Mapping[str, Any]) -> str:
    return f'style="--w:{line.get("weight", 1):.2f}"'


def _line(line: Mapping[str, Any], x_of: Any, y_of: Any) -> str:
    known = _known(line)
    path = " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in known)
    band = ""
    if line.get("low"):
        both = [
            (x, low, high)
            for x, low, high in zip(line["x"], line["low"], line["high"], strict=True)
            if low is not None and high is not None
        ]
        edge = [(x, low) for x, low, _ in both] + [(x, high) for x, _, high in reversed(both)]
        around = " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in edge)
        band = f'<polygon points="{around}" class="band {safe(line["tone"])}"/>' if len(both) > 1 else ""
    # A dot carries its value as a tool tip; a long line has them without showing them.
    kind = "dot" if len(known) <= 16 else "dot quiet"
    dots = "".join(
        f'<circle cx="{x_of(x):.1f}" cy="{y_of(y):.1f}" r="3" class="{kind} {safe(line["tone"])}" '
        f"{_weight(line)}><title>{safe(line['name'])}, {x:g}: {y:.1%}</title></circle>"
        for x, y in known
    )
    return f'{band}<polyline points="{path}" {_style(line)}/>{dots}'


def _ends(series: Sequence[Mapping[str, Any]], x_of: Any, y_of: Any) -> str:
    """The lines' names at their right ends, moved apart where they would touch."""
    # Where lines end in one point, the later one (more samples) has its name above.
    ends = sorted(
        ((y_of(_known(line)[-1][1]), line) for line in reversed(series) if _known(line)),
        key=lambda end: round(end[0], 1),
    )
    at = spread([y for y, _ in ends], LINE, TOP, HEIGHT - BOTTOM)
    return "".join(
        f'<text x="{LEFT + PLOT + 7}" y="{y + 4:.1f}" class="end-label {safe(line["tone"])}" '
        f'style="--w:{max(line.get("weight", 1), 0.75):.2f}">{safe(line["name"])}</text>'
        for y, (_, line) in zip(at, ends, strict=True)
    )


def spread(places: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Sorted ``places`` moved to be ``gap`` apart and, where they fit, between ``low`` and ``high``."""
    out: list[float] = []
    for place in places:
        out.append(max(place, out[-1] + gap) if out else max(place, low))
    limit = high
    for index in range(len(out) - 1, -1, -1):
        out[index] = min(out[index], limit)
        limit = out[index] - gap
    return out
