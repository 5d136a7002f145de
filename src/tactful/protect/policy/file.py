"""Policies from YAML files, checked with errors that name the line.

The format (``example.yaml`` stands beside this file)::

    name: careful              # required
    default: keep              # operator where no rule applies; keep if absent
    rules:                     # required, at least one; the first that fits wins
      - name: contacts         # optional, shown on the receipt
        when: {type: email}    # required: a condition, or the word always
        use: replace           # required: an operator

A condition is a mapping; all of its keys must hold. A key takes one value or a list of alternatives:

- ``risk``: none, low, medium, high; ``risk_at_least``: one of them
- ``category``: identity, contact_financial, technical_device, behavior_context, sensitive_special,
  inference_profiling, or none
- ``type``: kinds of value (email, phone, message, ...); ``source``: recognizers ("patterns" also means
  "patterns:email")
- ``necessary``, ``inner``: true or false
- ``confidence_at_least``: 0 to 1
- ``all``, ``any``: a list of conditions; ``not``: one condition

Anchors, aliases and tags are not allowed, nor is a file over 64 KiB or a nesting deeper than 20.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import reduce
from operator import and_, or_
from pathlib import Path
from typing import Annotated, Any, Self, TypeVar

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    ModelWrapValidatorHandler,
    PrivateAttr,
    WrapValidator,
    model_validator,
)

from tactful.errors import PolicyError
from tactful.protect.operators import OPERATORS
from tactful.protect.policy import rules
from tactful.protect.policy.rules import Condition, Policy, Rule
from tactful.runs import OneOrMore, Strict, Text, YamlDocument, mistake, one_of
from tactful.terms import Category, Risk

_LIMIT = 64 * 1024
T = TypeVar("T")


def load_policy(path: Path | str) -> Policy:
    """Read a policy file; ``PolicyError`` with file, line and field where it is not one."""
    return _policy(YamlDocument.read(path, limit=_LIMIT, error=PolicyError))


def parse_policy(source: str, *, file: Path | str | None = None) -> Policy:
    """A policy from YAML text; ``file`` is named in errors."""
    return _policy(YamlDocument.parse(source, file=file, error=PolicyError))


def _type(value: str) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", value):
        raise mistake("not a type", "lower-case letters, digits and underscores")
    return value


def _each_once(values: tuple[T, ...]) -> tuple[T, ...]:
    if len(set(values)) < len(values):
        raise mistake("a value stands twice", "each value once")
    return values


_AsList = BeforeValidator(lambda value: tuple(value) if isinstance(value, list) else (value,))
_Several = Annotated[OneOrMore[T], AfterValidator(_each_once), _AsList]
_Risk = Annotated[Risk, one_of("risk", {risk.value: risk for risk in Risk})]
_Category = Annotated[
    Category | None, one_of("category", {**{category.value: category for category in Category}, "none": None})
]
_Operator = Annotated[str, one_of("operator", {name: name for name in OPERATORS})]


class _Condition(Strict):
    """A condition as it stands in a file, its keys in their order there."""

    _order: tuple[str, ...] = PrivateAttr(())
    risk: _Several[_Risk] = ()
    risk_at_least: _Risk = Risk.NONE
    category: _Several[_Category] = ()
    type: _Several[Annotated[Text, AfterValidator(_type)]] = ()
    source: _Several[Text] = ()
    necessary: bool = True
    inner: bool = True
    confidence_at_least: Annotated[float, Field(ge=0, le=1)] = 0
    all_: _Conditions = Field((), alias="all")
    any_: _Conditions = Field((), alias="any")
    not_: _Condition | None = Field(None, alias="not")

    @model_validator(mode="wrap")
    @classmethod
    def _in_order(cls, values: Any, check: ModelWrapValidatorHandler[Self]) -> Self:
        condition = check(values)
        condition._order = tuple(values)
        if not condition._order:
            raise mistake("an empty condition", f"one of {', '.join(_TERMS)}, or the word always")
        return condition

    def build(self) -> Condition:
        """What fits all of the keys."""
        return reduce(and_, (_TERMS[key](self) for key in self._order))


_Conditions = OneOrMore[_Condition]
_TERMS: dict[str, Callable[[_Condition], Condition]] = {
    "risk": lambda c: rules.risk_is(*c.risk),
    "risk_at_least": lambda c: rules.risk_at_least(c.risk_at_least),
    "category": lambda c: rules.category_is(*c.category),
    "type": lambda c: rules.type_is(*c.type),
    "source": lambda c: rules.source_is(*c.source),
    "necessary": lambda c: rules.necessary if c.necessary else ~rules.necessary,
    "inner": lambda c: rules.inner if c.inner else ~rules.inner,
    "confidence_at_least": lambda c: rules.confidence_at_least(c.confidence_at_least),
    "all": lambda c: reduce(and_, (part.build() for part in c.all_)),
    "any": lambda c: reduce(or_, (part.build() for part in c.any_)),
    "not": lambda c: rules.always if c.not_ is None else ~c.not_.build(),
}


class _Rule(Strict):
    when: Annotated[
        _Condition | None, WrapValidator(lambda value, check: None if value == "always" else check(value))
    ]
    use: _Operator
    name: Text = ""

    def build(self) -> Rule:
        """The rule; ``always`` where it has no condition."""
        return Rule(rules.always if self.when is None else self.when.build(), self.use, self.name)


class _File(Strict):
    name: Text
    rules: OneOrMore[_Rule]
    default: _Operator = "keep"


def _policy(document: YamlDocument) -> Policy:
    file = document.check(_File)
    return Policy(file.name, [rule.build() for rule in file.rules], default=file.default)
