"""Rows: lists, settings, trees, tables, pairs of label and value."""

from __future__ import annotations

from dataclasses import replace

from tactful.world.looks.icons import icon
from tactful.world.looks.markup import TICKS, Pen, attr, press
from tactful.world.pages import Action, Input, Item, Picture, Section, Shown
from tactful.world.values import Value

PLACED = frozenset(
    {
        "head",
        "sub",
        "body",
        "meta",
        "tag",
        "price",
        "image",
        "side",
        "value",
        "unit",
        "author",
        "count",
        "day",
    }
)
"""Slots that the layouts place by themselves; others follow as further lines."""


def limited(part: Section) -> tuple[Item, ...]:
    """The items that the section shows."""
    return part.items[: part.limit] if part.limit else part.items


def others(item: Item) -> list[Shown]:
    """What stands in slots that no layout knows by name."""
    return [shown for name, shown in item.slots.items() if name not in PLACED]


def flags(item: Item) -> str:
    """The flags as classes."""
    return "".join(f" is-{flag}" for flag in sorted(item.flags) if flag.isalnum())


def tag(pen: Pen, item: Item) -> str:
    """The tag as a chip."""
    shown = item.slots.get("tag")
    if isinstance(shown, Picture):
        return pen.picture(shown, "tiny")
    return pen.text(shown, "tag") if shown is not None else ""


def tools(pen: Pen, item: Item, most: int = 9) -> str:
    """A row's own actions."""
    if not item.actions:
        return ""
    return f'<span class="tools">{"".join(pen.button(a, "small") for a in item.actions[:most])}</span>'


def _lead(pen: Pen, item: Item, image: bool = True) -> str:
    shown = item.slots.get("image")
    if shown is not None and image:
        return f'<span class="lead">{pen.show(shown)}</span>'
    if item.icon:
        return f'<span class="lead i">{icon(item.icon)}</span>'
    if "done" in item.flags:
        return f'<span class="lead i done">{icon("circle-check-big")}</span>'
    return ""


def _tail(pen: Pen, item: Item, meta: bool) -> str:
    out = [pen.show(item.slots.get("meta"), "meta")] if meta else []
    value = pen.show(item.slots.get("value"), "strong")
    unit = pen.show(item.slots.get("unit"), "dim")
    out += [pen.show(item.slots.get("price"), "price"), pen.show(item.slots.get("side"), "side")]
    if value:
        out.append(f'<span class="vu">{value}{unit}</span>')
    count = item.slots.get("count")
    out.append(pen.show(count, "badge" if "unread" in item.flags or pen.look.family == "dense" else "count"))
    body = "".join(out)
    return f'<span class="tail">{body}</span>' if body else ""


def row(pen: Pen, item: Item, style: str = "", chevron: bool = False) -> str:
    """One row in the look's template."""
    style = style or pen.look.rows
    if "header" in item.flags:
        head = "".join(pen.show(shown) for shown in item.slots.values())
        return f'<div class="row-h">{head}</div>'
    split = style == "split" and not pen.phone
    lines = max(pen.look.clamp, 1)
    meta_top = not split and "meta" in item.slots and ("sub" in item.slots or "body" in item.slots)
    head = pen.show(item.slots.get("head"), "head", 1 if item.slots.get("body") or pen.phone else 2)
    head += pen.show(item.slots.get("author"), "dim")
    star = f'<span class="star">{icon("star")}</span>' if "starred" in item.flags and not _stars(item) else ""
    muted = f'<span class="star dim">{icon("bell-off")}</span>' if "muted" in item.flags else ""
    when = pen.show(item.slots.get("meta"), "meta") if meta_top else ""
    sub = pen.show(item.slots.get("sub"), "sub", 1)
    body = pen.show(item.slots.get("body"), "body", lines)
    more = "".join(pen.show(shown, "sub", 1) for shown in others(item))
    label = tag(pen, item)
    if split:
        middle = (
            f'<span class="mid split"><span class="c1">{head}</span>'
            f'<span class="c2">{sub}{body}{more}{label}</span></span>'
        )
    else:
        top = f'<span class="l1">{head}{muted}{star}<span class="grow"></span>{when}</span>'
        foot = f'<span class="l3">{label}</span>' if label else ""
        middle = f'<span class="mid">{top}{sub}{body}{more}{foot}</span>'
    dot = '<i class="dot"></i>' if "unread" in item.flags else ""
    tick = next((a for a in item.actions if a.style == "toggle" and a.icon in TICKS), None)
    lead = _tick(pen, tick) if tick is not None else ""
    if tick is None or "image" in item.slots:
        lead += _lead(pen, item, image=style != "plain" or not _avatar(item))
    rest = item if tick is None else replace(item, actions=tuple(a for a in item.actions if a is not tick))
    tail = _tail(pen, item, meta=not meta_top) + tools(pen, rest)
    arrow = icon("chevron-right", "chev") if chevron and item.do else ""
    check = icon("check", "chev tick") if "selected" in item.flags and chevron else ""
    return f'<div class="row{flags(item)}"{press(item.do)}>{dot}{lead}{middle}{tail}{check or arrow}</div>'


