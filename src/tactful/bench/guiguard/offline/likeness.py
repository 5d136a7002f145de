"""When two texts of an interface say the same: folded, stemmed, compared by letters; in seven languages."""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher
from functools import cache, lru_cache

from tactful.bench.guiguard.offline.lexicon import words

ALIKE = 0.88
"""A likeness from which two texts name one thing."""

_WORD = re.compile(r"[^\W_]+")
_STEM = 5  # letters of a word that its inflected forms share
_CUT = re.compile(r"(?:\.{2,}|…)$")  # how an interface shows that a text goes on
_SHORT = 4  # letters of a cut text from which it tells anything


@lru_cache(maxsize=16384)
def fold(text: str) -> str:
    """Case- and width-folded, with single spaces and one form of ё and of quotes."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("ё", "е").replace("’", "'")
    return " ".join(folded.split())


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
        elif word not in _common():
            found.add(word[:_STEM] if len(word) > _STEM else word.rstrip("s") or word)
    return frozenset(found - _common())


@lru_cache(maxsize=65536)
def likeness(a: str, b: str) -> float:
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


def covered(part: str, whole: frozenset[str]) -> float:
    """Which share of a text's telling words stands among ``whole``; 0 where it has none."""
    own = stems(part)
    return len(own & whole) / len(own) if own else 0.0


def same_values(a: str, b: str) -> bool:
    """Whether two typed texts are one value: letters and digits alone count."""
    return "".join(_WORD.findall(fold(a))) == "".join(_WORD.findall(fold(b)))


@cache
def _common() -> frozenset[str]:
    return frozenset(fold(word) for word in words().common)
