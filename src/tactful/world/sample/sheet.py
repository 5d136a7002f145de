"""A contact sheet: many screens on one HTML page, with their regions drawn over them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tactful.runs import generator
from tactful.world.sample.screens import SampleRun, SampleScreen

_RISKS = {"high": ("#d92d20", 3), "medium": ("#dc6803", 2.5), "low": ("#2e6fd8", 2), "none": ("#98a2b3", 1)}
"""The color of a risk's boxes and the width of their lines."""


def contact_sheet(runs: Sequence[SampleRun], file: Path, *, count: int = 24, seed: int = 0) -> Path:
    """Write a page with ``count`` screens, as different as the folder allows, and give its path.

    Screens are chosen by seed: apps in turn, then trajectories. Boxes are drawn by risk, needed ones filled.
    Images are linked where they lie, relative to the page.
    """
    from jinja2 import Environment, FileSystemLoader

    page = Environment(autoescape=True, loader=FileSystemLoader(Path(__file__).parent)).get_template(
        "sheet.html"
    )
    screens = [
        (run, screen, os.path.relpath(screen.image, file.parent).replace(os.sep, "/"))
        for run, screen in choose(runs, count, seed)
    ]
    total = sum(len(run.screens) for run in runs)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(page.render(screens=screens, total=total, risks=_RISKS) + "\n", encoding="utf-8")
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
    return sorted(chosen, key=lambda pair: (pair[0].row.platform != "phone", pair[1].app))
