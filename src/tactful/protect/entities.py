"""Entities: what makes two texts one real value, and what the vault remembers of each.

``<ann@example.com>``, ``mailto:ann@example.com`` and ``ann@example.com,`` are one e-mail address. What is
shown keeps the brackets; what is compared, numbered and put back is the address.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tactful.protect.shapes import DROPPED, SPACE, classes, classify, digits, normal

NAME_TYPES = frozenset({"person", "username", "account", "email", "contact", "company", "url"})
"""Types whose name-like words share their replacements."""
NUMBER_TYPES = frozenset({"phone", "card", "bank", "id_number"})
"""Types that are compared by their letters and digits alone."""
CASE_TYPES = frozenset({"secret", "otp"})
"""Types in which case and width count."""
TRIMMED_TYPES = NAME_TYPES | NUMBER_TYPES | {"otp", "ip", "mac", "device", "coordinates", "address"}
"""Types whose values do not begin or end with punctuation of their own; secrets may."""

_MARKS = frozenset(",;:.!?\"'`´|…·•、。，；：！？．“”„‘’‚«»‹›「」『』《》〈〉")
_PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">", "（": "）", "［": "］", "＜": "＞", "【": "】", "〔": "〕"}
_CLOSING = {closing: opening for opening, closing in _PAIRS.items()}
_LINK = re.compile(r"(?:mailto|tel|sms|smsto|callto):(?=[^\s:])", re.IGNORECASE)
_SCHEME = re.compile(r"(?:https?://)?(?:www\.)?", re.IGNORECASE)


class Inner(NamedTuple):
    """An entity inside a longer text; ``show`` says what stands for it there (None: its pseudonym)."""

    text: str
    type: str = "text"
    show: str | None = None


@dataclass(slots=True)
class Entity:
    """One real value: its first form, its type as a placeholder tells it, and the elements of its pseudonym.

    ``variants`` and ``placeholders`` map what was shown to the real text that it stands for. ``settled``
    says that a name has been shown, so that no other may be chosen.
    """

    index: int
    first: str = field(repr=False)
    label: str
    elements: tuple[str, ...] = field(repr=False)
    rewritten: str | None = field(default=None, repr=False)
    note: str = ""
    settled: bool = False
    variants: dict[str, str] = field(default_factory=dict, repr=False)
    placeholders: dict[str, str] = field(default_factory=dict, repr=False)
    gate: threading.RLock = field(default_factory=threading.RLock, repr=False, compare=False)


@dataclass(slots=True)
class NameWord:
    """A name-like word, its first form, and what stands for it."""

    key: str = field(repr=False)
    first: str = field(repr=False)
    elements: tuple[str, ...] = field(repr=False)
    rewritten: str | None = field(default=None, repr=False)

    @property
    def shown(self) -> str:
        """The word's replacement, in lower case."""
        return "".join(self.elements)


@dataclass(frozen=True, slots=True)
class Entry:
    """What was shown and the real text behind it; ``exact``: put back only where it stands to the letter.

    ``entity`` is the entity's number; -1 for a single word of a name. ``coded``: no screen says it by chance.
    """

    shown: str
    real: str = field(repr=False)
    entity: int
    type: str
    word: bool = False
    exact: bool = False
    coded: bool = False


class Parts(NamedTuple):
    """A text as the value and what stands before and behind it."""

    lead: str
    core: str
    tail: str


def trim(text: str, type: str) -> Parts:
    """``text`` cut into value and surroundings, by its type; the value is all of it for longer texts.

    Taken off are punctuation, brackets whose other half is taken off too or missing, and ``mailto:``,
    ``tel:`` and their like. A text of nothing else is left whole.
    """
    if type not in TRIMMED_TYPES:
        return Parts("", text, "")
    start, end = 0, len(text)
    while start < end:
        first, last = text[start], text[end - 1]
        partner = _partner(text[start:end])
        link = _LINK.match(text, start, end)
        if link:
            start = link.end()
        elif first in _PAIRS and partner == end - start - 1:
            start, end = start + 1, end - 1
        elif _mark(first) or (first in _PAIRS and partner is None):
            start += 1
        elif _mark(last) or (
            last in _CLOSING and text.count(_CLOSING[last], start, end) < text.count(last, start, end)
        ):
            end -= 1
        else:
            return Parts(text[:start], text[start:end], text[end:])
    return Parts("", text, "")


def keys(core: str, type: str) -> list[str]:
    """The forms under which a trimmed value is known, the most telling first.

    Each counts the characters that a pseudonym replaces: values that share a key share a pseudonym.
    """
    count = sum(kind.replaced for kind in classes(core))
    if type in CASE_TYPES:
        return [f"s{count}:{core}"]
    bare = core
    if type == "url":
        bare = core[_prefix(core) :].rstrip("/") or core
    elif type in ("username", "account"):
        bare = core.lstrip("@＠") or core
    forms = [f"n{count}:{normal(bare)}"]
    if type in NUMBER_TYPES and digits(core):
        forms.append(f"d{count}:{digits(core)}")
    return forms


def _partner(text: str) -> int | None:
    """Where the bracket that ``text`` begins with is closed."""
    depth = 0
    for i, ch in enumerate(text):
        depth += (ch == text[0]) - (ch == _PAIRS.get(text[0]))
        if not depth:
            return i
    return None


def _mark(ch: str) -> bool:
    return ch in _MARKS or classify(ch).script in (SPACE, DROPPED)


def _prefix(core: str) -> int:
    match = _SCHEME.match(core)
    return match.end() if match else 0


_FORMAT, _BEFORE = "tactful-vault-2", "tactful-vault-1"
_KEPT = ("first", "label", "elements", "rewritten", "note", "settled", "variants", "placeholders")


@dataclass(frozen=True, slots=True)
class VaultState:
    """All that a vault has to keep; ``index`` maps the `keys` of values to their entities."""

    key: bytes = field(repr=False)
    entities: list[Entity] = field(default_factory=list, repr=False)
    index: dict[str, int] = field(default_factory=dict, repr=False)
    words: dict[str, NameWord] = field(default_factory=dict, repr=False)
    exposed: set[str] = field(default_factory=set, repr=False)

    def to_json(self) -> dict[str, Any]:
        """The state as plain JSON values, for encryption."""
        return {
            "format": _FORMAT,
            "key": self.key.hex(),
            "index": self.index,
            "exposed": sorted(self.exposed),
            "words": [[w.key, w.first, w.elements, w.rewritten] for w in self.words.values()],
            "entities": [{name: getattr(entity, name) for name in _KEPT} for entity in self.entities],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> VaultState:
        """What ``to_json`` gave; ``ValueError``, ``KeyError`` or ``TypeError`` for anything else."""
        if data["format"] not in (_FORMAT, _BEFORE):
            raise ValueError("another format")
        rows: Sequence[Mapping[str, Any]] = data["entities"]
        if data["format"] == _BEFORE:  # its placeholders (EMAIL_1) can be guessed: none is put back any more
            rows = [{k: v for k, v in row.items() if k != "number"} | {"placeholders": {}} for row in rows]
        return cls(
            bytes.fromhex(data["key"]),
            [Entity(at, **{**row, "elements": tuple(row["elements"])}) for at, row in enumerate(rows)],
            dict(data["index"]),
            {key: NameWord(key, first, tuple(e), rewritten) for key, first, e, rewritten in data["words"]},
            set(data["exposed"]),
        )
