"""Numbers in one spelling: "sixty-one thousand", "61k", "61,000" and "61.000" are the same."""

from __future__ import annotations

import re

from tactful.memory.phrases import normalise

_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_SMALL = {word: i for i, word in enumerate(_ONES)} | {word: 20 + 10 * i for i, word in enumerate(_TENS)}
_ORDINALS = dict(
    zip(
        [
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
        ],
        range(1, 13),
        strict=True,
    )
) | {f"{word}th": _SMALL[word] for word in _ONES[13:]}
_ORDINALS |= {f"{word.removesuffix('y')}ieth": _SMALL[word] for word in _TENS}
_SMALL |= _ORDINALS
NUMBER_WORDS = frozenset(_SMALL) | frozenset(_SCALES) | {"dozen", "half"}
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
    low = normalise(text)
    found: set[float] = set()
    for match in _GROUPED.finditer(low):
        value = amount_of(match.group())
        unit = _UNIT.match(low, match.end())
        found.add(value * _FACTORS[unit[1]] if unit else value)
    total, group, open_ = 0, 0, False
    for word in [*re.findall(r"[a-z]+|\d", low), "."]:
        if word in _SMALL:
            group, open_ = group + _SMALL[word], True
        elif word in _SCALES and open_:
            scale = _SCALES[word]
            total, group = (total, group * scale) if scale == 100 else (total + group * scale, 0)
        elif word == "and" and open_:
            continue
        elif open_:
            found.add(float(total + group))
            total, group, open_ = 0, 0, False
    return frozenset(
        f"{value:g}" if value < 1e5 else f"{value:.2f}".rstrip("0").rstrip(".") for value in found
    )
