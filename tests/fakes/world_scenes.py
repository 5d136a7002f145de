"""Scenes made by hand: what engines would fill, in every layout, for the tests of looks and browsers."""

from __future__ import annotations

from collections.abc import Callable

from fakes.world_pages_life import bank, fitness, maps, shop
from fakes.world_pages_media import article, gallery, player, settings
from fakes.world_pages_talk import chat, contact, dialer, feed, mail, message
from fakes.world_pages_work import calendar, compose, crm, sheet, slides, terminal
from fakes.world_parts import face, field, name, photo, public
from tactful.world.pages import Item, Page, Scene, Window
from tactful.world.values import Value, ui

PAGES: dict[str, Callable[[], Page]] = {
    "mail": mail,
    "message": message,
    "chat": chat,
    "settings": settings,
    "bank": bank,
    "shop": shop,
    "feed": feed,
    "calendar": calendar,
    "maps": maps,
    "sheet": sheet,
    "crm": crm,
    "terminal": terminal,
    "player": player,
    "fitness": fitness,
    "compose": compose,
    "dialer": dialer,
    "gallery": gallery,
    "contact": contact,
    "article": article,
    "slides": slides,
}

APPS = (
    ("Phone", "phone"),
    ("Messages", "message-square"),
    ("Mail", "mail"),
    ("Camera", "camera"),
    ("Photos", "image"),
    ("Maps", "map"),
    ("Calendar", "calendar"),
    ("Notes", "notebook-pen"),
    ("Bank", "landmark"),
    ("Shop", "shopping-bag"),
    ("Music", "music"),
    ("Health", "heart-pulse"),
    ("Files", "folder"),
    ("Settings", "settings"),
    ("Weather", "cloud-sun"),
    ("Loop", "orbit"),
)

STATUS = {
    "clock": Value("9:41", "clock", "now/time"),
    "date": Value("Mon 12 May", "clock", "now/date"),
    "battery": Value("76%", "device", "me/battery"),
    "carrier": Value("Norvik", "carrier", "me/carrier"),
}


def icons(count: int = 16) -> tuple[Item, ...]:
    """Apps to start."""
    return tuple(
        Item(
            n.lower(),
            {"head": ui(n), **({"count": Value("3", "badge", f"badge/{n}")} if k == 1 else {})},
            do=f"open:{n.lower()}",
            icon=i,
        )
        for k, (n, i) in enumerate(APPS[:count])
    )


def phone(
    page: Page | None,
    look: int,
    size: tuple[int, int] = (360, 800),
    scale: float = 2.0,
    lang: str = "en",
    **more: object,
) -> Scene:
    """A phone with one page, or its launcher."""
    windows = () if page is None else (Window("w1", page, 0, 0, *size),)
    return Scene("phone", *size, scale, lang, look, STATUS, windows, icons(), icons(4), **more)  # type: ignore[arg-type]


def desktop(
    pages: tuple[Page, ...], look: int, size: tuple[int, int] = (1920, 1080), lang: str = "en", **more: object
) -> Scene:
    """A desktop: the last page maximized-ish in front, the others behind."""
    windows = []
    for k, page in enumerate(pages):
        top = k == len(pages) - 1
        x, y = (120 + 90 * k, 60 + 50 * k) if not top else (int(size[0] * 0.12), int(size[1] * 0.07))
        w, h = (
            (int(size[0] * 0.55), int(size[1] * 0.62))
            if not top
            else (int(size[0] * 0.74), int(size[1] * 0.8))
        )
        others = (public("Night trains return"), public("Bakery opening hours")) if page.web else ()
        windows.append(Window(f"w{k}", page, x, y, w, h, others))
    return Scene("desktop", *size, 1.0, lang, look, STATUS, tuple(windows), icons(6), icons(8), **more)  # type: ignore[arg-type]


__all__ = [
    "APPS",
    "PAGES",
    "STATUS",
    "article",
    "bank",
    "calendar",
    "chat",
    "compose",
    "contact",
    "crm",
    "desktop",
    "dialer",
    "face",
    "feed",
    "field",
    "fitness",
    "gallery",
    "icons",
    "mail",
    "maps",
    "message",
    "name",
    "phone",
    "photo",
    "player",
    "public",
    "settings",
    "sheet",
    "shop",
    "slides",
    "terminal",
]
