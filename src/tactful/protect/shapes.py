"""The shape of a value: what a class-preserving pseudonym may depend on, and nothing else.

A character is replaced by one of its own class (script, case, width); punctuation, spaces and the scheme of
a URL stay as they are, because they are shape. Letters come from consonants alone, and Han from characters
that seldom stand in running text, so that a pseudonym is not mistaken for a word when it is put back. A
letter of any other script becomes a Latin one: every machine can draw that.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

LITERAL, SPACE, DROPPED, SYMBOL, DIGIT = "literal", "space", "dropped", "symbol", "digit"

ALPHABETS = {
    DIGIT: "0123456789",
    "latin": "bcdfghjkmnpqrstvwxz",
    "cyrillic": "бвгджзклмнпрстфхцчш",
    "greek": "βγδζθκλμνξπρστφχψ",
    "han": (
        "桐柏榆槐梓楠杉柳桂桃杏棠椿榕桑橘柚樟檀菱荷菊芙蓉茉莉芷蕙葵薇芸芹菖蒲琥珀珊瑚瑾琪琳瑶瑜璃"
        "岱峨嵩崎汐汀沁沐泓洛淇渚湘漪澄曦晟暄暮彤翎翡翠翔麒麟雀燕雁隼犀蝶螺霖霓霞雯霏磐磊砂"
    ),
    "hiragana": "かきくけさしすせたちつてなにぬねはひふへまみむめやゆよらりるれ",
    "katakana": "カキクケサシスセタチツテナニヌネハヒフヘマミムメヤユヨラリルレ",
    # Open syllables and those on n, l, m and ng: easy to read back, found in every Korean font.
    "hangul": "".join(
        chr(0xAC00 + (lead * 21 + vowel) * 28 + tail)
        for lead in range(19)
        for vowel in (0, 4, 8, 13, 18, 20)
        for tail in (0, 4, 8, 16, 21)
    ),
    "letter": "bcdfghjkmnpqrstvwxz",
    SYMBOL: "*#+=~^",
}
"""The characters that a pseudonym is drawn from, by class; all lower case and half width."""

SPACELESS = frozenset({"han", "hiragana", "katakana", "hangul"})
"""Scripts that put no space between words, so that a match needs no word boundary."""

# Consonant runs that people do write; a pseudonym must not read as one of them.
_STOP = """
    pdf sms mms html http https gps usb png jpg dns vpn csv xml css sql ssh ctrl kb mb gb tb km kg cm mm mr
    mrs ms dr st nd rd th tv pc hmm pst shh psst brb btw tbd nbsp www gmt cst mst ghz mhz hz
    вк см мм км кг мб гб тв
"""
STOP_WORDS = frozenset(_STOP.split())

_SCHEME = re.compile(r"\s*(?:https?://)?(?:www\.)?", re.IGNORECASE)
_SCRIPTS = {
    "LATIN": "latin",
    "FULLWIDTH": "latin",
    "CYRILLIC": "cyrillic",
    "GREEK": "greek",
    "CJK": "han",
    "IDEOGRAPHIC": "han",
    "HIRAGANA": "hiragana",
    "KATAKANA": "katakana",
    "KATAKANA-HIRAGANA": "katakana",
    "HANGUL": "hangul",
}


class Char(NamedTuple):
    """The class of one character: its script or kind, whether it is a capital, whether it is full width."""

    script: str
    upper: bool = False
    wide: bool = False

    @property
    def replaced(self) -> bool:
        """Whether a pseudonym has another character in its place."""
        return self.script not in (LITERAL, SPACE, DROPPED)

    @property
    def word(self) -> bool:
        """Whether it is a letter or a digit."""
        return self.replaced and self.script != SYMBOL


@lru_cache(maxsize=16384)
def classify(ch: str) -> Char:
    """The class of one character."""
    if ch.isspace():
        return Char(SPACE)
    category = unicodedata.category(ch)
    if category in ("Cc", "Cf") or 0xFE00 <= ord(ch) <= 0xFE0F:
        return Char(DROPPED)  # joiners, variation selectors, soft hyphens: nothing to see
    wide = 0xFF01 <= ord(ch) <= 0xFF5E
    if category[0] in "LM" or (category == "Nl" and "IDEOGRAPHIC" in unicodedata.name(ch, "")):
        return Char(_script(ch), ch.isupper() or ch.istitle(), wide)
    if category[0] == "N":
        return Char(DIGIT, False, wide)
    if category[0] == "P" or category in ("Sc", "Sm", "Sk"):
        return Char(LITERAL)
    return Char(SYMBOL)  # emoji and pictures say something; which one is not shape


def _script(ch: str) -> str:
    words = unicodedata.name(ch, "").split()
    first = words[1] if words[:1] == ["HALFWIDTH"] and len(words) > 1 else "".join(words[:1])
    return _SCRIPTS.get(first, "letter")


@lru_cache(maxsize=16384)
def fold(ch: str) -> str:
    """One character without case and width; always one character."""
    folded = unicodedata.normalize("NFKC", ch).casefold()
    if len(folded) == 1 and classify(folded).script == classify(ch).script:
        return folded
    return ch


def classes(text: str) -> list[Char]:
    """The class of every character of ``text``; the scheme of a URL counts as literal."""
    kinds = [classify(ch) for ch in text]
    match = _SCHEME.match(text)
    end = match.end() if match else 0
    return [Char(LITERAL) if i < end and c.replaced else c for i, c in enumerate(kinds)]


def visible(text: str) -> bool:
    """Whether anything of ``text`` can be seen."""
    return any(classify(ch).script not in (SPACE, DROPPED) for ch in text)


def compose(text: str) -> str:
    """``text`` in composed form (NFC), so that an accented letter is one character."""
    return unicodedata.normalize("NFC", text)


def normal(text: str) -> str:
    """The form in which values are compared: case, width and the amount of space do not count."""
    out: list[str] = []
    for ch in compose(text):
        kind = classify(ch).script
        if kind == SPACE:
            if out and out[-1] != " ":
                out.append(" ")
        elif kind != DROPPED:
            out.append(fold(ch))
    return "".join(out).rstrip()


def digits(text: str) -> str:
    """Only the letters and digits: a phone or card number however it is grouped."""
    return "".join(fold(ch) for ch in compose(text) if classify(ch).word)


def letters(text: str) -> str:
    """The replaced characters in comparable form, one a pseudonym's element."""
    return "".join(fold(ch) for ch, c in zip(text, classes(text), strict=True) if c.replaced)


