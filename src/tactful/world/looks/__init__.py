"""Looks: a scene in, HTML and CSS with the truth of every text out. The same app looks different by seed."""

from tactful.world.looks.look import Look, look_of
from tactful.world.looks.pen import Rendered
from tactful.world.looks.screen import render

__all__ = ["Look", "Rendered", "look_of", "render"]
