from __future__ import annotations

import pytest

from fakes.world_person import ANN, PHONE
from fakes.world_session import APPS, DESKTOP, Hand, fake_person
from fakes.world_session import PHONE as SIZE
from tactful.errors import InputError
from tactful.world.apps.loader import load_apps
from tactful.world.events import Event
from tactful.world.session.session import Session
from tactful.world.session.state import Place
from tactful.world.values import Value


# Each row: taps from the start view of the post app on a phone, and where one ends.
@pytest.mark.parametrize(
    ("taps", "at"),
    [
        (["tab:sent"], "post/sent"),
        (["item:mail:2"], "post/mail/2"),
        (["item:mail:2", "back"], "post/inbox"),
        (["item:mail:9"], "post/inbox"),  # no such mail
        (["view:mail"], "post/inbox"),  # a view of a record needs one
        (["view:nowhere"], "post/inbox"),
        (["tab:compose"], "post/inbox"),  # no tab
        (["run:compose"], "post/compose"),
        (["run:compose", "back", "back"], ""),  # the launcher
        (["home"], ""),
        (["home", "open:sheet"], "sheet/people"),
        (["item:mail:2", "home", "open:post"], "post/inbox"),
        (["item:mail:2", "run:more", "run:config:2", "view:sheet/people"], "sheet/people"),
        (["item:mail:2", "run:more", "run:config:2", "view:sheet/people", "back"], "post/settings"),
        (["item:mail:1", "run:archive"], "post/inbox"),
        (["open:nothing"], "post/inbox"),
        (["nonsense", "run:gone", "run:star:99", "pick:x:on", "press:x:1", "cell:1.x", "tab:"], "post/inbox"),
        (["close"], ""),
    ],
)
def test_taps_lead_somewhere(taps: list[str], at: str) -> None:
    hand = Hand()
    for tap in taps:
        hand.tap(tap)
    assert hand.at == at


def test_an_action_changes_the_record_for_every_app_and_says_so() -> None:
    hand = Hand()
    before = hand.session.store.record("post", "mails", "1")
    hand.tap("item:mail:1", "run:archive")
    after = hand.session.store.record("post", "mails", "1")
    assert before is not None
    assert after is not None
    assert (before.get("folder"), after.get("folder")) == ("inbox", "archive")
    assert str(hand.page.toast) == "Archive"
    hand.tap("tab:sent")
    assert hand.page.toast is None


def test_a_row_action_flips_its_flag() -> None:
    hand = Hand()
    hand.tap("run:star:2")
    assert "starred" in hand.items()[1].flags
    assert hand.items()[1].actions[0].on
    hand.tap("run:star:2")
    assert "starred" not in hand.items()[1].flags


def test_a_set_word_is_a_translated_value() -> None:
    hand = Hand(lang="de")
    hand.tap("tab:offers")
    offer = hand.items()[-1]
    hand.tap(offer.do)
    row = hand.session.store.record("post", "offers", offer.id)
    assert row is not None
    assert row.get("state") == Value("Spät", "status", f"post/{offer.id}/state", public=True)


def test_deleting_asks_first() -> None:
    hand = Hand()
    hand.tap("item:mail:1", "run:more", "run:remove:1")
    dialog = hand.page.dialog
    assert dialog is not None
    assert [(str(a.label), a.do) for a in dialog.actions] == [("Cancel", "close"), ("Delete", "run:remove:1")]
    hand.tap("close")
    assert hand.session.store.record("post", "mails", "1") is not None
    hand.tap("run:more", "run:remove:1", "run:remove:1")
    assert hand.session.store.record("post", "mails", "1") is None
    assert hand.at == "post/inbox"


def test_a_dialog_holds_back_the_page_behind_it() -> None:
    hand = Hand()
    hand.tap("item:mail:1", "run:more", "run:archive", "tab:sent", "view:compose")
    assert hand.at == "post/mail/1"
    record = hand.session.store.record("post", "mails", "1")
    assert record is not None
    assert record.get("folder") == "inbox"


def test_a_question_with_an_input_changes_what_was_typed() -> None:
    hand = Hand()
    hand.tap("item:mail:1", "run:more", "run:rename:1")
    assert str(hand.input("name").value) == "Lunch"
    hand.type("name", "Dinner")
    hand.tap("run:rename:1")
    assert str(hand.page.title) == "Dinner"
    assert hand.page.dialog is None


def test_what_is_missing_is_asked_for() -> None:
    hand = Hand()
    hand.tap("run:compose", "run:send")
    assert hand.at == "post/compose"
    assert str(hand.page.toast) == "Fill in: To"


