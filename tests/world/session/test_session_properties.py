"""Laws of a session, over random sequences of what it offers."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes.world_offered import offered
from fakes.world_session import APPS, DESKTOP, PHONE, Hand, fake_person
from tactful.world.apps.loader import load_apps
from tactful.world.events import Event
from tactful.world.pages import Action, Page, Scene
from tactful.world.session.session import Session
from tactful.world.session.state import Place

STEPS = st.lists(st.integers(min_value=0, max_value=10**6), min_size=1, max_size=25)


def play(session: Session, steps: list[int]) -> list[Scene]:
    """Does one of the offered events at every step, and gives the scenes."""
    scenes = [session.scene()]
    for step in steps:
        events = offered(scenes[-1])
        session.handle(events[step % len(events)])
        scenes.append(session.scene())
    return scenes


def session_of(desktop: bool, seed: int) -> Session:
    size = DESKTOP if desktop else PHONE
    return Session(
        fake_person(), load_apps(APPS), platform=size.platform, size=size, look=1, seed=seed, app="post"
    )


def buttons(page: Page) -> list[Action]:
    rows = [a for s in page.sections for item in s.items for a in item.actions]
    return [*page.tabs, *page.actions, *rows, *(page.dialog.actions if page.dialog else ())]


@settings(max_examples=60)
@given(steps=STEPS, desktop=st.booleans(), seed=st.integers(0, 5))
def test_whatever_is_offered_can_be_done(steps: list[int], desktop: bool, seed: int) -> None:
    session = session_of(desktop, seed)
    for scene in play(session, steps):
        assert len(scene.windows) <= (2 if desktop else 1)
        assert all(button.do and button.label.text for w in scene.windows for button in buttons(w.page))
    place = session.place()
    if place.app:
        view = session.apps[place.app].views[place.view]
        assert bool(view.record) == bool(place.record)
    for app in ("post", "sheet"):
        for table in session.apps[app].tables:
            ids = [row.id for row in session.store.rows(app, table)]
            assert len(ids) == len(set(ids))


@settings(max_examples=20)
@given(steps=STEPS, desktop=st.booleans())
def test_the_same_events_give_the_same_screens(steps: list[int], desktop: bool) -> None:
    assert play(session_of(desktop, 2), steps) == play(session_of(desktop, 2), steps)


@settings(max_examples=60)
@given(steps=STEPS, pick=st.integers(0, 10**6), desktop=st.booleans())
def test_going_on_and_back_returns(steps: list[int], pick: int, desktop: bool) -> None:
    session = session_of(desktop, 1)
    scene = play(session, steps)[-1]
    if not scene.windows or scene.windows[-1].page.dialog:
        return
    window = scene.windows[-1]
    before = session.place()
    ways = [e for e in offered(scene) if e.target.startswith(("view:", "item:")) and e.window == window.id]
    ways = [e for e in ways if "/" not in e.target or not desktop]  # another window has a history of its own
    if not ways:
        return
    way = ways[pick % len(ways)]
    session.handle(way)
    assert session.place() != before or session.place() == before == _target(way, before.app)
    session.handle(Event("tap", "back", "", session.place().app))
    assert session.place() == before


def _target(event: Event, app: str) -> Place:
    _, view, *record = event.target.split(":")
    there, _, view = view.rpartition("/")
    return Place(there or app, view, record[0] if record else "")


@settings(max_examples=60)
@given(
    kind=st.sampled_from(["tap", "input", "key", "scroll", "wait", "?"]),
    target=st.text(max_size=20) | st.sampled_from(["run:", "item:mail:", "pick::on", "window::close", ":"]),
    value=st.text(max_size=12),
    window=st.sampled_from(["", "post", "sheet", "none"]),
)
def test_nonsense_is_ignored(kind: str, target: str, value: str, window: str) -> None:
    hand = Hand()
    hand.session.handle(Event(kind, target, value, window))
    hand.session.scene()
    assert len(hand.session.store.rows("post", "mails")) == 3


def test_every_view_of_the_bundled_apps_shows() -> None:
    from tactful.world.people.make import make_person

    apps, person = load_apps(), make_person(8)
    for size in (PHONE, DESKTOP):
        shown = 0
        session = Session(person, apps, platform=size.platform, size=size, look=1, seed=1)
        for name in session.shell.usable:
            session.running.open(name)
            for view in apps[name].views.values():
                rows = session.store.rows(name, view.record)[:1] if view.record else ()
                if view.record and not rows:
                    continue
                session.running.go(session.front(), view.id, rows[0].id if rows else "")
                assert session.place().view == view.id
                page = session.pages.page(session.front())
                filled = any(s.items or s.inputs or s.actions for s in page.sections)
                assert filled, f"{name}/{view.id} is empty"
                shown += 1
        assert shown > 80


def test_private_tables_of_bundled_apps_are_private() -> None:
    """What an app's file calls public is public, and nothing else of its own but public kinds."""
    from tactful.world.people.make import make_person
    from tactful.world.session.store import Store
    from tactful.world.values import Value

    apps = load_apps()
    store = Store(make_person(9, lang="fr"), apps)
    for app in apps.values():
        for table in app.tables.values():
            if table.source or not table.public:
                continue
            for row in store.rows(app.id, table.name):
                for name, value in row.fields.items():
                    if isinstance(value, Value) and table.fields[name].public is None:
                        assert value.public or table.fields[name].of, f"{app.id}/{table.name}/{name}"


@pytest.mark.parametrize("lang", ["zh", "ja", "ko", "ru"])
def test_shared_words_know_every_language(lang: str) -> None:
    apps = load_apps(Path(APPS))
    assert apps.word("", "Settings", lang) != "Settings"
