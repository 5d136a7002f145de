"""What Inspect finds of tactful: the module behind the entry point ``inspect_ai``.

It loads whenever Inspect looks for anything, so it names things and does nothing else. An error here would
show up only as "No inspect tasks were found".
"""

from tactful.bench.cimemories.make_task import (
    ask_persona,
    cimemories_generate,
    cimemories_label,
    complete_profile,
    grow_profile,
    labels,
)
from tactful.bench.cimemories.task import (
    cimemories,
    completeness,
    gate_memories,
    reveal,
    violation,
    write_message,
)
from tactful.bench.guiguard.grounding.task import guiguard_grounding, on_target
from tactful.bench.guiguard.leakage.task import (
    covered_protection,
    guiguard_leakage,
    item_protection,
    leaked_items,
)
from tactful.bench.guiguard.planning.task import guiguard_planning, plan_fidelity
from tactful.bench.guiguard.recognition.task import (
    element_recall,
    guiguard_recognition,
    over_masking,
    private_elements,
    strict_match,
)
from tactful.bench.offline import endpoint, tactful

__all__ = [
    "ask_persona",
    "cimemories",
    "cimemories_generate",
    "cimemories_label",
    "complete_profile",
    "completeness",
    "covered_protection",
    "element_recall",
    "endpoint",
    "gate_memories",
    "grow_profile",
    "guiguard_grounding",
    "guiguard_leakage",
    "guiguard_planning",
    "guiguard_recognition",
    "item_protection",
    "labels",
    "leaked_items",
    "on_target",
    "over_masking",
    "plan_fidelity",
    "private_elements",
    "reveal",
    "strict_match",
    "tactful",
    "violation",
    "write_message",
]
