from __future__ import annotations

from fakes.world_person import ANN, OTP
from fakes.world_session import Hand
from tactful.world.events import Event
from tactful.world.pages import Picture
from tactful.world.values import Value


def value(shown: object) -> Value:
    assert isinstance(shown, Value)
    return shown


def test_a_list_shows_the_records_that_fit_with_their_own_values() -> None:
    hand = Hand()
    assert [item.id for item in hand.items()] == ["1", "2"]
    first = hand.items()[0]
    assert first.slots["head"] is ANN
    assert first.do == "item:mail:1"
    assert first.flags == {"unread"}
    assert [(a.do, a.style, a.on) for a in first.actions] == [("run:star:1", "toggle", False)]


def test_a_picture_is_seeded_by_its_text_and_as_private_as_it() -> None:
    hand = Hand()
    image = hand.items()[0].slots["image"]
    assert isinstance(image, Picture)
    assert (image.kind, image.seed, image.value.type, image.value.public) == (
        "avatar",
        "Ann Field",
        "avatar",
        False,
    )
    hand.tap("tab:offers")
    logo = hand.items()[0].slots["image"]
    assert isinstance(logo, Picture)
    assert logo.value.public


def test_own_tables_keep_to_their_declared_roles() -> None:
    hand = Hand()
    hand.tap("tab:offers")
    items = hand.items()
    assert 6 <= len(items) <= 12
    for item in items:
        assert value(item.slots["head"]).public
        assert value(item.slots["tag"]).public  # the table is public, so its status is
        assert value(item.slots["sub"]).entity in {"contact/1/name", "contact/2/name"}
        body = value(item.slots["body"])
        inner = [part for part in body.parts if isinstance(part, Value)]
        assert [part.public for part in inner] == [True, False]
        assert (body.public, body.type, body.entity) == (False, "time", inner[1].entity)


def test_the_same_inputs_give_the_same_screen_and_another_person_another() -> None:
    one, other = Hand(), Hand()
    for hand in (one, other):
        hand.tap("tab:offers")
    assert one.session.scene() == other.session.scene()


def test_words_are_translated_and_content_is_not_interface() -> None:
    hand = Hand(lang="de")
    assert [str(tab.label) for tab in hand.page.tabs] == ["Posteingang", "Gesendet", "Angebote"]
    assert str(hand.page.app_name) == "Briefe"
    assert hand.page.title.type == "ui"
    hand.tap("tab:offers")
    assert {str(item.slots["tag"]) for item in hand.items()} <= {"Öffnen", "Spät"}


def test_a_view_of_a_record_shows_it_and_what_belongs_to_it() -> None:
    hand = Hand()
    page = hand.tap("item:mail:2")
    assert page is not None
    assert str(page.title) == "Boat"
    assert page.hero is not None
    assert [str(item.slots["head"]) for item in hand.items("s0")] == ["From", "To", "Date"]
    assert hand.heads("s2") == ["Boat", "Code"]
    assert [a.do for a in page.actions] == ["run:reply", "run:archive", "run:more"]


def test_a_text_brings_what_is_nested_in_it() -> None:
    hand = Hand()
    hand.tap("item:mail:3")
    body = value(hand.items("s1")[0].slots["body"])
    assert OTP in body.parts


def test_content_made_for_a_place_is_made_once() -> None:
    hand = Hand()
    hand.tap("tab:offers")
    made = value(hand.items("s1")[0].slots["body"])
    assert made.public
    hand.tap("tab:inbox", "tab:offers")
    assert hand.items("s1")[0].slots["body"] == made
    assert str(hand.items("s1")[1].slots["body"]) == "me@post.example"


def test_a_count_follows_the_store() -> None:
    hand = Hand()
    assert str(hand.items("s1")[0].slots["value"]) == "2"
    hand.tap("item:mail:1", "run:archive")
    assert str(hand.items("s1")[0].slots["value"]) == "1"


def test_a_calendar_shows_the_month_of_the_clock() -> None:
    hand = Hand("sheet")
    hand.tap("tab:month")
    section = hand.section()
    assert hand.heads() == ["Rowing"]
    assert str(section.items[0].slots["day"]) == "7"
    assert section.numbers == {"first_weekday": 5, "days": 31, "today": 3}


