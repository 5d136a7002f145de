"""Sections in their layouts: each function writes the items of one section."""

from __future__ import annotations

from collections.abc import Callable

from tactful.world.looks.icons import icon
from tactful.world.looks.layouts import blocks, charts, figures, forms, maps, rows, talk
from tactful.world.looks.markup import Pen
from tactful.world.looks.words import word
from tactful.world.pages import Section

DRAW: dict[str, Callable[[Pen, Section], str]] = {
    "list": rows.listing,
    "settings": rows.settings,
    "tree": rows.tree,
    "table": rows.table,
    "fields": rows.fields,
    "cards": blocks.cards,
    "grid": blocks.grid,
    "icons": blocks.icons,
    "slides": blocks.slides,
    "feed": blocks.feed,
    "stats": figures.stats,
    "chart": charts.chart,
    "calendar": figures.calendar,
    "form": forms.form,
    "keypad": forms.keypad,
    "thread": talk.thread,
    "text": talk.text,
    "terminal": talk.terminal,
    "player": talk.player,
    "map": maps.map_view,
}
"""Every layout of `tactful.world.pages.LAYOUTS`."""


def section(pen: Pen, part: Section, nothing: str = "empty", alone: bool = True) -> str:
    """A section with its title and actions; inputs of layouts other than forms come after the items.

    A section that could hold items and has none says so with the word ``nothing`` where it is what the page
    is for: a list in the middle, with a title or ``alone`` there. Anywhere else it is left out.
    """
    bare = not part.items and not part.inputs and part.layout not in _STANDING
    told = bare and part.place == "main" and part.layout in _LISTS and (alone or part.title is not None)
    if bare and not told and not part.actions:
        return ""
    draw = DRAW.get(part.layout, rows.listing)
    head = ""
    heads = [a for a in part.actions if part.layout != "form" and part.layout != "keypad"]
    links = "".join(
        pen.button(action) for action in heads if action.style in ("link", "icon", "toggle", "menu")
    )
    if part.title is not None and part.title.text:
        head = f'<div class="sec-h">{pen.text(part.title, "sec-t")}<span class="grow"></span>{links}</div>'
        links = ""
    rest = "".join(pen.button(a) for a in heads if a.style not in ("link", "icon", "toggle", "menu"))
    body = draw(pen, part)
    if bare:
        sign = icon("inbox") if alone else ""
        line = pen.ui(word(nothing, pen.lang))
        body = f'<div class="empty{"" if alone else " slim"}">{sign}{line}</div>' if told else ""
    extra = ""
    if part.inputs and part.layout not in ("form", "keypad", "table"):
        extra = forms.inline(pen, part.inputs)
    buttons = f'<div class="acts">{links}{rest}</div>' if links or rest else ""
    return (
        f'<section class="sec L-{part.layout}" data-section="{_safe(part.id)}">{head}{body}'
        f"{extra}{buttons}</section>"
    )


_LISTS = frozenset({"list", "cards", "grid", "feed", "table", "tree"})
"""Layouts that say so where there is nothing to list."""
_STANDING = frozenset({"calendar", "map", "terminal", "form", "keypad", "thread"})
"""Layouts that are there without any items, too."""


def _safe(name: str) -> str:
    return "".join(c if c.isalnum() or c in "-_." else "-" for c in name)
