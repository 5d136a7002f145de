"""Writing HTML with its truth: every text goes through a `Pen`, which numbers its values."""

from __future__ import annotations

from dataclasses import dataclass, field

from markupsafe import Markup, escape

from tactful.runs import generator
from tactful.world.looks import draw
from tactful.world.looks.look import Look
from tactful.world.pages import Item, Picture, Shown
from tactful.world.values import Value, ui

PLACED = frozenset((
    "head", "sub", "body", "meta", "tag", "price", "image",
    "side", "value", "unit", "author", "count", "day",
))  # fmt: skip
"""Slots that the layouts place by name; `Pen.others` gives the rest."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A screen as HTML (the body's content) and CSS; ``data-v`` in the HTML indexes ``values``."""

    html: str = field(repr=False)
    css: str = field(repr=False)
    values: tuple[Value, ...] = field(repr=False)


@dataclass(slots=True)
class Pen:
    """Collects the values of one screen while it is written. ``look`` and ``room`` change by pane."""

    look: Look
    lang: str
    phone: bool
    seed: int
    values: list[Value]
    room: float = 0.0  # CSS pixels across of the pane being written; 0: unknown

    def within(self, room: float) -> None:
        """Go on in a pane of that width."""
        self.room = room

    def number(self, value: Value) -> int:
        """The index of a value, which is kept."""
        self.values.append(value)
        return len(self.values) - 1

    def inside(self, value: Value) -> Markup:
        """The text of a value, nested values as spans."""
        if not value.parts:
            return escape(value.text)
        parts = (part for part in value.parts if str(part))
        return Markup("").join(part if isinstance(part, str) else self.text(part) for part in parts)

    def text(self, value: Value | None, cls: str = "", clamp: int = 0) -> Markup:
        """A text as a span of at most ``clamp`` lines (0: any number); nothing where it is empty."""
        if value is None or not value.text:
            return Markup()
        number = self.number(value)
        look = f' class="{cls}"' if cls else ""
        lines = f' data-clamp="{clamp}"' if clamp else ""
        return Markup(f'<span{look} data-v="{number}"{lines}>{self.inside(value)}</span>')

    def ui(self, text: str, cls: str = "") -> Markup:
        """Interface text of the look's own."""
        return self.text(ui(text), cls)

    def picture(self, picture: Picture, cls: str = "") -> Markup:
        """A picture, with the initials of a lettered avatar as a text of their own."""
        number = self.number(picture.value)
        body = self._lettered(picture) if picture.kind == "avatar" else None
        body = body or draw.svg(picture.kind, picture.seed)
        return Markup(
            f'<span class="pic p-{escape(picture.kind)} {cls}" data-v="{number}" data-picture>{body}</span>'
        )

    def _lettered(self, picture: Picture) -> Markup | None:
        """An avatar with initials, for some people; None for the others and for names without letters."""
        rng = generator(0, f"avatar/{picture.seed}")
        if rng.random() >= self.look.initials or not (letters := draw.letters(picture.seed)):
            return None
        value = Value(letters, "avatar", f"{picture.value.entity}/letters", picture.value.public)
        return draw.lettered(picture.seed, letters, self.number(value))

    def show(self, shown: Shown | None, cls: str = "", clamp: int = 0) -> Markup:
        """A text or a picture; nothing where there is none."""
        return self.picture(shown, cls) if isinstance(shown, Picture) else self.text(shown, cls, clamp)

    def slot(self, item: Item, name: str, cls: str = "", clamp: int = 0) -> Markup:
        """What stands in an item's slot; nothing where it is empty."""
        return self.show(item.slots.get(name), cls, clamp)

    def others(self, item: Item, cls: str = "", clamp: int = 0) -> Markup:
        """What stands in slots that no layout knows by name."""
        rest = (shown for name, shown in item.slots.items() if name not in PLACED)
        return Markup("").join(self.show(shown, cls, clamp) for shown in rest)
