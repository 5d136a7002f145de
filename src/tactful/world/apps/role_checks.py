"""What app files say of the truth of their tables: every word must have an effect, and none may lack."""

from __future__ import annotations

from tactful.world.apps.checks import Faults
from tactful.world.apps.lookup import kind_role, known_kind
from tactful.world.apps.schema import FieldSpec, TableSpec


def check_role(faults: Faults, at: str, table: TableSpec, field: FieldSpec) -> None:
    """Checks ``type``, ``public`` and ``once`` of a field of an own table."""
    if field.once and not field.ref:
        faults.add(f"{at}.once", "has no effect", "once with ref only")
    if field.type and not (field.kind or field.one_of):
        faults.add(f"{at}.type", "has no effect", "a type with kind or one_of only")
    if field.public is not None and not (field.kind or (field.one_of and field.type)):
        faults.add(f"{at}.public", "has no effect", "public with kind, or with one_of and a type")
    if not field.kind or not known_kind(faults.app, field.kind):
        return
    type, always = kind_role(faults.app, field.kind)
    public = table.public if field.public is None else field.public
    if public:
        if field.type:
            faults.add(f"{at}.type", "has no effect on a public field", "public: false beside it, or no type")
        if field.public and table.public:
            faults.add(f"{at}.public", "has no effect", "no public: the table is public")
        return
    if always and field.public is None:
        faults.add(
            at,
            f"the kind '{field.kind}' is always public, but the table is private",
            "public: true, or public: false and the type that the words have as someone's own",
        )
    elif always and not field.type:
        faults.add(f"{at}.public", "has no effect without a type", "type: the type of the words here")
    elif always and field.type in ("ui", "text"):
        faults.add(f"{at}.type", f"'{field.type}' is always public", "a type of private values")
    elif not always and field.public is False and not table.public:
        faults.add(f"{at}.public", "has no effect", "no public: table and kind are private")
    elif field.type and field.type == type:
        faults.add(f"{at}.type", f"is the kind's own type, '{type}'", "no type")
