"""Whether a task is done: its checks on the session's state and the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tactful.world.people.person import Plain, Record
from tactful.world.tasks.bind import Task
from tactful.world.tasks.templates import Check
from tactful.world.values import Value

if TYPE_CHECKING:
    from tactful.world.session import Session


def passed(task: Task, session: Session, answer: str = "") -> bool:
    """Whether every check of the task holds. ``answer`` is the text of the agent's last act."""
    return all(holds(check, task, session, answer) for check in task.template.checks)


def holds(check: Check, task: Task, session: Session, answer: str = "") -> bool:
    """Whether one condition holds."""
    if check.kind == "answer":
        return _clean(expected(check.value, task)) in _clean(answer) != ""
    if check.kind == "setting":
        return str(session.settings.get(check.place, "off")) == expected(check.value, task)
    if check.kind == "at":
        place = session.place()
        wanted = task.records[check.slot].id if check.slot else ""
        there = f"{place.app}/{place.view}" == check.place
        return there and (not wanted or place.record == wanted)
    if check.kind == "record":
        return _record_holds(check, task, session)
    rows = session.store.rows(check.app, check.table)
    if check.has and not any(_all(row, check.has, task, session) for row in rows):
        return False
    return not (check.lacks and any(_all(row, check.lacks, task, session) for row in rows))


def _record_holds(check: Check, task: Task, session: Session) -> bool:
    pick, wanted = task.template.picks[check.slot], task.records[check.slot].id
    rows = [row for row in session.store.rows(pick.app, pick.table) if row.id == wanted]
    if check.gone or not rows:
        return check.gone and not rows
    row = rows[0]
    return _all(row, check.has, task, session) and not (check.lacks and _all(row, check.lacks, task, session))


def _all(row: Record, wanted: Mapping[str, Plain], task: Task, session: Session) -> bool:
    return all(_same(row, name, value, task, session) for name, value in wanted.items())


def _same(row: Record, name: str, wanted: Plain, task: Task, session: Session) -> bool:
    found = row.id if name == "id" else row.get(name)
    if isinstance(wanted, bool):
        return found is wanted
    if found is None:
        return False
    texts = {_clean(expected(wanted, task))}
    if isinstance(found, Value) and isinstance(wanted, str):
        # A word of the interface is shown, and kept, in the person's language.
        apps, word, lang = session.store.apps, wanted.removeprefix("="), session.person.lang
        texts |= {_clean(apps.word(app, word, lang)) for app in task.template.apps}
    return _clean(str(found)) in texts


def expected(value: Plain, task: Task) -> str:
    """An expression's text; a literal where it is none."""
    if isinstance(value, str):
        try:
            return task.value(value).text
        except KeyError:
            return value.removeprefix("=")
    return str(value)


def _clean(text: str) -> str:
    """What two texts are compared by: no spaces at the ends, one between words, no case."""
    return " ".join(text.split()).casefold()