class Word(NamedTuple):
    """A run of letters of one script: its place among the replaced characters, and in the text."""

    first: int
    last: int
    start: int
    end: int
    key: str


def words(text: str) -> list[Word]:
    """The name-like words of ``text``: three letters or more, two in scripts that use no spaces."""
    runs: list[Word] = []
    kinds = classes(text)
    element = start = 0
    for i, kind in enumerate([*kinds, Char(LITERAL)]):
        if i > start and (i == len(kinds) or kind.script != kinds[start].script):
            script, count = kinds[start].script, i - start
            if kinds[start].word and script != DIGIT and count >= (2 if script in SPACELESS else 3):
                key = "".join(fold(ch) for ch in text[start:i])
                runs.append(Word(element - count, element, start, i, key))
            start = i
        if kind.replaced:
            element += 1
    return runs


def render(text: str, elements: Sequence[str]) -> str:
    """``text`` with its replaced characters taken from ``elements``, in their own case and width."""
    out: list[str] = []
    source = iter(elements)
    for ch, kind in zip(text, classes(text), strict=True):
        if kind.script == DROPPED:
            continue
        out.append(_styled(next(source), kind) if kind.replaced else ch)
    return "".join(out)


def covered(text: str, shown: str, elements: Sequence[str], ranges: Mapping[int, tuple[int, str]]) -> str:
    """``shown`` (``text`` rendered with ``elements``) with something else in place of some elements.

    ``ranges`` maps the number of an element to the end of its range (exclusive) and the text to show there.
    """
    out: list[str] = []
    at = element = until = 0
    for kind in classes(text):
        if kind.script == DROPPED:
            continue
        width = len(elements[element]) if kind.replaced else 1
        if kind.replaced and element >= until and element in ranges:
            until, cover = ranges[element]
            out.append(cover)
        if element >= until:
            out.append(shown[at : at + width])
        at += width
        element += 1 if kind.replaced else 0
    return "".join(out)


def _styled(element: str, kind: Char) -> str:
    styled = element.upper() if kind.upper else element
    if kind.wide:
        styled = "".join(chr(ord(ch) + 0xFEE0) if "!" <= ch <= "~" else ch for ch in styled)
    return styled


def joined(left: str, right: str) -> bool:
    """Whether two neighbouring characters belong to one word, so that no match may end between them."""
    a, b = classify(left), classify(right)
    return a.word and b.word and a.script not in SPACELESS and b.script not in SPACELESS


def occurrences(text: str, value: str) -> list[tuple[int, int]]:
    """Where ``value`` stands in ``text`` as whole words: ranges among the replaced characters of ``text``."""
    needle, hay = letters(value), letters(text)
    places = [i for i, kind in enumerate(classes(text)) if kind.replaced]
    ranges: list[tuple[int, int]] = []
    at = hay.find(needle) if needle else -1
    while at >= 0:
        end = at + len(needle)
        first, last = places[at], places[end - 1]
        before = first > 0 and joined(text[first - 1], text[first])
        after = last + 1 < len(text) and joined(text[last], text[last + 1])
        if not before and not after:
            ranges.append((at, end))
            at = hay.find(needle, end)
        else:
            at = hay.find(needle, at + 1)
    return ranges
