from .classifier import ClassifierGate
from .decisions import ACTIONS, Action, AsyncGate, Gate, GateDecision, GatedMemories
from .gate import get_gate, guard_memories, guard_memories_async
from .lists import Entry, Lists
from .model_gate import ModelGate
from .norm_file import load_norms
from .norm_gate import NormGate
from .norms import Norm, Norms
from .stores.door import Passed, StoreCall
from .stores.function_tools import gated_tool
from .stores.langchain import memory_middleware
from .stores.langgraph import gated_langgraph_store
from .stores.letta import gated_letta
from .stores.mcp_server import gated_mcp_server, memory_client, serve_mcp
from .stores.mem0 import gated_mem0
from .stores.memory_tool import MemoryCommands, gated_memory_tool
from .stores.zep import gated_zep
from .training import Pairs, context_key, cross_validate, held_out, pairs_of, passed_scores, train

__all__ = [
    "ACTIONS",
    "Action",
    "AsyncGate",
    "ClassifierGate",
    "Entry",
    "Gate",
    "GateDecision",
    "GatedMemories",
    "Lists",
    "MemoryCommands",
    "ModelGate",
    "Norm",
    "NormGate",
    "Norms",
    "Pairs",
    "Passed",
    "StoreCall",
    "context_key",
    "cross_validate",
    "gated_langgraph_store",
    "gated_letta",
    "gated_mcp_server",
    "gated_mem0",
    "gated_memory_tool",
    "gated_tool",
    "gated_zep",
    "get_gate",
    "guard_memories",
    "guard_memories_async",
    "held_out",
    "load_norms",
    "memory_client",
    "memory_middleware",
    "pairs_of",
    "passed_scores",
    "serve_mcp",
    "train",
]
