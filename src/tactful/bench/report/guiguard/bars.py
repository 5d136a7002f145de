"""Figure 5.1: bars in groups, Android beside PC, one panel a run; the paper's panel in grey."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tactful.bench.report.guiguard.scale import grid, told, tone_of, upwards
from tactful.bench.report.markup import own, safe

HEIGHT, LEFT, TOP, BOTTOM = 230.0, 40.0, 20.0, 26.0
BAR, GAP, SPACE = 26.0, 4.0, 22.0


def bars_html(figure: Mapping[str, Any]) -> str:
    """All panels on one scale, and what the tones stand for."""
    panels = figure["panels"]
    top = top_of(panels)
    names = {
        bar["name"]: bar["tone"] for panel in panels for group in panel["groups"] for bar in group["bars"]
    }
    keys = "".join(
        f'<span class="key"><i class="t-{tone_of(tone)} solid"></i> {safe(name)}</span>'
        for name, tone in names.items()
    )
    drawn = "".join(_panel(panel, top, figure["unit"]) for panel in panels)
    legend = f'<p class="legend">{keys}</p>' if len(names) > 1 else ""
    return f'<div class="panels">{drawn}</div>{legend}'


def top_of(panels: Sequence[Mapping[str, Any]]) -> float:
    """The end of the y axis: 25, 50 or 100 %."""
    highest = max(
        (
            bar["value"]
            for panel in panels
            for group in panel["groups"]
            for bar in group["bars"]
            if bar["value"]
        ),
        default=1.0,
    )
    return next((top for top in (0.25, 0.5) if highest <= top), 1.0)


def _panel(panel: Mapping[str, Any], top: float, unit: str) -> str:
    groups = panel["groups"]
    widths = [len(group["bars"]) * (BAR + GAP) - GAP for group in groups]
    width = LEFT + SPACE + sum(widths) + SPACE * len(groups)
    y_of = upwards(top, HEIGHT, TOP, BOTTOM)
    out, x = [grid(top, y_of, LEFT, width)], LEFT + SPACE
    for group, wide in zip(groups, widths, strict=True):
        for at, bar in enumerate(group["bars"]):
            out.append(_bar(group["label"], bar, x + at * (BAR + GAP), y_of, unit))
        out.append(
            f'<text x="{x + wide / 2:.1f}" y="{HEIGHT - 8:.0f}" class="tick middle">'
            f"{safe(group['label'])}</text>"
        )
        x += wide + SPACE
    spoken = "; ".join(
        f"{group['label']} {bar['name']}: {told(bar, unit)}" for group in groups for bar in group["bars"]
    )
    kind = "panel paper" if panel["kind"] == "reference" else "panel"
    return (
        f'<figure class="{kind}"><figcaption>{own(panel["title"])}</figcaption>'
        f'<svg viewBox="0 0 {width:.0f} {HEIGHT:.0f}" style="max-width:{width * 1.25:.0f}px" role="img" '
        f'aria-label="{safe(panel["title"])}: {safe(spoken)}">{"".join(out)}</svg></figure>'
    )


def _bar(label: str, bar: Mapping[str, Any], x: float, y_of: Any, unit: str) -> str:
    tip = f"<title>{safe(label)}, {safe(bar['name'])}: {safe(told(bar, unit))}</title>"
    middle = x + BAR / 2
    if bar["value"] is None:
        return f'<g><text x="{middle:.1f}" y="{y_of(0) - 4:.1f}" class="tick middle">–</text>{tip}</g>'
    y = y_of(bar["value"])
    lines = ""
    above = y
    if bar["low"] is not None and bar["high"] is not None:
        above = y_of(bar["high"])
        lines = f'<path d="M{middle:.1f} {y_of(bar["low"]):.1f}V{above:.1f}" class="whisker"/>'
    shown = f"{bar['value'] * 100:.0f}" if bar["value"] >= 0.0995 else f"{bar['value'] * 100:.1f}"
    return (
        f'<g class="t-{tone_of(bar["tone"])}"><rect x="{x:.1f}" y="{y:.1f}" width="{BAR:.0f}" '
        f'height="{max(y_of(0) - y, 0.8):.1f}" class="column"/>{lines}'
        f'<text x="{middle:.1f}" y="{above - 5:.1f}" class="value middle">{shown}</text>{tip}</g>'
    )
