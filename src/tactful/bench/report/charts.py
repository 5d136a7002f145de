"""The figures of benchmark reports, drawn once with matplotlib: SVG for the page, PNG beside it.

Colours of the SVG are the page's variables, so that they follow its light and dark themes.
"""

from __future__ import annotations

import io
import math
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from tactful.bench.report.labels import label_places
from tactful.runs import require

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    Draw = Callable[[Mapping[str, Any]], Figure]

DPI = 200
LONGEST = 48
INK, SOFT, LINE, PANEL, ON_STRONG = "#1a1d21", "#5b6470", "#d9dde3", "#ffffff", "#fefefe"
RUNS = ("#0072b2", "#d55e00", "#008a63", "#b0518f", "#946c00", "#3b3b9e", "#7a4a2b", "#4d5763")
TONES = {
    "violation": "#b2182b", "completeness": "#0068a8", "android": "#0068a8", "pc": "#c2570c",
    "black": "#3a3f47", "mosaic": "#0072b2", "blocks": "#c2570c", "replace": "#007a57", "fixed": "#946c00",
    "replace_llm": "#8a3d8f",
}  # fmt: skip
GREY = {"android": "#8a939e", "pc": "#b7bec7"}  # the paper's figures
_VARIABLES = {
    **{color: f"var(--{tone})" for tone, color in TONES.items()},
    **{color: f"var(--c{at})" for at, color in enumerate(RUNS)},
    INK: "var(--text)", SOFT: "var(--soft)", LINE: "var(--line)", PANEL: "var(--panel)",
    ON_STRONG: "var(--on-strong)",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Chart:
    """One drawing: its group's name where a figure has several, inline SVG, PNG, and the PNG's ``file``."""

    name: str
    svg: Markup = field(repr=False)
    png: bytes = field(repr=False)
    file: str = ""


def charts_of(figure: Mapping[str, Any]) -> list[Chart]:
    """The drawings of a figure: one, or one a run for heat maps. ``MissingExtraError`` without matplotlib."""
    require("matplotlib", extra="eval", purpose="drawing figures")
    if figure["kind"] == "heat":
        return [
            _chart(_heat(group), f"{figure['id']}-{at}", str(group["name"]))
            for at, group in enumerate(figure["groups"], start=1)
        ]
    draw: Mapping[str, Draw] = {
        "lines": _lines, "scatter": _scatter, "bars": _bars, "radar": _radar, "stairs": _stairs,
        "trade": _trade,
    }  # fmt: skip
    return [_chart(draw[figure["kind"]](figure), str(figure["id"]))]


def _chart(figure: Figure, key: str, name: str = "") -> Chart:
    """The drawing in both forms; the same figures give the same bytes."""
    from matplotlib import rc_context

    svg, png = io.StringIO(), io.BytesIO()
    with warnings.catch_warnings(), rc_context({"svg.fonttype": "none", "svg.hashsalt": key}):
        # A name in a script that the bundled font lacks is drawn as boxes; the page shows it rightly.
        warnings.filterwarnings("ignore", message=r"Glyph .* missing from")
        figure.draw_without_rendering()  # places and measures everything, once for both forms
        figure.set_layout_engine("none")
        area = figure.get_tightbbox().padded(0.1)
        unknown = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(svg, format="svg", metadata=unknown, bbox_inches=area, transparent=True)
        figure.savefig(png, format="png", dpi=DPI, metadata={"Software": None}, bbox_inches=area)
    return Chart(name, _inline(svg.getvalue(), key), png.getvalue())


def _inline(svg: str, key: str) -> Markup:
    """An SVG file as an element of a page: no prolog, ids of its own, colours as the page's variables."""
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    head, _, body = svg.partition(">")
    box = re.search(r'viewBox="[^"]*"', head)
    width = re.search(r'width="([\d.]+)pt"', head)
    prefix = re.sub(r"\W", "-", key)
    body = re.sub(r'\bid="', f'id="{prefix}-', body)
    body = re.sub(r"(url\(#|href=\"#)", rf"\g<1>{prefix}-", body)
    body = re.sub(r"#[0-9a-f]{6}\b", lambda match: _VARIABLES.get(match[0], match[0]), body)
    widest = float(width[1]) * 1.5 if width else 800
    return Markup(f'<svg {box[0] if box else ""} style="max-width:{widest:.0f}px">{body}')


def _text(value: object) -> str:
    """Text that matplotlib takes literally: a dollar sign would begin mathematics. Long names are cut."""
    plain = "".join(ch if ch.isprintable() else " " for ch in str(value))
    shown = plain if len(plain) <= LONGEST else f"{plain[: LONGEST - 1]}…"
    return shown.replace("$", r"\$")


def _new_figure(width: float, height: float) -> Figure:
    """An empty drawing, in inches, that no window shows."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained", facecolor=PANEL)
    FigureCanvasAgg(figure)
    return figure


def _panels(
    panels: Sequence[Mapping[str, Any]], most: int, size: tuple[float, float]
) -> tuple[Figure, list[tuple[Mapping[str, Any], Axes]]]:
    """A drawing, and every panel with its axes: at most so many in a row, each of that size in inches."""
    across = min(len(panels), most)
    down = -(-len(panels) // across)
    figure = _new_figure(size[0] * across, size[1] * down)
    places: list[tuple[Mapping[str, Any], Axes]] = []
    for place, panel in enumerate(panels, start=1):
        axes = figure.add_subplot(down, across, place)
        _plain(axes)
        axes.set_title(_text(panel["title"]), fontsize=9, loc="left", color=INK, pad=10)
        places.append((panel, axes))
    return figure, places


def _plain(axes: Axes) -> None:
    """No box around, light grid lines, small soft numbers."""
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(LINE)
    axes.grid(True, axis="y", color=LINE, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.set_facecolor("none")
    axes.tick_params(colors=SOFT, labelsize=8, length=0)


def _name_axes(axes: Axes, x: str, y: str) -> None:
    axes.set_xlabel(_text(x), fontsize=8, color=SOFT)
    axes.set_ylabel(_text(y), fontsize=8, color=SOFT)


def _legend(target: Any, **more: Any) -> None:
    target.legend(fontsize=7, frameon=False, labelcolor=INK, **more)


def _round_top(values: Sequence[float | None], tops: Sequence[float]) -> float:
    """The end of an axis of shares: the first of ``tops`` that holds all values, else 1."""
    highest = max((value for value in values if value is not None), default=1.0)
    return next((top for top in tops if highest <= top), 1.0)


def _lines(figure: Mapping[str, Any]) -> Figure:
    """Figures 2 and 5: lines over a count, one small panel a run, on one scale."""
    values = [y for panel in figure["panels"] for line in panel["series"] for y in line["y"]]
    top = _round_top(values, (0.1, 0.25, 0.5))
    drawn, places = _panels(figure["panels"], 3, (3.7, 2.6))
    for panel, axes in places:
        for line in panel["series"]:
            _line(axes, line)
        axes.set_ylim(0, top * 100)
        axes.set_xlim(left=0)
        _name_axes(axes, panel["x_label"], "%")
        if axes.get_legend_handles_labels()[0]:
            _legend(axes, reverse=True)
    return drawn


def _line(axes: Axes, line: Mapping[str, Any]) -> None:
    color = TONES[line["tone"]]
    known = [(x, y * 100) for x, y in zip(line["x"], line["y"], strict=True) if y is not None]
    if known:
        axes.plot(
            *zip(*known, strict=True), color=color, linewidth=1.6, label=_text(line["name"]),
            alpha=0.3 + 0.7 * line.get("weight", 1), linestyle="--" if line.get("dashed") else "-",
            marker="o" if len(known) <= 16 else None, markersize=3, clip_on=False,
        )  # fmt: skip
    if line.get("low"):
        ends = zip(line["x"], line["low"], line["high"], strict=True)
        band = [(x, low * 100, high * 100) for x, low, high in ends if low is not None and high is not None]
        if len(band) > 1:
            x, below, above = zip(*band, strict=True)
            axes.fill_between(x, below, above, color=color, alpha=0.14, linewidth=0)


def _heat(group: Mapping[str, Any]) -> Figure:
    """Figure 3: contexts by domains, violation beside completeness; hatched where nothing is measured."""
    rows, columns, panels = [row["label"] for row in group["rows"]], group["columns"], group["panels"]
    beside, below = (
        0.06 * max((min(len(n), LONGEST) for n in names), default=0) for names in (rows, columns)
    )
    figure = _new_figure(0.8 + beside + 0.36 * len(columns) * len(panels), 1.0 + below + 0.2 * len(rows))
    for place, panel in enumerate(panels):
        axes = figure.add_subplot(1, len(panels), place + 1)
        for y, values in enumerate(panel["values"]):
            for x, value in enumerate(values):
                _heat_cell(axes, x, y, value, TONES[panel["tone"]])
        axes.set_xlim(-0.5, len(columns) - 0.5)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_facecolor("none")
        axes.set_xticks(range(len(columns)), [_text(name) for name in columns], rotation=90, fontsize=7)
        names = [_text(name) for name in rows] if not place else [""] * len(rows)
        axes.set_yticks(range(len(rows)), names, fontsize=7)
        axes.tick_params(length=0, colors=SOFT)
        axes.set_title(_text(panel["title"]), fontsize=9, color=TONES[panel["tone"]])
        for spine in axes.spines.values():
            spine.set_visible(False)
    return figure


def _heat_cell(axes: Axes, x: int, y: int, value: float | None, color: str) -> None:
    from matplotlib.patches import Rectangle
    from matplotlib.text import Text

    corner = (x - 0.47, y - 0.47)
    if value is None:
        drawn: list[Artist] = [
            Rectangle(corner, 0.94, 0.94, hatch="//////", fill=False, edgecolor=LINE, linewidth=0)
        ]
    else:
        drawn = [Rectangle(corner, 0.94, 0.94, facecolor=(color, value), edgecolor=LINE, linewidth=0.6)]
        ink = ON_STRONG if value > 0.55 else INK
        drawn.append(Text(x, y, f"{value * 100:.0f}", ha="center", va="center", fontsize=6, color=ink))
    for artist in drawn:
        artist.set_in_layout(False)  # it lies inside the axes: nothing to measure
        axes.add_artist(artist)


def _scatter(figure: Mapping[str, Any]) -> Figure:
    """Figures 4 and 8: what a run reveals wrongly against what it does well, with both intervals."""
    drawn = _new_figure(7.2, 4.6)
    axes = drawn.add_subplot(1, 1, 1)
    _plain(axes)
    axes.grid(True, axis="x", color=LINE, linewidth=0.8)
    points, arrows = figure["points"], figure.get("arrows", ())
    places = [(p["violation"]["value"] * 100, p["completeness"]["value"] * 100) for p in points]
    for point, place in zip(points, places, strict=True):
        _point(axes, point, place)
    for start, end in arrows:
        arrow = {"arrowstyle": "-|>", "color": SOFT, "linewidth": 1.1, "shrinkA": 6, "shrinkB": 6}
        axes.annotate("", places[end], places[start], arrowprops=arrow)
    for point, name, x, y in label_places(points, arrows):
        theory = point["kind"] == "theory"
        style = "italic" if theory else "normal"
        axes.text(x * 100, y * 100, _text(name), fontsize=8, style=style, color=SOFT if theory else INK)
    axes.set_xlim(-1, 101)
    axes.set_ylim(-1, 101)
    _name_axes(axes, "Violation, % (less is better)", "Completeness, % (more is better)")
    if any(point["kind"] == "reference" for point in points):
        label = "the paper's Table 1 (other data, labels and judge)"
        axes.plot([], [], "x", color=SOFT, alpha=0.6, label=label)
        _legend(drawn, loc="outside lower left")
    return drawn


def _point(axes: Axes, point: Mapping[str, Any], place: tuple[float, float]) -> None:
    if point["kind"] == "theory":
        axes.plot(*place, "D", markersize=6, markerfacecolor=PANEL, markeredgecolor=SOFT, clip_on=False)
    elif point["kind"] == "reference":
        axes.plot(*place, "x", markersize=5, color=SOFT, alpha=0.6)
    else:
        axes.errorbar(
            *place, xerr=_reach(point["violation"]), yerr=_reach(point["completeness"]), fmt="o",
            color=RUNS[point["group"] % len(RUNS)], markersize=6, elinewidth=1.1, capsize=0, clip_on=False,
        )  # fmt: skip


def _reach(estimate: Mapping[str, Any]) -> list[list[float]] | None:
    """How far the interval reaches to either side, in percent."""
    value, low, high = (estimate[key] for key in ("value", "low", "high"))
    if low is None or high is None:
        return None
    return [[max(value - low, 0) * 100], [max(high - value, 0) * 100]]


def _bars(figure: Mapping[str, Any]) -> Figure:
    """Figure 5.1: bars in groups, Android beside PC, one panel a run; the paper's panel in grey."""
    groups = [group for panel in figure["panels"] for group in panel["groups"]]
    top = _round_top([bar["value"] for group in groups for bar in group["bars"]], (0.25, 0.5)) * 100
    drawn, places = _panels(figure["panels"], 3, (3.6, 2.7))
    for panel, axes in places:
        _columns(axes, panel, GREY if panel["kind"] == "reference" else TONES)
        axes.set_ylim(0, top)
        _name_axes(axes, "", "%")
        if len(panel["groups"][0]["bars"]) > 1:
            _legend(axes)
    return drawn


def _columns(axes: Axes, panel: Mapping[str, Any], colors: Mapping[str, str]) -> None:
    groups = panel["groups"]
    for at, first in enumerate(groups[0]["bars"]):
        wide = 0.8 / len(groups[0]["bars"])
        cells = [group["bars"][at] for group in groups]
        places = [x - 0.4 + wide * (at + 0.5) for x in range(len(groups))]
        values = [0.0 if cell["value"] is None else cell["value"] * 100 for cell in cells]
        color = colors.get(first["tone"], SOFT)
        axes.bar(places, values, wide * 0.92, color=color, label=_text(first["name"]))
        for x, value, cell in zip(places, values, cells, strict=True):
            high = value
            if cell["low"] is not None and cell["high"] is not None:
                high = cell["high"] * 100
                axes.plot([x, x], [cell["low"] * 100, high], color=INK, linewidth=1)
            shown = "–" if cell["value"] is None else f"{value:.0f}" if value >= 9.95 else f"{value:.1f}"
            style: dict[str, Any] = {"ha": "center", "fontsize": 6.5, "color": INK}
            axes.annotate(shown, (x, high), (0, 2), textcoords="offset points", **style)
    axes.set_xticks(range(len(groups)), [_text(group["label"]) for group in groups], fontsize=7.5)


def _radar(figure: Mapping[str, Any]) -> Figure:
    """Figure 5.1b: a polygon a run over the axes of labels, the first axis up."""
    names = figure["axes"]
    angles = [2 * math.pi * at / len(names) for at in range(len(names))]
    drawn = _new_figure(5.4, 4.4)
    axes: Any = drawn.add_subplot(1, 1, 1, projection="polar")
    axes.set_theta_offset(math.pi / 2)
    axes.set_theta_direction(-1)
    for at, line in enumerate(figure["series"]):
        known = [(angle, v * 100) for angle, v in zip(angles, line["values"], strict=True) if v is not None]
        if known:
            x, y = zip(*(*known, known[0]), strict=True)
            color = RUNS[at % len(RUNS)]
            axes.plot(x, y, color=color, linewidth=1.6, marker="o", markersize=3, label=_text(line["name"]))
            axes.fill(x, y, color=color, alpha=0.1)
    axes.set_xticks(angles, [_text(name) for name in names], fontsize=8, color=SOFT)
    axes.set_ylim(0, 100)
    axes.set_yticks([25, 50, 75, 100])
    axes.tick_params(axis="y", labelsize=6.5, colors=SOFT)
    axes.set_facecolor("none")
    axes.grid(color=LINE)
    axes.spines["polar"].set_visible(False)
    _legend(drawn, loc="outside lower center")
    return drawn


def _stairs(figure: Mapping[str, Any]) -> Figure:
    """Figure 6.2: the score over the share of private labels covered, a line an operator."""
    drawn, places = _panels(figure["panels"], 2, (4.4, 3.0))
    for panel, axes in places:
        axes.axhline(figure["mark"], color=SOFT, linewidth=1, linestyle="--")
        for line in panel["series"]:
            if line["x"]:
                axes.plot(
                    [x * 100 for x in line["x"]], line["y"], color=TONES.get(line["tone"], SOFT),
                    linewidth=1.6, marker="o", markersize=3.5, label=_text(line["name"]), clip_on=False,
                )  # fmt: skip
        axes.set_xlim(0, 100)
        axes.set_ylim(0, figure["top"])
        _name_axes(axes, f"{panel['x_label']}, %", "score, 0 to 4")
        if axes.get_legend_handles_labels()[0]:
            _legend(axes)
    return drawn


def _trade(figure: Mapping[str, Any]) -> Figure:
    """What protection costs and buys: plans kept over items protected, a mark a method."""
    points = figure["points"]
    several = len({point["run"] for point in points}) > 1
    least = min(point["x"]["value"] for point in points)
    first = next((share for share in (0.8, 0.5) if least >= share), 0.0)  # marks do not crowd at the end
    drawn = _new_figure(6.0, 3.8)
    axes = drawn.add_subplot(1, 1, 1)
    _plain(axes)
    axes.grid(True, axis="x", color=LINE, linewidth=0.8)
    for point in points:
        x, y = point["x"]["value"] * 100, point["y"]["value"]
        axes.plot(x, y, "o", color=TONES.get(point["tone"], SOFT), markersize=6, clip_on=False)
        name = f"{point['name']}, {point['run']}" if several else point["name"]
        left = x > 50 * (1 + first)
        axes.annotate(
            _text(name), (x, y), (-7 if left else 7, 0), textcoords="offset points",
            ha="right" if left else "left", va="center", fontsize=7.5, color=INK,
        )  # fmt: skip
    axes.set_xlim(first * 100, 100)
    axes.set_ylim(0, figure["top"])
    _name_axes(axes, "Private items protected, % (more is better)", "Plans kept, 0 to 4 (more is better)")
    return drawn
