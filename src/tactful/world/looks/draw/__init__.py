"""Pictures as SVG, by kind and seed: the same seed draws the same picture everywhere. They hold no text."""

from __future__ import annotations

from functools import lru_cache

from tactful.runs import derive, generator
from tactful.world.looks.draw import people, places, things
from tactful.world.looks.draw.paint import gradient, hsl, svg_of
from tactful.world.looks.draw.products import shape_of

KINDS = {
    "avatar": people.avatar,
    "portrait": people.portrait,
    "scene": places.scene,
    "map": places.small_map,
    "product": things.product,
    "food": things.food,
    "pet": things.pet,
    "document": things.document,
    "logo": things.logo,
    "cover": things.cover,
    "chart": things.chart,
}
"""What draws each kind: ``(rng, id) -> (width, height, content)``."""


@lru_cache(maxsize=4096)
def svg(kind: str, seed: str) -> str:
    """The picture of that kind and seed; an unknown kind is drawn as a scene, a product by its words."""
    rng, ident = generator(0, f"picture/{kind}/{seed}"), f"{kind[0]}{derive(0, seed):x}"
    if kind == "product":
        width, height, body = things.product(rng, ident, shape_of(seed))
    else:
        width, height, body = KINDS.get(kind, places.scene)(rng, ident)
    return svg_of(width, height, body, whole=kind in ("product", "document"))


def letters(seed: str) -> str:
    """The initials of a lettered avatar: up to two of a name in letters, one of a CJK name, else none."""
    words = [word for word in seed.replace("/", " ").split() if word[0].isalpha()]
    if not words:
        return ""
    if ord(words[0][0]) > 0x2E80:
        return words[0][-1]
    return "".join(word[0] for word in (words[0], *words[1:][-1:])).upper()[:2]


def lettered(seed: str, tag: str, text: str) -> str:
    """An avatar with initials: ``tag`` opens the text element that carries their value."""
    rng = generator(0, f"lettered/{seed}")
    hue = rng.randrange(360)
    soft = rng.random() < 0.5
    back, front = (hsl(hue, 60, 86), hsl(hue, 60, 26)) if soft else (hsl(hue, 52, 44), "#fff")
    size = 40 if len(text) == 1 else 34
    return svg_of(
        100,
        100,
        f'<rect width="100" height="100" fill="{back}"/>{tag} x="50" y="52" text-anchor="middle" '
        f'dominant-baseline="central" font-size="{size}" font-weight="500" fill="{front}">{text}</text>',
    )


@lru_cache(maxsize=64)
def wallpaper(seed: str, width: int, height: int) -> str:
    """A wallpaper of that size in CSS pixels."""
    rng = generator(0, f"wallpaper/{seed}")
    return svg_of(width, height, places.wallpaper(rng, width, height, f"w{derive(0, seed):x}"))


__all__ = ["KINDS", "gradient", "lettered", "letters", "svg", "wallpaper"]
