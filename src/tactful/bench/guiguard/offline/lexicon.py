"""What the built-in models know of interfaces and apps: ``data/words.yaml`` and ``data/apps.yaml``."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

_DATA = Path(__file__).with_name("data")


@dataclass(frozen=True, slots=True)
class Act:
    """Something a goal can ask for: beginnings of words that say it, and the labels that do it."""

    say: tuple[str, ...]
    press: frozenset[str]


@dataclass(frozen=True, slots=True)
class App:
    """An app: the names that launchers give it, and beginnings of words that speak of its things."""

    names: frozenset[str]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """The tables. All texts are folded; ``places`` are (beginning of a word, place), longest first."""

    acts: Mapping[str, Act]
    apps: Mapping[str, App]
    questions: tuple[str, ...]
    tell: tuple[str, ...]
    finish: frozenset[str]
    more: frozenset[str]
    launcher: frozenset[str]
    fields: Mapping[str, frozenset[str]]
    places: tuple[tuple[str, int], ...]
    common: frozenset[str]
    same: Mapping[str, frozenset[str]]
    entry: tuple[str, ...]


@cache
def words() -> Words:
    """The tables of the package."""
    found = _load("words.yaml")
    return Words(
        acts=MappingProxyType(
            {name: Act(_tuple(act["say"]), _set(act["press"])) for name, act in found["acts"].items()}
        ),
        apps=MappingProxyType(
            {name: App(_set(app["names"]), _tuple(app["words"])) for name, app in _load("apps.yaml").items()}
        ),
        questions=_tuple(found["questions"]),
        tell=_tuple(found["tell"]),
        finish=_set(found["finish"]),
        more=_set(found["more"]),
        launcher=_set(found["launcher"]),
        fields=MappingProxyType({name: _set(labels) for name, labels in found["fields"].items()}),
        places=tuple(
            sorted(
                ((_folded(word), int(place)) for place, says in found["places"].items() for word in says),
                key=lambda row: (-len(row[0]), row),
            )
        ),
        common=_set(found["common"]),
        same=_same(found["same"], (app["names"] for app in _load("apps.yaml").values())),
        entry=_tuple(found["entry"]),
    )


def _same(*tables: Iterable[Iterable[str]]) -> Mapping[str, frozenset[str]]:
    """Every text with the others of its rows."""
    found: dict[str, frozenset[str]] = {}
    for row in (_set(row) for table in tables for row in table):
        for text in row:
            found[text] = found.get(text, frozenset()) | row
    return MappingProxyType(found)


def _load(name: str) -> Any:
    # Words are words: YAML would take "on", "no" and "yes" for truth values.
    return yaml.load((_DATA / name).read_text(encoding="utf-8"), Loader=yaml.BaseLoader)


def _tuple(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_folded(text) for text in texts))


def _set(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(_folded(text).strip() for text in texts)


def _folded(text: str) -> str:
    # As `likeness.fold`, which needs these tables; a space at the end means the end of a word.
    return unicodedata.normalize("NFKC", text).casefold().replace("ё", "е").replace("’", "'")
