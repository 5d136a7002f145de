"""A phone: status bar, one app or the launcher, notices, keyboard, navigation."""

from __future__ import annotations

from dataclasses import replace

from tactful.world.looks import page as parts
from tactful.world.looks.draw import wallpaper
from tactful.world.looks.icons import icon
from tactful.world.looks.keyboard import keyboard
from tactful.world.looks.look import Look, look_of, variables
from tactful.world.looks.markup import Pen, attr, press
from tactful.world.looks.starters import starter
from tactful.world.looks.words import word
from tactful.world.pages import Action, Page, Scene, Window


def phone(pen: Pen, scene: Scene) -> str:
    """The whole screen."""
    system = pen.look
    window = scene.windows[-1] if scene.windows else None
    look = look_of(scene.look, window.page.app, "phone") if window else system
    pen.look, pen.room = look, scene.width
    owner = window.id if window else ""
    size = f"width:{scene.width}px;height:{scene.height}px"
    inner = _app(pen, window) if window else _launcher(pen, scene)
    keys = keyboard(pen, system) if scene.keyboard else ""
    bars = _status(pen, scene, system), _navigation(pen, system, owner)
    notices = parts.notices(pen, scene)
    state = "dark" if look.dark else "light"
    front = "app" if window else "launcher"
    accent = " hdr-accent" if window and look.header == "accent" else ""
    extra = " isback" if window and window.page.can_back else ""
    extra += " rowsgroup" if look.rows == "plain" else ""
    return (
        f'<div class="screen phone {look.family} {state} {front}{accent} sys-{system.family}'
        f'{extra} chips-{look.chips} lines-{look.lines}" '
        f'lang="{attr(scene.lang)}" style="{size};{variables(look, scene.lang)}">'
        f"{'' if window else _wall(scene)}{bars[0]}{inner}{keys}{bars[1]}{notices}</div>"
    )


def _wall(scene: Scene) -> str:
    return (
        f'<div class="wall">{wallpaper(scene.wallpaper or str(scene.look), scene.width, scene.height)}</div>'
    )


def _status(pen: Pen, scene: Scene, system: Look) -> str:
    show = scene.status
    left = pen.show(show.get("clock"), "clock")
    if "carrier" in show and system.family in ("inset", "dense"):
        left += pen.text(show["carrier"], "carrier")
    percent = pen.text(show["battery"], "bat") if "battery" in show and system.family != "inset" else ""
    level = "".join(c for c in show["battery"].text if c.isdigit()) if "battery" in show else "80"
    cell = (
        f'<svg class="batt" viewBox="0 0 27 13"><rect x=".5" y=".5" width="22" height="12"'
        f' rx="3.500" fill="none" stroke="currentColor" opacity=".5"/>'
        f'<rect x="2" y="2" width="{19 * min(int(level or 80), 100) / 100:.1f}" height="9"'
        f' rx="2" fill="currentColor"/><path d="M24 4.500q2 2 0 4z" fill="currentColor"'
        f' opacity=".5"/></svg>'
    )
    bars = "".join(
        f'<rect x="{k * 4.5}" y="{9 - 2.6 * k}" width="3" height="{3 + 2.6 * k}" rx="1"/>' for k in range(4)
    )
    signal = f'<svg class="sig" viewBox="0 0 17 12" fill="currentColor">{bars}</svg>'
    wifi = icon("wifi", "wf")
    return (
        f'<div class="status" data-window="">{left}<span class="grow">'
        f"</span>{signal}{wifi}{percent}{cell}</div>"
    )


def _navigation(pen: Pen, system: Look, owner: str) -> str:
    """Three buttons on some systems, a pill on the others; the pill goes home."""
    if system.family in ("onehand", "flat") or (system.family == "dense" and system.radius > 4):
        keys = (
            (("home", "square"), ("back", "chevron-left"))
            if system.family == "onehand"
            else (("home", "circle"), ("back", "triangle"))
        )
        home = f'<span class="nk"{press("home")} aria-label="Home">{icon(keys[0][1])}</span>'
        back = (
            f'<span class="nk {"turn" if keys[1][1] == "triangle" else ""}"{press("back")}'
            f' aria-label="Back">{icon(keys[1][1])}</span>'
        )
        wide = system.family == "onehand"
        sign = icon("menu", "rot") if wide else icon("square")
        recent = f'<span class="nk">{sign}</span>'
        row = recent + home + back if system.family == "onehand" else back + home + recent
        return f'<div class="nav keys" data-window="{attr(owner)}">{row}</div>'
    return (
        f'<div class="nav pillbar" data-window="{attr(owner)}">'
        f'<span class="pillhit"{press("home")} aria-label="Home"><i></i></span></div>'
    )


