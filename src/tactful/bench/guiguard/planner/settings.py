"""How a planner is run."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from tactful.errors import InputError

OWN, SAME_STATE = "own", "same-state"
HISTORIES = (OWN, SAME_STATE)
ORIGINAL = "original"
"""The name of the unprotected pass among the methods."""


@dataclass(frozen=True, slots=True)
class PlannerSettings:
    """What the planner is shown and told, and how often it may try.

    ``history``: its earlier steps. ``own``: its own plans in this very replay, as in Algorithm 1, so that a
    slip moves what follows. ``same-state``: the plans of the unprotected pass, so that every step is asked in
    the state that the reference had; **those plans were made on raw screens, and what they say goes to the
    planner again**.

    ``images``: how many of the last screenshots it sees, the current one among them. ``reflection``: whether
    its steps are reflected on. ``attempts``: answers until the format must be right. ``prompts``: a prompt
    pack with the sections of ``guiguard_planning``. ``InputError`` for values that cannot be.
    """

    history: str = OWN
    images: int = 3
    reflection: bool = False
    attempts: int = 3
    prompts: str = "guiguard_planning"

    def __post_init__(self) -> None:
        if self.history not in HISTORIES:
            raise InputError("unknown history", field="history", expected=" or ".join(HISTORIES))
        for name in ("images", "attempts"):
            if getattr(self, name) < 1:
                raise InputError("is below 1", field=name, expected="1 or more")

    def to_json(self) -> dict[str, Any]:
        """As a JSON object."""
        return asdict(self)
