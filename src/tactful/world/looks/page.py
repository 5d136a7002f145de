"""A page's pieces that phones and desktops share: sections by place, dialogs, search, actions, toasts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tactful.world.looks.icons import icon
from tactful.world.looks.layouts import section
from tactful.world.looks.layouts.forms import box, one
from tactful.world.looks.markup import Pen, attr, press
from tactful.world.pages import Action, Dialog, Input, Page, Picture, Scene, Section

ENDS_LOW = frozenset({"thread", "terminal"})
"""Layouts that start scrolled to their end."""


@dataclass(frozen=True, slots=True)
class Sorted:
    """A page's actions by where they go."""

    fabs: tuple[Action, ...]
    icons: tuple[Action, ...]
    chips: tuple[Action, ...]
    primary: tuple[Action, ...]
    plain: tuple[Action, ...]


def sort_actions(page: Page) -> Sorted:
    """Sorts by style; an icon action without an icon is plain."""
    got: dict[str, list[Action]] = {"fab": [], "icon": [], "chip": [], "primary": [], "plain": []}
    for action in page.actions:
        kind = action.style
        if kind in ("icon", "menu", "toggle"):
            kind = "icon" if action.icon else "plain"
        elif kind not in got:
            kind = "plain"
        got[kind].append(action)
    return Sorted(*(tuple(got[kind]) for kind in ("fab", "icon", "chip", "primary", "plain")))


def sections(pen: Pen, page: Page, places: Iterable[str]) -> str:
    """The page's sections at those places."""
    wanted = frozenset(places)
    nothing = "none" if page.search is not None and page.search.value.text else "empty"
    alone = not any(part.items or part.inputs for part in page.sections if part.place == "main")
    alone = alone and sum(part.place == "main" for part in page.sections) == 1
    return "".join(section(pen, part, nothing, alone) for part in page.sections if part.place in wanted)


def placed(page: Page, place: str) -> tuple[Section, ...]:
    """The sections of one place."""
    return tuple(part for part in page.sections if part.place == place)


def scroll_of(parts: Iterable[Section]) -> int:
    """Where a scroller stands: conversations begin at their end."""
    found = tuple(parts)
    top = max((part.numbers.get("top", 0) for part in found), default=0)
    return top or (1_000_000 if found and found[-1].layout in ENDS_LOW else 0)


def kind_of(found: Sequence[Section]) -> str:
    """Classes of a page's scroller: a conversation, a shell."""
    if found and all(part.layout == "terminal" for part in found):
        return " onlyterm"
    return " talk" if any(part.layout == "thread" for part in found) else ""


def scroller(ident: str, cls: str, body: str, top: int = 0, high: int = 0) -> str:
    """A part that scrolls; ``high`` CSS pixels where its height is fixed."""
    size = f' style="height:{high}px"' if high else ""
    return f'<div class="scroller {cls}" data-scroll="{attr(ident)}" data-top="{top}"{size}>{body}</div>'


def search(pen: Pen, field: Input, cls: str = "") -> str:
    """A search bar."""
    inner = box(pen, field).replace(f"{icon('search')}", "", 1)
    return f'<div class="search {cls}">{icon("search", "mag")}{inner}</div>'


def chip(pen: Pen, page: Page, cls: str = "", words: bool = True) -> str:
    """Who is signed in: the picture, and with ``words`` the name and e-mail."""
    shown = (
        page.account
        if words
        else tuple(s for s in page.account if isinstance(s, Picture)) or page.account[:1]
    )
    faces = "".join(pen.picture(s, "face") for s in shown if isinstance(s, Picture))
    texts = "".join(
        pen.text(s, f"a{k}", 1) for k, s in enumerate(t for t in shown if not isinstance(t, Picture))
    )
    if not faces and not texts:
        return ""
    return f'<span class="account {cls}">{faces}{f"<span class=who>{texts}</span>" if texts else ""}</span>'


def tab(pen: Pen, action: Action, default: str = "circle") -> str:
    """A tab: icon above or beside its label, as the style sheet has it."""
    on = " on" if action.on else ""
    return (
        f'<span class="tab{on}"{press(action.do)}><span class="ti">'
        f"{icon(action.icon or default)}</span>{pen.text(action.label, 'tl0')}</span>"
    )


def hero(pen: Pen, page: Page) -> str:
    """The page's large picture."""
    if page.hero is None:
        return ""
    face = " round" if page.hero.kind in ("avatar", "portrait", "logo") else ""
    return f'<div class="hero{face}">{pen.picture(page.hero)}</div>'


def dialog(pen: Pen, what: Dialog) -> str:
    """A dialog, a sheet or a menu over a see-through cover."""
    title = pen.text(what.title, "dt") if what.title is not None else ""
    if what.kind == "menu":
        rows = "".join(
            (
                f'<div class="mi{" danger" if a.style == "danger" else ""}{" on" if a.on else ""}"'
                f"{press(a.do)}>{icon(a.icon) if a.icon else ''}{pen.text(a.label)}</div>"
            )
            for a in what.actions
        )
        body = "".join(pen.text(line, "db") for line in what.body)
        fields = "".join(one(pen, field) for field in what.inputs)
        return (
            f'<div class="scrim light" data-clear></div><div class="menu" role="menu">{title}'
            f"{body}{fields}{rows}</div>"
        )
    body = "".join(pen.text(line, "db") for line in what.body)
    fields = "".join(one(pen, field) for field in what.inputs)
    acts = "".join(pen.button(a) for a in what.actions)
    return (
        f'<div class="scrim" data-clear></div><div class="dialog {attr(what.kind)}"'
        f' role="dialog"><i class="grip"></i>{title}{body}'
        f'{f"<div class=form>{fields}</div>" if fields else ""}<div class="dacts">{acts}</div></div>'
    )


def notices(pen: Pen, scene: Scene) -> str:
    """Notification banners."""
    if not scene.notices:
        return ""
    out = []
    for item in scene.notices:
        shown = item.slots.get("image")
        own = f'<span class="lead app">{icon(item.icon or "bell")}</span>'
        lead = f'<span class="lead">{pen.show(shown)}</span>' if shown is not None else own
        name = pen.show(item.slots.get("tag"), "from", 1)
        head = pen.show(item.slots.get("head"), "head", 1)
        words = (
            f'<span class="l1">{head}{name}<span class="grow">'
            f"</span>{pen.show(item.slots.get('meta'), 'meta')}</span>"
        )
        words += pen.show(item.slots.get("sub"), "sub", 1) + pen.show(item.slots.get("body"), "body", 2)
        acts = "".join(pen.button(a, "small") for a in item.actions if a.style != "icon")
        close = "".join(pen.icon_button(a, "small") for a in item.actions if a.style == "icon")
        words += f'<span class="acts">{acts}</span>' if acts else ""
        out.append(f'<div class="notice"{press(item.do)}>{lead}<span class="mid">{words}</span>{close}</div>')
    return f'<div class="notices" data-window="">{"".join(out)}</div>'


def toast(pen: Pen, page: Page) -> str:
    """A short message over the page."""
    return (
        f'<div class="toast">{pen.text(page.toast)}</div>'
        if page.toast is not None and page.toast.text
        else ""
    )
