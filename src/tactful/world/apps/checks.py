"""What refers to what in app files: views, tables, fields, actions, icons, kinds and words must exist."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from tactful.world.apps.expressions import Count, Draw, Expr, Fact, Field, Made, Outer, Typed, walk
from tactful.world.apps.lookup import Fields, fields_of, icon_names, known_kind, same_table, sort_of, view_of
from tactful.world.apps.nodes import Problem
from tactful.world.apps.schema import App, InputSpec, Plain, RowSpec, SectionSpec, View
from tactful.world.apps.shared import PERSON_FACTS, PERSON_TABLES
from tactful.world.apps.wording import words_used
from tactful.world.people.person import LANGUAGES


def check(app: App, apps: Mapping[str, App], common: Mapping[str, tuple[str, ...]]) -> list[Problem]:
    """Every fault of one app's references, in the order of its file."""
    from tactful.world.apps.action_checks import check_actions

    faults = Faults(app, apps)
    _top(faults)
    _kinds(faults)
    _tables(faults)
    for view in app.views.values():
        _view(faults, view)
    check_actions(faults)
    missing: dict[str, str] = {}
    for at, word in words_used(app):
        if word not in app.words and word not in common:
            missing.setdefault(word, at)
    for word, at in missing.items():
        expected = f"under words: '{word}: [{' '.join(LANGUAGES[1:])}]', or 'same'"
        faults.add(at, f"the word '{word}' has no translations", expected)
    return faults.problems


class Faults:
    """Collects an app's faults and knows its surroundings."""

    def __init__(self, app: App, apps: Mapping[str, App]) -> None:
        self.app, self.apps = app, apps
        self.problems: list[Problem] = []

    def add(self, at: str, problem: str, expected: str = "") -> None:
        self.problems.append(Problem(Path(self.app.file), 0, at, problem, expected))

    def known(self, at: str, what: str, name: str, names: Iterable[str]) -> bool:
        """Whether a name is among those known; a fault where not."""
        names = sorted(names)
        if name in names:
            return True
        self.add(at, f"there is no {what} '{name}'", f"one of {', '.join(names)}" if names else f"no {what}")
        return False

    def icon(self, at: str, name: str) -> None:
        icons = icon_names()
        if name and icons is not None and name not in icons:
            near = [i for i in sorted(icons) if name.split("-")[0] in i][:6]
            self.add(
                at, f"'{name}' is no lucide icon", f"such as {', '.join(near)}" if near else "a lucide name"
            )

    def fields(self, at: str, table: str) -> Fields | None:
        found = fields_of(self.apps, self.app.id, table)
        if found is None:
            self.known(at, "table", table, self.app.tables.keys() - {table})
        return found

    def field(self, at: str, name: str, table: str, sort: str = "") -> None:
        fields = fields_of(self.apps, self.app.id, table)
        if fields is None:
            return
        if self.known(at, f"field in table '{table}':", name, fields) and sort:
            has = sort_of(fields[name])
            if has != sort:
                self.add(at, f"field '{name}' of table '{table}' is a {has}", f"a {sort}")

    def expr(
        self, at: str, expr: Expr | None, row: str, record: str, inputs: Mapping[str, InputSpec] | None = None
    ) -> None:
        """Checks an expression: ``row`` is the table of the current record, ``record`` that of the view."""
        for part in walk(expr) if expr is not None else ():
            if isinstance(part, Field):
                if not (row or record):
                    self.add(
                        at,
                        f"'{part.name}' is a field, but there is no record here",
                        f"={part.name} for a word",
                    )
                else:
                    self.field(at, part.name, row or record)
            elif isinstance(part, Outer) and not record:
                self.add(at, f"'record.{part.name}' in a view without a record", "record: TABLE in the view")
            elif isinstance(part, Outer) and part.name != "id":
                self.field(at, part.name, record)
            elif isinstance(part, Fact):
                self.known(at, "fact of the person", part.name, PERSON_FACTS)
            elif isinstance(part, Typed) and inputs is not None:
                self.known(at, "input", part.name, inputs)
            elif isinstance(part, Made):
                if not known_kind(self.app, part.kind):
                    self.add(
                        at, f"there is no kind '{part.kind}'", "a kind of content or of the app's kinds:"
                    )
            elif isinstance(part, Count):
                if self.fields(at, part.table) is not None:
                    for name, _ in part.where:
                        self.field(at, name, part.table)
            elif isinstance(part, Draw) and not isinstance(expr, Draw):
                self.add(at, "a picture inside a joined text", "a picture alone in its slot")

    def target(self, at: str, target: str, table: str) -> None:
        """A view, app/view or action that a tap names; ``table`` is that of the record at hand."""
        if target in self.app.actions and "/" not in target:
            return
        found = view_of(self.apps, self.app.id, target)
        if found is None:
            names = {*self.app.views, *self.app.actions}
            self.known(at, "view or action", target, names)
            return
        there, view = found
        if view.record and not same_table(self.apps, (self.app.id, table), (there, view.record)):
            self.add(
                at, f"view '{target}' shows a record of '{view.record}'", f"a record of it, not of '{table}'"
            )


