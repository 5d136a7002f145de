"""Contextual privacy for AI agents: see, remember and say only what the task needs.

>>> from tactful import Guard
>>> guard = Guard(policy="all", task="Reply to the second e-mail")
>>> safe = guard.protect("screenshot.png")        # safe.image, safe.receipt
>>> action = guard.restore(agent_answer)          # placeholders back to real values

Nothing heavy is imported until it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tactful.errors import TactfulError
    from tactful.guard import Guard
    from tactful.protect import Policy, Vault, restore
    from tactful.terms import Box, Category, ProtectedScreen, Region, Risk, Screen, TaskState, TextUnit

__version__ = "0.1.0"

__all__ = [
    "Box",
    "Category",
    "Guard",
    "Policy",
    "ProtectedScreen",
    "Region",
    "Risk",
    "Screen",
    "TactfulError",
    "TaskState",
    "TextUnit",
    "Vault",
    "__version__",
    "restore",
]

_HOMES = {
    "Box": "tactful.terms",
    "Category": "tactful.terms",
    "Guard": "tactful.guard",
    "Policy": "tactful.protect",
    "ProtectedScreen": "tactful.terms",
    "Region": "tactful.terms",
    "Risk": "tactful.terms",
    "Screen": "tactful.terms",
    "TactfulError": "tactful.errors",
    "TaskState": "tactful.terms",
    "TextUnit": "tactful.terms",
    "Vault": "tactful.protect",
    "restore": "tactful.protect",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'tactful' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
