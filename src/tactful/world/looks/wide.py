"""A page in a desktop window: top bar, rail or side navigation, panes, by family."""

from __future__ import annotations

from dataclasses import replace

from tactful.world.looks import page as parts
from tactful.world.looks.icons import icon
from tactful.world.looks.layouts import section
from tactful.world.looks.markup import Pen, press
from tactful.world.looks.words import word
from tactful.world.pages import Action, Page, Section, Window

EDITORS = frozenset({"docs", "sheets", "notes"})
"""Apps with the tools of an editor in every view; elsewhere they come where something long is written."""
_NAV = {"rail": 78, "side": 216}
_SIDE, _ASIDE = 250, 280
_LEAST = 430
"""CSS pixels across that the middle keeps: panes beside it give way to it."""
_WIDE = 600
"""What it keeps where it holds a month or a table."""


def editing(page: Page) -> bool:
    """Whether bold, italic and the like make sense on a page."""
    if page.app in EDITORS:
        return True
    written = [f for s in page.sections if s.place == "main" and s.layout == "form" for f in s.inputs]
    return page.app == "mail" and any(field.kind == "multiline" for field in written)


def fitted(
    width: int, where: str, side: bool, aside: bool, least: int = _LEAST
) -> tuple[str, bool, bool, int]:
    """Which panes a window of that width has room for: where tabs stand, side and aside; the middle's width.

    First the aside goes (its sections follow the main ones), then the navigation shrinks to a rail, then
    the side pane goes, as it does on phones. ``least`` is what the middle keeps.
    """

    def middle() -> int:
        return width - _NAV.get(where, 0) - _SIDE * side - _ASIDE * aside

    if aside and middle() < least + 110:
        aside = False
    if where == "side" and middle() < least:
        where = "rail"
    if side and middle() < least:
        side = False
    return where, side, aside, middle()


def _across(pen: Pen, text: str, extra: float = 0.0) -> float:
    """About how many CSS pixels a text takes on one line, with what stands around it."""
    return sum(1.0 if ord(c) > 0x2E80 else 0.58 for c in text) * pen.look.size + extra


def _buttons_across(pen: Pen, actions: tuple[Action, ...]) -> float:
    return sum(_across(pen, a.label.text, 30 + 26 * bool(a.icon) + 8) for a in actions)


def wide_page(pen: Pen, window: Window) -> str:
    """Everything below the window's chrome."""
    page, look = window.page, pen.look
    got = parts.sort_actions(page)
    small = window.width < 720
    tabs = "".join(parts.tab(pen, t) for t in page.tabs)
    where = "top" if small and tabs else look.tabs if tabs else ""
    beside, right = _filled(page, "side"), _filled(page, "aside")
    main_parts = parts.placed(page, "main")
    talk = any(s.layout == "thread" for s in main_parts)
    least = _WIDE if any(s.layout in ("calendar", "table") for s in main_parts) else _LEAST
    where, has_side, has_aside, middle = fitted(window.width, where, bool(beside), bool(right), least)
    pen.room = middle
    across = f'<nav class="tabs top">{tabs}</nav>' if tabs and where == "top" else ""
    side_nav = (
        f'<nav class="tabs {where}">{_primary_in_nav(pen, got, look.family)}{tabs}</nav>'
        if tabs and where in ("rail", "side")
        else ""
    )
    in_nav = bool(side_nav) and look.family in ("web", "board") and bool(got.fabs)
    named = sum(_across(pen, t.label.text, 48) for t in page.tabs)
    in_top = look.family == "site" and named + _brand_across(pen, page, window.width) < window.width
    head = _top(pen, page, across if in_top else "", window.width)
    below = ""
    office = look.family == "office" and editing(page)
    if not office and any(s.layout == "form" and s.place == "main" for s in page.sections):
        low_acts = (*got.primary, *got.plain)
        below = (
            f'<div class="acts formacts">{"".join(pen.button(a) for a in low_acts)}</div>' if low_acts else ""
        )
        got = replace(got, primary=(), plain=())
    ribbon = _ribbon(pen, page, got) if office else ""
    bar = "" if ribbon else _bar(pen, page, got, in_nav)
    find = (
        parts.search(pen, page.search, "inpage")
        if page.search is not None and look.family not in ("web", "site", "board")
        else ""
    )
    below += "".join(section(pen, s) for s in right) if not has_aside and not talk else ""
    # A conversation ends its page; what belongs beside it then stands before it.
    first = "".join(section(pen, s) for s in right) if not has_aside and talk else parts.hero(pen, page)
    body = ("" if talk and has_aside else first) + parts.sections(pen, page, ("main",)) + below
    foot = parts.sections(pen, page, ("foot",))
    low = f'<div class="foot">{foot}</div>' if foot else ""
    thread = parts.kind_of(main_parts)
    above = "" if in_top else across
    main = parts.scroller(
        "main",
        f"main{thread}",
        f'<div class="col">{bar if look.family in ("site", "board") else ""}{body}</div>',
        parts.scroll_of(main_parts),
    )
    top = "" if look.family in ("site", "board") else bar
    sides = _pane(pen, beside, "side", _SIDE) if has_side else ""
    aside = _pane(pen, right, "aside", _ASIDE) if has_aside else ""
    pen.room = 0.0
    pop = parts.dialog(pen, page.dialog) if page.dialog is not None else ""
    status = (
        (
            f'<div class="statusbar">{pen.ui(word("ready", pen.lang))}<span class="grow">'
            f'</span>{icon("minus")}<i class="zoom"></i>{icon("plus")}{pen.ui("100 %")}</div>'
        )
        if office
        else ""
    )
    return (
        f'<div class="pagew{" narrow" if small else ""}">{head}{ribbon}{above}'
        f'<div class="cols">{side_nav}{sides}<div class="center">{top}{find}{main}{low}'
        f"</div>{aside}</div>{status}"
        f"{parts.toast(pen, page)}{pop}</div>"
    )


