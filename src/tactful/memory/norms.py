"""The norm table: which type of information may reach which recipient for which purpose, and why.

Contextual integrity (Nissenbaum 2004) asks of a flow of information whether a norm allows it: who receives
it, for what, and of what type it is. So the table lists norms, the first that fits a type decides, and
**what no norm allows is withheld**; so is what the table does not recognize: a recipient of no known role,
a statement of no known type.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tactful.memory.coarse import Coarse, coarser
from tactful.memory.decisions import Action, strictness
from tactful.memory.phrases import Lexicon, normalize, visible
from tactful.memory.sentences import Known, clean
from tactful.memory.words import AFTER_ROLES, BEFORE_ROLES

UNKNOWN = "unknown"
# Capitalized words within a sentence, and the "AA 98765" of a military address.
_NAMES = re.compile(r"(?<=[\w,.'’] )[A-Z][a-z]+(?:['’]s)?\b|\b[A-Z]{2} \d{5}\b")
_JOINS = re.compile(
    r"\s*[;/+|&()\[\]\n]+\s*|\s*,?\s+(?:and|or|with|cc:?|bcc:?|plus|as well as|via|through)\s+"
    r"|\s*,\s*(?:cc|bcc)\b:?\s*",
    re.IGNORECASE,
)
_SPACES = re.compile(r"[^\S\n]+")
# A person's name in front of what they are: "Stone, my doctor".
_NAME = re.compile(r"(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?[A-Z][a-z'’-]+(?: [A-Z][a-z'’-]+)?")
_PERSON = r"[A-Z][a-zà-ÿ'’-]+(?: [A-Z][a-zà-ÿ'’-]+)?"
_TITLE = r"(?:Dr|Mr|Mrs|Ms|Miss|Prof)\.?"
# Names that add nothing to a role: "my friend Tom", "landlord (Mr. Hall)", "Mrs. Park, teacher", "HR at X".
_ADDED = (
    (re.compile(rf"((?:[Mm]y|[Oo]ur|[Tt]he) [^A-Z]+?),? (?:{_TITLE} )?{_PERSON}"), r"\1"),
    (re.compile(rf"(.+?),? \(?{_TITLE} {_PERSON}\)?"), r"\1"),
    (re.compile(rf"{_TITLE} {_PERSON}(?:, | \()(.+?)\)?"), r"\1"),
    (re.compile(r"(.+?) at (?:the )?[A-Z][\w'’&.-]*(?: [A-Z][\w'’&.-]*){0,3}"), r"\1"),
)
_TITLE_NAME = re.compile(r"(?:[a-z'-]+\.? ){0,2}[a-z'-]+")
_TOKEN = re.compile(r"[^\W_]+(?:['.-][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Norm:
    """One row of the table; empty ``purposes`` mean any, and so do empty ``roles``.

    Types ``beside`` may be mentioned in a statement that the row lets pass, and nowhere else.
    """

    name: str
    roles: frozenset[str]
    purposes: frozenset[str]
    types: frozenset[str]
    action: Action
    reason: str
    beside: frozenset[str] = frozenset()

    def fits(self, role: str, purposes: frozenset[str]) -> bool:
        """Whether the row speaks of this recipient and of one of these purposes."""
        return (not self.roles or role in self.roles) and (
            not self.purposes or bool(self.purposes & purposes)
        )


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the table says of one type of information in one context."""

    type: str
    action: Action
    reason: str
    rule: str
    beside: frozenset[str] = frozenset()


def strictest(rulings: Sequence[Ruling]) -> Ruling:
    """The ruling that lets through the least."""
    return max(rulings, key=lambda ruling: strictness(ruling.action))


