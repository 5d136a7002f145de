"""What a value is in tokens, and how much it tells by itself: the lexical judge's reading of JSON values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tactful.score.lexical.matching import Part
from tactful.score.lexical.quantities import canonical
from tactful.score.lexical.text import clean
from tactful.score.lexical.tokens import Token, tokenize
from tactful.score.lexical.words import GRADES, LOW_STEMS, paired, stem
from tactful.terms import JsonValue

_ADDRESS_KEY = re.compile(r"address|residence", re.I)
_POSTAL = {stem(short): stem(long) for short, long in paired("postal").items()}
_POSTAL |= {long: short for short, long in _POSTAL.items()}


def tokens_of(text: str) -> list[Token]:
    """The tokens of a value or statement, joined words and codes taken apart."""
    return tokenize(clean(text.replace("_", " ")).text)


def is_word(form: str) -> bool:
    """Whether a form is a word or a rate, not a number, date, code or address of a machine."""
    return (form[0].isalpha() and "@" not in form and ":" not in form and "." not in form) or form.startswith(
        "per:"
    )


def leaves(value: JsonValue) -> list[JsonValue]:
    """The scalars of a value: of a list its items, of an object its values, in order."""
    if isinstance(value, Mapping):
        return [leaf for part in value.values() for leaf in leaves(part)]
    if isinstance(value, list | tuple):
        return [leaf for part in value for leaf in leaves(part)]
    return [value]


def parts_of(key: str, value: JsonValue) -> tuple[list[Part], float]:
    """The parts of a value, the most telling first, and how much the value tells in all."""
    found = [
        _number(leaf) if is_number(leaf) else _string(key, str(leaf))
        for leaf in leaves(value)
        if leaf is not None
    ]
    usable = sorted(((p, i) for p, i in found if p is not None), key=lambda pair: -pair[1])
    return [part for part, _ in usable], sum(info for _, info in usable)


def is_number(value: JsonValue) -> bool:
    """Whether a value is a JSON number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _number(value: int | float) -> tuple[Part | None, float]:
    text = canonical(abs(value))
    slot = [f"#{text}"]
    if value < 0:
        slot = [f"-{text}"]
    if value == 0:
        slot += ["no", "none"]
    if value == 0.5:
        slot.append("half")
    year = isinstance(value, int) and 1900 <= value <= 2100
    if year:
        slot.append(f"y:{text}")
    info = 1.5 if abs(value) >= 1000 and not year else 0.6
    return Part((tuple(slot),), span=1), info


def _string(key: str, value: str) -> tuple[Part | None, float]:
    text = clean(value.replace("_", " "))
    tokens = [t for t in tokenize(text.text) if not t.stop]
    if not tokens:
        return None, 0.0
    postal = bool(_ADDRESS_KEY.search(key)) or "\n" in value
    slots = tuple(_slot(t, postal) for t in tokens)
    runs = runs_of(text.text, tokens)
    wide = postal or len(text.segments) > 1
    count = len(slots)
    span = max(1, count - 1) if count <= 2 else count if count == 3 else 2 * count
    if count == 2 and slots[1][0].startswith("per:") and slots[0][0][0] == "~":
        span = 3  # "four headaches a week"
    info = _information(text.text, tokens, runs)
    return Part(slots, runs, span, wide), info


def _slot(token: Token, postal: bool) -> tuple[str, ...]:
    form = token.forms[0]
    return (form, _POSTAL[form]) if postal and form in _POSTAL else (form,)


def runs_of(text: str, tokens: Sequence[Token]) -> tuple[tuple[int, int], ...]:
    """Names and titles: capitalized words, and numbers among them, with nothing but blanks between."""
    runs: list[tuple[int, int]] = []
    first = 0
    for at in range(1, len(tokens) + 1):
        joined = at < len(tokens) and _capital(text, tokens[at]) and _capital(text, tokens[at - 1])
        if joined and re.search(r"[,;:()\n\"]", text[tokens[at - 1].start : tokens[at].start]):
            joined = False
        if not joined:
            if at - first >= 2:
                runs.append((first, at - first))
            first = at
    return tuple(runs)


def _capital(text: str, token: Token) -> bool:
    return text[token.start].isupper() and is_word(token.forms[0])


def _information(text: str, tokens: Sequence[Token], runs: Sequence[tuple[int, int]]) -> float:
    named = {at for first, count in runs for at in range(first, first + count)}
    total = 0.0
    plain = low = 0
    for at, token in enumerate(tokens):
        form = token.forms[0]
        if not is_word(form):
            total += _telling(form)
        elif form in LOW_STEMS and at not in named and not (form in GRADES and len(tokens) > 1):
            low += 1
            total += 0.25
        elif at in named:
            total += 1.6
        else:
            plain += 1
            total += 1.3 if at and text[token.start].isupper() else 0.8
    if plain >= 3 or (plain == 2 and not low):
        return max(total, 3.0)  # "mild rosacea" is stated wherever it stands
    if not (plain or low or named) and all(_telling(t.forms[0]) < 3 for t in tokens) and total < 3.5:
        return min(total, 2.0)  # a date with a time, an amount with a rate: many attributes may share it
    return total


def _telling(form: str) -> float:
    """How much a canonical number, date or code tells by itself."""
    kind, _, rest = form.partition(":")
    if rest:
        return {"id": 3.0, "tel": 3.0, "d": 2.0, "bp": 3.0, "m": 1.0, "t": 1.0, "of": 0.2, "per": 0.2}.get(
            kind, 0.6
        )
    if "@" in form or ("." in form and form[:1].isalpha()):
        return 3.0
    number = float(form[1:]) if re.fullmatch(r"\D\d+(?:\.\d+)?", form) else 0
    if form[0] == "~" and form[1:2] == "0" and len(form) > 2:
        return 1.0
    return (1.5 if number >= 1000 else 0.9) if form[0] in "$€£¥₹" else 1.2 if number >= 10000 else 0.6
