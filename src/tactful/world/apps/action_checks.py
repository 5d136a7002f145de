"""What actions refer to: the records they run on, the inputs they read, the places they lead to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tactful.world.apps.expressions import Expr, Field, Outer, Typed, walk
from tactful.world.apps.faults import Faults
from tactful.world.apps.lookup import same_table, uses_of, value_of, view_of
from tactful.world.apps.schema import ActionSpec, InputSpec


def check_actions(faults: Faults) -> None:
    """Checks every action against all the places where it is pressed."""
    uses = uses_of(faults.app)
    for name, action in faults.app.actions.items():
        at = f"actions.{name}"
        if name in action.menu:
            faults.add(f"{at}.menu", f"'{name}' opens itself", "other actions")
        if not uses[name]:
            expected = "its name in a view's or a section's actions, a tap or a menu"
            faults.add(at, "is pressed nowhere", expected)
        if not any(getattr(action, part) for part in _EFFECTS):
            faults.add(at, "does nothing", "menu, set, toggle, add, copy, delete, goto, fill or say")
        for view, table in sorted(uses[name]):
            _Use(faults, at, action, view, table).check()


_EFFECTS = ("menu", "set", "toggle", "add", "copy_", "delete", "goto", "fill", "say")


class _Use:
    """An action pressed in a view, on a record of ``table`` ("" for none)."""

    def __init__(self, faults: Faults, at: str, action: ActionSpec, view: str, table: str) -> None:
        self.faults, self.at, self.action, self.table = faults, at, action, table
        self.where = f"in view '{view}'"
        self.view = faults.app.views[view]
        self.inputs: dict[str, InputSpec] = dict(self.view.inputs)

    def check(self) -> None:
        faults, at, action, table = self.faults, self.at, self.action, self.table
        for key, dialog in (("confirm", action.confirm), ("ask", action.ask)):
            for name, spec in (dialog.inputs if dialog else {}).items():
                self.inputs[name] = spec
                if spec.value is not None:
                    faults.expr(f"{at}.{key}.inputs.{name}.value", spec.value, "", table)
                faults.options(f"{at}.{key}.inputs.{name}", spec)
        for i, name in enumerate(action.require):
            faults.known(f"{at}.require[{i}]", f"input {self.where}:", name, self.inputs)
        for key in ("set", "toggle", "delete"):
            if getattr(action, key) and not table:
                expected = "an action of a row or of a view with record:"
                faults.add(f"{at}.{key}", f"there is no record {self.where}", expected)
        if table:
            if action.toggle:
                faults.field(f"{at}.toggle", action.toggle, table, "flag")
            self.values(f"{at}.set", action.set, table)
        if action.add and faults.fields(f"{at}.add.table", action.add.table) is not None:
            self.values(f"{at}.add.fields", action.add.fields, action.add.table)
        if action.copy_ is not None:
            faults.expr(f"{at}.copy", action.copy_, table, table, self.inputs)
        for name, expr in action.fill.items():
            faults.expr(f"{at}.fill.{name}", expr, table, table, self.inputs)
        self.goto()

    def values(self, at: str, values: Mapping[str, Any], target: str) -> None:
        """What ``set`` and ``add`` put into the fields of a table."""
        fields = self.faults.fields(at, target)
        for name, raw in values.items():
            if fields is None or not self.faults.known(
                f"{at}.{name}", f"field in table '{target}':", name, fields
            ):
                continue
            try:
                value = value_of(raw, fields[name])
            except ValueError as err:
                self.faults.add(f"{at}.{name}", str(err), "an expression, as the field is a value")
                continue
            if not isinstance(value, str | int | float):
                self.inside(f"{at}.{name}", value)

    def inside(self, at: str, expr: Expr) -> None:
        """The parts of an expression that an effect puts into a field."""
        if any(isinstance(part, Field | Outer) for part in walk(expr)) and not self.table:
            self.faults.add(at, "is a field, but there is no record here", "=Word, $input, me.fact or now")
            return
        for part in walk(expr):
            if isinstance(part, Typed):
                self.faults.known(at, "input", part.name, self.inputs)
            elif not isinstance(part, Outer) or part.name != "id":
                self.faults.expr(at, part, self.table, self.table)

    def goto(self) -> None:
        faults, at, action = self.faults, self.at, self.action
        view = self.view
        if action.goto and action.goto != "back":
            place = view_of(faults.apps, faults.app.id, action.goto)
            if place is None:
                faults.known(f"{at}.goto", "view", action.goto, {"back", *faults.app.views})
                return
            there, view = place
            at_hand = (action.add.table if action.add else "", self.table)
            if view.record and not any(
                same_table(faults.apps, (faults.app.id, table), (there, view.record)) for table in at_hand
            ):
                problem = f"view '{action.goto}' shows a record of '{view.record}'"
                faults.add(f"{at}.goto", problem, "a record of that table")
        if action.goto != "back":
            for name in action.fill:
                faults.known(f"{at}.fill.{name}", f"input in view '{view.id}':", name, view.inputs)
