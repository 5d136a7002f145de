"""Metrics: pure functions on terms, no files and no network."""

from tactful.score.evidence import Evidence, Link, compare
from tactful.score.matching import MatchRule
from tactful.score.regions import Outcome, ScreenPair, judge_screen, score_evidence, score_regions
from tactful.score.report import CurvePoint, Figures, Rate, RegionScores, Row
from tactful.score.sweep import SweepPoint, sweep

__all__ = [
    "CurvePoint",
    "Evidence",
    "Figures",
    "Link",
    "MatchRule",
    "Outcome",
    "Rate",
    "RegionScores",
    "Row",
    "ScreenPair",
    "SweepPoint",
    "compare",
    "judge_screen",
    "score_evidence",
    "score_regions",
    "sweep",
]
