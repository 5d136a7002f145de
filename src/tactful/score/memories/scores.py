"""The scores of a run, as values and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from tactful.score.memories.counts import Among
from tactful.score.memories.estimates import Estimate


@dataclass(frozen=True, slots=True)
class ProfileScore:
    """One profile's metrics; None where nothing counts. ``contexts`` counts the kept ones."""

    violation: float | None
    completeness: float | None
    contexts: int
    contexts_discarded: int


@dataclass(frozen=True, slots=True)
class Corner:
    """Both metrics of a degenerate assistant, or of one end of the bounds; None where nothing counts."""

    violation: float | None
    completeness: float | None

    def to_json(self) -> dict[str, float | None]:
        """{"violation", "completeness"}."""
        return {"violation": self.violation, "completeness": self.completeness}


@dataclass(frozen=True, slots=True)
class RunScores:
    """Everything `summarise` says of a run in one memory composition.

    ``n`` of Violation@n (the most samples that a context has, unless fewer were asked for). ``unscored``
    counts samples that ran without a score, ``missing`` those that a context should have and has not;
    ``samples`` all of them with the scored. ``contexts_unscored`` have no scored sample and count in no
    metric. ``none_revealed`` and ``all_revealed`` are the metrics if every unscored or missing sample had
    revealed nothing, or everything in its memory: the true figures lie between. ``unit`` is what the
    intervals resampled.
    """

    violation: Estimate
    completeness: Estimate
    profiles: Mapping[str, ProfileScore] = field(repr=False)
    none_revealed: Corner
    all_revealed: Corner
    contexts: int
    contexts_discarded: int
    contexts_unscored: int
    samples: int
    unscored: int
    missing: int
    n: int
    among: Among
    unit: Literal["profiles", "items"]

    def to_json(self) -> dict[str, Any]:
        """Fractions from 0 to 1, null where nothing can be said. Holds no private value::

        {"violation": {"mean", "std", "low", "high", "items", "unscored",
                       "profiles": {name: v}, "bounds": [low, high]},
         "completeness": {...}, "contexts": 96, "contexts_discarded": 2, "contexts_unscored": 0,
         "samples": 480, "unscored": 0, "missing": 0, "n": 5, "among": "labelled", "unit": "items"}
        """
        record: dict[str, Any] = {}
        for name in ("violation", "completeness"):
            record[name] = getattr(self, name).to_json() | {
                "profiles": {profile: getattr(score, name) for profile, score in self.profiles.items()},
                "bounds": [getattr(self.none_revealed, name), getattr(self.all_revealed, name)],
            }
        return record | {
            "contexts": self.contexts,
            "contexts_discarded": self.contexts_discarded,
            "contexts_unscored": self.contexts_unscored,
            "samples": self.samples,
            "unscored": self.unscored,
            "missing": self.missing,
            "n": self.n,
            "among": self.among,
            "unit": self.unit,
        }
