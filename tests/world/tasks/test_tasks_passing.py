"""Checks of the final state."""

from __future__ import annotations

import pytest

from tactful.world.events import Event
from tactful.world.session.session import Session
from tactful.world.tasks.bind import Task, bind
from tactful.world.tasks.passing import holds, passed
from tactful.world.tasks.templates import Check
from tactful.world.values import Value

DARK = ("open:contacts", "tab:options", "pick:dark:on")


@pytest.fixture
def task(templates, session: Session) -> Task:
    return bind(templates["write"], session, seed=1)


def tap(session: Session, *dos: str) -> None:
    for do in dos:
        session.handle(Event("tap", do, "", session.place().app))


def test_a_mail_that_was_sent(task: Task, session: Session):
    assert not passed(task, session)
    tap(session, "open:mail", "run:compose")
    session.handle(Event("input", "to", task.value("c.email").text, "mail"))
    session.handle(Event("input", "body", "see  you soon ", "mail"))
    tap(session, "run:send")
    assert passed(task, session)


@pytest.mark.parametrize(
    ("wanted", "field", "typed", "right"),
    [
        ("c.email", "body", "{}", True),
        ("c.email", "body", "Hello,\nit is {}.\nBest, me", True),
        ("c.email", "body", "x{}", False),
        ("c.email", "body", "{} or a@b.example", False),
        ("c.email", "body", "{}" + " and more" * 50, False),
        ("hello", "body", "{}", True),
        ("hello", "body", "Hello. {}. Bye", False),  # the goal quotes it
        ("c.email", "to", "{}", True),
        ("c.email", "to", "it is {}", False),
    ],
)
def test_what_was_typed_is_told_in_free_text_and_exact_elsewhere(
    task: Task, session: Session, wanted: str, field: str, typed: str, right: bool
):
    tap(session, "open:mail", "run:compose")
    texts = {"to": "a@b.example", "body": "-"} | {field: typed.replace("{}", task.value(wanted).text)}
    for name, text in texts.items():
        session.handle(Event("input", name, text, "mail"))
    tap(session, "run:send")
    check = Check("table", "mail", "mails", has={"folder": "sent", field: wanted})
    assert holds(check, task, session) is right


@pytest.mark.parametrize(
    ("typed", "right"), [("25", True), ("25.00", True), ("25,00 €", True), ("250", False)]
)
def test_an_amount_is_a_number(task: Task, session: Session, typed: str, right: bool):
    row = session.store.add("mail", "mails", {"folder": "paid", "amount": Value(typed, "amount", "typed/x")})
    assert row
    check = Check("table", "mail", "mails", has={"folder": "paid", "amount": "25"})
    assert holds(check, task, session) is right


def test_a_mail_to_someone_else(task: Task, session: Session):
    tap(session, "open:mail", "run:compose")
    session.handle(Event("input", "to", "someone@else.example", "mail"))
    session.handle(Event("input", "body", "See you soon", "mail"))
    tap(session, "run:send")
    assert not passed(task, session)


@pytest.mark.parametrize(
    ("check", "before", "dos", "after"),
    [
        (Check("setting", place="contacts/dark", value="on"), False, DARK, True),
        (Check("setting", place="contacts/dark", value="off"), True, DARK, False),
        (Check("at", place="contacts/options"), False, ("open:contacts", "tab:options"), True),
        (Check("at", place="contacts/card", slot="c"), False, ("open:contacts", "item:card:{c}"), True),
        (Check("at", place="contacts/card", slot="c"), False, ("open:contacts", "item:card:{d}"), False),
        (Check("record", slot="c", has={"name": "c.name"}), True, (), True),
        (Check("record", slot="c", lacks={"name": "c.name"}), False, (), False),
        (Check("record", slot="c", gone=True), False, (), False),
        (Check("table", "mail", "mails", lacks={"folder": "inbox"}), False, (), False),
        (Check("table", "mail", "mails", lacks={"folder": "nowhere"}), True, (), True),
        (Check("table", "contacts", "contacts", has={"id": "c.id"}), True, (), True),
    ],
)  # fmt: skip
def test_one_condition(task: Task, session: Session, check, before, dos, after):
    assert holds(check, task, session) is before
    chosen = task.records["c"].id
    another = next(r.id for r in session.store.rows("contacts", "contacts") if r.id != chosen)
    tap(session, *(do.replace("{c}", chosen).replace("{d}", another) for do in dos))
    assert holds(check, task, session) is after


def test_a_deleted_record_is_gone(templates, session: Session):
    task = bind(templates["third"], session, seed=1)
    assert not passed(task, session)
    mail = task.records["m"].id
    tap(session, "open:mail", f"item:mail:{mail}", "run:remove")
    assert not passed(task, session)  # it asks first
    tap(session, session.scene().windows[-1].page.dialog.actions[-1].do)
    assert passed(task, session)


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("{}", True),
        ("It is {}.", True),
        ("", False),
        ("12", False),
        ("x{}", False),
        ("{}, 816-555-0153, 816-555-0154", False),
        ("{rival}, {}", False),
    ],
)
def test_an_answer(templates, session: Session, answer: str, right: bool):
    task = bind(templates["ask"], session, seed=1)
    others = [row for row in session.store.rows("contacts", "contacts") if row.id != task.records["c"].id]
    answer = answer.replace("{rival}", str(others[0].get("phone")))
    assert passed(task, session, answer.replace("{}", task.value("c.phone").text)) is right
