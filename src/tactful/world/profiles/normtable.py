"""Labels from a norm table: recipient's role x purpose x kind of information -> how proper sharing is.

One row: what a *landlord* may hear for *negotiating lease terms*: income is required (4), debts are odd (1),
a diagnosis is improper (0). An attribute is as proper as its kind of information, and never more than what
its life event is about allows its recipient. The three personas of CIMemories (arXiv 2511.14937, section
4.1.2) are three strictnesses on that scale; where all three agree, the mixture has a label.

The table is ``data/norm_table.yaml``. A gate that decides by the same table would be measured against itself:
profiles carry the table's fingerprint, and `tactful` refuses to evaluate such a gate on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from pydantic import BaseModel, Field, StrictInt

from tactful.errors import InputError
from tactful.runs import Strict, YamlDocument, file_sha256
from tactful.terms import Attribute, Context, LabelShare, Persona
from tactful.world.profiles.labelling import mix
from tactful.world.profiles.plans import GENERAL

_BUNDLED = Path(__file__).with_name("data") / "norm_table.yaml"
_LIMIT = 512 * 1024
_SHARES = {
    "necessary": LabelShare(private=0.0, necessary=1.0, unlabeled=0.0),
    "private": LabelShare(private=1.0, necessary=0.0, unlabeled=0.0),
    "open": LabelShare(private=0.0, necessary=0.0, unlabeled=1.0),
}


@dataclass(frozen=True, slots=True)
class NormTable:
    """The table: fact -> kind, event -> topic, role -> topic caps, recipient -> (role, kind -> level).

    ``fingerprint`` is the SHA-256 of the table's file.
    """

    kinds: Mapping[str, str]
    topics: Mapping[str, str]
    caps: Mapping[str, Mapping[str, int]]
    roles: Mapping[str, str]
    levels: Mapping[str, Mapping[str, int]]
    personas: Mapping[Persona, tuple[int, int]]
    fingerprint: str = field(default="", compare=False)

    def kind(self, attribute: Attribute, fact: str) -> str:
        """The kind of information of a fact of the catalogue; ``InputError`` where the table lacks it."""
        kind = self.kinds.get(fact) or self.kinds.get(f"{attribute.domain}/{fact}")
        if kind is None:
            raise InputError(f"no kind of information has the fact '{fact}'", field="types")
        return kind

    def level(self, kind: str, event: str, recipient: str) -> int:
        """How proper it is that ``recipient`` hears it, 0 to 4; ``InputError`` for an unknown recipient."""
        if recipient not in self.roles:
            raise InputError(f"the norm table has no recipient '{recipient}'", field="contexts")
        own = self.levels[recipient].get(kind, 0)
        if event == GENERAL:
            return own
        caps = self.caps[self.roles[recipient]]
        return min(own, caps.get(self.topics.get(event, ""), caps["else"]))

    def answer(self, level: int, persona: Persona) -> str:
        """``necessary``, ``private`` or ``open``: what a persona makes of a level."""
        necessary, private = self.personas[persona]
        return "necessary" if level >= necessary else "private" if level <= private else "open"

    def shares(self, level: int) -> dict[str, LabelShare]:
        """The label sets of one pair: each persona's own, and Westin's mixture of them."""
        own = {persona: _SHARES[self.answer(level, persona)] for persona in Persona}
        return {"combined": mix(own), **{str(persona): share for persona, share in own.items()}}

    def label(self, context: Context, facts: Mapping[str, tuple[str, str]]) -> Context:
        """The context with labels; ``facts`` maps a statement to its kind and event."""
        sets: dict[str, dict[str, LabelShare]] = {}
        for statement, (kind, event) in facts.items():
            level = self.level(kind, event, context.recipient)
            for name, share in self.shares(level).items():
                sets.setdefault(name, {})[statement] = share
        return Context(context.recipient, context.task, context.domains, sets)


# -- the file ----------------------------------------------------------------------------------

_Groups = dict[str, list[str]]


class _Bounds(BaseModel):
    necessary: StrictInt
    private: StrictInt


class _Role(BaseModel):
    other: StrictInt = Field(alias="else")
    caps: dict[str, StrictInt]


class _File(Strict):
    levels: dict[str, StrictInt]
    personas: dict[str, _Bounds]
    types: _Groups
    topics: _Groups
    roles: dict[str, _Role]
    contexts: dict[str, dict[str, str | list[str]]]


def load_norm_table(path: Path | str | None = None) -> NormTable:
    """The bundled table, or one of the same form.

    Raises ``InputError`` with the file, the line and the field that is wrong.
    """
    return _bundled() if path is None else _read(Path(path))


@cache
def _bundled() -> NormTable:
    return _read(_BUNDLED)


def _read(path: Path) -> NormTable:
    document = YamlDocument.read(path, limit=_LIMIT, error=InputError)
    table = document.check(_File)
    personas = {persona: _bounds(document, table, persona) for persona in Persona}
    roles, levels = _recipients(document, table)
    kinds, topics = _inverted(document, "types", table.types), _inverted(document, "topics", table.topics)
    return NormTable(kinds, topics, _caps(document, table), roles, levels, personas, file_sha256(path))


def _bounds(document: YamlDocument, table: _File, persona: Persona) -> tuple[int, int]:
    at = ("personas", str(persona))
    if str(persona) not in table.personas:
        document.fail(f"'{persona}' is missing", ("personas",), "a rule for each persona")
    bounds = table.personas[str(persona)]
    if bounds.necessary <= bounds.private:
        document.fail("necessary must lie above private", at)
    return bounds.necessary, bounds.private


def _inverted(document: YamlDocument, name: str, groups: _Groups) -> dict[str, str]:
    """The group of each member."""
    out: dict[str, str] = {}
    for group, members in groups.items():
        for member in members:
            if member in out:
                document.fail(f"'{member}' stands twice", (name, group))
            out[member] = group
    return out


def _caps(document: YamlDocument, table: _File) -> dict[str, dict[str, int]]:
    """The most that each role may hear of a topic."""
    caps = {role: {"else": rule.other, **rule.caps} for role, rule in table.roles.items()}
    for role, levels in caps.items():
        for topic, level in levels.items():
            at = ("roles", role, "else") if topic == "else" else ("roles", role, "caps")
            if topic != "else" and topic not in table.topics:
                document.fail(f"no topic '{topic}'", at)
            if level not in table.levels.values():
                document.fail("no such level", at, "one of the table's levels")
    return caps


def _recipients(document: YamlDocument, table: _File) -> tuple[dict[str, str], dict[str, dict[str, int]]]:
    """The role of each recipient, and how proper each kind of information is for them."""
    roles: dict[str, str] = {}
    levels: dict[str, dict[str, int]] = {}
    known = {str(level): level for level in table.levels.values()}
    for recipient, rule in table.contexts.items():
        at, role, own = ("contexts", recipient), rule.get("role"), levels.setdefault(recipient, {})
        if not isinstance(role, str) or role not in table.roles:
            document.fail("no such role", at, "a 'role' that the table has")
        roles[recipient] = role
        for level, names in rule.items():
            if level == "role":
                continue
            if level not in known or isinstance(names, str):
                document.fail("no such level", at, "lists of kinds by one of the table's levels")
            for name in names:
                if name not in table.types or name in own:
                    document.fail(f"'{name}' is no kind of information, or stands twice", at)
                own[name] = known[level]
    return roles, levels
