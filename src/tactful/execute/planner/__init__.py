"""A planner in the manner of the Agent S3 worker, replayed on recorded screenshots (GUIGuard-Bench, G.4)."""

from tactful.execute.planner.answers import Answer, parts, read_answer
from tactful.execute.planner.api import APIS, PLATFORM_NAMES, ApiCall, Param, describe
from tactful.execute.planner.calls import Call, FormatError, parse_call
from tactful.execute.planner.code import to_code
from tactful.execute.planner.settings import HISTORIES, ORIGINAL, OWN, SAME_STATE, PlannerSettings
from tactful.execute.planner.worker import FAILED, replay

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
