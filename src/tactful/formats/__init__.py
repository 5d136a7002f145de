"""Files that others define, read into the vocabulary of `tactful.terms`, and our own JSON."""

from tactful.formats._runs import RunAction, RunStep
from tactful.formats.agent_s3 import read_agent_s3
from tactful.formats.agent_s3_writer import write_agent_s3
from tactful.formats.guiguard import Release, read_guiguard
from tactful.formats.images import list_images, load_screen_image, open_screen, to_screen_image
from tactful.formats.inputs import Input, Item, read_input
from tactful.formats.mobile_agent import read_mobile_agent
from tactful.formats.mobile_agent_writer import write_mobile_agent
from tactful.formats.native import read_trajectory, write_trajectory
from tactful.formats.regions import (
    Annotation,
    ImageRegions,
    join_predictions,
    read_annotation,
    read_annotations,
    read_predictions,
    regions_document,
)
from tactful.formats.units import GivenUnits, parse_units, read_units

__all__ = [
    "Annotation",
    "GivenUnits",
    "ImageRegions",
    "Input",
    "Item",
    "Release",
    "RunAction",
    "RunStep",
    "join_predictions",
    "list_images",
    "load_screen_image",
    "open_screen",
    "parse_units",
    "read_agent_s3",
    "read_annotation",
    "read_annotations",
    "read_guiguard",
    "read_input",
    "read_mobile_agent",
    "read_predictions",
    "read_trajectory",
    "read_units",
    "regions_document",
    "to_screen_image",
    "write_agent_s3",
    "write_mobile_agent",
    "write_trajectory",
]
