"""The gate as products call it: memories in, the texts that may go into the prompt out.

    gated = guard_memories(memories, task="Negotiate lease terms", recipient="Landlord")
    prompt = build(gated.texts)

What decides, in this order: the user's `Lists`, the lane of style preferences, the gate (`get_gate`), and
over whatever passes the prohibitions of the norm table. Everything fails closed.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tactful.errors import PolicyError, ProtectionError, TactfulError
from tactful.memory.decisions import (
    ALLOWED,
    ASKED,
    DENIED,
    STYLE,
    AsyncGate,
    Gate,
    GateDecision,
    GatedMemories,
)
from tactful.memory.lists import Case, Lists
from tactful.memory.norms import Norms
from tactful.memory.style import is_style
from tactful.terms import Memory

NORMS, AUTO = "norms", "auto"
"""The gate of the bundled norm table; the best gate that needs no model and is installed."""

_REASONS = {
    DENIED: "it is on the user's deny list",
    ASKED: "the user wants to be asked first",
    ALLOWED: "it is on the user's allow list",
    STYLE: "how the user wants to be answered is for the assistant, not for the message",
}


def get_gate(gate: str | Path | Gate = AUTO) -> Gate:
    """A gate by name or file: "auto", "norms", a norm table (.yaml), or trained weights (.npz).

    A gate object is given back as it is. ``PolicyError`` for anything else.
    """
    from tactful.memory.classifier import ClassifierGate
    from tactful.memory.norm_file import load_norms
    from tactful.memory.norm_gate import NormGate

    if not isinstance(gate, str | Path):
        return gate
    if gate in (AUTO, NORMS):
        return NormGate.default()
    suffix = Path(gate).suffix.lower()
    if suffix in (".yaml", ".yml"):
        return NormGate(load_norms(gate))
    if suffix == ".npz":
        return ClassifierGate.load(gate)
    raise PolicyError("no gate of that name", expected="auto, norms, a .yaml norm table or .npz weights")


def guard_memories(
    memories: Sequence[str | Memory],
    *,
    task: str,
    recipient: str,
    gate: str | Path | Gate = AUTO,
    model: Any = None,
    lists: Lists | Path | str | None = None,
    user: str = "",
) -> GatedMemories:
    """Decide which memories may go into a message to ``recipient`` for ``task``.

    Put ``.texts`` into the prompt and nothing else; where nothing passes, ``.why`` says why. ``model`` asks
    a model of yours (see `ModelGate`) in place of the gate. ``lists`` are the user's, or their file;
    ``user`` is whose memories they are, for lists of several users. Fails closed: ``ProtectionError`` where
    the gate fails or answers for another number of memories than it was asked about; then nothing may be
    sent.
    """
    asked = _Asked.of(memories, task, recipient, gate, model, lists, user)
    try:
        decisions: Any = asked.gate.decide(asked.texts, task=task, recipient=recipient)
        if inspect.iscoroutine(decisions):
            decisions = _waited(decisions)
    except Exception as err:
        raise _closed(err) from None
    return asked.complete(decisions)


async def guard_memories_async(
    memories: Sequence[str | Memory],
    *,
    task: str,
    recipient: str,
    gate: str | Path | Gate | AsyncGate = AUTO,
    model: Any = None,
    lists: Lists | Path | str | None = None,
    user: str = "",
) -> GatedMemories:
    """`guard_memories` where the answer is waited for, such as a model's; other gates run in a thread."""
    asked = _Asked.of(memories, task, recipient, gate, model, lists, user)
    decide = asked.gate.decide
    try:
        if inspect.iscoroutinefunction(decide):
            decisions = decide(asked.texts, task=task, recipient=recipient)
        else:
            decisions = await asyncio.to_thread(decide, asked.texts, task=task, recipient=recipient)
        if inspect.isawaitable(decisions):
            decisions = await decisions
    except Exception as err:
        raise _closed(err) from None
    return asked.complete(decisions)


