"""From a scene to a screen: what a phone or a desktop has room for, then its template."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from markupsafe import Markup

from tactful.world.looks import layouts, parts
from tactful.world.looks.draw import wallpaper
from tactful.world.looks.icons import icon
from tactful.world.looks.look import Look, look_of, variables
from tactful.world.looks.pen import Pen, Rendered
from tactful.world.looks.templates import environment, read
from tactful.world.pages import Action, Page, Scene, Section, Window

_SHEETS = {
    "phone": ("base", "parts", "figures", "phone", "tonal", "inset", "onehand", "dense", "flat"),
    "desktop": ("base", "parts", "figures", "desktop", "web", "panes", "office", "board", "site"),
}
_ENDS_LOW = frozenset({"thread", "terminal"})
"""Layouts that start scrolled to their end."""


@lru_cache(maxsize=2)
def style(platform: str) -> str:
    """The style sheet of a platform, all families in one."""
    return "\n".join(read(f"css/{name}.css") for name in _SHEETS[platform])


def render(scene: Scene) -> Rendered:
    """The scene as HTML (the content of a body), CSS and the values that ``data-v`` numbers.

    The same scene gives the same bytes. Coordinates are CSS pixels: the screen's box is ``scene.width`` by
    ``scene.height`` at the page's origin.
    """
    phone = scene.platform == "phone"
    pen = Pen(look_of(scene.look, "", scene.platform), scene.lang, phone, scene.look, [])
    body = _phone(pen, scene) if phone else _desktop(pen, scene)
    return Rendered(body, style("phone" if phone else "desktop"), tuple(pen.values))


def _drawn(template: str, **given: object) -> Markup:
    return Markup(environment().get_template(template, globals=_names()).render(**given))


@cache
def _names() -> dict[str, object]:
    """What the templates may call."""
    tests = environment().tests
    tests["is_picture"], tests["only_image"] = parts.is_picture, parts.only_image
    names = (
        "BUTTONS", "FILLABLE", "browser_tabs", "flags", "flips_of", "hue_of", "is_on", "is_picture", "keys",
        "played", "press", "slug", "tick_of", "tile_of", "top_of", "turned", "weekdays", "word",
    )  # fmt: skip
    fitted = ("chart_of", "grid_of", "ground_of", "month_of", "unbreakable")
    return {
        **{name: getattr(parts, name) for name in names},
        **{name: getattr(layouts, name) for name in fitted},
        "icon": icon, "phone_plan": phone_plan, "variables": _variables,
    }  # fmt: skip


def _variables(look: Look, lang: str) -> Markup:
    return Markup(variables(look, lang))


def _wall(scene: Scene) -> Markup:
    return wallpaper(scene.wallpaper or str(scene.look), scene.width, scene.height)


# -- what both share ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Placed:
    """A page's actions by where they go."""

    fabs: tuple[Action, ...]
    icons: tuple[Action, ...]
    chips: tuple[Action, ...]
    primary: tuple[Action, ...]
    plain: tuple[Action, ...]


def sort_actions(page: Page) -> Placed:
    """Sorts by style; an icon action without an icon is plain."""
    placed: dict[str, list[Action]] = {"fab": [], "icon": [], "chip": [], "primary": [], "plain": []}
    for action in page.actions:
        kind = "icon" if action.style in ("icon", "menu", "toggle") and action.icon else action.style
        placed[kind if kind in placed and (kind != "icon" or action.icon) else "plain"].append(action)
    return Placed(*(tuple(actions) for actions in placed.values()))


def scroll_of(sections: Sequence[Section]) -> int:
    """Where the page's scroller stands: conversations begin at their end."""
    low = bool(sections) and sections[-1].layout in _ENDS_LOW
    return parts.top_of(tuple(sections)) or (1_000_000 if low else 0)


def kind_of(sections: Sequence[Section]) -> str:
    """Classes of the page's scroller: a conversation, a shell."""
    if sections and all(part.layout == "terminal" for part in sections):
        return " onlyterm"
    return " talk" if any(part.layout == "thread" for part in sections) else ""


def _placed(page: Page, *places: str) -> tuple[Section, ...]:
    return tuple(part for part in page.sections if part.place in places)


