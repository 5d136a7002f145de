"""What an action does to records: set, toggle, add, copy, delete."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tactful.world.apps.expressions import Expr, Now, Outer, Typed, walk
from tactful.world.apps.lookup import sort_of, value_of
from tactful.world.apps.schema import ActionSpec, AddSpec, App, FieldSpec, View
from tactful.world.people.person import Record
from tactful.world.session.evaluating import Evaluator, Scope
from tactful.world.session.store import Held
from tactful.world.values import Value, stored


class Effects:
    """The effects of an action that is pressed in a view.

    ``picked`` says what the selects, switches and checks of the view and of its dialog stand at.
    """

    def __init__(
        self, evaluator: Evaluator, app: App, view: View, scope: Scope, picked: Mapping[str, str]
    ) -> None:
        self.evaluator, self.store = evaluator, evaluator.store
        self.app, self.view, self.scope, self.picked = app, view, scope, picked

    def apply(
        self, action: ActionSpec, table: str, record: Record | None
    ) -> tuple[Record | None, Value | None]:
        """Does them in their order, on a record if there is one: the record added and the value copied."""
        if record is not None:
            fields = self._fields(table, record.id, action.set)
            if action.toggle:
                fields[action.toggle] = not record.get(action.toggle)
            if fields:
                self.store.change(self.app.id, table, record.id, fields)
        added = self._add(action.add) if action.add else None
        copied = self.evaluator.value(action.copy_, self.scope) if action.copy_ else None
        if action.delete and record is not None:
            self.store.delete(self.app.id, table, record.id)
        return added, copied

    def _add(self, spec: AddSpec) -> Record:
        # Conversations, logs and sheets grow at their end, lists at their head.
        growing = ("thread", "terminal", "table")
        last = any(s.table == spec.table and s.layout in growing for s in self.view.sections)
        record = self.store.add(self.app.id, spec.table, {}, at_end=last)
        fields = self._fields(spec.table, record.id, spec.fields)
        self.store.change(self.app.id, spec.table, record.id, fields)
        return Record(record.id, fields)

    def _fields(self, table: str, id: str, values: Mapping[str, Any]) -> dict[str, Held]:
        known = self.store.fields(self.app.id, table)
        made = {name: self._held(table, id, name, known[name], raw) for name, raw in values.items()}
        return {name: held for name, held in made.items() if held is not None}

    def _held(self, table: str, id: str, name: str, field: FieldSpec | str, raw: Any) -> Held | None:
        """What a field gets; private values stay private anywhere."""
        value, sort = value_of(raw, field), sort_of(field)
        key = self.store.entity(self.app.id, table, id, name)
        if isinstance(value, bool | int):
            return value
        if isinstance(value, str):
            if isinstance(field, FieldSpec) and field.type:
                public = self.app.tables[table].public if field.public is None else field.public
                return self.store.option(self.app.id, field, value, key, public)
            return int(value) if sort == "number" and value.isdigit() else value
        if sort != "value":
            return self._plain(value, sort)
        shown = self.evaluator.value(value, self.scope)
        if shown is None or not shown.text:
            return None
        if isinstance(value, Now):
            shown = Value(shown.text, "time", key)
        type, public = self.store.role(self.app.id, table, name)
        return shown if public else stored(shown, type, key)

    def _plain(self, expr: Expr, sort: str) -> Held | None:
        """A key or a flag: of a record, or what was chosen."""
        if isinstance(expr, Outer):
            record = self.scope.outer
            held = None if record is None else record.id if expr.name == "id" else record.get(expr.name)
        elif isinstance(expr, Typed):
            typed = self.scope.typed.get(expr.name)
            held = self.picked.get(expr.name) or (typed.text if typed else "")
        else:
            held = self.evaluator.value(expr, self.scope)
        if sort == "flag":
            return held is True or str(held) in ("on", "true")
        text = "" if held is None else str(held)
        if sort == "number":
            return int(text) if text.isdigit() else None
        return text


def typed_names(action: ActionSpec) -> set[str]:
    """The inputs that an action takes up."""
    values = (*action.set.values(), *(action.add.fields.values() if action.add else ()))
    names = {v.removeprefix("$") for v in values if isinstance(v, str) and v.startswith("$")}
    for value in values:
        if not isinstance(value, str | int | float):
            names |= {part.name for part in walk(value) if isinstance(part, Typed)}
    return names
