"""What is on the screen, before it has a look: pages of sections of items. Engines fill it, looks draw it.

Every text is a `Value`, so every text on a screen carries its truth. A ``do`` is the command that a tap sends
(see `tactful.world.events`); empty where nothing happens.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tactful.world.values import Value

LAYOUTS = (
    "list", "cards", "grid", "table", "fields", "settings", "form", "thread", "feed", "text", "stats",
    "calendar", "map", "player", "terminal", "chart", "tree", "icons", "keypad", "slides",
)  # fmt: skip
"""The layouts of a section."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Something drawn. ``value`` says what it is (type avatar, face, photo, or public) in a word or two.

    ``kind``: avatar, portrait, scene, product, food, pet, document, map, logo, cover, chart. The same
    ``seed`` draws the same picture everywhere.
    """

    kind: str
    seed: str
    value: Value


Shown = Value | Picture


@dataclass(frozen=True, slots=True)
class Action:
    """Something to press. ``style``: primary, plain, icon, danger, fab, menu, link, chip, toggle."""

    id: str
    label: Value
    do: str
    icon: str = ""
    style: str = "plain"
    on: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """One row, card, bubble, tile or cell group.

    ``slots`` by name; the common ones: head, sub, body, meta, tag, price, image, side, value, unit, author,
    count. ``flags``: unread, selected, done, mine, starred, disabled, muted, header, ad. ``cells``
    are a table row's cells in the order of the section's columns, ``level`` is the depth in a tree.
    """

    id: str
    slots: Mapping[str, Shown] = field(default_factory=dict, repr=False)
    do: str = ""
    flags: frozenset[str] = frozenset()
    actions: tuple[Action, ...] = ()
    cells: tuple[Value, ...] = field(default=(), repr=False)
    level: int = 0
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Input:
    """A field to fill in. ``kind``: text, multiline, password, number, date, select, switch, search, check.

    ``bind`` is the name that input events carry. A select's ``options`` are pressed to choose.
    """

    name: str
    bind: str
    label: Value
    value: Value
    placeholder: Value
    kind: str = "text"
    options: tuple[Action, ...] = ()
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page in one layout."""

    id: str
    layout: str
    title: Value | None = None
    items: tuple[Item, ...] = ()
    inputs: tuple[Input, ...] = ()
    columns: tuple[Value, ...] = ()
    actions: tuple[Action, ...] = ()
    place: str = (
        "main"  # main, side (left pane on wide screens, drawer or dropped on phones), aside (right), foot
    )
    limit: int = 0  # 0: all items
    numbers: Mapping[str, int] = field(default_factory=dict)  # calendar: first_weekday, days, today


@dataclass(frozen=True, slots=True)
class Dialog:
    """A dialog, sheet or menu over a page. ``kind``: alert, sheet, menu."""

    title: Value | None
    body: tuple[Value, ...] = ()
    inputs: tuple[Input, ...] = ()
    actions: tuple[Action, ...] = ()
    kind: str = "alert"


@dataclass(frozen=True, slots=True)
class Page:
    """One view of one app with everything on it, no look yet.

    ``tabs`` are the app's own top-level places (bottom bar, tab row, rail or drawer, as the look has it).
    ``account`` is the chip of the person who is signed in (avatar, name, e-mail), shown where looks show one.
    ``web`` is the address when the app lives in a browser, None for a native window.
    """

    app: str
    view: str
    record: str
    app_name: Value
    icon: str
    title: Value
    subtitle: Value | None = None
    hero: Picture | None = None
    tabs: tuple[Action, ...] = ()
    actions: tuple[Action, ...] = ()
    sections: tuple[Section, ...] = ()
    search: Input | None = None
    account: tuple[Shown, ...] = ()
    can_back: bool = False
    dialog: Dialog | None = None
    toast: Value | None = None
    web: Value | None = None
    density: float = 1.0


@dataclass(frozen=True, slots=True)
class Window:
    """A window of the desktop in CSS pixels; the last of a scene's windows is on top and has the focus."""

    id: str
    page: Page
    x: int
    y: int
    width: int
    height: int
    tabs: tuple[Value, ...] = ()  # titles of other browser tabs
    maximized: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """All that one screenshot shows.

    ``width`` and ``height`` are CSS pixels, ``scale`` device pixels per CSS pixel. On a phone there is
    one window, or none when the launcher is in front. ``status`` holds clock, date, battery, carrier, wifi
    as far as shown. ``launcher`` are the apps to start on the home screen, ``dock`` those at hand.
    """

    platform: str  # phone, desktop
    width: int
    height: int
    scale: float
    lang: str
    look: int  # seed of the looks
    status: Mapping[str, Value] = field(default_factory=dict)
    windows: tuple[Window, ...] = ()
    launcher: tuple[Item, ...] = ()
    dock: tuple[Item, ...] = ()
    notices: tuple[Item, ...] = ()  # notification banners or a pulled-down shade
    keyboard: bool = False  # whether a phone shows its soft keyboard
    wallpaper: str = ""
    tops: Mapping[str, int] = field(default_factory=dict)  # offsets of scrollers outside windows, CSS pixels


@dataclass(frozen=True, slots=True)
class Size:
    """``width`` and ``height`` are the screenshot's pixels, ``scale`` device pixels per CSS pixel."""

    name: str
    platform: str  # phone, desktop
    width: int
    height: int
    scale: float


SIZES: tuple[Size, ...] = (
    Size("phone-1080", "phone", 1080, 2400, 3.0),
    Size("phone-1440", "phone", 1440, 3120, 3.5),
    Size("phone-720", "phone", 720, 1600, 2.0),
    Size("desktop-1920", "desktop", 1920, 1080, 1.0),
    Size("desktop-1366", "desktop", 1366, 768, 1.0),
    Size("desktop-2560", "desktop", 2560, 1440, 1.25),
)
