"""The world's browser: pages shown and used in Chromium, measured into exact truth."""

from tactful.world.browser.driver import Browser, find_chromium, sources
from tactful.world.browser.nodes import Node, accessibility_document, nodes_of
from tactful.world.browser.stage import Playable, Render, Stage

__all__ = [
    "Browser",
    "Node",
    "Playable",
    "Render",
    "Stage",
    "accessibility_document",
    "find_chromium",
    "nodes_of",
    "sources",
]
