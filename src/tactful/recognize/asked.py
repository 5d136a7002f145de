"""What a task goal asks for: words that tell one thing from another, a place in a list, a kind of value."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from tactful.recognize.patterns.phrases import Phrases, sections

_SHORTEST = 4


@dataclass(frozen=True, slots=True)
class Asked:
    """What a goal asks for. ``places`` are rows of a list, counted from 1; -1 is the last."""

    words: frozenset[str] = field(repr=False)
    places: frozenset[int]
    kinds: frozenset[str]

    def shared(self, text: str) -> frozenset[str]:
        """The goal's telling words that ``text`` holds too."""
        return self.words & _telling(fold(text))

    def names(self, label: str) -> bool:
        """Whether the goal says at least half of what a field's label says."""
        said = _telling(fold(label))
        return bool(said) and 2 * len(said & self.words) >= len(said)


class _Lists(NamedTuple):
    common: frozenset[str]
    places: Phrases[int]
    kinds: Phrases[str]


@cache
def _lists() -> _Lists:
    found = sections("tactful.recognize", "goals.txt")
    places = [
        (p, int(key[6:])) for key, phrases in found.items() if key.startswith("place ") for p in phrases
    ]
    kinds = [(p, key[5:]) for key, phrases in found.items() if key.startswith("kind ") for p in phrases]
    return _Lists(frozenset(found["common"]), Phrases(places), Phrases(kinds))


def asked(goal: str) -> Asked:
    """Read a goal in any of the package's languages; an empty goal asks for nothing."""
    said = fold(goal)
    lists = _lists()
    return Asked(
        words=_telling(said),
        places=frozenset(hit.value for hit in lists.places.find(said)),
        kinds=frozenset(hit.value for hit in lists.kinds.find(said)),
    )


def fold(text: str) -> str:
    """Case- and width-folded, with single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def is_cjk(text: str) -> bool:
    """Whether any character is Chinese, Japanese or Korean."""
    return any("\u3040" <= ch <= "\u9fff" or "\uac00" <= ch <= "\ud7a3" for ch in text)


def _telling(folded: str) -> frozenset[str]:
    """Words that tell one thing from another, cut to a stem so that inflected forms meet.

    Chinese, Japanese and Korean, which do not part their words, give pieces of two characters.
    """
    common = _lists().common
    found: set[str] = set()
    for word in re.findall(r"[^\W_]+", folded):
        if is_cjk(word):
            for piece in _common_pieces().sub(" ", word).split():
                found.update(piece[i : i + 2] for i in range(len(piece) - 1))
        elif len(word) >= _SHORTEST and not word.isdigit() and word not in common:
            found.add(word[:6] if len(word) > 6 else word.rstrip("s"))
    return frozenset(found - common)


@cache
def _common_pieces() -> re.Pattern[str]:
    words = sorted((w for w in _lists().common if is_cjk(w)), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, words)))
