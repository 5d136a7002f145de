"""Replies of memory tools: JSON or text as models read it, cut into memories, judged, and put together again.

JSON: the entries of its first list are memories, or the one object is (knowledge graphs: each observation of
an entity, each relation). Text: a list entry or a paragraph is a memory, under the headings above it; what
ends in a colon belongs to what follows. Whatever else a reply holds is dropped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tactful.memory.stores.door import Door, Passed, StoreCall
from tactful.memory.stores.shapes import said, saying

NOTHING = "No memory may be told here: none was found, or none may go to this recipient for this task."
"""Says why a reply is empty; the same whether something was withheld or not."""

_TEXTS = ("memory", "text", "content", "fact", "value", "data", "summary", "note", "observation", "statement")
_ADDRESS = frozenset({"id", "uuid", "score", "created_at", "updated_at", "user_id", "agent_id", "run_id"})


_RELATION = -1


@dataclass(frozen=True, slots=True)
class Piece:
    """One memory of a reply: what it says (with its headings), and how it is written."""

    text: str = field(repr=False)
    whole: Any = field(repr=False)
    address: Mapping[str, Any] = field(default_factory=dict, repr=False)
    entity: int | None = None
    reply: int = 0

    def written(self) -> Any:
        """As it stands in the reply: with its address, where it is an object."""
        return {**self.address, **self.whole} if isinstance(self.whole, Mapping) else self.whole


class Pieces:
    """The shape of a `Piece`: what is written is its whole, or the coarser sentence in its place."""

    def read(self, piece: Piece) -> str:
        return piece.text

    def write(self, piece: Piece, coarser: str | None) -> Piece:
        if coarser is None:
            return piece
        whole = saying(piece.whole, coarser) if piece.entity is None else coarser
        return Piece(coarser, whole, piece.address, reply=piece.reply)


def gated_replies(door: Door, replies: Sequence[Any], call: StoreCall) -> list[Any]:
    """What a model may read of a memory tool's replies: texts, JSON in texts, or JSON values."""
    cut = [_cut(reply) for reply in replies]
    return _told(door.let(_flat(cut), Pieces(), call), cut)


async def gated_replies_async(door: Door, replies: Sequence[Any], call: StoreCall) -> list[Any]:
    """`gated_replies` for a gate that waits for its answer."""
    cut = [_cut(reply) for reply in replies]
    return _told(await door.let_async(_flat(cut), Pieces(), call), cut)


def _flat(cut: Sequence[tuple[Sequence[Piece], _Form]]) -> list[Piece]:
    return [replace(piece, reply=number) for number, (pieces, _) in enumerate(cut) for piece in pieces]


def _told(passed: Passed[Piece], cut: Sequence[tuple[Sequence[Piece], _Form]]) -> list[Any]:
    return [
        _joined([piece for piece in passed if piece.reply == number], form)
        for number, (_, form) in enumerate(cut)
    ]


@dataclass(frozen=True, slots=True)
class _Form:
    """How the pieces of a reply are put together: its kind, and the key of its list or its entities."""

    kind: str
    key: str = ""
    as_text: bool = False
    entities: tuple[Mapping[str, Any], ...] = field(default=(), repr=False)


def _cut(reply: Any) -> tuple[list[Piece], _Form]:
    if isinstance(reply, str):
        value = _json(reply)
        if value is None:
            return [Piece(*found) for found in passages(reply)], _Form("text")
        pieces, form = _cut_json(value)
        return pieces, _Form(form.kind, form.key, True, form.entities)
    return _cut_json(reply)


def _json(text: str) -> Any:
    if not text.lstrip().startswith(("[", "{")):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, list | dict) else None


def _cut_json(value: Any) -> tuple[list[Piece], _Form]:
    if isinstance(value, Mapping) and _text_of(value) is None:
        if _is_graph(value):
            return _cut_graph(value)
        key = next((name for name, inner in value.items() if isinstance(inner, list | tuple)), None)
        if key is not None:
            return [_entry(entry) for entry in value[key]], _Form("list", key)
    if isinstance(value, list | tuple):
        return [_entry(entry) for entry in value], _Form("list")
    return [_entry(value)] if value else [], _Form("one")


def _text_of(entry: Mapping[str, Any]) -> str | None:
    """The field that holds the memory, where it has one of the usual names."""
    return next((name for name in _TEXTS if isinstance(entry.get(name), str)), None)


