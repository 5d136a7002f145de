"""An app as data: tables, views, sections, actions, words. `loader` reads it from YAML, `session` runs it.

The models are the whole of the format; `checks` sees by a field's `Mark` what it refers to.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, PlainValidator, model_validator
from pydantic import Field as Option

from tactful.runs import Text, derive, mistake
from tactful.world.apps.expressions import Expr
from tactful.world.apps.fields import (
    SLOTS,
    Actions,
    Count,
    Effect,
    FileModel,
    Flag,
    Icon,
    Label,
    Labels,
    Mark,
    MaybeShow,
    Name,
    Pairs,
    Show,
    Shows,
    Slot,
    TextLabel,
    Texts,
    Translations,
    Type,
    kind_words,
    one_of,
    plain,
    probability,
    row_range,
    short,
    title,
)
from tactful.world.pages import LAYOUTS
from tactful.world.people.person import LANGUAGES, Plain
from tactful.world.values import TYPES

Platform = Literal["phone", "desktop"]
Group = Literal["system", "social", "office", "ai", "media", "life"]
ItemFlag = Literal["unread", "selected", "done", "mine", "starred", "disabled", "muted", "header", "ad"]
VALIDATION = 5
"""One schema in so many is for validation."""

# ---- models


class Words(FileModel):
    """An app's own list of words: per language, ``type`` where private."""

    type: Type = "text"
    words: Annotated[dict[str, Texts], BeforeValidator(kind_words)]
    public: Flag | None = None


class FieldSpec(FileModel):
    """How a field of an own table is made: exactly one of kind, flag, one_of, ref or of.

    ``type`` is what a private kind's words are here, and makes a word of ``one_of`` a value. ``once``: no
    record is referred to by two rows, as long as there are others.
    """

    kind: str = ""
    public: Flag | None = None
    flag: Annotated[float, PlainValidator(probability)] | None = None
    one_of: Texts = ()
    type: str = ""
    ref: str = ""
    once: Flag = False
    of: str = ""
    field: str = ""

    @model_validator(mode="after")
    def _one_way(self) -> FieldSpec:
        ways = (self.kind, self.flag is not None, self.one_of, self.ref, self.of)
        if sum(map(bool, ways)) != 1:
            raise mistake(
                "says how it is made in no or in several ways", "one of kind, flag, one_of, ref, of"
            )
        if self.type and self.type not in TYPES:
            raise mistake(f"is '{self.type}'", "a type of value", "type")
        if self.of and not self.field:
            raise mistake("is missing", "a field of the record that 'of' refers to", "field")
        return self

    @property
    def sort(self) -> str:
        """value, key or flag (for ``of``: value)."""
        if self.flag is not None:
            return "flag"
        return "key" if self.ref or (self.one_of and not self.type) else "value"


class TableSpec(FileModel):
    """A table of the app. ``source``: "" its own, "person", or the id of the app that owns it."""

    derived: ClassVar = frozenset({"name"})
    name: str = ""
    source: str = ""
    rows: Annotated[tuple[int, int], BeforeValidator(row_range)] = (0, 0)
    public: Flag = False
    fields: dict[Name, Annotated[FieldSpec, short("kind")]] = Option({})

    @model_validator(mode="after")
    def _whole(self) -> TableSpec:
        if not self.source and not self.fields:
            raise mistake("is empty", "name: kind", "fields")
        if not self.source and "rows" not in self.model_fields_set:
            raise mistake("is missing", "[least, most] from 0 to 60", "rows")
        return self


class OptionsFrom(FileModel):
    """The records of a table as the options of a select, shown by a field."""

    table: Text
    field: Text


class InputSpec(FileModel):
    """A field to fill in; ``type`` is the type of what is typed."""

    derived: ClassVar = frozenset({"name"})
    name: str = ""
    label: TextLabel
    type: Type = "text"
    kind: Literal[
        "text", "multiline", "password", "number", "date", "select", "switch", "search", "check"
    ] = "text"
    placeholder: Label = ""
    options: Labels = ()
    options_from: OptionsFrom | None = None
    value: MaybeShow = None
    icon: Icon = ""

    @model_validator(mode="after")
    def _options_fit(self) -> InputSpec:
        if (self.kind == "select") != bool(self.options or self.options_from):
            expected = "options or options_from with kind select, and only there"
            raise mistake("do not fit the kind", expected, "options")
        return self


