"""Policies: small conditions on a region that combine with ``|``, ``&`` and ``~``, and rules in order.

The first rule that fits a region says which operator it gets. A new condition is a function here that gives
a `Condition`; its key in policy files stands in ``file.py``. A condition sees the region alone, neither the
screen nor the app; what a policy guesses of unreadable text goes by risk, type and category.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from tactful.protect.operators import get_operator
from tactful.terms import Category, Decision, Region, Risk

UNKNOWN = "unknown"
"""The type of a region that is seen but that nobody could read."""


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


@dataclass(frozen=True, slots=True)
class Rule:
    """Regions that fit ``when`` get ``operator``; ``name`` says why on the receipt."""

    when: Condition
    operator: str
    name: str = ""

    def __post_init__(self) -> None:
        get_operator(self.operator)

    @property
    def title(self) -> str:
        """The rule's name, or its condition in words."""
        return self.name or self.when.words


class Policy:
    """Rules in order; ``default`` is the operator of regions that fit none.

    ``PolicyError`` for an operator that does not exist.
    """

    def __init__(self, name: str, rules: Sequence[Rule], *, default: str = "keep") -> None:
        get_operator(default)
        self.name = name
        self.rules = tuple(rules)
        self.default = default

    def __repr__(self) -> str:
        return f"<Policy {self.name!r} of {len(self.rules)} rules>"

    @property
    def operators(self) -> frozenset[str]:
        """The operators that the policy may choose."""
        return frozenset({self.default, *(rule.operator for rule in self.rules)})

    def decide(self, region: Region) -> Decision:
        """The operator for ``region``, and the rule that chose it.

        A region of type "unknown" could be anything: it is masked if the policy would mask any region of
        medium risk in its place, whatever its type and category, and however unsure the recognizer.
        """
        decision = self._first(region)
        if region.type != UNKNOWN or decision.operator != "keep":
            return decision
        for guess in map(self._first, self._guesses(region)):
            if guess.operator != "keep":
                return Decision(guess.operator, f"unknown text, which may be: {guess.rule}")
        return decision

    def _guesses(self, region: Region) -> Iterator[Region]:
        """What an unknown region may be, as far as this policy tells things apart."""
        named = frozenset[str]().union(*(rule.when.types for rule in self.rules))
        risks = (region.risk, Risk.MEDIUM) if region.risk > Risk.MEDIUM else (Risk.MEDIUM,)
        for risk, type, category in product(risks, (UNKNOWN, *sorted(named)), (None, *Category)):
            yield replace(region, risk=risk, type=type, category=category, confidence=1.0)

    def _first(self, region: Region) -> Decision:
        for rule in self.rules:
            if rule.when(region):
                return Decision(rule.operator, rule.title)
        return Decision(self.default, "no rule applies")

    def with_operator(self, operator: str) -> Policy:
        """The same policy with ``operator`` wherever it masks; what it keeps is kept."""
        get_operator(operator)
        rules = [rule if rule.operator == "keep" else replace(rule, operator=operator) for rule in self.rules]
        default = self.default if self.default == "keep" else operator
        return Policy(f"{self.name} with {operator}", rules, default=default)
