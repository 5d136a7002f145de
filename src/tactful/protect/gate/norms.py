"""The norm table: which type of information may reach which recipient for which purpose, and why.

Contextual integrity (Nissenbaum 2004) asks of a flow of information whether a norm allows it: who receives
it, for what, and of what type it is. So the table lists norms, the first that fits a type decides, and
**what no norm allows is withheld**; so is what the table does not recognise: a recipient of no known role,
a statement of no known type.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tactful.protect.gate.decisions import Action
from tactful.protect.gate.generalise import Coarse
from tactful.protect.gate.phrases import Lexicon, normalise

UNKNOWN = "unknown"
# Capitalised words within a sentence, and the "AA 98765" of a military address.
_NAMES = re.compile(r"(?<=[\w,.'’] )[A-Z][a-z]+(?:['’]s)?\b|\b[A-Z]{2} \d{5}\b")
_RANK = {"pass": 0, "generalise": 1, "withhold": 2}


@dataclass(frozen=True, slots=True)
class Norm:
    """One row of the table; empty ``purposes`` mean any, and so do empty ``roles``."""

    name: str
    roles: frozenset[str]
    purposes: frozenset[str]
    types: frozenset[str]
    action: Action
    reason: str

    def fits(self, role: str, purposes: frozenset[str]) -> bool:
        """Whether the row speaks of this recipient and of one of these purposes."""
        return (not self.roles or role in self.roles) and (
            not self.purposes or bool(self.purposes & purposes)
        )


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the table says of one type of information in one context."""

    type: str
    action: Action
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Situation:
    """A context as the table understands it, and the verdict of every type in it."""

    roles: tuple[str, ...]
    purposes: tuple[str, ...]
    verdicts: Mapping[str, Verdict] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Norms:
    """A loaded table. ``whats``, ``whos`` and ``whys`` are the plain words for types, roles, purposes.

    ``named`` types hold names of people, places and firms.
    """

    source: str
    whats: Mapping[str, str]
    whos: Mapping[str, str]
    whys: Mapping[str, str]
    coarse: Mapping[str, Coarse]
    covers: Mapping[str, frozenset[str]]
    named: frozenset[str]
    norms: tuple[Norm, ...]
    type_words: Lexicon = field(repr=False)
    role_words: Lexicon = field(repr=False)
    purpose_words: Lexicon = field(repr=False)
    sha256: str = ""

    def types_of(self, text: str) -> tuple[str, ...]:
        """The types of information that a text speaks of; a covered (more general) type is left out.

        Where a ``named`` type is among them, words that stand in a name or an address count for no other
        type: one may live in Church Street and work for Grant Hospital.
        """
        found = self.type_words.find(normalise(text))
        if self.named.intersection(found):
            rest = self.type_words.find(normalise(_NAMES.sub(" ", text)))
            found = tuple(name for name in found if name in self.named or name in rest)
        covered: set[str] = set()
        for name in found:
            covered |= self.covers[name]
        return tuple(name for name in found if name not in covered)

    def roles_of(self, recipient: str) -> tuple[str, ...]:
        """The role of each of the recipients named, ``unknown`` for a stranger among them.

        Of one recipient the first role in the table's order counts. What follows a comma may only add a
        role ("Dr Smith, cardiologist"); every one joined by "and", "&" or ";" must be known.
        """
        roles: dict[str, None] = {}
        for one in _joined(normalise(recipient)):
            known = [found[0] for part in one.split(",") if (found := self.role_words.find(part))]
            roles |= dict.fromkeys(known or [UNKNOWN])
        return tuple(roles)

    def situation(self, task: str, recipient: str) -> Situation:
        """Roles, purposes, and what holds for every type: the strictest over all recipients."""
        roles, purposes = self.roles_of(recipient), self.purpose_words.find(normalise(task))
        verdicts = {
            name: max((self._verdict(name, role, purposes) for role in roles), key=lambda v: _RANK[v.action])
            for name in self.whats
        }
        return Situation(roles, purposes, verdicts)

    def _verdict(self, name: str, role: str, purposes: tuple[str, ...]) -> Verdict:
        what = self.whats[name]
        if role == UNKNOWN:
            return Verdict(name, "withhold", "the recipient is of no role in the table", "no role")
        for norm in self.norms:
            if name in norm.types and norm.fits(role, frozenset(purposes)):
                return Verdict(name, norm.action, f"{what}, to {self.whos[role]}: {norm.reason}", norm.name)
        why = " or ".join(self.whys[p] for p in purposes) or "this purpose"
        return Verdict(name, "withhold", f"no norm lets {what} reach {self.whos[role]} for {why}", "no norm")


def _joined(recipient: str) -> list[str]:
    text = recipient
    for sign in (" and ", " & ", ";", " cc ", "\n"):
        text = text.replace(sign, ";")
    return [part.strip() for part in text.split(";") if part.strip()] or [""]
