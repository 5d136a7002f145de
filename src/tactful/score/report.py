"""The figures of a scoring, as values, as JSON, and as rows of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from tactful.score.matching import MatchRule


@dataclass(frozen=True, slots=True)
class Rate:
    """``hits`` of ``count``, with a 95 % interval where one was computed."""

    hits: int
    count: int
    low: float | None = None
    high: float | None = None

    @property
    def value(self) -> float | None:
        """The share, None where there was nothing to count."""
        return self.hits / self.count if self.count else None

    def to_json(self) -> dict[str, Any]:
        """{"value", "hits", "n"}, with "low" and "high" where there is an interval."""
        record: dict[str, Any] = {"value": self.value, "hits": self.hits, "n": self.count}
        if self.low is not None and self.high is not None:
            record |= {"low": self.low, "high": self.high}
        return record


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one group of regions; a rate with count 0 does not apply to the group."""

    recall: Rate
    strict: Rate
    risk: Rate
    category: Rate
    necessity: Rate
    over_masking: Rate
    detection: Rate
    covered: Rate
    over_covered: Rate

    def items(self) -> Iterator[tuple[str, Rate]]:
        """(name, rate) in order."""
        return ((each.name, getattr(self, each.name)) for each in fields(self))

    def to_json(self) -> dict[str, Any]:
        """Every rate that applies, by name."""
        return {name: rate.to_json() for name, rate in self.items() if rate.count}


class CurvePoint(NamedTuple):
    """What is left when predictions below a confidence are dropped."""

    threshold: float
    recall: Rate
    over_masking: Rate
    strict: Rate


class Row(NamedTuple):
    """One line of a table: the group ("overall", "risk: high", ...), the figure and its rate."""

    group: str
    figure: str
    rate: Rate


@dataclass(frozen=True, slots=True)
class RegionScores:
    """Everything `score_regions` says.

    ``lenient`` leaves out the regions of which the annotator was not sure whether they are private at all,
    and takes either of an unsure region's risks; the headline, ``overall``, knows the first label alone.
    """

    rule: MatchRule
    screens: int
    unscored: tuple[tuple[str, str], ...]
    overall: Figures
    lenient: Figures
    by_risk: Mapping[str, Figures]
    by_category: Mapping[str, Figures]
    by_platform: Mapping[str, Figures]
    by_language: Mapping[str, Figures]
    by_platform_category: Mapping[str, Mapping[str, Figures]]
    curve: tuple[CurvePoint, ...]

    def to_json(self) -> dict[str, Any]:
        """The document that ``tactful score regions --json`` prints. Holds no private value::

            {"rule": {"text": "corrected", "tau": 0.9, "iou": 0.6},
             "screens": {"n": 14, "unscored": [{"name": "...", "reason": "..."}]},
             "overall": {"recall": {"value": 0.6, "hits": 60, "n": 100, "low": 0.5, "high": 0.7}, ...},
             "lenient": {...}, "by_risk": {"high": {...}}, "by_category": {...}, "by_platform": {...},
             "by_language": {"en": {...}}, "by_platform_category": {"android": {"identity": {...}}},
             "curve": [{"threshold": 0.0, "recall": {...}, "over_masking": {...}, "strict": {...}}]}

        ``value`` is a share from 0 to 1; figures that do not apply to a group are left out of it.
        """
        return {
            "rule": {"text": self.rule.text, "tau": self.rule.tau, "iou": self.rule.iou},
            "screens": {
                "n": self.screens,
                "unscored": [{"name": name, "reason": reason} for name, reason in self.unscored],
            },
            "overall": self.overall.to_json(),
            "lenient": self.lenient.to_json(),
            "by_risk": {name: figures.to_json() for name, figures in self.by_risk.items()},
            "by_category": {name: figures.to_json() for name, figures in self.by_category.items()},
            "by_platform": {name: figures.to_json() for name, figures in self.by_platform.items()},
            "by_language": {name: figures.to_json() for name, figures in self.by_language.items()},
            "by_platform_category": {
                platform: {name: figures.to_json() for name, figures in part.items()}
                for platform, part in self.by_platform_category.items()
            },
            "curve": [
                {
                    "threshold": point.threshold,
                    "recall": point.recall.to_json(),
                    "over_masking": point.over_masking.to_json(),
                    "strict": point.strict.to_json(),
                }
                for point in self.curve
            ],
        }

    def rows(self) -> list[Row]:
        """Every rate that applies: overall, lenient, then by risk, category, platform and language."""
        groups: list[tuple[str, Figures]] = [("overall", self.overall), ("lenient", self.lenient)]
        for title, part in (
            ("risk", self.by_risk),
            ("category", self.by_category),
            ("platform", self.by_platform),
            ("language", self.by_language),
        ):
            groups += [(f"{title}: {name}", figures) for name, figures in part.items()]
        return [
            Row(group, name, rate)
            for group, figures in groups
            for name, rate in figures.items()
            if rate.count
        ]