@dataclass(frozen=True, slots=True)
class Situation:
    """A context as the table understands it, and the verdict of every type in it."""

    roles: tuple[str, ...]
    purposes: tuple[str, ...]
    rulings: Mapping[str, Ruling] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Norms:
    """A loaded table. ``whats``, ``whos`` and ``whys`` are the plain words for types, roles, purposes.

    ``named`` types hold names of people, places and firms; beside the phrases of ``open`` ones a few words
    are their value. ``prohibitions`` are norms that withhold whatever another gate says.
    """

    source: str
    whats: Mapping[str, str]
    whos: Mapping[str, str]
    whys: Mapping[str, str]
    coarse: Mapping[str, tuple[Coarse, ...]]
    covers: Mapping[str, frozenset[str]]
    named: frozenset[str]
    open: frozenset[str]
    norms: tuple[Norm, ...]
    prohibitions: tuple[Norm, ...]
    type_words: Lexicon = field(repr=False)
    head_words: Lexicon = field(repr=False)
    role_words: Lexicon = field(repr=False)
    purpose_words: Lexicon = field(repr=False)
    sha256: str = ""

    def types_of(self, text: str) -> tuple[str, ...]:
        """The types of information that a text speaks of; a covered (more general) type is left out.

        Where a ``named`` type is among them, words that stand in a name or an address count for no other
        type: one may live in Church Street and work for Grant Hospital.
        """
        types = self.type_words.find(normalize(text))
        if self.named.intersection(types):
            rest = self.type_words.find(normalize(_NAMES.sub(" ", text)))
            types = tuple(name for name in types if name in self.named or name in rest)
        covered = frozenset[str]().union(*(self.covers[name] for name in types))
        return tuple(name for name in types if name not in covered)

    def forbids(self, text: str, task: str, recipient: str) -> Ruling | None:
        """The explicit prohibition that a text falls under, if any; silence of the table is none.

        It is the veto over every other gate. Of several recipients one is enough; a stranger falls under
        the prohibitions that hold for anybody.
        """
        types = self.types_of(text)
        purposes = frozenset(self.purpose_words.find(normalize(task)))
        for role in self.roles_of(recipient):
            for norm in self.prohibitions:
                found = next((name for name in types if name in norm.types), None)
                if found is not None and norm.fits(role, purposes):
                    who = self.whos.get(role, "anybody")
                    reason = f"{self.whats[found]}, to {who}: {norm.reason}"
                    return Ruling(found, "withhold", reason, norm.name)
        return None

    def coarse_of(self, name: str) -> str | None:
        """The first fixed coarse sentence of a type, or None; whether it is true, `entailed` says."""
        fixed = (row.sentence for row in self.coarse.get(name, ()) if "{" not in row.sentence)
        return next(fixed, None)

    def entailed(self, name: str, text: str, user: frozenset[str] = frozenset()) -> str | None:
        """The coarse sentence of a type that follows from a memory, or None; ``user``: their names."""
        return coarser(clean(text), self.coarse.get(name, ()), user)

    def known(self, user: frozenset[str] = frozenset()) -> Known:
        """What accounts for the words of a memory."""
        words = frozenset(word.casefold() for name in user for word in name.split())
        return Known(self.type_words, self.named, self.open, self.head_words, words)

    def roles_of(self, recipient: str) -> tuple[str, ...]:
        """The role of each of the recipients named, ``unknown`` for a stranger among them.

        The words of one role and the closed lists of `words` have to account for the whole of a
        recipient: who merely mentions a doctor is none. Of several roles that do, the first in the table's
        order counts. A name may stand before a role and a comma ("Stone, my doctor").
        """
        roles: dict[str, None] = {}
        for part in joined(self._bare(recipient)):
            rest = part
            name, _, after = part.partition(",")
            if _NAME.fullmatch(name.strip()) and after.split()[:1] in (["my"], ["our"]):
                rest = after if self._role(name) is None else part
            pieces = [rest] if self._role(rest) else rest.split(",")
            roles |= dict.fromkeys(self._role(piece) or UNKNOWN for piece in pieces)
        return tuple(roles)

    def _bare(self, recipient: str) -> str:
        """A recipient without names that add nothing, where what is left is of one role."""
        text = _SPACES.sub(" ", visible(recipient)).strip()
        for pattern, rest in _ADDED:
            match = pattern.fullmatch(text)
            if match is not None and self._role(match.expand(rest)):
                return match.expand(rest)
        return text

    def _role(self, recipient: str) -> str | None:
        """The one role that accounts for every word."""
        text = normalize(recipient)
        spans = self.role_words.spans(text)
        for name in self.role_words.find(text):
            own = [(a, b) for role, a, b in spans if role == name]
            apart = any(not any(a < d and c < b for c, d in own) for _, a, b in spans)
            if not apart and accounted(text, own):
                return name
        return None

    def situation(self, task: str, recipient: str) -> Situation:
        """Roles, purposes, and what holds for every type: the strictest over all recipients."""
        roles, purposes = self.roles_of(recipient), self.purpose_words.find(normalize(task))
        rulings = {
            name: max(
                (self._rule(name, role, purposes) for role in roles),
                key=lambda ruling: strictness(ruling.action),
            )
            for name in self.whats
        }
        return Situation(roles, purposes, rulings)

    def _rule(self, name: str, role: str, purposes: tuple[str, ...]) -> Ruling:
        what = self.whats[name]
        if role == UNKNOWN:
            return Ruling(name, "withhold", "the recipient is of no role in the table", "no role")
        for norm in (*self.prohibitions, *self.norms):
            if name in norm.types and norm.fits(role, frozenset(purposes)):
                reason = f"{what}, to {self.whos[role]}: {norm.reason}"
                return Ruling(name, norm.action, reason, norm.name, norm.beside)
        why = " or ".join(self.whys[p] for p in purposes) or "this purpose"
        return Ruling(name, "withhold", f"no norm lets {what} reach {self.whos[role]} for {why}", "no norm")


def joined(recipient: str) -> list[str]:
    """The recipients that one text names, in its own spelling."""
    parts = [part.strip() for part in _JOINS.split(_SPACES.sub(" ", visible(recipient))) if part.strip()]
    return parts or [""]


def accounted(text: str, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether the phrases of one role (offsets in the normalized text) and plain qualifiers cover it all.

    After the title "Dr" one or two names may follow.
    """
    if not spans:
        return False
    first, last = min(a for a, _ in spans), max(b for _, b in spans)
    for token in _TOKEN.finditer(text):
        start, word = token.start(), token.group()
        if any(a <= start < b and token.end() <= b + len("'s") for a, b in spans):
            # "doctor's" is another's unless what follows is plain ("doctor's office").
            continue
        if start < first and word in BEFORE_ROLES:
            continue
        if start > last and (word in AFTER_ROLES or _titled(text, first, last)):
            continue
        if first < start < last and word in BEFORE_ROLES | AFTER_ROLES:
            continue
        return False
    return not text[last:].lstrip("'’").startswith("s") or text.split()[-1] in AFTER_ROLES


def _titled(text: str, first: int, last: int) -> bool:
    """Whether the role is the title "Dr" and nothing but a name follows."""
    after = text[last:].lstrip(". ")
    return (
        text[first:last] in ("dr", "dr.") and bool(_TITLE_NAME.fullmatch(after)) and len(after.split()) <= 2
    )
