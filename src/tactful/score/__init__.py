"""Metrics: pure functions on terms, no files and no network."""

from tactful.score.matching import MatchRule
from tactful.score.regions import Outcome, ScreenPair, judge_screen, score_regions
from tactful.score.report import CurvePoint, Figures, Rate, RegionScores, Row

__all__ = [
    "CurvePoint",
    "Figures",
    "MatchRule",
    "Outcome",
    "Rate",
    "RegionScores",
    "Row",
    "ScreenPair",
    "judge_screen",
    "score_regions",
]
