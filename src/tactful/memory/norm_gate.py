"""The norm table as a gate."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from tactful.memory.decisions import GateDecision
from tactful.memory.norm_file import load_norms
from tactful.memory.norms import Norms, Ruling, Situation, strictest
from tactful.memory.sentences import Known, clean, speaks_to_reader, split_sentences, statements

_LONGEST = 2000  # characters of one sentence; bounds the time that hostile text can take
_RIDER = "a part of it is of no type that the table knows"
_WORD = r"[A-ZÀ-ÖØ-Þ][^\W\d_]*(?:['’.-][^\W\d_]+)*\.?"
_NAMES = rf"({_WORD}(?: {_WORD}){{0,3}}?)"
_USER = r"(?:user|person|individual)"
# A memory that tells the user's name and nothing else.
_NAMED = re.compile(
    rf"(?:My|The {_USER}['’]s)(?: full| first| legal| full legal)? name is {_NAMES}\.?"
    rf"|(?:I am called|Call me|(?:The )?[Uu]ser is called|(?:User(?:['’]s)? )?[Nn]ame:) {_NAMES}\.?"
    rf"|{_NAMES} is the {_USER}['’]s(?: full| legal)? name\.?"
)


@dataclass(frozen=True, slots=True)
class NormGate:
    """Decides by a norm table. A memory passes whole, or as a coarse sentence that follows from it, or not.

    ``user`` is the user's name, where it is known; a memory that tells it is understood too.
    """

    norms: Norms
    user: str = field(default="", repr=False)

    @classmethod
    def default(cls) -> NormGate:
        """The gate of the table that comes with the package."""
        return cls(load_norms())

    def decide(self, memories: Sequence[str], *, task: str, recipient: str) -> tuple[GateDecision, ...]:
        """One decision for each memory, in order; the same inputs always give the same decisions."""
        situation = self.norms.situation(task, recipient)
        user = names_of([f"My name is {self.user}", *memories] if self.user else memories)
        known = self.norms.known(user)
        return tuple(self._memory(clean(memory), memory, situation, known, user) for memory in memories)

    def _memory(
        self, text: str, memory: str, situation: Situation, known: Known, user: frozenset[str]
    ) -> GateDecision:
        if speaks_to_reader(memory):
            return _withhold("it speaks to its reader instead of about the user", "addressed")
        sentences = split_sentences(text)
        if any(len(sentence) > _LONGEST for sentence in sentences):
            return _withhold("a sentence too long to be judged", "too long")
        rulings = [r for sentence in sentences for r in self._rulings([sentence], situation)]
        if not rulings:
            return _withhold("of no type that the table knows", "no type")
        rides = not all(map(self.norms.types_of, sentences))
        if not rides and strictest(rulings).action == "pass":
            # What is true of the sentence has to be true of each of its statements.
            for parts in (statements(sentence, known) for sentence in sentences):
                rides |= any(part.rides for part in parts)
                rulings += self._rulings([part.text for part in parts], situation) if len(parts) > 1 else []
        worst = strictest(rulings)
        if worst.action == "pass" and not rides:
            return GateDecision("pass", memory, worst.reason, worst.rule)
        return self._less(text, worst, rulings, user)

    def _rulings(self, texts: Sequence[str], situation: Situation) -> list[Ruling]:
        """What the table says of every type in texts; beside one that passes, others may stand."""
        types = frozenset[str]().union(*map(self.norms.types_of, texts))
        return _together([situation.rulings[name] for name in self.norms.whats if name in types])

    def _less(
        self, text: str, worst: Ruling, rulings: Sequence[Ruling], user: frozenset[str]
    ) -> GateDecision:
        """A coarse sentence that follows from the memory, of a type that may be said at least coarsely."""
        why = worst.reason if worst.action == "withhold" else f"{worst.reason}; whole it may not pass"
        for ruling in rulings:
            said = self.norms.entailed(ruling.type, text, user) if ruling.action != "withhold" else None
            if said is not None:
                return GateDecision("generalise", said, ruling.reason, ruling.rule)
        if worst.action == "pass":
            return _withhold(_RIDER, "no type")
        if worst.action == "generalise":
            why = f"{worst.reason}; no coarse sentence of the table follows from it"
        return _withhold(why, worst.rule)


def names_of(memories: Sequence[str]) -> frozenset[str]:
    """The user's full and first name, from the memories that tell it and nothing else."""
    names: set[str] = set()
    for memory in memories:
        match = _NAMED.fullmatch(clean(memory)) if len(memory) <= _LONGEST else None
        if match is not None:
            full = next(filter(None, match.groups())).rstrip(".")
            names |= {full, full.split()[0]}
    return frozenset(names)


def _together(rulings: Sequence[Ruling]) -> list[Ruling]:
    """The rulings of one sentence: what may stand beside a type that passes passes with it."""
    beside = frozenset[str]().union(*(r.beside for r in rulings if r.action == "pass"))
    carrying = next((r for r in rulings if r.action == "pass"), None)
    if carrying is None:
        return list(rulings)
    return [
        Ruling(r.type, "pass", carrying.reason, carrying.rule)
        if r.rule == "no norm" and r.type in beside
        else r
        for r in rulings
    ]


def _withhold(reason: str, rule: str) -> GateDecision:
    return GateDecision("withhold", None, reason, rule)