# -- phones ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PhonePlan:
    """A page on a phone.

    ``merged``: title and icons share the search bar's line; ``spare`` icons stand in a row at the bottom,
    ``quick`` actions below a large round picture. ``talk``: the page is a conversation; ``kind`` and ``top``
    are its scroller's.
    """

    actions: Placed
    spare: tuple[Action, ...]
    quick: tuple[Action, ...]
    merged: bool
    talk: bool
    kind: str
    top: int


def phone_plan(page: Page, look: Look) -> PhonePlan:
    """Where a page on a phone has its actions, by its look."""
    placed = sort_actions(page)
    icons, fabs, plain = placed.icons, placed.fabs, placed.plain
    if look.family == "inset" and page.title.text:  # there, what floats elsewhere is a sign in the header
        icons = (*icons, *(a for a in fabs if a.icon))
        fabs = tuple(a for a in fabs if not a.icon)
    merged = page.search is not None and look.family == "tonal" and not page.can_back
    merged = merged and look.header in ("plain", "center")
    talk = any(part.layout == "thread" for part in page.sections)
    quick: tuple[Action, ...] = ()
    if not talk and parts.is_picture(page.hero, "avatar", "portrait", "logo"):
        quick = tuple(a for a in plain if a.icon and a.style == "plain")[:4]
        quick = quick if len(quick) > 1 else ()
        plain = tuple(a for a in plain if a not in quick)
    most, main = 2 if merged else 4, _placed(page, "main", "aside")
    actions = replace(placed, fabs=fabs, icons=icons[:most], plain=plain)
    return PhonePlan(actions, icons[most:], quick, merged, talk, kind_of(main), scroll_of(main))


