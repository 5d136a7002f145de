"""A desktop: wallpaper, panel, dock, desktop icons, windows with their chrome."""

from __future__ import annotations

from tactful.world.looks import page as parts
from tactful.world.looks.draw import wallpaper
from tactful.world.looks.icons import icon
from tactful.world.looks.look import Look, look_of, variables
from tactful.world.looks.markup import Pen, attr, press
from tactful.world.looks.starters import sign, starter
from tactful.world.looks.wide import wide_page
from tactful.world.looks.words import word
from tactful.world.pages import Scene, Window

SHELLS = ("taskbar", "dockbar", "strip")
"""Desktop shells: a bar with the open windows below; a menu bar above and a floating dock below; a dark bar
above and a dark dock below."""


def shell_of(system: Look) -> str:
    """The shell that goes with the system's look."""
    return SHELLS[(system.hue + system.radius) % 3]


def desktop(pen: Pen, scene: Scene) -> str:
    """The whole screen."""
    system = pen.look
    shell = shell_of(system)
    wall = wallpaper(scene.wallpaper or str(scene.look), scene.width, scene.height)
    launch = _desk_icons(pen, scene)
    every = _drawer(pen, scene)
    windows = "".join(
        _window(pen, window, system, shell, scene.height, k, k == len(scene.windows) - 1)
        for k, window in enumerate(scene.windows)
    )
    pen.look = system
    state = "dark" if system.dark else "light"
    return (
        f'<div class="screen desktop shell-{shell} {state} sys-{system.family}" lang="{attr(scene.lang)}" '
        f'style="width:{scene.width}px;height:{scene.height}px;{variables(system, scene.lang)}">'
        f'<div class="wall">{wall}</div>{launch}{windows}{_panel(pen, scene, shell)}'
        f"{_dock(pen, scene, shell)}{every}{parts.notices(pen, scene)}</div>"
    )


def _desk_icons(pen: Pen, scene: Scene) -> str:
    cells = "".join(starter(pen, item) for item in scene.launcher if "drawer" not in item.flags)
    return f'<div class="deskicons" data-window="">{cells}</div>' if cells else ""


def _drawer(pen: Pen, scene: Scene) -> str:
    """All apps over the windows while they are asked for: the launcher's items with the flag ``drawer``."""
    cells = "".join(starter(pen, item) for item in scene.launcher if "drawer" in item.flags)
    if not cells:
        return ""
    return (
        f'<div class="scrim over" data-clear data-window=""></div>'
        f'<div class="drawer" data-window="">{cells}</div>'
    )


def _panel(pen: Pen, scene: Scene, shell: str) -> str:
    show = scene.status
    tray = "".join(icon(name) for name in ("wifi", "volume-2", "battery-medium"))
    percent = pen.show(show.get("battery"), "bat")
    clock, date = pen.show(show.get("clock"), "clock"), pen.show(show.get("date"), "date")
    if shell == "taskbar":
        tasks = "".join(
            (
                f'<span class="task{" on" if k == len(scene.windows) - 1 else ""}"'
                f"{press(f'window:{w.id}:raise')}>{icon(w.page.icon)}"
                f"{pen.text(w.page.app_name, '', 1)}</span>"
            )
            for k, w in enumerate(scene.windows)
        )
        dock = "".join(
            (
                f'<span class="pinned"{press(item.do)} aria-label="'
                f'{attr(getattr(item.slots.get("head"), "text", ""))}">{sign(pen, item)}</span>'
            )
            for item in scene.dock
        )
        name = attr(word("apps", pen.lang))
        start = f'<span class="start"{press("apps")} aria-label="{name}">{icon("layout-grid")}</span>'
        return (
            f'<div class="panel" data-window="">{start}<span class="pins">{dock}</span>'
            f'<span class="tasks">{tasks}</span><span class="grow"></span>'
            f'<span class="tray">{tray}{percent}</span><span class="cl2">{clock}{date}</span>'
            f"</div>"
        )
    left = (
        f'<span class="act"{press("apps")}>{pen.ui(word("activities", pen.lang))}</span>'
        if shell == "strip"
        else icon("hexagon", "mark")
    )
    if shell == "dockbar" and scene.windows:
        top = scene.windows[-1]
        left += pen.text(top.page.app_name, "strong")
        left += "".join(pen.ui(word(n, pen.lang)) for n in ("file", "edit", "view", "help"))
        return (
            f'<div class="panel" data-window=""><span class="menubar">{left}</span>'
            f'<span class="grow"></span><span class="tray">{tray}{percent}</span>{date}{clock}'
            f"</div>"
        )
    return (
        f'<div class="panel" data-window="">{left}<span class="grow"></span>'
        f'<span class="mid0">{date}{clock}</span><span class="grow"></span>'
        f'<span class="tray">{tray}{percent}</span></div>'
    )


