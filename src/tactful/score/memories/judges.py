"""How far two REVEAL judges agree (CIMemories, section 5.1: judge and human agree on 94 of 100)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tactful.terms import SampleResult


@dataclass(frozen=True, slots=True)
class JudgeAgreement:
    """A 2 x 2 table of two judges' verdicts over the same (message, attribute) pairs.

    ``percent`` is the share on which both say the same, ``kappa`` Cohen's; both are NaN without pairs, and
    ``kappa`` also where each judge gives one and the same verdict throughout.
    """

    both: int
    first_only: int
    second_only: int
    neither: int

    @property
    def pairs(self) -> int:
        """How many pairs were judged by both."""
        return self.both + self.first_only + self.second_only + self.neither

    @property
    def percent(self) -> float:
        """Agreement in percent."""
        return 100 * (self.both + self.neither) / self.pairs if self.pairs else math.nan

    @property
    def kappa(self) -> float:
        """Cohen's kappa: agreement beyond what the judges' own rates of "revealed" give by chance."""
        if not self.pairs:
            return math.nan
        first = (self.both + self.first_only) / self.pairs
        second = (self.both + self.second_only) / self.pairs
        chance = first * second + (1 - first) * (1 - second)
        return math.nan if chance >= 1 else (self.percent / 100 - chance) / (1 - chance)

    def to_json(self) -> dict[str, float | int | None]:
        """Counts and figures; null where a figure is undefined."""
        return {
            "pairs": self.pairs,
            "both": self.both,
            "first_only": self.first_only,
            "second_only": self.second_only,
            "neither": self.neither,
            "percent": _or_null(self.percent),
            "kappa": _or_null(self.kappa),
        }


def judge_agreement(pairs: Iterable[tuple[bool, bool]]) -> JudgeAgreement:
    """The table of (first judge's, second judge's) verdicts "revealed"."""
    counts = {(True, True): 0, (True, False): 0, (False, True): 0, (False, False): 0}
    for first, second in pairs:
        counts[bool(first), bool(second)] += 1
    return JudgeAgreement(counts[True, True], counts[True, False], counts[False, True], counts[False, False])


def verdicts(sample: SampleResult, keys: Sequence[str]) -> list[tuple[bool, bool]]:
    """(judge's verdict, lexical judge's verdict) for every key; empty where either did not score."""
    if sample.revealed is None or sample.lexical is None:
        return []
    return [(key in sample.revealed, key in sample.lexical) for key in keys]


def _or_null(value: float) -> float | None:
    return None if math.isnan(value) else value
