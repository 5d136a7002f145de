"""What refers to what in app files: views, tables, fields, actions, icons, kinds and words must exist.

Each fault is (dotted field, problem, expected).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tactful.world.apps.expressions import Draw, Expr, Field, Outer, Typed, Word, walk
from tactful.world.apps.faults import Fault, Faults, places
from tactful.world.apps.fields import Mark
from tactful.world.apps.lookup import (
    PERSON_TABLES,
    Use,
    fields_of,
    kind_role,
    known_kind,
    same_table,
    uses_of,
    value_of,
    view_of,
)
from tactful.world.apps.schema import (
    ActionSpec,
    App,
    FieldSpec,
    InputSpec,
    RowSpec,
    SectionSpec,
    TableSpec,
    View,
)
from tactful.world.people.person import LANGUAGES


def check(app: App, apps: Mapping[str, App], common: Mapping[str, tuple[str, ...]]) -> list[Fault]:
    """Every fault of one app's references."""
    faults = Faults(app, apps)
    _top(faults)
    for name, table in app.tables.items():
        _table(faults, f"tables.{name}", name, table)
    for name, view in app.views.items():
        _view(faults, f"views.{name}", view)
        for i, section in enumerate(view.sections):
            _section(faults, f"views.{name}.sections[{i}]", section, view)
    words: dict[str, str] = {}
    for at, mark, value, inside in places(app):
        _place(faults, at, mark, value, inside)
        if mark is Mark.WORD or isinstance(value, Word):
            words.setdefault(value if isinstance(value, str) else value.text, at)
    for name, table in app.tables.items():
        for key, field in table.fields.items():
            for word in field.one_of if field.type else ():
                words.setdefault(word, f"tables.{name}.fields.{key}.one_of")
    uses = uses_of(app)
    for name, action in app.actions.items():
        _action(faults, f"actions.{name}", name, action, uses[name])
    for word, at in words.items():
        if any(sign.isalpha() for sign in word) and word not in app.words and word not in common:
            expected = f"under words: '{word}: [{' '.join(LANGUAGES[1:])}]', or 'same'"
            faults.add(at, f"the word '{word}' has no translations", expected)
    return faults.all


def _top(faults: Faults) -> None:
    from tactful.world.content import words

    app = faults.app
    tops = [("home", app.home), *((f"tabs[{i}]", tab) for i, tab in enumerate(app.tabs))]
    for at, name in tops:
        if faults.known(at, "view", name, app.views):
            if app.views[name].record:
                faults.add(at, f"view '{name}' shows a record", "a view without a record")
            if at != "home" and not app.views[name].icon:
                faults.add(at, f"view '{name}' has no icon", "an icon for every tab")
    if app.tabs and app.home not in app.tabs:
        faults.add("tabs", f"the start view '{app.home}' is not among them", "all top-level views")
    for name, kind in app.kinds.items():
        lines = [line for listed in kind.words.values() for line in listed]
        slots = {piece.kind for line in lines for piece in words.template(line) if not isinstance(piece, str)}
        for slot in sorted(slots):
            if not known_kind(app, slot):
                faults.add(f"kinds.{name}", f"there is no kind '{slot}' for a slot", "a kind of content")


# ---- tables


def _table(faults: Faults, at: str, name: str, table: TableSpec) -> None:
    if table.source == "person":
        faults.known(at, "table of the person", name, PERSON_TABLES)
    elif table.source:
        known = faults.known(at, "app", table.source, faults.apps)
        if known and fields_of(faults.apps, faults.app.id, name) is None:
            faults.add(at, f"app '{table.source}' has no own table '{name}'", "the owner's table")
    before: dict[str, str] = {}
    for key, field in table.fields.items():
        where = f"{at}.fields.{key}"
        if field.kind:
            faults.kind(where, field.kind, "a kind of content or of the app's kinds:")
        for part, problem, expected in _role_faults(faults.app, table, field):
            faults.add(f"{where}.{part}" if part else where, problem, expected)
        if field.ref and faults.fields(f"{where}.ref", field.ref) is not None:
            before[key] = field.ref
        if field.of and faults.known(f"{where}.of", "earlier ref field", field.of, before):
            faults.field(f"{where}.field", field.field, before[field.of])


