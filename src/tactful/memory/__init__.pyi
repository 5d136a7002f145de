from .classifier import ClassifierGate
from .decisions import ACTIONS, Action, AsyncGate, Gate, GateDecision, GatedMemories
from .gate import get_gate, guard_memories, guard_memories_async
from .model_gate import ModelGate
from .norm_file import load_norms
from .norm_gate import NormGate
from .norms import Norm, Norms
from .training import Pairs, context_key, cross_validate, held_out, pairs_of, passed_scores, train

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
    "Pairs",
    "context_key",
    "cross_validate",
    "get_gate",
    "guard_memories",
    "guard_memories_async",
    "held_out",
    "load_norms",
    "pairs_of",
    "passed_scores",
    "train",
]