def test_the_clock_goes_on_with_what_happens() -> None:
    hand = Hand()
    before = hand.session.scene().status["clock"]
    for _ in range(8):
        hand.tap("tab:sent")
    after = hand.session.scene().status["clock"]
    assert [str(at).split()[0].lstrip("0") for at in (before, after)] == ["9:10", "9:12"]
    assert after.type == "clock"


def test_a_phone_shows_one_window_and_a_desktop_its_address() -> None:
    assert Hand().page.web is None
    hand = Hand(desktop=True)
    assert str(hand.page.web) == "post.example/inbox"
    scene = hand.session.scene()
    window = scene.windows[-1]
    assert (scene.width, scene.height) == (1366, 768)
    assert 0 <= window.x <= scene.width - window.width
    assert 0 <= window.y <= scene.height - window.height


def test_windows_behind_are_by_seed_and_never_the_used_app() -> None:
    numbers = set()
    for seed in range(12):
        scene = Hand("post", desktop=True, seed=seed, back=True).session.scene()
        assert scene.windows[-1].id == "post"
        assert len({window.id for window in scene.windows}) == len(scene.windows)
        numbers.add(len(scene.windows))
    assert numbers == {1, 2}


def test_banners_come_and_go() -> None:
    hand = Hand()
    seen = []
    for _ in range(120):
        seen.append(len(hand.session.scene().notices))
        hand.tap("tab:sent")
    assert 0 < sum(seen) < 60
    assert max(seen) == 1
    assert "111" not in "".join(map(str, seen))


def banner(seed: int) -> Hand | None:
    """A session that shows a banner now."""
    hand = Hand("sheet", seed=seed)
    for _ in range(80):
        if hand.session.scene().notices:
            return hand
        hand.session.handle(Event("wait", ""))
    return None


def test_a_banner_goes_while_one_waits_opens_its_record_or_is_closed() -> None:
    hands = [hand for seed in range(12) if (hand := banner(seed)) is not None]
    assert len(hands) > 5
    for number, hand in enumerate(hands):
        item = hand.session.scene().notices[0]
        if number % 3 == 0:
            for _ in range(2):
                hand.session.handle(Event("wait", ""))
        elif number % 3 == 1:
            hand.tap(item.do, window="")
            verb, target, record = item.do.split(":")
            assert (verb, hand.at) == ("notice", f"{target}/{record}")
        else:
            place = hand.at
            hand.tap("notice:close", window="")
            assert hand.at == place
        assert not hand.session.scene().notices


def test_a_banner_that_is_gone_opens_nothing() -> None:
    hand = Hand("sheet")
    hand.tap("notice:post/mail:2", window="")
    assert hand.at.startswith("sheet")


def test_a_desktop_lists_all_apps_on_demand() -> None:
    hand = Hand("post", desktop=True)

    def listed() -> list[str]:
        items = hand.session.scene().launcher
        return [item.do for item in items if "drawer" in item.flags]

    assert listed() == []
    hand.tap("apps", window="")
    assert sorted(listed()) == ["open:post", "open:sheet"]
    hand.tap("apps", window="")
    assert listed() == []
    for event in (Event("tap", "back", "", "post"), Event("key", "", "Escape", "post")):
        before = hand.at
        hand.tap("apps", window="")
        hand.session.handle(event)
        assert (listed(), hand.at) == ([], before)
    hand.tap("apps", window="")
    hand.tap("open:sheet", window="")
    assert listed() == []
    assert hand.at.startswith("sheet/")


def test_a_phone_has_no_list_of_all_apps() -> None:
    hand = Hand(None)
    before = hand.session.scene().launcher
    hand.session.handle(Event("tap", "apps"))
    assert hand.session.scene().launcher == before


def test_the_launcher_counts_what_is_unread() -> None:
    hand = Hand(None)
    scene = hand.session.scene()
    assert scene.windows == ()
    icons = {item.id: item for item in (*scene.dock, *scene.launcher)}
    assert set(icons) == {"post", "sheet"}
    assert str(icons["post"].slots["count"]) == "1"
    assert "count" not in icons["sheet"].slots
