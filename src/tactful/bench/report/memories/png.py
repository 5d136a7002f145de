"""The figures as PNG, by matplotlib (the extra `eval`), for slides and papers: light, 200 dots an inch."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tactful.bench.report.memories.lines import nice_top
from tactful.bench.report.memories.scatter import label_places, value_at
from tactful.runs import require

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DPI = 200
COLOURS = {"violation": "#b2182b", "completeness": "#0068a8"}
RUNS = ("#0072b2", "#d55e00", "#008a63", "#b0518f", "#946c00", "#3b3b9e", "#7a4a2b", "#4d5763")
LONGEST = 44
INK, SOFT, LINE = "#1a1d21", "#5b6470", "#d9dde3"


def figure_pngs(figure: Mapping[str, Any]) -> list[bytes]:
    """One PNG, or one a run for heat maps. Raises ``MissingExtraError`` without matplotlib."""
    require("matplotlib", extra="eval", purpose="drawing PNG figures")
    if figure["kind"] == "heat":
        return [saved(_heat(group)) for group in figure["groups"]]
    draw: Callable[[Mapping[str, Any]], Figure] = {"lines": _lines, "scatter": _scatter}[figure["kind"]]
    return [saved(draw(figure))]


def text(value: object) -> str:
    """Text that matplotlib takes literally: a dollar sign would begin mathematics. Long names are cut."""
    plain = str(value)
    shown = plain if len(plain) <= LONGEST else f"{plain[: LONGEST - 1]}…"
    return shown.replace("$", r"\$")


def saved(figure: Figure) -> bytes:
    """The drawing as PNG, the same bytes for the same figures."""
    out = io.BytesIO()
    with warnings.catch_warnings():
        # A name in a script that the bundled font lacks is drawn as boxes; the page shows it rightly.
        warnings.filterwarnings("ignore", message=r"Glyph .* missing from")
        # No version and no date inside, so that the same figures give the same bytes.
        figure.savefig(out, format="png", dpi=DPI, metadata={"Software": None}, bbox_inches="tight")
    return out.getvalue()


def new_figure(width: float, height: float) -> Figure:
    """An empty drawing, in inches, that no window shows."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def plain_axes(axes: Axes) -> None:
    """No box around, light grid lines, small soft numbers."""
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(LINE)
    axes.grid(True, axis="y", color=LINE, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(colors=SOFT, labelsize=8, length=0)


def _lines(figure: Mapping[str, Any]) -> Figure:
    panels, top = figure["panels"], nice_top(figure)
    across = min(len(panels), 3)
    down = -(-len(panels) // across)
    drawn = new_figure(3.7 * across, 2.6 * down)
    for place, panel in enumerate(panels, start=1):
        axes = drawn.add_subplot(down, across, place)
        plain_axes(axes)
        for line in panel["series"]:
            known = [(x, y * 100) for x, y in zip(line["x"], line["y"], strict=True) if y is not None]
            if known:
                axes.plot(
                    *zip(*known, strict=True), color=COLOURS[line["tone"]], linewidth=1.6,
                    label=text(line["name"]),
                    alpha=0.3 + 0.7 * line.get("weight", 1), linestyle="--" if line.get("dashed") else "-",
                    marker="o" if len(known) <= 16 else None, markersize=3, clip_on=False,
                )  # fmt: skip
        axes.set_ylim(0, top * 100)
        axes.set_xlim(left=0)
        axes.set_title(text(panel["title"]), fontsize=9, loc="left")
        axes.set_xlabel(text(panel["x_label"]), fontsize=8, color=SOFT)
        axes.set_ylabel("%", fontsize=8, color=SOFT)
        if axes.get_legend_handles_labels()[0]:
            axes.legend(fontsize=7, frameon=False, reverse=True)
    return drawn


def _heat(group: Mapping[str, Any]) -> Figure:
    from matplotlib.colors import LinearSegmentedColormap

    rows, columns, panels = group["rows"], group["columns"], group["panels"]
    beside = 0.06 * _longest([row["label"] for row in rows])
    below = 0.06 * _longest(columns)
    drawn = new_figure(0.8 + beside + 0.36 * len(columns) * len(panels), 1.0 + below + 0.2 * len(rows))
    drawn.suptitle(text(group["name"]), fontsize=10)
    for place, panel in enumerate(panels):
        axes = drawn.add_subplot(1, len(panels), place + 1)
        shades = LinearSegmentedColormap.from_list("tone", ["#ffffff", COLOURS[panel["tone"]]])
        colours = shades.with_extremes(bad=("#ffffff", 0.0))
        values = [[float("nan") if v is None else v for v in line] for line in panel["values"]]
        # Hatching behind the map shows where there is nothing to measure.
        axes.add_patch(_hatch(len(columns), len(rows)))
        axes.imshow(values, cmap=colours, vmin=0, vmax=1, aspect="auto", zorder=2)
        for y, line in enumerate(panel["values"]):
            for x, value in enumerate(line):
                if value is not None:
                    ink = "white" if value > 0.55 else INK
                    axes.text(
                        x, y, f"{value * 100:.0f}", ha="center", va="center", fontsize=6, color=ink, zorder=3
                    )
        axes.set_xticks(range(len(columns)), [text(column) for column in columns], rotation=90, fontsize=7)
        names = [text(row["label"]) for row in rows] if not place else [""] * len(rows)
        axes.set_yticks(range(len(rows)), names, fontsize=7)
        axes.tick_params(length=0)
        axes.set_title(text(panel["title"]), fontsize=9, color=COLOURS[panel["tone"]])
        for spine in axes.spines.values():
            spine.set_visible(False)
    return drawn


def _longest(names: Sequence[str]) -> int:
    return max((min(len(name), LONGEST) for name in names), default=0)


def _hatch(columns: int, rows: int) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle(
        (-0.5, -0.5), columns, rows, hatch="//////", fill=False, edgecolor=LINE, linewidth=0, zorder=1
    )


def _scatter(figure: Mapping[str, Any]) -> Figure:
    drawn = new_figure(7.2, 4.6)
    axes = drawn.add_subplot(1, 1, 1)
    plain_axes(axes)
    axes.grid(True, axis="x", color=LINE, linewidth=0.8)
    points, arrows = figure["points"], figure.get("arrows", ())
    for point in points:
        _point(axes, point)
    for start, end in arrows:
        axes.annotate(
            "", _place(points[end]), _place(points[start]),
            arrowprops={"arrowstyle": "-|>", "color": SOFT, "linewidth": 1.1, "shrinkA": 6, "shrinkB": 6},
        )  # fmt: skip
    for point, name, left, base in label_places(points, arrows):
        x, y = value_at(left, base)
        theory = point["kind"] == "theory"
        style = "italic" if theory else "normal"
        axes.text(x * 100, y * 100, text(name), fontsize=8, style=style, color=SOFT if theory else INK)
    axes.set_xlim(-1, 101)
    axes.set_ylim(-1, 101)
    axes.set_xlabel("Violation, % (less is better)", fontsize=9, color=SOFT)
    axes.set_ylabel("Completeness, % (more is better)", fontsize=9, color=SOFT)
    if any(point["kind"] == "reference" for point in points):
        axes.plot(
            [], [], "x", color=SOFT, alpha=0.6, label="the paper's Table 1 (other data, labels and judge)"
        )
        drawn.legend(loc="outside lower left", fontsize=7.5, frameon=False)
    return drawn


def _place(point: Mapping[str, Any]) -> tuple[float, float]:
    return point["violation"]["value"] * 100, point["completeness"]["value"] * 100


def _point(axes: Axes, point: Mapping[str, Any]) -> None:
    x, y = _place(point)
    if point["kind"] == "theory":
        axes.plot(x, y, "D", markersize=6, markerfacecolor="white", markeredgecolor=SOFT, clip_on=False)
    elif point["kind"] == "reference":
        axes.plot(x, y, "x", markersize=5, color=SOFT, alpha=0.6)
    else:
        axes.errorbar(
            x, y, xerr=_reach(point["violation"]), yerr=_reach(point["completeness"]), fmt="o",
            color=RUNS[point["group"] % len(RUNS)], markersize=6, elinewidth=1.1, capsize=0, clip_on=False,
        )  # fmt: skip


def _reach(estimate: Mapping[str, Any]) -> list[list[float]] | None:
    """How far the interval reaches to either side, in percent."""
    value, low, high = (estimate[key] for key in ("value", "low", "high"))
    if low is None or high is None:
        return None
    return [[max(value - low, 0) * 100], [max(high - value, 0) * 100]]