Inputs = dict[Name, InputSpec]


class RowSpec(FileModel):
    """A static item. ``tap``: view, app/view or action; ``switch``: the setting it flips."""

    image: MaybeShow = None
    head: MaybeShow = None
    sub: MaybeShow = None
    body: MaybeShow = None
    meta: MaybeShow = None
    side: MaybeShow = None
    tag: MaybeShow = None
    count: MaybeShow = None
    price: MaybeShow = None
    author: MaybeShow = None
    value: MaybeShow = None
    unit: MaybeShow = None
    day: MaybeShow = None
    icon: Icon = ""
    tap: str = ""
    switch: str = ""
    on: Flag = False
    flags: Annotated[tuple[ItemFlag, ...], BeforeValidator(lambda r: [r] if isinstance(r, str) else r)] = ()
    actions: Actions = ()
    level: Count = 0

    @property
    def slots(self) -> Mapping[str, Expr]:
        """The slots that it fills."""
        return {name: expr for name in SLOTS if (expr := getattr(self, name)) is not None}


class SectionSpec(FileModel):
    """A part of a view. ``flags``: flag -> a bool field, ``!field`` or ``field=key``."""

    layout: Annotated[str, one_of(*LAYOUTS)]
    id: str = ""
    title: Label = ""
    place: Literal["main", "side", "aside", "foot"] = "main"
    limit: Count = 0
    table: str = ""
    where: dict[str, Annotated[Plain, PlainValidator(plain)]] = Option({})
    sort: str = ""
    item: Annotated[dict[Slot, Show], Mark.ROW] = Option({})
    icon: Icon = ""
    level: str = ""
    flags: dict[ItemFlag, str] = Option({})
    tap: str = ""
    actions: Actions = ()
    rows: tuple[RowSpec, ...] = ()
    fields: Annotated[Pairs, Mark.EXPR] = ()
    text: Annotated[Shows, Mark.EXPR] = ()
    columns: Annotated[Pairs, Mark.ROW] = ()
    edit: Flag = False
    inputs: Inputs = Option({})
    input: str = ""

    @property
    def acts_on(self) -> str:
        """The table on whose rows the actions run; "" where they are the section's own (as with inputs)."""
        return "" if self.inputs else self.table


class SearchSpec(FileModel):
    """A search field that filters the sections of a table as one types."""

    placeholder: Label = "Search"
    table: Text


class View(FileModel):
    """A screen of an app: one schema. ``record``: the table of which it shows one record."""

    derived: ClassVar = frozenset({"id"})
    id: str = ""
    record: str = ""
    title: Annotated[Expr, PlainValidator(title), Mark.EXPR]
    icon: Icon = ""
    subtitle: MaybeShow = None
    hero: MaybeShow = None
    split: Literal["", "train", "validation"] = ""
    search: SearchSpec | None = None
    sections: tuple[SectionSpec, ...] = ()
    actions: Actions = ()

    @property
    def inputs(self) -> Mapping[str, InputSpec]:
        """Every input of the view's forms by name."""
        return {name: spec for section in self.sections for name, spec in section.inputs.items()}


class DialogSpec(FileModel):
    """A question before an action: a confirmation, or with ``inputs`` something to fill in."""

    title: TextLabel
    yes: Label = "OK"
    text: Label = ""
    inputs: Inputs = Option({})


class AddSpec(FileModel):
    """A record that an action adds. A text stands for a key or an expression: the table's field decides."""

    table: Text
    fields: dict[str, Effect] = Option({})


