"""What Inspect finds of tactful: the module behind the entry point ``inspect_ai``.

It loads whenever Inspect looks for anything, so it names things and does nothing else. An error here would
show up only as "No inspect tasks were found".
"""

from tactful.tasks.cimemories import cimemories
from tactful.tasks.make import (
    ask_persona,
    cimemories_generate,
    cimemories_label,
    complete_profile,
    grow_profile,
    labels,
)
from tactful.tasks.metrics import completeness, violation
from tactful.tasks.offline import tactful
from tactful.tasks.reveal import reveal
from tactful.tasks.solvers import gate_memories, write_message

__all__ = [
    "ask_persona",
    "cimemories",
    "cimemories_generate",
    "cimemories_label",
    "complete_profile",
    "completeness",
    "gate_memories",
    "grow_profile",
    "labels",
    "reveal",
    "tactful",
    "violation",
    "write_message",
]
