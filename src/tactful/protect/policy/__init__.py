"""Policies: which operator a region gets, by rules that combine, by preset, or by a YAML file."""

from __future__ import annotations

from tactful.protect.policy.conditions import (
    Condition,
    always,
    category_is,
    confidence_at_least,
    group_in,
    inner,
    necessary,
    risk_at_least,
    risk_is,
    risky,
    source_is,
    type_is,
)
from tactful.protect.policy.loader import get_policy, load_policy, parse_policy
from tactful.protect.policy.presets import PRESETS, PUBLISHED_COVERAGE, TABLE_7, Group, preset
from tactful.protect.policy.rules import Policy, Rule
from tactful.protect.policy.staircase import LEVELS, Level, staircase

__all__ = [
    "LEVELS",
    "PRESETS",
    "PUBLISHED_COVERAGE",
    "TABLE_7",
    "Condition",
    "Group",
    "Level",
    "Policy",
    "Rule",
    "always",
    "category_is",
    "confidence_at_least",
    "get_policy",
    "group_in",
    "inner",
    "load_policy",
    "necessary",
    "parse_policy",
    "preset",
    "risk_at_least",
    "risk_is",
    "risky",
    "source_is",
    "staircase",
    "type_is",
]
