"""The Jinja2 templates of the looks and their data files; everything is loaded where it is first used."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from tactful.runs import require

if TYPE_CHECKING:
    from jinja2 import Environment

_ROOT = files("tactful.world.looks")


def read(path: str) -> str:
    """The text of one of this package's files."""
    return (_ROOT / path).read_text(encoding="utf-8")


@cache
def data(name: str) -> Any:
    """One of the tables in ``data``."""
    import yaml

    return yaml.safe_load(read(f"data/{name}.yaml"))


@cache
def environment() -> Environment:
    """The environment of all templates: HTML escaped, an unknown name an error, line breaks left out."""
    require("jinja2", extra="world", purpose="drawing screens")
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    loader, extensions = FunctionLoader(_source), ["jinja2.ext.do"]
    return Environment(loader=loader, autoescape=_escaped, undefined=StrictUndefined, extensions=extensions)


def _escaped(name: str | None) -> bool:
    return name is None or not name.endswith(".css")


def _source(name: str) -> str:
    text = read(f"templates/{name}")
    if name.endswith(".css"):
        return "".join(line.strip() for line in text.splitlines())
    # A break beside a tag or a block is there for its readers: between inline elements it would be a space.
    return re.sub(r"(?<=[>}])\s*\n\s*|\s*\n\s*(?=[<{])", "", text).strip()
