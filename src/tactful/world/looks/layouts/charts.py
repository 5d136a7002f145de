"""Charts: columns, a line, bars, a ring. Every label is a text of the items."""

from __future__ import annotations

import math
import re

from tactful.world.looks.layouts.rows import flags, limited
from tactful.world.looks.markup import Pen, press
from tactful.world.pages import Item, Section
from tactful.world.values import Value


def number_of(text: str) -> float:
    """The number in a text, whatever separates its thousands; 0 where there is none."""
    found = re.search(r"\d[\d.,\s\u00a0\u202f]*", text)
    if not found:
        return 0.0
    digits = re.sub(r"[\s\u00a0\u202f]", "", found.group()).rstrip(".,")
    pieces = [piece for piece in re.split(r"[.,]", digits) if piece]
    if len(pieces) > 1 and len(pieces[-1]) <= 2:
        return float("".join(pieces[:-1]) + "." + pieces[-1])
    return min(float("".join(pieces)), 1e15)


def _sizes(items: tuple[Item, ...]) -> list[float]:
    shown = [item.slots.get("value") for item in items]
    return [number_of(s.text) if isinstance(s, Value) else 0.0 for s in shown]


def chart(pen: Pen, part: Section) -> str:
    """A chart in the kind that the look and the number of items suggest."""
    items = limited(part)
    if not items:
        return ""
    sizes = _sizes(items)
    kind = (pen.look.clamp + len(part.id)) % 4
    if len(items) > 12 or pen.look.rows in ("split", "plain"):
        return _bars(pen, items, sizes)
    if kind == 3 and 3 <= len(items) <= 7:
        return _ring(pen, items, sizes)
    return _plot(pen, items, sizes, line=kind == 2 and len(items) > 2)


def _bars(pen: Pen, items: tuple[Item, ...], sizes: list[float]) -> str:
    most = max(*sizes, 1e-9)
    rows = (
        f'<div class="hbar{flags(item)}"{press(item.do)}>{pen.show(item.slots.get("head"), "k", 1)}'
        f'<span class="track"><i style="width:{100 * size / most:.1f}%"></i></span>'
        f"{pen.show(item.slots.get('value'), 'v')}{pen.show(item.slots.get('sub'), 'dim', 1)}</div>"
        for item, size in zip(items, sizes, strict=True)
    )
    return f'<div class="chart h">{"".join(rows)}</div>'


def _plot(pen: Pen, items: tuple[Item, ...], sizes: list[float], line: bool) -> str:
    """Columns or a line over a grid; values above, names below."""
    most, count = max(*sizes, 1e-9), len(items)
    step = 100 / count
    drawn = ""
    if line:
        points = [(step * (k + 0.5), 100 - 80 * size / most) for k, size in enumerate(sizes)]
        way = " ".join(f"{'M' if k == 0 else 'L'}{x:.1f} {y:.1f}" for k, (x, y) in enumerate(points))
        area = f"{way} L{points[-1][0]:.1f} 100 L{points[0][0]:.1f} 100z"
        drawn = f'<path d="{area}" class="area"/><path d="{way}" class="ln"/>'
    grid = "".join(f'<path d="M0 {y}H100" class="gl"/>' for y in (20, 40, 60, 80, 99.5))
    svg = f'<svg class="line" viewBox="0 0 100 100" preserveAspectRatio="none">{grid}{drawn}</svg>'
    columns = "".join(
        f'<span class="colm{flags(item)}" style="left:{step * k:.2f}%;width:{step:.2f}%"{press(item.do)}>'
        f"{'' if line else f'<i style=height:{80 * size / most:.1f}%></i>'}"
        f'<span class="cv" style="bottom:{80 * size / most:.1f}%">'
        f"{pen.show(item.slots.get('value'))}</span></span>"
        for k, (item, size) in enumerate(zip(items, sizes, strict=True))
    )
    many = " many" if count > 5 and pen.phone else ""
    names = "".join(
        f"<span>{pen.show(item.slots.get('head'))}{pen.show(item.slots.get('sub'))}</span>" for item in items
    )
    plot = f'<div class="plot{many}">{svg}{columns}</div>'
    return f'<div class="chart v">{plot}<div class="xl{many}">{names}</div></div>'


def _ring(pen: Pen, items: tuple[Item, ...], sizes: list[float]) -> str:
    """A ring and its legend."""
    whole = sum(sizes) or 1.0
    around, at = 2 * math.pi * 38, 0.0
    arcs, rows = [], []
    for k, (item, size) in enumerate(zip(items, sizes, strict=True)):
        hue = (pen.look.hue + 47 * k) % 360
        length = around * size / whole
        arcs.append(
            f'<circle cx="50" cy="50" r="38" fill="none" stroke="hsl({hue},58%,'
            f'{54 + 5 * (k % 3)}%)" stroke-width="15" '
            f'stroke-dasharray="{max(length - 1.5, 0.1):.2f} {around:.2f}" stroke-dashoffset="{-at:.2f}"/>'
        )
        at += length
        rows.append(
            f'<div class="lg{flags(item)}"{press(item.do)}><i style="--h:{hue}">'
            f"</i>{pen.show(item.slots.get('head'), 'k', 1)}"
            f'<span class="grow"></span>{pen.show(item.slots.get("value"), "v")}'
            f"{pen.show(item.slots.get('sub'), 'dim', 1)}</div>"
        )
    ring = (
        f'<svg class="ring" viewBox="0 0 100 100"><g transform="rotate(-90 50 50)">{"".join(arcs)}</g></svg>'
    )
    return f'<div class="chart r">{ring}<div class="lgs">{"".join(rows)}</div></div>'
