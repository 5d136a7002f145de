"""The gate's closed lists of words (``data/words.yaml``), and numbers in one spelling.

"sixty-one thousand", "61k", "61,000" and "61.000" are the same number.
"""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from tactful.memory.phrases import normalize

_FILE = Path(__file__).with_name("data") / "words.yaml"
_LISTS: dict[str, list[str]] = {
    name: words.split() for name, words in yaml.safe_load(_FILE.read_text(encoding="utf-8")).items()
}
TIMES = frozenset(_LISTS["times"])
PLAIN = frozenset(_LISTS["plain"])
BEFORE_ROLES, AFTER_ROLES = frozenset(_LISTS["before_roles"]), frozenset(_LISTS["after_roles"])
CATEGORY = frozenset(_LISTS["category"])
COMMON = frozenset(_LISTS["common"])

_ONES, _TENS, _ORDINALS = _LISTS["ones"], _LISTS["tens"], _LISTS["ordinals"]
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_SMALL = {word: i for i, word in enumerate(_ONES)} | {word: 20 + 10 * i for i, word in enumerate(_TENS)}
_SMALL |= (
    {word: i for i, word in enumerate(_ORDINALS, 1)}
    | {f"{word}th": _SMALL[word] for word in _ONES[13:]}
    | {f"{word.removesuffix('y')}ieth": _SMALL[word] for word in _TENS}
)
NUMBER_WORDS = frozenset(_SMALL) | frozenset(_SCALES) | {"dozen", "half"}
FILLER = frozenset(_LISTS["filler"]) | NUMBER_WORDS | TIMES

_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:[.,]\d+)?")
_UNIT = re.compile(r"\s?(k|thousand|m|million|billion)\b")
_FACTORS = {"k": 1_000, "m": 1_000_000} | _SCALES


def amount_of(digits: str) -> float:
    """The value of digits with separators; three digits after a separator are a group of thousands."""
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", digits):
        return float(digits.replace(",", ""))
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?", digits):
        return float(digits.replace(".", "").replace(",", "."))
    return float(digits.replace(",", "."))


def canonical_numbers(text: str) -> frozenset[str]:
    """Every number of a text, in digits or words, as plain decimal text."""
    low = normalize(text)
    numbers: set[float] = set()
    for match in _GROUPED.finditer(low):
        unit = _UNIT.match(low, match.end())
        numbers.add(amount_of(match.group()) * (_FACTORS[unit[1]] if unit else 1))
    total, group, counting = 0, 0, False
    for word in [*re.findall(r"[a-z]+|\d", low), "."]:
        if word in _SMALL:
            group, counting = group + _SMALL[word], True
        elif word in _SCALES and counting:
            scale = _SCALES[word]
            total, group = (total, group * scale) if scale == 100 else (total + group * scale, 0)
        elif counting and word != "and":
            numbers.add(float(total + group))
            total, group, counting = 0, 0, False
    return frozenset(
        f"{number:g}" if number < 1e5 else f"{number:.2f}".rstrip("0").rstrip(".") for number in numbers
    )
