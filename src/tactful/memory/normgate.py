"""The norm table as a gate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tactful.memory.clauses import Clauses, split_clauses, split_sentences
from tactful.memory.decisions import ACTIONS, GateDecision
from tactful.memory.generalise import generalise
from tactful.memory.normfile import load_norms
from tactful.memory.norms import Norms, Situation, Verdict
from tactful.memory.riders import (
    PURPOSES,
    clean,
    parts_of,
    plain_words,
    speaks_to_reader,
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
        return tuple(self._one(memory, situation) for memory in memories)

    def _one(self, memory: str, situation: Situation) -> GateDecision:
        """Each sentence of a memory is decided by itself; those that may be said are kept."""
        if speaks_to_reader(memory):
            why = "it speaks to its reader instead of about the user"
            return GateDecision("withhold", None, why, "addressed")
        sentences = split_sentences(clean(memory))
        decided = [self._sentence(sentence, situation) for sentence in sentences]
        if len(decided) == 1 and decided[0].action != "pass":
            return decided[0]
        strictest = max(decided, key=lambda d: ACTIONS.index(d.action))
        if strictest.action == "pass":
            return GateDecision("pass", memory, strictest.reason, strictest.rule)
        told = " ".join(d.statement for d in decided if d.statement is not None)
        if not told:
            return GateDecision("withhold", None, strictest.reason, strictest.rule)
        reason = f"only the sentences that may be said, since elsewhere {strictest.reason}"
        return GateDecision("generalise", told, reason, strictest.rule)

    def _sentence(self, memory: str, situation: Situation) -> GateDecision:
        """A sentence without what rides along; riders are looked for before the types decide."""
        if len(memory) > _LONGEST:
            return GateDecision("withhold", None, "a sentence too long to be judged", "too long")
        clauses = split_clauses(memory)
        if clauses.circumstances and not self.norms.types_of(clauses.main):
            clauses = Clauses(memory, "")  # cut off, the statement itself would be gone
        text = self._known(clauses.main)
        main = [situation.verdicts[name] for name in self.norms.types_of(clauses.main)]
        around = [situation.verdicts[name] for name in self.norms.types_of(clauses.circumstances)]
        if not main and not around:
            return GateDecision("withhold", None, "of no type that the table knows", "no type")
        if not text or not main:
            return GateDecision("withhold", None, _RIDER, "no type")
        if text != clauses.main and _WHOLE & set(self.norms.types_of(text)):
            return GateDecision(
                "withhold", None, f"{_RIDER}, and a list like this misleads in part", "no type"
            )
        worst = _strictest([*main, *around])
        known = plain_words(clauses.circumstances, PURPOSES) or (
            bool(around) and self._known(clauses.circumstances) == clean(clauses.circumstances)
        )
        if worst.action == "pass" and known and text == clauses.main:
            return GateDecision("pass", memory, worst.reason, worst.rule)
        of_main = _strictest(main)
        if of_main.action != "pass":
            return self._less(text, of_main)
        why = worst.reason if worst.action != "pass" else _RIDER
        reason = f"{of_main.reason}; without the circumstances, since {why}"
        return GateDecision("generalise", text, reason, of_main.rule)

    def _known(self, text: str) -> str:
        """The text up to its first rider."""
        return without_riders(text, parts_of(text, self.norms.type_words, self.norms.named))

    def _less(self, text: str, verdict: Verdict) -> GateDecision:
        """A coarser statement where the norm asks for one and a safe one exists, or nothing."""
        if verdict.action == "withhold":
            return GateDecision("withhold", None, verdict.reason, verdict.rule)
        coarse = self.norms.coarse.get(verdict.type)
        made = None if coarse is None else generalise(text, coarse)
        if made is None:
            reason = f"{verdict.reason}; it cannot be said more coarsely in a safe way"
            return GateDecision("withhold", None, reason, verdict.rule)
        return GateDecision("generalise", made, verdict.reason, verdict.rule)


def _strictest(verdicts: Sequence[Verdict]) -> Verdict:
    return max(verdicts, key=lambda verdict: ACTIONS.index(verdict.action))
