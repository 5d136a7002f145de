"""Writing the message, and the gate before it."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable

from inspect_ai.model import CachePolicy, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver

from tactful.bench.cimemories.masks import to_mask
from tactful.bench.cimemories.messages import message_prompt
from tactful.bench.cimemories.plan import locate
from tactful.memory import GatedMemories
from tactful.models import load_pack
from tactful.terms import Context

GATE = "gate"
# Where the gate leaves what it did, for the scorer.
WITHHELD, GENERALISED = "tactful:withheld", "tactful:generalised"

Memories = tuple[str, ...]
Decide = Callable[[Memories, Context, str | int], Awaitable[GatedMemories]]


def policy(sample: str | int, step: str, on: bool) -> CachePolicy | bool:
    """How calls are kept so that a killed run pays nothing twice.

    Each sample, epoch and step has its own entry: two samples with one prompt must not share an answer.
    """
    return CachePolicy(expiry=None, scopes={"sample": str(sample), "step": step}) if on else False


@solver
def write_message(cache: bool = False) -> Solver:
    """Asks the model for the message; the sample's input is the whole prompt."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        keep = cache and not str(state.model).startswith("tactful/")  # asking a built-in model again is free
        # No tools were offered: one reply is all, whatever it calls for.
        return await generate(state, tool_calls="none", cache=policy(state.sample_id, "message", keep))

    return solve


@solver
def gate_memories(
    data: str,
    gate: str = "norms",
    prompts: str = "tactful",
    level: str = "1",
    protocol: str = "corrected",
    cache: bool = False,
) -> Solver:
    """Puts a gate before the prompt: memories that do not belong there are generalised or withheld.

    A setup step, so it also stands before solvers of your own. A gate that fails ends the sample as an
    error: nothing is passed on unseen.
    """
    decide = opened(gate, cache)
    pack = load_pack(prompts)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        found = locate(state.metadata, data, protocol)
        gated = await decide(tuple(found.lines.values()), found.context, state.sample_id)
        by_key = dict(zip(found.lines, gated.decisions, strict=True))
        passed = {key: d.statement for key, d in by_key.items() if d.statement is not None}
        state.user_prompt.text = message_prompt(
            pack, level, found.profile, found.context, passed, lines=passed, rule=protocol
        )
        for name, action in ((WITHHELD, "withhold"), (GENERALISED, "generalise")):
            acted = [key for key, decision in by_key.items() if decision.action == action]
            state.store.set(name, to_mask(acted, found.all_keys))
        return state

    return solve


def opened(gate: str, cache: bool = False) -> Decide:
    """The gate ``norms``, a file (a norm table, or trained weights), or ``model``.

    The last asks the model of the role ``gate``, once for every message; without that role it is an error,
    never the evaluated model. The others decide once for each memory and context, and are not asked again.
    """
    from tactful.memory import ModelGate, get_gate, guard_memories, guard_memories_async

    if gate == "model":
        get_model(role=GATE, required=True)
        pack = load_pack("gate")

        async def ask_model(memories: Memories, context: Context, sample: str | int) -> GatedMemories:
            async def ask(prompt: str) -> str:
                model = get_model(role=GATE, required=True)
                keep = cache and not str(model).startswith("tactful/")
                return (await model.generate(prompt, cache=policy(sample, "gate", keep))).completion

            deciding = ModelGate(ask, pack)
            return await guard_memories_async(
                memories, task=context.task, recipient=context.recipient, gate=deciding
            )

        return ask_model

    local = get_gate(gate)

    @functools.lru_cache(maxsize=4096)
    def ask_once(memories: Memories, task: str, recipient: str) -> GatedMemories:
        return guard_memories(memories, task=task, recipient=recipient, gate=local)

    async def ask_local(memories: Memories, context: Context, sample: str | int) -> GatedMemories:
        return ask_once(memories, context.task, context.recipient)

    return ask_local
