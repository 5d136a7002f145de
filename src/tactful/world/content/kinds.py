"""Kinds of content: a name, the type of value it gives, and whether it is public.

``data/kinds.yaml`` lists them; kinds with an entry in `tactful.world.content.makers.MAKERS` are made by code,
all others from the words of ``data/<lang>*.yaml``. An app file may bring its own word lists (`extended`).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tactful.errors import InputError
from tactful.world.content.words import load
from tactful.world.people.person import LANGUAGES, Person
from tactful.world.values import TYPES, Value


@dataclass(frozen=True, slots=True)
class Ctx:
    """What a value is made from.

    ``key`` becomes its entity id (inner entities: ``key/<kind>``). ``row`` is what the same record holds
    already, by kind: names, addresses and sentences follow it, and `make` adds what it made. ``public``
    makes the value and its parts public.
    """

    rng: random.Random = field(repr=False)
    lang: str
    now: datetime
    key: str
    person: Person | None = field(default=None, repr=False)
    public: bool = False
    row: dict[str, Value] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Kind:
    """``type`` is the type of the values, ``public`` says that they are always public.

    ``inside`` is the type of a public kind's words where they stand in a private sentence ("" leaves them
    plain text): a restaurant in an advertisement is public, in a message it is a location. ``block`` and
    ``column`` say where the words are; ``words`` are the own words of an app file's kind, by language.
    """

    name: str
    type: str
    public: bool = False
    inside: str = ""
    block: str = ""
    column: int = 0
    words: Mapping[str, tuple[str, ...]] | None = field(default=None, repr=False)


MAIL_GROUPS = ("personal", "work", "order", "verify", "invite", "promo", "travel", "health")
"""The groups of mails: ``mail_subject_travel`` is the subject of one of that group."""


def _load() -> dict[str, Kind]:
    data = load("kinds")
    found = {}
    for type_, names in data["private"].items():
        found.update({name: Kind(name, type_, block=name) for name in names.split()})
    for inside, names in data["public"].items():
        type_ = "" if inside == "text" else inside
        found.update({name: Kind(name, "text", True, type_, block=name) for name in names.split()})
    for block, names in data["linked"].items():
        for column, name in enumerate(names.split()):
            kind = found[name]
            found[name] = Kind(name, kind.type, kind.public, kind.inside, block, column)
    for group in ("", *(f"_{group}" for group in MAIL_GROUPS)):
        for column, name in enumerate(("mail_subject", "mail_body", "mail_preview")):
            found[name + group] = Kind(name + group, found[name].type, block="mail" + group, column=column)
    return found


KINDS: Mapping[str, Kind] = _load()
"""Every kind by name."""


def has_kind(name: str, kinds: Mapping[str, Kind] = KINDS) -> bool:
    """Whether there is such a kind."""
    return name in kinds


def extended(kinds: Mapping[str, Kind], own: Mapping[str, Any], file: str = "") -> dict[str, Kind]:
    """``kinds`` and those of an app file's ``kinds:`` block beside them.

    One entry: ``ward: {type: health, public: false, words: {en: [Cardiology, "Ward {letter}"], de: [...]}}``;
    ``words: {all: [...]}`` serves every language, a language that is missing falls back to English. Words
    may hold slots. Raises ``InputError`` on unknown keys, types and languages, on missing English words, and
    on a name that is taken.
    """
    result = dict(kinds)
    for name, entry in own.items():
        where = f"kinds.{name}"
        if name in result:
            raise InputError("this kind exists already", file=file or None, field=where)
        if not isinstance(entry, Mapping) or not set(entry) <= {"type", "public", "words"}:
            raise InputError("malformed", file=file or None, field=where, expected="type, words and public")
        if entry.get("type") not in TYPES:
            raise InputError("unknown type of value", file=file or None, field=f"{where}.type")
        words = entry.get("words")
        if not isinstance(words, Mapping) or not set(words) <= {"all", *LANGUAGES}:
            raise InputError(
                "malformed", file=file or None, field=f"{where}.words", expected="lists by language"
            )
        shared = tuple(str(word) for word in words.get("all", ()))
        lists = {lang: tuple(str(w) for w in words.get(lang, ())) + shared for lang in LANGUAGES}
        if not lists["en"]:
            raise InputError("no words", file=file or None, field=f"{where}.words", expected="en or all")
        public = bool(entry.get("public", False))
        result[name] = Kind(name, entry["type"], public, entry["type"] if public else "", words=lists)
    return result