def _entry(entry: Any) -> Piece:
    """A record of a list; one that is no JSON value says nothing and so is withheld."""
    address: dict[str, Any] = {}
    if isinstance(entry, Mapping):
        address = {n: v for n, v in entry.items() if n in _ADDRESS and isinstance(v, str | int | float)}
        name = _text_of(entry)
        entry = {n: v for n, v in entry.items() if n not in _ADDRESS} if name is None else {name: entry[name]}
    try:
        return Piece(said(entry), entry, address)
    except TypeError:
        return Piece("", None)


def _is_graph(value: Mapping[str, Any]) -> bool:
    return isinstance(value.get("entities"), list) and value.keys() <= {"entities", "relations"}


def _cut_graph(value: Mapping[str, Any]) -> tuple[list[Piece], _Form]:
    """The reference memory server's graph: entities (name, entityType, observations) and relations."""
    pieces = []
    entities = [entity for entity in value["entities"] if isinstance(entity, Mapping)]
    for number, entity in enumerate(entities):
        name, seen = entity.get("name"), entity.get("observations") or ()
        pieces += [Piece(f"{name}: {text}", str(text), entity=number) for text in seen]
    for relation in value.get("relations") or ():
        ends = {n: str(relation[n]) for n in ("from", "relationType", "to") if n in relation}
        pieces.append(Piece(" ".join(ends.values()).replace("_", " "), ends, entity=_RELATION))
    return pieces, _Form("graph", entities=tuple(entities))


def _joined(passed: Sequence[Piece], form: _Form) -> Any:
    if form.kind == "text":
        return "\n".join(str(piece.whole) for piece in passed) or NOTHING
    if form.kind == "graph":
        value: Any = _graph(passed, form)
    else:
        wholes = [piece.written() for piece in passed]
        value = wholes if form.kind == "list" else next(iter(wholes), None)
        value = {form.key: value} if form.key else value
    if not form.as_text:
        return value
    return json.dumps(value, ensure_ascii=False) if passed else NOTHING


def _graph(passed: Sequence[Piece], form: _Form) -> dict[str, Any]:
    entities = []
    for number, entity in enumerate(form.entities):
        told = [piece.whole for piece in passed if piece.entity == number]
        if told:
            named = {n: entity[n] for n in ("name", "entityType") if n in entity}
            entities.append({**named, "observations": told})
    coarse = [piece.whole for piece in passed if piece.entity is None]
    if coarse:
        entities.append({"name": "user", "entityType": "person", "observations": coarse})
    return {"entities": entities, "relations": [p.whole for p in passed if p.entity == _RELATION]}


_ENTRY = re.compile(r"\s*(?:[-*+•]|\d+[.)])\s+")
_COLONS = (":", "：")
_HEADING = re.compile(r"(#+)\s+\S")


def passages(text: str) -> list[tuple[str, str]]:
    """The memories of a text: for each, what is judged (its headings with it) and how it is written.

    A memory under a heading is judged and written with it, since a heading can turn it around ("No longer
    true"); a coarser sentence stands alone.
    """
    found: list[tuple[str, str]] = []
    heads: list[tuple[int, str]] = []
    block: list[str] = []
    depth = 0

    def close() -> None:
        if block:
            whole = "\n".join(block)
            over = [head for _, head in heads]
            plain = "\n".join(_ENTRY.sub("", line, count=1).strip() for line in block)
            found.append((" ".join([*(f"{head}:" for head in over), plain]), " / ".join([*over, whole])))
            block.clear()

    for line in text.splitlines():
        heading = _HEADING.match(line)
        entry = _ENTRY.match(line)
        indent = len(line) - len(line.lstrip())
        if heading:
            close()
            level = len(heading[1])
            heads[:] = [head for head in heads if head[0] < level]
            heads.append((level, line.lstrip("# ").strip()))
        elif not line.strip():
            if not (block and block[-1].rstrip().endswith(_COLONS)):
                close()
        elif block and block[0].rstrip().endswith(_COLONS):
            block.append(line)
        elif (entry and (not block or indent <= depth)) or (not indent and line.rstrip().endswith(_COLONS)):
            close()
            depth = indent
            block.append(line)
        else:
            block.append(line)
    close()
    return found
