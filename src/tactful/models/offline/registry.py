"""The names of the offline writers. (The lexical judge as a model lives with its rules, in `score`.)"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tactful.models.offline import writers
from tactful.models.offline.calls import Writer

OFFLINE_MODELS: Mapping[str, Writer] = MappingProxyType(
    {
        "reveal-all": writers.reveal_all,
        "reveal-none": writers.reveal_none,
        "domain-match": writers.domain_match,
        "oracle": writers.oracle,
        "random-p": writers.random_p,
    }
)
