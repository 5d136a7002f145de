"""Words: conversations, running text, a terminal, a player."""

from __future__ import annotations

from tactful.world.looks.icons import icon
from tactful.world.looks.layouts.rows import flags, limited, others, row, tag, tools
from tactful.world.looks.markup import Pen, press
from tactful.world.pages import Section


def thread(pen: Pen, part: Section) -> str:
    """Bubbles: mine on the right, theirs on the left."""
    flat = pen.look.rows in ("split", "card") and not pen.phone
    out = []
    for item in limited(part):
        if "header" in item.flags:
            out.append(f'<div class="when">{"".join(pen.show(s) for s in item.slots.values())}</div>')
            continue
        mine = "mine" in item.flags
        face = (
            pen.show(item.slots.get("image"), "face")
            if not mine or flat or pen.look.family == "dense"
            else ""
        )
        head = pen.show(item.slots.get("head"), "from") or pen.show(item.slots.get("author"), "from")
        body = pen.show(item.slots.get("body"), "say") + pen.show(item.slots.get("sub"), "sub")
        body += "".join(pen.show(s, "sub") for s in others(item)) + tag(pen, item)
        when = pen.show(item.slots.get("meta"), "meta")
        ticks = icon("check-check", "ticks") if mine and not flat else ""
        if flat:
            inner = f'<div class="flatmsg"><div class="l1">{head}{when}</div>{body}</div>'
        else:
            inner = f'<div class="bub">{head}{body}<span class="bm">{when}{ticks}</span></div>'
        out.append(
            f'<div class="msg{flags(item)}{" flat" if flat else ""}"{press(item.do)}>{face}{inner}'
            f"{tools(pen, item)}</div>"
        )
    return f'<div class="thread">{"".join(out)}</div>'


def text(pen: Pen, part: Section) -> str:
    """Running text: headings and paragraphs."""
    out = []
    for item in limited(part):
        head = pen.show(item.slots.get("head"), "h2")
        image = (
            f'<span class="cover">{pen.show(item.slots.get("image"))}</span>' if "image" in item.slots else ""
        )
        by = pen.show(item.slots.get("author"), "dim") + pen.show(item.slots.get("meta"), "meta")
        line = f'<span class="by">{by}</span>' if by else ""
        body = pen.show(item.slots.get("sub"), "lede") + pen.show(item.slots.get("body"), "par")
        rest = "".join(pen.show(item.slots.get(n), "par") for n in ("value", "side", "price", "count"))
        rest += "".join(pen.show(s, "par") for s in others(item)) + tag(pen, item)
        cells = "".join(pen.text(cell, "par") for cell in item.cells)
        out.append(
            f'<div class="block{flags(item)}"{press(item.do)}>{image}{head}{line}{body}{cells}'
            f"{rest}{tools(pen, item)}</div>"
        )
    return f'<div class="prose">{"".join(out)}</div>'


def terminal(pen: Pen, part: Section) -> str:
    """Lines of a shell; the prompt's lines stand out."""
    out = []
    for item in limited(part):
        mine = " prompt" if "mine" in item.flags else ""
        body = "".join(pen.show(item.slots.get(n), n) for n in ("head", "meta", "sub", "body", "value"))
        body += "".join(pen.show(s) for s in others(item))
        out.append(f'<div class="tl{mine}{flags(item)}"{press(item.do)}>{body}{tools(pen, item)}</div>')
    return f'<div class="term">{"".join(out)}</div>'


def player(pen: Pen, part: Section) -> str:
    """What is playing, large, with its controls; further items as the queue."""
    items = limited(part)
    if not items:
        return ""
    now, queue = items[0], items[1:]
    done = 20 + sum(map(ord, now.id)) % 60
    big = f'<span class="art">{pen.show(now.slots.get("image"))}</span>' if "image" in now.slots else ""
    words = pen.show(now.slots.get("head"), "h2", 2) + pen.show(now.slots.get("author"), "dim", 1)
    words += pen.show(now.slots.get("sub"), "sub", 1) + pen.show(now.slots.get("body"), "body", 3)
    words += "".join(pen.show(s, "sub", 1) for s in others(now)) + tag(pen, now)
    times = "".join(pen.show(now.slots.get(n), "meta") for n in ("side", "value", "meta", "count"))
    bar = (
        f'<div class="seek"><i style="width:{done}%"></i><b style="left:{done}%"></b></div>'
        f'<div class="times">{times}</div>'
    )
    pads = "".join(
        f'<span class="ib{" big" if name == "pause" else ""}">{icon(name)}</span>'
        for name in ("shuffle", "skip-back", "pause", "skip-forward", "repeat")
    )
    own = f'<div class="acts">{"".join(pen.button(a) for a in now.actions)}</div>' if now.actions else ""
    rest = f'<div class="rows queue">{"".join(row(pen, item) for item in queue)}</div>' if queue else ""
    return (
        f'<div class="player"><div class="now"{press(now.do)}>{big}<div class="pw">{words}'
        f'</div>{bar}</div><div class="pads">{pads}</div>{own}</div>{rest}'
    )
