"""The HTML contract: every text numbered, every command there, nothing unescaped, the same bytes again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes import world_scenes as scenes
from fakes.markup import Tag, read
from tactful.world.looks.pen import Rendered
from tactful.world.looks.screen import render
from tactful.world.pages import LAYOUTS, Action, Dialog, Input, Item, Page, Scene, Section
from tactful.world.values import Value, sentence, ui

SEEDS = range(6)


def every(name: str, seed: int) -> Iterator[Scene]:
    yield scenes.phone(scenes.PAGES[name](), seed)
    yield scenes.desktop((scenes.PAGES["settings"](), scenes.PAGES[name]()), seed)


def check(rendered: Rendered) -> Tag:
    """Texts stand in numbered elements and are their values' texts; numbers are used once."""
    root = read(rendered.html)
    seen = []
    for tag in root.all():
        for child in tag.inside:
            if isinstance(child, str) and child.strip():
                assert tag.near("data-v") is not None, (
                    f"a text in <{tag.name} class={tag.attrs.get('class')}>"
                )
                assert "data-picture" not in tag.attrs, "a bare text in a picture"
        if "data-v" not in tag.attrs:
            continue
        number = int(tag.attrs["data-v"])
        seen.append(number)
        if "data-picture" not in tag.attrs:
            assert tag.text() == rendered.values[number].text
    assert len(set(seen)) == len(seen)
    assert not seen or max(seen) < len(rendered.values)
    for tag in root.all():
        if "data-do" in tag.attrs or "data-bind" in tag.attrs:
            assert tag.near("data-window") is not None
        if "data-bind" in tag.attrs:
            assert tag.attrs["contenteditable"] == "plaintext-only"
    return root


def shown(rendered: Rendered) -> set[str]:
    """The texts of all values on the page."""
    tags = check(rendered).all()
    return {rendered.values[int(tag.attrs["data-v"])].text for tag in tags if "data-v" in tag.attrs}


def commands(page: Page) -> set[str]:
    found = {a.do for a in (*page.tabs, *page.actions)}
    for part in page.sections:
        found |= {a.do for a in part.actions} | {i.do for i in part.items}
        found |= {a.do for item in part.items for a in item.actions}
        found |= {o.do for field in part.inputs for o in field.options if field.kind == "select"}
    if page.dialog:
        found |= {a.do for a in page.dialog.actions}
    return {do for do in (*found, "back" if page.can_back else "") if do}


@pytest.mark.parametrize("name", scenes.PAGES)
@pytest.mark.parametrize("seed", SEEDS)
def test_contract_and_commands(name: str, seed: int) -> None:
    for scene in every(name, seed):
        page = scene.windows[-1].page
        if scene.platform == "phone":  # a phone drops the panes on the left
            page = replace(page, sections=tuple(s for s in page.sections if s.place != "side"))
        root = check(render(scene))
        window = [tag for tag in root.all() if tag.near("data-window") == scene.windows[-1].id]
        dos = {tag.attrs["data-do"] for tag in window if "data-do" in tag.attrs}
        assert commands(page) <= dos
        binds = {tag.attrs["data-bind"] for tag in window if "data-bind" in tag.attrs}
        written = ("text", "multiline", "password", "number", "date")
        assert {f.bind for s in page.sections for f in s.inputs if f.kind in written} <= binds
        if page.search:
            assert page.search.bind in binds


@pytest.mark.parametrize("name", scenes.PAGES)
def test_private_main_texts_are_shown(name: str) -> None:
    """Heads, bodies and cells of the main sections are on the screen, whatever the look."""
    page = scenes.PAGES[name]()
    needed = {
        value.text
        for part in page.sections
        if part.place == "main" and part.layout not in ("map", "calendar")
        for item in part.items
        for value in (
            *(s for n, s in item.slots.items() if n in ("head", "value", "body", "sub")),
            *item.cells,
        )
        if isinstance(value, Value)
    }
    for seed in SEEDS:
        for scene in every(name, seed):
            assert needed <= shown(render(scene))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("platform", ["phone", "desktop"])
