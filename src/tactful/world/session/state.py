"""Where a session stands: places visited, windows, dialogs. Only `commands` changes it."""

from __future__ import annotations

from dataclasses import dataclass, field

from tactful.world.apps.expressions import Word
from tactful.world.apps.schema import DialogSpec, InputSpec
from tactful.world.values import Value


@dataclass(frozen=True, slots=True)
class Place:
    """A view of an app, and the record that it shows ("" for none)."""

    app: str
    view: str
    record: str = ""


@dataclass(slots=True)
class Visit:
    """One stay at a place: what was typed there, how far it was scrolled."""

    place: Place
    inputs: dict[str, Value] = field(default_factory=dict, repr=False)
    picked: dict[str, str] = field(default_factory=dict)  # what a select or a switch stands at
    search: Value | None = field(default=None, repr=False)
    cell: str = ""  # RECORD.FIELD
    tops: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Question:
    """An open dialog: the action that asks, and the record it runs on. ``spec`` is None for a menu."""

    action: str
    record: str
    spec: DialogSpec | None
    inputs: dict[str, Value] = field(default_factory=dict, repr=False)
    picked: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Win:
    """A running app. Positions are CSS pixels; phones ignore them."""

    app: str
    stack: list[Visit]
    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0
    maximized: bool = False
    minimized: bool = False
    tabs: tuple[Value, ...] = ()
    caller: str = ""  # the app that led here; going back returns to it
    question: Question | None = None
    toast: Value | None = None
    focus: str = ""  # the input that has it

    @property
    def visit(self) -> Visit:
        return self.stack[-1]


def state(spec: InputSpec, held: Visit | Question) -> str:
    """What a select, a switch or a check stands at: an option's English word, a record's id, on, off, ""."""
    preset = spec.value.text if isinstance(spec.value, Word) else ""
    if spec.kind in ("switch", "check"):
        return held.picked.get(spec.name, "on" if preset.casefold() == "on" else "off")
    return held.picked.get(spec.name, preset if preset in spec.options else "")