def _dock(pen: Pen, scene: Scene, shell: str) -> str:
    if shell == "taskbar" or not scene.dock:
        return ""
    open_apps = {window.page.app for window in scene.windows}
    cells = "".join(
        (
            f'<span class="dc{" run" if item.do.removeprefix("open:") in open_apps else ""}"'
            f'{press(item.do)} aria-label="{attr(getattr(item.slots.get("head"), "text", ""))}">'
            f"{sign(pen, item)}</span>"
        )
        for item in scene.dock
    )
    name = attr(word("apps", pen.lang))
    every = f'<span class="dc every"{press("apps")} aria-label="{name}">{icon("layout-grid")}</span>'
    return f'<div class="dock" data-window="">{cells}{every}</div>'


def _window(pen: Pen, window: Window, system: Look, shell: str, height: int, place: int, top: bool) -> str:
    look = look_of(pen.seed, window.page.app, "desktop")
    pen.look = look
    focus = " focus" if top else ""
    state = "dark" if look.dark else "light"
    chrome = (
        _browser(pen, window, system, shell) if window.page.web is not None else _title(pen, window, shell)
    )
    y, high = window.y, window.height
    if shell == "taskbar":  # its bar is below, so windows may use the room above
        y = 0 if window.maximized else max(0, y - 26)
        high = height - 46 if window.maximized else high
    elif window.maximized:
        high += y - 30
        y = 30
    box = f"left:{window.x}px;top:{y}px;width:{window.width}px;height:{high}px;z-index:{place + 1}"
    shape = " max" if window.maximized else ""
    web = " inweb" if window.page.web is not None else " native"
    raising = "" if top else f' data-do="window:{attr(window.id)}:raise"'
    return (
        f'<div class="win {look.family} {state}{focus}{shape}{web} chips-{look.chips} lines-'
        f'{look.lines} hdr-{look.header}" data-window="{attr(window.id)}"{raising} '
        f'style="{box};{variables(look, pen.lang)}">{chrome}{wide_page(pen, window)}</div>'
    )


def _buttons(window: Window, shell: str) -> str:
    ident = attr(window.id)
    if shell == "dockbar":
        return (
            f'<span class="lights"><i class="c"{press(f"window:{ident}:close")} aria-label="'
            f'Close"></i><i class="m"{press(f"window:{ident}:minimize")} aria-label="Minimize">'
            f'</i><i class="z"></i></span>'
        )
    signs = (
        ("minimize", "minus", "Minimize"),
        ("", "square" if shell == "taskbar" else "maximize-2", ""),
        ("close", "x", "Close"),
    )
    body = "".join(
        (
            f'<span class="wb {name}"{press(f"window:{ident}:{name}") if name else ""}'
            f' aria-label="{label}">{icon(sign)}</span>'
        )
        for name, sign, label in signs
    )
    return f'<span class="wbs">{body}</span>'


def _title(pen: Pen, window: Window, shell: str) -> str:
    name = f'<span class="wt">{pen.text(window.page.app_name, "", 1)}</span>'
    buttons = _buttons(window, shell)
    sign = icon(window.page.icon, "wi")
    if shell == "dockbar":
        return (
            f'<div class="titlebar left">{buttons}<span class="grow"></span>{sign}{name}'
            f'<span class="grow"></span><span class="bal"></span></div>'
        )
    if shell == "strip":
        return (
            f'<div class="titlebar"><span class="bal"></span><span class="grow"></span>{name}'
            f'<span class="grow"></span>{buttons}</div>'
        )
    return f'<div class="titlebar">{sign}{name}<span class="grow"></span>{buttons}</div>'


def _browser(pen: Pen, window: Window, system: Look, shell: str) -> str:
    page = window.page
    web = page.web
    assert web is not None
    others = [
        f'<span class="bt">{icon("globe")}{pen.text(title, "", 1)}{icon("x", "bx")}</span>'
        for title in window.tabs
    ]
    here = f'<span class="bt on">{icon(page.icon)}{pen.text(page.title, "", 1)}{icon("x", "bx")}</span>'
    at = (sum(map(ord, window.id)) % (len(others) + 1)) if others else 0
    others.insert(at, here)
    buttons = _buttons(window, shell)
    strip = (
        f'<div class="btabs">{buttons if shell == "dockbar" else ""}{"".join(others)}'
        f'<span class="plus">{icon("plus")}</span><span class="grow">'
        f"</span>{'' if shell == 'dockbar' else buttons}</div>"
    )
    back = f'<span class="ib"{press("back") if page.can_back else ""}>{icon("arrow-left")}</span>'
    tools = (
        back + f'<span class="ib off">{icon("arrow-right")}</span><span class="ib">{icon("rotate-cw")}</span>'
    )
    lock = icon("lock" if system.radius % 4 else "sliders-horizontal", "lk")
    url = (
        f'<span class="url">{lock}{pen.text(web, "", 1)}<span class="grow"></span>{icon("star", "lk")}</span>'
    )
    face = icon("circle-user-round", "ubtn") + icon("ellipsis-vertical", "ubtn")
    marks = ""
    if system.clamp > 1:
        marks = (
            f'<div class="bmarks">{icon("layout-grid")}{pen.ui(word("apps", pen.lang))}'
            f"{icon('bookmark')}{pen.ui(word('bookmarks', pen.lang))}</div>"
        )
    return f'<div class="chrome">{strip}<div class="ubar">{tools}{url}{face}</div>{marks}</div>'
