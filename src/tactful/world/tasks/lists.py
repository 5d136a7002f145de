"""How an app lists a table: in which order, by which fields a row is recognised."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from tactful.world.apps.expressions import Expr, Field, Joined
from tactful.world.apps.lookup import same_table
from tactful.world.apps.schema import App, SectionSpec
from tactful.world.people.person import Record
from tactful.world.tasks.templates import Pick
from tactful.world.values import Value

if TYPE_CHECKING:
    from tactful.world.session import Session

_SLOTS = ("head", "author", "body", "sub", "meta", "side", "value", "tag", "count", "price")


def listing(apps: Mapping[str, App], pick: Pick) -> tuple[str, SectionSpec] | None:
    """The view and the section in which an app lists a pick's records; None where no view does by itself.

    Of several the one whose condition is nearest to the pick's, and whose rows can be tapped.
    """
    if pick.app not in apps:
        return None
    found = [
        (view.id, section)
        for view in apps[pick.app].views.values()
        for section in view.sections
        if same_table(apps, (pick.app, section.table), (pick.app, pick.table))
        and all(pick.where.get(name) == wanted for name, wanted in section.where.items())
    ]
    found.sort(key=lambda s: (-len(s[1].where), not s[1].tap, bool(s[1].limit), s[0] != apps[pick.app].home))
    return found[0] if found else None


def listed_rows(session: Session, pick: Pick) -> list[Record]:
    """The records of a pick as the app lists them: in its order, and no more than it shows."""
    found = listing(session.apps, pick)
    if found is None:
        rows: Iterable[Record] = session.store.rows(pick.app, pick.table)
    else:
        from tactful.world.session.state import Place, Visit

        rows = session.pages.sections(Visit(Place(pick.app, found[0]))).rows(found[1])
    return [row for row in rows if matches(row, pick.where)]


def shown_fields(apps: Mapping[str, App], pick: Pick) -> tuple[str, ...]:
    """The fields of a record that its row shows, the head's first; where none lists it, in any section."""
    found = listing(apps, pick)
    if found is not None:
        return _shown(found[1])
    for view in apps[pick.app].views.values() if pick.app in apps else ():
        for section in view.sections:
            if same_table(apps, (pick.app, section.table), (pick.app, pick.table)) and _shown(section):
                return _shown(section)
    return ()


def _shown(section: SectionSpec) -> tuple[str, ...]:
    if section.columns:
        slots: Iterable[Expr | None] = [expr for _, expr in section.columns]
    else:
        slots = [section.item.get(name) for name in _SLOTS]
    return tuple(dict.fromkeys(name for slot in slots if slot is not None for name in _fields(slot)))


def _fields(expr: Expr) -> Iterator[str]:
    if isinstance(expr, Field):
        yield expr.name
    elif isinstance(expr, Joined):
        for part in expr.parts:
            yield from _fields(part)


def matches(record: Record, where: Mapping[str, object]) -> bool:
    """Whether a record fulfils plain conditions; an absent flag is false."""
    return all(_matches(record, name, wanted) for name, wanted in where.items())


def _matches(record: Record, name: str, wanted: object) -> bool:
    if isinstance(wanted, bool):
        return bool(record.get(name)) is wanted
    held = record.id if name == "id" else record.get(name)
    return held is not None and str(held) == str(wanted)


def value_of(record: Record, name: str) -> Value | None:
    """A record's field as a value; None where it is absent or empty."""
    found = record.id if name == "id" else record.get(name)
    if found is None or str(found) == "":
        return None
    return found if isinstance(found, Value) else Value(str(found), public=True)