def _phone(pen: Pen, scene: Scene) -> Markup:
    system = pen.look
    window = scene.windows[-1] if scene.windows else None
    pen.look = look_of(scene.look, window.page.app, "phone") if window else system
    pen.room = scene.width
    battery = scene.status["battery"].text if "battery" in scene.status else "80"
    level = "".join(c for c in battery if c.isdigit())
    return _drawn(
        "phone.html",
        pen=pen,
        scene=scene,
        system=system,
        window=window,
        look=pen.look,
        wall="" if window else _wall(scene),
        charge=19 * min(int(level or 80), 100) / 100,
        # Whole rows only, as on the pages of a real home screen.
        launcher_height=94 * max(2, (scene.height - 34 - 132 - 66 - 90 - 44) // 94),
    )


# -- desktops ----------------------------------------------------------------------------------

SHELLS = ("taskbar", "dockbar", "strip")
"""Desktop shells: a bar with the open windows below; a menu bar above and a floating dock below; a dark bar
above and a dark dock below."""

_EDITORS = frozenset({"docs", "sheets", "notes"})
"""Apps with the tools of an editor in every view; elsewhere they come where something long is written."""
_NAV = {"rail": 78, "side": 216}
_SIDE, _ASIDE = 250, 280
_LEAST = 430
"""CSS pixels across that the middle keeps: panes beside it give way to it."""
_WIDE = 600
"""What it keeps where it holds a month or a table."""


def _desktop(pen: Pen, scene: Scene) -> Markup:
    system = pen.look
    shell = SHELLS[(system.hue + system.radius) % 3]
    windows = Markup("").join(
        _window(pen, window, system, shell, scene.height, layer, layer == len(scene.windows))
        for layer, window in enumerate(scene.windows, 1)
    )
    pen.look = system
    return _drawn(
        "desktop.html", pen=pen, scene=scene, system=system, shell=shell, wall=_wall(scene), windows=windows
    )


def _window(pen: Pen, window: Window, system: Look, shell: str, height: int, layer: int, top: bool) -> Markup:
    pen.look = look_of(pen.seed, window.page.app, "desktop")
    y, high = window.y, window.height
    if shell == "taskbar":  # its bar is below, so windows may use the room above
        y = 0 if window.maximized else max(0, y - 26)
        high = height - 46 if window.maximized else high
    elif window.maximized:
        y, high = 30, high + y - 30
    return _drawn(
        "window.html",
        pen=pen,
        window=window,
        system=system,
        shell=shell,
        look=pen.look,
        layer=layer,
        top=top,
        box={"top": y, "height": high},
        plan=plan_of(pen, window),
    )


@dataclass(frozen=True, slots=True)
class Plan:
    """A page in a desktop window.

    ``where``: top, rail or side for the tabs, empty without any. ``side`` and ``aside`` are the sections of
    the panes beside the middle, ``squeezed`` those of an aside that has no room. ``middle`` is the middle's
    width in CSS pixels. ``form_actions`` stand below a form instead of in the page's bar.
    """

    where: str
    middle: int
    side: tuple[Section, ...]
    aside: tuple[Section, ...]
    squeezed: tuple[Section, ...]
    actions: Placed
    form_actions: tuple[Action, ...]
    narrow: bool
    fabs_in_nav: bool
    tabs_in_top: bool
    ribbon: bool
    bar_scrolls: bool
    crowded: bool
    talk: bool
    kind: str
    top: int


def editing(page: Page) -> bool:
    """Whether bold, italic and the like make sense on a page."""
    if page.app in _EDITORS:
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


def plan_of(pen: Pen, window: Window) -> Plan:
    """Where everything of a page goes in a window of that width."""
    page, look = window.page, pen.look
    placed, main = sort_actions(page), _placed(page, "main")
    narrow = window.width < 720
    where = ("top" if narrow else look.tabs) if page.tabs else ""
    beside, right = _filled(page, "side"), _filled(page, "aside")
    least = _WIDE if any(s.layout in ("calendar", "table") for s in main) else _LEAST
    where, has_side, has_aside, middle = fitted(window.width, where, bool(beside), bool(right), least)
    ribbon = look.family == "office" and editing(page)
    form_actions: tuple[Action, ...] = ()
    if not ribbon and any(part.layout == "form" for part in main):
        form_actions = (*placed.primary, *placed.plain)
        placed = replace(placed, primary=(), plain=())
    in_nav = where in _NAV and look.family in ("web", "board") and bool(placed.fabs)
    return Plan(
        where=where,
        middle=middle,
        side=beside if has_side else (),
        aside=right if has_aside else (),
        squeezed=() if has_aside else right,
        actions=placed,
        form_actions=form_actions,
        narrow=narrow,
        fabs_in_nav=in_nav,
        tabs_in_top=where == "top" and look.family == "site" and _tabs_fit(pen, page, window.width),
        ribbon=ribbon,
        bar_scrolls=look.family in ("site", "board"),
        crowded=_crowded(pen, page, placed, () if in_nav else placed.fabs, middle),
        talk=any(part.layout == "thread" for part in main),
        kind=kind_of(main),
        top=scroll_of(main),
    )


def _filled(page: Page, place: str) -> tuple[Section, ...]:
    """The sections of a pane beside the middle that have something to show."""
    return tuple(s for s in _placed(page, place) if s.items or s.inputs or s.actions)


def _across(pen: Pen, text: str, extra: float = 0.0) -> float:
    """About how many CSS pixels a text takes on one line, with what stands around it."""
    return sum(1.0 if ord(c) > 0x2E80 else 0.58 for c in text) * pen.look.size + extra


def _tabs_fit(pen: Pen, page: Page, width: int) -> bool:
    """Whether a site's tabs have room in its top bar, beside name, search and account."""
    named = sum(_across(pen, tab.label.text, 48) for tab in page.tabs)
    named += _across(pen, page.app_name.text) * 1.3 + 110 + (180 if page.search is not None else 0)
    return named + ((220 if width >= 900 else 60) if page.account else 0) < width


def _crowded(pen: Pen, page: Page, placed: Placed, fabs: Iterable[Action], middle: int) -> bool:
    """Whether the page's bar leaves little room for its title."""
    buttons = (*placed.plain, *placed.primary, *fabs)
    taken = sum(_across(pen, a.label.text, 38 + 26 * bool(a.icon)) for a in buttons)
    taken += 40 * (len(placed.icons) + bool(page.account) + page.can_back)
    # A title in the middle of the bar has the half of it, and needs not more.
    tight = taken > middle * 0.22 or _across(pen, page.title.text) * 1.2 > middle * 0.5
    return tight or len(placed.icons) + len(placed.plain) + len(placed.primary) > 2
