from .actions import case_action
from .agent_runs import RunAction, RunStep
from .agent_s3 import read_agent_s3, write_agent_s3
from .guiguard import SOURCE, is_guiguard_release, read_guiguard
from .guiguard_results import read_judgements, read_plan_run, write_judgements, write_plan_run
from .images import (
    is_bare_png,
    load_screen_image,
    natural_key,
    quiet,
    to_screen_image,
)
from .inputs import Input, Item, read_input
from .memory_results import ResultsFile, read_results, write_results
from .mobile_agent import read_mobile_agent, write_mobile_agent
from .profiles import ProfilesFile, read_profiles, require_labels, unlabelled, write_profiles
from .profiles_hub import load_hub
from .records import (
    json_lines,
    read_json,
    read_jsonl,
    region_record,
)
from .regions import (
    Annotation,
    ImageRegions,
    join_predictions,
    read_annotation,
    read_annotations,
    read_predictions,
    receipt_from_json,
    receipt_to_json,
    regions_document,
    regions_from_json,
)
from .schema import Pixels, Record, String
from .trajectories import read_trajectory, write_trajectory
from .units import read_units

__all__ = [
    "SOURCE",
    "Annotation",
    "ImageRegions",
    "Input",
    "Item",
    "Pixels",
    "ProfilesFile",
    "Record",
    "ResultsFile",
    "RunAction",
    "RunStep",
    "String",
    "case_action",
    "is_bare_png",
    "is_guiguard_release",
    "join_predictions",
    "json_lines",
    "load_hub",
    "load_screen_image",
    "natural_key",
    "quiet",
    "read_agent_s3",
    "read_annotation",
    "read_annotations",
    "read_guiguard",
    "read_input",
    "read_json",
    "read_jsonl",
    "read_judgements",
    "read_mobile_agent",
    "read_plan_run",
    "read_predictions",
    "read_profiles",
    "read_results",
    "read_trajectory",
    "read_units",
    "receipt_from_json",
    "receipt_to_json",
    "region_record",
    "regions_document",
    "regions_from_json",
    "require_labels",
    "to_screen_image",
    "unlabelled",
    "write_agent_s3",
    "write_judgements",
    "write_mobile_agent",
    "write_plan_run",
    "write_profiles",
    "write_results",
    "write_trajectory",
]