class ActionSpec(FileModel):
    """Something to press and what it does, in this order: confirm or ask, require, set, toggle, add,
    copy, delete, goto and fill, say."""

    derived: ClassVar = frozenset({"id"})
    id: str = ""
    label: TextLabel
    icon: Icon = ""
    style: Literal["primary", "plain", "icon", "danger", "fab", "menu", "link", "chip", "toggle"] = "plain"
    confirm: DialogSpec | None = None
    ask: DialogSpec | None = None
    menu: Actions = ()
    require: Texts = ()
    set: dict[str, Effect] = Option({})
    toggle: str = ""
    add: AddSpec | None = None
    copy_: Show | None = Option(None, alias="copy")
    delete: Flag = False
    goto: str = ""
    fill: dict[str, Show] = Option({})
    say: Label = ""

    @model_validator(mode="after")
    def _dialogs_fit(self) -> ActionSpec:
        for key, dialog, asks in (("confirm", self.confirm, False), ("ask", self.ask, True)):
            if dialog is not None and asks != bool(dialog.inputs):
                raise mistake("do not fit", "some in ask, none in confirm", (key, "inputs"))
        return self


class App(FileModel):
    """One app. ``name`` and the lists of ``words`` are in the order of LANGUAGES (words without English)."""

    derived: ClassVar = frozenset({"file"})
    id: str = Option(alias="app")
    name: Texts
    icon: Annotated[Text, Mark.ICON]
    group: Group
    platforms: Annotated[tuple[Platform, ...], BeforeValidator(lambda r: [r] if isinstance(r, str) else r)]
    home: Text
    views: dict[str, View] = Option({})
    actions: dict[str, ActionSpec] = Option({})
    tables: dict[str, Annotated[TableSpec, short("source")]] = Option({})
    kinds: dict[str, Words] = Option({})
    words: Translations = Option({})
    tabs: Texts = ()
    web: str = ""
    public: Flag = False
    account: Flag = False
    file: str = ""

    @model_validator(mode="after")
    def _whole(self) -> App:
        host = r"[a-z0-9.-]+\.(?:example|test|invalid)|(?:[a-z0-9-]+\.)?example\.(?:com|org|net)"
        if self.web and not re.fullmatch(host, self.web):
            raise mistake(f"is '{self.web}'", "a host under .example, .test or .invalid", "web")
        if len(self.name) not in (1, len(LANGUAGES)):
            languages = f"{len(LANGUAGES)}: {' '.join(LANGUAGES)}"
            raise mistake(f"has {len(self.name)} texts", languages, "name")
        if not self.platforms:
            raise mistake("names no known platform", "[phone, desktop] or one of them", "platforms")
        return self

    def completed(self, file: Path) -> App:
        """The app with what follows from names and places: ids, splits, what is public with the app."""
        views, tables, actions = {}, {}, {}
        for name, view in self.views.items():
            held_out = derive(0, f"split/{self.id}/{name}") % VALIDATION == 0
            sections = tuple(
                s.model_copy(update={"id": s.id or f"s{i}", "inputs": _named(s.inputs)})
                for i, s in enumerate(view.sections)
            )
            split = view.split or ("validation" if held_out else "train")
            views[name] = view.model_copy(update={"id": name, "split": split, "sections": sections})
        for name, table in self.tables.items():
            public = table.public if "public" in table.model_fields_set or table.source else self.public
            tables[name] = table.model_copy(update={"name": name, "public": public})
        for name, action in self.actions.items():
            dialogs = {
                key: dialog.model_copy(update={"inputs": _named(dialog.inputs)})
                for key in ("confirm", "ask")
                if (dialog := getattr(action, key)) is not None
            }
            actions[name] = action.model_copy(update={"id": name, **dialogs})
        names = self.name * len(LANGUAGES) if len(self.name) == 1 else self.name
        update = {"name": names, "views": views, "tables": tables, "actions": actions, "file": str(file)}
        return self.model_copy(update=update)


def _named(inputs: Mapping[str, InputSpec]) -> dict[str, InputSpec]:
    return {name: spec.model_copy(update={"name": name}) for name, spec in inputs.items()}
