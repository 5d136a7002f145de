"""A model as a gate: it extracts each flow, judges it, and decides (contextual integrity by prompt).

What the model answers is only ever a choice among actions. A coarser text of its own is checked like any
other: no number, title or name of the memory may be left in it, nor any word that is not a plain word of
category ("income", "appointment").
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from tactful.errors import ModelError, TactfulError, UnscoredError
from tactful.memory.decisions import Action, GateDecision
from tactful.memory.generalize import keeps_value
from tactful.memory.phrases import normalize
from tactful.models import PromptPack, load_pack

Ask = Callable[[str], Awaitable[str]]
_THINKING = re.compile(r"^\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"^\s*```(?:json)?\s*\n(.*?)\n?\s*```\s*$", re.DOTALL)


class _Entry(BaseModel):
    """What the model says of one memory; its words on the flow could quote it, so nobody reads them."""

    model_config = ConfigDict(extra="forbid", strict=True)

    memory: int
    flow: Any = None
    judgement: Any = None
    decision: Action
    coarse: Any = None


class _Reply(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    decisions: list[_Entry]


@dataclass(frozen=True, slots=True)
class ModelGate:
    """Asks a model once for all memories of a message, and once more where the reply does not parse.

    ``ask`` sends one prompt and gives the reply; ``pack`` is a prompt pack with the sections ``decide``
    and ``repair``. Fails closed: ``ModelError`` where the call fails, ``UnscoredError`` where both replies
    are unusable; nothing passes then.
    """

    ask: Ask = field(repr=False)
    pack: PromptPack = field(default_factory=lambda: load_pack("gate"), repr=False)

    async def decide(self, memories: Sequence[str], *, task: str, recipient: str) -> tuple[GateDecision, ...]:
        """One decision for each memory, in order."""
        if not memories:
            return ()
        lines = "\n".join(f"{i}. {' '.join(memory.split())}" for i, memory in enumerate(memories, 1))
        prompt = self.pack.render("decide", 1, memories=lines, task=task, recipient=recipient)
        reply = await self._reply(prompt)
        try:
            return parse_decisions(reply, memories)
        except UnscoredError as err:
            repair = self.pack.render("repair", 1, problem=str(err), count=str(len(memories)))
        return parse_decisions(await self._reply(f"{prompt}\n\n{repair}"), memories)

    async def _reply(self, prompt: str) -> str:
        try:
            reply = await self.ask(prompt)
        except TactfulError:
            raise
        except Exception as err:
            # A client's error may quote the prompt, which holds every memory.
            raise ModelError(f"the gate's model failed ({type(err).__name__}), so no memory passes") from None
        if not isinstance(reply, str):
            raise ModelError("the gate's model gave no text, so no memory passes")
        return reply


def parse_decisions(reply: str, memories: Sequence[str]) -> tuple[GateDecision, ...]:
    """The decisions of a reply: one JSON object ``{"decisions": [...]}``, one entry a memory, in any order.

    Strict: ``UnscoredError`` for anything else than every memory exactly once with a known decision. Its
    text quotes nothing of the reply.
    """
    text = _THINKING.sub("", reply, count=1).strip()
    fenced = _FENCE.match(text)
    try:
        entries = _Reply.model_validate_json(fenced[1] if fenced else text).decisions
    except ValidationError as err:
        raise UnscoredError(_problem(err)) from None
    decisions: dict[int, GateDecision] = {}
    for entry in entries:
        if not 1 <= entry.memory <= len(memories):
            raise UnscoredError("an entry whose 'memory' is not the number of one")
        if entry.memory in decisions:
            raise UnscoredError(f"memory {entry.memory} is decided twice")
        decisions[entry.memory] = _decision(entry, memories[entry.memory - 1])
    if len(decisions) != len(memories):
        raise UnscoredError(f"{len(decisions)} of {len(memories)} memories are decided")
    return tuple(decisions[number] for number in sorted(decisions))


def _problem(error: ValidationError) -> str:
    """The first thing that is wrong with a reply, in pydantic's words, which quote nothing of it."""
    first = error.errors(include_url=False, include_input=False)[0]
    entry = f"entry {int(first['loc'][1]) + 1}: " if len(first["loc"]) > 1 else ""
    return f"the reply is not as asked: {entry}{first['msg']}"


def _decision(entry: _Entry, memory: str) -> GateDecision:
    if entry.decision == "pass":
        return GateDecision("pass", memory, "the model judged the flow appropriate", "model")
    if entry.decision == "withhold":
        return GateDecision("withhold", None, "the model judged the flow inappropriate", "model")
    text = " ".join(entry.coarse.split()) if isinstance(entry.coarse, str) else ""
    if not text:
        raise UnscoredError(f"memory {entry.memory} is to be generalised and has no text 'coarse'")
    if normalize(text) == normalize(memory) or keeps_value(memory, text):
        reason = "the model's coarser text still stated the value"
        return GateDecision("withhold", None, reason, "model")
    return GateDecision("generalise", text, "the model judged a coarser statement appropriate", "model")
