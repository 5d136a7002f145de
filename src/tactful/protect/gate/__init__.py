"""The memory gate: which memories may go into a message, before the prompt is built.

    gated = guard_memories(memories, task="Negotiate lease terms", recipient="Landlord")
    prompt = build(gated.texts)

Three backends: a norm table (`NormGate`, the default), a local classifier trained on labels
(`ClassifierGate`), and any model (`ModelGate`). All of them fail closed.
"""

from tactful.protect.gate.classifier import ClassifierGate
from tactful.protect.gate.decisions import (
    ACTIONS,
    Action,
    AsyncGate,
    Gate,
    GateDecision,
    GatedMemories,
)
from tactful.protect.gate.model import ModelGate
from tactful.protect.gate.normfile import load_norms
from tactful.protect.gate.normgate import NormGate
from tactful.protect.gate.norms import Norm, Norms
from tactful.protect.gate.product import get_gate, guard_memories, guard_memories_async

__all__ = [
    "ACTIONS",
    "Action",
    "AsyncGate",
    "ClassifierGate",
    "Gate",
    "GateDecision",
    "GatedMemories",
    "ModelGate",
    "Norm",
    "NormGate",
    "Norms",
    "get_gate",
    "guard_memories",
    "guard_memories_async",
    "load_norms",
]
