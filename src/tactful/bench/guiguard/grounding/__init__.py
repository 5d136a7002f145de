"""Grounding under protection: click points on original and protected screens (GUIGuard-Bench, 6.3, G.6)."""

from tactful.bench.guiguard.grounding.bench import GroundingBench, GroundingSample, prepared
from tactful.bench.guiguard.grounding.direct import run_grounding
from tactful.bench.guiguard.grounding.rows import calibration_row, ground_row
from tactful.bench.guiguard.grounding.settings import GroundingSettings
from tactful.bench.guiguard.grounding.summary import summarise

__all__ = [
    "GroundingBench",
    "GroundingSample",
    "GroundingSettings",
    "calibration_row",
    "ground_row",
    "prepared",
    "run_grounding",
    "summarise",
]
