"""The gate as products call it: memories in, the texts that may go into the prompt out.

    gated = guard_memories(memories, task="Negotiate lease terms", recipient="Landlord")
    prompt = build(gated.texts)

Three gates: a norm table (`NormGate`, the default), a local classifier trained on labels (`ClassifierGate`),
and any model (`ModelGate`). All of them fail closed.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tactful.errors import PolicyError, ProtectionError, TactfulError
from tactful.memory.decisions import AsyncGate, Gate, GateDecision, GatedMemories

NORMS = "norms"
"""The name of the gate of the bundled norm table."""


def get_gate(gate: str | Path | Gate = NORMS) -> Gate:
    """A gate by name or file: "norms", a norm table (.yaml), or trained weights (.npz).

    A gate object is given back as it is. ``PolicyError`` for anything else.
    """
    from tactful.memory.classifier import ClassifierGate
    from tactful.memory.norm_file import load_norms
    from tactful.memory.norm_gate import NormGate

    if not isinstance(gate, str | Path):
        return gate
    if gate == NORMS:
        return NormGate.default()
    suffix = Path(gate).suffix.lower()
    if suffix in (".yaml", ".yml"):
        return NormGate(load_norms(gate))
    if suffix == ".npz":
        return ClassifierGate.load(gate)
    raise PolicyError("no gate of that name", expected="norms, a .yaml norm table or .npz weights")


def guard_memories(
    memories: Sequence[str], *, task: str, recipient: str, gate: str | Path | Gate = NORMS
) -> GatedMemories:
    """Decide which memories may go into a message to ``recipient`` for ``task``.

    Put ``.texts`` into the prompt and nothing else. Fails closed: ``ProtectionError`` where the gate fails
    or answers for another number of memories than it was asked about; then nothing may be sent.
    """
    _check_texts(memories)
    try:
        decisions = get_gate(gate).decide(memories, task=task, recipient=recipient)
    except Exception as err:
        raise _closed(err) from None
    return _complete(memories, decisions)


async def guard_memories_async(
    memories: Sequence[str], *, task: str, recipient: str, gate: AsyncGate
) -> GatedMemories:
    """`guard_memories` with a gate that waits for its answer, such as `ModelGate`."""
    _check_texts(memories)
    try:
        decisions = await gate.decide(memories, task=task, recipient=recipient)
    except Exception as err:
        raise _closed(err) from None
    return _complete(memories, decisions)


def _check_texts(memories: Sequence[str]) -> None:
    if isinstance(memories, str) or not all(isinstance(memory, str) for memory in memories):
        raise ProtectionError("memories must be a sequence of texts, so no memory passes")


def _closed(error: Exception) -> TactfulError:
    """Our own errors as they are; the error of a user's own gate may quote a memory."""
    if isinstance(error, TactfulError):
        return error
    return ProtectionError(f"the gate failed ({type(error).__name__}), so no memory passes")


def _complete(memories: Sequence[str], decisions: Sequence[GateDecision]) -> GatedMemories:
    if len(decisions) != len(memories) or not all(isinstance(d, GateDecision) for d in decisions):
        raise ProtectionError(
            f"the gate answered for {len(decisions)} of {len(memories)} memories, so no memory passes"
        )
    return GatedMemories(tuple(decisions))
