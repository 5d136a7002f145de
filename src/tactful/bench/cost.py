"""What a run costs before it starts: calls, tokens, money, and what prompt caching saves.

One real row: 10 profiles of 147 memories, 46 contexts, 5 messages each and as many verdicts (section 5.1,
where one model came to about 100 USD). The 230 prompts of a profile begin with the same 9,000 characters, so
all but the first can be charged at the provider's price for cached input; so can the judge's attribute lists.

There is no tokenizer here, and no network to fetch one: tokens are characters divided by `CHARS_PER_TOKEN`,
and every figure is a range. Prices are the user's, per million tokens, in whatever currency they are.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tactful.errors import InputError


@dataclass(frozen=True, slots=True)
class Span:
    """A quantity as low, expected and high; added and scaled part by part."""

    low: float
    expected: float
    high: float

    @classmethod
    def of(cls, value: float | Span) -> Span:
        """A number as the span that is certain."""
        return value if isinstance(value, Span) else cls(value, value, value)

    def __add__(self, other: Span) -> Span:
        return Span(self.low + other.low, self.expected + other.expected, self.high + other.high)

    def __mul__(self, factor: float) -> Span:
        return Span(self.low * factor, self.expected * factor, self.high * factor)

    def times(self, other: Span) -> Span:
        """Part by part."""
        return Span(self.low * other.low, self.expected * other.expected, self.high * other.high)

    def to_json(self, digits: int = 0) -> dict[str, float]:
        """The three numbers, rounded; whole ones as integers."""
        rounded = (round(value, digits) for value in (self.low, self.expected, self.high))
        numbers = (int(value) if digits == 0 else value for value in rounded)
        return dict(zip(("low", "expected", "high"), numbers, strict=True))


NOTHING = Span(0, 0, 0)
# English prose with numbers and dates has 3.3 to 4.6 characters a token, by tokenizer; first: few tokens.
CHARS_PER_TOKEN = Span(4.6, 4.0, 3.3)
# What a writer without a reasoning trace writes, and what a judge answers. Reasoning comes on top: set these.
MESSAGE_TOKENS = Span(150, 350, 800)
JUDGE_TOKENS = Span(40, 250, 700)
# The share of calls after a group's first whose prefix is found in the provider's cache: calls that start
# together miss it, and entries expire after some minutes. Best case all, worst case none.
HITS = Span(1.0, 0.8, 0.0)
# Providers cache no prefix that is shorter (tokens).
SHORTEST_CACHED = 1024


@dataclass(frozen=True, slots=True)
class Prices:
    """Money per million tokens; ``cached_input`` None means that the provider gives no discount."""

    input: float
    output: float
    cached_input: float | None = None

    @property
    def cached(self) -> float:
        """The price of an input token that was found in the cache."""
        return self.input if self.cached_input is None else self.cached_input


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """Calls of one kind: ``count`` calls with prompts of ``prompt_chars`` characters.

    The first ``shared_chars`` of each are the same in all calls of one ``group`` (None: of this entry alone).
    ``extra_tokens`` are input tokens that are only known as a range, such as the message that a judge reads.
    """

    prompt_chars: int
    shared_chars: int = 0
    output_tokens: float | Span = MESSAGE_TOKENS
    count: int = 1
    group: str | None = None
    extra_tokens: float | Span = NOTHING

    def __post_init__(self) -> None:
        if not 0 <= self.shared_chars <= self.prompt_chars or self.count < 0:
            raise ValueError(
                "a planned call needs 0 <= shared_chars <= prompt_chars and a count of 0 or more"
            )


@dataclass(frozen=True, slots=True)
class CostEstimate:
    """Tokens and money of a set of calls. ``cost`` and the savings are None without prices.

    ``cacheable_tokens``: input after each group's first call that a cache could serve; a part of
    ``input_tokens``. ``uncached_cost``: the same calls where nothing is cached; ``saved``: the difference.
    """

    calls: int
    input_tokens: Span
    cacheable_tokens: Span
    output_tokens: Span
    cost: Span | None = None
    uncached_cost: Span | None = None
    saved: Span | None = None

    def __add__(self, other: CostEstimate) -> CostEstimate:
        """Both together; money only where both have some."""
        return CostEstimate(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.cacheable_tokens + other.cacheable_tokens,
            self.output_tokens + other.output_tokens,
            _sum(self.cost, other.cost),
            _sum(self.uncached_cost, other.uncached_cost),
            _sum(self.saved, other.saved),
        )

    def to_json(self) -> dict[str, Any]:
        """All figures; tokens as integers, money to the cent, null without prices."""
        money = {"cost": self.cost, "uncached_cost": self.uncached_cost, "saved": self.saved}
        return {
            "calls": self.calls,
            "input_tokens": self.input_tokens.to_json(),
            "cacheable_tokens": self.cacheable_tokens.to_json(),
            "output_tokens": self.output_tokens.to_json(),
            **{name: None if span is None else span.to_json(2) for name, span in money.items()},
        }

    @property
    def text(self) -> str:
        """One line for people: calls, tokens, money, savings."""
        parts = [
            f"{self.calls:,} calls",
            f"{_short(self.input_tokens)} input tokens ({self._cacheable:.0%} cacheable)",
            f"{_short(self.output_tokens)} output tokens",
        ]
        if self.cost is not None and self.saved is not None:
            parts.append(f"cost {self.cost.expected:,.2f} ({self.cost.low:,.2f} to {self.cost.high:,.2f})")
            parts.append(f"{self.saved.expected:,.2f} saved by prompt caching")
        return ", ".join(parts)

    @property
    def _cacheable(self) -> float:
        whole = self.input_tokens.expected
        return self.cacheable_tokens.expected / whole if whole else 0.0


def estimate(calls: Iterable[PlannedCall], prices: Prices | None = None, hits: Span = HITS) -> CostEstimate:
    """What the calls cost: low (few tokens, every possible cache hit), expected, high (many tokens, no hit).

    A shared prefix below `SHORTEST_CACHED` tokens saves nothing. Retries are not counted: a provider does
    not charge for a refused call, and one that failed after an answer is rare.
    """
    read = cacheable = written = NOTHING
    total = 0
    begun: set[str] = set()
    for call in calls:
        total += call.count
        tokens = tokens_in(call.prompt_chars) + Span.of(call.extra_tokens)
        read += tokens * call.count
        written += Span.of(call.output_tokens) * call.count
        repeats = call.count - (call.count > 0 and call.group not in begun)
        if call.group is not None and call.count:
            begun.add(call.group)
        cacheable += _cached(call.shared_chars) * repeats
    if prices is None:
        return CostEstimate(total, read, cacheable, written)
    full = _money(read, prices.input) + _money(written, prices.output)
    discount = _money(cacheable, prices.input - prices.cached)
    saved = discount.times(hits)
    return CostEstimate(total, read, cacheable, written, full + saved * -1, full, saved)


def load_prices(path: Path | str) -> dict[str, Prices]:
    """Prices by model name, from YAML or JSON: ``MODEL: {input: 1.25, cached_input: 0.125, output: 10}``.

    ``InputError`` names file, model and field; no price is made up.
    """
    wanted = "model: {input: 1.25, output: 10}"
    try:
        record = yaml.safe_load(Path(path).read_text(encoding="utf-8-sig"))
    except OSError as err:
        raise InputError(f"cannot be read ({err.strerror or 'error'})", file=path) from None
    except (yaml.YAMLError, ValueError):
        raise InputError("not YAML", file=path, expected=wanted) from None
    if not isinstance(record, Mapping) or not record:
        raise InputError("not a mapping", file=path, expected=wanted)
    return {str(model): _prices(row, str(model), path) for model, row in record.items()}


def _prices(row: Any, model: str, path: Path | str) -> Prices:
    names = ("input", "output", "cached_input")
    if not isinstance(row, Mapping):
        raise InputError("not a mapping", file=path, field=model, expected=", ".join(names))
    if unknown := set(map(str, row)) - {*names}:
        field = f"{model}.{min(unknown)}"
        raise InputError("unknown field", file=path, field=field, expected=", ".join(names))
    numbers: dict[str, float] = {}
    for name in names:
        value = row.get(name)
        if value is None and name == "cached_input":
            continue
        number = value if isinstance(value, int | float) and not isinstance(value, bool) else math.nan
        if not 0 <= number < math.inf:
            field = f"{model}.{name}"
            raise InputError("not a price", file=path, field=field, expected="a number per million tokens")
        numbers[name] = float(number)
    return Prices(**numbers)


def tokens_in(chars: float) -> Span:
    """How many tokens so many characters are."""
    rule = CHARS_PER_TOKEN
    return Span(chars / rule.low, chars / rule.expected, chars / rule.high)


def _cached(chars: int) -> Span:
    """The tokens of a prefix that a cache keeps: none of one that is too short."""
    tokens = tokens_in(chars)
    return tokens if tokens.expected >= SHORTEST_CACHED else NOTHING


def _money(tokens: Span, price: float) -> Span:
    return tokens * (price / 1_000_000)


def _sum(first: Span | None, second: Span | None) -> Span | None:
    return None if first is None or second is None else first + second


def _short(span: Span) -> str:
    value = span.expected
    for size, unit in ((1_000_000, " M"), (1_000, " k")):
        if value >= size:
            return f"{value / size:.1f}{unit}"
    return f"{value:.0f}"
