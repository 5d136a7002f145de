"""Labels from a norm table: recipient's role x purpose x kind of information -> how proper sharing is.

One row: what a *landlord* may hear for *negotiating lease terms*: income is required (4), debts are odd (1),
a diagnosis is improper (0). An attribute is as proper as its kind of information, and never more than what
its life event is about allows its recipient. The three personas of CIMemories (arXiv 2511.14937, section
4.1.2) are three strictnesses on that scale; where all three agree, the mixture has a label.

The table is ``data/norm_table.yaml``. A gate that decides by the same table would be measured against itself:
profiles carry the table's fingerprint, and `tactful` refuses to evaluate such a gate on them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from tactful.errors import InputError
from tactful.terms import Attribute, Context, LabelShare, Persona
from tactful.world.profiles.mixture import mix
from tactful.world.profiles.seeds import GENERAL

_EXPECTED = "a norm table with levels, personas, types, topics, roles and contexts"
_PARTS = ("levels", "personas", "types", "topics", "roles", "contexts")
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
        found = self.kinds.get(fact) or self.kinds.get(f"{attribute.domain}/{fact}")
        if found is None:
            raise InputError(f"no kind of information has the fact '{fact}'", field="types")
        return found

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


def load_norm_table(path: Path | str | None = None) -> NormTable:
    """The bundled table, or one of the same form.

    Raises ``InputError`` with the file and the field that is wrong.
    """
    return _bundled() if path is None else _parsed(_bytes(Path(path)), Path(path))


@cache
def _bundled() -> NormTable:
    file = files("tactful.world.profiles") / "data" / "norm_table.yaml"
    return _parsed(file.read_bytes(), Path("norm_table.yaml"))


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as err:
        raise InputError(
            f"cannot be read ({err.strerror or 'error'})", file=path, expected=_EXPECTED
        ) from None


def _parsed(raw: bytes, file: Path) -> NormTable:
    import yaml

    try:
        document = yaml.safe_load(raw.decode("utf-8"))
    except (UnicodeDecodeError, yaml.YAMLError):
        raise InputError("is not YAML", file=file, expected=_EXPECTED) from None
    if not isinstance(document, dict) or set(document) != set(_PARTS):
        raise InputError("not a norm table", file=file, expected=_EXPECTED)
    for name in _PARTS:
        if not isinstance(document[name], dict):
            raise InputError("not an object", file=file, field=name, expected=_EXPECTED)
    kinds = _inverted(document["types"], "types", file)
    topics = _inverted(document["topics"], "topics", file)
    numbers = set(document["levels"].values())
    caps: dict[str, dict[str, int]] = {}
    for role, rule in document["roles"].items():
        given = {"else": _of(rule, "else", f"roles.{role}", file), **_of(rule, "caps", f"roles.{role}", file)}
        for topic, level in given.items():
            if topic != "else" and topic not in document["topics"]:
                raise InputError(f"no topic '{topic}'", file=file, field=f"roles.{role}.caps")
            _known_level(level, numbers, f"roles.{role}.{topic}", file)
        caps[role] = given
    roles: dict[str, str] = {}
    levels: dict[str, dict[str, int]] = {}
    for recipient, rule in document["contexts"].items():
        where = f"contexts.{recipient}"
        role = _of(rule, "role", where, file)
        if role not in caps:
            raise InputError(f"no role '{role}'", file=file, field=where)
        roles[recipient], levels[recipient] = role, {}
        for level, names in rule.items():
            if level == "role":
                continue
            _known_level(level, numbers, where, file)
            for name in names:
                if name not in document["types"] or name in levels[recipient]:
                    raise InputError(
                        f"'{name}' is no kind of information, or stands twice", file=file, field=where
                    )
                levels[recipient][name] = level
    personas = {}
    for persona in Persona:
        rule = _of(document["personas"], str(persona), "personas", file)
        bounds = tuple(_of(rule, name, f"personas.{persona}", file) for name in ("necessary", "private"))
        if not all(type(bound) is int for bound in bounds) or bounds[0] <= bounds[1]:
            raise InputError("necessary must lie above private", file=file, field=f"personas.{persona}")
        personas[persona] = (bounds[0], bounds[1])
    return NormTable(kinds, topics, caps, roles, levels, personas, hashlib.sha256(raw).hexdigest())


def _inverted(groups: Mapping[str, Any], name: str, file: Path) -> dict[str, str]:
    out: dict[str, str] = {}
    for group, members in groups.items():
        if not isinstance(members, list) or not all(isinstance(member, str) for member in members):
            raise InputError("not a list of names", file=file, field=f"{name}.{group}")
        for member in members:
            if member in out:
                raise InputError(f"'{member}' stands twice", file=file, field=f"{name}.{group}")
            out[member] = group
    return out


def _of(rule: Any, key: str, where: str, file: Path) -> Any:
    if not isinstance(rule, dict) or key not in rule:
        raise InputError(f"'{key}' is missing", file=file, field=where, expected=_EXPECTED)
    return rule[key]


def _known_level(level: Any, numbers: set[Any], where: str, file: Path) -> None:
    if level not in numbers or isinstance(level, bool):
        raise InputError("no such level", file=file, field=where, expected="one of the table's levels")
