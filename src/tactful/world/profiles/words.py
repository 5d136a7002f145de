"""How the offline writer puts values into sentences, and how it draws them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
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


@dataclass(frozen=True, slots=True)
class Pool:
    """What values are drawn from: names of people and doctors, and the day an event began."""

    people: Sequence[str]
    doctors: Sequence[str]
    began: date


def draw(kind: str, rng: random.Random, pool: Pool) -> Drawn:
    """One value of a kind of ``writer.yaml``; ``ValueError`` for an unknown kind."""
    name, _, rest = kind.partition(" ")
    make = _KINDS.get(name)
    if make is None:
        raise ValueError(f"unknown kind of value '{name}'")
    return make(rest, rng, pool)


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
    said = sentence.format_map(values).format_map(values)
    return capital(_ARTICLE.sub(r"\1n ", said))


def _numbers(rest: str) -> list[float]:
    return [float(part) for part in rest.split()]


def _stepped(rest: str, rng: random.Random) -> float:
    low, high, step = _numbers(rest)
    return low + step * rng.randint(0, round((high - low) / step))


def _money(rest: str, rng: random.Random, _: Pool) -> Drawn:
    amount = int(_stepped(rest, rng))
    return Drawn(amount, money(amount))


def _price(rest: str, rng: random.Random, _: Pool) -> Drawn:
    low, high = _numbers(rest)
    # Never whole dollars, so that the file holds numbers with a fraction.
    amount = rng.randint(int(low), int(high) - 1) + rng.randint(1, 99) / 100
    return Drawn(amount, f"${amount:,.2f}")


def _int(rest: str, rng: random.Random, _: Pool) -> Drawn:
    low, high = _numbers(rest)
    number = rng.randint(int(low), int(high))
    return Drawn(number, _SMALL[number] if number < len(_SMALL) else str(number))


def _float(rest: str, rng: random.Random, _: Pool) -> Drawn:
    number = round(_stepped(rest, rng), 2)
    return Drawn(number, f"{number:g}")


def _date(rest: str, rng: random.Random, pool: Pool) -> Drawn:
    low, high = _numbers(rest)
    when = pool.began + timedelta(days=rng.randint(int(low), int(high)))
    return Drawn(when.isoformat(), day(when))


def _span(rest: str, rng: random.Random, pool: Pool) -> Drawn:
    low, high = _numbers(rest)
    first = pool.began + timedelta(days=rng.randint(int(low), int(high)))
    last = first + timedelta(days=rng.randint(2, 9))
    return Drawn(f"{first.isoformat()} to {last.isoformat()}", f"from {day(first)} to {day(last)}")


def _clock(_rest: str, rng: random.Random, _: Pool) -> Drawn:
    text = f"{rng.randint(6, 11)}:{rng.choice(('00', '15', '30', '45'))} {rng.choice(('AM', 'PM'))}"
    return Drawn(text, text)


def _bool(_rest: str, rng: random.Random, _: Pool) -> Drawn:
    return Drawn(rng.random() < 0.5, "")


def _pick(rest: str, rng: random.Random, _: Pool) -> Drawn:
    text = rng.choice(rest.split(";"))
    return Drawn(text, text)


def _list(rest: str, rng: random.Random, _: Pool) -> Drawn:
    count, items = rest.split(" ", 1)
    chosen = rng.sample(items.split(";"), int(count))
    return Drawn(chosen, joined(chosen))


def _doctor(_rest: str, rng: random.Random, pool: Pool) -> Drawn:
    text = rng.choice(pool.doctors)
    return Drawn(text, text)


def _person(_rest: str, rng: random.Random, pool: Pool) -> Drawn:
    text = rng.choice(pool.people)
    return Drawn(text, text)


def _code(rest: str, rng: random.Random, _: Pool) -> Drawn:
    text = "".join(str(rng.randint(1, 9)) if c == "#" else c for c in rest)
    return Drawn(text, text)


def _rate(rest: str, rng: random.Random, _: Pool) -> Drawn:
    low, high, step, unit = rest.split(" ", 3)
    text = f"{money(_stepped(f'{low} {high} {step}', rng))} {unit}"
    return Drawn(text, text)


_KINDS: Mapping[str, Callable[[str, random.Random, Pool], Drawn]] = {
    "money": _money, "price": _price, "int": _int, "float": _float, "date": _date, "span": _span,
    "clock": _clock, "bool": _bool, "pick": _pick, "list": _list, "doctor": _doctor, "person": _person,
    "code": _code, "rate": _rate,
}  # fmt: skip
