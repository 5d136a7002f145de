"""Small conditions on a region that combine with ``|``, ``&`` and ``~``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

from tactful.terms import Category, Region, Risk


@dataclass(frozen=True, slots=True)
class Condition:
    """Whether a rule applies to a region, and the same in words; ``types`` are those that it speaks of."""

    test: Callable[[Region], bool] = field(repr=False, compare=False)
    words: str
    types: frozenset[str] = field(default=frozenset(), repr=False, compare=False)

    def __call__(self, region: Region) -> bool:
        return self.test(region)

    def __or__(self, other: Condition) -> Condition:
        words, types = f"({self.words} or {other.words})", self.types | other.types
        return Condition(lambda region: self(region) or other(region), words, types)

    def __and__(self, other: Condition) -> Condition:
        words, types = f"({self.words} and {other.words})", self.types | other.types
        return Condition(lambda region: self(region) and other(region), words, types)

    def __invert__(self) -> Condition:
        return Condition(lambda region: not self(region), f"not {self.words}", self.types)


def risk_at_least(risk: Risk) -> Condition:
    """The region's risk is ``risk`` or higher."""
    return Condition(lambda region: region.risk >= risk, f"risk at least {risk.value}")


def risk_is(*risks: Risk) -> Condition:
    """The region's risk is one of these."""
    return Condition(lambda region: region.risk in risks, f"risk {_either(r.value for r in risks)}")


def category_is(*categories: Category | None) -> Condition:
    """The region's category is one of these; None for regions without a category."""
    names = _either("none" if c is None else c.value for c in categories)
    return Condition(lambda region: region.category in categories, f"category {names}")


def type_is(*types: str) -> Condition:
    """The region's type is one of these."""
    return Condition(lambda region: region.type in types, f"type {_either(types)}", frozenset(types))


def source_is(*sources: str) -> Condition:
    """The region was found by one of these recognizers; "patterns" also means "patterns:email"."""
    return Condition(
        lambda region: any(region.source == s or region.source.startswith(f"{s}:") for s in sources),
        f"source {_either(sources)}",
    )


def confidence_at_least(confidence: float) -> Condition:
    """The recognizer's confidence is ``confidence`` (0 to 1) or higher."""
    return Condition(lambda region: region.confidence >= confidence, f"confidence at least {confidence:g}")


def group_in(groups: Collection[tuple[Risk, Category | None, bool]]) -> Condition:
    """The region's (risk, category, necessary) is one of these groups (G.2)."""
    kept = frozenset(groups)
    return Condition(
        lambda region: (region.risk, region.category, region.necessary) in kept,
        f"one of {len(kept)} groups of risk, category and necessity",
    )


necessary = Condition(lambda region: region.necessary, "necessary for the task")
"""The agent needs the value for its task (C.3)."""

risky = Condition(lambda region: region.private, "any risk")
"""The region carries any risk."""

inner = Condition(lambda region: region.inner, "inside a longer text")
"""The region is an entity inside a longer text."""

always = Condition(lambda region: True, "always")
"""Every region."""


def _either(names: Iterable[str]) -> str:
    return " or ".join(names)