@dataclass(frozen=True, slots=True)
class _Asked:
    """One question: the memories, what the lists say of each, and the gate for those that no list decides."""

    memories: tuple[Memory, ...] = field(repr=False)
    rules: tuple[str, ...]
    gate: Any
    named: str
    norms: Norms
    task: str
    recipient: str

    @classmethod
    def of(
        cls,
        memories: Sequence[str | Memory],
        task: str,
        recipient: str,
        gate: Any,
        model: Any,
        lists: Lists | Path | str | None,
        user: str,
    ) -> _Asked:
        from tactful.memory.model_gate import ModelGate
        from tactful.memory.norm_gate import NormGate

        known = _known(memories)
        deciding = get_gate(gate) if model is None else ModelGate(model)
        norms = getattr(deciding, "norms", None)
        if not isinstance(norms, Norms):
            norms = NormGate.default().norms
        if lists is None:
            lists = Lists()
        lists = lists.checked(norms.whats) if isinstance(lists, Lists) else Lists.read(lists, norms.whats)
        case = Case.of(norms, recipient, user)
        rules = tuple(_rule(memory, lists, case) for memory in known)
        named = type(deciding).__name__
        return cls(known, rules, deciding, named, norms, task, recipient)

    @property
    def texts(self) -> list[str]:
        """What the gate is asked about."""
        return [m.text for m, rule in zip(self.memories, self.rules, strict=True) if not rule]

    def complete(self, decisions: Any) -> GatedMemories:
        """All decisions, in order, once every one of the gate's is seen to be one."""
        count = self.rules.count("")
        sound = isinstance(decisions, Sequence) and all(isinstance(d, GateDecision) for d in decisions)
        if not sound or len(decisions) != count:
            raise ProtectionError(f"the gate did not answer for {count} memories, so no memory passes")
        of_gate = iter(decisions)
        made = tuple(
            self._veto(memory, self._of_list(memory, rule) if rule else next(of_gate))
            for memory, rule in zip(self.memories, self.rules, strict=True)
        )
        return GatedMemories(made, self.memories, self.named)

    def _of_list(self, memory: Memory, rule: str) -> GateDecision:
        if rule == ALLOWED:
            return GateDecision("pass", memory.text, _REASONS[rule], rule)
        return GateDecision("withhold", None, _REASONS[rule], rule)

    def _veto(self, memory: Memory, decision: GateDecision) -> GateDecision:
        """The decision, unless a prohibition of the norm table stands against it."""
        if decision.action == "withhold":
            return decision
        if decision.action == "pass" and decision.statement != memory.text:
            raise ProtectionError("the gate passed another text than the memory, so no memory passes")
        ruling = self.norms.forbids(memory.text, self.task, self.recipient)
        return decision if ruling is None else GateDecision("withhold", None, ruling.reason, ruling.rule)


def _rule(memory: Memory, lists: Lists, case: Case) -> str:
    rule = lists.rule(memory, case)
    return STYLE if rule in ("", ALLOWED) and is_style(memory.text) else rule


def _known(memories: Sequence[str | Memory]) -> tuple[Memory, ...]:
    if isinstance(memories, str) or not isinstance(memories, Iterable):
        raise ProtectionError("memories must be a sequence of texts, so no memory passes")
    known = tuple(Memory(memory) if isinstance(memory, str) else memory for memory in memories)
    if not all(isinstance(memory, Memory) and isinstance(memory.text, str) for memory in known):
        raise ProtectionError("memories must be texts or Memory values, so no memory passes")
    return known


def _waited(decisions: Any) -> Any:
    """The answer of a gate that waits, for a caller that does not; in a running loop that cannot be had."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(decisions)
    decisions.close()
    raise ProtectionError("a gate that waits was called in a running event loop: use guard_memories_async")


def _closed(error: Exception) -> TactfulError:
    """Our own errors as they are; the error of a user's own gate may quote a memory."""
    if isinstance(error, TactfulError):
        return error
    return ProtectionError(f"the gate failed ({type(error).__name__}), so no memory passes")
