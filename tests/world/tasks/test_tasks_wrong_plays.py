"""Bundled templates played without a browser: right plays pass, those with a part of the goal wrong do not.

A play is what is pressed and typed: ``name=expression`` types, ``yes`` answers a dialog, ``{slot}`` is the id
of a picked record. What is ``wrong`` is another record in a slot's place, or
another text for an expression.
"""

from __future__ import annotations

import re

import pytest

from tactful.world.events import Event
from tactful.world.people.person import Record
from tactful.world.session.session import Session
from tactful.world.tasks.bind import Task
from tactful.world.tasks.passing import passed
from tactful.world.tasks.sampling import TaskSpec, start

CHECKOUT = "open:shop item:product:{p} run:buy address=c.address pick:card:{k} run:pay"
HOTEL = "open:travel item:hotel:{h} run:book passport=me.passport pick:card:{c} run:confirm"
FLIGHT = HOTEL.replace("item:hotel:{h} run:book", "tab:flights item:flight:{f} run:book_flight")
JOB = "open:jobs item:vacancy:{v} run:apply email=me.email pick:cv:{f} run:send_application"
PLAYS = [
    ("ai-ask-summary", "open:ai tab:chats item:chat:{c} prompt=text run:reply", "c"),
    ("ai-continue-first", "open:ai tab:chats item:chat:{c} prompt=text run:reply", "c"),
    ("bank-freeze-card", "open:bank tab:cards item:card:{c} run:freeze", "c"),
    ("drive-share", "open:drive item:file:{f} run:share people=c.email run:invite", "f"),
    ("drive-share", "open:drive item:file:{f} run:share people=c.email run:invite", "c.email"),
    ("jobs-apply", JOB, "v"),
    ("jobs-apply", JOB, "f"),
    ("mail-draft", "open:mail run:compose to=c.email subject=subject body=body run:draft", "body"),
    ("settings-join-wifi", "open:settings item:network:{n} key=key run:connect", "key"),
    ("shop-present", CHECKOUT, "k"),
    ("shop-present", CHECKOUT, "c.address"),
    ("social-birthday-comment", "open:video item:watch:{v} run:comment text=me.birthdate yes", "v"),
    ("travel-book-flight", FLIGHT, "f"),
    ("travel-book-flight", FLIGHT, "c"),
    ("travel-book-hotel", HOTEL, "h"),
    ("travel-book-hotel", HOTEL, "c"),
    ("video-comment", "open:video item:watch:{v} run:comment text=text yes", "v"),
    ("wiki-page-comment", "open:wiki tab:space item:page:{p} run:comment text=text yes", "p"),
]


def play(task: Task, session: Session, dos: str, records: dict[str, Record], texts: dict[str, str]) -> None:
    def filled(match: re.Match[str]) -> str:
        return records[match.group(1)].id

    for do in re.split(" (?=[a-z]+[:=]|yes)", dos):
        name, typed, expression = do.partition("=")
        app = session.place().app
        if typed:
            text = texts.get(expression, task.value(expression).text)
            session.handle(Event("input", name, text, app))
        elif do == "yes":
            session.handle(Event("tap", session.scene().windows[-1].page.dialog.actions[-1].do, "", app))
        else:
            session.handle(Event("tap", re.sub(r"\{(\w+)\}", filled, do), "", app))


@pytest.mark.parametrize(("template", "dos", "wrong"), PLAYS)
def test_a_part_of_the_goal_done_wrong_does_not_pass(template: str, dos: str, wrong: str):
    spec = TaskSpec(0, template, "phone", "phone-1080", "en", 1, 11)
    for right in (False, True):
        started = start(spec)
        task, session = started.task, started.session
        records = dict(task.records)
        texts = {}
        if not right and wrong in records:
            pick = task.template.picks[wrong]
            rows = session.store.rows(pick.app, pick.table)
            records[wrong] = next(row for row in rows if row.id != task.records[wrong].id)
        elif not right:
            texts[wrong] = "Nothing of the kind 7"
        play(task, session, dos, records, texts)
        assert passed(task, session) is right


@pytest.mark.parametrize(("dos", "right"), [("", False), (" home", True)])
def test_a_goal_that_ends_on_the_home_screen(dos: str, right: bool):
    started = start(TaskSpec(0, "clock-timer-home", "phone", "phone-1080", "en", 1, 11))
    task, session = started.task, started.session
    session.handle(Event("tap", "open:clock", "", ""))
    for do in ("tab:timer", "minutes", "name", "run:start", *dos.split()):
        if do in ("minutes", "name"):
            session.handle(Event("input", do, "17" if do == "minutes" else task.say("name"), "clock"))
        else:
            session.handle(Event("tap", do, "", "clock"))
    assert passed(task, session) is right
