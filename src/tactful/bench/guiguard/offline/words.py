"""What the built-in models know of interfaces in seven languages, and when two texts say the same.

The tables are ``data/words.yaml`` and ``data/apps.yaml``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import yaml

ALIKE = 0.88
"""A similarity from which two texts name one thing."""

_DATA = Path(__file__).with_name("data")
_WORD = re.compile(r"[^\W_]+")
_STEM = 5  # letters of a word that its inflected forms share
_CUT = re.compile(r"(?:\.{2,}|…)$")  # how an interface shows that a text goes on
_SHORT = 4  # letters of a cut text from which it tells anything


@dataclass(frozen=True, slots=True)
class Entry:
    """An action or an app: beginnings of words by which goals mention it, and its labels on screens."""

    mentions: tuple[str, ...]
    labels: frozenset[str]


@dataclass(frozen=True, slots=True)
class Words:
    """The tables, all texts folded. ``places`` are (beginning of a word, place in a list), longest first."""

    acts: Mapping[str, Entry]
    apps: Mapping[str, Entry]
    app_names: frozenset[str]
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
    table, apps = _load("words.yaml"), _load("apps.yaml")
    places = [(_fold(word), int(place)) for place, found in table["places"].items() for word in found]
    return Words(
        acts={name: Entry(_texts(act["say"]), _labels(act["press"])) for name, act in table["acts"].items()},
        apps={
            name: Entry(_texts([*app["names"], *app["words"]]), _labels(app["names"]))
            for name, app in apps.items()
        },
        app_names=_labels(name for app in apps.values() for name in app["names"]),
        questions=_texts(table["questions"]),
        tell=_texts(table["tell"]),
        finish=_labels(table["finish"]),
        more=_labels(table["more"]),
        launcher=_labels(table["launcher"]),
        fields={name: _labels(labels) for name, labels in table["fields"].items()},
        places=tuple(sorted(places, key=lambda row: (-len(row[0]), row))),
        common=_labels(table["common"]),
        same=_synonyms([*table["same"], *(app["names"] for app in apps.values())]),
        entry=_texts(table["entry"]),
    )


def _load(name: str) -> Any:
    # Words are words: YAML would take "on", "no" and "yes" for truth values.
    return yaml.load((_DATA / name).read_text(encoding="utf-8"), Loader=yaml.BaseLoader)


def _texts(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(_fold, texts)))  # a space at the end means the end of a word


def _labels(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(_fold(text).strip() for text in texts)


def _synonyms(rows: Iterable[Iterable[str]]) -> dict[str, frozenset[str]]:
    """Every text with the others of its rows."""
    found: dict[str, frozenset[str]] = {}
    for row in map(_labels, rows):
        for text in row:
            found[text] = found.get(text, frozenset()) | row
    return found


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().replace("ё", "е").replace("’", "'")


@lru_cache(maxsize=16384)
def fold(text: str) -> str:
    """Case- and width-folded, with single spaces and one form of ё and of quotes."""
    return " ".join(_fold(text).split())


def is_cjk(text: str) -> bool:
    """Whether any character is Chinese, Japanese or Korean."""
    return any("\u3040" <= ch <= "\u9fff" or "\uac00" <= ch <= "\ud7a3" for ch in text)


@lru_cache(maxsize=16384)
def stems(text: str) -> frozenset[str]:
    """The telling words, cut to what their inflected forms share; pairs of characters in zh, ja and ko."""
    found: set[str] = set()
    for word in _WORD.findall(fold(text)):
        if is_cjk(word):
            pieces = [word[i : i + 2] for i in range(len(word) - 1)] or [word]
            found.update(piece for piece in pieces if not all("\u3040" <= ch <= "\u309f" for ch in piece))
        elif word not in words().common:
            found.add(word[:_STEM] if len(word) > _STEM else word.rstrip("s") or word)
    return frozenset(found - words().common)


@lru_cache(maxsize=65536)
def similarity(a: str, b: str) -> float:
    """How alike two texts are, 0 to 1; a text that an interface cut short is like the whole one."""
    one, two = fold(a), fold(b)
    if not one or not two:
        return 0.0
    if one == two:
        return 1.0
    for short, long in ((one, two), (two, one)):
        head = _CUT.sub("", short).rstrip()
        if head != short and len(head) >= _SHORT and long.startswith(head):
            return 0.95
    return SequenceMatcher(None, one, two, autojunk=False).ratio()


def overlap(part: str, whole: frozenset[str]) -> float:
    """Which share of a text's telling words stands among ``whole``; 0 where it has none."""
    own = stems(part)
    return len(own & whole) / len(own) if own else 0.0


def same_value(a: str, b: str) -> bool:
    """Whether two typed texts are one value: letters and digits alone count."""
    return "".join(_WORD.findall(fold(a))) == "".join(_WORD.findall(fold(b)))


def is_field_label(text: str) -> bool:
    """Whether a text is the label or the hint of an input field."""
    return field_kind(text) is not None


def field_kind(text: str) -> str | None:
    """Which kind of field a label or a hint belongs to; None for what is no field's label."""
    label = fold(text).rstrip(" :*…")
    for kind, labels in words().fields.items():
        if label in labels:
            return kind
    return "search" if any(label.startswith(f"{search} ") for search in words().fields["search"]) else None