def test_every_layout_with_every_slot(layout: str, platform: str) -> None:
    slots = ("head", "sub", "body", "meta", "tag", "price", "side", "value", "unit", "author", "count", "odd")
    made = {n: Value(f"{n} 7", "note", f"x/{n}") for n in slots}
    flags = ("unread", "selected", "done", "mine", "starred", "disabled", "muted", "ad")
    items = tuple(
        Item(
            f"i{k}",
            {**made, "image": scenes.photo("scene", k), "day": Value("3", "date")},
            f"item:v:i{k}",
            frozenset({flag}),
        )
        for k, flag in enumerate(flags)
    )
    page = replace(
        scenes.terminal(), sections=(Section("s", layout, ui("Title"), items, numbers={"days": 30}),)
    )
    for seed in SEEDS:
        scene = scenes.phone(page, seed) if platform == "phone" else scenes.desktop((page,), seed)
        root = check(render(scene))
        assert {i.do for i in items} <= {tag.attrs.get("data-do") for tag in root.all()}


@pytest.mark.parametrize("kind", ["alert", "sheet", "menu"])
def test_dialogs(kind: str) -> None:
    field = scenes.field("name", "Name", "Lake")
    actions = (Action("no", ui("Cancel"), "close"), Action("yes", ui("Save"), "run:rename", style="primary"))
    page = replace(
        scenes.gallery(),
        dialog=Dialog(ui("Rename"), (ui("A new name"),), (field,), actions, kind),
        toast=ui("Saved"),
    )
    for scene in (scenes.phone(page, 3), scenes.desktop((page,), 3)):
        rendered = render(scene)
        root = check(rendered)
        assert {"close", "run:rename"} <= {tag.attrs.get("data-do") for tag in root.all()}
        assert any("data-clear" in tag.attrs for tag in root.all())
        assert "Saved" in shown(rendered)


@pytest.mark.parametrize("seed", SEEDS)
def test_shells(seed: int) -> None:
    notice = Item(
        "n",
        {"head": scenes.name(1), "body": Value("See you", "message", "m/1"), "tag": ui("Messages")},
        "open:messages",
    )
    home = check(render(scenes.phone(None, seed, notices=(notice,))))
    dos = {tag.attrs.get("data-do") for tag in home.all()}
    assert {"open:phone", "open:loop", "home", "open:messages"} <= dos
    desk = render(scenes.desktop((scenes.mail(), scenes.chat()), seed, notices=(notice,)))
    dos = {tag.attrs.get("data-do") for tag in check(desk).all()}
    assert {"window:w0:raise", "window:w1:close", "window:w1:minimize", "open:mail"} <= dos
    assert "mail.example/inbox" in shown(desk)


def test_home_is_always_a_target_and_back_where_there_are_buttons() -> None:
    both = [render(scenes.phone(scenes.shop(), seed)).html for seed in range(30)]
    assert all('data-do="home"' in html for html in both)
    assert 5 < sum('data-do="back"' in html for html in both) < 30


def test_keyboard_shows_letters_as_interface_texts() -> None:
    for lang, letter in (("en", "q"), ("fr", "a"), ("ru", "й"), ("ko", "ㅂ")):
        rendered = render(scenes.phone(scenes.compose(), 1, lang=lang, keyboard=True))
        check(rendered)
        assert any(v.text == letter and v.public for v in rendered.values)


def test_inputs_hold_their_text_and_the_placeholder_only_when_empty() -> None:
    empty, full = scenes.field("a", "A", hint="Type here"), scenes.field("b", "B", "typed", hint="Not now")
    secret = scenes.field("c", "C", "hunter2", "password", "secret")
    page = replace(scenes.compose(), sections=(Section("f", "form", inputs=(empty, full, secret)),))
    rendered = render(scenes.phone(page, 2))
    assert "Type here" in shown(rendered)
    assert "Not now" not in shown(rendered)
    boxes = {t.attrs["data-bind"]: t for t in check(rendered).all() if "data-bind" in t.attrs}
    assert boxes["b"].text() == "typed"
    assert "data-masked" in boxes["c"].attrs
    assert "data-masked" not in boxes["b"].attrs


