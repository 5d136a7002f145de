"""What names mean across apps: whose table, which fields and view, where an action is pressed."""

from __future__ import annotations

import importlib.util
import zipfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from tactful.world.apps.expressions import Word, parse
from tactful.world.apps.schema import App, FieldSpec, View
from tactful.world.values import WORDLESS

Fields = Mapping[str, "FieldSpec | str"]
"""A field's spec, or in a person's table its sort: value, key, flag, number."""

_PERSON = yaml.safe_load(Path(__file__).with_name("person.yaml").read_text(encoding="utf-8"))
_PLAIN = ("key", "flag", "number")
PERSON_TYPES: Mapping[str, Mapping[str, str]] = {
    table: {name: type for name, type in fields.items() if type not in _PLAIN}
    for table, fields in _PERSON["tables"].items()
}
"""The type that a field's values mostly have: what an action puts there is of it, if it is no riskier."""
PERSON_TABLES: Mapping[str, Mapping[str, str]] = {
    table: {name: type if type in _PLAIN else "value" for name, type in fields.items()}
    for table, fields in _PERSON["tables"].items()
}
"""Tables of every person: field -> value, key, flag or number."""
PERSON_FACTS = frozenset(_PERSON["facts"])
"""Facts of every person."""

Use = tuple[str, str]
"""Where an action is pressed: the view, and the table of the record it runs on ("" for none)."""


def owner_of(apps: Mapping[str, App], app: str, table: str) -> tuple[str, str] | None:
    """("person", table) or (id of the app that owns it, table); None where the app knows no such table."""
    spec = apps[app].tables.get(table) if app in apps else None
    if spec is None:
        return None
    if spec.source == "person":
        return ("person", table) if table in PERSON_TABLES else None
    if not spec.source:
        return app, table
    other = apps[spec.source].tables.get(table) if spec.source in apps else None
    return (spec.source, table) if other is not None and not other.source else None


def fields_of(apps: Mapping[str, App], app: str, table: str) -> Fields | None:
    """The fields of a table as an app names it; None where there is no such table."""
    owner = owner_of(apps, app, table)
    if owner is None:
        return None
    return PERSON_TABLES[table] if owner[0] == "person" else apps[owner[0]].tables[table].fields


def sort_of(field: FieldSpec | str) -> str:
    """value, key, flag or number."""
    return field if isinstance(field, str) else field.sort


def view_of(apps: Mapping[str, App], app: str, target: str) -> tuple[str, View] | None:
    """The app and the view that ``view`` or ``app/view`` names."""
    there, _, view = target.rpartition("/")
    there = there or app
    spec = apps[there].views.get(view) if there in apps else None
    return None if spec is None else (there, spec)


def same_table(apps: Mapping[str, App], one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether two (app, table) mean the same table."""
    owner = owner_of(apps, *one) if one[1] else None
    return owner is not None and owner == owner_of(apps, *other)


def uses_of(app: App) -> Mapping[str, set[Use]]:
    """Every place where each action can be pressed, menus followed."""
    uses: dict[str, set[Use]] = {name: set() for name in app.actions}

    def spread(name: str, use: Use) -> None:
        if name in uses and use not in uses[name]:
            uses[name].add(use)
            for inner in app.actions[name].menu:
                spread(inner, use)

    for view in app.views.values():
        named = [(name, view.record) for name in view.actions]
        for section in view.sections:
            named += [(name, section.acts_on or view.record) for name in section.actions]
            named.append((section.tap, section.table or view.record))
            named += [(name, view.record) for row in section.rows for name in (*row.actions, row.tap)]
        for name, table in named:
            spread(name, (view.id, table))
    return uses


@lru_cache(maxsize=1)
def icon_names() -> frozenset[str] | None:
    """The names of the lucide icons; None where the package is not installed."""
    spec = importlib.util.find_spec("lucide")
    if spec is None or not spec.submodule_search_locations:
        return None
    with zipfile.ZipFile(Path(next(iter(spec.submodule_search_locations))) / "lucide.zip") as packed:
        return frozenset(name.removesuffix(".svg") for name in packed.namelist())


def known_kind(app: App, kind: str) -> bool:
    """Whether the app's own lists or the package's content have a kind."""
    from tactful.world.content.kinds import has_kind

    return kind in app.kinds or has_kind(kind)


def kind_role(app: App, kind: str) -> tuple[str, bool]:
    """The type of the values of a kind that the app knows, and whether they are never private."""
    from tactful.world.content.kinds import KINDS

    own = app.kinds.get(kind)
    type, public = (own.type, bool(own.public)) if own else (KINDS[kind].type, KINDS[kind].public)
    return type, public or type in WORDLESS


def value_of(raw: Any, field: FieldSpec | str) -> Any:
    """What ``set`` and ``add`` put into a field: an expression for a value, the text itself for a key or an
    option. ``field`` is the field's spec or, in a person's table, its sort. Raises ``ValueError``."""
    sort = sort_of(field)
    if not isinstance(raw, str):
        return Word(str(raw)) if isinstance(raw, int | float) and sort == "value" else raw
    if sort != "value":
        return parse(raw) if raw.startswith(("$", "record.")) else raw
    return raw if isinstance(field, FieldSpec) and raw in field.one_of else parse(raw)