def _top(faults: Faults) -> None:
    app = faults.app
    faults.icon("icon", app.icon)
    if faults.known("home", "view", app.home, app.views) and app.views[app.home].record:
        faults.add("home", f"view '{app.home}' shows a record", "a view without a record")
    for i, tab in enumerate(app.tabs):
        if faults.known(f"tabs[{i}]", "view", tab, app.views):
            if app.views[tab].record:
                faults.add(f"tabs[{i}]", f"view '{tab}' shows a record", "a view without a record")
            if not app.views[tab].icon:
                faults.add(f"tabs[{i}]", f"view '{tab}' has no icon", "an icon for every tab")
    if app.tabs and app.home not in app.tabs:
        faults.add("tabs", f"the start view '{app.home}' is not among them", "all top-level views")


def _kinds(faults: Faults) -> None:
    from tactful.world.content import words

    for name, kind in faults.app.kinds.items():
        lines = [line for listed in kind.words.values() for line in listed]
        slots = {piece.kind for line in lines for piece in words.template(line) if not isinstance(piece, str)}
        for slot in sorted(slots):
            if not known_kind(faults.app, slot):
                faults.add(f"kinds.{name}", f"there is no kind '{slot}' for a slot", "a kind of content")


def _tables(faults: Faults) -> None:
    from tactful.world.apps.role_checks import check_role

    app = faults.app
    for name, table in app.tables.items():
        at = f"tables.{name}"
        if table.source == "person":
            faults.known(at, "table of the person", name, PERSON_TABLES)
        elif table.source:
            known = faults.known(at, "app", table.source, faults.apps)
            if known and fields_of(faults.apps, app.id, name) is None:
                faults.add(at, f"app '{table.source}' has no own table '{name}'", "the owner's table")
        before: dict[str, str] = {}
        for key, field in table.fields.items():
            where = f"{at}.fields.{key}"
            check_role(faults, where, table, field)
            if field.kind and not known_kind(app, field.kind):
                faults.add(
                    where, f"there is no kind '{field.kind}'", "a kind of content or of the app's kinds:"
                )
            if field.ref and faults.fields(f"{where}.ref", field.ref) is not None:
                before[key] = field.ref
            if field.of and faults.known(f"{where}.of", "earlier ref field", field.of, before):
                faults.field(f"{where}.field", field.field, before[field.of])


def _view(faults: Faults, view: View) -> None:
    at = f"views.{view.id}"
    faults.icon(f"{at}.icon", view.icon)
    if view.record:
        faults.fields(f"{at}.record", view.record)
    for key, expr in (("title", view.title), ("subtitle", view.subtitle), ("hero", view.hero)):
        faults.expr(f"{at}.{key}", expr, "", view.record, view.inputs)
    if view.hero is not None and not isinstance(view.hero, Draw):
        faults.add(f"{at}.hero", "is no picture", "avatar(x), scene(x), ...")
    if view.search:
        faults.fields(f"{at}.search.table", view.search.table)
        if view.search.table not in {s.table for s in view.sections}:
            faults.add(f"{at}.search.table", "no section of the view shows it", "a section's table")
    for i, name in enumerate(view.actions):
        faults.known(f"{at}.actions[{i}]", "action", name, faults.app.actions)
    ids = [s.id for s in view.sections]
    names = [n for s in view.sections for n in s.inputs]
    for what, listed in (("section id", ids), ("input", names)):
        for name in sorted({n for n in listed if listed.count(n) > 1}):
            faults.add(f"{at}.sections", f"the {what} '{name}' stands twice", "one of each in a view")
    if not view.sections:
        faults.add(f"{at}.sections", "is empty", "at least one section")
    for i, section in enumerate(view.sections):
        _section(faults, f"{at}.sections[{i}]", section, view)


