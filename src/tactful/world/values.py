"""Values with their truth: a text, what it is, whose it is, and whether it is public.

One row: ``Value("+1 555 010 0134", "phone", "contact/3/phone")`` is high risk, contact & financial; the same
text with ``public=True`` (a shop's number in an advertisement) is no risk. Risk and category follow
GUIGuard-Bench, Tables 4 and 5, and ``docs/labels.md``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tactful.terms import Category, Risk


class Label(NamedTuple):
    """The risk and the category of a kind of value."""

    risk: Risk
    category: Category | None


_H, _M, _L, _N = Risk.HIGH, Risk.MEDIUM, Risk.LOW, Risk.NONE
_WHO, _REACH, _TECH = Category.IDENTITY, Category.CONTACT_FINANCIAL, Category.TECHNICAL_DEVICE
_DOES, _SPECIAL, _INFER = (
    Category.BEHAVIOR_CONTEXT,
    Category.SENSITIVE_SPECIAL,
    Category.INFERENCE_PROFILING,
)

TYPES: dict[str, Label] = {
    # 1 identity
    "person": Label(_H, _WHO),
    "username": Label(_H, _WHO),
    "account": Label(_H, _WHO),
    "id_number": Label(_H, _WHO),
    "birthdate": Label(_H, _WHO),
    "otp": Label(_H, _WHO),
    "secret": Label(_H, _WHO),
    "avatar": Label(_L, _WHO),  # a drawn or initial avatar, not a face
    # 2 contact and financial
    "email": Label(_H, _REACH),
    "phone": Label(_H, _REACH),
    "address": Label(_H, _REACH),
    "card": Label(_H, _REACH),
    "bank": Label(_H, _REACH),
    "amount": Label(_M, _REACH),
    "company": Label(_M, _REACH),
    "education": Label(_M, _REACH),
    "job": Label(_M, _REACH),
    "plate": Label(_H, _WHO),
    # 3 technical and device
    "ip": Label(_H, _TECH),
    "mac": Label(_H, _TECH),
    "device_id": Label(_H, _TECH),  # IMEI, serial number
    "device": Label(_L, _TECH),  # parameters: memory, model, version
    "clock": Label(_L, _TECH),  # the current time and date
    "carrier": Label(_L, _TECH),
    # 4 behaviour and context
    "message": Label(_M, _DOES),
    "subject": Label(_M, _DOES),
    "preview": Label(_M, _DOES),
    "history": Label(_M, _DOES),
    "order": Label(_M, _DOES),
    "schedule": Label(_M, _DOES),
    "time": Label(_M, _DOES),  # when something of the person's happened
    "date": Label(_M, _DOES),
    "location": Label(_M, _DOES),
    "coordinates": Label(_H, _DOES),
    "url": Label(_M, _DOES),
    "search": Label(_M, _DOES),
    "status": Label(_M, _DOES),
    "photo": Label(_M, _DOES),  # a private picture without a frontal face
    "suggestion": Label(_L, _DOES),
    "badge": Label(_L, _DOES),
    "file": Label(_L, _DOES),  # file and folder names, and text of documents without private content
    "media": Label(_L, _DOES),  # background video and music history
    # 5 special
    "health": Label(_H, _SPECIAL),
    "fitness": Label(_M, _SPECIAL),  # steps, heart points, sleep
    "religion": Label(_H, _SPECIAL),
    "politics": Label(_H, _SPECIAL),
    "sexuality": Label(_H, _SPECIAL),
    "face": Label(_H, _SPECIAL),
    # 6 inference and profiling
    "preference": Label(_M, _INFER),
    "rating": Label(_M, _INFER),
    "note": Label(_L, _INFER),  # a note's or document's line without private content
    "recommendation": Label(_L, _INFER),  # what a service recommends to this person
    "following": Label(_M, _INFER),
    # none
    "ui": Label(_N, None),  # buttons, menus, field labels, app names, placeholders
    "text": Label(_N, None),  # public content
}
"""Every type of value and its label when it is private (see ``docs/labels.md``)."""


@dataclass(frozen=True, slots=True)
class Value:
    """A text (or the words for a picture) with its truth.

    ``entity`` is the stable id of the thing shown, the same wherever it shows up (``contact/3/phone``); empty
    for interface text and nameless public content. ``parts`` splits ``text`` where entities are nested in it:
    plain strings and inner values whose texts joined give ``text``. Raises ``ValueError`` where they do not,
    or where the type is unknown.
    """

    text: str = field(repr=False)
    type: str = "text"
    entity: str = ""
    public: bool = False
    parts: tuple[str | Value, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        if self.type not in TYPES:
            raise ValueError(f"unknown type of value '{self.type}'")
        if self.parts and "".join(p if isinstance(p, str) else p.text for p in self.parts) != self.text:
            raise ValueError("the parts of a value do not give its text")

    @property
    def label(self) -> Label:
        """Risk and category: none where public, else by type."""
        return NO_RISK if self.public else TYPES[self.type]

    def as_public(self) -> Value:
        """The same text as public content, nested entities included."""
        parts = tuple(p if isinstance(p, str) else p.as_public() for p in self.parts)
        return replace(self, public=True, parts=parts)

    def __str__(self) -> str:
        return self.text


NO_RISK = Label(Risk.NONE, None)


def ui(text: str) -> Value:
    """Interface text: a button, a menu entry, a field's name."""
    return Value(text, "ui", public=True)


def sentence(parts: tuple[str | Value, ...], type: str, entity: str = "", public: bool = False) -> Value:
    """A longer text from plain strings and the values nested in it."""
    return Value("".join(p if isinstance(p, str) else p.text for p in parts), type, entity, public, parts)


# ---- how the truth of a value changes as it moves
# A film's title in a store is public; in the list of what someone watched it is ``media``, private, and the
# list's own entity, though the text is the same.

WORDLESS = ("ui", "text")
"""The types that have no private meaning of their own."""


def severity(label: Label) -> tuple[int, int]:
    """Smaller is more severe: the risk first, then the order of the categories."""
    return -label.risk.rank, 9 if label.category is None else label.category.precedence


def as_private(value: Value, type: str, entity: str) -> Value:
    """The words of a public value as private ones of ``type``; values that are private in it stay nested."""
    parts = tuple(p.text if isinstance(p, Value) and p.public else p for p in value.parts)
    kept = parts if any(isinstance(p, Value) for p in parts) else ()
    return Value(value.text, type, entity, False, kept)


def stored(value: Value, type: str, entity: str) -> Value:
    """What a private field of ``type`` holds of a value that is put into it.

    Public words become ``entity``, the field's own; a private value keeps its entity, and its type where that
    is at least as severe as the field's.
    """
    if value.public or value.type in WORDLESS:
        return as_private(value, type, entity)
    if severity(value.label) <= severity(TYPES[type]):
        return value
    return replace(value, type=type)
