"""Figures 4 and 8: what a run reveals wrongly against what it does well, with the bars of both intervals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tactful.bench.report.markup import safe
from tactful.bench.report.memories.words import interval, percent

WIDTH, HEIGHT = 720, 460
LEFT, RIGHT, TOP, BOTTOM = 52, 24, 18, 46
COLOURS = 8
Place = tuple[float, float, float, float]


def scatter_html(figure: Mapping[str, Any]) -> str:
    """One scatter; names beside the marks, and a tool tip with the figures on every mark."""
    marks = figure["points"]
    tip = f"tip-{safe(figure['id'])}"
    arrows = "".join(_arrow(marks[start], marks[end], tip) for start, end in figure.get("arrows", ()))
    told = "; ".join(_told(mark) for mark in marks if mark["kind"] == "run")
    legend = _legend(marks)
    return (
        f'<div class="scroll"><svg class="scatter" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="Completeness against violation. {safe(told)}"><defs><marker id="{tip}" '
        'viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0L8 4L0 8z" class="head"/></marker></defs>'
        f"{_axes()}{arrows}{''.join(map(_mark, marks))}"
        f"{_labels(marks, figure.get('arrows', ()))}</svg></div>{legend}"
    )


def x_of(value: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * value


def y_of(value: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value


def _axes() -> str:
    out = []
    for part in range(5):
        at = part / 4
        out.append(
            f'<line x1="{x_of(0)}" x2="{x_of(1)}" y1="{y_of(at):.1f}" y2="{y_of(at):.1f}" class="grid"/>'
            f'<line y1="{y_of(0)}" y2="{y_of(1)}" x1="{x_of(at):.1f}" x2="{x_of(at):.1f}" class="grid"/>'
            f'<text x="{LEFT - 7}" y="{y_of(at) + 4:.1f}" class="tick end">{at:.0%}</text>'
            f'<text x="{x_of(at):.1f}" y="{HEIGHT - BOTTOM + 17}" class="tick middle">{at:.0%}</text>'
        )
    middle = (TOP + HEIGHT - BOTTOM) / 2
    out.append(
        f'<text x="{x_of(0.5):.1f}" y="{HEIGHT - 6}" class="axis middle">Violation (less is better)</text>'
        f'<text transform="translate(13 {middle}) rotate(-90)" class="axis middle">'
        "Completeness (more is better)</text>"
        f'<text x="{x_of(0) + 10}" y="{y_of(1) + 20}" class="corner">↖ better</text>'
    )
    return "".join(out)


def _place(mark: Mapping[str, Any]) -> tuple[float, float]:
    return x_of(mark["violation"]["value"]), y_of(mark["completeness"]["value"])


def _told(mark: Mapping[str, Any]) -> str:
    parts = (
        f"{name} {percent(mark[name]['value'])} {interval(mark[name]['low'], mark[name]['high'])}".rstrip()
        for name in ("violation", "completeness")
    )
    return f"{mark['name']}: {', '.join(parts)}"


def _mark(mark: Mapping[str, Any]) -> str:
    x, y = _place(mark)
    tip = f"<title>{safe(_told(mark))}</title>"
    if mark["kind"] == "theory":
        return f'<path d="M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6 -6z" class="theory">{tip}</path>'
    if mark["kind"] == "reference":
        return f'<path d="M{x - 4:.1f} {y - 4:.1f}l8 8m0 -8l-8 8" class="reference">{tip}</path>'
    colour = f"c{mark['group'] % COLOURS}"
    across, up = mark["violation"], mark["completeness"]
    bars = ""
    if across["low"] is not None and across["high"] is not None:
        bars += (
            f'<path d="M{x_of(across["low"]):.1f} {y:.1f}H{x_of(across["high"]):.1f}" class="bar {colour}"/>'
        )
    if up["low"] is not None and up["high"] is not None:
        bars += f'<path d="M{x:.1f} {y_of(up["low"]):.1f}V{y_of(up["high"]):.1f}" class="bar {colour}"/>'
    return f'<g>{bars}<circle cx="{x:.1f}" cy="{y:.1f}" r="5.5" class="mark {colour}"/>{tip}</g>'


def _arrow(start: Mapping[str, Any], end: Mapping[str, Any], tip: str) -> str:
    (x1, y1), (x2, y2) = _place(start), _place(end)
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    if length < 16:  # the marks touch: an arrow would hide them
        return ""
    cut_x, cut_y = (x2 - x1) / length * 8, (y2 - y1) / length * 8
    return (
        f'<line x1="{x1 + cut_x:.1f}" y1="{y1 + cut_y:.1f}" x2="{x2 - cut_x:.1f}" y2="{y2 - cut_y:.1f}" '
        f'class="arrow" marker-end="url(#{tip})"/>'
    )


def _labels(marks: Sequence[Mapping[str, Any]], arrows: Sequence[Sequence[int]]) -> str:
    return "".join(
        f'<text x="{left:.1f}" y="{base:.1f}" class="name {mark["kind"]}">{safe(name)}</text>'
        for mark, name, left, base in label_places(marks, arrows)
    )


def label_places(
    marks: Sequence[Mapping[str, Any]], arrows: Sequence[Sequence[int]]
) -> Iterator[tuple[Mapping[str, Any], str, float, float]]:
    """Every run and corner with its name, and where the name's base line begins: where it covers least.

    The paper's marks have tool tips alone.
    """
    named = [mark for mark in marks if mark["kind"] != "reference"]
    taken = [box for mark in named for box in _inked(mark)]
    taken += [(0.0, y_of(0) + 4, float(WIDTH), y_of(0) + 40), (0.0, 0.0, x_of(0) - 4, float(HEIGHT))]  # ticks
    for start, end in arrows:
        taken += _along(_place(marks[start]), _place(marks[end]))
    for mark in named:
        x, y = _place(mark)
        name = _short(mark.get("label") or mark["name"])
        wide = 6.4 * len(name)
        spots = [
            (x + 11, y - 7), (x - 11 - wide, y - 7), (x + 8, y - 22), (x + 8, y + 8), (x - 8 - wide, y - 22),
            (x - 8 - wide, y + 8), (x - wide / 2, y - 25), (x - wide / 2, y + 11),
            *((x + side, y - 7 + 15 * step) for step in (-2, 2, -3, 3, -4, 4) for side in (11, -11 - wide)),
        ]  # fmt: skip
        boxes: list[Place] = [(left, top, left + wide, top + 14) for left, top in spots]
        best = min(range(len(boxes)), key=lambda i: (_cost(boxes[i], taken), i))
        taken.append(boxes[best])
        left, top = spots[best]
        yield mark, name, left, top + 11


def value_at(left: float, base: float) -> tuple[float, float]:
    """The fractions at a place of the picture: the inverse of `x_of` and `y_of`."""
    across, up = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    return (left - LEFT) / across, (HEIGHT - BOTTOM - base) / up


def _inked(mark: Mapping[str, Any]) -> list[Place]:
    """What a mark and its bars cover."""
    x, y = _place(mark)
    across, up = mark["violation"], mark["completeness"]
    boxes: list[Place] = [(x - 7, y - 7, x + 7, y + 7)]
    if across["low"] is not None and across["high"] is not None:
        boxes.append((x_of(across["low"]), y - 2, x_of(across["high"]), y + 2))
    if up["low"] is not None and up["high"] is not None:
        boxes.append((x - 2, y_of(up["high"]), x + 2, y_of(up["low"])))
    return boxes


def _along(start: tuple[float, float], end: tuple[float, float], pieces: int = 40) -> list[Place]:
    """Small boxes along an arrow."""
    (x1, y1), (x2, y2) = start, end
    steps = (piece / pieces for piece in range(pieces + 1))
    centers = ((x1 + (x2 - x1) * part, y1 + (y2 - y1) * part) for part in steps)
    return [(x - 3, y - 3, x + 3, y + 3) for x, y in centers]


def _short(name: str, most: int = 44) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _cost(box: Place, taken: Sequence[Place]) -> float:
    """Area that is covered, and much more for what leaves the picture."""
    covered = sum(
        max(0.0, min(box[2], other[2]) - max(box[0], other[0]))
        * max(0.0, min(box[3], other[3]) - max(box[1], other[1]))
        for other in taken
    )
    outside = max(0.0, -box[0]) + max(0.0, box[2] - WIDTH) + max(0.0, -box[1]) + max(0.0, box[3] - HEIGHT)
    return covered + 1000 * outside


def _legend(marks: Sequence[Mapping[str, Any]]) -> str:
    kinds = {mark["kind"] for mark in marks}
    parts = ["<span>● a run, with its intervals</span>"]
    if "theory" in kinds:
        parts.append("<span>◇ what theory says of a degenerate writer</span>")
    if "reference" in kinds:
        parts.append("<span>✕ the paper's Table 1: other data, labels and judge</span>")
    return f'<p class="legend">{"".join(parts)}</p>'
