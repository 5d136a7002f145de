"""Writing HTML with its truth: every text goes through a `Pen`, which numbers its values."""

from __future__ import annotations

import html
from dataclasses import dataclass, field

from tactful.runs import generator
from tactful.world.looks import draw
from tactful.world.looks.icons import icon
from tactful.world.looks.look import Look
from tactful.world.pages import Action, Picture, Shown
from tactful.world.values import Value, ui


@dataclass(frozen=True, slots=True)
class Rendered:
    """A screen as HTML (the body's content) and CSS; ``data-v`` in the HTML indexes ``values``."""

    html: str = field(repr=False)
    css: str = field(repr=False)
    values: tuple[Value, ...] = field(repr=False)


def attr(text: str) -> str:
    """Text made safe for a double-quoted attribute and for content."""
    return html.escape(text, quote=True)


def press(do: str) -> str:
    """The attributes of something that can be pressed; empty where nothing happens."""
    return f' data-do="{attr(do)}" role="button"' if do else ""


FILLABLE = frozenset(
    {
        "star",
        "heart",
        "bookmark",
        "pin",
        "bell",
        "flag",
        "thumbs-up",
        "thumbs-down",
        "eye",
        "circle",
        "square",
    }
)
"""Icons that are drawn filled while they are on."""
TICKS = frozenset(
    {"check", "circle-check", "circle-check-big", "square-check", "square-check-big", "list-checks"}
)
"""Icons of a row's toggle that is drawn as a box to tick at the row's start."""


@dataclass(slots=True)
class Pen:
    """Collects the values of one screen while it is written. ``look`` and ``room`` change by pane."""

    look: Look
    lang: str
    phone: bool
    seed: int
    values: list[Value]
    room: float = 0.0  # CSS pixels across of the pane being written; 0: unknown

    def number(self, value: Value) -> int:
        """The index of a value, which is kept."""
        self.values.append(value)
        return len(self.values) - 1

    def inside(self, value: Value) -> str:
        """The text of a value, nested values as spans."""
        if not value.parts:
            return attr(value.text)
        return "".join(
            attr(part) if isinstance(part, str) else self.text(part) for part in value.parts if str(part)
        )

    def text(self, value: Value, cls: str = "", clamp: int = 0) -> str:
        """A text as a span; nothing where it is empty."""
        if not value.text:
            return ""
        number = self.number(value)
        look = f' class="{cls}"' if cls else ""
        lines = f' data-clamp="{clamp}"' if clamp else ""
        return f'<span{look} data-v="{number}"{lines}>{self.inside(value)}</span>'

    def ui(self, text: str, cls: str = "") -> str:
        """Interface text of the look's own."""
        return self.text(ui(text), cls)

    def picture(self, picture: Picture, cls: str = "") -> str:
        """A picture, with the initials of a lettered avatar as a text of their own."""
        number = self.number(picture.value)
        if picture.kind == "avatar":
            rng = generator(0, f"avatar/{picture.seed}")
            if rng.random() < self.look.initials and (letters := draw.letters(picture.seed)):
                mark = self.number(
                    Value(letters, "avatar", f"{picture.value.entity}/letters", picture.value.public)
                )
                body = draw.lettered(picture.seed, f'<text data-v="{mark}"', attr(letters))
            else:
                body = draw.svg("avatar", picture.seed)
        else:
            body = draw.svg(picture.kind, picture.seed)
        return f'<span class="pic p-{attr(picture.kind)} {cls}" data-v="{number}" data-picture>{body}</span>'

    def show(self, shown: Shown | None, cls: str = "", clamp: int = 0) -> str:
        """A text or a picture; nothing where there is none."""
        if shown is None:
            return ""
        if isinstance(shown, Picture):
            return self.picture(shown, cls)
        return self.text(shown, cls, clamp)

    def icon_button(self, action: Action, cls: str = "") -> str:
        """An action as an icon; as its label where it has no icon."""
        on = " on" if action.on else ""
        on += " fillable" if action.icon in FILLABLE else ""
        if not action.icon:
            return f'<span class="btn text{on} {cls}"{press(action.do)}>{self.text(action.label)}</span>'
        name = attr(action.label.text)
        return f'<span class="ib{on} {cls}"{press(action.do)} aria-label="{name}">{icon(action.icon)}</span>'

    def button(self, action: Action, cls: str = "") -> str:
        """An action with its label, drawn by its style."""
        if action.style in ("icon", "toggle") and action.icon:
            return self.icon_button(action, cls)
        if action.style == "toggle":
            return self.switch(action)
        kind = {"primary": "fill", "fab": "fill", "danger": "danger", "link": "text", "chip": "chip"}.get(
            action.style, "soft"
        )
        on = " on" if action.on else ""
        sign = icon(action.icon) if action.icon else ""
        base = "chip" if kind == "chip" else f"btn {kind}"
        return f'<span class="{base}{on} {cls}"{press(action.do)}>{sign}{self.text(action.label)}</span>'

    def switch(self, action: Action) -> str:
        """A switch without a label of its own."""
        on = " on" if action.on else ""
        return f'<span class="sw{on}"{press(action.do)} aria-label="{attr(action.label.text)}"><i></i></span>'
