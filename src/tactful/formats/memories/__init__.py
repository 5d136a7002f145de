"""The files of CIMemories: profiles, results of its evaluation, and the dataset on the hub."""

from tactful.formats.memories.exports import write_results
from tactful.formats.memories.hub import load_hub
from tactful.formats.memories.labels import mixed
from tactful.formats.memories.profiles import (
    ProfilesFile,
    read_profiles,
    require_labels,
    unlabelled,
    write_profiles,
)
from tactful.formats.memories.results import ResultsFile, read_results

__all__ = [
    "ProfilesFile",
    "ResultsFile",
    "load_hub",
    "mixed",
    "read_profiles",
    "read_results",
    "require_labels",
    "unlabelled",
    "write_profiles",
    "write_results",
]
