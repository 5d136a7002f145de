"""Binding: which records are picked, what the goal says, what each step needs."""

from __future__ import annotations

import pytest

from tactful.world.pages import SIZES
from tactful.world.people.make import make_person
from tactful.world.session.session import Session
from tactful.world.tasks.bind import Unbound, bind


def other(session: Session, **more: object) -> Session:
    given = {"platform": "phone", "size": SIZES[2], "look": 1, "seed": 5} | more
    return Session(make_person(6, lang="de"), session.apps, **given)


def test_the_goal_names_the_record(templates, session: Session):
    task = bind(templates["write"], session, seed=1)
    name = task.records["c"].text("name")
    assert task.goal == f'Send {name} a mail that says "See you soon".'
    assert task.keys == {"c": ("name",)}
    assert task.named == {task.records["c"].get("name").entity}
    assert task.private_bound


def test_the_language_is_the_persons_where_the_goal_has_it(templates, session: Session):
    german = other(session)
    assert bind(templates["write"], german, seed=1).goal.startswith("Schicke ")
    assert bind(templates["ask"], german, seed=1).lang == "en"
    assert bind(templates["write"], german, seed=1).say("hello") == "Bis bald"


def test_the_nth_is_counted_as_listed(templates, session: Session):
    task = bind(templates["third"], session, seed=1)
    inbox = [row for row in session.store.rows("mail", "mails") if row.text("folder") == "inbox"]
    assert task.records["m"] == inbox[2]
    assert task.keys == {"m": ()}
    assert not task.private_bound  # a place in a list tells nothing
    steps = [step.slot for step in task.template.script]
    handled = inbox[2].get("sender").entity
    assert handled in task.needs[steps.index("m")]  # but it is what the task handles
    assert handled not in task.needs[0]


def test_the_same_seed_picks_the_same(templates, session: Session):
    picks = [bind(templates["write"], session, seed=s).records["c"].id for s in (1, 1, 2, 3, 4, 5)]
    assert picks[0] == picks[1]
    assert len(set(picks)) > 1


def test_a_pick_is_unique_by_its_head(templates, session: Session):
    rows = session.store.rows("contacts", "contacts")
    for row in rows[1:]:
        session.store.change("contacts", "contacts", row.id, {"name": rows[1].get("name")})
    task = bind(templates["write"], session, seed=1)
    assert task.records["c"].id == rows[0].id
    session.store.change("contacts", "contacts", rows[0].id, {"name": rows[1].get("name")})
    with pytest.raises(Unbound):
        bind(templates["write"], session, seed=1)


def test_too_few_rows(templates, session: Session):
    template = templates["third"]
    pick = template.picks["m"].model_copy(update={"nth": 99})
    far = template.model_copy(update={"picks": {"m": pick}})
    with pytest.raises(Unbound):
        bind(far, session, seed=1)


def test_needs_step_by_step(templates, session: Session):
    task = bind(templates["write"], session, seed=1)
    name, mail = (task.records["c"].get(field).entity for field in ("name", "email"))
    now = [set(need) for need in task.needs]
    #       open   tap     read    open   do     type    send: what was typed is looked at once more
    assert now == [set(), {name}, {mail}, set(), set(), {mail}, {mail}]
