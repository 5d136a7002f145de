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


NO_RISK = Label(Risk.NONE, None)

# avatar: drawn, or initials; device: parameters such as memory, model, version; clock: the current time and
# date; photo: a private picture without a frontal face; file: names of files and folders, and text of
# documents without private content; media: background video and music history; note: a line of a note or a
# document without private content; recommendation: what a service recommends to this person; ui: buttons,
# menus, field labels, app names, placeholders; text: public content.
_TYPES = {
    Label(Risk.HIGH, Category.IDENTITY): "person username account id_number birthdate otp secret plate",
    Label(Risk.LOW, Category.IDENTITY): "avatar",
    Label(Risk.HIGH, Category.CONTACT_FINANCIAL): "email phone address card bank",
    Label(Risk.MEDIUM, Category.CONTACT_FINANCIAL): "amount company education job",
    Label(Risk.HIGH, Category.TECHNICAL_DEVICE): "ip mac device_id",
    Label(Risk.LOW, Category.TECHNICAL_DEVICE): "device clock carrier",
    Label(Risk.HIGH, Category.BEHAVIOR_CONTEXT): "coordinates",
    Label(Risk.MEDIUM, Category.BEHAVIOR_CONTEXT): (
        "message subject preview history order schedule time date location url search status photo"
    ),
    Label(Risk.LOW, Category.BEHAVIOR_CONTEXT): "suggestion badge file media",
    Label(Risk.HIGH, Category.SENSITIVE_SPECIAL): "health religion politics sexuality face",
    Label(Risk.MEDIUM, Category.SENSITIVE_SPECIAL): "fitness",
    Label(Risk.MEDIUM, Category.INFERENCE_PROFILING): "preference rating following",
    Label(Risk.LOW, Category.INFERENCE_PROFILING): "note recommendation",
    NO_RISK: "ui text",
}
TYPES: dict[str, Label] = {type: label for label, types in _TYPES.items() for type in types.split()}
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