@pytest.mark.parametrize("stored", ["on", "off"])
def test_switches_send_what_they_would_become(stored: str) -> None:
    options = tuple(Action(o, ui(o), f"pick:copy:{o}", style="toggle", on=o == stored) for o in ("on", "off"))
    field = Input("copy", "copy", ui("Copy"), ui(stored), ui(""), "switch", options)
    page = replace(scenes.compose(), sections=(Section("f", "form", inputs=(field,)),))
    html = render(scenes.phone(page, 2)).html
    other = "off" if stored == "on" else "on"
    assert f'data-do="pick:copy:{other}"' in html
    assert f'data-do="pick:copy:{stored}"' not in html


def test_scrollers_keep_their_offset_and_conversations_start_at_their_end() -> None:
    def tops(page: Page) -> dict[str, str]:
        root = read(render(scenes.phone(page, 5)).html)
        return {t.attrs["data-scroll"]: t.attrs["data-top"] for t in root.all() if "data-scroll" in t.attrs}

    mail = scenes.mail()
    assert tops(mail)["main"] == "0"
    moved = replace(mail, sections=(replace(mail.sections[0], numbers={"top": 240}),))
    assert tops(moved)["main"] == "240"
    assert int(tops(scenes.chat())["main"]) > 10_000


def test_the_home_screen_keeps_its_offset() -> None:
    html = render(scenes.phone(None, 5, tops={"launcher": 188})).html
    assert 'data-scroll="launcher" data-top="188"' in html


@given(text=st.text(min_size=1, max_size=30), seed=st.integers(0, 40))
@settings(max_examples=60)
def test_any_text_is_escaped(text: str, seed: int) -> None:
    text = re.sub(r"[\ud800-\udfff\x00\r]", "", text) or "<"
    value = sentence(("a ", Value(text, "person", "contact/1/name"), " & <b>"), "message", "m/1")
    action = Action(text, Value(text, "ui", public=True), f"run:{text}", text)
    item = Item(
        text, {"head": value, "sub": Value(text)}, f"item:v:{text}", frozenset({text}), (action,), icon=text
    )
    field = Input(text, text, value, Value(text), ui(text), "text")
    page = replace(
        scenes.mail(),
        title=value,
        actions=(action,),
        sections=(Section(text, "list", value, (item,), (field,)),),
        web=value,
    )
    for scene in (scenes.phone(page, seed), scenes.desktop((page,), seed)):
        root = check(render(scene))
        assert f"run:{text}" in {tag.attrs.get("data-do") for tag in root.all()}
        assert text in {tag.attrs.get("data-bind") for tag in root.all()}


def test_the_same_scene_gives_the_same_bytes_and_seeds_differ() -> None:
    for make in (
        lambda s: scenes.phone(scenes.bank(), s),
        lambda s: scenes.desktop((scenes.crm(), scenes.mail()), s),
    ):
        assert render(make(4)) == render(make(4))
        assert len({render(make(seed)).html for seed in range(8)}) == 8


def test_css_hides_nothing_by_itself() -> None:
    """No cut by the browser, no movement, no text of the style sheet, nothing from outside."""
    for platform in ("phone", "desktop"):
        scene = scenes.phone(None, 0) if platform == "phone" else scenes.desktop((), 0)
        css = render(scene).css
        for word in (
            "text-overflow",
            "animation",
            "transition",
            ":hover",
            "@font-face",
            "@import",
            "url(",
            "line-clamp",
        ):
            assert word not in css
        assert set(re.findall(r"(?<![-\w])content:([^;}]*)", css)) <= {'""'}
