"""Rules and policies: the first rule that fits a region says which operator it gets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from tactful.protect.operators import get_operator
from tactful.protect.policy.conditions import Condition
from tactful.terms import Category, Decision, Region, Risk

UNKNOWN = "unknown"
"""The type of a region that is seen but that nobody could read."""


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
        for guess in self._guesses(region):
            found = self._first(guess)
            if found.operator != "keep":
                return Decision(found.operator, f"unknown text, which may be: {found.rule}")
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
