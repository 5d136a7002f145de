"""A planner in the manner of the Agent S3 worker, replayed on recorded screenshots (GUIGuard-Bench, G.4)."""

from tactful.bench.guiguard.planner.answers import Answer, parts, read_answer
from tactful.bench.guiguard.planner.api import APIS, PLATFORM_NAMES, ApiCall, Param, describe
from tactful.bench.guiguard.planner.calls import Call, FormatError, parse_call
from tactful.bench.guiguard.planner.code import to_code
from tactful.bench.guiguard.planner.settings import HISTORIES, ORIGINAL, OWN, SAME_STATE, PlannerSettings
from tactful.bench.guiguard.planner.worker import FAILED, replay

__all__ = [
    "APIS",
    "FAILED",
    "HISTORIES",
    "ORIGINAL",
    "OWN",
    "PLATFORM_NAMES",
    "SAME_STATE",
    "Answer",
    "ApiCall",
    "Call",
    "FormatError",
    "Param",
    "PlannerSettings",
    "describe",
    "parse_call",
    "parts",
    "read_answer",
    "replay",
    "to_code",
]
