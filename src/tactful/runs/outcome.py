"""What a run is made of, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from tactful.terms import Screen

MANIFEST = "manifest.json"
RECEIPTS = "receipts.jsonl"


class RunItem(Protocol):
    """One screen of a run: its name below the input, its file, and how to load it."""

    @property
    def name(self) -> str: ...

    @property
    def path(self) -> Path: ...

    def load(self) -> Screen: ...


@dataclass(frozen=True, slots=True)
class ScreenOutcome:
    """How one screen ended: "done", "kept" (finished by an earlier call) or "failed" with its error."""

    file: str
    status: str
    output: str | None = None
    size: tuple[int, int] | None = None
    regions: Mapping[str, int] | None = None
    covered: int = 0
    risky: int = 0
    seconds: float = 0.0
    error: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "file": self.file,
            "status": self.status,
            "output": self.output,
            "width": None if self.size is None else self.size[0],
            "height": None if self.size is None else self.size[1],
            "regions": None if self.regions is None else dict(self.regions),
            "covered": self.covered,
            "risky": self.risky,
            "seconds": round(self.seconds, 3),
            "error": self.error,
        }


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """How a run ended: its screens in order, those of earlier calls included."""

    out: Path
    screens: tuple[ScreenOutcome, ...]
    total: int
    seconds: float
    stopped: bool = False

    @property
    def failed(self) -> int:
        return sum(s.status == "failed" for s in self.screens)

    def to_json(self) -> dict[str, Any]:
        covered, risky = sum(s.covered for s in self.screens), sum(s.risky for s in self.screens)
        return {
            "out": str(self.out),
            "manifest": str(self.out / MANIFEST),
            "total": self.total,
            "done": sum(s.status == "done" for s in self.screens),
            "kept": sum(s.status == "kept" for s in self.screens),
            "failed": self.failed,
            "stopped": self.stopped,
            "coverage": {"value": covered / risky if risky else None, "covered": covered, "risky": risky},
            "seconds": round(self.seconds, 3),
            "screens": [s.to_json() for s in self.screens],
        }
