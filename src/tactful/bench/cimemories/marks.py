"""Where in a sentence the leaked value stands, for a reader's eye: a help to look, no part of any metric."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from tactful.terms import MONTHS, JsonValue

_WORD = re.compile(r"\w+", re.UNICODE)
# With the hyphens of case numbers and policies.
_CODE = re.compile(r"\w+(?:-\w+)*", re.UNICODE)
# Hyphens that do not break, dashes, minus: one character each, so that places stay.
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—−"), "-")
_ISO = re.compile(r"(\d{4})-(\d{2})(?:-(\d{2}))?")
# Words that say nothing about whose value it is.
_COMMON_TEXT = (
    "the and for with from that this has have had was were are is his her their your not but its you they "
    "him she user will been being who whom which into over under about per month year years months"
)
_COMMON = frozenset(_COMMON_TEXT.split())
Span = tuple[int, int]


def value_marks(value: JsonValue, statement: str, sentence: str) -> list[list[int]]:
    """Spans [start, end) of ``sentence`` that state the value, or failing that words of the statement.

    Of each part of a value the whole comes first, then its dates and single words; spans that only a space
    or a comma parts become one.
    """
    sentence, statement = sentence.translate(_DASHES), statement.translate(_DASHES)
    spans: list[Span] = []
    for leaf in (leaf.translate(_DASHES) for leaf in _leaves(value)):
        spans += _found((_literal(leaf), _number(leaf)), sentence) or [
            *_found(_dates(leaf), sentence),
            *_words(leaf, sentence),
        ]
    spans = spans or _words(statement, sentence, least=4)
    return [list(span) for span in _merged(spans, sentence)]


def _leaves(value: JsonValue) -> Iterator[str]:
    """The texts and numbers of a value; yes, no and nothing cannot be pointed at."""
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from _leaves(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _leaves(inner)
    elif isinstance(value, str):
        yield value.strip()
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield repr(value)


def _found(patterns: Iterable[str], sentence: str) -> list[Span]:
    matches = (re.finditer(pattern, sentence, re.IGNORECASE) for pattern in patterns if pattern)
    return [match.span() for found in matches for match in found]


def _literal(leaf: str) -> str:
    """The words in their order, with any space or punctuation between them."""
    words = _WORD.findall(leaf)
    if not words or (len(words) == 1 and len(words[0]) < 2):
        return ""
    return r"(?<!\w)" + r"\W{0,3}".join(map(re.escape, words)) + r"(?!\w)"


def _number(leaf: str) -> str:
    """A number with or without separators between its thousands and zeros behind its point."""
    found = re.fullmatch(r"\W{0,2}(\d[\d,]*)(\.\d+)?\W{0,2}", leaf)
    if found is None:
        return ""
    digits, tail = found[1].replace(",", ""), (found[2] or "").rstrip("0").rstrip(".")
    groups = [digits[max(end - 3, 0) : end] for end in range(len(digits), 0, -3)][::-1]
    return (
        r"(?<![\d.,])[$€£]?"
        + r"[,.\s]?".join(groups)
        + (re.escape(tail) + "0*" if tail else "")
        + r"(?:[.,]0+)?(?![\d]|[.,]\d)%?"
    )


def _dates(leaf: str) -> Iterator[str]:
    """A date of ISO form in the words of letters."""
    for found in _ISO.finditer(leaf):
        year, month, day = found[1], int(found[2]), found[3]
        if not 1 <= month <= 12:
            continue
        name = f"{MONTHS[month - 1][:3].lower()}\\w*"
        if day is None:
            yield rf"{name}\W{{1,2}}(?:of )?{year}"
        elif _is_date(int(year), month, int(day)):
            number = f"0?{int(day)}(?:st|nd|rd|th)?"
            yield rf"{name}\W{{1,2}}{number}(?:\W{{1,2}}{year})?"
            yield rf"{number}\W{{1,2}}(?:of )?{name}(?:\W{{1,2}}{year})?"
            yield rf"(?<!\d)0?{month}/0?{int(day)}/(?:{year}|{year[2:]})(?!\d)"


def _is_date(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def _words(text: str, sentence: str, least: int = 3) -> list[Span]:
    words = {
        word.casefold()
        for word in _CODE.findall(text)
        if (len(word) >= least or word.isdigit()) and word.casefold() not in _COMMON
    }
    return [m.span() for m in _CODE.finditer(sentence) if m[0].casefold() in words]


def _merged(spans: list[Span], sentence: str) -> list[Span]:
    out: list[Span] = []
    for start, end in sorted(spans):
        if out and not re.search(r"[\w.;]|.{4}", sentence[out[-1][1] : start], re.DOTALL):
            out[-1] = (out[-1][0], max(out[-1][1], end))
        else:
            out.append((start, end))
    return out
