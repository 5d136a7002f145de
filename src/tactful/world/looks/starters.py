"""What starts an app: its sign on a coloured tile, in the style of the system."""

from __future__ import annotations

from tactful.runs import derive, generator
from tactful.world.looks.icons import icon
from tactful.world.looks.look import HUES
from tactful.world.looks.markup import Pen, press
from tactful.world.pages import Item, Picture

STYLES = ("mixed", "glossy", "flat", "themed", "pastel")
"""How a system colours its tiles."""


def style_of(seed: int) -> str:
    """The style of a session's tiles."""
    return generator(seed, "look/tiles").choice(STYLES)


def sign(pen: Pen, item: Item) -> str:
    """The tile of an app; a file's own sign without a tile."""
    style = style_of(pen.seed)
    if not item.do and item.icon:
        return f'<span class="filei">{icon(item.icon)}</span>'
    at = derive(0 if style != "glossy" else 1, f"tile/{item.id}")
    hue = HUES[at % len(HUES)]
    kind = (at // 64) % 4 if style == "mixed" else {"glossy": 0, "flat": 2, "themed": 4, "pastel": 5}[style]
    return f'<span class="appi a{kind}" style="--h:{hue}">{icon(item.icon or "app-window")}</span>'


def starter(pen: Pen, item: Item, *, label: bool = True) -> str:
    """A launcher's tile with its badge and its name."""
    shown = item.slots.get("image")
    tile = pen.picture(shown) if isinstance(shown, Picture) else sign(pen, item)
    count = pen.show(item.slots.get("count"), "badge")
    name = pen.show(item.slots.get("head"), "name", 1 if pen.phone else 2) if label else ""
    return f'<div class="app-c"{press(item.do)}><span class="icw">{tile}{count}</span>{name}</div>'
