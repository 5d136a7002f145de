"""What is replayed and judged: the methods and their levels, the planner's settings, the judge's prompts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tactful.bench.guiguard.planning.judge import Judging
from tactful.bench.guiguard.planning.replay import PlannerSettings
from tactful.bench.guiguard.protected_data import rules_digest
from tactful.bench.guiguard.protecting import METHODS, ORIGINAL, Method, parse_method
from tactful.errors import InputError
from tactful.models import load_pack

FULL = 100


@dataclass(frozen=True, slots=True)
class PlanningSettings:
    """One planning evaluation. ``methods`` are names as `parse_method` reads them, each once.

    ``original`` among them repeats the unprotected pass and judges it against the first: what a planner that
    draws its words at random scores against itself, which bounds every other figure. ``again`` is its name in
    the results, since ``original`` is the reference's. ``judging_variant`` is a level of the judge's pack, by
    default its first: the neutral one of the bundled pack.
    """

    methods: tuple[str, ...] = METHODS
    planner: PlannerSettings = field(default_factory=PlannerSettings)
    judging: str = "guiguard_judging"
    judging_variant: str = ""
    judge_attempts: int = 2
    seed: int = 0

    def __post_init__(self) -> None:
        if not self.methods:
            raise InputError("no method", field="methods", expected=", ".join(METHODS))
        names = [condition.name for condition in self.conditions()]
        if len(set(names)) < len(names):
            raise InputError("the same one twice", field="methods", expected="each once")
        self.judge()

    def judge(self) -> Judging:
        """How plans are judged."""
        return Judging(self.judging, self.judging_variant, self.judge_attempts)

    def conditions(self) -> tuple[Condition, ...]:
        """What every task is replayed under, in the order asked for."""
        return tuple(
            Condition(None) if name in (AGAIN, ORIGINAL) else Condition(parse_method(name))
            for name in self.methods
        )

    def to_json(self) -> dict[str, Any]:
        """As a JSON object, with the hashes of the prompts."""
        judge = self.judge()
        packs = {"planner": load_pack(self.planner.prompts), "judge": judge.pack}
        return {
            "methods": list(self.methods),
            "rules": {
                condition.name: rules_digest(condition.method)
                for condition in self.conditions()
                if condition.method is not None
            },
            "planner": self.planner.to_json(),
            "judging": self.judging,
            "judging_variant": judge.variant,
            "judge_attempts": self.judge_attempts,
            "prompts": {
                role: {"name": pack.name, "version": pack.version, "sha256": pack.sha256}
                for role, pack in packs.items()
            },
            "seed": self.seed,
        }


AGAIN = "again"
"""The unprotected pass a second time, beside the reference."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What the planner sees: a method's screens, or the raw ones a second time where there is none."""

    method: Method | None

    @property
    def name(self) -> str:
        return AGAIN if self.method is None else self.method.name

    @property
    def operator(self) -> str:
        return AGAIN if self.method is None else self.method.operator

    @property
    def level(self) -> int:
        return FULL if self.method is None else self.method.level


def named_methods(
    methods: Iterable[str], levels: Iterable[int] = (FULL,), policy: str | None = None
) -> tuple[str, ...]:
    """Methods by name, each at every level, or under a policy: (black,), (60, 100) -> black-60, black.

    A name that says its level or policy itself stays as it is. ``InputError`` for what does not exist.
    """
    found: list[str] = []
    levels = tuple(levels)
    for name in methods:
        plain = name not in (AGAIN, ORIGINAL) and "@" not in name and parse_method(name).level == FULL
        if not plain:
            found.append(name)
        elif policy is not None:
            found.append(f"{name}@{policy}")
        else:
            found += [Method(parse_method(name).operator, level).name for level in levels]
    return tuple(dict.fromkeys(found))
