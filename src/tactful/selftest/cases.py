"""What a hostile case is, and how one is run."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from importlib import import_module
from typing import TypeAlias

from tactful.errors import InputError

FAMILIES: tuple[str, ...] = (
    "units",
    "detector",
    "splits",
    "near_misses",
    "codes",
    "restores",
    "scripts",
    "faults",
    "paths",
    "damage",
)
"""The modules of this package that hold ``CASES``, in the order in which they are run."""

Attack: TypeAlias = Callable[[], str | None]
"""Returns None where nothing got out, else what did, in words that do not hold the value."""

HELD, LEAKED, SKIPPED, FAILED = "held", "leaked", "skipped", "failed"


class Skipped(Exception):
    """Raised by an attack that cannot be made on this installation: no font for a script, no such package."""


@dataclass(frozen=True)
class Case:
    """One attack: its family's name, its own, and whether it belongs to the short run of a minute."""

    family: str
    name: str
    attack: Attack
    short: bool = True


@dataclass(frozen=True)
class Outcome:
    """How a case ended: ``held``, ``leaked``, ``skipped`` or ``failed`` (neither held nor known to leak)."""

    family: str
    name: str
    result: str
    reason: str = ""
    seconds: float = 0.0


def find_cases(families: Collection[str] = FAMILIES, *, short: bool = False) -> tuple[Case, ...]:
    """The cases of ``families``, in order. Raises ``InputError`` for a family that does not exist."""
    unknown = set(families) - set(FAMILIES)
    if unknown:
        raise InputError("no such family", field="--only", expected=f"of {', '.join(FAMILIES)}")
    cases: list[Case] = []
    for family in FAMILIES:
        if family in families:
            cases += import_module(f"tactful.selftest.{family}").CASES
    return tuple(case for case in cases if case.short or not short)


def run_case(case: Case) -> Outcome:
    """Run one case; an exception that the attack did not expect is a failure, told by its type alone."""
    start = time.perf_counter()
    try:
        leak = case.attack()
        result, reason = (HELD, "") if leak is None else (LEAKED, leak)
    except Skipped as err:
        result, reason = SKIPPED, str(err)
    except Exception as err:
        result, reason = FAILED, type(err).__name__
    return Outcome(case.family, case.name, result, reason, time.perf_counter() - start)
