"""Figures: numbers in tiles, and a month."""

from __future__ import annotations

import re

from tactful.world.looks.icons import icon
from tactful.world.looks.layouts.rows import flags, limited, others, row, tag, tools
from tactful.world.looks.markup import Pen, press
from tactful.world.looks.words import weekdays
from tactful.world.pages import Item, Section


def stats(pen: Pen, part: Section) -> str:
    """Tiles of numbers."""
    out = []
    for place, item in enumerate(limited(part)):
        hue = (pen.look.hue + 58 * place) % 360
        sign = f'<span class="lead i set" style="--h:{hue}">{icon(item.icon)}</span>' if item.icon else ""
        sign = sign or pen.show(item.slots.get("image"), "tiny")
        value = pen.show(item.slots.get("value"), "num") + pen.show(item.slots.get("unit"), "unit")
        low = "".join(
            pen.show(item.slots.get(n), "sub", 1) for n in ("sub", "body", "meta", "side", "price", "count")
        )
        low += "".join(pen.show(s, "sub", 1) for s in others(item)) + tag(pen, item)
        out.append(
            f'<div class="stat{flags(item)}"{press(item.do)}>{sign}'
            f"{pen.show(item.slots.get('head'), 'label', 2)}"
            f'<span class="vu">{value}</span>{low}{tools(pen, item)}</div>'
        )
    return f'<div class="stats">{"".join(out)}</div>'


def _day(item: Item) -> int:
    shown = item.slots.get("day")
    digits = re.findall(r"\d+", getattr(shown, "text", "") or "")
    return int(digits[-1]) if digits else 0


def calendar(pen: Pen, part: Section) -> str:
    """A month: on desktops with the events in the days, on phones with dots and the events below."""
    first, days, today = (
        part.numbers.get(k, d) for k, d in (("first_weekday", 0), ("days", 30), ("today", 0))
    )
    items = limited(part)
    names = "".join(f'<div class="wd">{pen.ui(name)}</div>' for name in weekdays(pen.lang, short=pen.phone))
    by_day: dict[int, list[Item]] = {}
    for item in items:
        by_day.setdefault(_day(item) if 1 <= _day(item) <= days else 0, []).append(item)
    narrow = " two" if 0 < pen.room < 760 else ""  # the time above the words
    cells = ['<div class="day none"></div>' for _ in range(first % 7)]
    for day in range(1, days + 1):
        here = by_day.get(day, [])
        state = " today" if day == today else ""
        if pen.phone:
            dots = "".join(
                f'<i style="--h:{(pen.look.hue + 80 * k) % 360}"></i>' for k, _ in enumerate(here[:3])
            )
            inner = f'<span class="dots">{dots}</span>'
        else:
            inner = "".join(
                f'<div class="ev{narrow}{flags(item)}" style="--h:{(pen.look.hue + 67 * (k + day)) % 360}"'
                f"{press(item.do)}>"
                f"{pen.show(item.slots.get('meta'), 't', 1)}"
                f"{pen.show(item.slots.get('head'), 'head', 1)}</div>"
                for k, item in enumerate(here)
            )
        cells.append(f'<div class="day{state}"><span class="dn">{pen.ui(str(day))}</span>{inner}</div>')
    while len(cells) % 7:
        cells.append('<div class="day none"></div>')
    month = f'<div class="month" style="--weeks:{len(cells) // 7}">{names}{"".join(cells)}</div>'
    if pen.phone:
        month += f'<div class="rows agenda">{"".join(row(pen, item, "plain") for item in items)}</div>'
    elif 0 in by_day:
        month += f'<div class="rows agenda">{"".join(row(pen, item, "plain") for item in by_day[0])}</div>'
    return month
