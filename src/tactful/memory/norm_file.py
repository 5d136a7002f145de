"""Norm tables from YAML files, checked with one error that names file, line and field.

The format (``data/norms.yaml`` is a whole one)::

    types:                          # what information there is
      income:
        what: the user's income     # plain words, for reasons
        words: [annual income, earn* $]         # phrases, see `phrases`
        heads: [works as]           # optional: phrases too; any words after them are the value
        covers: [spending]          # optional: more general types that this one replaces
        coarse:                     # optional: what may be said instead, see `coarse`
          - {sentence: "The user earns {amount} a year.", from: ["My annual income is {amount}"]}
        named: false                # optional: true where a name follows, whose words mean no other type
        open: false                 # optional: true where a few words beside its phrases are its value
    roles:                          # who receives; the first whose phrase fits counts
      bank: {who: a lender, words: [bank, loan officer]}
    purposes:                       # what for; every one whose phrase fits counts
      credit: {why: a loan, words: [loan, credit]}
    groups:                         # optional: names for several types or several roles
      money: [income]
    norms:                          # the first that fits a type decides; what none allows is withheld
      - name: credit-income
        to: [bank]                  # optional: anyone if absent
        for: [credit]               # optional: any purpose if absent
        about: [money]
        do: pass                    # pass, generalise (the type needs ``coarse``) or withhold
        beside: [home]              # optional: what a statement that passes may mention
        because: a lender weighs what the borrower earns
    prohibitions:                   # optional: never, whatever a gate says; as norms, without `do`
      - {name: no-secrets, about: [secrets], because: it opens accounts}

Anchors, aliases and tags are not allowed, nor is a file over 512 KiB.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field, model_validator

from tactful.errors import PolicyError
from tactful.memory.coarse import Coarse, compile_form
from tactful.memory.decisions import ACTIONS, Action
from tactful.memory.generalize import value_parts
from tactful.memory.norms import UNKNOWN, Norm, Norms
from tactful.memory.phrases import Lexicon, compile_phrase
from tactful.runs import Location, OneOrMore, Strict, Text, YamlDocument, mistake, one_of

BUNDLED = Path(__file__).with_name("data") / "norms.yaml"
_LIMIT = 512 * 1024
_IN_A_NAME = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_-")
Names = Mapping[str, frozenset[str]]
"""What each name stands for: itself, or the members of a group."""


def _name(value: str) -> str:
    if not value[:1].isalpha() or len(value) > 41 or not _IN_A_NAME.issuperset(value):
        raise mistake("not a name", "lower-case letters, digits, '_' and '-'")
    return value


def _phrase(value: str) -> str:
    compile_phrase(value)  # its ValueError says what is wrong
    return value


def _form(value: str) -> str:
    compile_form(value)  # its ValueError says what is wrong
    return value


_Name = Annotated[str, AfterValidator(_name)]
_Line = Annotated[Text, AfterValidator(lambda value: " ".join(value.split()))]
_Words = OneOrMore[Annotated[_Line, AfterValidator(_phrase)]]
_Flag = Annotated[bool, one_of("value", {"true": True, "false": False})]
_Heads = Sequence[Annotated[_Line, AfterValidator(_phrase)]]
_Forms = OneOrMore[Annotated[_Line, AfterValidator(_form)]]
_List = OneOrMore[_Line]
_SLOT = re.compile(r"\{[^}]*\}")


class _Coarse(Strict):
    sentence: _Line
    from_: _Forms = Field(alias="from")

    @model_validator(mode="after")
    def _says_no_value(self) -> _Coarse:
        slots = set(_SLOT.findall(self.sentence))
        if value_parts(_SLOT.sub("", self.sentence)):
            raise mistake("it states a number, a name or a title", "a sentence that tells the type alone")
        if not slots <= {"{city}", "{amount}"} or not all(
            slot in form for slot in slots for form in self.from_
        ):
            raise mistake("a slot that a form does not fill", "{city} or {amount}, in every form too")
        return self


class _Type(Strict):
    what: _Line
    words: _Words
    heads: _Heads = ()
    covers: _List = ()
    coarse: OneOrMore[_Coarse] | None = None
    named: _Flag = False
    open: _Flag = False


class _Role(Strict):
    who: _Line
    words: _Words


class _Purpose(Strict):
    why: _Line
    words: _Words


class _Prohibition(Strict):
    name: _Name
    about: _List
    because: _Line
    to: _List = ()
    for_: _List = Field((), alias="for")


class _Norm(_Prohibition):
    do: Annotated[Action, one_of("action", {action: action for action in ACTIONS})]
    beside: _List = ()


class _Table(Strict):
    types: dict[_Name, _Type]
    roles: dict[_Name, _Role]
    purposes: dict[_Name, _Purpose]
    norms: OneOrMore[_Norm]
    prohibitions: Sequence[_Prohibition] = ()
    groups: dict[_Name, _List] | None = None


def load_norms(path: Path | str | None = None) -> Norms:
    """Read a norm table, by default the bundled one; ``PolicyError`` with file, line and field."""
    return _bundled() if path is None else _norms(_read(path))


def parse_norms(source: str, *, file: Path | str | None = None) -> Norms:
    """A norm table from YAML text; ``file`` is named in errors."""
    return _norms(YamlDocument.parse(source, file=file, text=True, error=PolicyError))


@cache
def _bundled() -> Norms:
    """Parsed once: it is the package's own and never changes."""
    return _norms(_read(BUNDLED))


