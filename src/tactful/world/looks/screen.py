"""From a scene to a screen."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from tactful.world.looks.desktop import desktop
from tactful.world.looks.look import look_of
from tactful.world.looks.markup import Pen, Rendered
from tactful.world.looks.phone import phone
from tactful.world.pages import Scene

_PHONE = ("base", "parts", "figures", "phone", "tonal", "inset", "onehand", "dense", "flat")
_DESKTOP = ("base", "parts", "figures", "desktop", "web", "panes", "office", "board", "site")


@lru_cache(maxsize=2)
def style(platform: str) -> str:
    """The style sheet of a platform, all families in one."""
    folder = files("tactful.world.looks") / "css"
    names = _PHONE if platform == "phone" else _DESKTOP
    return "\n".join((folder / f"{name}.css").read_text(encoding="utf-8") for name in names)


def render(scene: Scene) -> Rendered:
    """The scene as HTML (the content of a body), CSS and the values that ``data-v`` numbers.

    The same scene gives the same bytes. Coordinates are CSS pixels: the screen's box is ``scene.width`` by
    ``scene.height`` at the page's origin.
    """
    is_phone = scene.platform == "phone"
    pen = Pen(look_of(scene.look, "", scene.platform), scene.lang, is_phone, scene.look, [])
    body = phone(pen, scene) if is_phone else desktop(pen, scene)
    return Rendered(body, style(scene.platform), tuple(pen.values))
