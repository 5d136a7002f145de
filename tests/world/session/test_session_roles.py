"""Whose a value is where it stands: in the tables as they are made, and where an action has put it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from fakes.world_session import Hand
from tactful.terms import Risk
from tactful.world.apps.expressions import parse
from tactful.world.apps.loader import load_apps
from tactful.world.apps.lookup import owner_of
from tactful.world.content import formats
from tactful.world.pages import SIZES
from tactful.world.people.make import make_person
from tactful.world.people.person import LANGUAGES
from tactful.world.session.evaluating import Evaluator, Scope
from tactful.world.session.session import Session
from tactful.world.session.store import Known, Store
from tactful.world.values import Value, as_private, sentence, stored

PERSON = make_person(4)
NAME = Value("Ann Lee", "person", "contact/1/name")


def texts(store: Store, app: str, table: str, field: str) -> list[Value]:
    found = [row.get(field) for row in store.rows(app, table)]
    assert found
    return [value for value in found if isinstance(value, Value)]


# Each row: a field of public words in a table of the person's own, and what they are there.
@pytest.mark.parametrize(
    ("field", "type"),
    [
        ("social.following.name", "following"),
        ("social.saved.title", "history"),
        ("appstore.purchases.name", "order"),
        ("video.history.title", "media"),
        ("music.recent.title", "media"),
        ("code.commits.message", "note"),
        ("qa.requests.question", "message"),
        ("maps.visits.name", "location"),
        ("calendar.invites.place", "location"),
        ("chat.groups.name", "note"),
    ],
)
def test_public_words_in_a_table_of_ones_own_are_private(field: str, type: str) -> None:
    app, table, name = field.split(".")
    found = texts(Store(PERSON, load_apps()), app, table, name)
    assert found
    assert {(value.type, value.public) for value in found} == {(type, False)}
    assert all(value.label.risk is not Risk.NONE and value.entity.startswith(f"{app}/") for value in found)
    assert not any(isinstance(part, Value) and part.public for value in found for part in value.parts)


def test_every_declared_type_of_a_private_field_holds_in_all_apps() -> None:
    apps, wrong = load_apps(), []
    store = Store(PERSON, apps)
    for app in apps.values():
        for table in app.tables.values():
            if owner_of(apps, app.id, table.name) != (app.id, table.name):
                continue
            for name, spec in table.fields.items():
                private = not (table.public if spec.public is None else spec.public)
                if spec.sort == "value" and spec.type and private:
                    values = (row.get(name) for row in store.rows(app.id, table.name))
                    wrong += [f"{app.id}.{table.name}.{name}" for v in values
                              if isinstance(v, Value) and v.label.risk is Risk.NONE]  # fmt: skip
    assert wrong == []


def test_a_picture_of_private_words_is_private() -> None:
    store = Store(PERSON, load_apps())
    (row, *_) = store.rows("video", "history")
    scope = Scope("video", "video/history/s0", "history", row)
    picture = Evaluator(store, PERSON.now).show(parse("cover(title)"), scope)
    assert picture is not None
    assert picture.value.label.risk is Risk.MEDIUM  # type: ignore[union-attr]


def pressed(app: str, *taps: str) -> Session:
    size = SIZES[0]
    session = Session(
        PERSON, load_apps(), platform=size.platform, size=size, look=1, seed=3, app=app, background=False
    )
    hand = Hand.__new__(Hand)
    hand.session = session
    hand.tap(*taps)
    return session


# Each row: what is pressed, and what the new record's field is then.
@pytest.mark.parametrize(
    ("taps", "field", "type"),
    [
        (("shop", "item:product:products-1", "run:to_cart"), "cart.product", "order"),
        (("shop", "item:product:products-1", "run:to_cart"), "cart.quantity", "order"),
        (("shop", "item:product:products-1", "run:wish"), "saved.price", "amount"),
        (("social", "item:person:people-1", "run:follow"), "following.name", "following"),
        (("video", "item:watch:videos-1", "run:subscribe"), "subscriptions.name", "following"),
        (("video", "item:watch:videos-1", "run:later"), "entries.title", "media"),
        (("books", "item:offer:store-1", "run:wish"), "wishes.title", "preference"),
        (("jobs", "item:vacancy:vacancies-1", "run:save"), "saved.title", "job"),
        (("qa", "item:article:articles-1", "run:keep"), "saved.title", "history"),
        (("qa", "item:article:articles-1", "run:keep"), "saved.url", "url"),
        (("qa", "item:article:articles-1", "run:keep"), "saved.time", "time"),
    ],
)
def test_public_words_that_an_action_keeps_become_ones_own(
    taps: tuple[str, ...], field: str, type: str
) -> None:
    app, *presses = taps
    table, name = field.split(".")
    session = pressed(app, *presses)
    new = [row for row in session.store.rows(app, table) if row.id.startswith("new/")]
    assert new, "the action has added nothing"
    value = new[0].get(name)
    assert isinstance(value, Value)
    assert (value.type, value.public) == (type, False)
    assert value.entity == session.store.entity(app, table, new[0].id, name)


def test_a_trip_just_booked_is_as_private_as_the_others() -> None:
    store = pressed("travel", "item:hotel:hotels-1", "run:book").store
    hotel = store.rows("travel", "hotels")[0].get("name")
    assert isinstance(hotel, Value)
    assert hotel.public
    hand = Hand.__new__(Hand)
    hand.session = pressed("travel", "item:hotel:hotels-1", "run:book")
    filled = hand.input("what").value
    assert (str(filled), filled.type, filled.public) == (hotel.text, "schedule", False)
    card = hand.session.store.rows("travel", "cards")[0]
    hand.type("passport", "X1234567")
    hand.tap(f"pick:card:{card.id}", "run:confirm")
    trip = hand.session.store.rows("travel", "trips")[0]
    kept = {name: trip.get(name) for name in ("place", "code", "passport", "card", "from", "state")}
    assert trip.id.startswith("new/")
    assert all(isinstance(v, Value) and v.label.risk >= Risk.MEDIUM for v in kept.values()), kept
    assert kept["card"] == card.get("number")


# Each row: a value, the type of the private field it is put into, and what the field holds.
@pytest.mark.parametrize(
    ("value", "type", "held"),
    [
        (Value("Oars", "text", "shop/1", public=True), "order", Value("Oars", "order", "new")),
        (Value("Oars", "ui", "", public=True), "note", Value("Oars", "note", "new")),
        (NAME, "note", NAME),  # riskier than the field
        (Value("Oars", "note", "n/1"), "message", Value("Oars", "message", "n/1")),
        (sentence(("By ", NAME.as_public()), "text", "p", True), "file", Value("By Ann Lee", "file", "new")),
        (sentence(("By ", NAME), "ui", "p", True), "media", sentence(("By ", NAME), "media", "new")),
    ],
)  # fmt: skip
def test_what_a_private_field_holds(value: Value, type: str, held: Value) -> None:
    assert stored(value, type, "new") == held


def test_words_made_private_lose_public_parts_only() -> None:
    value = as_private(sentence(("To ", NAME, " and ", NAME.as_public()), "text", "", True), "note", "e")
    assert value.parts == ("To ", NAME, " and ", "Ann Lee")


# Each row: a fact of the person, the type of the field it is typed into, and the type it has there.
@pytest.mark.parametrize(
    ("fact", "field", "type"),
    [
        ("password", "note", "secret"),
        ("password", "search", "secret"),
        ("password", "text", "secret"),
        ("phone", "message", "phone"),
        ("passport", "health", "health"),  # the field's is the riskier one
        ("city", "address", "address"),
        ("email", "email", "email"),
    ],
)
def test_a_known_value_keeps_the_more_severe_label(fact: str, field: str, type: str) -> None:
    known = Known(Store(PERSON, load_apps()))
    value = known.typed(PERSON.facts[fact].text, field, "notes/title")
    assert (value.type, value.public) == (type, False)


def test_a_known_value_inside_a_text_of_no_type_stays_private() -> None:
    known = Known(Store(PERSON, load_apps()))
    phone = PERSON.facts["phone"]
    value = known.typed(f"call {phone.text}!", "text", "notes/title")
    assert [part.type for part in value.parts if isinstance(part, Value)] == ["phone"]
    assert known.typed("nothing known", "text", "notes/title").public


@pytest.mark.parametrize("lang", LANGUAGES)
def test_trips_end_after_they_begin(lang: str) -> None:
    person = make_person(4, 0, lang)
    days = [formats.day_month(lang, person.now + timedelta(days=n), long=True) for n in range(200)]
    for app, table in (("travel", "trips"), ("hr", "leave")):
        for row in Store(person, load_apps()).rows(app, table):
            assert days.index(row.text("from")) < days.index(row.text("to")), (app, row.id)


def test_nobody_has_two_roles_in_a_share() -> None:
    for seed in range(6):
        who = [str(row.get("who")) for row in Store(make_person(seed), load_apps()).rows("drive", "shares")]
        assert len(set(who)) == len(who)


def test_repositories_are_written_in_languages_of_computers() -> None:
    apps = load_apps()
    known = set(apps["code"].kinds["code_language"].words["en"])
    assert {value.text for value in texts(Store(PERSON, apps), "code", "repos", "language")} <= known
