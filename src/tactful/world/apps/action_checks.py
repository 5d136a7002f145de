"""What actions refer to: the records they run on, the inputs they read, the places they lead to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tactful.world.apps.checks import Faults, check_input
from tactful.world.apps.expressions import Expr, Field, Outer, Typed, walk
from tactful.world.apps.lookup import same_table, value_of, view_of
from tactful.world.apps.schema import ActionSpec, App, InputSpec

Use = tuple[str, str]
"""Where an action is pressed: the view, and the table of the record it runs on ("" for none)."""


def uses_of(app: App) -> Mapping[str, set[Use]]:
    """Every place where each action can be pressed, menus followed."""
    uses: dict[str, set[Use]] = {name: set() for name in app.actions}
    for view in app.views.values():
        named = [(name, view.record) for name in view.actions]
        for section in view.sections:
            table = section.table or view.record
            named += [(name, section.acts_on or view.record) for name in section.actions]
            named.append((section.tap, table))
            named += [(name, view.record) for row in section.rows for name in (*row.actions, row.tap)]
        for name, table in named:
            _spread(app, uses, name, (view.id, table))
    return uses


def _spread(app: App, uses: dict[str, set[Use]], name: str, use: Use) -> None:
    if name in uses and use not in uses[name]:
        uses[name].add(use)
        for inner in app.actions[name].menu:
            _spread(app, uses, inner, use)


def check_actions(faults: Faults) -> None:
    """Checks every action against all the places where it is pressed."""
    uses = uses_of(faults.app)
    for name, action in faults.app.actions.items():
        at = f"actions.{name}"
        faults.icon(f"{at}.icon", action.icon)
        for i, inner in enumerate(action.menu):
            faults.known(f"{at}.menu[{i}]", "action", inner, faults.app.actions.keys() - {name})
        if not uses[name]:
            faults.add(
                at, "is pressed nowhere", "its name in a view's or a section's actions, a tap or a menu"
            )
        if not _does(action):
            faults.add(at, "does nothing", "menu, set, toggle, add, copy, delete, goto, fill or say")
        for view, table in sorted(uses[name]):
            _action(faults, at, action, view, table)


def _does(action: ActionSpec) -> bool:
    return any(
        (
            action.menu, action.set, action.toggle, action.add, action.copy, action.delete, action.goto,
            action.fill, action.say,
        )
    )  # fmt: skip


def _action(faults: Faults, at: str, action: ActionSpec, view_id: str, table: str) -> None:
    app = faults.app
    where = f"in view '{view_id}'"
    inputs: dict[str, InputSpec] = dict(app.views[view_id].inputs)
    for key, dialog in (("confirm", action.confirm), ("ask", action.ask)):
        for name, spec in (dialog.inputs if dialog else {}).items():
            check_input(faults, f"{at}.{key}.inputs.{name}", spec, table)
            inputs[name] = spec
    for i, name in enumerate(action.require):
        faults.known(f"{at}.require[{i}]", f"input {where}:", name, inputs)
    for key, needs in (("set", action.set), ("toggle", action.toggle), ("delete", action.delete)):
        if needs and not table:
            faults.add(
                f"{at}.{key}", f"there is no record {where}", "an action of a row or of a view with record:"
            )
    if table:
        if action.toggle:
            faults.field(f"{at}.toggle", action.toggle, table, "flag")
        _values(faults, f"{at}.set", action.set, table, table, inputs)
    if action.add and faults.fields(f"{at}.add.table", action.add.table) is not None:
        _values(faults, f"{at}.add.fields", action.add.fields, action.add.table, table, inputs)
    faults.expr(f"{at}.copy", action.copy, table, table, inputs)
    for name, expr in action.fill.items():
        faults.expr(f"{at}.fill.{name}", expr, table, table, inputs)
    _goto(faults, at, action, view_id, table)


def _values(
    faults: Faults,
    at: str,
    values: Mapping[str, Any],
    target: str,
    table: str,
    inputs: Mapping[str, InputSpec],
) -> None:
    fields = faults.fields(at, target)
    for name, raw in values.items():
        if fields is None or not faults.known(f"{at}.{name}", f"field in table '{target}':", name, fields):
            continue
        try:
            value = value_of(raw, fields[name])
        except ValueError as err:
            faults.add(f"{at}.{name}", str(err), "an expression, as the field is a value")
            continue
        if not isinstance(value, str | int | float):
            _inside(faults, f"{at}.{name}", value, table, inputs)


def _inside(faults: Faults, at: str, expr: Expr, table: str, inputs: Mapping[str, InputSpec]) -> None:
    if any(isinstance(part, Field | Outer) for part in walk(expr)) and not table:
        faults.add(at, "is a field, but there is no record here", "=Word, $input, me.fact or now")
        return
    for part in walk(expr):
        if isinstance(part, Typed):
            faults.known(at, "input", part.name, inputs)
        elif not isinstance(part, Outer) or part.name != "id":
            faults.expr(at, part, table, table)


def _goto(faults: Faults, at: str, action: ActionSpec, view_id: str, table: str) -> None:
    app = faults.app
    target, there = app.views[view_id], app.id
    if action.goto and action.goto != "back":
        found = view_of(faults.apps, app.id, action.goto)
        if found is None:
            faults.known(f"{at}.goto", "view", action.goto, {"back", *app.views})
            return
        there, target = found
        added = action.add.table if action.add else ""
        known = [
            t for t in (added, table) if t and same_table(faults.apps, (app.id, t), (there, target.record))
        ]
        if target.record and not known:
            faults.add(
                f"{at}.goto",
                f"view '{action.goto}' shows a record of '{target.record}'",
                "a record of that table",
            )
    if action.goto != "back":
        for name in action.fill:
            faults.known(f"{at}.fill.{name}", f"input in view '{target.id}':", name, target.inputs)
