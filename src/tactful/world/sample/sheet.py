"""A contact sheet: many screens on one HTML page, with their regions drawn over them."""

from __future__ import annotations

import html
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tactful.runs import generator
from tactful.world.sample.screens import SampleRun, SampleScreen

_COLOURS = {"high": "#d92d20", "medium": "#dc6803", "low": "#2e6fd8", "none": "#98a2b3"}
_WIDTHS = {"high": 3, "medium": 2.5, "low": 2, "none": 1}
_STYLE = """
:root { color-scheme: light; }
body { margin: 0; padding: 28px 32px 48px; font: 15px/1.5 system-ui, sans-serif;
  color: #1d2939; background: #f4f5f7; }
h1 { font-size: 24px; margin: 0 0 4px; }
p { margin: 0 0 16px; color: #475467; max-width: 78ch; }
.bar { display: flex; flex-wrap: wrap; gap: 10px 22px; align-items: center; margin: 0 0 20px; }
.bar label { display: inline-flex; gap: 6px; align-items: center; cursor: pointer; }
.key { width: 12px; height: 12px; border-radius: 3px; display: inline-block; }
.sheet { display: flex; flex-wrap: wrap; gap: 22px; align-items: flex-start; }
figure { margin: 0; background: #fff; border: 1px solid #d0d5dd; border-radius: 8px; overflow: hidden; }
figure.phone { width: 264px; } figure.desktop { width: 550px; }
.shot { position: relative; display: block; }
.shot img { display: block; width: 100%; height: auto; }
.shot svg { position: absolute; inset: 0; width: 100%; height: 100%; }
figcaption { padding: 7px 10px; font-size: 13px; color: #475467; border-top: 1px solid #eaecf0; }
figcaption b { color: #1d2939; font-weight: 600; }
body:not(.high) .high, body:not(.medium) .medium, body:not(.low) .low, body:not(.none) .none,
body:not(.need) .need { display: none; }
"""
_SCRIPT = """
for (const box of document.querySelectorAll('.bar input'))
  box.addEventListener('change', () => document.body.classList.toggle(box.value, box.checked));
"""


def contact_sheet(runs: Sequence[SampleRun], file: Path, *, count: int = 24, seed: int = 0) -> Path:
    """Write a page with ``count`` screens, as different as the folder allows, and give its path.

    Screens are chosen by seed: apps in turn, then trajectories. Boxes are drawn by risk, needed ones filled.
    Images are linked where they lie, relative to the page.
    """
    chosen = choose(runs, count, seed)
    total = sum(len(run.screens) for run in runs)
    figures = "\n".join(_figure(run, screen, file.parent) for run, screen in chosen)
    keys = "".join(
        f'<label><input type="checkbox" value="{risk}" checked>'
        f'<span class="key" style="background:{colour}"></span>{"no risk" if risk == "none" else risk}'
        "</label>"
        for risk, colour in _COLOURS.items()
    )
    page = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Contact sheet</title><style>{_STYLE}</style></head>
<body class="high medium low none need">
<h1>{len(chosen)} of {total} screens</h1>
<p>Every person, app, brand, number and address is invented. Boxes are the exact truth: one for each visible
line of text or picture, coloured by risk. What the task needs at that step is filled.</p>
<div class="bar">{keys}<label><input type="checkbox" value="need" checked>needed now</label></div>
<div class="sheet">
{figures}
</div>
<script>{_SCRIPT}</script>
</body></html>
"""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(page, encoding="utf-8")
    return file


def choose(runs: Sequence[SampleRun], count: int, seed: int) -> list[tuple[SampleRun, SampleScreen]]:
    """``count`` screens: apps in turn, in an order drawn by the seed, each view before any again."""
    by_app: dict[str, list[tuple[SampleRun, SampleScreen]]] = {}
    for run in runs:
        for screen in run.screens:
            by_app.setdefault(screen.app, []).append((run, screen))
    rng = generator(seed, "contact sheet")
    apps = sorted(by_app)
    rng.shuffle(apps)
    for app in apps:
        rng.shuffle(by_app[app])
        shown: Counter[str] = Counter()
        order: list[tuple[int, int, SampleRun, SampleScreen]] = []
        for run, screen in by_app[app]:
            order.append((shown[screen.view], len(order), run, screen))
            shown[screen.view] += 1
        # The last is taken first.
        by_app[app] = [(run, screen) for _, _, run, screen in sorted(order, key=lambda o: (-o[0], -o[1]))]
    chosen: list[tuple[SampleRun, SampleScreen]] = []
    while len(chosen) < count and any(by_app.values()):
        for app in apps:
            if by_app[app] and len(chosen) < count:
                chosen.append(by_app[app].pop())
    return sorted(chosen, key=lambda pair: (pair[0].row.get("platform") != "phone", pair[1].app))


def _figure(run: SampleRun, screen: SampleScreen, folder: Path) -> str:
    boxes = []
    for region in screen.regions:
        x1, y1, x2, y2 = region["box"]
        risk = str(region["risk"])
        scale = screen.width / (264 if screen.width < screen.height else 550)
        shape = f'x="{x1}" y="{y1}" width="{x2 - x1}" height="{y2 - y1}"'
        if region["necessary"]:
            boxes.append(f'<rect class="need" {shape} fill="{_COLOURS[risk]}" fill-opacity=".3"/>')
        boxes.append(
            f'<rect class="{risk}" {shape} fill="none" stroke="{_COLOURS[risk]}" '
            f'stroke-width="{_WIDTHS[risk] * scale / 2:.1f}"/>'
        )
    link = html.escape(os.path.relpath(screen.image, folder).replace(os.sep, "/"), quote=True)
    kind = "phone" if screen.width < screen.height else "desktop"
    name = html.escape(screen.app or ("home screen" if kind == "phone" else "desktop"))
    caption = f"<b>{name}</b> {html.escape(screen.view)}, {html.escape(str(run.row['lang']))}"
    return (
        f'<figure class="{kind}"><span class="shot"><img src="{link}" alt="" loading="lazy">'
        f'<svg viewBox="0 0 {screen.width} {screen.height}">{"".join(boxes)}</svg></span>'
        f"<figcaption>{caption}</figcaption></figure>"
    )