def _read(path: Path | str) -> YamlDocument:
    return YamlDocument.read(path, limit=_LIMIT, text=True, error=PolicyError)


def _norms(document: YamlDocument) -> Norms:
    table = document.check(_Table)
    if UNKNOWN in table.roles:
        document.fail("a reserved name", ("roles", UNKNOWN), "strangers always get nothing")
    types, roles = _groups(document, table)
    purposes = {name: frozenset({name}) for name in table.purposes}
    coarse = {
        name: tuple(Coarse(form.sentence, tuple(form.from_)) for form in row.coarse)
        for name, row in table.types.items()
        if row.coarse is not None
    }
    norms: dict[str, Norm] = {}
    for key, rows in (("prohibitions", table.prohibitions), ("norms", table.norms)):
        for i, row in enumerate(rows):
            at: Location = (key, i)
            do, beside = (row.do, row.beside) if isinstance(row, _Norm) else ("withhold", ())
            about = _members(document, row.about, (*at, "about"), types)
            bare = sorted(about - coarse.keys()) if do == "generalise" else []
            if bare:
                document.fail(f"the type '{bare[0]}' has no coarse form", (*at, "about"), "types with coarse")
            if row.name in norms:
                document.fail("two norms of one name", (*at, "name"), "a name of its own for each")
            to = _members(document, row.to, (*at, "to"), roles)
            purpose = _members(document, row.for_, (*at, "for"), purposes)
            aside = _members(document, beside, (*at, "beside"), types)
            norms[row.name] = Norm(row.name, to, purpose, about, do, row.because, aside)
    first = len(table.prohibitions)
    every = {name: frozenset({name}) for name in table.types}
    return Norms(
        source=str(document.file or "text"),
        whats={name: row.what for name, row in table.types.items()},
        whos={name: row.who for name, row in table.roles.items()},
        whys={name: row.why for name, row in table.purposes.items()},
        coarse=coarse,
        covers={
            name: _members(document, row.covers, ("types", name, "covers"), every)
            for name, row in table.types.items()
        },
        named=frozenset(name for name, row in table.types.items() if row.named),
        open=frozenset(name for name, row in table.types.items() if row.open),
        norms=tuple(norms.values())[first:],
        prohibitions=tuple(norms.values())[:first],
        type_words=Lexicon({name: [*row.words, *row.heads] for name, row in table.types.items()}),
        head_words=Lexicon({name: row.heads for name, row in table.types.items()}),
        role_words=Lexicon({name: row.words for name, row in table.roles.items()}),
        purpose_words=Lexicon({name: row.words for name, row in table.purposes.items()}),
        sha256=hashlib.sha256(document.source.encode("utf-8", "surrogatepass")).hexdigest(),
    )


def _groups(document: YamlDocument, table: _Table) -> tuple[Names, Names]:
    """The names of types and of roles, with each group in the table that its members come from."""
    types = {name: frozenset({name}) for name in table.types}
    roles = {name: frozenset({name}) for name in table.roles}
    for name, members in (table.groups or {}).items():
        if name in types or name in roles:
            document.fail("a name that is taken", ("groups", name), "a name of its own")
        names = types if members[0] in types else roles
        names[name] = _members(document, members, ("groups", name), names)
    return types, roles


def _members(document: YamlDocument, names: Sequence[str], at: Location, known: Names) -> frozenset[str]:
    for i, name in enumerate(names):
        if name not in known:
            document.fail("a name that stands nowhere", (*at, i), "a name defined in this file")
    return frozenset[str]().union(*(known[name] for name in names))
