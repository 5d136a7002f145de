"""The norm table as a gate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tactful.memory.decisions import GateDecision, strictness
from tactful.memory.generalize import generalize
from tactful.memory.norm_file import load_norms
from tactful.memory.norms import Norms, Ruling, Situation, strictest
from tactful.memory.sentences import (
    Clauses,
    clean,
    parts_of,
    plain_words,
    speaks_to_reader,
    split_clauses,
    split_sentences,
    without_riders,
)

_LONGEST = 2000  # characters of one sentence; bounds the time that hostile text can take
# What a doctor acts on: told in part, it would do more harm than untold.
_WHOLE = frozenset({"allergy", "medication"})
_RIDER = "a part of it is of no type that the table knows"


@dataclass(frozen=True, slots=True)
class NormGate:
    """Decides by a norm table. A statement of several types needs a norm for each of them."""

    norms: Norms

    @classmethod
    def default(cls) -> NormGate:
        """The gate of the table that comes with the package."""
        return cls(load_norms())

    def decide(self, memories: Sequence[str], *, task: str, recipient: str) -> tuple[GateDecision, ...]:
        """One decision for each memory, in order; the same inputs always give the same decisions."""
        situation = self.norms.situation(task, recipient)
        return tuple(self._memory(memory, situation) for memory in memories)

    def _memory(self, memory: str, situation: Situation) -> GateDecision:
        """Each sentence of a memory is decided by itself; those that may be said are kept."""
        if speaks_to_reader(memory):
            return _withhold("it speaks to its reader instead of about the user", "addressed")
        decided = [self._sentence(sentence, situation) for sentence in split_sentences(clean(memory))]
        if len(decided) == 1 and decided[0].action != "pass":
            return decided[0]
        worst = max(decided, key=lambda decision: strictness(decision.action))
        if worst.action == "pass":
            return GateDecision("pass", memory, worst.reason, worst.rule)
        kept = " ".join(d.statement for d in decided if d.statement is not None)
        if not kept:
            return _withhold(worst.reason, worst.rule)
        reason = f"only the sentences that may be said, since elsewhere {worst.reason}"
        return GateDecision("generalise", kept, reason, worst.rule)

    def _sentence(self, memory: str, situation: Situation) -> GateDecision:
        """A sentence without what rides along; riders are looked for before the types decide."""
        if len(memory) > _LONGEST:
            return _withhold("a sentence too long to be judged", "too long")
        clauses = split_clauses(memory)
        if clauses.circumstances and not self.norms.types_of(clauses.main):
            clauses = Clauses(memory, "")  # cut off, the statement itself would be gone
        text = self._known(clauses.main)
        main = [situation.rulings[name] for name in self.norms.types_of(clauses.main)]
        around = [situation.rulings[name] for name in self.norms.types_of(clauses.circumstances)]
        if not main and not around:
            return _withhold("of no type that the table knows", "no type")
        if not text or not main:
            return _withhold(_RIDER, "no type")
        if text != clauses.main and _WHOLE & set(self.norms.types_of(text)):
            return _withhold(f"{_RIDER}, and a list like this misleads in part", "no type")
        worst = strictest([*main, *around])
        known = plain_words(clauses.circumstances) or (
            bool(around) and self._known(clauses.circumstances) == clean(clauses.circumstances)
        )
        if worst.action == "pass" and known and text == clauses.main:
            return GateDecision("pass", memory, worst.reason, worst.rule)
        of_main = strictest(main)
        if of_main.action != "pass":
            return self._less(text, of_main)
        why = worst.reason if worst.action != "pass" else _RIDER
        reason = f"{of_main.reason}; without the circumstances, since {why}"
        return GateDecision("generalise", text, reason, of_main.rule)

    def _known(self, text: str) -> str:
        """The text up to its first rider."""
        return without_riders(text, parts_of(text, self.norms.type_words, self.norms.named))

    def _less(self, text: str, ruling: Ruling) -> GateDecision:
        """A coarser statement where the norm asks for one and a safe one exists, or nothing."""
        if ruling.action == "withhold":
            return _withhold(ruling.reason, ruling.rule)
        coarse = self.norms.coarse.get(ruling.type)
        coarser = None if coarse is None else generalize(text, coarse)
        if coarser is None:
            return _withhold(f"{ruling.reason}; it cannot be said more coarsely in a safe way", ruling.rule)
        return GateDecision("generalise", coarser, ruling.reason, ruling.rule)


def _withhold(reason: str, rule: str) -> GateDecision:
    return GateDecision("withhold", None, reason, rule)
