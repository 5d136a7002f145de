"""Pictures as SVG, by kind and seed: the same seed draws the same picture everywhere. They hold no text.

Each kind is a template in ``templates/pictures`` that draws from the generator it is given.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from markupsafe import Markup

from tactful.runs import derive, generator
from tactful.world.looks.templates import data, environment

KINDS = ("avatar", "portrait", "scene", "map", "product", "food", "pet", "document", "logo", "cover", "chart")
"""The kinds of pictures; any other is drawn as a scene."""


@lru_cache(maxsize=4096)
def svg(kind: str, seed: str) -> Markup:
    """The picture of that kind and seed; an unknown kind is drawn as a scene, a product by its words."""
    rng, ident = generator(0, f"picture/{kind}/{seed}"), f"{kind[0]}{derive(0, seed):x}"
    if kind == "map":
        return picture("streets", rng=rng, width=160, height=120, dark=False, pinned=True)
    shape = shape_of(seed) if kind == "product" else ""
    return picture(kind if kind in KINDS else "scene", rng=rng, id=ident, shape=shape)


def letters(seed: str) -> str:
    """The initials of a lettered avatar: up to two of a name in letters, one of a CJK name, else none."""
    words = [word for word in seed.replace("/", " ").split() if word[0].isalpha()]
    if not words:
        return ""
    if ord(words[0][0]) > 0x2E80:
        return words[0][-1]
    return "".join(word[0] for word in (words[0], *words[1:][-1:])).upper()[:2]


def lettered(seed: str, initials: str, number: int) -> Markup:
    """An avatar with initials, which carry the ``number`` of their value."""
    return picture("lettered", rng=generator(0, f"lettered/{seed}"), letters=initials, number=number)


@lru_cache(maxsize=64)
def wallpaper(seed: str, width: int, height: int) -> Markup:
    """A wallpaper of that size in CSS pixels."""
    rng, ident = generator(0, f"wallpaper/{seed}"), f"w{derive(0, seed):x}"
    return picture("wallpaper", rng=rng, id=ident, width=width, height=height)


@lru_cache(maxsize=128)
def streets(seed: str, width: int, height: int, dark: bool) -> Markup:
    """The ground of a map."""
    rng = generator(0, f"streets/{seed}")
    return picture("streets", rng=rng, width=width, height=height, dark=dark, pinned=False)


def picture(name: str, **given: object) -> Markup:
    """A template of ``templates/pictures``, drawn."""
    names = {"hsl": hsl, "ridge": ridge, "fronts": fronts, "lines": lines, "walk": walk}
    template = environment().get_template(f"pictures/{name}.svg", globals=names)
    return Markup(template.render(**given))


# -- what the templates calculate --------------------------------------------------------------


def hsl(hue: float, saturation: float, lightness: float) -> str:
    """A colour; ``hue`` in degrees (any), the others in percent."""
    return f"hsl({hue % 360:.0f},{saturation:.0f}%,{lightness:.0f}%)"


def ridge(rng: random.Random, width: float, height: float, top: float, swing: float, steps: int = 6) -> str:
    """A hilly outline from left to right, closed at the bottom: the ``d`` of a path."""
    points = [(width * k / steps, top + rng.uniform(-swing, swing)) for k in range(steps + 1)]
    path = f"M0 {height} L0 {points[0][1]:.1f}"
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        middle = (x0 + x1) / 2
        path += f" C{middle:.1f} {y0:.1f} {middle:.1f} {y1:.1f} {x1:.1f} {y1:.1f}"
    return f"{path} L{width} {height} Z"


def fronts(
    rng: random.Random, start: float, widths: tuple[float, float], tops: tuple[float, float], gap: float
) -> Iterator[tuple[float, float, float]]:
    """Houses side by side over 160 units: left edge, roof, width. Each is drawn before the next is."""
    x = start
    while x < 160:
        width, top = rng.uniform(*widths), rng.uniform(*tops)
        yield x, top, width
        x += width + (rng.uniform(0, gap) if gap else 0)


def lines(rng: random.Random, top: float, end: float, steps: Sequence[float]) -> Iterator[float]:
    """Where lines of text stand: one step apart, or now and then a second, larger one (a paragraph)."""
    y = top
    while y < end:
        yield y
        y += steps[0] if len(steps) == 1 or rng.random() < 0.85 else steps[1]


def walk(rng: random.Random, count: int) -> list[float]:
    """The values of a sparkline."""
    values = [rng.uniform(10, 40)]
    for _ in range(count - 1):
        values.append(min(max(values[-1] + rng.uniform(-11, 11), 5), 46))
    return values


# -- products ----------------------------------------------------------------------------------


def _pattern(word: str) -> str:
    """Ideographs and the like anywhere, short words alone, others at a word's start."""
    plain = re.escape(word.removeprefix("~").replace("_", " "))
    if word.startswith("~") or ord(word[0]) > 0x2E80:
        return plain
    return rf"(?<!\w){plain}s?(?!\w)" if len(word) <= 4 else rf"(?<!\w){plain}"


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str, int], ...]:
    pairs = [(word, shape) for shape, words in data("products").items() for word in words.split()]
    return tuple((re.compile(_pattern(word)), shape, len(word)) for word, shape in pairs)


def shape_of(text: str) -> str:
    """The article that a product's words name: the one of the longest word that is known; "" for none."""
    plain = text.casefold()
    best, size = "none", 0
    for pattern, shape, length in _patterns():
        if length > size and pattern.search(plain):
            best, size = shape, length
    return "" if best == "none" else best
