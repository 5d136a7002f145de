"""A model as a gate: it extracts each flow, judges it, and decides (contextual integrity by prompt).

What the model answers is only ever a choice among actions. A coarser text of its own is checked like any
other: no number, title or name of the memory may be left in it, nor any word that is not a plain word of
category ("income", "appointment").
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tactful.errors import ModelError, TactfulError, UnscoredError
from tactful.memory.decisions import ACTIONS, GateDecision
from tactful.memory.generalise import keeps_value
from tactful.memory.phrases import normalise
from tactful.models import PromptPack, load_pack

Ask = Callable[[str], Awaitable[str]]
_THINKING = re.compile(r"^\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"^\s*```(?:json)?\s*\n(.*?)\n?\s*```\s*$", re.DOTALL)
_KEYS = {"memory", "flow", "judgement", "decision", "coarse"}


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
        reply = await self._asked(prompt)
        try:
            return parse_decisions(reply, memories)
        except UnscoredError as err:
            repair = self.pack.render("repair", 1, problem=str(err), count=str(len(memories)))
        return parse_decisions(await self._asked(f"{prompt}\n\n{repair}"), memories)

    async def _asked(self, prompt: str) -> str:
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
    entries = _entries(reply)
    found: dict[int, GateDecision] = {}
    for entry in entries:
        if not isinstance(entry, dict) or set(entry) - _KEYS:
            raise UnscoredError("an entry that is not an object of the known keys")
        number = entry.get("memory")
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= len(memories):
            raise UnscoredError("an entry whose 'memory' is not the number of one")
        if number in found:
            raise UnscoredError(f"memory {number} is decided twice")
        found[number] = _decision(entry, memories[number - 1], number)
    if len(found) != len(memories):
        raise UnscoredError(f"{len(found)} of {len(memories)} memories are decided")
    return tuple(found[number] for number in sorted(found))


def _entries(reply: str) -> list[Any]:
    text = _THINKING.sub("", reply, count=1).strip()
    fenced = _FENCE.match(text)
    try:
        record = json.loads(fenced[1] if fenced else text)
    except (ValueError, RecursionError):
        raise UnscoredError("the reply is not one JSON object") from None
    if (
        not isinstance(record, dict)
        or set(record) != {"decisions"}
        or not isinstance(record["decisions"], list)
    ):
        raise UnscoredError("the reply is not an object with one list 'decisions'")
    return list(record["decisions"])


def _decision(entry: dict[str, Any], memory: str, number: int) -> GateDecision:
    action = next((known for known in ACTIONS if known == entry.get("decision")), None)
    if action is None:
        raise UnscoredError(f"memory {number} has no known decision")
    # The model's own words on the flow could quote the memory, so they are not kept.
    if action == "pass":
        return GateDecision("pass", memory, "the model judged the flow appropriate", "model")
    if action == "withhold":
        return GateDecision("withhold", None, "the model judged the flow inappropriate", "model")
    coarse = entry.get("coarse")
    if not isinstance(coarse, str) or not coarse.strip():
        raise UnscoredError(f"memory {number} is to be generalised and has no text 'coarse'")
    text = " ".join(coarse.split())
    if normalise(text) == normalise(memory) or keeps_value(memory, text):
        reason = "the model's coarser text still stated the value"
        return GateDecision("withhold", None, reason, "model")
    return GateDecision("generalise", text, "the model judged a coarser statement appropriate", "model")
