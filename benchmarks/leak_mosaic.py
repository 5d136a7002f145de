"""How many six-digit codes can be recovered from a mosaic, by the side of its cells.

    python benchmarks/leak_mosaic.py [--codes 30] [--json FILE] [--png FILE]

Chromium draws each code with a face, weight, colour, background and fractional place of its own; the box
around its ink is as loose as an annotator's (0 to 4 pixels a side). The attacker sees the picture alone and
knows that a code has six digits. What it knows of the face is told apart:

- ``listed``: it has the regular and bold files of the family among those of others, and is not told which;
- ``known``: it knows the family (from other text of the app), not the weight, size or place;
- ``unlisted``: it has no file of that family at all, only those of others.

A code counts where the first guess is right in all six digits; ``first ten`` where one of ten guesses is.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from rich.console import Console
from rich.table import Table

from tactful.bench import Face, find_mosaics, ink_of, installed, read_pattern
from tactful.runs import generator, require
from tactful.terms import Box

Pixels = NDArray[np.uint8]

FAMILIES = {
    "Roboto": "Roboto", "Inter": "Inter", "DejaVu Sans": "DejaVuSans", "Liberation Sans": "LiberationSans",
    "Open Sans": "OpenSans", "Lato": "Lato", "Cantarell": "Cantarell", "Noto Sans CJK SC": "NotoSansCJK",
}  # fmt: skip
LIGHT = (("#ffffff", "#fafafc", "#eef2f8"), ("#1b1d21", "#202124", "#5b6470", "#0b57d0"))
DARK = (("#17191d", "#101418"), ("#e6e8ec", "#9fc5ff"))
PLANS = {  # text size in pixels -> knowledge -> sides of cells
    24: {
        "listed": (4, 6, 8, 10, 12, 16, 24, 32),
        "known": (4, 6, 8, 10, 12, 16, 24, 32),
        "unlisted": (4, 6, 8, 10, 12, 16),
    },
    40: {"listed": (8, 12, 16, 24)},
    14: {"listed": (4, 6, 8)},
}
HIGH = 96


@dataclass(frozen=True)
class Code:
    """A code as drawn: its picture, and the box that somebody would annotate."""

    text: str
    family: str
    picture: Pixels
    box: Box


@dataclass
class Point:
    """One point of the curve."""

    size: int
    knowledge: str
    side: int
    codes: int = 0
    first: int = 0
    ten: int = 0
    digits: int = 0
    seconds: float = 0.0


def draw(count: int, size: int, seed: int) -> list[Code]:
    """``count`` codes at ``size`` pixels an em, drawn by Chromium on one page."""
    require("playwright", extra="world", purpose="drawing text in a browser")
    from playwright.sync_api import sync_playwright

    texts, blocks = [], []
    for i in range(count):
        rng = generator(seed, f"leak-mosaic/{size}", i)
        text, family = f"{rng.randrange(10**6):06d}", rng.choice(tuple(FAMILIES))
        grounds, inks = DARK if rng.random() < 0.25 else LIGHT
        style = (
            f"left:{rng.uniform(60, 120):.2f}px;top:{rng.uniform(14, 22):.2f}px;color:{rng.choice(inks)};"
            f"font:{rng.choice((400, 400, 400, 700))} {size}px '{family}'"
        )
        blocks.append(
            f'<div style="top:{i * HIGH}px;background:{rng.choice(grounds)}">'
            f'<span style="{style}">{text}</span></div>'
        )
        texts.append((text, family, [rng.randrange(5) for _ in range(4)]))
    page_css = f"body{{margin:0}}div,span{{position:absolute}}div{{left:0;width:480px;height:{HIGH}px}}"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path="/usr/bin/chromium")
        page = browser.new_page(viewport={"width": 480, "height": HIGH * count})
        page.set_content(f"<meta charset=utf-8><style>{page_css}</style>{''.join(blocks)}")
        whole = np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB"), np.uint8)
        browser.close()
    codes = []
    for i, (text, family, loose) in enumerate(texts):
        picture = whole[i * HIGH : (i + 1) * HIGH].copy()
        inked = np.abs(picture.astype(int) - picture[0, 0]).max(axis=-1) > 8
        ys, xs = np.flatnonzero(inked.any(axis=1)), np.flatnonzero(inked.any(axis=0))
        box = Box(
            int(xs[0]) - loose[0],
            int(ys[0]) - loose[1],
            int(xs[-1]) + 1 + loose[2],
            int(ys[-1]) + 1 + loose[3],
        )
        codes.append(Code(text, family, picture, box))
    return codes


def mosaic(canvas: Pixels, box: Box, side: int) -> None:
    """As the operator ``mosaic`` paints, with a side of one's own."""
    for y in range(box.y1, box.y2, side):
        for x in range(box.x1, box.x2, side):
            cell = canvas[y : min(y + side, box.y2), x : min(x + side, box.x2)]
            cell[:] = cell.reshape(-1, 3).mean(axis=0).round().astype(np.uint8)