def _tick(pen: Pen, action: Action) -> str:
    """A box to tick, round or square by the look."""
    shape = " sq" if pen.look.radius % 4 else ""
    on = " on" if action.on else ""
    name = attr(action.label.text)
    return f'<span class="ckr{shape}{on}"{press(action.do)} aria-label="{name}">{icon("check")}</span>'


def _stars(item: Item) -> bool:
    return any(a.style == "toggle" for a in item.actions)


def _avatar(item: Item) -> bool:
    shown = item.slots.get("image")
    return isinstance(shown, Picture) and shown.kind in ("avatar", "logo")


def listing(pen: Pen, part: Section) -> str:
    """A list of rows."""
    chevron = pen.look.family == "inset"
    style = pen.look.rows
    if style == "split" and part.place in ("side", "aside"):
        style = "avatar"
    body = "".join(row(pen, item, style, chevron) for item in limited(part))
    return f'<div class="rows t-{style}">{body}</div>'


def settings(pen: Pen, part: Section) -> str:
    """Rows of settings: an icon, words, a value, a switch or a chevron."""
    out = []
    for item in limited(part):
        if "header" in item.flags:
            out.append(row(pen, item))
            continue
        hue = sum(map(ord, item.icon)) * 37 % 360
        sign = (
            f'<span class="lead i set" style="--h:{hue}">{icon(item.icon)}</span>'
            if item.icon
            else _lead(pen, item)
        )
        head = pen.show(item.slots.get("head"), "head", 2)
        words = head + pen.show(item.slots.get("sub"), "sub", 2) + pen.show(item.slots.get("body"), "sub", 2)
        words += "".join(pen.show(shown, "sub", 2) for shown in others(item)) + tag(pen, item)
        switches = "".join(pen.switch(a) for a in item.actions if a.style == "toggle")
        buttons = "".join(pen.button(a, "small") for a in item.actions if a.style != "toggle")
        if not switches and item.do.startswith("pick:") and item.do.rsplit(":", 1)[-1] in ("on", "off"):
            on = " on" if item.do.endswith(":off") else ""
            switches = f'<span class="sw{on}"><i></i></span>'
        arrow = (
            icon("chevron-right", "chev") if item.do and not switches and "selected" not in item.flags else ""
        )
        tick = icon("check", "chev tick") if "selected" in item.flags else ""
        out.append(
            f'<div class="row setrow{flags(item)}"{press(item.do)}>{sign}<span class="mid">{words}</span>'
            f"{_tail(pen, item, meta=True)}{buttons}{switches}{tick}{arrow}</div>"
        )
    return f'<div class="rows t-settings">{"".join(out)}</div>'


