"""An app as data: tables, views, sections, actions, words. `loader` reads it from YAML, `session` runs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tactful.world.apps.expressions import Expr

Plain = str | int | bool

GROUPS = ("system", "social", "office", "ai", "media", "life")
PLATFORMS = ("phone", "desktop")
PLACES = ("main", "side", "aside", "foot")
STYLES = ("primary", "plain", "icon", "danger", "fab", "menu", "link", "chip", "toggle")
INPUTS = ("text", "multiline", "password", "number", "date", "select", "switch", "search", "check")
FLAGS = ("unread", "selected", "done", "mine", "starred", "disabled", "muted", "header", "ad")
SLOTS = (
    "image", "head", "sub", "body", "meta", "side", "tag", "count", "price", "author", "value", "unit", "day",
)  # fmt: skip
"""Slots of an item, whatever the layout."""


@dataclass(frozen=True, slots=True)
class Words:
    """An app's own list of words: per language, ``type`` where private."""

    type: str
    words: Mapping[str, tuple[str, ...]]
    public: bool | None = None


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """How a field of an own table is made: exactly one of kind, flag, one_of, ref or of.

    ``type`` is what a private kind's words are here, and makes a word of ``one_of`` a value. ``once``: no
    record is referred to by two rows, as long as there are others.
    """

    kind: str = ""
    public: bool | None = None
    flag: float | None = None
    one_of: tuple[str, ...] = ()
    type: str = ""
    ref: str = ""
    once: bool = False
    of: str = ""
    field: str = ""

    @property
    def sort(self) -> str:
        """value, key or flag (for ``of``: value)."""
        if self.flag is not None:
            return "flag"
        return "key" if self.ref or (self.one_of and not self.type) else "value"


@dataclass(frozen=True, slots=True)
class TableSpec:
    """A table of the app. ``source``: "" its own, "person", or the id of the app that owns it."""

    name: str
    source: str = ""
    rows: tuple[int, int] = (0, 0)
    public: bool = False
    fields: Mapping[str, FieldSpec] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class InputSpec:
    """A field to fill in; ``type`` is the type of what is typed."""

    name: str
    label: str
    type: str = "text"
    kind: str = "text"
    placeholder: str = ""
    options: tuple[str, ...] = ()
    options_from: tuple[str, str] | None = None
    value: Expr | None = None
    icon: str = ""


@dataclass(frozen=True, slots=True)
class RowSpec:
    """A static item. ``tap``: view, app/view or action; ``switch``: the setting it flips."""

    slots: Mapping[str, Expr] = field(default_factory=dict)
    icon: str = ""
    tap: str = ""
    switch: str = ""
    on: bool = False
    flags: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    level: int = 0


@dataclass(frozen=True, slots=True)
class SectionSpec:
    """A part of a view. ``flags``: flag -> a bool field, ``!field`` or ``field=key``."""

    layout: str
    id: str
    title: str = ""
    place: str = "main"
    limit: int = 0
    table: str = ""
    where: Mapping[str, Plain] = field(default_factory=dict)
    sort: str = ""
    item: Mapping[str, Expr] = field(default_factory=dict)
    icon: str = ""
    level: str = ""
    flags: Mapping[str, str] = field(default_factory=dict)
    tap: str = ""
    actions: tuple[str, ...] = ()
    rows: tuple[RowSpec, ...] = ()
    fields: tuple[tuple[str, Expr], ...] = ()
    text: tuple[Expr, ...] = ()
    columns: tuple[tuple[str, Expr], ...] = ()
    edit: bool = False
    inputs: Mapping[str, InputSpec] = field(default_factory=dict)
    input: str = ""

    @property
    def acts_on(self) -> str:
        """The table on whose rows the actions run; "" where they are the section's own (as with inputs)."""
        return "" if self.inputs else self.table


@dataclass(frozen=True, slots=True)
class SearchSpec:
    """A search field that filters the sections of a table as one types."""

    placeholder: str
    table: str


@dataclass(frozen=True, slots=True)
class View:
    """A screen of an app: one schema. ``record``: the table of which it shows one record."""

    id: str
    title: Expr
    icon: str = ""
    record: str = ""
    subtitle: Expr | None = None
    hero: Expr | None = None
    split: str = "train"
    search: SearchSpec | None = None
    sections: tuple[SectionSpec, ...] = ()
    actions: tuple[str, ...] = ()

    @property
    def inputs(self) -> Mapping[str, InputSpec]:
        """Every input of the view's forms by name."""
        return {name: spec for section in self.sections for name, spec in section.inputs.items()}


@dataclass(frozen=True, slots=True)
class DialogSpec:
    """A question before an action: a confirmation, or with ``inputs`` something to fill in."""

    title: str
    yes: str
    text: str = ""
    inputs: Mapping[str, InputSpec] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AddSpec:
    """A record that an action adds. A text stands for a key or an expression: the table's field decides."""

    table: str
    fields: Mapping[str, Expr | Plain] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """Something to press and what it does, in this order: confirm or ask, require, set, toggle, add,
    copy, delete, goto and fill, say."""

    id: str
    label: str
    icon: str = ""
    style: str = "plain"
    confirm: DialogSpec | None = None
    ask: DialogSpec | None = None
    menu: tuple[str, ...] = ()
    require: tuple[str, ...] = ()
    set: Mapping[str, Expr | Plain] = field(default_factory=dict)
    toggle: str = ""
    add: AddSpec | None = None
    copy: Expr | None = None
    delete: bool = False
    goto: str = ""
    fill: Mapping[str, Expr] = field(default_factory=dict)
    say: str = ""


@dataclass(frozen=True, slots=True)
class App:
    """One app. ``name`` and the lists of ``words`` are in the order of LANGUAGES (words without English)."""

    id: str
    name: tuple[str, ...]
    icon: str
    group: str
    platforms: tuple[str, ...]
    home: str
    views: Mapping[str, View]
    actions: Mapping[str, ActionSpec] = field(default_factory=dict)
    tables: Mapping[str, TableSpec] = field(default_factory=dict)
    kinds: Mapping[str, Words] = field(default_factory=dict)
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tabs: tuple[str, ...] = ()
    web: str = ""
    public: bool = False
    account: bool = False
    file: str = ""
