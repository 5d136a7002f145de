"""What the head of the report counts, screen by screen."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tactful.terms import ProtectedScreen, Region, Risk, Treatment


@dataclass(frozen=True, slots=True)
class Failure:
    """A screen that could not be protected, so nothing of it is shown: its name and the reason."""

    name: str
    reason: str


@dataclass(slots=True)
class Tally:
    """Running counts; ``add`` one screen after the other."""

    screens: int = 0
    covered: int = 0
    risky: int = 0
    regions: Counter[Risk] = field(default_factory=Counter)
    operators: Counter[str] = field(default_factory=Counter)
    policies: dict[str, None] = field(default_factory=dict)

    def add(self, screen: ProtectedScreen) -> None:
        self.screens += 1
        self.covered += screen.receipt.covered
        self.risky += screen.receipt.risky
        self.regions.update(region.risk for region in screen.regions)
        lines = (line for line in screen.receipt.treatments if line.risk is not Risk.NONE)
        self.operators.update(line.operator for line in lines)
        self.policies[screen.receipt.policy] = None

    @property
    def private(self) -> int:
        """Regions of any risk."""
        return sum(count for risk, count in self.regions.items() if risk is not Risk.NONE)


def pair_up(screen: ProtectedScreen) -> list[tuple[Region, Treatment | None]]:
    """Every region with what was done to it, in reading order; None where the receipt has no line for it.

    A receipt names no text, so a line belongs to the region of the same label whose box it overlaps most.
    """
    open_lines = list(screen.receipt.treatments)
    pairs: list[tuple[Region, Treatment | None]] = []
    for region in sorted(screen.regions, key=lambda region: _reading_order(region, screen.size[1])):
        fitting = [line for line in open_lines if _same_label(line, region) and _overlap(line, region)]
        best = max(fitting, key=lambda line: _overlap(line, region), default=None)
        if best is not None:
            open_lines.remove(best)
        pairs.append((region, best))
    return pairs


def _reading_order(region: Region, height: int) -> tuple[float, int, int]:
    """Line by line: boxes of one line differ by a few pixels in height, so lines are counted in bands."""
    bands = 100
    return region.box.center[1] * bands // height, region.box.x1, -region.box.area


def _same_label(line: Treatment, region: Region) -> bool:
    return (line.type, line.risk, line.category) == (region.type, region.risk, region.category)


def _overlap(line: Treatment, region: Region) -> float:
    return 2.0 if line.box == region.box else line.box.iou(region.box)