def _role_faults(app: App, table: TableSpec, field: FieldSpec) -> Iterable[Fault]:
    """``type``, ``public`` and ``once`` of a field: every word must have an effect, and none may lack."""
    if field.once and not field.ref:
        yield "once", "has no effect", "once with ref only"
    if field.type and not (field.kind or field.one_of):
        yield "type", "has no effect", "a type with kind or one_of only"
    if field.public is not None and not (field.kind or (field.one_of and field.type)):
        yield "public", "has no effect", "public with kind, or with one_of and a type"
    if not field.kind or not known_kind(app, field.kind):
        return
    type, always = kind_role(app, field.kind)
    if table.public if field.public is None else field.public:
        if field.type:
            yield "type", "has no effect on a public field", "public: false beside it, or no type"
        if field.public and table.public:
            yield "public", "has no effect", "no public: the table is public"
    elif always and field.public is None:
        problem = f"the kind '{field.kind}' is always public, but the table is private"
        yield "", problem, "public: true, or public: false and the type that the words have as someone's own"
    elif always and not field.type:
        yield "public", "has no effect without a type", "type: the type of the words here"
    elif always and field.type in ("ui", "text"):
        yield "type", f"'{field.type}' is always public", "a type of private values"
    elif not always and field.public is False and not table.public:
        yield "public", "has no effect", "no public: table and kind are private"
    elif field.type and field.type == type:
        yield "type", f"is the kind's own type, '{type}'", "no type"


# ---- views


def _view(faults: Faults, at: str, view: View) -> None:
    if view.record:
        faults.fields(f"{at}.record", view.record)
    if view.hero is not None and not isinstance(view.hero, Draw):
        faults.add(f"{at}.hero", "is no picture", "avatar(x), scene(x), ...")
    if view.search:
        faults.fields(f"{at}.search.table", view.search.table)
        if view.search.table not in {s.table for s in view.sections}:
            faults.add(f"{at}.search.table", "no section of the view shows it", "a section's table")
    ids = [s.id for s in view.sections]
    names = [n for s in view.sections for n in s.inputs]
    for what, listed in (("section id", ids), ("input", names)):
        for name in sorted({n for n in listed if listed.count(n) > 1}):
            faults.add(f"{at}.sections", f"the {what} '{name}' stands twice", "one of each in a view")
    if not view.sections:
        faults.add(f"{at}.sections", "is empty", "at least one section")


def _section(faults: Faults, at: str, section: SectionSpec, view: View) -> None:
    table = section.table
    if table and faults.fields(f"{at}.table", table) is None:
        return
    if table and not section.item and not section.columns:
        faults.add(at, "shows a table without saying how", "item: {...} or columns: [...]")
    if not any((table, section.rows, section.fields, section.text, section.inputs, section.input)):
        faults.add(at, "is empty", "table, rows, fields, text, inputs or input")
    if section.where and not table:
        faults.add(f"{at}.where", "needs a table")
    for name, value in section.where.items():
        faults.field(f"{at}.where.{name}", name, table)
        if isinstance(value, str) and value.startswith("record."):
            faults.outer(f"{at}.where.{name}", value.removeprefix("record."), view.record)
    for key in ("sort", "level"):
        if name := getattr(section, key).removeprefix("-"):
            faults.field(f"{at}.{key}", name, table)
    for flag, source in section.flags.items():
        name, sign, _ = source.removeprefix("!").partition("=")
        faults.field(f"{at}.flags.{flag}", name, table, "" if sign else "flag")
    for i, (_, expr) in enumerate(section.columns if section.edit else ()):
        if not isinstance(expr, Field):
            faults.add(f"{at}.columns[{i}]", "cannot be typed over", "a field's name, as edit: true needs")
    if section.tap:
        faults.target(f"{at}.tap", section.tap, table or view.record)
    for i, row in enumerate(section.rows):
        if row.tap:
            faults.target(f"{at}.rows[{i}].tap", row.tap, view.record)
    for name, spec in section.inputs.items():
        faults.options(f"{at}.inputs.{name}", spec)
    if section.layout == "keypad" and section.input not in view.inputs:
        faults.known(f"{at}.input", "input", section.input, view.inputs)


def _place(faults: Faults, at: str, mark: Mark, value: Any, inside: tuple[Any, ...]) -> None:
    """One marked text or expression of the app, with the models around it."""
    view = next((model for model in inside if isinstance(model, View)), None)
    section = next((model for model in inside if isinstance(model, SectionSpec)), None)
    if mark is Mark.ICON:
        faults.icon(at, value)
    elif mark is Mark.ACTION:
        faults.known(at, "action", value, faults.app.actions)
    elif view is not None and isinstance(value, Expr):
        table = section.table if section is not None and mark is Mark.ROW else ""
        form = isinstance(inside[-1], InputSpec)
        faults.expr(at, value, table, view.record, None if form else view.inputs)
        slot = at.rpartition(".")[2]
        is_slot = isinstance(inside[-1], RowSpec) or (inside[-1] is section and f".item.{slot}" in at)
        if is_slot and (slot == "image") != isinstance(value, Draw):
            faults.add(at, "a picture and no other goes into image", "image: avatar(x), ...")


