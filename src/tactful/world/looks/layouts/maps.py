"""A map with its pins, and the places as cards or rows below or beside it."""

from __future__ import annotations

from functools import lru_cache

from tactful.runs import generator
from tactful.world.looks.draw.paint import svg_of
from tactful.world.looks.draw.places import pin, streets
from tactful.world.looks.layouts.rows import limited, row
from tactful.world.looks.markup import Pen, press
from tactful.world.pages import Section


@lru_cache(maxsize=128)
def _ground(seed: str, width: int, height: int, dark: bool) -> str:
    return svg_of(width, height, streets(generator(0, f"streets/{seed}"), width, height, dark))


def map_view(pen: Pen, part: Section) -> str:
    """Streets drawn by the section's id; a pin for each place, a blue dot for the device."""
    items = limited(part)
    width, height = (400, 420) if pen.phone else (900, 620)
    rng = generator(pen.seed, f"pins/{part.id}")
    pins: list[str] = []
    # One pin to a cell of a grid, so that names do not lie over one another.
    spots = [(column, line) for column in range(3) for line in range(4)]
    rng.shuffle(spots)
    for item, (column, line) in zip(items, spots, strict=False):
        x, y = 18 + 32 * column + rng.uniform(-5, 5), 24 + 20 * line + rng.uniform(-4, 4)
        name = pen.show(item.slots.get("head"), "pn", 1) if len(pins) < 4 else ""
        mark = f'<svg viewBox="-13 -36 26 38">{pin(0, 0, "#d93025", 1.0)}</svg>'
        pins.append(f'<div class="pin" style="left:{x:.1f}%;top:{y:.1f}%"{press(item.do)}>{mark}{name}</div>')
    me = f'<i class="here" style="left:{rng.uniform(30, 70):.0f}%;top:{rng.uniform(35, 65):.0f}%"></i>'
    small = " small" if len(items) < 2 else ""
    ground = _ground(f"{pen.seed}/{part.id}", width, height, pen.look.dark)
    places = "".join(row(pen, item, "avatar") for item in items)
    listed = f'<div class="rows places">{places}</div>' if places else ""
    return (
        f'<div class="map{small}"><div class="ground{small}">{ground}{me}{"".join(pins)}</div>{listed}</div>'
    )
