"""What Inspect finds of tactful: the module behind the entry point ``inspect_ai``.

It loads whenever Inspect looks for anything, so it names things and does nothing else. An error here would
show up only as "No inspect tasks were found".
"""

from tactful.tasks.cimemories import cimemories
from tactful.tasks.guiguard_grounding import find_points, guiguard_grounding, on_target
from tactful.tasks.guiguard_leakage import covered_protection, guiguard_leakage, item_protection, leaked_items
from tactful.tasks.guiguard_planning import guiguard_planning, plan_fidelity, replay_task
from tactful.tasks.guiguard_recognition import (
    element_recall,
    guiguard_recognition,
    list_private,
    over_masking,
    private_elements,
    strict_match,
)
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
    "covered_protection",
    "element_recall",
    "find_points",
    "gate_memories",
    "grow_profile",
    "guiguard_grounding",
    "guiguard_leakage",
    "guiguard_planning",
    "guiguard_recognition",
    "item_protection",
    "labels",
    "leaked_items",
    "list_private",
    "on_target",
    "over_masking",
    "plan_fidelity",
    "private_elements",
    "replay_task",
    "reveal",
    "strict_match",
    "tactful",
    "violation",
    "write_message",
]
