"""Apps as data: every app is one YAML file, checked strictly, run by `tactful.world.session`."""

from __future__ import annotations

from tactful.world.apps.loader import APPS, Apps, load_apps, problems_of, read_app, schema_split
from tactful.world.apps.schema import (
    ActionSpec,
    AddSpec,
    App,
    DialogSpec,
    FieldSpec,
    InputSpec,
    RowSpec,
    SearchSpec,
    SectionSpec,
    TableSpec,
    View,
    Words,
)

__all__ = [
    "APPS",
    "ActionSpec",
    "AddSpec",
    "App",
    "Apps",
    "DialogSpec",
    "FieldSpec",
    "InputSpec",
    "RowSpec",
    "SearchSpec",
    "SectionSpec",
    "TableSpec",
    "View",
    "Words",
    "load_apps",
    "problems_of",
    "read_app",
    "schema_split",
]
