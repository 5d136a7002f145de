"""How the offline writer draws values of the kinds in ``data/writer.yaml``, and puts them into sentences."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from tactful.terms import JsonValue

_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
# "a" before a word that begins with a vowel's sound, of the words that the data file has.
_ARTICLE = re.compile(r"\b([Aa]) (?=[aeio]|ultra|HR\b)")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A value as JSON and as the words that stand for it in a sentence."""

    value: JsonValue
    words: str


def draw(kind: str, rng: random.Random, began: date) -> Drawn:
    """One value of a kind of ``writer.yaml``, such as ``money 200 900 50``; dates count from ``began``.

    Raises ``ValueError`` for an unknown kind.
    """
    name, _, rest = kind.partition(" ")
    match name:
        case "money":
            amount = int(_stepped(rest, rng))
            return Drawn(amount, money(amount))
        case "price":  # never whole dollars, so that the file holds numbers with a fraction
            low, high = map(float, rest.split())
            price = rng.randint(int(low), int(high) - 1) + rng.randint(1, 99) / 100
            return Drawn(price, f"${price:,.2f}")
        case "int":
            number = rng.randint(*map(int, rest.split()))
            return Drawn(number, count(number))
        case "float":
            measure = round(_stepped(rest, rng), 2)
            return Drawn(measure, f"{measure:g}")
        case "date":
            when = _later(rest, rng, began)
            return Drawn(when.isoformat(), day(when))
        case "span":
            first = _later(rest, rng, began)
            last = first + timedelta(days=rng.randint(2, 9))
            return Drawn(f"{first.isoformat()} to {last.isoformat()}", f"from {day(first)} to {day(last)}")
        case "bool":
            return Drawn(rng.random() < 0.5, "")
        case "list":
            number_of, items = rest.split(" ", 1)
            chosen = rng.sample(items.split(";"), int(number_of))
            return Drawn(list(chosen), joined(chosen))
        case "clock":
            text = f"{rng.randint(6, 11)}:{rng.choice(('00', '15', '30', '45'))} {rng.choice(('AM', 'PM'))}"
        case "pick":
            text = rng.choice(rest.split(";"))
        case "code":
            text = "".join(str(rng.randint(1, 9)) if c == "#" else c for c in rest)
        case "rate":
            *steps, unit = rest.split(" ", 3)
            text = f"{money(_stepped(' '.join(steps), rng))} {unit}"
        case _:
            raise ValueError(f"unknown kind of value '{name}'")
    return Drawn(text, text)


def _stepped(rest: str, rng: random.Random) -> float:
    low, high, step = map(float, rest.split())
    return low + step * rng.randint(0, round((high - low) / step))


def _later(rest: str, rng: random.Random, began: date) -> date:
    return began + timedelta(days=rng.randint(*map(int, rest.split())))


def count(number: int) -> str:
    """A number as a sentence has it: small ones as words."""
    return _SMALL[number] if number < len(_SMALL) else str(number)


def money(amount: float) -> str:
    """Dollars as a sentence has them: ``$1,250`` or ``$85.40``."""
    return f"${amount:,.0f}" if float(amount).is_integer() else f"${amount:,.2f}"


def day(when: date) -> str:
    """``March 4, 2024``."""
    return f"{when:%B} {when.day}, {when.year}"


def joined(items: Sequence[str]) -> str:
    """``a, b and c``."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def capital(text: str) -> str:
    """The text with its first letter as a capital."""
    return text[:1].upper() + text[1:]


def fill(sentence: str, words: Mapping[str, str]) -> str:
    """A sentence pattern filled in; a name with ``_S`` at its end begins the sentence."""
    values = {**words, **{f"{name}_S": capital(text) for name, text in words.items()}}
    return capital(_ARTICLE.sub(r"\1n ", sentence.format_map(values).format_map(values)))