def _filled(page: Page, place: str) -> tuple[Section, ...]:
    """The sections of a pane beside the middle that have something to show."""
    return tuple(s for s in parts.placed(page, place) if s.items or s.inputs or s.actions)


def _pane(pen: Pen, found: tuple[Section, ...], cls: str, wide: int) -> str:
    """A pane beside the middle: its sections below one another in one scroller."""
    pen.room = wide
    body = "".join(section(pen, s) for s in found)
    return parts.scroller(found[0].id, cls, body, max(s.numbers.get("top", 0) for s in found))


def _primary_in_nav(pen: Pen, got: parts.Sorted, family: str) -> str:
    if family not in ("web", "board"):
        return ""
    return "".join(
        f'<span class="compose"{press(a.do)}>{icon(a.icon or "plus")}{pen.text(a.label)}</span>'
        for a in got.fabs
    )


def _brand_across(pen: Pen, page: Page, width: int) -> float:
    """About how much of a site's top bar its name, search and account take."""
    name = _across(pen, page.app_name.text) * 1.3 + 110
    return (
        name
        + (180 if page.search is not None else 0)
        + ((220 if width >= 900 else 60) if page.account else 0)
    )


def _top(pen: Pen, page: Page, links: str, width: int) -> str:
    """The app's own top bar: name, search, who is signed in."""
    family = pen.look.family
    if family in ("panes", "office") and not page.account:
        return ""
    mark = (
        f'<span class="brand"><span class="bi">{icon(page.icon)}</span>{pen.text(page.app_name, "bn")}</span>'
    )
    find = (
        parts.search(pen, page.search)
        if page.search is not None and family in ("web", "site", "board")
        else ""
    )
    words = family in ("board", "office", "site") and width >= 900
    account = parts.chip(pen, page, "", words=words) if page.account else ""
    if family == "panes":
        return ""
    return f'<div class="topbar">{mark}{links}{find}<span class="grow"></span>{account}</div>'


def _bar(pen: Pen, page: Page, got: parts.Sorted, in_nav: bool) -> str:
    """The page's title with its actions."""
    back = (
        f'<span class="ib bk"{press("back")} aria-label="Back">{icon("arrow-left")}</span>'
        if page.can_back
        else ""
    )
    sub = pen.text(page.subtitle, "subtitle", 1) if page.subtitle is not None else ""
    icons = "".join(pen.icon_button(a) for a in got.icons)
    fabs = "" if in_nav else "".join(pen.button(a) for a in got.fabs)
    rest = "".join(pen.button(a) for a in (*got.plain, *got.primary))
    taken = _buttons_across(pen, (*got.plain, *got.primary, *(() if in_nav else got.fabs)))
    taken += 40 * (len(got.icons) + (page.account != ()) + page.can_back)
    # A title in the middle of the bar has the half of it, and needs not more.
    tight = taken > pen.room * 0.22 or _across(pen, page.title.text) * 1.2 > pen.room * 0.5
    crowded = " crowded" if tight or len(got.icons) + len(got.plain) + len(got.primary) > 2 else ""
    chips = f'<div class="chips">{"".join(pen.button(a) for a in got.chips)}</div>' if got.chips else ""
    account = (
        parts.chip(pen, page, "mini", words=False) if page.account and pen.look.family == "panes" else ""
    )
    return (
        f'<div class="pbar{crowded}">{back}<span class="tt">{pen.text(page.title, "title", 1)}'
        f'{sub}</span><span class="grow"></span>{icons}{rest}{fabs}{account}</div>{chips}'
    )


def _ribbon(pen: Pen, page: Page, got: parts.Sorted) -> str:
    """An office ribbon: a menu row, then groups of tools; the page's actions are tools with words."""
    names = "".join(
        f'<span class="rt{" on" if k == 1 else ""}">{pen.ui(word(n, pen.lang))}</span>'
        for k, n in enumerate(("file", "home", "insert", "view", "help"))
    )
    back = (
        f'<span class="rb"{press("back")} aria-label="Back">{icon("undo-2")}</span>' if page.can_back else ""
    )
    own = "".join(
        (
            f'<span class="rb{" main" if a.style in ("primary", "fab") else ""}'
            f'{" on" if a.on else ""}"{press(a.do)}>{icon(a.icon or "square")}{pen.text(a.label)}'
            f"</span>"
        )
        for a in (*got.primary, *got.fabs, *got.plain, *got.icons, *got.chips)
    )
    tools = "".join(
        f'<span class="rs">{icon(n)}</span>'
        for n in (
            "bold",
            "italic",
            "underline",
            "text-align-start",
            "text-align-center",
            "list",
            "palette",
            "printer",
        )
    )
    sub = pen.text(page.subtitle, "subtitle", 1) if page.subtitle is not None else ""
    return (
        f'<div class="ribbon"><div class="rts">{names}<span class="grow"></span>'
        f'<span class="rtitle">{pen.text(page.title, "title", 1)}{sub}</span></div>'
        f'<div class="rg">{back}{own}<i class="rsep"></i>{tools}</div></div>'
    )
