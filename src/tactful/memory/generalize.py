"""What a freely worded coarser text must not state: numbers, quoted titles, names, words of the original."""

from __future__ import annotations

import re

from tactful.memory.phrases import normalize
from tactful.memory.words import CATEGORY, NUMBER_WORDS, canonical_numbers

_QUOTED = re.compile(r"[\"“‘]([^\"”’]{3,})[\"”’]|(?<!\w)'([^']{3,})'(?!\w)")
_NAME = re.compile(r"(?<=[\w,;:)\]'’] )[^\W\d_a-z][\w'’-]*")
_STEM = 5


def value_parts(text: str) -> frozenset[str]:
    """What could carry a statement's value: numbers, quoted titles, names; in one spelling."""
    numbers = {re.sub(r"\D", "", n) for n in re.findall(r"\d[\d.,:/-]*", text)}
    words = set(re.findall(r"[a-z]+", normalize(text))) & NUMBER_WORDS
    titles = {normalize(a or b) for a, b in _QUOTED.findall(text)}
    return frozenset(numbers | words | titles | _names(text))


def keeps_value(original: str, coarser: str) -> bool:
    """Whether a freely worded coarser text still states something of the original.

    It does where it shares a number, however spelt, or a content word (by its first letters) beyond plain
    words of category such as "income" or "appointment".
    """
    if value_parts(original) & value_parts(f"so {coarser}"):
        return True
    if canonical_numbers(original) & canonical_numbers(coarser):
        return True
    return bool(_content(original) & _content(coarser))


def _content(text: str) -> set[str]:
    words = {word.removesuffix("'s") for word in re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)*", normalize(text))}
    return {word[:_STEM] for word in words - CATEGORY - NUMBER_WORDS}


def _names(text: str) -> set[str]:
    """Capitalized words that do not open a sentence; the first person is no name."""
    names = {normalize(name).removesuffix("'s") for name in _NAME.findall(text)}
    return names - {"i", "i'm", "i've", "am", "pm"}
