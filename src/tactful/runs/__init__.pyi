from .optional import require, versions
from .outcome import MANIFEST, RECEIPTS, RunItem, RunOutcome, ScreenOutcome
from .run import protect_run
from .seeds import derive, generator

__all__ = [
    "MANIFEST",
    "RECEIPTS",
    "RunItem",
    "RunOutcome",
    "ScreenOutcome",
    "derive",
    "generator",
    "protect_run",
    "require",
    "versions",
]