# ---- actions: the records they run on, the inputs they read, the places they lead to

_EFFECTS = ("menu", "set", "toggle", "add", "copy_", "delete", "goto", "fill", "say")


def _action(faults: Faults, at: str, name: str, action: ActionSpec, uses: set[Use]) -> None:
    """An action, in itself and at every place where it is pressed."""
    if name in action.menu:
        faults.add(f"{at}.menu", f"'{name}' opens itself", "other actions")
    if not uses:
        faults.add(at, "is pressed nowhere", "its name in a view's or a section's actions, a tap or a menu")
    if not any(getattr(action, part) for part in _EFFECTS):
        faults.add(at, "does nothing", "menu, set, toggle, add, copy, delete, goto, fill or say")
    for view, table in sorted(uses):
        _use(faults, at, action, faults.app.views[view], table)
        _goto(faults, at, action, faults.app.views[view], table)


def _use(faults: Faults, at: str, action: ActionSpec, view: View, table: str) -> None:
    """An action pressed in a view, on a record of ``table`` ("" for none)."""
    where = f"in view '{view.id}'"
    inputs = dict(view.inputs)
    for key, dialog in (("confirm", action.confirm), ("ask", action.ask)):
        for name, spec in (dialog.inputs if dialog else {}).items():
            inputs[name] = spec
            if spec.value is not None:
                faults.expr(f"{at}.{key}.inputs.{name}.value", spec.value, "", table)
            faults.options(f"{at}.{key}.inputs.{name}", spec)
    for i, name in enumerate(action.require):
        faults.known(f"{at}.require[{i}]", f"input {where}:", name, inputs)
    for key in ("set", "toggle", "delete"):
        if getattr(action, key) and not table:
            expected = "an action of a row or of a view with record:"
            faults.add(f"{at}.{key}", f"there is no record {where}", expected)
    if table and action.toggle:
        faults.field(f"{at}.toggle", action.toggle, table, "flag")
    if table:
        _values(faults, f"{at}.set", action.set, table, table, inputs)
    if action.add and faults.fields(f"{at}.add.table", action.add.table) is not None:
        _values(faults, f"{at}.add.fields", action.add.fields, action.add.table, table, inputs)
    if action.copy_ is not None:
        faults.expr(f"{at}.copy", action.copy_, table, table, inputs)
    for name, expr in action.fill.items():
        faults.expr(f"{at}.fill.{name}", expr, table, table, inputs)


def _values(
    faults: Faults,
    at: str,
    values: Mapping[str, Any],
    target: str,
    table: str,
    inputs: Mapping[str, InputSpec],
) -> None:
    """What ``set`` and ``add`` put into the fields of ``target``, of a record of ``table``."""
    fields = faults.fields(at, target) or {}
    for name, raw in values.items():
        where = f"{at}.{name}"
        if not fields or not faults.known(where, f"field in table '{target}':", name, fields):
            continue
        try:
            value = value_of(raw, fields[name])
        except ValueError as err:
            faults.add(where, str(err), "an expression, as the field is a value")
            continue
        parts = [] if isinstance(value, str | int | float) else list(walk(value))
        if not table and any(isinstance(part, Field | Outer) for part in parts):
            problem = "is a field, but there is no record here"
            faults.add(where, problem, "=Word, $input, me.fact or now")
            continue
        for part in parts:
            if isinstance(part, Typed):
                faults.known(where, "input", part.name, inputs)
            elif not isinstance(part, Outer) or part.name != "id":
                faults.expr(where, part, table, table)


def _goto(faults: Faults, at: str, action: ActionSpec, view: View, table: str) -> None:
    if action.goto == "back":
        return
    if action.goto:
        place = view_of(faults.apps, faults.app.id, action.goto)
        if place is None:
            faults.known(f"{at}.goto", "view", action.goto, {"back", *faults.app.views})
            return
        there, view = place
        at_hand = (action.add.table if action.add else "", table)
        if view.record and not any(
            same_table(faults.apps, (faults.app.id, mine), (there, view.record)) for mine in at_hand
        ):
            problem = f"view '{action.goto}' shows a record of '{view.record}'"
            faults.add(f"{at}.goto", problem, "a record of that table")
    for name in action.fill:
        faults.known(f"{at}.fill.{name}", f"input in view '{view.id}':", name, view.inputs)