def faces_for(knowledge: str, family: str) -> tuple[Face, ...]:
    own = [face for face in installed() if face.name.split("-")[0] == FAMILIES[family]]
    if knowledge == "known":
        return tuple(own)
    return tuple(face for face in installed() if knowledge == "listed" or face not in own)


def attack(code: Code, side: int, knowledge: str, point: Point) -> None:
    picture = code.picture.copy()
    mosaic(picture, code.box, side)
    begun = time.perf_counter()
    places = find_mosaics(picture)
    ink = ink_of(max(places, key=lambda m: m.box.area)) if places else None
    guesses = read_pattern(ink, "######", faces_for(knowledge, code.family)) if ink else []
    point.seconds += time.perf_counter() - begun
    point.codes += 1
    point.first += bool(guesses) and guesses[0].text == code.text
    point.ten += code.text in [guess.text for guess in guesses[:10]]
    if guesses:
        point.digits += sum(a == b for a, b in zip(guesses[0].text, code.text, strict=True))


def picture_of(points: Sequence[Point]) -> bytes:
    """The curves at 24 pixels as PNG."""
    require("matplotlib", extra="eval", purpose="drawing PNG figures")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 3.6), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for knowledge, colour in (("known", "#0072b2"), ("listed", "#d55e00"), ("unlisted", "#008a63")):
        line = [p for p in points if p.size == 24 and p.knowledge == knowledge]
        if line:
            axes.plot(
                [p.side for p in line],
                [100 * p.first / p.codes for p in line],
                "o-",
                color=colour,
                label=knowledge,
            )
    axes.set(
        xlabel="side of a cell (pixels), text of 24 pixels an em",
        ylabel="codes recovered (%)",
        ylim=(-3, 103),
    )
    axes.axhline(50, color="#d9dde3", zorder=0)
    axes.legend(title="the face is", frameon=False)
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=150, metadata={"Software": None})
    return out.getvalue()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--codes", type=int, default=30)
    parser.add_argument("--sizes", type=int, nargs="*", default=list(PLANS), choices=list(PLANS))
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--png", type=Path)
    arguments = parser.parse_args()
    points: list[Point] = []
    for size in arguments.sizes:
        codes = draw(arguments.codes, size, arguments.seed)
        for knowledge, sides in PLANS[size].items():
            for side in sides:
                point = Point(size, knowledge, side)
                for code in codes:
                    attack(code, side, knowledge, point)
                points.append(point)
                print(point, file=sys.stderr, flush=True)
                if arguments.json:
                    arguments.json.write_text(json.dumps([vars(p) for p in points], indent=1) + "\n")
    table = Table(title="six-digit codes recovered from a mosaic")
    for column in ("text px", "face", "cell px", "first guess", "first ten", "digits right", "s a code"):
        table.add_column(column)
    for p in points:
        share = f"{p.first / p.codes:.0%} ({p.first}/{p.codes})"
        digits = f"{p.digits / (6 * p.codes):.0%}"
        table.add_row(
            str(p.size),
            p.knowledge,
            str(p.side),
            share,
            f"{p.ten / p.codes:.0%}",
            digits,
            f"{p.seconds / p.codes:.1f}",
        )
    Console().print(table)
    if arguments.png:
        arguments.png.write_bytes(picture_of(points))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
