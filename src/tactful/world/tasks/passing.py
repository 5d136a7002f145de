"""Whether a task is done: its checks on the session's state and the answer.

An answer, and what was typed where people write freely (a mail, a message, a note), must tell the value as
`answers.tells` says: a greeting around it is fine, a list of guesses is not. A text that the goal quotes, and
a short field (a name, a title), must be just that; an amount may be written as 25, 25.00 or 25 €.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tactful.world.people.person import Plain, Record
from tactful.world.tasks.answers import LONGER, norm, same_number, tells
from tactful.world.tasks.bind import Task
from tactful.world.tasks.templates import Check
from tactful.world.values import Value

if TYPE_CHECKING:
    from tactful.world.session.session import Session

_FREE = ("body", "preview", "text", "note")
"""Fields that people write sentences in, where what was typed is a message or a note."""
_LETTER = 300
"""Characters that such a text may hold beyond the value."""
_KINDS = (
    "person", "username", "email", "phone", "address", "card", "bank", "id_number", "otp", "secret", "plate",
    "ip", "device_id", "birthdate", "amount", "company", "education", "location", "order",
)  # fmt: skip
"""Types of which a second known value in an answer is a second guess."""


def passed(task: Task, session: Session, answer: str = "") -> bool:
    """Whether every check of the task holds. ``answer`` is the text of the agent's last act."""
    return all(holds(check, task, session, answer) for check in task.template.checks)


def holds(check: Check, task: Task, session: Session, answer: str = "") -> bool:
    """Whether one condition holds."""
    if check.kind == "answer":
        return _tells(check.value, answer, task, session, LONGER)
    if check.kind == "setting":
        return str(session.settings.get(check.place, "off")) == expected(check.value, task)
    if check.kind == "at":
        place = session.place()
        if check.place == "home":
            return not place.app
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
    held = row.id if name == "id" else row.get(name)
    if isinstance(wanted, bool):
        return held is wanted
    if held is None:
        return False
    text = expected(wanted, task)
    texts = {text}
    if isinstance(held, Value) and isinstance(wanted, str):
        # A word of the interface is shown, and kept, in the person's language.
        apps, word, lang = session.store.apps, wanted.removeprefix("="), session.person.lang
        texts |= {apps.word(app, word, lang) for app in task.template.apps}
    if norm(str(held)) in {norm(text) for text in texts}:
        return True
    if not isinstance(held, Value):
        return False
    if held.type == "amount" or name == "amount":
        return same_number(text, held.text)
    free = name in _FREE and held.type in ("message", "preview", "note")
    return free and wanted not in task.template.says and _tells(wanted, held.text, task, session, _LETTER)


def _tells(wanted: Plain, text: str, task: Task, session: Session, longer: int) -> bool:
    """Whether a text tells an expression's value and no second candidate."""
    others: list[str] = []
    case = False
    try:
        value = task.value(str(wanted))
    except KeyError:
        pass
    else:
        case = value.type == "secret"
        if value.type in _KINDS:
            others = [v.text for v in _values(session) if v.type == value.type and v.entity != value.entity]
    return tells(expected(wanted, task), text, goal=task.goal, others=others, longer=longer, case=case)


def _values(session: Session) -> Iterator[Value]:
    return (value for value in session.store.values() if not value.public)


def expected(value: Plain, task: Task) -> str:
    """An expression's text; a literal where it is none."""
    if isinstance(value, str):
        try:
            return task.value(value).text
        except KeyError:
            return value.removeprefix("=")
    return str(value)
