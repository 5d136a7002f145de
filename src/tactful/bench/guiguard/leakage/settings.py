"""What a test of leakage is of, declared once for the command and the task."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from tactful.bench.guiguard.choice import ProtectionSettings
from tactful.runs import Option


@dataclass(frozen=True, kw_only=True)
class LeakageSettings(ProtectionSettings):
    """Which protected screens an evaluator is shown, and what it knows beforehand."""

    known: Annotated[
        str | None,
        Option(
            "JSON of what the dictionary's attacker knows: type -> values, patterns. By default how codes, "
            "telephone and card numbers are written."
        ),
    ] = None
    protected: Annotated[
        str | None, Option("A folder of `tactful bench protect`; else screens are protected in memory.")
    ] = None
