"""How well the recognizers label text units that are given: the invented screens of tests/data/screens.

    python benchmarks/recognition_screens.py [--half dev|held] [--json FILE]

The rules were steered by the half called "dev" (the MD5 of a screen's name is even). The other half, "held",
was kept from the people who wrote the rules, except for its totals.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tactful.flow import recall, recognize
from tactful.formats import read_annotations, read_units
from tactful.guard import Guard
from tactful.score import RegionScores, ScreenPair, score_regions

SCREENS = Path(__file__).parents[1] / "tests" / "data" / "screens"
FIGURES = ("recall", "strict", "risk", "category", "necessity", "over_masking", "detection")


def half_of(name: str) -> str:
    return "held" if int(hashlib.md5(name.encode(), usedforsecurity=False).hexdigest(), 16) % 2 else "dev"


def score(half: str) -> RegionScores:
    """Scores of one half, every screen in a session of its own."""
    pairs = []
    for annotation in read_annotations(SCREENS)[0]:
        if half_of(annotation.id) != half:
            continue
        guard = Guard()
        screen = read_units(SCREENS / f"{annotation.id}.units.json").load()
        regions = recall(screen, recognize(screen, guard.session), guard.session)
        pairs.append(
            ScreenPair(annotation.id, annotation.regions, regions, annotation.platform, annotation.alt_risks)
        )
    return score_regions(pairs)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--half", choices=("dev", "held"))
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    halves = [arguments.half] if arguments.half else ["dev", "held"]
    scores = {half: score(half) for half in halves}
    table = Table(title="given text units, rule corrected")
    for column in ("half", "screens", *FIGURES):
        table.add_column(column.replace("_", "-"))
    for half, result in scores.items():
        rates = dict(result.overall.items())
        cells = [f"{rates[f].value:.1%} ({rates[f].hits}/{rates[f].count})" for f in FIGURES]
        table.add_row(half, str(result.screens), *cells)
        for name, figures in result.by_platform.items():
            rates = dict(figures.items())
            table.add_row(f"  {name}", "", *(f"{rates[f].value:.1%}" for f in FIGURES))
    Console().print(table)
    if arguments.json:
        arguments.json.write_text(json.dumps({h: s.to_json() for h, s in scores.items()}, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