def test_a_filled_form_becomes_a_record() -> None:
    hand = Hand()
    hand.tap("item:mail:2", "run:reply")
    assert str(hand.input("to").value) == "bo@post.example"
    hand.type("body", f"Call me: {PHONE}")
    hand.tap("run:send")
    sent = hand.session.store.rows("post", "mails")[0]
    assert sent.get("folder") == "sent"
    assert sent.get("to") == Value("bo@post.example", "email", "contact/2/name/email")
    body = sent.get("body")
    assert isinstance(body, Value)
    assert PHONE in body.parts
    time = sent.get("time")
    assert isinstance(time, Value)
    assert (time.type, time.entity) == ("time", f"person/mails/{sent.id}/time")
    assert hand.at == "post/mail/2"
    assert str(hand.page.toast) == "Sent"


# Who types a known text types that thing; its type is the input's, or its own where that is riskier.
@pytest.mark.parametrize(
    ("bind", "text", "type", "entity", "public"),
    [
        ("to", "ann@post.example", "email", "contact/1/name/email", False),
        ("to", "someone@post.example", "email", "typed/post/to", False),
        ("subject", "Ann Field", "person", "contact/1/name", False),
        ("subject", "481516", "otp", "mail/3/code", False),
        ("subject", "Paint the fence", "subject", "todo/1/title", False),
        ("body", "Hello", "message", "typed/post/body", False),
    ],
)
def test_typed_texts_are_known_again(bind: str, text: str, type: str, entity: str, public: bool) -> None:
    hand = Hand()
    hand.tap("run:compose")
    hand.type(bind, text)
    value = hand.input(bind).value
    assert (str(value), value.type, value.entity, value.public) == (text, type, entity, public)


def test_a_select_offers_words_or_records() -> None:
    hand = Hand(lang="de")
    hand.tap("run:compose")
    assert [str(option.label) for option in hand.input("copy").options] == ["Keine", "Ich"]
    hand.tap("pick:copy:Me", "pick:card:1", "pick:urgent:on", "pick:card:7")
    assert str(hand.input("copy").value) == "Ich"
    assert hand.input("card").value.entity == "card/1/number"
    assert [(option.id, option.on) for option in hand.input("urgent").options] == [
        ("on", True),
        ("off", False),
    ]


def test_searching_filters_as_one_types() -> None:
    hand = Hand()
    hand.type("search", "BOAT")
    assert [item.id for item in hand.items()] == ["2"]
    search = hand.page.search
    assert search is not None
    assert (str(search.value), search.value.type) == ("BOAT", "search")
    hand.type("search", "")
    assert len(hand.items()) == 2


def test_a_switch_is_a_setting_of_its_app() -> None:
    hand = Hand()
    hand.tap("item:mail:1", "run:more", "run:config:1")
    row = hand.items()[1]
    assert hand.session.settings["post/notify"] == "off"
    assert row.do == "pick:notify:on"
    hand.tap(row.do)
    assert hand.session.settings["post/notify"] == "on"
    assert hand.items()[1].actions[0].on


def test_a_cell_is_selected_and_typed_over() -> None:
    hand = Hand("sheet")
    row = hand.items()[0]
    assert [a.do for a in row.actions] == ["cell:1.name", "cell:1.phone", "cell:1.note"]
    hand.tap("cell:1.phone")
    assert str(hand.input("cell").value) == str(PHONE)
    hand.type("cell", "555-0199")
    changed = hand.session.store.record("post", "contacts", "1")
    assert changed is not None
    assert changed.get("phone") == Value("555-0199", "phone", "typed/sheet/contacts/1/phone")
    hand.tap("cell:2.note")
    hand.type("cell", "Ann Field")
    assert str(hand.items()[1].cells[2]) == "Ann Field"


def test_a_keypad_adds_signs_and_takes_them_away() -> None:
    hand = Hand("sheet")
    hand.tap("tab:dial", *(f"press:number:{sign}" for sign in "555-01429"), "press:number:<")
    value = hand.input("number").value
    assert (str(value), value.entity) == ("555-0142", "contact/1/phone")
    hand.tap("run:call")
    call = hand.session.store.rows("sheet", "calls")[0]
    assert (call.get("kind"), str(call.get("phone"))) == ("outgoing", "555-0142")
    assert str(hand.input("number").value) == ""


def test_a_new_record_is_shown_where_the_action_goes() -> None:
    hand = Hand("sheet")
    hand.tap("run:new")
    hand.type("name", "Di Moor")
    hand.key("Enter", "name")
    place = hand.session.place()
    assert (place.view, str(hand.page.title)) == ("person", "Di Moor")
    record = hand.session.store.record("sheet", "contacts", place.record)
    assert record is not None
    assert record.get("favorite") is True
    assert record.get("phone") is None