def tree(pen: Pen, part: Section) -> str:
    """Nested rows, indented by their level."""
    items = limited(part)
    out = []
    for place, item in enumerate(items):
        deeper = place + 1 < len(items) and items[place + 1].level > item.level
        sign = (
            icon("chevron-down" if deeper else "chevron-right", "twist")
            if deeper or item.level == 0
            else '<i class="twist"></i>'
        )
        head = pen.show(item.slots.get("head"), "head", 1)
        name = icon(item.icon or ("folder" if deeper else "file-text"))
        rest = "".join(pen.show(item.slots.get(n), "meta") for n in ("sub", "meta", "side"))
        count = pen.show(item.slots.get("count"), "count")
        out.append(
            f'<div class="row leaf{flags(item)}" style="--level:{min(item.level, 8)}"{press(item.do)}>{sign}'
            f'{name}<span class="mid">{head}</span>{rest}{count}{tag(pen, item)}{tools(pen, item)}</div>'
        )
    return f'<div class="rows t-tree">{"".join(out)}</div>'


def table(pen: Pen, part: Section) -> str:
    """A table with a header row; cells that can be edited are pressed."""
    sheet = bool(part.numbers.get("edit")) or any(
        action.do.startswith("cell:") for item in part.items for action in item.actions
    )
    items = limited(part)
    if (pen.phone and len(part.columns) > (4 if sheet else 3)) or 0 < pen.room < _least(pen, part, sheet):
        bars = "".join(_bar(pen, f) for f in part.inputs)
        return bars + _stacked(pen, part)
    wide = max([len(part.columns), *(len(_cells(item)) for item in items)], default=1)
    head = ""
    if part.columns:
        corner = '<div class="th n"></div>' if sheet else ""
        letters = ""
        if sheet and not pen.phone:
            letters = (
                '<div class="tr abc"><div class="th n"></div>'
                + "".join(f'<div class="th">{pen.ui(chr(65 + k))}</div>' for k in range(min(wide, 26)))
                + "</div>"
            )
        head = (
            letters
            + '<div class="tr thr">'
            + corner
            + "".join(f'<div class="th">{pen.text(c)}</div>' for c in part.columns)
            + "</div>"
        )
    body = []
    for place, item in enumerate(items):
        number = f'<div class="th n">{pen.ui(str(place + 2))}</div>' if sheet else ""
        edits = _edits(part, item)
        cells = []
        for k, cell in enumerate(_cells(item)):
            action = edits.get(k)
            do = press(action.do) if action else ""
            state = " sel" if action is not None and action.on else ""
            first = pen.show(item.slots.get("image"), "tiny") if k == 0 and not sheet else ""
            long = " long" if _longest(cell.text) > _LONG else ""
            cells.append(f'<div class="td{long}{state}"{do}>{first}{pen.text(cell, "", 2)}</div>')
        free = [a for a in item.actions if not a.do.startswith("cell:")]
        acts = f'<span class="tools">{"".join(pen.button(a, "small") for a in free)}</span>' if free else ""
        body.append(
            f'<div class="tr{flags(item)}"{press(item.do)}>{number}{"".join(cells)}'
            f"{f'<div class=td>{acts}</div>' if acts else ''}</div>"
        )
    kind = " sheet" if sheet else ""
    bar = "".join(_bar(pen, f) for f in part.inputs)
    return f'{bar}<div class="table{kind}" style="--cols:{wide}">{head}{"".join(body)}</div>'


_LONG = 20
"""Letters of a word that may be broken where nothing else helps: an address, a number without spaces."""


def _bar(pen: Pen, field: Input) -> str:
    """The field above a table in which the selected cell is typed over."""
    from tactful.world.looks.layouts import forms  # it draws rows, too

    return f'<div class="fbar"><span class="fx">{pen.text(field.label)}</span>{forms.box(pen, field)}</div>'


def _longest(text: str) -> float:
    """The longest word of a text in letters; ideographs and kana may be parted anywhere."""
    return max((2 if ord(word[0]) > 0x2E80 else len(word) for word in text.split()), default=0)