def _section(faults: Faults, at: str, section: SectionSpec, view: View) -> None:
    table = section.table
    faults.icon(f"{at}.icon", section.icon)
    if table and faults.fields(f"{at}.table", table) is None:
        return
    if table and not section.item and not section.columns:
        faults.add(at, "shows a table without saying how", "item: {...} or columns: [...]")
    filled = (table, section.rows, section.fields, section.text, section.inputs, section.input)
    if not any(filled):
        faults.add(at, "is empty", "table, rows, fields, text, inputs or input")
    for key, value in section.where.items():
        faults.field(f"{at}.where.{key}", key, table) if table else faults.add(f"{at}.where", "needs a table")
        _where(faults, f"{at}.where.{key}", value, view)
    for key in ("sort", "level"):
        name = getattr(section, key).removeprefix("-")
        if name:
            faults.field(f"{at}.{key}", name, table)
    for name, expr in section.item.items():
        faults.expr(f"{at}.item.{name}", expr, table, view.record, view.inputs)
        if (name == "image") != isinstance(expr, Draw):
            faults.add(f"{at}.item.{name}", "a picture and no other goes into image", "image: avatar(x), ...")
    for flag, source in section.flags.items():
        name, sign, _ = source.removeprefix("!").partition("=")
        faults.field(f"{at}.flags.{flag}", name, table, "" if sign else "flag")
    pairs = [(f"fields[{i}]", e, "") for i, (_, e) in enumerate(section.fields)]
    pairs += [(f"columns[{i}]", e, table) for i, (_, e) in enumerate(section.columns)]
    pairs += [(f"text[{i}]", e, "") for i, e in enumerate(section.text)]
    for key, expr, row in pairs:
        faults.expr(f"{at}.{key}", expr, row, view.record, view.inputs)
        if section.edit and row and not isinstance(expr, Field):
            faults.add(f"{at}.{key}", "cannot be typed over", "a field's name, as edit: true needs")
    if section.tap:
        faults.target(f"{at}.tap", section.tap, table or view.record)
    for i, name in enumerate(section.actions):
        faults.known(f"{at}.actions[{i}]", "action", name, faults.app.actions)
    for i, row_spec in enumerate(section.rows):
        _row(faults, f"{at}.rows[{i}]", row_spec, view)
    for name, spec in section.inputs.items():
        check_input(faults, f"{at}.inputs.{name}", spec, view.record)
    if section.layout == "keypad" and section.input not in view.inputs:
        faults.known(f"{at}.input", "input", section.input, view.inputs)


def _where(faults: Faults, at: str, value: Plain, view: View) -> None:
    if isinstance(value, str) and value.startswith("record."):
        if not view.record:
            faults.add(at, f"'{value}' in a view without a record", "record: TABLE in the view")
        elif value != "record.id":
            faults.field(at, value.removeprefix("record."), view.record)


def _row(faults: Faults, at: str, row: RowSpec, view: View) -> None:
    faults.icon(f"{at}.icon", row.icon)
    for name, expr in row.slots.items():
        faults.expr(f"{at}.{name}", expr, "", view.record, view.inputs)
        if (name == "image") != isinstance(expr, Draw):
            faults.add(f"{at}.{name}", "a picture and no other goes into image", "image: avatar(x), ...")
    if row.tap:
        faults.target(f"{at}.tap", row.tap, view.record)
    for name in row.actions:
        faults.known(f"{at}.actions", "action", name, faults.app.actions)


def check_input(faults: Faults, at: str, spec: InputSpec, record: str) -> None:
    """An input of a form or a dialog."""
    faults.icon(f"{at}.icon", spec.icon)
    faults.expr(f"{at}.value", spec.value, "", record)
    if spec.options_from and faults.fields(f"{at}.options_from.table", spec.options_from[0]) is not None:
        faults.field(f"{at}.options_from.field", spec.options_from[1], spec.options_from[0], "value")
