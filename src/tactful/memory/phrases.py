"""The phrases of a norm table: plain words with a few wild cards, matched on normalized text.

A phrase is a row of words that must follow each other; capitals, accents of quotes and hyphens do not
matter. In it,

- ``court/tribunal`` stands for either word, ``divorc*`` for every word that begins so, ``*itis`` for every
  word that ends so (three letters at least), ``0`` for a number in digits or words, ``$`` for an amount of
  money;
- ``...`` lets up to six words stand between its neighbours;
- ``check-up`` also fits "checkup" and "check up".

There is no other syntax, so nothing that a user writes here can make matching slow.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

_GAP = "..."
_NUMBER = (
    r"(?:\d[\d.,:/]*k?|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty"
    r"|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
)
_MONEY = (
    r"(?:[$€£¥₹]\s?\d[\d.,]*k?|(?:usd|eur|gbp)\s?\d[\d.,]*"
    r"|\d[\d.,]*\s?(?:dollars|usd|eur|euros|gbp|pounds sterling))"
)
_WORD = re.compile(r"[^\W_]+")
_ALLOWED = re.compile(r"[^\W_][\w'.&-]*\*?|\*[^\W_]{3,}")
_QUOTES = str.maketrans(
    {"‘": "'", "’": "'", "“": '"', "”": '"', "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "\u00ad": None}
)

# Zero-width and bidirectional controls, variation selectors, tags: what hides in a word without showing.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]"
)


def visible(text: str) -> str:
    """Text without zero-width, bidirectional and other invisible characters."""
    return _INVISIBLE.sub("", text)


def normalize(text: str) -> str:
    """Text as phrases see it: compatibility forms, lower case, straight quotes and hyphens, single spaces."""
    folded = unicodedata.normalize("NFKC", visible(text)).translate(_QUOTES).casefold()
    return " ".join(folded.split())


class Lexicon:
    """Names with their phrases; finds which names a text speaks of.

    Raises ``ValueError`` that says what is wrong with a phrase (never a private value: phrases are the
    table's own text).
    """

    def __init__(self, phrases: Mapping[str, Sequence[str]]) -> None:
        self._order = tuple(phrases)
        self._whole: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
        self._starts: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
        self._ends: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
        for name, group in phrases.items():
            for phrase in group:
                pattern = compile_phrase(phrase)
                for anchor in _anchors(phrase):
                    # A word is looked up whole, an open beginning or end by its three letters there.
                    index, key = self._whole, anchor
                    if anchor.endswith("*"):
                        index, key = self._starts, anchor[:3]
                    elif anchor.startswith("*"):
                        index, key = self._ends, anchor[-3:]
                    index.setdefault(key, []).append((name, pattern))

    def find(self, text: str) -> tuple[str, ...]:
        """The names whose phrases occur in ``text`` (normalized already), in the table's order."""
        names: set[str] = set()
        for name, pattern in self._candidates(text):
            if name not in names and pattern.search(text):
                names.add(name)
        return tuple(name for name in self._order if name in names)

    def spans(self, text: str) -> list[tuple[str, int, int]]:
        """(name, start, end) of every place in ``text`` (lower case, straight quotes) where a phrase fits."""
        return sorted(
            {
                (name, match.start(), match.end())
                for name, pattern in self._candidates(text)
                for match in pattern.finditer(text)
            }
        )

    def _candidates(self, text: str) -> Iterator[tuple[str, re.Pattern[str]]]:
        """The phrases that share a word with ``text``, so that few patterns need be tried."""
        for word in set(_WORD.findall(text)):
            yield from self._whole.get(word, ())
            yield from self._starts.get(word[:3], ())
            yield from self._ends.get(word[-3:], ())


@cache
def compile_phrase(phrase: str) -> re.Pattern[str]:
    """One phrase as a pattern over normalized text; ``ValueError`` where it is not one."""
    parts = normalize(phrase).split(" ")
    if not any(part not in (_GAP, "0", "$") for part in parts):
        raise ValueError("a phrase needs at least one word")
    if _GAP in (parts[0], parts[-1]):
        raise ValueError("'...' must stand between two words")
    pattern = ""
    for i, part in enumerate(parts):
        if part == _GAP:
            pattern += r"(?:\W+\w+){0,6}?"  # the two never overlap, so there is one way to match
            continue
        pattern += (r"[^\w$€£¥₹]+" if i else "") + _part(part)
    return re.compile(rf"(?<!\w){pattern}(?!\w)")


def _part(part: str) -> str:
    if part == "0":
        return _NUMBER
    if part == "$":
        return _MONEY
    return "(?:" + "|".join(_word(word) for word in part.split("/")) + ")"


def _word(word: str) -> str:
    if not _ALLOWED.fullmatch(word):
        raise ValueError("a phrase holds words, '...', '0', '$', '/' and a first or final '*' only")
    if word.startswith("*"):
        return r"\w{2,}" + re.escape(word[1:])
    if word.endswith("*") and len(_WORD.match(word).group()) < 3:  # type: ignore[union-attr]
        raise ValueError("'*' needs three letters before it")
    plain = re.escape(word.removesuffix("*")).replace(r"\-", r"[\s-]?")
    return plain + (r"\w*" if word.endswith("*") else "")


def _anchors(phrase: str) -> Iterable[str]:
    """The words one of which a text must hold: of the phrase's word that has the fewest alternatives."""
    parts = [p for p in normalize(phrase).split(" ") if p not in (_GAP, "0", "$")]
    rarest = min(parts, key=lambda part: (part.count("/"), -len(part)))
    for word in rarest.split("/"):
        if word.startswith("*"):
            yield word
            continue
        first = _WORD.match(word).group()  # type: ignore[union-attr]
        # Of "check-up" the text may hold "check" or "checkup".
        if word.endswith("*") or (first != word and "-" in word and len(first) >= 3):
            yield first + "*"
        else:
            yield first
