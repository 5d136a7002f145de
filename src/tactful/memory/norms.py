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

from tactful.memory.decisions import Action
from tactful.memory.generalise import Coarse
from tactful.memory.phrases import Lexicon, normalise
from tactful.memory.recipients import NAME, accounted, joined

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

        The words of one role and the closed lists of `recipients` have to account for the whole of a
        recipient: who merely mentions a doctor is none. Of several roles that do, the first in the table's
        order counts. A name may stand before a role and a comma ("Stone, my doctor").
        """
        found: dict[str, None] = {}
        for part in joined(recipient):
            rest = part
            name, _, after = part.partition(",")
            if NAME.fullmatch(name.strip()) and after.split()[:1] in (["my"], ["our"]):
                rest = after if self._role(name) is None else part
            pieces = [rest] if self._role(rest) else rest.split(",")
            found |= dict.fromkeys(self._role(piece) or UNKNOWN for piece in pieces)
        return tuple(found)

    def _role(self, recipient: str) -> str | None:
        """The one role that accounts for every word."""
        text = normalise(recipient)
        spans = self.role_words.spans(text)
        for name in self.role_words.find(text):
            own = [(a, b) for role, a, b in spans if role == name]
            apart = any(not any(a < d and c < b for c, d in own) for _, a, b in spans)
            if not apart and accounted(text, own):
                return name
        return None

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
