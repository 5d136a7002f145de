"""Numbers of the lexical judge: digits, words, money, percent, ratings, all to one canonical form.

Forms of the number n: ``~n`` it is written; ``#n`` it stands by itself (not in a range, a ratio or an
identifier); ``$n`` with a currency; ``%n`` a percentage; ``+n``, ``-n`` with a sign; ``o:n`` an ordinal;
``of:n`` the upper end of a rating; ``bp:a/b`` a pair such as a blood pressure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from tactful.score.memories.lexical_words import words

_UNITS = {
    word: number
    for number, word in enumerate(
        words(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
            "fifteen sixteen seventeen eighteen nineteen"
        )
    )
}
_TENS = {w: 10 * n for n, w in enumerate(words("twenty thirty forty fifty sixty seventy eighty ninety"), 2)}
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9}
_MULTIPLES = {"once": 1, "twice": 2, "thrice": 3}
_ORDINALS = {
    word: number
    for number, word in enumerate(
        words(
            "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
            "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
        ),
        1,
    )
} | {"thirtieth": 30}
_SUFFIXES = {"k": 10**3, "m": 10**6, "mm": 10**6, "b": 10**9, "bn": 10**9}
_CURRENCY = {
    "dollar": "$", "dollars": "$", "usd": "$", "bucks": "$", "$": "$", "euro": "€", "euros": "€", "eur": "€",
    "€": "€", "gbp": "£", "£": "£", "¥": "¥", "yen": "¥", "jpy": "¥", "₹": "₹", "inr": "₹", "rupees": "₹",
}  # fmt: skip
_TOPS = frozenset((5, 10, 21, 27, 63, 80, 100))  # of ratings, and of the usual questionnaires
NUMBER_WORDS = frozenset((*_UNITS, *_TENS, *_SCALES, *_MULTIPLES, *_ORDINALS, "hundred", "dozen"))


@dataclass(slots=True)
class Raw:
    """A piece of text before numbers are put together: kind, lower-cased text, place, parts of a number."""

    kind: str
    text: str
    start: int
    end: int
    sign: str = ""
    currency: str = ""
    suffix: str = ""
    capital: bool = False


def canonical(value: Decimal | int | float) -> str:
    """Digits without separators, exponent or trailing zeros."""
    number = value if isinstance(value, Decimal) else Decimal(str(value))
    text = format(number, "f")
    return (text.rstrip("0").rstrip(".") or "0") if "." in text else text


def read_number(raws: Sequence[Raw], at: int) -> tuple[list[tuple[str, ...]], int]:
    """The forms from the number at ``raws[at]`` on, and the index after it; no forms if it is no number."""
    value, text, ordinal, after = _value(raws, at)
    if value is None:
        return [], at
    here = raws[at]
    currency = _CURRENCY.get(here.currency[-1:], "")
    if not currency and at and raws[at - 1].text in ("usd", "eur", "gbp", "jpy", "inr"):
        currency = _CURRENCY[raws[at - 1].text]
    percent = here.suffix == "%"
    if _words(raws, after, "percent") or _words(raws, after, "pct"):
        percent, after = True, after + 1
    elif _words(raws, after, "per", "cent"):
        percent, after = True, after + 2
    elif after < len(raws) and raws[after].text in _CURRENCY:
        currency, after = _CURRENCY[raws[after].text], after + 1
    elif _words(raws, after, "us", "dollars"):
        currency, after = "$", after + 2
    if ordinal:
        return [(f"o:{text}",)], after
    if _words(raws, after, "over") and after + 1 < len(raws):
        lower, _, _, end = _value(raws, after + 1)
        if lower is not None and value >= 60 and 30 <= lower < value and not (currency or percent):
            return [(f"bp:{text}/{canonical(lower)}",)], end
    bare = here.text not in _MULTIPLES and not _in_range(raws, at, after)
    forms = [f"~{text}"]
    if bare:
        forms.append(f"#{text}")
    if currency or percent or here.sign:
        forms.insert(0, f"{currency or ('%' if percent else here.sign)}{text}")
    top, after = _top(raws, after)
    return [tuple(forms), *([(f"of:{top}",)] if top else [])], after


def read_fraction(text: str) -> list[tuple[str, ...]]:
    """The forms of ``a/b``: a rating, a pair of readings, or a fraction."""
    first, second = (canonical(Decimal(part.strip())) for part in text.split("/"))
    a, b = Decimal(first), Decimal(second)
    if b in _TOPS and a <= b:
        return [(f"~{first}", f"#{first}"), (f"of:{second}",)]
    if a >= 60 and 30 <= b < a:
        return [(f"bp:{first}/{second}",)]
    return [(f"f:{first}/{second}",)]


def _value(raws: Sequence[Raw], at: int) -> tuple[Decimal | None, str, bool, int]:
    """Value, digits, whether it is an ordinal, index after; value None where there is no number."""
    if at >= len(raws):
        return None, "", False, at
    here = raws[at]
    if here.kind == "number":
        digits = here.text.replace(",", "")
        value, after = Decimal(digits), at + 1
        # "12m" may be twelve metres: only money is counted in glued millions.
        if here.suffix == "k" or (here.suffix in _SUFFIXES and here.currency):
            value *= _SUFFIXES[here.suffix]
        while after < len(raws) and raws[after].text in (*_SCALES, "hundred") and raws[after].kind == "word":
            value *= _SCALES.get(raws[after].text, 100)
            after += 1
        if _words(raws, after, "and", "a", "half"):
            value, after = value + Decimal("0.5"), after + 3
        # Leading zeros make it a code, not a quantity.
        coded = digits.isdigit() and digits[0] == "0" and len(digits) > 1
        return value, digits if coded else canonical(value), here.suffix in ("st", "nd", "rd", "th"), after
    if here.kind != "word" or here.text not in NUMBER_WORDS:
        return None, "", False, at
    return _spelled(raws, at)


def _spelled(raws: Sequence[Raw], at: int) -> tuple[Decimal | None, str, bool, int]:
    if raws[at].text in _MULTIPLES:
        return Decimal(_MULTIPLES[raws[at].text]), str(_MULTIPLES[raws[at].text]), False, at + 1
    total = current = 0
    last = "start"
    after = at
    ordinal = False
    while after < len(raws) and raws[after].kind == "word":
        word = raws[after].text
        if (
            word in _ORDINALS
            and last in ("start", "tens", "hundred", "scale")
            and (last != "tens" or _ORDINALS[word] < 10)
        ):
            current, ordinal, after = current + _ORDINALS[word], True, after + 1
            break
        if word in _UNITS and (
            last in ("start", "hundred", "scale") or (last == "tens" and 0 < _UNITS[word] < 10)
        ):
            current, last = current + _UNITS[word], "unit"
        elif word in _TENS and last in ("start", "hundred", "scale"):
            current, last = current + _TENS[word], "tens"
        elif word == "hundred" and last in ("start", "unit"):
            current, last = max(current, 1) * 100, "hundred"
        elif word == "dozen" and last in ("start", "unit"):
            current, last = max(current, 1) * 12, "end"
        elif word in _SCALES and last != "end":
            total, current, last = total + max(current, 1) * _SCALES[word], 0, "scale"
        elif word == "and" and last in ("hundred", "scale") and _joins(raws, after):
            pass
        else:
            break
        after += 1
    value = Decimal(total + current)
    if not ordinal and _words(raws, after, "and", "a", "half"):
        value, after = value + Decimal("0.5"), after + 3
    return value, canonical(value), ordinal, after


def _joins(raws: Sequence[Raw], at: int) -> bool:
    """Whether "and" goes on with a spelled number ("two hundred and fifty"), not with the next item."""
    following = raws[at + 1].text if at + 1 < len(raws) else ""
    return following in _TENS or following in _UNITS


def _in_range(raws: Sequence[Raw], at: int, after: int) -> bool:
    """Whether the number is one end of a range: ``2-3``, "two to three", or hyphened to another."""
    if _joint(raws, at - 1) and _value(raws, at - 2)[0] is not None and at >= 2:
        return not (at >= 3 and raws[at - 3].text == "from")
    return (
        _joint(raws, after)
        and _value(raws, after + 1)[0] is not None
        and not (at and raws[at - 1].text == "from")
    )


def _joint(raws: Sequence[Raw], at: int) -> bool:
    return 0 <= at < len(raws) and (raws[at].kind == "dash" or raws[at].text == "to")


def _top(raws: Sequence[Raw], after: int) -> tuple[str, int]:
    """The upper end of a rating after its value ("out of 10", "on a 10-point scale"), "" if there is none."""
    for lead in (("out", "of"), ("of",), ("on", "a"), ("on", "the"), ("on", "an")):
        if not _words(raws, after, *lead):
            continue
        value, text, _, end = _value(raws, after + len(lead))
        if value is not None and lead[0] != "on":
            return text, end
        if value is not None and _words(raws, end, "point"):
            return text, end + 1
        if _words(raws, after + 2, "scale") and lead[0] == "on":
            numbers = [at for at in range(after + 3, min(after + 9, len(raws))) if raws[at].kind == "number"][
                :2
            ]
            if numbers:
                return raws[numbers[-1]].text, numbers[-1] + 1
    return "", after


def _words(raws: Sequence[Raw], at: int, *words: str) -> bool:
    return at + len(words) <= len(raws) and all(raws[at + n].text == word for n, word in enumerate(words))
