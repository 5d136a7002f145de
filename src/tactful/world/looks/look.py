"""A look: everything about an app's skin that a seed decides, and nothing that it shows."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TypedDict

from tactful.runs import generator
from tactful.world.looks.templates import data, environment

HUES = (4, 14, 28, 43, 88, 142, 160, 174, 188, 204, 212, 221, 221, 238, 256, 272, 291, 326, 342)


class Family(TypedDict):
    """What a family of ``data/families.yaml`` allows."""

    fonts: list[str]
    size: float
    radii: list[int]
    rows: list[str]
    header: list[str]
    tabs: list[str]
    lines: list[str]
    faces: list[str]


@dataclass(frozen=True, slots=True)
class Look:
    """One skin.

    ``hue`` (degrees) and ``tint`` (percent) make the palette, ``size`` is the text size in CSS pixels,
    ``pad`` multiplies the spacing, ``radius`` is in CSS pixels. ``rows``: avatar, plain, card, split.
    ``header``: plain, center, large, accent. ``tabs``: bottom, top, chips on phones; rail, side, top on
    desktops.
    ``lines``: full, inset, none. ``chips``: pill, square, outline. ``faces``: circle, squircle, square.
    """

    family: str
    dark: bool
    hue: int
    tint: int
    font: str
    size: float
    pad: float
    radius: int
    rows: str
    header: str
    tabs: str
    lines: str
    chips: str
    faces: str
    clamp: int
    grays: str
    initials: float


@cache
def families(platform: str) -> dict[str, Family]:
    """The families of phones or desktops by name."""
    families: dict[str, Family] = data("families")[platform]
    return families


@lru_cache(maxsize=4096)
def look_of(seed: int, app: str, platform: str) -> Look:
    """The look of an app in the session with that seed of looks; the empty app gives the system's own look.

    Most apps follow the system's family, as on real devices; some bring their own.
    """
    rng = generator(seed, f"look/{platform}/{app}")
    system = generator(seed, f"look/{platform}/")
    names = tuple(families(platform))
    name = system.choice(names)
    night = system.random() < 0.3
    if app:
        if platform == "phone":
            name = name if rng.random() < 0.5 else rng.choice(names)
        else:
            name = rng.choice(names)
        # An app follows the system's dark theme, with a few that are always dark or always light.
        night = night if rng.random() < 0.85 else rng.random() < 0.3
    return _drawn(rng, name, families(platform)[name], night)


def _drawn(rng: random.Random, name: str, family: Family, night: bool) -> Look:
    return Look(
        family=name,
        dark=night,
        hue=rng.choice(HUES),
        tint=rng.choice((55, 70, 80)),
        font=rng.choice(family["fonts"]),
        size=family["size"] * rng.choice((0.94, 1.0, 1.0, 1.06)),
        pad=rng.choice((0.86, 1.0, 1.0, 1.12)),
        radius=rng.choice(family["radii"]),
        rows=rng.choice(family["rows"]),
        header=rng.choice(family["header"]),
        tabs=rng.choice(family["tabs"]),
        lines=rng.choice(family["lines"]),
        chips=rng.choice(("pill", "square", "outline")),
        faces=rng.choice(family["faces"]),
        clamp=rng.choice((1, 1, 2, 3)),
        grays=rng.choice(("neutral", "cool", "tinted")),
        initials=rng.choice((0.3, 0.6, 1.0)),
    )


@lru_cache(maxsize=1024)
def variables(look: Look, lang: str) -> str:
    """The look as CSS custom properties, for a ``style`` attribute."""
    return environment().get_template("variables.css").render(look=look, lang=lang)
