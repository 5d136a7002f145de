"""What the views of an app offer: inputs, switches, actions to press, ways to other views. For the checker.

Apps are read one by one, faults and all, so that templates can be checked while an app is being written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from tactful.world.apps.loader import APPS, COMMON, problems_of
from tactful.world.apps.lookup import fields_of
from tactful.world.apps.schema import App, SectionSpec


def read_apps(folder: Path | None = None) -> dict[str, App]:
    """Every app of a folder that can be read at all. Raises ``InputError`` where shared words cannot."""
    files = [path for path in sorted((folder or APPS).glob("*.yaml")) if path.name != COMMON]
    return problems_of(files)[1]


def sections(app: App, view: str | None = None) -> Iterator[SectionSpec]:
    """The sections of a view, or of all."""
    for name, body in app.views.items():
        if view in (None, name):
            yield from body.sections


def inputs(app: App, view: str | None = None) -> dict[str, tuple[str, ...]]:
    """Inputs by name with their options: forms, search, keypads of a view, and the app's dialogs."""
    found: dict[str, tuple[str, ...]] = {}
    for name, body in app.views.items():
        if view in (None, name):
            found |= {key: spec.options for key, spec in body.inputs.items()}
            found |= {section.input: () for section in body.sections if section.input}
            found |= {"search": ()} if body.search else {}
    for action in app.actions.values():
        if action.ask is not None:
            found |= {key: spec.options for key, spec in action.ask.inputs.items()}
    return found


def switches(app: App, view: str | None = None) -> set[str]:
    """The settings that rows switch."""
    return {row.switch for section in sections(app, view) for row in section.rows if row.switch}


def pressed(app: App, view: str) -> set[str]:
    """The actions that can be pressed in a view, those behind its menus included."""
    found = list(app.views[view].actions)
    for section in sections(app, view):
        found += [*section.actions, section.tap, *(row.tap for row in section.rows)]
        found += [name for row in section.rows for name in row.actions]
    seen: set[str] = set()
    while found:
        name = found.pop()
        if name not in seen and name in app.actions:
            seen.add(name)
            found += app.actions[name].menu
    return seen


def ways(app: App, view: str) -> set[str]:
    """The views that a view leads to: its rows, its actions, the tabs."""
    found = set(app.tabs)
    for section in sections(app, view):
        found |= {section.tap, *(row.tap for row in section.rows)}
    found |= {app.actions[name].goto for name in pressed(app, view)}
    return found - {""} - set(app.actions)


def added_fields(apps: Mapping[str, App]) -> set[str]:
    """The fields that some action sets: records may get them though their table does not declare them."""
    found: set[str] = set()
    for app in apps.values():
        for action in app.actions.values():
            found |= {*action.set, action.toggle, *(action.add.fields if action.add else ())}
    return found - {""}


def field_names(apps: Mapping[str, App], app: str, table: str) -> frozenset[str] | None:
    """The fields of a table, ``id`` among them; None where there is no such table."""
    fields = fields_of(apps, app, table)
    return None if fields is None else frozenset(fields) | {"id"}
