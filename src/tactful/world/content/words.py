"""The words, by language: ``data/<lang>*.yaml`` hold blocks of lines, one entry a line.

One block: ``todo: |`` and below it one to-do a line, with slots in braces: ``Call {doctor} about {symptom}``.
A slot is a kind's name; the same slot twice in a line is the same value, ``{person:2}`` is another one.
Blocks with `` || `` hold lines of several kinds that belong together (``question || answer``).
A line may begin with a type in brackets, which its values have where they are private, whatever their kind:
``[health] 12 weeks pregnancy``.
Brands, songs and other invented names that every language uses stand in ``data/all.yaml``.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib import resources
from typing import Any, NamedTuple

import yaml

from tactful.errors import InputError

_SLOT = re.compile(r"\{([a-z_0-9]+)(?::(\d))?\}")
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # seven languages in milliseconds
SEPARATOR = " || "


@cache
def load(name: str) -> dict[str, Any]:
    """One of this package's tables (``data/*.yaml``)."""
    file = resources.files("tactful.world.content") / "data" / f"{name}.yaml"
    table: dict[str, Any] = yaml.load(file.read_text(encoding="utf-8"), Loader=_LOADER)
    return table


class Slot(NamedTuple):
    """A place in a line that a kind fills; ``number`` tells two of one kind apart ("" for the first)."""

    kind: str
    number: str


Template = tuple[str | Slot, ...]


@lru_cache(maxsize=65536)
def template(line: str) -> Template:
    """The pieces of a line: plain strings and slots."""
    pieces: list[str | Slot] = []
    at = 0
    for match in _SLOT.finditer(line):
        if match.start() > at:
            pieces.append(line[at : match.start()])
        pieces.append(Slot(match[1], match[2] or ""))
        at = match.end()
    if at < len(line):
        pieces.append(line[at:])
    return tuple(pieces)


_MARK = re.compile(r"\[([a-z]+)\] ")


def marked(line: str) -> tuple[str, str]:
    """The type that a line is marked with ("" for none), and the line without its mark."""
    match = _MARK.match(line)
    return (match[1], line[match.end() :]) if match else ("", line)


@cache
def blocks(lang: str) -> dict[str, tuple[str, ...]]:
    """All blocks of a language (or "all"), joined from its files. Raises ``InputError`` on a wrong file."""
    found: dict[str, tuple[str, ...]] = {}
    folder = resources.files("tactful.world.content") / "data"
    for file in sorted(folder.iterdir(), key=lambda f: f.name):
        if not re.fullmatch(rf"{lang}(_[a-z]+)?\.yaml", file.name):
            continue
        data = yaml.load(file.read_text(encoding="utf-8"), Loader=_LOADER)
        for name, text in (data or {}).items():
            if not isinstance(text, str):
                raise InputError(
                    "not a block of lines", file=file.name, field=name, expected="text, a line each"
                )
            lines = tuple(line for line in (raw.strip() for raw in text.splitlines()) if line)
            found[name] = found.get(name, ()) + lines
    return found


@cache
def lines(lang: str, name: str) -> tuple[str, ...]:
    """The lines of a block in a language (English where it has none), and those that all languages share."""
    return (blocks(lang).get(name) or blocks("en").get(name, ())) + blocks("all").get(name, ())


@cache
def columns(lang: str, name: str) -> tuple[tuple[str, ...], ...]:
    """The lines of a block, each split at its separators."""
    return tuple(tuple(line.split(SEPARATOR)) for line in lines(lang, name))
