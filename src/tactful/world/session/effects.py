"""What an action does: to records, to places, to the clipboard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tactful.world.apps.expressions import Expr, Now, Outer, Typed, walk
from tactful.world.apps.lookup import same_table, sort_of, uses_of, value_of
from tactful.world.apps.schema import ActionSpec, AddSpec, App, FieldSpec, View
from tactful.world.people.person import Record
from tactful.world.session.evaluating import Evaluator, Scope
from tactful.world.session.inputs import state
from tactful.world.session.state import Question, Visit
from tactful.world.session.store import Held
from tactful.world.values import Value, stored


@dataclass(frozen=True, slots=True)
class Done:
    """What became of an action: where to go, and with which record."""

    added: Record | None = None
    deleted: bool = False
    copied: Value | None = None


class Effects:
    """Runs the effects of actions on the store."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator, self.store = evaluator, evaluator.store
        self._uses: dict[str, Mapping[str, set[tuple[str, str]]]] = {}

    def table_of(self, app: App, view: View, action: str, record: str) -> str:
        """The table of the record that an action runs on in a view; "" where it runs on none."""
        if app.id not in self._uses:
            self._uses[app.id] = uses_of(app)
        uses = self._uses[app.id]
        tables = [s.acts_on or s.table for s in view.sections if s.table]
        named = [t for t in (*tables, view.record) if t and (view.id, t) in uses.get(action, ())]
        if not record:
            return view.record if (view.id, view.record) in uses.get(action, ()) else ""
        return next((t for t in named if self.store.record(app.id, t, record)), "")

    def apply(
        self, app: App, view: View, action: ActionSpec, table: str, record: Record | None, scope: Scope,
        visit: Visit, question: Question | None,
    ) -> Done:  # fmt: skip
        """set, toggle, add, copy and delete, in this order."""
        picked = dict(visit.picked)
        for name, spec in view.inputs.items():
            picked[name] = state(spec, visit)
        if question and question.spec:
            picked |= {name: state(spec, question) for name, spec in question.spec.inputs.items()}
        if record is not None and table:
            fields = self._fields(app, table, record.id, action.set, scope, picked)
            if action.toggle:
                fields[action.toggle] = not record.get(action.toggle)
            if fields:
                self.store.change(app.id, table, record.id, fields)
        added = self._add(app, view, action.add, scope, picked) if action.add else None
        copied = self.evaluator.value(action.copy_, scope) if action.copy_ else None
        if action.delete and record is not None and table:
            self.store.delete(app.id, table, record.id)
        return Done(added, action.delete and record is not None, copied)

    def _add(self, app: App, view: View, spec: AddSpec, scope: Scope, picked: Mapping[str, str]) -> Record:
        # Conversations, logs and sheets grow at their end, lists at their head.
        last = any(
            s.table == spec.table and s.layout in ("thread", "terminal", "table") for s in view.sections
        )
        record = self.store.add(app.id, spec.table, {}, at_end=last)
        fields = self._fields(app, spec.table, record.id, spec.fields, scope, picked)
        self.store.change(app.id, spec.table, record.id, fields)
        return Record(record.id, fields)

    def _fields(
        self,
        app: App,
        table: str,
        id: str,
        values: Mapping[str, Any],
        scope: Scope,
        picked: Mapping[str, str],
    ) -> dict[str, Held]:
        known = self.store.fields(app.id, table)
        out: dict[str, Held] = {}
        for name, raw in values.items():
            key = self.store.entity(app.id, table, id, name)
            held = self._held(app, table, known[name], value_of(raw, known[name]), scope, picked, key)
            if held is not None:
                out[name] = held
        return out

    def _held(
        self, app: App, table: str, field: FieldSpec | str, value: Any, scope: Scope,
        picked: Mapping[str, str], key: str,
    ) -> Held | None:  # fmt: skip
        sort = sort_of(field)
        if isinstance(value, bool | int):
            return value
        if isinstance(value, str):
            if isinstance(field, FieldSpec) and field.type:
                public = (
                    self.store.apps[app.id].tables[table].public if field.public is None else field.public
                )
                return self.store.option(app.id, field, value, key, public)
            return int(value) if sort == "number" and value.isdigit() else value
        if sort != "value":
            return self._plain(value, sort, scope, picked)
        name = key.rpartition("/")[2]
        return self._value(value, scope, key, *self.store.role(app.id, table, name))

    def _value(self, expr: Expr, scope: Scope, key: str, type: str, public: bool) -> Value | None:
        """What an expression puts into a field of a type and a role; private values stay private anywhere."""
        value = self.evaluator.value(expr, scope)
        if value is None or not value.text:
            return None
        if isinstance(expr, Now):
            value = Value(value.text, "time", key)
        return value if public else stored(value, type, key)

    def _plain(self, expr: Expr, sort: str, scope: Scope, picked: Mapping[str, str]) -> Held | None:
        """A key or a flag: of a record, or what was chosen."""
        if isinstance(expr, Outer):
            record = scope.outer
            held = None if record is None else record.id if expr.name == "id" else record.get(expr.name)
        elif isinstance(expr, Typed):
            typed = scope.typed.get(expr.name)
            held = picked.get(expr.name) or (typed.text if typed else "")
        else:
            held = self.evaluator.value(expr, scope)
        if sort == "flag":
            return held is True or str(held) in ("on", "true")
        text = "" if held is None else str(held)
        if sort == "number":
            return int(text) if text.isdigit() else None
        return text

    def target_record(
        self, app: str, action: ActionSpec, table: str, record: str, there: App, view: View
    ) -> str:
        """The record that ``goto`` shows: the one just added, or the one at hand."""
        if not view.record:
            return ""
        if action.add and same_table(self.store.apps, (app, action.add.table), (there.id, view.record)):
            return "+"
        return record if same_table(self.store.apps, (app, table), (there.id, view.record)) else ""


def typed_names(action: ActionSpec) -> set[str]:
    """The inputs that an action takes up."""
    values = (*action.set.values(), *(action.add.fields.values() if action.add else ()))
    names = {v.removeprefix("$") for v in values if isinstance(v, str) and v.startswith("$")}
    for value in values:
        if not isinstance(value, str | int | float):
            names |= {part.name for part in walk(value) if isinstance(part, Typed)}
    return names
