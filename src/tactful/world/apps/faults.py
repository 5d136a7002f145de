"""Collecting an app's faults: what a name may refer to, and what there is instead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tactful.runs import Strict
from tactful.world.apps.expressions import Count, Draw, Expr, Fact, Field, Made, Outer, Typed, walk
from tactful.world.apps.fields import Mark
from tactful.world.apps.lookup import (
    PERSON_FACTS,
    Fields,
    fields_of,
    icon_names,
    known_kind,
    same_table,
    sort_of,
    view_of,
)
from tactful.world.apps.schema import App, InputSpec

_PAIRS = (Mark.EXPR, Mark.ROW)
Fault = tuple[str, str, str]
"""Dotted field, problem, expected."""


class Faults:
    """Collects an app's faults and knows its surroundings."""

    def __init__(self, app: App, apps: Mapping[str, App]) -> None:
        self.app, self.apps = app, apps
        self.all: list[Fault] = []

    def add(self, at: str, problem: str, expected: str = "") -> None:
        self.all.append((at, problem, expected))

    def known(self, at: str, what: str, name: str, names: Iterable[str]) -> bool:
        """Whether a name is among those known; a fault where not."""
        names = sorted(names)
        if name not in names:
            expected = f"one of {', '.join(names)}" if names else f"no {what}"
            self.add(at, f"there is no {what} '{name}'", expected)
        return name in names

    def icon(self, at: str, name: str) -> None:
        icons = icon_names()
        if icons is not None and name not in icons:
            near = [i for i in sorted(icons) if name.split("-")[0] in i][:6]
            expected = f"such as {', '.join(near)}" if near else "a lucide name"
            self.add(at, f"'{name}' is no lucide icon", expected)

    def kind(self, at: str, kind: str, expected: str) -> None:
        if not known_kind(self.app, kind):
            self.add(at, f"there is no kind '{kind}'", expected)

    def fields(self, at: str, table: str) -> Fields | None:
        """The fields of a table; a fault where there is none of the name."""
        fields = fields_of(self.apps, self.app.id, table)
        if fields is None:
            self.known(at, "table", table, self.app.tables.keys() - {table})
        return fields

    def field(self, at: str, name: str, table: str, sort: str = "") -> None:
        """A field of a table that is known; of a sort where that is given."""
        fields = fields_of(self.apps, self.app.id, table)
        if fields is not None and self.known(at, f"field in table '{table}':", name, fields) and sort:
            has = sort_of(fields[name])
            if has != sort:
                self.add(at, f"field '{name}' of table '{table}' is a {has}", f"a {sort}")

    def outer(self, at: str, name: str, record: str) -> None:
        """A field of the view's record."""
        if not record:
            self.add(at, f"'record.{name}' in a view without a record", "record: TABLE in the view")
        elif name != "id":
            self.field(at, name, record)

    def expr(
        self, at: str, expr: Expr, row: str, record: str, inputs: Mapping[str, InputSpec] | None = None
    ) -> None:
        """Checks an expression: ``row`` is the table of the current record, ``record`` that of the view."""
        for part in walk(expr):
            match part:
                case Field(name) if not (row or record):
                    self.add(at, f"'{name}' is a field, but there is no record here", f"={name} for a word")
                case Field(name):
                    self.field(at, name, row or record)
                case Outer(name):
                    self.outer(at, name, record)
                case Fact(name):
                    self.known(at, "fact of the person", name, PERSON_FACTS)
                case Typed(name) if inputs is not None:
                    self.known(at, "input", name, inputs)
                case Made(kind):
                    self.kind(at, kind, "a kind of content or of the app's kinds:")
                case Count(table, where) if self.fields(at, table) is not None:
                    for name, _ in where:
                        self.field(at, name, table)
                case Draw() if not isinstance(expr, Draw):
                    self.add(at, "a picture inside a joined text", "a picture alone in its slot")

    def options(self, at: str, spec: InputSpec) -> None:
        """Where the options of an input of a form or a dialog come from."""
        source = spec.options_from
        if source and self.fields(f"{at}.options_from.table", source.table) is not None:
            self.field(f"{at}.options_from.field", source.field, source.table, "value")

    def target(self, at: str, target: str, table: str) -> None:
        """A view, app/view or action that a tap names; ``table`` is that of the record at hand."""
        if target in self.app.actions and "/" not in target:
            return
        place = view_of(self.apps, self.app.id, target)
        if place is None:
            self.known(at, "view or action", target, {*self.app.views, *self.app.actions})
            return
        record = place[1].record
        if record and not same_table(self.apps, (self.app.id, table), (place[0], record)):
            self.add(at, f"view '{target}' shows a record of '{record}'", f"a record of it, not of '{table}'")


def places(
    model: Strict, at: str = "", inside: tuple[Strict, ...] = ()
) -> Iterator[tuple[str, Mark, Any, tuple[Strict, ...]]]:
    """Every marked text and expression of a model: its field, its mark, itself, the models around it."""
    for name, info in type(model).model_fields.items():
        mark = next((m for m in info.metadata if isinstance(m, Mark)), None)
        where = f"{at}.{info.alias or name}".removeprefix(".")
        yield from _within(where, mark, getattr(model, name), (*inside, model))


def _within(
    at: str, mark: Mark | None, value: Any, inside: tuple[Strict, ...]
) -> Iterator[tuple[str, Mark, Any, tuple[Strict, ...]]]:
    if isinstance(value, Strict):
        yield from places(value, at, inside)
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from _within(f"{at}.{key}", mark, one, inside)
    elif isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str) and mark in _PAIRS:
        # A label and what stands beside it.
        yield at, Mark.WORD, value[0].removeprefix("="), inside
        yield from _within(at, mark, value[1], inside)
    elif isinstance(value, tuple):
        for number, one in enumerate(value):
            yield from _within(f"{at}[{number}]", mark, one, inside)
    elif mark is not None and value not in (None, ""):
        yield at, mark, value, inside
