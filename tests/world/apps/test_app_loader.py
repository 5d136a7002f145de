from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tactful.errors import InputError
from tactful.world.apps.__main__ import main
from tactful.world.apps.loader import load_apps, problems_of, read_app
from tactful.world.apps.lookup import PERSON_FACTS, PERSON_TABLES, PERSON_TYPES
from tactful.world.people.person import LANGUAGES

APPS = Path(__file__).parent.parent / "session" / "apps"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the two apps of these tests."""
    shutil.copytree(APPS, tmp_path / "apps")
    return tmp_path / "apps"


def change(folder: Path, old: str, new: str, app: str = "post") -> Path:
    path = folder / f"{app}.yaml"
    text = path.read_text()
    assert text.count(old) >= 1, old
    path.write_text(text.replace(old, new, 1))
    return path


def test_both_apps_load(folder: Path) -> None:
    apps = load_apps(folder)
    assert list(apps) == ["post", "sheet"]
    assert apps["post"].tabs == ("inbox", "sent", "offers")
    assert apps["post"].views["mail"].record == "mails"
    assert apps["sheet"].tables["offers"].source == "post"


def test_words_are_translated_and_fall_back_to_shared_ones(folder: Path) -> None:
    apps = load_apps(folder)
    assert [apps.word("post", "Offers", lang) for lang in ("en", "de")] == ["Offers", "Angebote"]
    assert apps.word("post", "Delete", "fr") == "Supprimer"
    assert apps.word("", "Cancel", "de") == "Abbrechen"
    assert apps.word("post", "Unheard", "de") == "Unheard"


# Each row changes one thing; the message names the field and what was wrong.
@pytest.mark.parametrize(
    ("old", "new", "field", "problem"),
    [
        ("icon: mail\n", "icon: mailbag\n", "icon", "no lucide icon"),
        ("icon: mail\n", "icon: mail\ncolour: red\n", "colour", "unknown key"),
        ("app: post", "app: posts", "app", "the file's name"),
        ("web: post.example", "web: post.com", "web", "under .example"),
        ("group: social", "group: fun", "group", "one of system"),
        ("home: inbox", "home: start", "home", "no view 'start'"),
        ("tabs: [inbox, sent", "tabs: [inbox, gone", "tabs[1]", "no view 'gone'"),
        ("tabs: [inbox, sent", "tabs: [inbox, mail", "tabs[1]", "shows a record"),
        ("mails: person", "letters: person", "tables.letters", "no table of the person"),
        ("shop: brand", "shop: {kind: brand, one_of: [A]}", "tables.offers.fields.shop", "several ways"),
        ("ward: ward", "ward: wardrobe", "tables.offers.fields.ward", "no kind 'wardrobe'"),
        ("rows: [6, 12]", "rows: [12, 6]", "tables.offers.rows", "not a range"),
        ("{flag: 0.5}", "{flag: 5}", "tables.offers.fields.pinned.flag", "from 0 to 1"),
        ("{ref: contacts}", "{ref: friends}", "tables.offers.fields.to.ref", "no table 'friends'"),
        ("type: status}", "type: mood}", "tables.offers.fields.state.type", "a type of value"),
        ("ward: ward", "ward: {kind: ward, type: note}", "fields.ward.type", "no effect on a public"),
        ("ward: ward", "ward: {kind: ward, public: true}", "fields.ward.public", "no effect"),
        ("ward: ward", "ward: {kind: ward, type: health, public: false}", "fields.ward.type", "own type"),
        ("shop: brand", "shop: {kind: brand, public: false}", "fields.shop.public", "without a type"),
        (
            "shop: brand",
            "shop: {kind: brand, type: text, public: false}",
            "fields.shop.type",
            "always public",
        ),
        ("public: true\n", "public: false\n", "tables.offers.fields.shop", "always public, but the table"),
        ("{flag: 0.5}", "{flag: 0.5, public: false}", "fields.pinned.public", "no effect"),
        ("{ref: contacts}", "{ref: contacts, type: note}", "fields.to.type", "no effect"),
        ("{flag: 0.5}", "{flag: 0.5, once: true}", "fields.pinned.once", "no effect"),
        ("layout: cards", "layout: pile", "views.offers.sections[0].layout", "one of list"),
        ("sub: subject, body", "sub: topic, body", "views.inbox.sections[0].item.sub", "'topic'"),
        ("sub: subject, body", "sup: subject, body", "views.inbox.sections[0].item.sup", "is 'sup'"),
        ("avatar(sender), head", "sender, head", "views.inbox.sections[0].item.image", "a picture"),
        (
            "unread: unread, starred: starred",
            "unread: sender",
            "views.inbox.sections[0].flags.unread",
            "is a value",
        ),
        (
            "tap: mail\n        actions",
            "tap: letter\n        actions",
            "views.inbox.sections[0].tap",
            "'letter'",
        ),
        ("actions: [star]", "actions: [stars]", "views.inbox.sections[0].actions[0]", "'stars'"),
        ("{sender: record.sender}", "{sender: record.boat}", "where.sender", "'boat'"),
        ("title: subject\n    hero", "title: Subject\n    hero", "views.mail.title", "start with '='"),
        ("me.wifi", "me.shoe", "views.settings.sections[0].rows[0].side", "'shoe'"),
        (
            "tap: sheet/people",
            "tap: sheet/nobody",
            "views.settings.sections[0].rows[0].tap",
            "'sheet/nobody'",
        ),
        ("kind: check}", "kind: tick}", "views.compose.sections[0].inputs.urgent.kind", "one of text"),
        ("options: [None, Me]", "icon: user", "views.compose.sections[0].inputs.copy.options", "do not fit"),
        ("field: number}}", "field: colour}}", "inputs.card.options_from.field", "'colour'"),
        ("fill: {to: sender_email", "fill: {whom: sender_email", "actions.reply.fill.whom", "'whom'"),
        ("goto: compose, fill", "goto: mail2, fill", "actions.reply.goto", "'mail2'"),
        ("style: fab, goto: compose", "style: fab, goto: mail", "actions.compose.goto", "shows a record"),
        ("set: {folder: archive}", "set: {box: archive}", "actions.archive.set.box", "'box'"),
        ("toggle: starred", "toggle: subject", "actions.star.toggle", "is a value"),
        ("require: [to]", "require: [whom]", "actions.send.require[0]", "'whom'"),
        ("to: $to", "to: $whom", "actions.send.add.fields.to", "'whom'"),
        ("subject: $subject", "subject: Hello you", "actions.send.add.fields.subject", "start with '='"),
        ("menu: [remove", "menu: [drop, remove", "actions.more.menu[0]", "'drop'"),
        ("Offers: [优惠,", "Offers: [", "words.Offers", "has 5 texts"),
        ("  Offers: [优惠", "  Offer: [优惠", "views.offers.title", "'Offers' has no translations"),
        ("words: {en: [Cardiology, Maternity, Surgery], ", "words: {", "kinds.ward.words", "no English"),
        ("words: {en: [Cardiology", "words: {en: ['Ward {lettre}'", "kinds.ward", "no kind 'lettre'"),
    ],
)
def test_a_fault_is_named_by_its_field(folder: Path, old: str, new: str, field: str, problem: str) -> None:
    path = change(folder, old, new)
    with pytest.raises(InputError) as caught:
        load_apps(folder)
    error = caught.value
    assert error.file == path
    assert field in (error.field or "")
    assert error.line
    assert problem in str(error)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("app: [", "not valid YAML"),
        ("- a\n- b\n", "a list found"),
        ("app: post\napp: post\n", "stands twice"),
        ("", "file is empty"),
    ],
)
def test_a_file_that_is_no_app_is_named(folder: Path, text: str, problem: str) -> None:
    path = folder / "post.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match=problem) as caught:
        read_app(path)
    assert caught.value.file == path


def test_words_that_yaml_takes_for_flags_stay_words(folder: Path) -> None:
    change(folder, 'confirm: {title: Delete, "yes": Delete}', "confirm: {title: Delete, yes: No}")
    action = load_apps(folder)["post"].actions["remove"]
    assert action.confirm is not None
    assert action.confirm.yes == "No"


def test_a_changed_file_is_read_again(folder: Path) -> None:
    load_apps(folder)
    change(folder, "account: true", "account: false")
    assert load_apps(folder)["post"].account is False


def test_an_empty_folder_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no apps"):
        load_apps(tmp_path)


def test_the_checker_tells_every_fault_at_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(folder, "icon: mail\n", "icon: mailbag\n")
    path = change(folder, "me.wifi", "me.shoe")
    assert main([str(path)]) == 2
    told = capsys.readouterr().out
    assert "mailbag" in told
    assert "shoe" in told
    assert "1 apps, 6 views" in told
    assert "2 problems" in told


def test_the_checker_is_content_with_good_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(path) for path in sorted(APPS.glob("*.yaml"))]) == 0
    assert "0 words without translations, 0 problems" in capsys.readouterr().out


def test_a_split_is_what_the_file_says_or_follows_from_the_name(folder: Path) -> None:
    app = load_apps(folder)["post"]
    assert app.views["inbox"].split == "validation"
    assert {app.views[view].split for view in app.views} == {"train", "validation"}
    again = read_app(folder / "post.yaml")
    assert [again.views[v].split for v in again.views] == [app.views[v].split for v in app.views]


def test_the_bundled_apps_are_whole() -> None:
    apps = load_apps()
    problems, _ = problems_of([Path(app.file) for app in apps.values()])
    assert problems == []
    assert len(apps) >= 26
    views = [view for app in apps.values() for view in app.views.values()]
    held = sum(view.split == "validation" for view in views)
    assert len(views) >= 80
    assert 0.1 < held / len(views) < 0.35
    assert all(len(app.name) == len(LANGUAGES) for app in apps.values())


def test_the_types_of_the_persons_tables_are_those_of_its_values() -> None:
    from tactful.world.people.make import make_person
    from tactful.world.values import Value

    tables = make_person(5).tables
    assert PERSON_TYPES.keys() == PERSON_TABLES.keys()
    for name, types in PERSON_TYPES.items():
        assert list(types) != []
        assert set(types) == {field for field, sort in PERSON_TABLES[name].items() if sort == "value"}
        for field, type in types.items():
            held = {v.type for row in tables[name] if isinstance(v := row.get(field), Value)}
            assert not held or type in held, (name, field)


def test_the_person_has_what_app_files_may_name() -> None:
    from tactful.world.people.make import make_person

    person = make_person(5)
    assert set(PERSON_FACTS) <= set(person.facts)
    for name, fields in PERSON_TABLES.items():
        held = {field for row in person.tables[name] for field in row.fields}
        # A mail or message holds a code only where it brings one.
        assert set(fields) - {"code"} <= held, name
