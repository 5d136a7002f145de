"""Policies by name: the settings of the paper (GUIGuard-Bench, H.2, J.4 and Table 7).

One row of Table 7: level 20 masks "High-risk non-necessary: Identity; Contact/Financial; Technical/Device;
Sensitive Special", 19.84 % of the risky labels.

The table has a quirk: its level 40 holds two low-risk groups that its level 60 does not, against its own
rule that higher levels include all labels of lower ones. ``coverage-40-as-published`` is the printed row
(44.42 %); ``coverage-40`` leaves the two low-risk groups to level 80, where the table has them again. By the
table's own figures (80 % less 60 % level: 12.24 points) that makes 32.18 %.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tactful.errors import PolicyError
from tactful.protect.policy.rules import Policy, Rule, group_in, necessary, risk_at_least, risky
from tactful.terms import Category, Risk

Group = tuple[Risk, Category | None, bool]
"""(risk, category, necessary): what Table 7 selects whole."""

_ID, _CONTACT = Category.IDENTITY, Category.CONTACT_FINANCIAL
_DEVICE, _TRACK = Category.TECHNICAL_DEVICE, Category.BEHAVIOR_CONTEXT
_SPECIAL, _PROFILE = Category.SENSITIVE_SPECIAL, Category.INFERENCE_PROFILING


def _groups(risk: Risk, *categories: Category) -> frozenset[Group]:
    return frozenset((risk, category, False) for category in categories)


_HIGH = _groups(Risk.HIGH, _ID, _CONTACT, _DEVICE, _SPECIAL)
_LOW = _groups(Risk.LOW, _PROFILE, _TRACK)
_MEDIUM_30 = _groups(Risk.MEDIUM, _DEVICE, _PROFILE)
_MEDIUM_40 = _MEDIUM_30 | _groups(Risk.MEDIUM, _CONTACT, _SPECIAL)
_MEDIUM_60 = _MEDIUM_40 | _groups(Risk.MEDIUM, _TRACK)

TABLE_7: dict[str, frozenset[Group]] = {
    "coverage-10": _groups(Risk.HIGH, _ID),
    "coverage-20": _HIGH,
    "coverage-30": _HIGH | _MEDIUM_30,
    "coverage-40": _HIGH | _MEDIUM_40,
    "coverage-40-as-published": _HIGH | _MEDIUM_40 | _LOW,
    "coverage-60": _HIGH | _MEDIUM_60,
    "coverage-80": _HIGH | _MEDIUM_60 | _LOW,
}
"""The groups of each level below 100, all of them not necessary for the task."""

PUBLISHED_COVERAGE = {
    "coverage-10": 10.61,
    "coverage-20": 19.84,
    "coverage-30": 30.22,
    "coverage-40-as-published": 44.42,
    "coverage-60": 61.32,
    "coverage-80": 73.56,
    "coverage-100": 100.0,
}
"""The realised coverage that Table 7 reports for its data, in percent."""


def _by_risk(name: str, risk: Risk) -> Callable[[], Policy]:
    return lambda: Policy(name, [Rule(risk_at_least(risk), "black")])


def _by_groups(name: str, groups: frozenset[Group]) -> Callable[[], Policy]:
    return lambda: Policy(name, [Rule(group_in(groups), "black", f"{name}: groups of Table 7")])


def _non_necessary() -> Policy:
    return Policy("non-necessary", [Rule(risky & ~necessary, "black")])


def _hybrid() -> Policy:
    return Policy("hybrid", [Rule(risky & ~necessary, "black"), Rule(risky & necessary, "replace")])


_PRESETS: dict[str, Callable[[], Policy]] = {
    "high": _by_risk("high", Risk.HIGH),
    "medium": _by_risk("medium", Risk.MEDIUM),
    "all": _by_risk("all", Risk.LOW),
    "non-necessary": _non_necessary,
    "hybrid": _hybrid,
    **{name: _by_groups(name, groups) for name, groups in TABLE_7.items()},
    "coverage-100": _by_risk("coverage-100", Risk.LOW),
}

PRESETS: tuple[str, ...] = tuple(_PRESETS)
"""The names that ``preset`` knows."""


def preset(name: str, operator: str | None = None) -> Policy:
    """The policy called ``name``, with ``operator`` wherever it masks (None: its own).

    ``high``, ``medium`` (and high), ``all``: by risk. ``non-necessary``: every risk that the task does not
    need. ``hybrid``: black on what the task does not need, replace on what it does (J.4). ``coverage-N``:
    Table 7. All but ``hybrid`` mask with black. ``PolicyError`` for an unknown name.
    """
    if name not in _PRESETS:
        raise PolicyError(f"unknown policy '{name}'", expected=f"one of {', '.join(PRESETS)}, or a YAML file")
    policy = _PRESETS[name]()
    return policy if operator is None else policy.with_operator(operator)


def get_policy(name: str | Path, operator: str | None = None) -> Policy:
    """A preset by its name, or a policy from a YAML file; ``operator`` replaces every one that masks.

    ``PolicyError`` for anything else.
    """
    if isinstance(name, str) and name in PRESETS:
        return preset(name, operator)
    path = Path(name)
    if path.suffix.lower() not in (".yaml", ".yml"):
        return preset(str(name), operator)
    from tactful.protect.policy.file import load_policy

    policy = load_policy(path)
    return policy if operator is None else policy.with_operator(operator)