def test_another_app_is_filled_from_here_and_back_returns() -> None:
    hand = Hand("sheet")
    hand.tap("item:person:1")
    hand.tap("run:mail")  # Ann has no e-mail here: nothing is filled, but the view opens
    assert hand.at == "post/compose"
    hand.tap("back")
    assert hand.at == "sheet/person/1"


def test_deleting_a_shared_record_leaves_its_views() -> None:
    hand = Hand("sheet")
    hand.tap("run:drop:1")
    assert hand.items("s1") == ()


def test_the_keyboard_shows_while_something_is_typed() -> None:
    hand = Hand()
    assert not hand.session.scene().keyboard
    hand.type("search", "x")
    assert hand.session.scene().keyboard
    hand.tap("tab:sent")
    assert not hand.session.scene().keyboard


# Each row: the app, taps, the field that is clicked, and whether the keyboard comes.
@pytest.mark.parametrize(
    ("app", "taps", "bind", "comes"),
    [
        ("post", [], "search", True),
        ("post", ["run:compose"], "subject", True),
        ("post", [], "subject", False),  # not on this page
        ("post", ["run:compose"], "search", False),
        ("sheet", [], "cell", False),  # no cell is selected
        ("post", ["run:compose"], "", False),
    ],
)
def test_a_click_into_a_field_brings_the_keyboard(app: str, taps: list[str], bind: str, comes: bool) -> None:
    hand = Hand(app)
    hand.tap(*taps)
    hand.focus(bind)
    assert hand.session.scene().keyboard is comes


def test_escape_or_a_click_beside_takes_the_keyboard_away() -> None:
    hand = Hand()
    for away in (lambda: hand.key("Escape", "search"), lambda: hand.focus(""), lambda: hand.tap("home")):
        hand.tap("open:post")
        hand.focus("search")
        assert hand.session.scene().keyboard
        away()
        assert not hand.session.scene().keyboard


def test_scrolling_is_kept_with_its_place() -> None:
    hand = Hand()
    hand.session.handle(Event("scroll", "main", "140", "post"))
    assert hand.section().numbers["top"] == 140
    hand.tap("item:mail:1")
    assert "top" not in hand.section().numbers
    hand.tap("back")
    assert hand.section().numbers["top"] == 140
    assert hand.session.tops("post") == {"main": 140}


def test_the_launcher_keeps_its_place_until_one_comes_home() -> None:
    hand = Hand(None)
    hand.session.handle(Event("scroll", "launcher", "300", ""))
    assert hand.session.tops("") == {"launcher": 300}
    hand.session.handle(Event("scroll", "launcher", "nonsense", ""))
    hand.tap("home", window="")
    assert hand.session.tops("") == {}


def test_a_copied_value_stays_itself() -> None:
    hand = Hand()
    hand.tap("item:mail:1", "run:more", "run:copy:1")
    assert hand.session.clipboard is not None
    assert str(hand.session.clipboard) == "ann@post.example"


def test_windows_are_raised_put_away_and_closed() -> None:
    hand = Hand(desktop=True)
    hand.tap("open:sheet", window="")
    assert [w.id for w in hand.session.scene().windows] == ["post", "sheet"]
    hand.tap("item:mail:1", window="post")  # a tap in a window behind raises it
    assert hand.at == "post/mail/1"
    hand.tap("window:post:minimize")
    assert hand.at == "sheet/people"
    hand.tap("window:post:raise", window="post")
    assert hand.at == "post/mail/1"
    hand.tap("window:post:close")
    assert [w.id for w in hand.session.scene().windows] == ["sheet"]
    hand.tap("home")
    assert hand.session.scene().windows == ()


def test_the_history_is_where_one_was() -> None:
    hand = Hand()
    hand.tap("item:mail:1", "back")
    assert hand.session.history == [
        Place("post", "inbox"),
        Place("post", "mail", "1"),
        Place("post", "inbox"),
    ]


@pytest.mark.parametrize(("app", "size"), [("nothing", SIZE), ("post", DESKTOP)])
def test_what_does_not_fit_is_refused(app: str, size: object) -> None:
    with pytest.raises(InputError):
        Session(
            fake_person(),
            load_apps(APPS),
            platform="phone",
            size=size,
            look=1,
            seed=1,
            app=app,  # type: ignore[arg-type]
        )


def test_nothing_private_shows_in_a_repr() -> None:
    hand = Hand()
    hand.tap("run:compose")
    hand.type("to", "ann@post.example")
    shown = repr((hand.session.scene(), hand.session.windows, hand.session.store.rows("post", "mails")))
    assert "ann@post.example" not in shown
    assert str(ANN) not in shown
