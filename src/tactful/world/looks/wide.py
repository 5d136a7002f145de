"""A page in a desktop window: top bar, rail or side navigation, panes, by family."""

from __future__ import annotations

from dataclasses import replace

from tactful.world.looks import page as parts
from tactful.world.looks.icons import icon
from tactful.world.looks.layouts import section
from tactful.world.looks.markup import Pen, press
from tactful.world.looks.words import word
from tactful.world.pages import Page, Window


def wide_page(pen: Pen, window: Window) -> str:
    """Everything below the window's chrome."""
    page, look = window.page, pen.look
    got = parts.sort_actions(page)
    small = window.width < 720
    tabs = "".join(parts.tab(pen, t) for t in page.tabs)
    where = "top" if small and tabs else look.tabs
    across = f'<nav class="tabs top">{tabs}</nav>' if tabs and where == "top" else ""
    side_nav = (
        f'<nav class="tabs {where}">{_primary_in_nav(pen, got, look.family)}{tabs}</nav>'
        if tabs and where in ("rail", "side")
        else ""
    )
    in_nav = bool(side_nav) and look.family in ("web", "board") and bool(got.fabs)
    head = _top(pen, page, across if look.family == "site" else "")
    below = ""
    if look.family != "office" and any(s.layout == "form" and s.place == "main" for s in page.sections):
        low_acts = (*got.primary, *got.plain)
        below = (
            f'<div class="acts formacts">{"".join(pen.button(a) for a in low_acts)}</div>' if low_acts else ""
        )
        got = replace(got, primary=(), plain=())
    ribbon = _ribbon(pen, page, got) if look.family == "office" else ""
    bar = "" if ribbon else _bar(pen, page, got, in_nav)
    find = (
        parts.search(pen, page.search, "inpage")
        if page.search is not None and look.family not in ("web", "site", "board")
        else ""
    )
    main_parts = parts.placed(page, "main")
    talk = any(s.layout == "thread" for s in main_parts)
    body = ("" if talk else parts.hero(pen, page)) + parts.sections(pen, page, ("main",)) + below
    foot = parts.sections(pen, page, ("foot",))
    low = f'<div class="foot">{foot}</div>' if foot else ""
    thread = parts.kind_of(main_parts)
    above = "" if look.family == "site" else across
    main = parts.scroller(
        "main",
        f"main{thread}",
        f'<div class="col">{bar if look.family in ("site", "board") else ""}{body}</div>',
        parts.scroll_of(main_parts),
    )
    top = "" if look.family in ("site", "board") else bar
    sides = "".join(
        parts.scroller(s.id, "side", section(pen, s), s.numbers.get("top", 0))
        for s in parts.placed(page, "side")
    )
    asides = "".join(section(pen, s) for s in parts.placed(page, "aside"))
    first = next((s for s in page.sections if s.place == "aside"), None)
    aside = (
        parts.scroller(first.id, "aside", asides, first.numbers.get("top", 0)) if first is not None else ""
    )
    pop = parts.dialog(pen, page.dialog) if page.dialog is not None else ""
    status = (
        (
            f'<div class="statusbar">{pen.ui(word("ready", pen.lang))}<span class="grow">'
            f'</span>{icon("minus")}<i class="zoom"></i>{icon("plus")}{pen.ui("100 %")}</div>'
        )
        if look.family == "office"
        else ""
    )
    return (
        f'<div class="pagew{" narrow" if small else ""}">{head}{ribbon}{above}'
        f'<div class="cols">{side_nav}{sides}<div class="center">{top}{find}{main}{low}'
        f"</div>{aside}</div>{status}"
        f"{parts.toast(pen, page)}{pop}</div>"
    )


def _primary_in_nav(pen: Pen, got: parts.Sorted, family: str) -> str:
    if family not in ("web", "board"):
        return ""
    return "".join(
        f'<span class="compose"{press(a.do)}>{icon(a.icon or "plus")}{pen.text(a.label)}</span>'
        for a in got.fabs
    )


def _top(pen: Pen, page: Page, links: str) -> str:
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
    account = parts.chip(pen, page, "", words=family in ("board", "office", "site")) if page.account else ""
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
    crowded = " crowded" if len(got.icons) + len(got.plain) + len(got.primary) > 2 else ""
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
