"""Making a value of a kind: words are drawn, slots filled, roles set."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from tactful.errors import InputError
from tactful.world.content import words
from tactful.world.content.kinds import KINDS, MAIL_GROUPS, Ctx, Kind
from tactful.world.content.makers import MAKERS
from tactful.world.values import Value

_FOLLOWING = frozenset(words.load("kinds")["following"].split())
"""Slots that follow what the record holds already."""
_OF_ONESELF = frozenset(words.load("kinds")["of_oneself"].split())
"""Sentences about the person whose device it is."""
_FACTS: Mapping[str, str] = words.load("kinds")["own_facts"]
"""The person's own fact for a slot in such sentences."""


def make(kind: str, ctx: Ctx, kinds: Mapping[str, Kind] = KINDS) -> Value:
    """A value of ``kind``, and the same again from an equal ``ctx``; it is added to ``ctx.row``.

    Raises ``InputError`` where the kind, or a slot of an app's own words, is unknown.
    """
    entry = kinds.get(kind)
    if entry is None:
        raise InputError(f"unknown kind of content '{kind}'", expected="one of tactful.world.content.KINDS")
    value = _made(entry, ctx, kinds)
    if ctx.public or entry.public:
        value = value.as_public()
    ctx.row[kind] = value
    return value


def _made(entry: Kind, ctx: Ctx, kinds: Mapping[str, Kind]) -> Value:
    maker = MAKERS.get(entry.name) if entry.words is None else None
    if maker is not None:
        made = maker(ctx)
        if isinstance(made, str):
            return Value(made, entry.type, ctx.key)
        # A contact's own value stays what it is; a new name is of the kind's type.
        return made if made.entity != ctx.key else replace(made, type=entry.type)
    type, line = words.marked(_line(entry, ctx))
    if type and not entry.public:
        entry = replace(entry, type=type)
    pieces = words.template(line)
    if len(pieces) == 1 and isinstance(pieces[0], str):
        return Value(pieces[0], entry.type, ctx.key)
    return _filled(pieces, entry, ctx, kinds)


def _line(entry: Kind, ctx: Ctx) -> str:
    """A line of the kind's words; kinds that share a block take the same line within a record."""
    if entry.words is not None:
        return ctx.rng.choice(entry.words[ctx.lang] or entry.words["en"])
    block = entry.block
    if block.startswith("mail"):
        return _mail(entry, ctx)
    rows = words.columns(ctx.lang, block)
    if not rows:
        raise InputError(f"no words for the kind '{entry.name}'")
    if entry.name == block:
        return ctx.rng.choice(rows)[0]
    mark = f"line:{block}"
    if _fresh(mark, block, entry, ctx):
        ctx.row[mark] = Value(str(ctx.rng.randrange(len(rows))), "ui", public=True)
    return rows[int(ctx.row[mark].text)][entry.column]


def _mail(entry: Kind, ctx: Ctx) -> str:
    """Subject, body or preview of one mail; a preview is how the body begins."""
    group = entry.block.removeprefix("mail").removeprefix("_")
    mark = f"line:mail{group and '_'}{group}"
    if _fresh(mark, "mail", entry, ctx):
        names = (group,) if group else MAIL_GROUPS
        choices = [(n, i) for n in names for i in range(len(words.columns(ctx.lang, f"mail_{n}")))]
        name, index = ctx.rng.choice(choices)
        ctx.row[mark] = Value(f"{name} {index}", "ui", public=True)
    name, number = ctx.row[mark].text.split()
    line = words.columns(ctx.lang, f"mail_{name}")[int(number)][min(entry.column, 1)]
    return _beginning(line) if entry.column == 2 else line


def _fresh(mark: str, block: str, entry: Kind, ctx: Ctx) -> bool:
    """Whether to take a new line: none is taken yet, or the same kind is asked for once more."""
    if mark in ctx.row and entry.name not in ctx.row:
        return False
    for stale in [name for name in ctx.row if name.startswith(f"slot:{block}:")]:
        del ctx.row[stale]
    return True


@cache
def _beginning(body: str) -> str:
    """The first sentence of a text, or the first two where the first is short."""
    match = re.match(r".{12,}?[.!?](?=\s)|.{6,}?[。！？]", body)
    return match[0] if match else body


def _filled(pieces: words.Template, entry: Kind, ctx: Ctx, kinds: Mapping[str, Kind]) -> Value:
    public = ctx.public or entry.public
    # Who a record names is whom it is about, unless a sentence of the record brought the name.
    about = "person" in ctx.row and "line:said" not in ctx.row
    own_words = entry.name in _OF_ONESELF or entry.block.startswith("mail")
    mine = own_words and ctx.person is not None and not public and not about
    block = "" if entry.block == entry.name else "mail" if entry.block.startswith("mail") else entry.block
    own: dict[words.Slot, Value] = {}
    parts: list[str | Value] = []
    for piece in pieces:
        if isinstance(piece, str):
            parts.append(piece)
            continue
        if piece not in own:
            fact = _fact(piece, ctx) if mine else None
            own[piece] = fact or _slot(piece, ctx, public, kinds, block)
        value = own[piece]
        # Public words without a private meaning are plain text in a private sentence.
        parts.append(value if public or not value.public else value.text)
    return Value("".join(str(p) for p in parts), entry.type, ctx.key, False, tuple(parts))


def _fact(slot: words.Slot, ctx: Ctx) -> Value | None:
    """The person's own fact for a slot; None where the slot is no fact, or the record has its own."""
    name = _FACTS.get(slot.kind)
    if name is None or slot.number or slot.kind in ctx.row or ctx.person is None:
        return None
    # Where the country has no IBANs, the words mean the account.
    local = slot.kind != "iban" or ctx.lang in ("fr", "de")
    return ctx.person.facts.get(name if local else "account_no")


def _slot(slot: words.Slot, ctx: Ctx, public: bool, kinds: Mapping[str, Kind], block: str) -> Value:
    entry = kinds.get(slot.kind)
    if entry is None:
        raise InputError(f"unknown slot '{slot.kind}'", expected="a kind of content")
    # Subject and body of a mail, title and text of a note name the same sums and days.
    mark = f"slot:{block}:{slot.kind}{slot.number}" if block else ""
    held = ctx.row.get(mark) if mark else None
    if held is None and not slot.number and slot.kind in _FOLLOWING:
        held = ctx.row.get(slot.kind)
    if held is not None:
        value = held
    else:
        key = f"{ctx.key}/{slot.kind}{slot.number}"
        follows = slot.kind in _FOLLOWING and not slot.number
        # What only this sentence says does not bind the record's other fields.
        row = ctx.row if follows else {} if slot.number else dict(ctx.row)
        inner = Ctx(ctx.rng, ctx.lang, ctx.now, key, ctx.person, public, row)
        value = _made(entry, inner, kinds)
        if follows:
            ctx.row[slot.kind] = _role(value, entry, public)
            if slot.kind == "person":
                ctx.row["line:said"] = Value("", "ui", public=True)
        if mark:
            ctx.row[mark] = value
    return _role(value, entry, public)


def _role(value: Value, entry: Kind, public: bool) -> Value:
    if public:
        return value.as_public()
    if not entry.public:
        return value
    if not entry.inside:
        return Value(value.text, "text", public=True)
    return Value(value.text, entry.inside, value.entity)