def _launcher(pen: Pen, scene: Scene) -> str:
    clock, date = scene.status.get("clock"), scene.status.get("date")
    times = pen.show(clock, "t") + pen.show(date, "d")
    widget = f'<div class="widget">{times}</div>' if times else ""
    bar = (
        f'<div class="lsearch">{icon("search")}{pen.ui(word("search", pen.lang))}'
        f'<span class="grow"></span>{icon("mic")}</div>'
    )
    cells = "".join(starter(pen, item) for item in scene.launcher)
    dock = "".join(starter(pen, item, label=False) for item in scene.dock)
    low = f'<div class="pdock">{dock}</div>' if dock else ""
    # Whole rows only, as on the pages of a real home screen.
    rows = max(2, (scene.height - 34 - 132 - 66 - 90 - 44) // 94)
    grid = parts.scroller(
        "launcher",
        "lgrid-s",
        f'<div class="lgrid">{cells}</div>',
        top=scene.tops.get("launcher", 0),
        high=94 * rows,
    )
    body = widget + grid + bar if pen.look.family == "tonal" else widget + bar + grid
    return f'<div class="home" data-window="">{body}{low}</div>'


def _header(pen: Pen, page: Page, got: parts.Sorted) -> str:
    look = pen.look
    back = (
        (
            f'<span class="ib bk"{press("back")} aria-label="Back">'
            f"{icon('chevron-left' if look.family in ('inset', 'onehand', 'dense') else 'arrow-left')}"
            f"</span>"
        )
        if page.can_back
        else ""
    )
    shown = got.icons[:4]
    icons = "".join(pen.icon_button(a) for a in shown)
    account = parts.chip(pen, page, "mini", words=False) if page.account and not page.can_back else ""
    large = look.header == "large" and not (
        page.can_back and any(s.layout == "thread" for s in page.sections)
    )
    title = pen.text(page.title, "title", 2 if large else 1)
    sub = pen.text(page.subtitle, "subtitle", 1) if page.subtitle is not None else ""
    face = ""
    if page.hero is not None and any(s.layout == "thread" for s in page.sections):
        face = f'<span class="lead">{pen.picture(page.hero)}</span>'
    talk = any(s.layout == "thread" for s in page.sections)
    cls = "plain" if talk or look.header == "large" else look.header
    if large:
        return (
            f'<header class="bar large"><div class="bar-r">{back}<span class="grow">'
            f'</span>{icons}{account}</div><div class="big">{title}{sub}</div></header>'
        )
    return (
        f'<header class="bar {cls}"><div class="bar-r">{back}{face}'
        f'<span class="tt">{title}{sub}</span><span class="grow"></span>{icons}{account}</div>'
        f"</header>"
    )


def _quick(pen: Pen, action: Action) -> str:
    """An action below a large round picture."""
    return (
        f'<span class="qa"{press(action.do)}><span class="qi">{icon(action.icon)}'
        f"</span>{pen.text(action.label)}</span>"
    )


def _app(pen: Pen, window: Window) -> str:
    page, look = window.page, pen.look
    got = parts.sort_actions(page)
    thread = any(s.layout == "thread" for s in page.sections)
    main = [s for s in page.sections if s.place in ("main", "aside")]
    inset = look.family == "inset"
    if inset and page.title.text:  # there, what floats elsewhere is a sign in the header
        got = replace(
            got,
            icons=(*got.icons, *(a for a in got.fabs if a.icon)),
            fabs=tuple(a for a in got.fabs if not a.icon),
        )
    find = parts.search(pen, page.search) if page.search is not None else ""
    merged = look.family == "tonal" and find and not page.can_back and look.header in ("plain", "center")
    if merged:
        icons = "".join(pen.icon_button(a) for a in got.icons[:2])
        got = replace(got, icons=got.icons[2:])
        chip = parts.chip(pen, page, "mini", words=False)
        head = (
            f'<header class="bar merged"><div class="pillsearch">{find}{icons}{chip}</div>'
            f'<div class="undertitle">{pen.text(page.title, "ut", 1)}</div></header>'
        )
        find = ""
        spare = got.icons
    else:
        head = _header(pen, page, got)
        spare = got.icons[4:]
    tabs = "".join(parts.tab(pen, t) for t in page.tabs)
    where = "none" if not tabs else look.tabs
    many = " many" if len(page.tabs) > 4 else ""
    top = f'<div class="tabs {where}{many}">{tabs}</div>' if where in ("top", "chips") else ""
    chips = f'<div class="chips">{"".join(pen.button(a) for a in got.chips)}</div>' if got.chips else ""
    hero = "" if thread else parts.hero(pen, page)
    body = parts.sections(pen, page, ("main",)) + parts.sections(pen, page, ("aside",))
    quick = ""
    if page.hero is not None and not thread and page.hero.kind in ("avatar", "portrait", "logo"):
        swift = tuple(a for a in got.plain if a.icon and a.style == "plain")[:4]
        if len(swift) > 1:
            got = replace(got, plain=tuple(a for a in got.plain if a not in swift))
            quick = f'<div class="quick">{"".join(_quick(pen, a) for a in swift)}</div>'
    acts = "".join(pen.button(a) for a in got.plain)
    acts = f'<div class="acts pageacts">{acts}</div>' if acts else ""
    foot = parts.sections(pen, page, ("foot",))
    first = "".join(pen.button(a, "wide") for a in got.primary)
    low = f'<div class="lowbar">{first}</div>' if first else ""
    low += f'<div class="foot">{foot}</div>' if foot else ""
    low += f'<div class="toolrow">{"".join(pen.icon_button(a) for a in spare)}</div>' if spare else ""
    bottom = f'<div class="tabs bottom{many}">{tabs}</div>' if where == "bottom" else ""
    words = look.radius % 4 == 0
    fabs = "".join(
        (
            f'<span class="fab{" ext" if words or not a.icon else ""}"{press(a.do)} aria-label="'
            f'{attr(a.label.text)}">{icon(a.icon) if a.icon else ""}'
            f"{pen.text(a.label) if words or not a.icon else ''}</span>"
        )
        for a in got.fabs
    )
    fabs = f'<div class="fabs">{fabs}</div>' if fabs else ""
    pop = parts.dialog(pen, page.dialog) if page.dialog is not None else ""
    cls = parts.kind_of(main)
    scroll = parts.scroller(
        "main",
        f"main{cls}{' hasfab' if fabs else ''}",
        f"{hero}{quick}{chips}{body}{acts}",
        parts.scroll_of(main),
    )
    slim = f" d{int(page.density * 10)}"
    return (
        f'<div class="appw{slim}" data-window="{attr(window.id)}">{head}{find}{top}'
        f'<div class="midw">{scroll}{fabs}{parts.toast(pen, page)}</div>'
        f"{low}{bottom}{pop}</div>"
    )
