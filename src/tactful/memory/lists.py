"""The user's own lists: what may always, never, or only after asking go to whom.

The format of a file::

    deny:                                  # never said
      - {type: [health, therapy]}          # types of the norm table
      - {recipient: "*landlord*"}          # this recipient hears nothing
    ask:                                   # withheld until the user has been asked
      - {tag: finance, recipient: bank}    # a role of the norm table, or a name
    allow:                                 # said although the gate would withhold it
      - {id: [m17], recipient: "Dr. Stone"}

Deny goes before ask, ask before allow, allow before the gate. What the norm table forbids, such as a password
to anybody, no list allows. One type, one of several recipients or a word of their name is enough to deny and
to ask; to allow, every type of the memory and every recipient has to be named in full.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, model_validator

from tactful.errors import PolicyError
from tactful.memory.decisions import ALLOWED, ASKED, DENIED
from tactful.memory.norms import Norms, joined
from tactful.memory.sentences import speaks_to_reader, split_sentences, statements
from tactful.runs import Location, OneOrMore, Strict, Text, YamlDocument, mistake
from tactful.terms import Memory

_LIMIT = 256 * 1024
_Several = Annotated[
    OneOrMore[Text],
    BeforeValidator(lambda value: tuple(value) if isinstance(value, list | tuple) else (value,)),
]


@dataclass(frozen=True, slots=True)
class Case:
    """What the lists are asked about beside the memory: whose it is, and who would hear it.

    ``recipients`` holds of each recipient its own words and its role in the norm table.
    """

    norms: Norms
    recipients: tuple[tuple[str, ...], ...]
    user: str

    @classmethod
    def of(cls, norms: Norms, recipient: str, user: str) -> Case:
        """The case of a recipient in the user's words, who may be several."""
        each = [(part, *norms.roles_of(part)) for part in joined(recipient)]
        return cls(norms, tuple(each), user)

    def types(self, text: str) -> frozenset[str]:
        """The types of information in a text, with the more general ones that they stand for."""
        found = frozenset(self.norms.types_of(text))
        return found.union(*(self.norms.covers[name] for name in found))

    def only(self, text: str, types: Collection[str]) -> bool:
        """Whether a text speaks of these types and, as far as can be seen, of nothing else."""
        found = self.norms.types_of(text)
        if not found or not set(found) <= set(types) or speaks_to_reader(text):
            return False
        known = self.norms.known()
        return not any(part.rides for each in split_sentences(text) for part in statements(each, known))


class Entry(Strict):
    """Memories of a kind, for recipients and users of a name; what is not said fits any, one word suffices.

    ``recipient`` and ``user`` may hold ``*`` for any letters; capitals do not matter. A recipient may be a
    role of the norm table. ``type`` is one of the norm table's types of information.
    """

    type: _Several = ()
    tag: _Several = ()
    id: _Several = ()
    recipient: _Several = ()
    user: _Several = ()

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.model_fields_set:
            raise mistake("says nothing", f"one of {', '.join(type(self).model_fields)}")
        return self

    def concerns(self, memory: Memory, case: Case) -> bool:
        """Whether any of the memory's types and any of the recipients, or a part of a name, is meant."""
        parts = [f"* {glob} *" for glob in self.recipient]
        heard = any(
            _fits(self.recipient, names) or _fits(parts, [f" {_words(names[0])} "])
            for names in case.recipients
        )
        typed = not self.type or not case.types(memory.text).isdisjoint(self.type)
        return self._is(memory, case) and typed and (heard or not self.recipient)

    def covers(self, memory: Memory, case: Case) -> bool:
        """Whether all that the memory says and all of the recipients are meant."""
        heard = all(_fits(self.recipient, names) for names in case.recipients)
        typed = not self.type or case.only(memory.text, self.type)
        return self._is(memory, case) and typed and (heard or not self.recipient)

    def _is(self, memory: Memory, case: Case) -> bool:
        return (
            (not self.id or memory.id in self.id)
            and (not self.tag or not set(self.tag).isdisjoint(memory.tags))
            and (not self.user or _fits(self.user, (case.user,)))
        )


def _words(name: str) -> str:
    return " ".join(re.findall(r"[\w.'’-]+", name))


def _fits(globs: Sequence[str], names: Sequence[str]) -> bool:
    """Whether any name is one of the patterns, in which only ``*`` stands for more than itself."""
    plain = [glob.casefold().replace("[", "[[]").replace("?", "[?]") for glob in globs]
    return any(fnmatchcase(name.casefold(), glob) for name in names for glob in plain)


class Lists(Strict):
    """The three lists; ``a | b`` holds the entries of both."""

    deny: Annotated[tuple[Entry, ...], Field(strict=False)] = ()
    ask: Annotated[tuple[Entry, ...], Field(strict=False)] = ()
    allow: Annotated[tuple[Entry, ...], Field(strict=False)] = ()

    @classmethod
    def read(cls, path: Path | str, types: Collection[str]) -> Lists:
        """The lists of a YAML file; ``PolicyError`` with file, line and field, also for unknown types."""
        document = YamlDocument.read(path, limit=_LIMIT, text=True, error=PolicyError)
        lists = document.check(cls)
        for at in lists._unknown(types):
            document.fail("unknown type", at, _a_type(types))
        return lists

    def checked(self, types: Collection[str]) -> Lists:
        """These lists; ``PolicyError`` where they name a type that there is not, and so deny nothing."""
        for name, at, _ in self._unknown(types):
            raise PolicyError("unknown type", field=f"{name}[{at}].type", expected=_a_type(types))
        return self

    def _unknown(self, types: Collection[str]) -> Iterator[Location]:
        for name in type(self).model_fields:
            for at, entry in enumerate(getattr(self, name)):
                if not set(entry.type) <= set(types):
                    yield name, at, "type"

    def __or__(self, other: Lists) -> Lists:
        joint: dict[str, Any] = {
            name: (*getattr(self, name), *getattr(other, name)) for name in type(self).model_fields
        }
        return Lists(**joint)

    def rule(self, memory: Memory, case: Case) -> str:
        """The list that a memory is on (its rule), the strictest first; "" for none."""
        for rule, entries in ((DENIED, self.deny), (ASKED, self.ask)):
            if any(entry.concerns(memory, case) for entry in entries):
                return rule
        return ALLOWED if any(entry.covers(memory, case) for entry in self.allow) else ""


def _a_type(types: Collection[str]) -> str:
    return f"one of {', '.join(types)}"
