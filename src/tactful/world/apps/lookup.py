"""Finding things across apps: whose table a name means, what its fields are, which view a target names."""

from __future__ import annotations

import importlib.util
import zipfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from tactful.world.apps.expressions import Word, parse
from tactful.world.apps.schema import App, FieldSpec, View
from tactful.world.apps.shared import PERSON_TABLES
from tactful.world.roles import WORDLESS

Fields = Mapping[str, "FieldSpec | str"]
"""A field's spec, or in a person's table its sort: value, key, flag, number."""


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
    found = apps[there].views.get(view) if there in apps else None
    return None if found is None else (there, found)


def same_table(apps: Mapping[str, App], one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether two (app, table) mean the same table."""
    return (
        bool(one[1]) and owner_of(apps, *one) is not None and owner_of(apps, *one) == owner_of(apps, *other)
    )


@lru_cache(maxsize=1)
def icon_names() -> frozenset[str] | None:
    """The names of the lucide icons; None where the package is not installed."""
    found = importlib.util.find_spec("lucide")
    if found is None or not found.submodule_search_locations:
        return None
    with zipfile.ZipFile(Path(next(iter(found.submodule_search_locations))) / "lucide.zip") as packed:
        return frozenset(name.removesuffix(".svg") for name in packed.namelist())


def known_kind(app: App, kind: str) -> bool:
    """Whether the app's own lists or the package's content have a kind."""
    from tactful.world.content import has_kind

    return kind in app.kinds or has_kind(kind)


def kind_role(app: App, kind: str) -> tuple[str, bool]:
    """The type of the values of a kind that the app knows, and whether they are never private."""
    from tactful.world.content import KINDS

    own = app.kinds.get(kind)
    type, public = (own.type, bool(own.public)) if own else (KINDS[kind].type, KINDS[kind].public)
    return type, public or type in WORDLESS


def value_of(raw: Any, field: FieldSpec | str) -> Any:
    """What ``set`` and ``add`` put into a field: an expression for a value, the text itself for a key or an
    option. ``field`` is the field's spec or, in a person's table, its sort. Raises ``ValueError``."""
    sort = field if isinstance(field, str) else field.sort
    if not isinstance(raw, str):
        if isinstance(raw, int | float) and sort == "value":
            return Word(str(raw))
        return raw
    if sort != "value":
        return parse(raw) if raw.startswith(("$", "record.")) else raw
    if isinstance(field, FieldSpec) and raw in field.one_of:
        return raw
    return parse(raw)
