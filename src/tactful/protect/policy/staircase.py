"""A coverage staircase for any set of regions (GUIGuard-Bench, G.2): nested levels of whole groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tactful.errors import PolicyError
from tactful.protect.policy.presets import Group
from tactful.protect.policy.rules import Policy, Rule, group_in
from tactful.terms import Region

LEVELS = (10, 20, 30, 40, 60, 80, 100)
"""The paper's target levels in percent."""


@dataclass(frozen=True, slots=True)
class Level:
    """One step: the target and the realised coverage in percent, and the groups that are masked."""

    target: int
    coverage: float
    groups: frozenset[Group]

    def policy(self, operator: str = "black") -> Policy:
        """The policy that masks the groups of this level."""
        name = f"coverage-{self.target}"
        return Policy(
            name, [Rule(group_in(self.groups), operator, f"{name}: {self.coverage:.2f} % realised")]
        )


def staircase(regions: Iterable[Region], levels: Sequence[int] = LEVELS) -> tuple[Level, ...]:
    """The levels, lowest target first, each holding all groups of the one before.

    By the four rules of G.2: a group (risk, category, necessary) is never split; levels are nested; groups
    come in the order high, medium, low; necessary ones come after all others, in the same order. Within a
    tier, the group that comes closest to the target is taken, as long as it comes closer than stopping.
    Level 100 takes everything. Regions without risk do not count. ``PolicyError`` where no region carries
    any risk, or a level is not from 1 to 100.
    """
    if not all(0 < target <= 100 for target in levels):
        raise PolicyError("not a coverage level", field="levels", expected="percentages from 1 to 100")
    counts = Counter((r.risk, r.category, r.necessary) for r in regions if r.private)
    total = counts.total()
    if not total:
        raise PolicyError("no region carries any risk, so there is nothing to cover")
    left = sorted(counts, key=_order)
    chosen: set[Group] = set()
    out: list[Level] = []
    for target in sorted(levels):
        covered = sum(counts[group] for group in chosen)
        while left:
            group = _closest(left, counts, covered, target / 100 * total)
            ahead = abs(covered + counts[group] - target / 100 * total)
            if target < 100 and ahead >= abs(covered - target / 100 * total):
                break
            left.remove(group)
            chosen.add(group)
            covered += counts[group]
        out.append(Level(target, 100 * covered / total, frozenset(chosen)))
    return tuple(out)


def _closest(left: Sequence[Group], counts: Counter[Group], covered: int, goal: float) -> Group:
    tier = [group for group in left if _tier(group) == _tier(left[0])]
    return min(tier, key=lambda group: (abs(covered + counts[group] - goal), _order(group)))


def _tier(group: Group) -> tuple[bool, int]:
    risk, _, needed = group
    return needed, -risk.rank


def _order(group: Group) -> tuple[bool, int, int]:
    category = group[1]
    return *_tier(group), 9 if category is None else int(category.digit)
