"""The figures as PNG, by matplotlib (the extra `eval`), for slides and papers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tactful.bench.report.guiguard.bars import top_of
from tactful.bench.report.guiguard.scale import TONES
from tactful.bench.report.guiguard.trade import first_share
from tactful.bench.report.memories.png import INK, LINE, RUNS, SOFT, new_figure, plain_axes, saved, text
from tactful.runs import require

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

GREY = {"android": "#8a939e", "pc": "#b7bec7"}


def figure_pngs(figure: Mapping[str, Any]) -> list[bytes]:
    """The figure as one PNG. Raises ``MissingExtraError`` without matplotlib."""
    require("matplotlib", extra="eval", purpose="drawing PNG figures")
    draw: dict[str, Callable[[Mapping[str, Any]], Figure]] = {
        "bars": _bars,
        "radar": _radar,
        "stairs": _stairs,
        "trade": _trade,
    }
    return [saved(draw[figure["kind"]](figure))]


def _colour(tone: str) -> str:
    return TONES.get(tone, SOFT)


def _bars(figure: Mapping[str, Any]) -> Figure:
    panels = figure["panels"]
    top = top_of(panels) * 100
    across = min(len(panels), 3)
    down = -(-len(panels) // across)
    drawn = new_figure(3.6 * across, 2.7 * down)
    for place, panel in enumerate(panels, start=1):
        axes = drawn.add_subplot(down, across, place)
        plain_axes(axes)
        colours = GREY if panel["kind"] == "reference" else TONES
        _columns(axes, panel, colours)
        axes.set_ylim(0, top)
        axes.set_title(text(panel["title"]), fontsize=8.5, loc="left")
        axes.set_ylabel("%", fontsize=8, color=SOFT)
        if len(panel["groups"][0]["bars"]) > 1:
            axes.legend(fontsize=7, frameon=False)
    return drawn


def _columns(axes: Axes, panel: Mapping[str, Any], colours: Mapping[str, str]) -> None:
    groups = panel["groups"]
    for at, first in enumerate(groups[0]["bars"]):
        wide = 0.8 / len(groups[0]["bars"])
        cells = [group["bars"][at] for group in groups]
        places = [x - 0.4 + wide * (at + 0.5) for x in range(len(groups))]
        values = [0.0 if cell["value"] is None else cell["value"] * 100 for cell in cells]
        axes.bar(
            places, values, wide * 0.92, color=colours.get(first["tone"], SOFT), label=text(first["name"])
        )
        for x, value, cell in zip(places, values, cells, strict=True):
            high = value
            if cell["low"] is not None and cell["high"] is not None:
                high = cell["high"] * 100
                axes.plot([x, x], [cell["low"] * 100, high], color=INK, linewidth=1)
            shown = "–" if cell["value"] is None else f"{value:.0f}" if value >= 9.95 else f"{value:.1f}"
            axes.annotate(
                shown, (x, high), (0, 2), textcoords="offset points", ha="center", fontsize=6.5, color=INK
            )
    axes.set_xticks(range(len(groups)), [text(group["label"]) for group in groups], fontsize=7.5)


def _radar(figure: Mapping[str, Any]) -> Figure:
    names = figure["axes"]
    angles = [2 * math.pi * at / len(names) for at in range(len(names))]
    drawn = new_figure(5.4, 4.4)
    axes: Any = drawn.add_subplot(1, 1, 1, projection="polar")
    axes.set_theta_offset(math.pi / 2)
    axes.set_theta_direction(-1)
    for at, line in enumerate(figure["series"]):
        known = [(angle, v * 100) for angle, v in zip(angles, line["values"], strict=True) if v is not None]
        if known:
            x, y = zip(*(*known, known[0]), strict=True)
            colour = RUNS[at % len(RUNS)]
            axes.plot(x, y, color=colour, linewidth=1.6, marker="o", markersize=3, label=text(line["name"]))
            axes.fill(x, y, color=colour, alpha=0.1)
    axes.set_xticks(angles, [text(name) for name in names], fontsize=8)
    axes.set_ylim(0, 100)
    axes.set_yticks([25, 50, 75, 100])
    axes.tick_params(axis="y", labelsize=6.5, colors=SOFT)
    axes.grid(color=LINE)
    axes.spines["polar"].set_visible(False)
    drawn.legend(loc="outside lower center", fontsize=7.5, frameon=False)
    return drawn


def _stairs(figure: Mapping[str, Any]) -> Figure:
    panels = figure["panels"]
    across = min(len(panels), 2)
    down = -(-len(panels) // across)
    drawn = new_figure(4.4 * across, 3.0 * down)
    for place, panel in enumerate(panels, start=1):
        axes = drawn.add_subplot(down, across, place)
        plain_axes(axes)
        axes.axhline(figure["mark"], color=SOFT, linewidth=1, linestyle="--")
        for line in panel["series"]:
            if line["x"]:
                axes.plot(
                    [x * 100 for x in line["x"]], line["y"], color=_colour(line["tone"]), linewidth=1.6,
                    marker="o", markersize=3.5, label=text(line["name"]), clip_on=False,
                )  # fmt: skip
        axes.set_xlim(0, 100)
        axes.set_ylim(0, figure["top"])
        axes.set_title(text(panel["title"]), fontsize=9, loc="left")
        axes.set_xlabel(f"{text(panel['x_label'])}, %", fontsize=8, color=SOFT)
        axes.set_ylabel("score, 0 to 4", fontsize=8, color=SOFT)
        axes.legend(fontsize=7, frameon=False)
    return drawn


def _trade(figure: Mapping[str, Any]) -> Figure:
    points = figure["points"]
    several = len({point["run"] for point in points}) > 1
    first = first_share(points)
    drawn = new_figure(6.0, 3.8)
    axes = drawn.add_subplot(1, 1, 1)
    plain_axes(axes)
    axes.grid(True, axis="x", color=LINE, linewidth=0.8)
    for point in points:
        x, y = point["x"]["value"] * 100, point["y"]["value"]
        axes.plot(x, y, "o", color=_colour(point["tone"]), markersize=6, clip_on=False)
        name = f"{point['name']}, {point['run']}" if several else point["name"]
        left = x > 50 * (1 + first)
        axes.annotate(
            text(name), (x, y), (-7 if left else 7, 0), textcoords="offset points",
            ha="right" if left else "left", va="center", fontsize=7.5,
        )  # fmt: skip
    axes.set_xlim(first * 100, 100)
    axes.set_ylim(0, figure["top"])
    axes.set_xlabel("Private items protected, %", fontsize=8.5, color=SOFT)
    axes.set_ylabel("Plans kept, 0 to 4", fontsize=8.5, color=SOFT)
    return drawn
