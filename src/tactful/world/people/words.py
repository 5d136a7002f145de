"""Our own word lists (``data/*.yaml``): relations, statuses, letters of shops and services, by language.

A list is given per language, or once under ``all``. Templates hold ``{slot}`` where values are nested.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

import yaml

from tactful.errors import InputError
from tactful.world.values import Value

_SLOT = re.compile(r"\{(\w+)\}")


@lru_cache(maxsize=8)
def load(name: str) -> dict[str, Any]:
    """The tables of one file."""
    text = files("tactful.world.people").joinpath(f"data/{name}.yaml").read_text(encoding="utf-8")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found = yaml.load(text, Loader=loader)
    if not isinstance(found, dict):
        raise InputError("not a mapping", file=f"{name}.yaml", expected="lists of words by name")
    return found


def entries(key: str, lang: str, file: str = "words") -> list[Any]:
    """The entries of a list in a language."""
    by_lang = load(file)[key]
    found: list[Any] = by_lang["all"] if "all" in by_lang else by_lang[lang]
    return found


@lru_cache(maxsize=4096)
def _pieces(template: str) -> tuple[str, ...]:
    return tuple(_SLOT.split(template))


def parts(template: str, values: Mapping[str, Value | str]) -> tuple[str | Value, ...]:
    """``template`` split at its slots, with their values; raises ``KeyError`` where one is missing."""
    pieces = _pieces(template)
    made = (values[p] if i % 2 else p for i, p in enumerate(pieces))
    return tuple(p for p in made if str(p))


def form(word: str, female: bool) -> str:
    """The form of ``woman|man`` that fits; a word without forms as it is."""
    return word.split("|")[0 if female else -1]