def _least(pen: Pen, part: Section, sheet: bool) -> float:
    """About how many CSS pixels across a table needs so that no word is broken."""
    em, pad = pen.look.size * 0.92, (14 if sheet else 22) * pen.look.pad
    texts = [[part.columns[k].text] if k < len(part.columns) else [] for k in range(len(part.columns) or 1)]
    for item in limited(part):
        for k, cell in enumerate(_cells(item)[: len(texts)]):
            texts[k].append(cell.text)
    words = sum(min(max(map(_longest, column), default=0), _LONG) for column in texts)
    tools = any(not a.do.startswith("cell:") for item in part.items for a in item.actions)
    return words * 0.6 * em + pad * len(texts) + 2.6 * em * sheet + 110 * tools


def _press(edits: dict[int, Action], k: int) -> str:
    return press(edits[k].do) if k in edits else ""


def _state(edits: dict[int, Action], k: int) -> str:
    return " sel" if k in edits and edits[k].on else ""


def _edits(part: Section, item: Item) -> dict[int, Action]:
    """A row's cells that can be selected, by column: by the label that both carry, else in order."""
    cells = [action for action in item.actions if action.do.startswith("cell:")]
    names = [column.text for column in part.columns]
    if (
        len(cells) < len(names)
        and len(set(names)) == len(names)
        and all(a.label.text in names for a in cells)
    ):
        return {names.index(action.label.text): action for action in cells}
    return dict(enumerate(cells))


def _stacked(pen: Pen, part: Section) -> str:
    """A table on a narrow screen: a card for each row, the first cell as its title, the others named."""
    out = []
    for item in limited(part):
        cells, edits = _cells(item), _edits(part, item)
        first = pen.text(cells[0], "head") if cells else ""
        if 0 in edits:
            first = f'<span class="kv{_state(edits, 0)}"{_press(edits, 0)}>{first}</span>'
        head = f'<div class="l1">{pen.show(item.slots.get("image"), "tiny")}{first}</div>'
        free = replace(item, actions=tuple(a for a in item.actions if not a.do.startswith("cell:")))
        rest = "".join(
            f'<span class="kv{_state(edits, k)}"{_press(edits, k)}>'
            f"{pen.text(part.columns[k], 'k') if k < len(part.columns) else ''}{pen.text(cell, 'v')}</span>"
            for k, cell in enumerate(cells[1:], 1)
        )
        out.append(
            f'<div class="stackrow{flags(item)}"{press(item.do)}>{head}<div class="kvs">{rest}'
            f"</div>{tools(pen, free)}</div>"
        )
    return f'<div class="stacked">{"".join(out)}</div>'


def _cells(item: Item) -> tuple[Value, ...]:
    return item.cells or tuple(shown for shown in item.slots.values() if isinstance(shown, Value))


def fields(pen: Pen, part: Section) -> str:
    """Pairs of label and value: in two columns, or the label above the value."""
    out = []
    for item in limited(part):
        label = pen.show(item.slots.get("head"), "k")
        value = pen.show(item.slots.get("value"), "v") + pen.show(item.slots.get("unit"), "dim")
        if not value and item.cells:
            value = "".join(pen.text(cell, "v") for cell in item.cells)
        rest = [n for n in ("sub", "body", "side", "meta", "price", "count") if n in item.slots]
        value += "".join(pen.show(item.slots[n], "v") for n in rest) + "".join(
            pen.show(s, "v") for s in others(item)
        )
        sign = (
            f'<span class="lead i">{icon(item.icon)}</span>'
            if item.icon
            else pen.show(item.slots.get("image"), "tiny")
        )
        out.append(
            f'<div class="pair{flags(item)}"{press(item.do)}>{sign}{label}'
            f'<span class="vals">{value}{tag(pen, item)}</span>{tools(pen, item)}</div>'
        )
    return f'<div class="pairs">{"".join(out)}</div>'
