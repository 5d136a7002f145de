"""Blocks: cards, grids of pictures, feeds, icons, slides."""

from __future__ import annotations

from tactful.world.looks.icons import icon
from tactful.world.looks.layouts.rows import flags, limited, others, tag, tools
from tactful.world.looks.markup import Pen, press
from tactful.world.looks.words import word
from tactful.world.pages import Item, Picture, Section
from tactful.world.values import ui


def _ad(pen: Pen, item: Item) -> str:
    return pen.text(ui(word("ad", pen.lang)), "adtag") if "ad" in item.flags else ""


def card(pen: Pen, item: Item, wide: bool = False, alone: bool = False) -> str:
    """A card: the picture above (or left of) the words."""
    shown = item.slots.get("image")
    picture = ""
    small = ("avatar", "logo") if alone else ("avatar", "logo", "portrait")
    face = isinstance(shown, Picture) and shown.kind in small
    if shown is not None:
        picture = f'<span class="{"lead" if face else "cover"}">{pen.show(shown)}</span>'
    elif item.icon:
        picture = f'<span class="lead i">{icon(item.icon)}</span>'
    lines = 2 if pen.look.clamp < 3 else 3
    words = (
        _ad(pen, item)
        + pen.show(item.slots.get("head"), "head", 2)
        + pen.show(item.slots.get("author"), "dim", 1)
    )
    words += pen.show(item.slots.get("sub"), "sub", 2) + pen.show(item.slots.get("body"), "body", lines)
    words += "".join(pen.show(s, "sub", 2) for s in others(item))
    price = pen.show(item.slots.get("price"), "price") + pen.show(item.slots.get("value"), "strong")
    low = (
        price
        + pen.show(item.slots.get("unit"), "dim")
        + pen.show(item.slots.get("side"), "side")
        + tag(pen, item)
    )
    low += pen.show(item.slots.get("meta"), "meta") + pen.show(item.slots.get("count"), "count")
    foot = (
        f'<span class="low">{low}<span class="grow"></span>{tools(pen, item)}</span>'
        if low or item.actions
        else ""
    )
    kind = " across" if (wide and not alone) or face or not picture else ""
    return (
        f'<div class="card{kind}{flags(item)}"{press(item.do)}>{picture}'
        f'<span class="words">{words}{foot}</span></div>'
    )


def cards(pen: Pen, part: Section) -> str:
    """Cards below one another on phones, side by side on desktops."""
    wide = pen.phone and pen.look.rows in ("plain", "split")
    return (
        f'<div class="cards">'
        f"{''.join(card(pen, item, wide, len(part.items) == 1) for item in limited(part))}"
        f"</div>"
    )


def grid(pen: Pen, part: Section) -> str:
    """Tiles in columns; pictures without words become a tight gallery."""
    items = limited(part)
    bare = all(set(item.slots) <= {"image"} for item in items)
    if bare:
        body = "".join(
            f'<div class="shot{flags(item)}"{press(item.do)}>{pen.show(item.slots.get("image"))}</div>'
            for item in items
        )
        return f'<div class="gallery">{body}</div>'
    return f'<div class="grid">{"".join(card(pen, item, alone=len(items) == 1) for item in items)}</div>'


def feed(pen: Pen, part: Section) -> str:
    """Posts: who and when, words, a picture, what people did with it."""
    out = []
    for item in limited(part):
        shown = item.slots.get("image")
        face = isinstance(shown, Picture) and shown.kind in ("avatar", "logo", "portrait")
        who = pen.show(item.slots.get("author"), "head", 1) or pen.show(item.slots.get("head"), "head", 2)
        title = pen.show(item.slots.get("head"), "title", 3) if "author" in item.slots else ""
        lead = f'<span class="lead">{pen.show(shown)}</span>' if face else ""
        when = pen.show(item.slots.get("meta"), "meta")
        top = (
            f'<div class="who">{lead}<span class="mid"><span class="l1">{who}{_ad(pen, item)}'
            f'</span><span class="l2">{when}{tag(pen, item)}</span></span></div>'
        )
        text = title + pen.show(item.slots.get("sub"), "sub", 2) + pen.show(item.slots.get("body"), "post", 6)
        text += "".join(pen.show(s, "sub", 2) for s in others(item))
        photo = f'<span class="cover">{pen.show(shown)}</span>' if shown is not None and not face else ""
        low = "".join(pen.show(item.slots.get(n), n) for n in ("price", "value", "unit", "side"))
        if "count" in item.slots:
            low += f'<span class="cnt">{icon("heart")}{pen.show(item.slots["count"])}</span>'
        foot = (
            f'<div class="low">{low}<span class="grow"></span>{tools(pen, item)}</div>'
            if low or item.actions
            else ""
        )
        out.append(f'<div class="post-c{flags(item)}"{press(item.do)}>{top}{text}{photo}{foot}</div>')
    return f'<div class="feed">{"".join(out)}</div>'


def icons(pen: Pen, part: Section) -> str:
    """A grid of icons with words under them."""
    out = []
    for place, item in enumerate(limited(part)):
        shown = item.slots.get("image")
        hue = (pen.look.hue + 47 * place) % 360
        sign = (
            pen.show(shown)
            if shown is not None
            else f'<span class="ico" style="--h:{hue}">{icon(item.icon or "square")}</span>'
        )
        words = pen.show(item.slots.get("head"), "name", 2) + pen.show(item.slots.get("sub"), "meta", 1)
        count = pen.show(item.slots.get("count"), "badge")
        rest = tag(pen, item) + "".join(pen.show(s, "meta", 1) for s in others(item))
        out.append(
            f'<div class="icell{flags(item)}"{press(item.do)}><span class="icw">{sign}{count}'
            f"</span>{words}{rest}{tools(pen, item)}</div>"
        )
    return f'<div class="icongrid">{"".join(out)}</div>'


def slides(pen: Pen, part: Section) -> str:
    """Slides of a presentation: thumbnails on the left and one large on desktops, a column on phones."""
    items = limited(part)
    out = []
    for place, item in enumerate(items):
        head = pen.show(item.slots.get("head"), "st", 2)
        body = pen.show(item.slots.get("sub"), "sb", 2) + pen.show(item.slots.get("body"), "sb", 8)
        body += "".join(pen.show(s, "sb", 3) for s in others(item)) + pen.show(item.slots.get("meta"), "meta")
        image = (
            f'<span class="cover">{pen.show(item.slots.get("image"))}</span>' if "image" in item.slots else ""
        )
        first = " first" if place == 0 else ""
        out.append(
            f'<div class="slide{first}{flags(item)}"{press(item.do)}>'
            f'<span class="sn">{pen.ui(str(place + 1))}</span>'
            f'<div class="sheetp s{place % 3}">{image}<div class="sw2">{head}{body}</div>'
            f"</div>{tools(pen, item)}</div>"
        )
    return f'<div class="slides">{"".join(out)}</div>'
