"""What the templates ask: what is pressed, filled, on; the words, weekdays and letters of the shells."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from markupsafe import Markup, escape

from tactful.runs import derive, generator
from tactful.world.looks.look import HUES
from tactful.world.looks.templates import data
from tactful.world.pages import Action, Input, Item, Picture, Section, Window
from tactful.world.people.person import LANGUAGES
from tactful.world.values import Value

FILLABLE = frozenset((
    "star", "heart", "bookmark", "pin", "bell", "flag",
    "thumbs-up", "thumbs-down", "eye", "circle", "square",
))  # fmt: skip
"""Icons that are drawn filled while they are on."""

TICKS = frozenset((
    "check", "circle-check", "circle-check-big",
    "square-check", "square-check-big", "list-checks",
))  # fmt: skip
"""Icons of a row's toggle that is drawn as a box to tick at the row's start."""

BUTTONS = {
    "primary": "btn fill", "fab": "btn fill", "danger": "btn danger", "link": "btn text", "chip": "chip",
}  # fmt: skip
"""The classes of buttons by the style of their action; all others are soft."""

TILES = ("mixed", "glossy", "flat", "themed", "pastel")
"""How a system colours the tiles that start apps."""


def press(do: str) -> Markup:
    """The attributes of something that can be pressed; empty where nothing happens."""
    return Markup(f' data-do="{escape(do)}" role="button"') if do else Markup()


def flags(item: Item) -> str:
    """An item's flags as classes."""
    return "".join(f" is-{flag}" for flag in sorted(item.flags) if flag.isalnum())


def slug(name: str) -> str:
    """A section's id with plain characters only."""
    return "".join(c if c.isalnum() or c in "-_." else "-" for c in name)


def is_picture(shown: object, *kinds: str) -> bool:
    """Whether something shown is a picture, of one of the kinds where any are given."""
    return isinstance(shown, Picture) and (not kinds or shown.kind in kinds)


def only_image(slots: dict[str, object]) -> bool:
    """Whether an item shows a picture at most."""
    return set(slots) <= {"image"}


def tick_of(item: Item) -> Action | None:
    """The toggle that is drawn as a box to tick."""
    return next((a for a in item.actions if a.style == "toggle" and a.icon in TICKS), None)


def flips_of(item: Item) -> bool:
    """Whether pressing a row of settings turns it on or off."""
    return item.do.startswith("pick:") and item.do.rsplit(":", 1)[-1] in ("on", "off")


def is_on(field: Input) -> bool:
    """Whether a switch or a check is on."""
    if any(option.on for option in field.options):
        return any(option.on and not option.do.endswith(":off") for option in field.options)
    return field.value.text.lower() in ("on", "true", "yes", "1")


def turned(field: Input, on: bool) -> str:
    """What a switch or a check sends when it is pressed: what it would become."""
    other = "off" if on else "on"
    sent = next((option.do for option in field.options if option.do.endswith(f":{other}")), "")
    return sent or (field.options[0].do if field.options else f"pick:{field.name}:{other}")


def hue_of(name: str) -> int:
    """The hue of an icon among settings."""
    return sum(map(ord, name)) * 37 % 360


def played(item: Item) -> int:
    """How far a player is, in percent."""
    return 20 + sum(map(ord, item.id)) % 60


def top_of(parts: tuple[Section, ...]) -> int:
    """How far a scroller with these sections is scrolled, in CSS pixels."""
    return max((part.numbers.get("top", 0) for part in parts), default=0)


def browser_tabs(window: Window) -> list[Value | None]:
    """The titles of a browser's tabs; None for the page that is shown."""
    tabs: list[Value | None] = list(window.tabs)
    tabs.insert(sum(map(ord, window.id)) % (len(tabs) + 1), None)
    return tabs


class Tile(NamedTuple):
    """The colour of an app's tile: a kind of the style sheet's and a hue."""

    kind: int
    hue: int


def tile_of(seed: int, app: str) -> Tile:
    """The tile of an app in the style of the session's system."""
    style = generator(seed, "look/tiles").choice(TILES)
    at = derive(1 if style == "glossy" else 0, f"tile/{app}")
    kind = (at // 64) % 4 if style == "mixed" else {"glossy": 0, "flat": 2, "themed": 4, "pastel": 5}[style]
    return Tile(kind, HUES[at % len(HUES)])


def word(name: str, lang: str) -> str:
    """A word of the shells; English where the language is unknown."""
    return str(data("words")["words"][name][LANGUAGES.index(lang) if lang in LANGUAGES else 0])


def keys(lang: str) -> list[str]:
    """The three rows of letters of a soft keyboard."""
    rows: dict[str, list[str]] = data("words")["keys"]
    return rows.get(lang, rows["en"])


@cache
def weekdays(lang: str, short: bool) -> tuple[str, ...]:
    """The seven weekdays from Monday on, abbreviated, or as one letter where a language has such."""
    from babel.dates import get_day_names

    # Of the Russian letters two stand for two days each.
    letters = short and lang != "ru"
    locale = lang if lang in LANGUAGES else "en"
    names = get_day_names("narrow" if letters else "abbreviated", "stand-alone", locale)
    return tuple(names[k].capitalize() if lang == "ru" else names[k] for k in range(7))
