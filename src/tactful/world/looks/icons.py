"""Icons of the interface: the lucide set, inlined; read once from the installed package's archive."""

from __future__ import annotations

import io
import re
import zipfile
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

from markupsafe import Markup

from tactful.runs import require
from tactful.world.looks.templates import data

NEUTRAL = "circle-small"
"""Drawn where a name is not in the set."""


@lru_cache(maxsize=1)
def _archive() -> zipfile.ZipFile:
    spec = find_spec("lucide")
    if spec is None or spec.origin is None:
        require("lucide", extra="world", purpose="drawing icons")
        raise AssertionError("unreachable")
    # In memory: an open file would be shared by forked workers.
    return zipfile.ZipFile(io.BytesIO(Path(spec.origin).with_name("lucide.zip").read_bytes()))


@lru_cache(maxsize=1)
def names() -> frozenset[str]:
    """The names of all icons."""
    return frozenset(name.removesuffix(".svg") for name in _archive().namelist())


@cache
def icon(name: str, cls: str = "") -> Markup:
    """The icon as an ``<svg class="ic ...">``; the neutral one where unknown.

    Raises ``MissingExtraError`` where the set is not installed.
    """
    name = data("icons").get(name, name) if name not in names() else name
    if name not in names():
        name = NEUTRAL
    source = _archive().read(f"{name}.svg").decode("utf-8")
    # A comment may stand before the root; what is inside the root is drawing only.
    start = source.index(">", source.index("<svg")) + 1
    body = re.sub(r"\s+", " ", source[start : source.rindex("</svg>")]).strip()
    return Markup(f'<svg class="{f"ic {cls}".strip()}" viewBox="0 0 24 24">{body}</svg>')
